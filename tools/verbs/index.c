/* SPDX-License-Identifier: Apache-2.0 */
/* Verb index: where the synchronizing messages of a trace stand. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "nexus/nexus_index.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "index";

enum {
    ENTRIES = 1024, /* at a time */
    SOURCES = 1 << NEXUS_MAX_SRC_BITS
};

struct indexer {
    struct htr_trace trace;
    struct nexus_index ix;
    struct nexus_index_entry entry[ENTRIES];
    struct nexus_index_source source[SOURCES];
    uint8_t buffer[NEXUS_PIECES_BUFFER];
    FILE *out;
    bool csv;
    uint64_t written;
};

static void write_entry(struct indexer *x, const struct nexus_index_entry *e)
{
    if (x->csv) {
        if (x->written == 0) {
            fputs("offset,msg,src,tcode,sync,address,time\n", x->out);
        }
        fprintf(x->out, "%" PRIu64 ",%" PRIu64 ",%u,%u,%u,0x%" PRIx64 ",", e->offset, e->msg,
                e->src, e->tcode, e->sync, e->addr);
        if (e->time_known) {
            fprintf(x->out, "%" PRIu64, e->time);
        }
        fputc('\n', x->out);
    } else {
        fprintf(x->out, "#%" PRIu64 " @%" PRIu64 " ", e->msg, e->offset);
        if (x->trace.cfg.src_bits > 0) {
            fprintf(x->out, "SRC=%u ", e->src);
        }
        fprintf(x->out, "%s 0x%" PRIx64 " %s", nexus_tcode_name(e->tcode), e->addr,
                htr_trace_sync_name(e->sync));
        if (e->time_known) {
            fprintf(x->out, " time %" PRIu64, e->time);
        }
        fputc('\n', x->out);
    }
    x->written++;
}

static void write_entries(struct indexer *x)
{
    for (size_t i = 0; i < x->ix.count; i++) {
        const struct nexus_index_entry *e = &x->entry[i];
        if (!x->trace.one_source || e->src == x->trace.src) {
            write_entry(x, e);
        }
    }
    x->ix.count = 0;
}

static int scan(struct indexer *x, bool wrapped)
{
    const struct htr_bytes *in = &x->trace.bytes;
    size_t at = 0, taken;
    uint64_t before = 0; /* bytes of the pieces before this one */
    if (nexus_index_init(&x->ix, &x->trace.cfg, x->entry, ENTRIES, x->source, SOURCES, x->buffer,
                         sizeof x->buffer) != NEXUS_OK) {
        return tool_fail(verb, NULL, "no decoder can have these options; see --help");
    }
    if (wrapped) {
        nexus_index_seek(&x->ix, 0, 0, true);
    }
    int status;
    trace_progress(&x->trace, x->out);
    do {
        status = nexus_index_data(&x->ix, in->bytes + at, in->size - at, &taken);
        at += taken;
        progress_at(before + at);
        write_entries(x);
        if (status != NEXUS_ERR_NOSPACE) {
            before += at;
            at = 0;
        }
    } while (!interrupted() && (status == NEXUS_ERR_NOSPACE ||
                                (status == NEXUS_OK && htr_trace_next_bytes(&x->trace))));
    progress_end();
    for (size_t i = 0; i < x->ix.sources; i++) {
        const struct nexus_index_source *s = &x->source[i];
        tool_note(verb, x->trace.path,
                  "source %u: %" PRIu64 " message%s, %" PRIu64 " sync%s, at most %" PRIu64
                  " byte%s apart",
                  s->src, s->messages, htr_s(s->messages), s->syncs, htr_s(s->syncs), s->longest,
                  htr_s(s->longest));
    }
    if (x->trace.unread) {
        return TOOL_CANNOT;
    }
    if (x->written == 0) {
        tool_note(verb, x->trace.path, "no synchronizing message; hartrace info suggests why");
        return TOOL_DIFFERS;
    }
    return x->ix.damaged > 0 ? TOOL_DIFFERS : TOOL_OK;
}

enum {
    INDEX_TEXT,
    INDEX_CSV
};

static const char *const formats[] = {[INDEX_TEXT] = "text", [INDEX_CSV] = "csv"};
static const struct tool_choice choice = {formats, sizeof formats / sizeof formats[0]};

static int make_index(struct indexer *x, const struct htr_trace_options *o, const char *format,
                      const char *output)
{
    unsigned chosen;
    if (tool_choose(verb, "format", "format", &choice, format, &chosen) != 0) {
        return TOOL_CANNOT;
    }
    x->csv = chosen == INDEX_CSV;
    struct htr_trace_options pieces = *o;
    pieces.in_pieces = true;
    x->out = output_open(verb, output);
    if (x->out == NULL || htr_trace_open(&x->trace, tool_host(verb), &pieces) != 0) {
        return TOOL_CANNOT;
    }
    int status = scan(x, o->wrapped);
    int closed = output_close(x->out);
    htr_trace_close(&x->trace);
    return closed != 0 ? closed : status;
}

int index_main(int argc, char **argv)
{
    struct indexer *x = calloc(1, sizeof *x);
    struct htr_trace_options o = {0};
    const char *format = "text", *output = "-";
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
    int n = tool_parse(&usage, argc, argv, &o.path, 1);
    int status = n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    if (x == NULL) {
        status = tool_fail(verb, NULL, "not enough memory");
    } else if (n == 0) {
        status = tool_fail(verb, NULL, "no trace file; usage: hartrace index TRACE");
    } else if (n > 0) {
        status = make_index(x, &o, format, output);
    }
    free(x);
    return status;
}
