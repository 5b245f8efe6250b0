/* SPDX-License-Identifier: Apache-2.0 */
/* Verb decode: a trace and its code become a listing, a PC list, or binary ranges. */
#include "decode.h"
#include "import.h"

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

static int decode_all(struct trace *t, struct decode_writer *w)
{
    struct gap_meter gaps = {0};
    struct nexus_elem e;
    uint64_t left = 0, told = 0;
    gaps.skipped = t->decoder.msgs.pos; /* --wrapped */
    bool batches = decode_takes_ranges(w);
    while (!w->failed) {
        int n = batches ? decode_batch(w, &t->decoder, &e) : nexus_decoder_next(&t->decoder, &e);
        if (n > 0) {
            continue;
        }
        if (n < 0) {
            break;
        }
        gap_meter_add(&gaps, &e);
        decode_write(w, &e);
        if (e.type == NEXUS_ELEM_ERROR || e.type == NEXUS_ELEM_ADDR_NACC ||
            e.type == NEXUS_ELEM_NO_SYNC) {
            if (told++ < TOLD_MAX) {
                tell_trouble(t, &e);
            }
        } else if (e.type == NEXUS_ELEM_END) {
            left = e.value;
        }
    }
    decode_flush(w);
    gap_meter_end(&gaps, t->bytes.size - left);
    uint64_t skipped = gaps.skipped + left;
    if (left > 0) {
        tool_note(verb, t->path, "the last message is cut off, %llu bytes are left", (ull)left);
    }
    if (told > TOLD_MAX) {
        tool_note(verb, t->path, "%llu more gaps", (ull)(told - TOLD_MAX));
    }
    if (gaps.lost > 0) {
        tool_note(verb, t->path, "the encoder lost trace %llu times (overflow)", (ull)gaps.lost);
    }
    if (skipped > 0 || gaps.gaps > 0) {
        tool_note(verb, t->path, "%llu of %zu bytes were skipped; %llu instructions were decoded",
                  (ull)skipped, t->bytes.size, (ull)w->instructions);
        return TOOL_DIFFERS;
    }
    return TOOL_OK;
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
    return tool_fail(verb, NULL, "--format %s: unknown format; it is text, pcs, ranges, nexrv, jsonl or csv",
                     name);
}

static int decode(const struct trace_options *o, const char *format, const char *output)
{
    static struct trace trace;
    static struct decode_writer w;
    memset(&w, 0, sizeof w);
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
        status = decode_all(&trace, &w);
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
    const struct tool_option options[] = {
        {.name = "format",
         .letter = 'f',
         .arg = "FORMAT",
         .help = "text, pcs, ranges, nexrv, jsonl or csv (text)",
         .string = &format},
        CODE_OPTIONS(&o.code),
        INGRESS_OPTIONS(&o.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o),
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
    return decode(&o, format, output);
}
