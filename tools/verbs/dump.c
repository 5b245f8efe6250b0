/* SPDX-License-Identifier: Apache-2.0 */
/* Verb dump: the messages of a trace file, one a line. */
#include <string.h>

#include "dump.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "trace_options.h"

static const char verb[] = "dump";

struct dump {
    struct htr_trace trace;
    struct dump_writer w;
    uint64_t number, damaged, extra;
};

/* What the decoder moved over between two messages: idle bytes. */
static void show_between(struct dump *p, uint64_t from, uint64_t to)
{
    uint8_t idle[256];
    memset(idle, 0xFF, sizeof idle);
    while (to > from) {
        size_t n = to - from < sizeof idle ? (size_t)(to - from) : sizeof idle;
        dump_between(&p->w, idle, n);
        from += n;
    }
}

static int tell_damage(const struct dump *p)
{
    const struct htr_trace *t = &p->trace;
    const char *try = "check --te trTeSrcBits and --te trTsEnable; hartrace info guesses them";
    if (!t->cfg.timestamps && p->extra * 2 > p->damaged) {
        try = "most of them have extra data after the last field, as timestamps are: add --te "
              "trTsEnable=1";
    }
    tool_note(verb, t->path, "%llu damaged messages of %llu; %s", (unsigned long long)p->damaged,
              (unsigned long long)p->number, try);
    return TOOL_DIFFERS;
}

static int dump_all(struct dump *p)
{
    struct htr_trace *t = &p->trace;
    const struct nexus_msg_decoder *d = &t->decoder.msgs;
    struct nexus_msg m;
    int status;
    uint64_t end = d->base + d->pos;
    if (d->base == 0) { /* what --wrapped left out */
        dump_between(&p->w, d->data, d->pos);
    }
    while ((status = htr_trace_next(t, &m)) != NEXUS_ERR_END) {
        if (interrupted() || p->w.text.failed) {
            return TOOL_DIFFERS;
        }
        bool wide = status == NEXUS_ERR_OVERSIZE && t->te.extra.oversize;
        p->damaged += status != NEXUS_OK && !wide;
        p->extra += status == NEXUS_ERR_EXTRA;
        show_between(p, end, m.offset);
        if (!t->one_source || m.src == t->src) {
            dump_message(&p->w, p->number, &m, wide ? NEXUS_OK : status);
        }
        end = m.offset + m.length;
        progress_at(end);
        p->number++;
    }
    uint64_t left = d->size - d->pos;
    bool idle = true;
    for (size_t i = d->pos; i < d->size; i++) {
        idle = idle && (d->data[i] & 3) == 3;
    }
    show_between(p, end, d->base + d->pos);
    if (idle) {
        dump_between(&p->w, d->data + d->pos, (size_t)left);
    }
    dump_end(&p->w);
    if (left > 0 && !idle) {
        tool_note(verb, t->path, "the last message is cut off: %llu byte%s left at offset %llu",
                  (unsigned long long)left, htr_s(left), (unsigned long long)(d->base + d->pos));
        p->damaged++;
    }
    int damage = p->damaged > 0 ? tell_damage(p) : TOOL_OK;
    return t->unread ? TOOL_CANNOT : damage;
}

static int start(struct dump *p, const struct htr_trace_options *o)
{
    struct htr_trace *t = &p->trace;
    struct nexus_stream_cfg cfg = t->cfg;
    /* The reference tool takes a timestamp wherever there is one. */
    cfg.timestamps = cfg.timestamps || p->w.format == DUMP_NEXRV;
    t->cfg = cfg;
    p->w.cfg = &t->cfg;
    return htr_trace_begin(t, o->wrapped);
}

static const char *const formats[] = {
    [DUMP_TEXT] = "text",
    [DUMP_NEXRV] = "nexrv",
    [DUMP_JSONL] = "jsonl",
    [DUMP_CSV] = "csv",
};
static const struct tool_choice choice = {formats, sizeof formats / sizeof formats[0]};

int dump_main(int argc, char **argv)
{
    struct dump p = {0};
    struct htr_trace_options o = {0};
    const char *output = "-", *format = "text";
    memset(&p, 0, sizeof p);
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
         .flag = &p.w.bytes},
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
    int n = tool_parse(&usage, argc, argv, &o.path, 1);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n == 0) {
        return tool_fail(verb, NULL, "no trace file; usage: hartrace dump TRACE");
    }
    struct htr_trace *t = &p.trace;
    o.in_pieces = true;
    unsigned chosen;
    if (tool_choose(verb, "format", "format", &choice, format, &chosen) != 0) {
        return TOOL_CANNOT;
    }
    p.w.format = (enum dump_format)chosen;
    if ((p.w.text.out = output_open(verb, output)) == NULL ||
        htr_trace_open(t, tool_host(verb), &o) != 0) {
        return TOOL_CANNOT;
    }
    p.w.stat = strcmp(output, "-") == 0 ? p.w.text.out : stdout;
    int status = TOOL_CANNOT;
    if (start(&p, &o) == 0) {
        trace_progress(t, p.w.text.out);
        status = dump_all(&p);
        progress_end();
    }
    int closed = output_close(p.w.text.out);
    htr_trace_close(t);
    return closed != 0 ? closed : status;
}
