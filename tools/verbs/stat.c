/* SPDX-License-Identifier: Apache-2.0 */
/* Verb stat: where the bytes of a trace go. */
#include "stat.h"

#include <inttypes.h>

#include "host.h"
#include "import.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "stat";

/* What is wrong with the trace, on stderr. Returns enum tool_exit. */
static int tell_wrong(const char *path, const struct htr_stat *s)
{
    if (s->gaps > 0) {
        tool_note(verb, path, "%" PRIu64 " gap%s: hartrace decode shows where", s->gaps,
                  htr_s(s->gaps));
    }
    if (s->damaged > 0) {
        tool_note(verb, path,
                  "%" PRIu64 " damaged messages are not counted; hartrace info may help",
                  s->damaged);
    }
    return s->gaps > 0 || s->damaged > 0 ? TOOL_DIFFERS : TOOL_OK;
}

static int show(const char *path, const struct htr_stat *s, bool json)
{
    if (!json) {
        htr_stat_print(s, stdout);
    }
    int status = tell_wrong(path, s);
    return json ? tool_written(verb, htr_stat_json(s, stdout), status) : status;
}

int stat_count(struct htr_stat *s, const char *who, const struct htr_trace_options *o)
{
    struct htr_trace t = {0};
    bool code = htr_code_is_chosen(&o->code);
    struct htr_trace_options twice = *o;
    twice.in_pieces = !code || htr_trace_pieces_twice(o->path);
    int status = code ? htr_trace_open_decoder(&t, tool_host(who), &twice)
                      : htr_trace_open(&t, tool_host(who), &twice);
    if (status != HTR_OK) {
        return status;
    }
    trace_progress(&t, NULL);
    status = htr_stat_messages(s, &t);
    if (status == HTR_OK && code) {
        trace_progress(&t, NULL);
        status = htr_stat_execution(s, &t);
    }
    progress_end();
    s->path = o->path;
    htr_trace_close(&t);
    return status;
}

static int statistics(const struct htr_trace_options *o, bool json)
{
    struct htr_stat s;
    const int status = stat_count(&s, verb, o);
    return status == HTR_OK ? show(o->path, &s, json) : status;
}

int stat_main(int argc, char **argv)
{
    struct htr_trace_options o = {0};
    struct htr_search_options found;
    const char *format = NULL;
    bool json, automatic = false;
    const struct tool_option options[] = {
        FORMAT_OPTION(&format),  CODE_OPTIONS(&o.code),
        CODE_IN_OPTION(&o.code), INGRESS_OPTIONS(&o.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o),       AUTO_OPTION(&automatic),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE [CODE] [OPTION]...",
        .text = "Show where the bytes of a trace go: by message, by field, and what each kind of "
                "compression\n"
                "contributes. With code (--elf, --pcinfo, --image, --ingress) also instructions "
                "and bits per instruction.",
        .example = "  hartrace stat T.nex --elf P.elf",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, &o.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace stat TRACE [CODE]");
    }
    if (tool_format(verb, format, &json) != 0 || import_code(verb, &o.code, &o.params) != 0 ||
        trace_find(verb, automatic, &found, &o, false) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    return statistics(&o, json);
}
