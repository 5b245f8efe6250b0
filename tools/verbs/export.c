/* SPDX-License-Identifier: Apache-2.0 */
/* Verb export: what a program did, in the formats of other tools. */
#include <stdio.h>
#include <string.h>

#include "fst.h"
#include "host.h"
#include "output.h"
#include "view.h"

static const char verb[] = "export";

enum {
    WRITERS_MAX = 32
};

static int export_to(struct view *v, const struct htv_writer *w, const char *output)
{
    if ((w->wants & HTV_WANTS_PATH) != 0) {
        if (strcmp(output, "-") == 0) {
            return tool_fail(verb, NULL, "--to %s makes no stream; name a file: -o FILE", w->name);
        }
        const bool file = (w->wants & HTV_WANTS_FILE) != 0;
        const char *place = file ? output_place(verb, output, "") : output;
        v->pass.name = output;
        return place == NULL ? TOOL_CANNOT : view_pass(verb, v, w, NULL, place, NULL);
    }
    struct fst fst = {0};
    const bool waves = strcmp(w->name, "vcd") == 0; /* FST when the name asks for it */
    if (waves && fst_check(verb, output) != 0) {
        return TOOL_CANNOT;
    }
    FILE *out = waves ? fst_open(&fst, verb, output) : output_open(verb, output);
    if (out == NULL) {
        return TOOL_CANNOT;
    }
    int status = view_pass(verb, v, w, NULL, output, out);
    int closed = output_close(out);
    if (closed == 0 && waves && status >= 0) {
        closed = fst_convert(&fst);
    }
    return closed != 0 ? closed : status;
}

int export_main(int argc, char **argv)
{
    struct view v = {0};
    const char *to = NULL, *output = "-", *weigh = "instructions";
    const char *names[WRITERS_MAX];
    struct tool_choice choice = {names, 0};
    while (htv_writers[choice.n] != NULL && choice.n < WRITERS_MAX) {
        names[choice.n] = htv_writers[choice.n]->name;
        choice.n++;
    }
    const struct tool_choice *const weights = TOOL_CHOICE("instructions", "time");
    const struct tool_option options[] = {
        {.name = "to", .arg = "NAME", .choice = &choice, .help = "", .string = &to},
        VIEW_OPTIONS(&v),
        FIRMWARE_OPTIONS(&v),
        {.name = "weigh",
         .arg = "WHAT",
         .choice = weights,
         .help = ": the numbers of folded and flamegraph (instructions)",
         .string = &weigh},
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "result (stdout)",
         .string = &output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE --to NAME [OPTION]... -o FILE",
        .text = "Export what the program did: functions, calls, traps, lines, over time.\n"
                "docs/reference/exports.md describes each format. --src all exports every hart.",
        .example = "  hartrace export T.nex --elf P.elf --to folded -o P.folded",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    unsigned chosen, by;
    if (!view_parse(&usage, argc, argv, &v, &status)) {
        return status;
    }
    if (to == NULL) {
        return tool_fail(verb, NULL,
                         "no format: add --to NAME (hartrace export --help lists them)");
    }
    if (tool_choose(verb, "to", "format", &choice, to, &chosen) != 0 ||
        tool_choose(verb, "weigh", "weight", weights, weigh, &by) != 0) {
        return TOOL_CANNOT;
    }
    v.pass.weight_time = by;
    return export_to(&v, htv_writers[chosen], output);
}
