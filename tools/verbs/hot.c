/* SPDX-License-Identifier: Apache-2.0 */
/* Verb hot: what costs most. */
#include <stdio.h>
#include <string.h>

#include "htv/htv_hot.h"
#include "terminal.h"
#include "view.h"

static const char verb[] = "hot";

static int hot_to(struct view *v, struct htv_hot *h, bool no_color)
{
    struct terminal t;
    if (!terminal_open(&t, verb, no_color)) {
        return TOOL_CANNOT;
    }
    h->color = t.color && !h->json;
    return terminal_close(&t, verb, view_pass(verb, v, htv_hot_writer(h), h, "-", t.out));
}

/* Returns 0, or TOOL_CANNOT after a message. */
static int check_options(struct view *v, struct htv_hot *h, const char *predictor,
                         const char *weigh)
{
    v->pass.weight_time = strcmp(weigh, "time") == 0;
    if (!v->pass.weight_time && strcmp(weigh, "instructions") != 0) {
        return tool_fail(verb, NULL, "--weigh %s: unknown; it is instructions or time", weigh);
    }
    if (v->pass.weight_time && h->by != HTV_HOT_FUNCTION) {
        return tool_fail(verb, NULL, "--weigh time: only functions have times; add --by function");
    }
    if (predictor == NULL) {
        return 0;
    }
    if (strcmp(predictor, "2bit") != 0) {
        return tool_fail(verb, NULL, "--predictor %s: unknown; it is 2bit", predictor);
    }
    if (h->by != HTV_HOT_BRANCH) {
        return tool_fail(verb, NULL, "--predictor: it predicts branches; add --by branch");
    }
    h->predictor = HTV_PREDICT_2BIT;
    return 0;
}

int hot_main(int argc, char **argv)
{
    static const char *const names[] = {"function", "line", "branch", "instruction"};
    static const struct tool_choice by = {names, sizeof names / sizeof names[0]};
    struct view v = {0};
    bool no_color = false;
    struct htv_hot h = {.limit = 20};
    const char *what = "function", *predictor = NULL, *weigh = "instructions", *format = NULL;
    const struct tool_option options[] = {
        {.name = "by", .arg = "WHAT", .choice = &by, .help = " (function)", .string = &what},
        FORMAT_OPTION(&format),
        {.name = "limit", .arg = "N", .help = "rows at most; 0: all (20)", .number = &h.limit},
        {.name = "predictor",
         .arg = "MODEL",
         .choice = TOOL_CHOICE("2bit"),
         .help = ", with --by branch: count wrong predictions of a two-bit counter per branch",
         .string = &predictor},
        {.name = "weigh",
         .arg = "WHAT",
         .choice = TOOL_CHOICE("instructions", "time"),
         .help = ": what functions are sorted by (instructions)",
         .string = &weigh},
        NO_COLOR_OPTION(&no_color),
        VIEW_OPTIONS(&v),
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE [--by WHAT] [OPTION]...",
        .text = "Show what costs most: functions, source lines, conditional branches or single "
                "instructions.\n"
                "--src all adds up every hart. docs/reference/views.md describes the columns.",
        .example = "  hartrace hot T.nex --elf P.elf\n"
                   "  hartrace hot T.nex --elf P.elf --by branch --predictor 2bit --limit 10",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    unsigned chosen;
    if (!view_parse(&usage, argc, argv, &v, &status)) {
        return status;
    }
    if (tool_choose(verb, "by", "kind of row", &by, what, &chosen) != 0) {
        return TOOL_CANNOT;
    }
    h.by = (enum htv_hot_by)chosen;
    if (tool_format(verb, format, &h.json) != 0 || check_options(&v, &h, predictor, weigh) != 0) {
        return TOOL_CANNOT;
    }
    return hot_to(&v, &h, no_color);
}
