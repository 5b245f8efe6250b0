/* SPDX-License-Identifier: Apache-2.0 */
/* Verb path: how the program came to a place. */
#include <stdio.h>

#include "terminal.h"
#include "view.h"

static const char verb[] = "path";

static int path_to(struct view *v, struct htv_path *p, bool no_color)
{
    struct terminal t;
    if (!terminal_open(&t, verb, no_color)) {
        return TOOL_CANNOT;
    }
    p->color = t.color && !p->json;
    return terminal_close(&t, verb, view_pass(verb, v, &htv_path_writer, p, "-", t.out));
}

int path_main(int argc, char **argv)
{
    struct view v = {0};
    bool no_color = false;
    struct htv_path p = {.lines = 50};
    const char *nth = "last", *format = NULL;
    const struct tool_option options[] = {
        {.name = "to",
         .arg = "PLACE",
         .help = "address, function, FILE:LINE, or end (of the trace, as before a crash)",
         .string = &p.to},
        {.name = "lines",
         .letter = 'n',
         .arg = "N",
         .help = "instructions, calls and returns before it (50)",
         .number = &p.lines,
         .positive = true},
        {.name = "nth",
         .arg = "K",
         .help = "the K-th time that it is reached, or last (last)",
         .string = &nth},
        OBJDUMP_OPTION(&p.objdump),
        FORMAT_OPTION(&format),
        NO_COLOR_OPTION(&no_color),
        VIEW_OPTIONS(&v),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE --to PLACE [-n N] [--nth K] [OPTION]...",
        .text = "Show how the program came to a place: the last instructions, calls, returns and "
                "traps before it,\n"
                "and the stack there. docs/reference/views.md describes the lines.",
        .example = "  hartrace path T.nex --elf P.elf --to panic -n 100\n"
                   "  hartrace path T.nex --elf P.elf --to end",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    if (!view_parse(&usage, argc, argv, &v, &status)) {
        return status;
    }
    if (tool_format(verb, format, &p.json) != 0 || view_path_options(verb, &p, nth) != 0) {
        return TOOL_CANNOT;
    }
    return path_to(&v, &p, no_color);
}
