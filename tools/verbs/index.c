/* SPDX-License-Identifier: Apache-2.0 */
/* Verb index: where the synchronizing messages of a trace are. */
#include <inttypes.h>

#include "htr/htr_index.h"
#include "trace_options.h"

static const char verb[] = "index";

/* The sources, on stderr. */
static void tell_sources(const struct htr_trace *t, const struct nexus_index *ix)
{
    for (size_t i = 0; i < ix->sources; i++) {
        const struct nexus_index_source *s = &ix->source[i];
        tool_note(verb, t->path,
                  "source %u: %" PRIu64 " message%s, %" PRIu64 " sync%s, at most %" PRIu64
                  " byte%s apart",
                  s->src, s->messages, htr_s(s->messages), s->syncs, htr_s(s->syncs), s->longest,
                  htr_s(s->longest));
    }
}

struct index {
    enum htr_index_format format;
    bool wrapped;
};

static int make_index(void *ctx, struct htr_trace *t, FILE *out)
{
    const struct index *how = ctx;
    struct htr_index *x;
    uint64_t entries;
    int status = htr_index_open(&x, t, how->wrapped);
    if (status != HTR_OK) {
        return status;
    }
    status = htr_index_write(x, how->format, out, &entries);
    tell_sources(t, htr_index_sums(x));
    if (status == HTR_OK && entries == 0) {
        tool_note(verb, t->path, "no synchronizing message; hartrace info suggests why");
    }
    bool good = entries > 0 && htr_index_sums(x)->damaged == 0;
    htr_index_close(x);
    return status == HTR_OK && !good ? TOOL_DIFFERS : status;
}

int index_main(int argc, char **argv)
{
    struct index how = {0};
    struct htr_trace_options o = {.in_pieces = true};
    const char *format = "text", *output = "-", *names[HTR_INDEX_FORMATS];
    const struct tool_choice choice = {names, HTR_INDEX_FORMATS};
    int status;
    unsigned chosen;
    for (unsigned i = 0; i < HTR_INDEX_FORMATS; i++) {
        names[i] = htr_index_name(i);
    }
    const struct tool_option options[] = {
        {.name = "format",
         .letter = 'f',
         .arg = "FORMAT",
         .choice = &choice,
         .help = " (text)",
         .string = &format},
        TRACE_OPTIONS(&o),
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "the index (stdout)",
         .string = &output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE [OPTION]... [-o FILE]",
        .text = "List the synchronizing messages of a trace, where decoding can begin: number, "
                "offset, source, address,\n"
                "reason, time. On stderr: the largest distance between two.",
        .example = "  hartrace index T.nex --te trTeSrcBits=2 --format csv",
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
    how.format = (enum htr_index_format)chosen;
    how.wrapped = o.wrapped;
    return trace_verb(&(struct trace_verb){verb, &o, output, make_index, &how});
}
