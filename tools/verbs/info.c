/* SPDX-License-Identifier: Apache-2.0 */
/* Verb info: what raw bytes are, how sure that is, and how to decode them. */
#include "htr/htr_info.h"

#include "decode_line.h"
#include "host.h"
#include "progress.h"
#include "target.h"
#include "trace_options.h"

static const char verb[] = "info";

static void begin_pass(void *ctx, const struct htr_trace *t)
{
    (void)ctx;
    trace_progress(t, NULL);
}

static int describe(const struct htr_trace_options *o, bool json)
{
    struct htr_info i;
    int status = htr_info_of(&i, tool_host(verb), o, begin_pass, NULL);
    progress_end();
    if (status != HTR_OK) {
        return status;
    }
    status = i.what == HTR_INFO_UNKNOWN ? TOOL_DIFFERS : TOOL_OK;
    if (json) {
        return tool_written(verb, htr_info_json(&i, stdout), status);
    }
    htr_info_print(&i, stdout);
    if (i.searched && i.search.clear) {
        decode_line_print(&i, o->code.elf);
    }
    return status;
}

int info_main(int argc, char **argv)
{
    const char *path[HTR_LIST_MAX];
    struct target_options target = {.io = NULL};
    struct htr_trace_options o = {.path = NULL};
    const char *format = NULL;
    bool json;
    const struct tool_option options[] = {
        FORMAT_OPTION(&format),
        {.name = "elf",
         .arg = "FILE",
         .help = "the code that ran: all settings are found by decoding",
         .string = &o.code.elf},
        {.name = "te", .arg = "FIELD=VALUE", .help = TE_OPTION_HELP, .list = &o.te},
        {.name = "param", .arg = "NAME=VALUE", .help = PARAM_OPTION_HELP, .list = &o.params},
        TARGET_OPTIONS(target),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .synopsis = "FILE [--elf FILE]\n       hartrace info --io HOW --dtb FILE [encoder-0 | "
                    "ramsink-0 | ...]...",
        .text = "Identify a file. Of raw trace bytes: the width of SRC, history or branch trace,\n"
                "timestamps, synchronizing messages and the distance between them, idle bytes, the "
                "place where a\n"
                "ring buffer begins, and how to decode it. The output separates what is certain "
                "from what is a guess.\n"
                "With --io: what the components of a live target can do, found by trying. A "
                "component that runs is not probed.",
        .example = "  hartrace info BUFFER.bin",
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, path, HTR_LIST_MAX);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (tool_format(verb, format, &json) != 0) {
        return TOOL_CANNOT;
    }
    if (target.io != NULL || target.dtb != NULL) {
        return target_info(&target, path, n, json);
    }
    if (n != 1) {
        return tool_fail(verb, n == 0 ? NULL : path[1],
                         n == 0 ? "no file; usage: hartrace info FILE" : "one file at a time");
    }
    o.path = path[0];
    return describe(&o, json);
}
