/* SPDX-License-Identifier: Apache-2.0 */
/* Verb dump: the messages of a trace file, one per line. */
#include <string.h>

#include "htr/htr_dump.h"
#include "trace_options.h"

static const char verb[] = "dump";

struct dump {
    enum htr_dump_format format;
    bool bytes, wrapped;
    bool to_stdout; /* then the statistics of nexrv belong to the text */
};

static int dump(void *ctx, struct htr_trace *t, FILE *out)
{
    const struct dump *d = ctx;
    struct htr_dump w;
    struct htr_dump_sum sum;
    htr_dump_init(&w, d->format, &t->cfg, out);
    w.bytes = d->bytes;
    w.stat = d->to_stdout ? out : stdout;
    int status = htr_dump_trace(&w, t, d->wrapped, &sum);
    return status == HTR_OK && (sum.damaged > 0 || sum.stopped) ? TOOL_DIFFERS : status;
}

int dump_main(int argc, char **argv)
{
    struct dump d = {0};
    struct htr_trace_options o = {.in_pieces = true};
    const char *output = "-", *format = "text", *names[HTR_DUMP_FORMATS];
    const struct tool_choice choice = {names, HTR_DUMP_FORMATS};
    int status;
    unsigned chosen;
    for (unsigned i = 0; i < HTR_DUMP_FORMATS; i++) {
        names[i] = htr_dump_name(i);
    }
    const struct tool_option options[] = {
        {.name = "format",
         .letter = 'f',
         .arg = "FORMAT",
         .choice = &choice,
         .help = " (text)",
         .string = &format},
        {.name = "bytes",
         .letter = 'b',
         .help = "text: each message byte by byte as well",
         .flag = &d.bytes},
        TRACE_OPTIONS(&o),
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "text (stdout)",
         .string = &output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "[OPTION]... TRACE",
        .text = "Print the messages of a trace file (.nex), one per line: number, offset, length, "
                "name, fields.\n"
                "No code is needed. Damaged messages are shown as such; exit status 1 when there "
                "were any.\n"
                "nexrv is the text of the task group's reference tool, byte for byte.",
        .example = "  hartrace dump T.nex\n  hartrace dump --te trTeSrcBits=2 --format jsonl T.nex",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    if (!trace_parse(&usage, argc, argv, &o.path, "TRACE", &status)) {
        return status;
    }
    if (tool_choose(verb, "format", "format", &choice, format, &chosen) != 0) {
        return TOOL_CANNOT;
    }
    d.format = (enum htr_dump_format)chosen;
    d.wrapped = o.wrapped;
    d.to_stdout = strcmp(output, "-") == 0;
    return trace_verb(&(struct trace_verb){verb, &o, output, dump, &d});
}
