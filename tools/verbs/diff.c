/* SPDX-License-Identifier: Apache-2.0 */
/* Verb diff: two traces by meaning, or byte by byte. */
#include "htr/htr_diff.h"

#include "host.h"
#include "import.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "diff";

static void append(struct htr_list *to, const struct htr_list *more)
{
    for (unsigned i = 0; i < more->n && to->n < HTR_LIST_MAX; i++) {
        to->item[to->n++] = more->item[i];
    }
}

static void begin_pass(void *ctx, const struct htr_trace *first)
{
    (void)ctx;
    trace_progress(first, NULL);
}

static int show(const struct htr_diff_report *r, bool json)
{
    int status = r->differs ? TOOL_DIFFERS : TOOL_OK;
    if (json) {
        return tool_written(verb, htr_diff_json(r, stdout), status);
    }
    htr_diff_print(r, tool_host(verb), stdout);
    return status;
}

static int diff(const struct htr_trace_options *a, const struct htr_trace_options *b,
                const struct htr_diff_options *o, bool json)
{
    struct htr_diff *d;
    struct htr_diff_report r;
    int status = htr_diff_open(&d, tool_host(verb), a, b, o);
    if (status == HTR_OK) {
        status = htr_diff_run(d, &r);
        progress_end();
        status = status == HTR_OK ? show(&r, json) : status;
        htr_diff_close(d);
    }
    return status;
}

int diff_main(int argc, char **argv)
{
    struct htr_diff_options d = {.pass = begin_pass};
    struct htr_trace_options o = {0};
    struct htr_list te_b = {.n = 0}, param_b = {.n = 0};
    struct htr_search_options found[2];
    const char *path[2], *format = NULL;
    bool json, automatic = false;
    const struct tool_option options[] = {
        {.name = "bytes", .help = "compare bytes instead of meaning", .flag = &d.bytes},
        {.name = "times", .help = "times have to be equal too", .flag = &d.times},
        FORMAT_OPTION(&format),
        CODE_OPTIONS(&o.code),
        CODE_IN_OPTION(&o.code),
        INGRESS_OPTIONS(&o.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o),
        AUTO_OPTION(&automatic),
        {.name = "te-b", .arg = "FIELD=VALUE", .help = "as --te, for B only", .list = &te_b},
        {.name = "param-b",
         .arg = "NAME=VALUE",
         .help = "as --param, for B only",
         .list = &param_b},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "A B [CODE] [OPTION]...",
        .text = "Compare the meaning of two traces. With code (--elf, --pcinfo, --image, "
                "--ingress) both are\n"
                "decoded and what was executed is compared: modes and optimizations may differ. "
                "Without, messages\n"
                "are compared: how I-CNT and HIST are cut, repeats, synchronizing messages, empty "
                "HIST and\n"
                "timestamps may differ. Prints \"equal in meaning: ...\" (status 0), or the first "
                "difference with\n"
                "message numbers and offsets on both sides (status 1).",
        .example = "  hartrace diff A.nex B.nex\n"
                   "  hartrace diff htm.nex btm.nex --elf P.elf --te-b trTeSrcBits=2",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, path, 2);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n < 2) {
        return tool_fail(verb, NULL, "two traces are needed; usage: hartrace diff A B");
    }
    o.path = path[0];
    if (tool_format(verb, format, &json) != 0 || import_code(verb, &o.code, &o.params) != 0) {
        return TOOL_CANNOT;
    }
    struct htr_trace_options second = o;
    second.path = path[1];
    append(&second.te, &te_b);
    append(&second.params, &param_b);
    if (trace_find(verb, automatic, &found[0], &o, true) != TOOL_OK ||
        trace_find(verb, automatic, &found[1], &second, true) != TOOL_OK) {
        return TOOL_CANNOT;
    }
    return diff(&o, &second, &d, json);
}
