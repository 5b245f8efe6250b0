/* SPDX-License-Identifier: Apache-2.0 */
/* Verb kit: other people's devices held against the specification. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "htk/htk_encoder.h"
#include "kit.h"
#include "output.h"

static const char verb[] = "kit";

enum {
    PATH_BYTES = 4096,
    PARAMS_BYTES = 4096,
};

struct kit {
    struct htk_encoder_options encoder;
    struct kit_registers registers;
    struct kit_reports to;
    const char *dut, *rtl, *format, *only;
    struct htr_list params;
    uint64_t streams, timeout, limit; /* seconds */
    char path[PATH_BYTES], text[PARAMS_BYTES];
};

/* ---- which device ---- */

/* The program that has the encoder in SystemVerilog: --rtl, or beside this one. */
static int find_rtl(struct kit *k)
{
    bool good = false;
    if (k->rtl != NULL) {
        const int n = snprintf(k->path, sizeof k->path, "%s", k->rtl);
        good = n > 0 && n < PATH_BYTES;
    } else {
        good = tool_beside("hartrace-kit-rtl", k->path, sizeof k->path);
    }
    if (!good || access(k->path, X_OK) != 0) {
        return tool_fail(
            verb, NULL,
            "--dut builtin:rtl: no program %s; build it with 'make kit-rtl', or name it "
            "with --rtl",
            k->path);
    }
    k->encoder.command = k->path;
    return TOOL_OK;
}

static int join_params(struct kit *k)
{
    size_t n = 0;
    for (size_t i = 0; i < k->params.n; i++) {
        const int more = snprintf(k->text + n, sizeof k->text - n, "%s ", k->params.item[i]);
        if (more < 0 || (size_t)more >= sizeof k->text - n) {
            return tool_fail(verb, NULL, "--param: too many; use --caps for a file of them");
        }
        n += (size_t)more;
    }
    k->encoder.params = k->text;
    return TOOL_OK;
}

static int choose_device(struct kit *k)
{
    const bool model = strcmp(k->dut, "builtin:model") == 0;
    if (k->params.n > 0 && !model) {
        return tool_fail(verb, NULL,
                         "--param is for builtin:model; state those of another device "
                         "with --caps");
    }
    if (model) {
        return join_params(k);
    }
    if (strcmp(k->dut, "builtin:rtl") == 0) {
        return find_rtl(k);
    }
    if (strncmp(k->dut, "builtin:", 8) == 0) {
        return tool_fail(
            verb, NULL,
            "--dut %s: unknown; it is builtin:model, builtin:rtl, a shared object or a command",
            k->dut);
    }
    k->encoder.command = k->dut;
    return TOOL_OK;
}

/* ---- reports ---- */

typedef int report(const struct htk_verdicts *v, const struct htk_run *run, FILE *out);

static int write_report(const char *path, report *write, const struct htk_verdicts *v,
                        const struct htk_run *run)
{
    if (path == NULL) {
        return TOOL_OK;
    }
    FILE *f = output_open(verb, path);
    if (f == NULL) {
        return TOOL_CANNOT;
    }
    const int status = write(v, run, f);
    return tool_worse(output_keep(f), status);
}

int kit_report(const struct kit_reports *to, const struct htk_verdicts *v,
               const struct htk_run *run, int status, void (*show)(const void *ctx),
               const void *ctx)
{
    int result = status != HTR_OK                      ? TOOL_CANNOT
                 : htk_verdicts_sum(v, HTK_BROKEN) > 0 ? TOOL_DIFFERS
                                                       : TOOL_OK;
    if (to->json) {
        result = tool_written(verb, htk_verdicts_json(v, run, stdout), result);
    } else {
        htk_verdicts_print(v, stdout, to->rules);
        if (!tool_is_quiet()) {
            show(ctx);
        }
        printf("rules: %u held, %u broken, %u not applicable, %u not reached\n",
               htk_verdicts_sum(v, HTK_HELD), htk_verdicts_sum(v, HTK_BROKEN),
               htk_verdicts_sum(v, HTK_NOT_APPLICABLE), htk_verdicts_sum(v, HTK_NOT_REACHED));
        result = tool_written(verb, fflush(stdout) == 0 ? HTR_OK : HTR_ERR_WRITE, result);
    }
    result = tool_worse(result, write_report(to->junit, htk_verdicts_junit, v, run));
    return tool_worse(result, write_report(to->sarif, htk_verdicts_sarif, v, run));
}

static void show_encoder(const void *ctx)
{
    const struct htk_encoder_sum *sum = ctx;
    if (sum->device[0] != '\0') {
        printf("%s: %" PRIu64 " scenarios (%" PRIu64 " byte by byte, %" PRIu64
               " by meaning, %" PRIu64 " left out), %" PRIu64 " random streams of %" PRIu64
               " instructions\n",
               sum->device, sum->scenarios, sum->exact, sum->by_meaning, sum->left_out,
               sum->streams, sum->instructions);
        printf("%s\n", sum->can);
    }
}

static int finish(const struct kit *k, const struct htk_verdicts *v,
                  const struct htk_encoder_sum *sum, int status)
{
    const struct htk_run run = {.kit = "encoder",
                                .device = sum->device,
                                .command = k->dut,
                                .seed = k->encoder.seed,
                                .scenarios = sum->scenarios,
                                .streams = sum->streams};
    return kit_report(&k->to, v, &run, status, show_encoder, sum);
}

/* ---- the work ---- */

static int hold_encoder(struct kit *k)
{
    struct htk_encoder_sum sum;
    struct htk_verdicts *v = htk_verdicts_new();
    if (v == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    const int status = htk_encoder_run(&k->encoder, v, tool_host(verb), &sum);
    const int result = finish(k, v, &sum, status);
    htk_verdicts_free(v);
    return result;
}

static int run_kit(struct kit *k, const char *what, char **argv)
{
    if (tool_format(verb, k->format, &k->to.json) != 0) {
        return TOOL_CANNOT;
    }
    if (strcmp(what, "registers") == 0) {
        k->registers.only = k->only;
        k->registers.params = &k->params;
        return kit_registers(&k->registers, &k->to, argv);
    }
    if (strcmp(what, "encoder") != 0) {
        return tool_fail(verb, NULL, "%s: unknown; the kit is encoder or registers", what);
    }
    k->encoder.only = k->only;
    if (k->streams > 1000000 || k->timeout > 86400 || k->limit > 1000000) {
        return tool_fail(verb, NULL, "--streams, --timeout or --limit: too large");
    }
    k->encoder.streams = (unsigned)k->streams;
    k->encoder.timeout_ms = (unsigned)k->timeout * 1000u;
    k->encoder.limit_ms = (unsigned)k->limit * 1000u;
    const int status = choose_device(k);
    return status != TOOL_OK ? status : hold_encoder(k);
}

/* ---- the options ---- */

#define DEVICE_OPTIONS(k)                                                                          \
    {.name = "dut",                                                                                \
     .arg = "COMMAND",                                                                             \
     .help = "encoder: the device: builtin:model, builtin:rtl, a shared object (FILE.so), or a "   \
             "command that speaks the protocol of the kit (builtin:model)",                        \
     .string = &(k)->dut},                                                                         \
        {.name = "caps",                                                                           \
         .arg = "FILE",                                                                            \
         .help = "encoder: parameters of the device, NAME = VALUE",                                \
         .string = &(k)->encoder.caps},                                                            \
        {.name = "param",                                                                          \
         .arg = "NAME=VALUE",                                                                      \
         .help = "a parameter of builtin:model",                                                   \
         .list = &(k)->params},                                                                    \
        {.name = "rtl",                                                                            \
         .arg = "PROGRAM",                                                                         \
         .help = "encoder: the program for builtin:rtl (hartrace-kit-rtl beside this one)",        \
         .string = &(k)->rtl},                                                                     \
        {.name = "seed",                                                                           \
         .arg = "N",                                                                               \
         .help = "encoder: first seed of the random streams (1)",                                  \
         .number = &(k)->encoder.seed,                                                             \
         .positive = true},                                                                        \
        {.name = "streams",                                                                        \
         .letter = 'n',                                                                            \
         .arg = "N",                                                                               \
         .help = "encoder: number of random streams (60)",                                         \
         .number = &(k)->streams},                                                                 \
        {.name = "timeout",                                                                        \
         .arg = "SECONDS",                                                                         \
         .help = "encoder: most time for an answer of the device (10)",                            \
         .number = &(k)->timeout,                                                                  \
         .positive = true},                                                                        \
    {                                                                                              \
        .name = "limit", .arg = "SECONDS", .help = "encoder: most time for everything (300)",      \
        .number = &(k)->limit, .positive = true                                                    \
    }

#define LIVE_OPTIONS(r)                                                                            \
    {.name = "io",                                                                                 \
     .arg = "HOW",                                                                                 \
     .help = "registers: " TARGET_IO_HELP ", builtin:model or builtin:rtl (builtin:model)",        \
     .string = &(r)->target.io},                                                                   \
        {.name = "dtb",                                                                            \
         .arg = "FILE",                                                                            \
         .help = "registers: " TARGET_DTB_HELP,                                                    \
         .string = &(r)->target.dtb},                                                              \
        {.name = "slow-bus",                                                                       \
         .help = "registers: " TARGET_SLOW_HELP,                                                   \
         .flag = &(r)->target.slow_bus},                                                           \
        {.name = "halt-for-access",                                                                \
         .help = "registers: " TARGET_ABSTRACT_HELP,                                               \
         .flag = &(r)->target.abstract},                                                           \
        {.name = "read-only",                                                                      \
         .help = "registers: write nothing; look at what a read alone can break",                  \
         .flag = &(r)->read_only},                                                                 \
    {                                                                                              \
        .name = "elf", .arg = "FILE",                                                              \
        .help = "registers: what runs on the target: it is traced, and the trace decoded",         \
        .string = &(r)->code.elf                                                                   \
    }

#define REPORT_OPTIONS(k)                                                                          \
    {.name = "only",                                                                               \
     .arg = "TEXT",                                                                                \
     .help = "scenarios, or components, with TEXT in their name",                                  \
     .string = &(k)->only},                                                                        \
        {.name = "rules",                                                                          \
         .help = "list all rules, not only those that are broken",                                 \
         .flag = &(k)->to.rules},                                                                  \
        FORMAT_OPTION(&(k)->format),                                                               \
        {.name = "junit",                                                                          \
         .arg = "FILE",                                                                            \
         .help = "write a report in JUnit XML",                                                    \
         .string = &(k)->to.junit},                                                                \
    {                                                                                              \
        .name = "sarif", .arg = "FILE", .help = "write a report in SARIF 2.1.0",                   \
        .string = &(k)->to.sarif                                                                   \
    }

static const char text[] =
    "encoder: hold an encoder against N-Trace 1.0 and the Trace Control Interface 1.0: registers, "
    "text vectors,\nrandom streams. The device is a process that speaks the protocol of "
    "docs/reference/kit-protocol.md on its\nstandard input and output.\n"
    "registers: hold live trace components against the Trace Control Interface 1.0: encoders, "
    "funnels, RAM sinks,\nPIB sinks and ATB bridges of a device tree. All registers are restored "
    "at the end; the content of the\ntrace memory is lost when a program is known to run.\n"
    "For each rule the verdict is held, broken, not applicable or not reached. Exit status 1 when "
    "a rule is\nbroken, 2 when the device could not be run to the end.";

int kit_main(int argc, char **argv)
{
    struct kit k = {.dut = "builtin:model", .streams = 60, .timeout = 10, .limit = 300};
    htk_encoder_options_init(&k.encoder);
    const struct tool_option options[] = {DEVICE_OPTIONS(&k), LIVE_OPTIONS(&k.registers),
                                          REPORT_OPTIONS(&k)};
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "encoder [OPTION]...\n"
                    "       hartrace kit registers [--io HOW --dtb FILE] [OPTION]...",
        .text = text,
        .example = "  hartrace kit encoder --dut ./my-encoder --junit report.xml\n"
                   "  hartrace kit encoder --dut builtin:model --param hist_bits=8 --rules\n"
                   "  hartrace kit registers --io openocd:localhost:6666 --dtb board.dtb",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    const char *what[1];
    const int n = tool_parse(&usage, argc, argv, what, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "which kit? hartrace kit encoder, or hartrace kit registers");
    }
    return run_kit(&k, what[0], argv);
}
