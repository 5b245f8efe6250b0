/* SPDX-License-Identifier: Apache-2.0 */
/* Verbs probe, status, stop, and info and regs with --io: what is on a live target, what it does,
 * and its end. */
#include "htt/htt_info.h"
#include "htt/htt_registers.h"
#include "target.h"

/* A verb of this file. */
struct verb {
    const char *name, *text, *example;
    bool looks; /* it writes nothing, unless *wake */
    bool *wake; /* --wake, or NULL: the verb has no such option */
    bool *json; /* --format, the same; at most one of the two */
};

/* The options of such a verb; no operands. Returns an open target or NULL, then *status is what the
 * verb returns. */
static struct target *open_from(const struct verb *v, int argc, char **argv, int *status)
{
    struct target_options o = {.io = NULL};
    const char *format = NULL;
    const struct tool_option wake = {
        .name = "wake",
        .help = "take components out of reset for a moment, to identify them",
        .flag = v->wake};
    const struct tool_option json = FORMAT_OPTION(&format);
    const struct tool_option options[] = {TARGET_OPTIONS(o), v->wake != NULL ? wake : json};
    const struct tool_usage usage = {
        .verb = v->name,
        .synopsis = v->wake != NULL   ? "--io HOW --dtb FILE [--wake]"
                    : v->json != NULL ? "--io HOW --dtb FILE [--format json]"
                                      : "--io HOW --dtb FILE",
        .text = v->text,
        .example = v->example,
        .options = options,
        .noptions = sizeof options / sizeof options[0] - (v->wake == NULL && v->json == NULL),
    };
    const char *none[1];
    int n = tool_parse(&usage, argc, argv, none, 1);
    if (n < 0) {
        *status = n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
        return NULL;
    }
    o.looking = v->looks && (v->wake == NULL || !*v->wake);
    *status = n == 0 ? TOOL_OK : tool_fail(v->name, none[0], "this verb takes no operand");
    if (n == 0 && v->json != NULL) {
        *status = tool_format(v->name, format, v->json);
    }
    struct target *t = *status == TOOL_OK ? target_open(v->name, &o) : NULL;
    if (t == NULL) {
        *status = TOOL_CANNOT;
    }
    return t;
}

/* ---- probe ---- */

int probe_main(int argc, char **argv)
{
    int status = TOOL_OK;
    struct htt_info info;
    bool wake = false;
    const struct verb v = {
        .name = "probe",
        .text = "List the trace components with type, version and state. Nothing is written: a\n"
                "component in reset cannot be identified. --wake takes such components out of "
                "reset for a moment.\n"
                "Exit status 1 when one is not what the tree says, or has a version that this "
                "program does not support.",
        .example = "  hartrace probe --io openocd:localhost:6666 --dtb T.dtb --wake",
        .looks = true,
        .wake = &wake,
    };
    struct target *t = open_from(&v, argc, argv, &status);
    if (t != NULL) {
        const enum htt_question what = wake ? HTT_IDENTITY_WAKE : HTT_IDENTITY;
        status = htt_find(&t->live, what, NULL, 0, stdout, &info);
        status = status == 0 && info.odd > 0 ? TOOL_DIFFERS : status;
        if (info.unasked > 0) {
            tool_note("probe", NULL,
                      "components in reset were not accessed; --wake identifies them too");
        }
    }
    target_close(t);
    return status;
}

/* ---- status, info ---- */

/* Text as it is found, or JSON of all. Returns enum tool_exit, or HTR_ERR_*. */
static int show(struct target *t, const char *verb, enum htt_question what,
                const char *const *names, int n, bool json)
{
    struct htt_info info;
    int status = htt_find(&t->live, what, names, (size_t)n, json ? NULL : stdout, &info);
    if (status == 0 && json && !htt_info_json(stdout, &info)) {
        status = tool_fail(verb, "(standard output)", "cannot be written");
    }
    return status;
}

int status_main(int argc, char **argv)
{
    bool json = false;
    int status = TOOL_OK;
    const struct verb v = {
        .name = "status",
        .text = "Show what the trace components of a live target are doing. Nothing is written.",
        .example = "  hartrace status --io openocd:localhost:6666 --dtb T.dtb",
        .looks = true,
        .json = &json,
    };
    struct target *t = open_from(&v, argc, argv, &status);
    if (t != NULL) {
        status = show(t, "status", HTT_ACTIVITY, NULL, 0, json);
    }
    target_close(t);
    return status;
}

int target_info(const struct target_options *o, const char *const *names, int n, bool json)
{
    struct target *t = target_open("info", o);
    int status = t != NULL ? show(t, "info", HTT_ABILITIES, names, n, json) : TOOL_CANNOT;
    target_close(t);
    return status;
}

int target_regs(const struct target_options *o, const char *const *names, int n)
{
    struct target_options looking = *o;
    looking.looking = true;
    struct target *t = target_open("regs", &looking);
    int status = t != NULL ? htt_registers_text(&t->live, names, (size_t)n, stdout) : TOOL_CANNOT;
    target_close(t);
    return status;
}

/* ---- stop ---- */

int stop_main(int argc, char **argv)
{
    bool active = false;
    int status = TOOL_OK;
    const struct verb v = {
        .name = "stop",
        .text = "Stop the trace of a live target, whoever started it: encoders first, then "
                "funnels, then sinks, waiting\n"
                "until each is empty. Stopping an idle session succeeds.",
        .example = "  hartrace stop --io openocd:localhost:6666 --dtb T.dtb",
    };
    struct target *t = open_from(&v, argc, argv, &status);
    if (t != NULL) {
        status = htt_attach(&t->live, &active);
    }
    if (t != NULL && status == 0 && active) {
        status = htt_stop(&t->live);
    } else if (t != NULL && status == 0) {
        tool_note("stop", NULL, "nothing to stop: no encoder is active");
    }
    target_close(t);
    return status;
}
