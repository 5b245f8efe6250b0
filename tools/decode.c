/* SPDX-License-Identifier: Apache-2.0 */
/* Verb decode: a trace and its code become a listing, a PC list, or binary ranges. */
#include "decode.h"
#include "import.h"
#include "progress.h"

#include <errno.h>
#include <string.h>

static const char verb[] = "decode";

typedef unsigned long long ull;

/* Say on stderr what the listing says too: a PC list or ranges on stdout would hide it. */
static void tell_trouble(const struct trace *t, const struct nexus_elem *e)
{
    char text[DECODE_LINE];
    decode_event_text(e, text);
    tool_note(verb, t->path, "message %llu at offset %llu: %s; %s", (ull)e->msg, (ull)e->offset,
              text, trace_remedy(e));
}

enum {
    TOLD_MAX = 10
}; /* troubles told one by one */

static bool is_trouble(const struct nexus_elem *e)
{
    return e->type == NEXUS_ELEM_ERROR || e->type == NEXUS_ELEM_ADDR_NACC ||
           e->type == NEXUS_ELEM_NO_SYNC;
}

int decode_step(struct decode_run *r)
{
    struct nexus_decoder *d = &r->t->decoder;
    struct nexus_elem e;
    int n = decode_takes_ranges(r->w) ? decode_batch(r->w, d, &e) : nexus_decoder_next(d, &e);
    if (n != 0 || r->w->failed) {
        return !r->w->failed && (n > 0 || trace_refill(r->t)) ? 0 : -1;
    }
    progress_at(d->msgs.base + d->msgs.pos);
    gap_meter_add(&r->gaps, &e);
    decode_write(r->w, &e);
    if (is_trouble(&e)) {
        if (r->told++ < TOLD_MAX) {
            tell_trouble(r->t, &e);
        }
    } else if (e.type == NEXUS_ELEM_END) {
        r->left = e.value;
    }
    return 0;
}

/* Say what could not be decoded. Returns the exit status. */
static int sum_up(struct decode_run *r)
{
    const struct trace *t = r->t;
    uint64_t size = trace_size(t);
    gap_meter_end(&r->gaps, size - r->left);
    uint64_t skipped = r->gaps.skipped + r->left;
    if (r->left > 0) {
        tool_note(verb, t->path, "the last message is cut off, %llu bytes are left", (ull)r->left);
    }
    if (r->told > TOLD_MAX) {
        tool_note(verb, t->path, "%llu more gaps", (ull)(r->told - TOLD_MAX));
    }
    if (r->gaps.lost > 0) {
        tool_note(verb, t->path, "the encoder lost trace %llu times (overflow)", (ull)r->gaps.lost);
    }
    if (skipped > 0 || r->gaps.gaps > 0) {
        tool_note(verb, t->path, "%llu of %llu bytes were skipped; %llu instructions were decoded",
                  (ull)skipped, (ull)size, (ull)r->w->instructions);
        return TOOL_DIFFERS;
    }
    return TOOL_OK;
}

static int decode_all(struct trace *t, struct decode_writer *w, unsigned threads)
{
    struct decode_run r = {.t = t, .w = w};
    r.gaps.skipped = t->decoder.msgs.base + t->decoder.msgs.pos; /* --wrapped */
    if (threads > 1 && decode_parallel_fits(&r) && decode_parallel(&r, threads) != 0) {
        return TOOL_CANNOT;
    }
    while (decode_step(&r) == 0) {
    }
    decode_flush(w);
    int status = sum_up(&r);
    return t->unread ? TOOL_CANNOT : status;
}

static int parse_format(const char *name, enum decode_format *format)
{
    static const char *const names[] = {"text", "pcs", "ranges", "nexrv", "jsonl", "csv"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            *format = (enum decode_format)i;
            return 0;
        }
    }
    return tool_fail(verb, NULL,
                     "--format %s: unknown format; it is text, pcs, ranges, nexrv, jsonl or csv",
                     name);
}

static int decode(const struct trace_options *o, const char *format, const char *output,
                  unsigned threads)
{
    static struct trace trace;
    static uint8_t buffer[DECODE_BUFFER];
    struct decode_writer w = {.buffer = buffer, .room = sizeof buffer};
    if (parse_format(format, &w.format) != 0 || trace_open_decoder(&trace, verb, o) != 0) {
        return TOOL_CANNOT;
    }
    int status;
    bool standard = strcmp(output, "-") == 0;
    w.out = standard ? stdout : fopen(output, "wb");
    w.code = &trace.code;
    if (w.out == NULL) {
        status = tool_fail(verb, output, "cannot be written: %s", strerror(errno));
    } else {
        trace_progress(&trace, w.out);
        bool lines = w.format == DECODE_JSONL || w.format == DECODE_CSV; /* others: w.buffer */
        (void)setvbuf(w.out, NULL, lines ? _IOFBF : _IONBF, lines ? DECODE_BUFFER : 0);
        status = decode_all(&trace, &w, threads);
        progress_end();
        bool closed = standard ? fflush(stdout) == 0 : fclose(w.out) == 0;
        if (w.failed || !closed) {
            status = tool_fail(verb, output, "cannot be written: %s", strerror(errno));
        }
    }
    trace_close(&trace);
    return status;
}

int decode_main(int argc, char **argv)
{
    struct trace_options o = {0};
    const char *format = "text", *output = "-";
    uint64_t threads = 1;
    const struct tool_option options[] = {
        {.name = "format",
         .letter = 'f',
         .arg = "FORMAT",
         .help = "text, pcs, ranges, nexrv, jsonl or csv (text)",
         .string = &format},
        CODE_OPTIONS(&o.code),
        INGRESS_OPTIONS(&o.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o),
        {.name = "jobs",
         .letter = 'j',
         .arg = "N",
         .help = "threads, 1 to 64, for ranges, pcs and nexrv (1)",
         .number = &threads},
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "result (stdout)",
         .string = &output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE [--format FORMAT] [OPTION]... [-o FILE]",
        .text = "Decode a trace. CODE is --elf, --pcinfo, --image or --ingress. A trace that "
                "starts in the middle is\n"
                "decoded from its first synchronizing message on; what was skipped is said on "
                "stderr, and the\n"
                "exit status is 1. Formats: a listing (text), executed PCs (pcs; nexrv as the "
                "reference tool\n"
                "writes them), binary records (ranges), one element a line (jsonl, csv).",
        .example = "  hartrace decode T.nex --elf P.elf --format text | less\n"
                   "  hartrace decode T.nex --pcinfo P.pcinfo.gz --format pcs -o T.pcs",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_params,
    };
    int n = tool_parse(&usage, argc, argv, &o.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace decode TRACE CODE");
    }
    if (import_code(verb, &o.code, &o.params) != 0) {
        return TOOL_CANNOT;
    }
    if (threads < 1 || threads > 64) {
        return tool_fail(verb, NULL, "--jobs: a number from 1 to 64");
    }
    o.in_pieces = true;
    return decode(&o, format, output, (unsigned)threads);
}
