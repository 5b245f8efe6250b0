/* SPDX-License-Identifier: Apache-2.0 */
/* Verb split: a trace becomes several: one a source, or pieces that each begin with a sync. */
#include <inttypes.h>
#include <string.h>

#include "host.h"
#include "htr/htr_split.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "split";

static int split(const struct htr_trace_options *o, const char *by, struct htr_split_options *how)
{
    struct htr_trace t;
    struct htr_split_sum sum;
    how->by = strcmp(by, "src") == 0 ? HTR_SPLIT_SOURCES : HTR_SPLIT_SYNCS;
    how->wrapped = o->wrapped;
    if (how->by == HTR_SPLIT_SYNCS && strcmp(by, "sync") != 0) {
        return tool_fail(verb, NULL, "--by %s: unknown; it is src or sync", by);
    }
    int status = htr_trace_open(&t, tool_host(verb), o);
    if (status != HTR_OK) {
        return status;
    }
    trace_progress(&t, NULL);
    status = htr_split(&t, how, &sum);
    progress_end();
    htr_trace_close(&t);
    if (status == HTR_OK) {
        tool_note(verb, o->path, "%" PRIu64 " files", sum.files);
    }
    if (status == HTR_OK && sum.damaged > 0) {
        tool_note(verb, o->path, "%" PRIu64 " damaged messages%s", sum.damaged,
                  how->by == HTR_SPLIT_SOURCES ? " are in none of the files" : "");
        return TOOL_DIFFERS;
    }
    return status;
}

int split_main(int argc, char **argv)
{
    struct htr_split_options how = {0};
    struct htr_trace_options o = {0};
    const char *by = "src";
    const struct tool_option options[] = {
        {.name = "by",
         .arg = "WHAT",
         .choice = TOOL_CHOICE("src", "sync"),
         .help = " (src)",
         .string = &by},
        {.name = "least",
         .arg = "BYTES",
         .help = "sync: least size of a piece in bytes (0)",
         .number = &how.least},
        TRACE_OPTIONS(&o),
        {.name = "output",
         .letter = 'o',
         .arg = "PREFIX",
         .help = "names are PREFIX.srcN.nex or PREFIX.NNNN.nex",
         .string = &how.prefix},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE --by src|sync [OPTION]... -o PREFIX",
        .text = "Split a trace by source, or into pieces that begin with a synchronizing message "
                "and can be decoded\n"
                "separately. Concatenated in order, the pieces are the original trace.",
        .example = "  hartrace split T.nex --te trTeSrcBits=2 -o T\n"
                   "  hartrace split T.nex --by sync --least 65536 -o T",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int status;
    if (!trace_parse(&usage, argc, argv, &o.path, "TRACE -o PREFIX", &status)) {
        return status;
    }
    if (how.prefix == NULL) {
        return tool_fail(verb, NULL, "no output: add -o PREFIX");
    }
    return split(&o, by, &how);
}
