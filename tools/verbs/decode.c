/* SPDX-License-Identifier: Apache-2.0 */
/* Verb decode: a trace and its code become a listing, a PC list, or binary ranges. */
#include "decode.h"
#include "host.h"
#include "import.h"
#include "output.h"
#include "progress.h"

#include <string.h>

static const char verb[] = "decode";

typedef unsigned long long ull;

/* "source N: " where there are several. */
static const char *source_text(const struct decode_run *r)
{
    static char text[24];
    snprintf(text, sizeof text, "source %u: ", r->t->src);
    return r->w->sources ? text : "";
}

/* Say on stderr what the listing says too: a PC list or ranges on stdout would hide it. */
static void tell_trouble(const struct decode_run *r, const struct flow_elem *e)
{
    char text[DECODE_LINE];
    decode_event_text(e, text);
    tool_note(verb, r->t->path, "%smessage %llu at offset %llu: %s; %s", source_text(r),
              (ull)e->msg, (ull)e->offset, text, htr_trace_remedy(e));
}

enum {
    TOLD_MAX = 10
}; /* troubles told one by one */

static bool is_trouble(const struct flow_elem *e)
{
    return e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_ADDR_NACC ||
           e->type == FLOW_ELEM_NO_SYNC;
}

/* Without --src all messages are taken for those of one hart. */
static void look_at_source(struct decode_run *r, const struct flow_elem *e)
{
    if (r->t->one_source || r->t->cfg.src_bits == 0 || e->type == FLOW_ELEM_END) {
        return;
    }
    if (!r->begun) {
        r->begun = true;
        r->src = e->src;
    } else if (!r->mixed && e->src != r->src) {
        r->mixed = true;
        tool_note(verb, r->t->path,
                  "message %llu at offset %llu is of source %u, the first was of source %u, and "
                  "both are decoded as one hart; add --src all, or --src N",
                  (ull)e->msg, (ull)e->offset, e->src, r->src);
    }
}

bool decode_is_other(const struct flow_elem *e)
{
    return e->type == FLOW_ELEM_UNKNOWN || e->type == FLOW_ELEM_CUSTOM ||
           e->type == FLOW_ELEM_DATA || e->type == FLOW_ELEM_OTHER || e->type == FLOW_ELEM_SWTRACE;
}

/* A PC list or ranges do not show such a message. */
static void look_at_tcode(struct decode_run *r, const struct flow_elem *e)
{
    if (!decode_is_other(e) || r->allow_other || !decode_takes_ranges(r->w)) {
        return;
    }
    if (r->others++ == 0) {
        tool_note(verb, r->t->path,
                  "message %llu at offset %llu has TCODE %u (%s), which is not a program trace "
                  "message: damaged? If such messages are expected, add --allow-other",
                  (ull)e->msg, (ull)e->offset, e->code, nexus_tcode_name(e->code));
    }
}

void decode_take(struct decode_run *r, const struct flow_elem *e)
{
    htr_gap_meter_add(&r->gaps, e);
    decode_write(r->w, e);
    look_at_tcode(r, e);
    if (is_trouble(e)) {
        if (r->told++ < TOLD_MAX) {
            tell_trouble(r, e);
        }
    } else if (e->type == FLOW_ELEM_END) {
        r->left = e->value;
    } else {
        look_at_source(r, e);
    }
}

int decode_step(struct decode_run *r)
{
    struct nexus_decoder *d = &r->t->decoder;
    struct flow_elem e;
    int n = decode_takes_ranges(r->w)                ? decode_batch(r->w, d, r, &e)
            : htr_tree_next(r->tree, r->decoder, &e) ? 0
                                                     : -1;
    if (n != 0 || r->w->failed) {
        return !r->w->failed && n > 0 ? 0 : -1;
    }
    progress_at(d->msgs.base + d->msgs.pos);
    decode_take(r, &e);
    return 0;
}

int decode_sum_up(struct decode_run *r)
{
    const struct htr_trace *t = r->t;
    const char *who = source_text(r);
    uint64_t size = htr_trace_size(t);
    htr_gap_meter_end(&r->gaps, size - r->left);
    uint64_t skipped = r->gaps.skipped + r->left;
    if (t->decoder.flow.msgs == 0 && r->left == 0 && !t->unread) {
        return tool_fail(verb, t->path,
                         "holds no messages, only idle bytes; was the trace started?");
    }
    if (r->others > 1) {
        tool_note(verb, t->path, "%s%llu message%s outside program trace", who, (ull)r->others,
                  htr_s(r->others));
    }
    if (r->left > 0) {
        tool_note(verb, t->path, "%sthe last message is cut off, %llu byte%s left", who,
                  (ull)r->left, htr_s(r->left));
    }
    if (r->told > TOLD_MAX) {
        tool_note(verb, t->path, "%s%llu more gaps", who, (ull)(r->told - TOLD_MAX));
    }
    if (r->gaps.lost > 0) {
        tool_note(verb, t->path, "%sthe encoder lost trace %llu time%s (overflow)", who,
                  (ull)r->gaps.lost, htr_s(r->gaps.lost));
    }
    if (skipped > 0 || r->gaps.gaps > 0) {
        uint64_t decoded = r->w->sources ? t->decoder.flow.insns : r->w->instructions;
        tool_note(verb, t->path, "%s%llu of %llu bytes skipped; %llu instruction%s decoded", who,
                  (ull)skipped, (ull)size, (ull)decoded, htr_s(decoded));
    }
    return skipped > 0 || r->gaps.gaps > 0 || r->mixed || r->others > 0 ? TOOL_DIFFERS : TOOL_OK;
}

static int decode_run(struct decode_run *r, unsigned threads)
{
    if (threads > 1 && decode_parallel_fits(r) && decode_parallel(r, threads) != 0) {
        return TOOL_CANNOT;
    }
    while (decode_step(r) == 0) {
    }
    decode_flush(r->w);
    int status = decode_sum_up(r);
    return r->t->unread ? TOOL_CANNOT : status;
}

static int decode_all(struct htr_trace *t, struct decode_writer *w, unsigned threads,
                      bool allow_other)
{
    struct htr_tree tree;
    struct decode_run r = {.t = t, .tree = &tree, .w = w, .allow_other = allow_other};
    htr_tree_init(&tree, tool_host(verb), NULL, 0);
    int status = decode_plant(&r);
    status = status == 0 && htr_tree_begin(&tree) == 0 ? decode_begin(&r) : TOOL_CANNOT;
    if (status == 0) {
        trace_progress(t, w->out);
        status = decode_run(&r, threads);
        progress_end();
    }
    htr_tree_close(&tree);
    return status;
}
static const char *const formats[] = {
    [DECODE_TEXT] = "text",   [DECODE_PCS] = "pcs",     [DECODE_RANGES] = "ranges",
    [DECODE_NEXRV] = "nexrv", [DECODE_JSONL] = "jsonl", [DECODE_CSV] = "csv",
};
static const struct tool_choice choice = {formats, sizeof formats / sizeof formats[0]};

static int parse_format(const char *name, enum decode_format *format)
{
    unsigned chosen = DECODE_TEXT;
    int status = tool_choose(verb, "format", "format", &choice, name, &chosen);
    *format = (enum decode_format)chosen;
    return status;
}

struct decode_options {
    struct htr_trace_options trace;
    const char *format, *output, *order;
    bool allow_other, follow;
    uint64_t threads, timeout;
};

static bool all_sources(const struct decode_options *o)
{
    return o->trace.src != NULL && strcmp(o->trace.src, "all") == 0;
}

int decode_open_output(struct decode_writer *w)
{
    bool lines = w->format == DECODE_JSONL || w->format == DECODE_CSV; /* others: w.buffer */
    w->out = output_open(verb, w->path);
    if (w->out == NULL) {
        return TOOL_CANNOT;
    }
    (void)setvbuf(w->out, NULL, lines ? _IOFBF : _IONBF, lines ? DECODE_BUFFER : 0);
    return 0;
}

int decode_close_output(const struct decode_writer *w, int status)
{
    int closed = output_close(w->out);
    return closed != 0 ? closed : status;
}

static int decode_one(const struct decode_options *o, struct decode_writer *w)
{
    struct htr_trace trace = {0};
    if (htr_trace_open_decoder(&trace, tool_host(verb), &o->trace) != 0) {
        return TOOL_CANNOT;
    }
    w->code = &trace.code;
    int status = decode_all(&trace, w, (unsigned)o->threads, o->allow_other);
    htr_trace_close(&trace);
    return status;
}

static int decode(struct decode_options *o, enum decode_format format)
{
    uint8_t buffer[DECODE_BUFFER] = {0};
    struct decode_writer w = {
        .format = format, .path = o->output, .buffer = buffer, .room = sizeof buffer};
    if (decode_open_output(&w) != 0 || import_code(verb, &o->trace.code, &o->trace.params) != 0) {
        return TOOL_CANNOT;
    }
    const struct decode_follow follow = {o->timeout, all_sources(o), o->allow_other};
    int status = o->follow        ? decode_follow(&o->trace, &follow, &w)
                 : all_sources(o) ? decode_sources(&o->trace, o->order, &w)
                                  : decode_one(o, &w);
    return decode_close_output(&w, status);
}

/* Returns 0, or TOOL_CANNOT after a message. */
static int check_options(const struct decode_options *o, enum decode_format *format)
{
    if (parse_format(o->format, format) != 0) {
        return TOOL_CANNOT;
    }
    if (o->threads < 1 || o->threads > 64) {
        return tool_fail(verb, NULL, "--jobs: a number from 1 to 64");
    }
    if (o->order != NULL && strcmp(o->order, "time") != 0 && strcmp(o->order, "stream") != 0) {
        return tool_fail(verb, NULL, "--order %s: unknown; it is time or stream", o->order);
    }
    if (all_sources(o) && *format != DECODE_TEXT && *format != DECODE_JSONL &&
        *format != DECODE_CSV) {
        return tool_fail(verb, NULL,
                         "--format %s has no place for the source; with --src all it is text, "
                         "jsonl or csv",
                         o->format);
    }
    if (o->follow && o->order != NULL && strcmp(o->order, "time") == 0) {
        return tool_fail(verb, NULL,
                         "--order time: --follow cannot know what is still to come; leave it out");
    }
    if (o->timeout != 0 && !o->follow) {
        return tool_fail(verb, NULL, "--follow-timeout needs --follow");
    }
    return 0;
}

int decode_main(int argc, char **argv)
{
    struct decode_options o = {.format = "text", .output = "-", .threads = 1};
    enum decode_format format = DECODE_TEXT;
    const struct tool_option options[] = {
        {.name = "format",
         .letter = 'f',
         .arg = "FORMAT",
         .choice = &choice,
         .help = " (text)",
         .string = &o.format},
        CODE_OPTIONS(&o.trace.code),
        CODE_IN_OPTION(&o.trace.code),
        INGRESS_OPTIONS(&o.trace.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o.trace),
        {.name = "order",
         .arg = "ORDER",
         .help = "--src all: time, or stream: in the order of the messages (time, when there are "
                 "timestamps)",
         .string = &o.order},
        {.name = "allow-other",
         .help = "messages that are not of program trace (data, vendor, reserved) are not errors",
         .flag = &o.allow_other},
        {.name = "follow",
         .help = "bytes as they come: a pipe, or a file that grows; until Ctrl-C or the end of the "
                 "pipe",
         .flag = &o.follow},
        {.name = "follow-timeout",
         .arg = "SECONDS",
         .help = "--follow: end when nothing has come for SECONDS",
         .number = &o.timeout},
        {.name = "jobs",
         .letter = 'j',
         .arg = "N",
         .help = "threads, 1 to 64, for ranges, pcs and nexrv (1)",
         .number = &o.threads},
        {.name = "output",
         .letter = 'o',
         .arg = "FILE",
         .help = "result (stdout)",
         .string = &o.output},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "TRACE CODE [--format FORMAT] [OPTION]... [-o FILE]",
        .text =
            "Decode a trace. CODE is --elf, --pcinfo, --image or --ingress. A trace that "
            "starts in the middle is\n"
            "decoded from its first synchronizing message on; what was skipped is reported on "
            "stderr, and the\n"
            "exit status is 1. Formats: a listing (text), executed PCs (pcs; nexrv as the "
            "reference tool\n"
            "writes them), binary records (ranges), one element per line (jsonl, csv). With "
            "--src all each source\n"
            "is decoded separately, and the elements are merged in order of time. With --follow "
            "they are written as soon\n"
            "as they are decoded, those of several sources in the order of their messages.",
        .example = "  hartrace decode T.nex --elf P.elf --format text | less\n"
                   "  hartrace decode T.nex --elf P.elf --follow\n"
                   "  hartrace decode T.nex --elf P.elf --te trTeSrcBits=4 --te trTsEnable=1 --src "
                   "all\n"
                   "  hartrace decode T.nex --pcinfo P.pcinfo.gz --format pcs -o T.pcs",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, &o.trace.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace decode TRACE CODE");
    }
    if (check_options(&o, &format) != 0) {
        return TOOL_CANNOT;
    }
    o.trace.in_pieces = true;
    o.trace.keep_frames = true;
    return decode(&o, format);
}
