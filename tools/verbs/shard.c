/* SPDX-License-Identifier: Apache-2.0 */
/* Verb shard: options and actions. */
#include "shard.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

const char shard_verb[] = "shard";

static const char *const shard_exports[] = {"folded",   "flamegraph", "callgrind", "lcov",
                                            "sqlite",   "speedscope", "vcd",       "perfscript",
                                            "perfetto", "chrome",     "ctf",       "report"};

_Static_assert(SHARD_EXPORTS + sizeof shard_exports / sizeof shard_exports[0] == SHARD_CALLS,
               "every export has a kind");

const char *shard_format(unsigned kind)
{
    static const char *const own[] = {"stat", "stat-json", "verify"};
    static const char *const views[] = {"calls",    "calls-json", "hot",
                                        "hot-json", "path",       "path-json"};
    return kind < SHARD_STAT      ? htr_write_about(kind)->name
           : kind < SHARD_EXPORTS ? own[kind - SHARD_STAT]
           : kind < SHARD_CALLS   ? shard_exports[kind - SHARD_EXPORTS]
           : kind < SHARD_FORMATS ? views[kind - SHARD_CALLS]
                                  : NULL;
}

const struct htv_writer *shard_writer(const struct shard_options *o)
{
    return o->kind < SHARD_CALLS  ? htv_writer_find(shard_exports[o->kind - SHARD_EXPORTS])
           : o->kind < SHARD_HOT  ? &htv_callview_writer
           : o->kind < SHARD_PATH ? htv_hot_writer(&o->hot)
                                  : &htv_path_writer;
}

void *shard_writer_state(struct shard_options *o)
{
    return o->kind < SHARD_CALLS  ? NULL
           : o->kind < SHARD_HOT  ? (void *)&o->calls
           : o->kind < SHARD_PATH ? (void *)&o->hot
                                  : (void *)&o->path;
}

bool shard_is_reduced(const struct shard_plan *p)
{
    return p->o.kind >= SHARD_EXPORTS && (shard_writer(&p->o)->wants & HTV_WANTS_RANGES) == 0 &&
           p->o.view.trace.code.in.n == 0 && p->o.view.symbols.n == 0;
}

bool shard_is_summed(const struct shard_plan *p)
{
    return shard_is_reduced(p) && shard_writer(&p->o)->calls != NULL && p->o.weight == 0;
}

/* ---- options ---- */

void shard_args_free(struct shard_args *a)
{
    for (int i = 0; i < a->n; i++) {
        free(a->item[i]);
    }
    a->n = 0;
}

static bool add_arg(struct shard_args *a, const char *option, const char *value)
{
    char name[64];
    if (a->n + 2 > SHARD_ARGS) {
        return false;
    }
    snprintf(name, sizeof name, "--%s", option);
    a->item[a->n] = strdup(name);
    a->n += a->item[a->n] != NULL;
    if (value != NULL) {
        a->item[a->n] = strdup(value);
        a->n += a->item[a->n] != NULL;
    }
    return a->n > 0 && a->item[a->n - 1] != NULL;
}

/* The rows after the first `skip`, which are those of the plan itself. */
static bool keep_args(const struct tool_usage *u, size_t skip, struct shard_args *a)
{
    bool good = true;
    for (size_t i = skip; i < u->noptions; i++) {
        const struct tool_option *o = &u->options[i];
        char number[24];
        if (o->flag != NULL && *o->flag) {
            good = good && add_arg(a, o->name, NULL);
        } else if (o->string != NULL && *o->string != NULL) {
            good = good && add_arg(a, o->name, *o->string);
        } else if (o->number != NULL && *o->number != 0) {
            snprintf(number, sizeof number, "%llu", (unsigned long long)*o->number);
            good = good && add_arg(a, o->name, number);
        }
        for (unsigned k = 0; o->list != NULL && k < o->list->n; k++) {
            good = good && add_arg(a, o->name, o->list->item[k]);
        }
    }
    return good;
}

static const char text[] =
    "plan: cut traces at synchronizing messages into N shards of equal size, without decoding, and "
    "write the plan.\n"
    "CODE is --elf, --pcinfo, --image or --ingress. run: do one shard; its result is whole or "
    "absent, and a shard that\n"
    "is done is not done again. join: make of the results what one process would have written, bit "
    "for bit; with\n"
    "several traces OUT is a folder. all: run what is not done yet, N at a time. hartrace-slurm "
    "does the same on a cluster\n"
    "(docs/reference/shard.md).";

static const struct tool_usage usage_words = {
    .verb = shard_verb,
    .synopsis = "plan TRACE... CODE [--format FORMAT] -n N -o PLAN [OPTION]...\n"
                "       hartrace shard run PLAN --id K\n"
                "       hartrace shard join PLAN -o OUT\n"
                "       hartrace shard all PLAN [--jobs N] [-o OUT]",
    .text = text,
    .example = "  hartrace shard plan T.nex --elf P.elf --format pcs -n 8 -o T.plan\n"
               "  hartrace shard run T.plan --id 3\n"
               "  hartrace shard all T.plan --jobs 4 -o T.pcs",
    .more = te_print_decoder_params,
};

#define PLAN_OPTIONS(o)                                                                            \
    {.name = "shards",                                                                             \
     .letter = 'n',                                                                                \
     .arg = "N",                                                                                   \
     .help = "plan: number of shards",                                                             \
     .number = &(o)->n,                                                                            \
     .positive = true},                                                                            \
        {.name = "id",                                                                             \
         .arg = "K",                                                                               \
         .help = "run: the shard, from 0 (SLURM_ARRAY_TASK_ID)",                                   \
         .string = &(o)->id},                                                                      \
        {.name = "jobs",                                                                           \
         .letter = 'j',                                                                            \
         .arg = "N",                                                                               \
         .help = "all: processes at a time (1)",                                                   \
         .number = &(o)->jobs,                                                                     \
         .positive = true},                                                                        \
    {                                                                                              \
        .name = "output", .letter = 'o', .arg = "FILE",                                            \
        .help = "plan: the plan; join, all: the result", .string = &(o)->output                    \
    }

enum {
    PLAN_ROWS = 4
};

#define WORK_OPTIONS(o)                                                                            \
    CODE_OPTIONS(&(o)->view.trace.code), CODE_IN_OPTION(&(o)->view.trace.code),                    \
        INGRESS_OPTIONS(&(o)->view.trace.code, "code from an ingress stream"),                     \
        TRACE_OPTIONS(&(o)->view.trace),                                                           \
        {.name = "pcs",                                                                            \
         .arg = "FILE",                                                                            \
         .help = "verify: executed PCs, one per line",                                             \
         .string = &(o)->pcs},                                                                     \
        {.name = "allow-other",                                                                    \
         .help = "messages that are not of program trace (data, vendor, reserved) are not errors", \
         .flag = &(o)->allow_other},                                                               \
        {.name = "axis",                                                                           \
         .arg = "AXIS",                                                                            \
         .choice = VIEW_AXES,                                                                      \
         .help = ", for exports: what time is (timestamps where the trace has them, else "         \
                 "instructions)",                                                                  \
         .string = &(o)->view.axis},                                                               \
        {.name = "ticks-per-second",                                                               \
         .arg = "HZ",                                                                              \
         .help = "exports: of timestamps or cycles: times are seconds then",                       \
         .number = &(o)->view.ticks,                                                               \
         .positive = true},                                                                        \
        {.name = "weigh",                                                                          \
         .arg = "WHAT",                                                                            \
         .choice = TOOL_CHOICE("instructions", "time"),                                            \
         .help = ": the numbers of folded, flamegraph and calls, the order of hot (instructions)", \
         .string = &(o)->weigh},                                                                   \
        SYMBOL_OPTIONS(&(o)->view)

#define VIEW_BY TOOL_CHOICE("function", "line", "branch", "instruction")
#define HOT_OPTIONS(o)                                                                             \
    {.name = "by",                                                                                 \
     .arg = "WHAT",                                                                                \
     .choice = VIEW_BY,                                                                            \
     .help = ", for hot (function)",                                                               \
     .string = &(o)->by},                                                                          \
        {.name = "predictor",                                                                      \
         .arg = "MODEL",                                                                           \
         .choice = TOOL_CHOICE("2bit"),                                                            \
         .help = ", for hot --by branch: count wrong predictions of a two-bit counter per branch", \
         .string = &(o)->predictor},                                                               \
        {.name = "limit",                                                                          \
         .arg = "N",                                                                               \
         .help = "hot: rows at most; 0: all (20)",                                                 \
         .string = &(o)->limit},                                                                   \
        {.name = "depth",                                                                          \
         .arg = "N",                                                                               \
         .help = "calls: levels; deeper ones count in their caller (all)",                         \
         .number = &(o)->calls.depth,                                                              \
         .positive = true},                                                                        \
    {                                                                                              \
        .name = "min", .arg = "PERCENT",                                                           \
        .help = "calls: fold functions with less than PERCENT of the hart, inclusive (0)",         \
        .number = &(o)->calls.min_percent                                                          \
    }

/* No --objdump: a plan, which others may have made, names no program to start. */
#define PATH_OPTIONS(o)                                                                            \
    {.name = "to",                                                                                 \
     .arg = "PLACE",                                                                               \
     .help = "path: address, function, FILE:LINE, or end (of the trace)",                          \
     .string = &(o)->path.to},                                                                     \
        {.name = "lines",                                                                          \
         .arg = "N",                                                                               \
         .help = "path: instructions, calls and returns before it (50)",                           \
         .number = &(o)->path.lines,                                                               \
         .positive = true},                                                                        \
    {                                                                                              \
        .name = "nth", .arg = "K",                                                                 \
        .help = "path: the K-th time that it is reached, or last (last)", .string = &(o)->nth      \
    }

static int choose_path(struct shard_options *o)
{
    o->path.json = o->kind == SHARD_PATH_JSON;
    o->path.lines = o->path.lines != 0 ? o->path.lines : 50;
    return view_path_options(shard_verb, &o->path, o->nth != NULL ? o->nth : "last") == 0
               ? 0
               : TOOL_PARSE_ERROR;
}

/* Options of the views. Returns 0, or TOOL_PARSE_ERROR after a message. */
static int choose_view(struct shard_options *o)
{
    unsigned by, predictor = 0;
    o->calls.json = o->kind == SHARD_CALLS_JSON;
    o->hot.json = o->kind == SHARD_HOT_JSON;
    o->hot.limit = 20;
    if (tool_choose(shard_verb, "by", "kind of row", VIEW_BY, o->by == NULL ? "function" : o->by,
                    &by) != 0 ||
        (o->predictor != NULL && tool_choose(shard_verb, "predictor", "model", TOOL_CHOICE("2bit"),
                                             o->predictor, &predictor) != 0)) {
        return TOOL_PARSE_ERROR;
    }
    o->hot.by = (enum htv_hot_by)by;
    o->hot.predictor = o->predictor != NULL ? HTV_PREDICT_2BIT : HTV_PREDICT_NONE;
    if (o->limit != NULL && !htr_number(o->limit, &o->hot.limit)) {
        (void)tool_fail(shard_verb, NULL, "--limit %s: not a number", o->limit);
        return TOOL_PARSE_ERROR;
    }
    const char *const wrong = o->calls.min_percent > 100 ? "--min: a percentage, 0 to 100"
                              : o->kind < SHARD_HOT || o->kind >= SHARD_PATH ? NULL
                              : o->weight != 0 && o->hot.by != HTV_HOT_FUNCTION
                                  ? "--weigh time: only functions have times; add --by function"
                              : o->predictor != NULL && o->hot.by != HTV_HOT_BRANCH
                                  ? "--predictor: it predicts branches; add --by branch"
                                  : NULL;
    if (wrong != NULL) {
        (void)tool_fail(shard_verb, NULL, "%s", wrong);
        return TOOL_PARSE_ERROR;
    }
    return o->kind < SHARD_PATH ? 0 : choose_path(o);
}

/* The names that were given. */
static int choose(struct shard_options *o, const struct tool_choice *formats)
{
    unsigned axis;
    const struct tool_choice *const weights = TOOL_CHOICE("instructions", "time");
    if (tool_choose(shard_verb, "format", "format", formats, o->format == NULL ? "text" : o->format,
                    &o->kind) != 0 ||
        tool_choose(shard_verb, "weigh", "weight", weights,
                    o->weigh == NULL ? "instructions" : o->weigh, &o->weight) != 0) {
        return TOOL_PARSE_ERROR;
    }
    if (o->view.axis != NULL) {
        if (tool_choose(shard_verb, "axis", "axis", VIEW_AXES, o->view.axis, &axis) != 0) {
            return TOOL_PARSE_ERROR;
        }
        o->view.pass.axis = (enum htv_axis_kind)(HTV_AXIS_INSTRUCTIONS + axis);
    }
    return choose_view(o);
}

int shard_parse(struct shard_options *o, int argc, char **argv, const char **operand, int max,
                struct shard_args *args)
{
    const char *names[SHARD_FORMATS];
    const struct tool_choice formats = {names, SHARD_FORMATS};
    for (unsigned i = 0; i < SHARD_FORMATS; i++) {
        names[i] = shard_format(i);
    }
    const struct tool_option options[] = {
        PLAN_OPTIONS(o),
        {.name = "format",
         .letter = 'f',
         .arg = "FORMAT",
         .choice = &formats,
         .help = " (text): what decode, stat, verify, export, calls, hot and path write",
         .string = &o->format},
        WORK_OPTIONS(o),
        HOT_OPTIONS(o),
        PATH_OPTIONS(o),
    };
    struct tool_usage usage = usage_words;
    usage.options = options;
    usage.noptions = sizeof options / sizeof options[0];
    int n = tool_parse(&usage, argc, argv, operand, max);
    if (n < 0 || choose(o, &formats) != 0) {
        return n < 0 ? n : TOOL_PARSE_ERROR;
    }
    if (args != NULL && !keep_args(&usage, PLAN_ROWS, args)) {
        (void)tool_fail(shard_verb, NULL, "too many options for a plan; use fewer");
        return TOOL_PARSE_ERROR;
    }
    return n;
}

/* ---- actions ---- */

static int plan(struct shard_options *o, const char **operand, int n, const struct shard_args *args)
{
    if (n == 0) {
        return tool_fail(shard_verb, NULL,
                         "no trace; usage: hartrace shard plan TRACE... CODE -n N "
                         "-o PLAN");
    }
    if (o->n == 0 || o->output == NULL) {
        return tool_fail(shard_verb, NULL, "plan: %s",
                         o->n == 0 ? "add -n N, the number of shards"
                                   : "add -o PLAN, the file to write");
    }
    return shard_make_plan(o, operand, (unsigned)n, args);
}

static int run(const struct shard_options *o, const struct shard_plan *p)
{
    const char *const given = o->id != NULL ? o->id : getenv("SLURM_ARRAY_TASK_ID");
    uint64_t id;
    if (given == NULL) {
        return tool_fail(shard_verb, NULL, "run: add --id K, a shard from 0 to %u", p->shards - 1);
    }
    if (!htr_number(given, &id) || id >= p->shards) {
        return tool_fail(shard_verb, NULL, "--id %s: the plan has shards 0 to %u", given,
                         p->shards - 1);
    }
    return shard_run(p, (unsigned)id);
}

/* An output's name seen from the folder of the plan. Returns NULL when it is too long. */
static const char *whole_name(const char *name, char path[PATH_MAX])
{
    char here[PATH_MAX];
    if (name == NULL || strcmp(name, "-") == 0 || name[0] == '/') {
        return name;
    }
    if (getcwd(here, sizeof here) == NULL ||
        snprintf(path, PATH_MAX, "%s/%s", here, name) >= PATH_MAX) {
        return NULL;
    }
    return path;
}

/* An action on a plan. */
static int work(const struct shard_options *o, const char *action, const char *path)
{
    struct shard_plan p = {0};
    char room[PATH_MAX];
    const char *const output = whole_name(o->output, room);
    int status = shard_load(&p, path);
    if (status == TOOL_OK && strcmp(action, "run") == 0) {
        status = run(o, &p);
    } else if (status == TOOL_OK && strcmp(action, "join") == 0) {
        status = output == NULL ? tool_fail(shard_verb, NULL, "join: add -o OUT, the result")
                                : shard_join(&p, output);
    } else if (status == TOOL_OK) {
        status = shard_all(&p, o->jobs == 0 ? 1 : (unsigned)(o->jobs < 1024 ? o->jobs : 1024));
        if (status == TOOL_OK && output != NULL) {
            status = shard_join(&p, output);
        }
    }
    shard_plan_free(&p);
    return status;
}

int shard_main(int argc, char **argv)
{
    struct shard_options o = {0};
    struct shard_args args = {0};
    const char **operand = calloc((size_t)argc + 1, sizeof *operand);
    if (operand == NULL) {
        return tool_fail(shard_verb, NULL, "not enough memory");
    }
    int n = shard_parse(&o, argc, argv, operand, argc, &args);
    int status;
    if (n < 0) {
        status = n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    } else if (n > 0 && strcmp(operand[0], "plan") == 0) {
        status = plan(&o, operand + 1, n - 1, &args);
    } else if (n > 0 && (strcmp(operand[0], "run") == 0 || strcmp(operand[0], "join") == 0 ||
                         strcmp(operand[0], "all") == 0)) {
        status = n == 2 ? work(&o, operand[0], operand[1])
                        : tool_fail(shard_verb, NULL,
                                    "%s: name one plan; usage: hartrace shard %s "
                                    "PLAN",
                                    operand[0], operand[0]);
    } else {
        status = tool_fail(shard_verb, NULL, "%s; it is plan, run, join or all",
                           n == 0 ? "no action" : "unknown action");
    }
    shard_args_free(&args);
    free(operand);
    return status;
}
