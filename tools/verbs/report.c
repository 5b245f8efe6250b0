/* SPDX-License-Identifier: Apache-2.0 */
/* Verb report: what a program did, as a page for a browser. */
#include <string.h>

#include "interrupt.h"
#include "output.h"
#include "view.h"

static const char verb[] = "report";

int report_main(int argc, char **argv)
{
    struct view v = {0};
    const char *output = NULL;
    const struct tool_option options[] = {
        VIEW_OPTIONS(&v),
        FIRMWARE_OPTIONS(&v),
        {.name = "output",
         .letter = 'o',
         .arg = "FOLDER",
         .help = "the report: FOLDER/index.html, made when it is not there",
         .string = &output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE [OPTION]... -o FOLDER",
        .text = "Show what the program did, in a browser: summary, timeline of functions, flame "
                "graph, call tree,\n"
                "source with counts, traps, and the health of the trace. Open FOLDER/index.html; "
                "it needs no server\n"
                "and no network. --src all shows every hart.",
        .example = "  hartrace report T.nex --elf P.elf -o report",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    if (!view_parse(&usage, argc, argv, &v, &status)) {
        return status;
    }
    if (output == NULL || strcmp(output, "-") == 0) {
        return tool_fail(verb, NULL, "no folder for the report; add -o FOLDER");
    }
    status = view_pass(verb, &v, htv_writer_find("report"), NULL, output, NULL);
    if (status != TOOL_OK && status != TOOL_DIFFERS) {
        return status;
    }
    output_is_whole(); /* when it is interrupted, the page says so */
    return interrupted() ? TOOL_DIFFERS : status;
}
