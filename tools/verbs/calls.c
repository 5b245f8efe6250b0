/* SPDX-License-Identifier: Apache-2.0 */
/* Verb calls: the call tree. */
#include <stdio.h>

#include "htv/htv_callview.h"
#include "terminal.h"
#include "view.h"

static const char verb[] = "calls";

static int calls_to(struct view *v, struct htv_callview *c, bool no_color)
{
    struct terminal t;
    if (!terminal_open(&t, verb, no_color)) {
        return TOOL_CANNOT;
    }
    c->color = t.color && !c->json;
    return terminal_close(&t, verb, view_pass(verb, v, &htv_callview_writer, c, "-", t.out));
}

int calls_main(int argc, char **argv)
{
    static const char *const names[] = {"instructions", "time"};
    static const struct tool_choice weights = {names, sizeof names / sizeof names[0]};
    struct view v = {0};
    bool no_color = false;
    struct htv_callview c = {0};
    const char *weigh = "instructions", *format = NULL;
    const struct tool_option options[] = {
        FORMAT_OPTION(&format),
        {.name = "depth",
         .arg = "N",
         .help = "levels of calls; deeper ones count in their caller (all)",
         .number = &c.depth,
         .positive = true},
        {.name = "min",
         .arg = "PERCENT",
         .help = "fold functions with less than PERCENT of the hart, inclusive (0)",
         .number = &c.min_percent},
        {.name = "weigh",
         .arg = "WHAT",
         .choice = &weights,
         .help = ": what percentages and the order are of (instructions)",
         .string = &weigh},
        NO_COLOR_OPTION(&no_color),
        VIEW_OPTIONS(&v),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE [--depth N] [--min PERCENT] [OPTION]...",
        .text = "Show the call tree: every chain of calls once, with the instructions spent in it, "
                "inclusive and\n"
                "in the function itself. --src all shows the tree of each hart. "
                "docs/reference/views.md describes\n"
                "the columns.",
        .example = "  hartrace calls T.nex --elf P.elf --depth 5 --min 1",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    if (!view_parse(&usage, argc, argv, &v, &status)) {
        return status;
    }
    if (tool_format(verb, format, &c.json) != 0 ||
        tool_choose(verb, "weigh", "cost", &weights, weigh, &v.pass.weight_time) != 0) {
        return TOOL_CANNOT;
    }
    if (c.min_percent > 100) {
        return tool_fail(verb, NULL, "--min %llu: a percentage, 0 to 100",
                         (unsigned long long)c.min_percent);
    }
    return calls_to(&v, &c, no_color);
}
