/* SPDX-License-Identifier: Apache-2.0 */
/* Verb kit: other people's devices held against the specification. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "htk/htk_encoder.h"
#include "kit.h"
#include "kit_decoder.h"
#include "tool.h"

static const char verb[] = "kit";

enum {
    PATH_BYTES = 4096,
    PARAMS_BYTES = 4096,
};

struct kit {
    struct htk_encoder_options encoder;
    struct htk_decoder_options decoder;
    struct kit_registers registers;
    const char *dut, *rtl, *format, *only;
    struct htr_list params;
    uint64_t streams, timeout, limit; /* seconds */
    struct kit_reports reports;
    const char *profile;
    struct htk_profile quirks;
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
    k->dut = k->dut != NULL ? k->dut : "builtin:model";
    const bool model = strcmp(k->dut, "builtin:model") == 0;
    if (k->params.n > 0 && !model) {
        return tool_fail(verb, NULL,
                         "--param is for builtin:model; state those of another device "
                         "with --caps");
    }
    if (model && k->encoder.etrace && k->params.n < HTR_LIST_MAX) {
        k->params.item[k->params.n++] = "etrace=1";
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

/* ---- encoders ---- */

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

static int choose_profile(struct kit *k)
{
    if (k->profile == NULL) {
        return TOOL_OK;
    }
    k->encoder.profile = &k->quirks;
    return htk_profile_find(&k->quirks, tool_host(verb), k->profile);
}

static int hold_encoder(struct kit *k)
{
    struct htk_encoder_sum sum;
    if (choose_device(k) != TOOL_OK || choose_profile(k) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    struct htk_verdicts *v =
        k->encoder.etrace ? htk_verdicts_new_for("claim etrace") : htk_verdicts_new();
    if (v == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    const int status = htk_encoder_run(&k->encoder, v, tool_host(verb), &sum);
    const struct htk_run run = {.kit = "encoder",
                                .device = sum.device,
                                .command = k->dut,
                                .seed = k->encoder.seed,
                                .scenarios = sum.scenarios,
                                .streams = sum.streams};
    const int result = kit_report(&k->reports, v, &run, status, show_encoder, &sum);
    htk_verdicts_free(v);
    return result;
}

/* ---- decoders ---- */

static int hold_decoder(struct kit *k)
{
    if (k->params.n > 0 || k->encoder.caps != NULL || k->rtl != NULL || k->profile != NULL) {
        return tool_fail(
            verb, NULL,
            "--param, --caps, --profile and --rtl are for kit encoder; a decoder has --known");
    }
    k->decoder.etrace = k->encoder.etrace;
    k->decoder.seed = k->encoder.seed;
    k->decoder.only = k->only;
    k->decoder.streams = k->encoder.streams;
    k->decoder.timeout_ms = k->encoder.timeout_ms;
    k->decoder.limit_ms = k->encoder.limit_ms;
    return kit_decoder(k->dut != NULL ? k->dut : "builtin:decoder", &k->decoder, &k->reports);
}

/* ---- the work ---- */

static int run_kit(struct kit *k, const char *what, char **argv)
{
    if (tool_format(verb, k->format, &k->reports.json) != 0) {
        return TOOL_CANNOT;
    }
    if (strcmp(what, "registers") == 0) {
        if (k->encoder.etrace) {
            return tool_fail(verb, NULL,
                             "--etrace is for kit encoder and kit decoder; registers are the same "
                             "for both protocols");
        }
        k->registers.only = k->only;
        k->registers.params = &k->params;
        return kit_registers(&k->registers, &k->reports, argv);
    }
    const bool encoder = strcmp(what, "encoder") == 0;
    if (!encoder && strcmp(what, "decoder") != 0) {
        return tool_fail(verb, NULL, "%s: unknown; the kit is encoder, decoder or registers", what);
    }
    if (k->streams > 1000000 || k->timeout > 86400 || k->limit > 1000000) {
        return tool_fail(verb, NULL, "--streams, --timeout or --limit: too large");
    }
    k->encoder.only = k->only;
    k->encoder.streams = (unsigned)k->streams;
    k->encoder.timeout_ms = (unsigned)k->timeout * 1000u;
    k->encoder.limit_ms = (unsigned)k->limit * 1000u;
    return encoder ? hold_encoder(k) : hold_decoder(k);
}

static int start(struct kit *k, const struct tool_usage *usage, int argc, char **argv)
{
    const char *what[1];
    const int n = tool_parse(usage, argc, argv, what, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL,
                         "which kit? It is encoder, decoder or registers: hartrace kit encoder");
    }
    return run_kit(k, what[0], argv);
}

/* ---- the options ---- */

#define DEVICE_OPTIONS(k, profiles)                                                                \
    {.name = "dut",                                                                                \
     .arg = "COMMAND",                                                                             \
     .help = "the encoder: builtin:model, builtin:rtl, a shared object (FILE.so), or a command "   \
             "that speaks the protocol of "                                                        \
             "the kit (builtin:model); the decoder: builtin:decoder, nexrv, or a command with "    \
             "{trace} and {elf} or {pcinfo} (builtin:decoder)",                                    \
     .string = &(k)->dut},                                                                         \
        {.name = "caps",                                                                           \
         .arg = "FILE",                                                                            \
         .help = "encoder: parameters of the device, NAME = VALUE",                                \
         .string = &(k)->encoder.caps},                                                            \
        {.name = "etrace",                                                                         \
         .help = "encoder, decoder: hold it against E-Trace, trTeFormat 0",                        \
         .flag = &(k)->encoder.etrace},                                                            \
        {.name = "profile", .arg = "NAME", .help = (profiles), .string = &(k)->profile},           \
        {.name = "known",                                                                          \
         .arg = "FILE",                                                                            \
         .help = "decoder: known defects: list its failures under their names",                    \
         .string = &(k)->decoder.known},                                                           \
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
         .help = "encoder, decoder: first seed of the random streams (1)",                         \
         .number = &(k)->encoder.seed,                                                             \
         .positive = true},                                                                        \
        {.name = "streams",                                                                        \
         .letter = 'n',                                                                            \
         .arg = "N",                                                                               \
         .help = "encoder, decoder: number of random streams (60)",                                \
         .number = &(k)->streams},                                                                 \
        {.name = "timeout",                                                                        \
         .arg = "SECONDS",                                                                         \
         .help = "encoder, decoder: most time for an answer of the device (10)",                   \
         .number = &(k)->timeout,                                                                  \
         .positive = true},                                                                        \
    {                                                                                              \
        .name = "limit", .arg = "SECONDS",                                                         \
        .help = "encoder, decoder: most time for everything (300)", .number = &(k)->limit,         \
        .positive = true                                                                           \
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

static const char text[] =
    "encoder: hold an encoder against N-Trace 1.0 and the Trace Control Interface 1.0: registers, "
    "text vectors,\nrandom streams. The device is a process that speaks the protocol of "
    "docs/reference/kit-protocol.md on its\nstandard input and output.\n"
    "decoder: hold a decoder against N-Trace 1.0: text vectors, random programs, damaged streams. "
    "It is a command that\n"
    "is run once for each case.\n"
    "With --etrace they are held against E-Trace: registers and random streams; text vectors, "
    "random programs, and\ndamaged streams.\n"
    "registers: hold live trace components against the Trace Control Interface 1.0: encoders, "
    "funnels, RAM sinks,\nPIB sinks and ATB bridges of a device tree. All registers are restored "
    "at the end; the content of the\ntrace memory is lost when a program is known to run.\n"
    "For each rule the verdict is held, broken, not applicable or not reached. Exit status 1 when "
    "a rule is\nbroken, 2 when the device could not be run to the end.";

int kit_main(int argc, char **argv)
{
    struct kit k = {.streams = 60, .timeout = 10, .limit = 300};
    htk_encoder_options_init(&k.encoder);
    htk_decoder_options_init(&k.decoder);
    char profiles[200];
    snprintf(profiles, sizeof profiles,
             "encoder: its quirks, which are counted: %s, or a file that ends in .toml",
             htk_profile_names());
    const struct tool_option options[] = {
        DEVICE_OPTIONS(&k, profiles),
        LIVE_OPTIONS(&k.registers),
        {.name = "only",
         .arg = "TEXT",
         .help = "scenarios, cases or components with TEXT in their name",
         .string = &k.only},
        KIT_REPORT_OPTIONS(&k.reports, &k.format),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "encoder [OPTION]...\n"
                    "       hartrace kit decoder [OPTION]...\n"
                    "       hartrace kit registers [--io HOW --dtb FILE] [OPTION]...",
        .text = text,
        .example = "  hartrace kit encoder --dut ./my-encoder --junit report.xml\n"
                   "  hartrace kit encoder --dut builtin:model --param hist_bits=8 --rules\n"
                   "  hartrace kit decoder --dut './my-decoder {trace} {elf} {out}' --rules\n"
                   "  hartrace kit registers --io openocd:localhost:6666 --dtb board.dtb",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
    };
    return start(&k, &usage, argc, argv);
}
