/* SPDX-License-Identifier: Apache-2.0 */
/* Verb diff: two traces by meaning, or byte by byte. */
#include <inttypes.h>
#include <string.h>

#include "diff.h"
#include "import.h"
#include "progress.h"
#include "host.h"

static const char verb[] = "diff";

struct diff {
    struct diff_side a, b;
    bool times, bytes, json;
    struct diff_report report;
};

static void note_item(struct diff_place *p, const struct diff_item *i)
{
    p->msg = i->msg;
    p->offset = i->offset;
    p->timed = i->timed;
    p->time = i->time;
    diff_text(i, p->text, sizeof p->text);
}

static int differ(struct diff *d, const struct diff_item *a, const struct diff_item *b,
                  bool in_time)
{
    d->report.differs = true;
    d->report.in_time = in_time;
    note_item(&d->report.place[0], a);
    note_item(&d->report.place[1], b);
    return TOOL_DIFFERS;
}

/* B-TYPE 1 leaves open what 2 and 3 tell apart. */
static bool same_btype(uint8_t a, uint8_t b)
{
    return a == b || (a == NEXUS_BTYPE_TRAP && b != NEXUS_BTYPE_INDIRECT) ||
           (b == NEXUS_BTYPE_TRAP && a != NEXUS_BTYPE_INDIRECT);
}

static bool same(const struct diff_item *a, const struct diff_item *b)
{
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case DIFF_END:
        return true;
    case DIFF_BRANCH:
        return a->a == b->a && a->b == b->b && a->c == b->c && a->known == b->known &&
               a->d == b->d && same_btype(a->code, b->code);
    case DIFF_TRAP:
        return a->a == b->a && (!a->known || !b->known || a->d == b->d) &&
               same_btype(a->code, b->code);
    default:
        return a->code == b->code && a->a == b->a && a->b == b->b && a->c == b->c;
    }
}

static int compare(struct diff *d)
{
    struct diff_item a, b;
    diff_next(&d->a, &a);
    diff_next(&d->b, &b);
    while (true) {
        progress_at(a.offset);
        if (a.kind == DIFF_RANGE && b.kind == DIFF_RANGE && a.a == b.a) {
            /* Where ranges are cut is free. */
            uint64_t left = a.b - a.a, right = b.b - b.a;
            uint64_t step = left < right ? left : right;
            a.a += step;
            b.a += step;
            if (left == step) {
                diff_next(&d->a, &a);
            }
            if (right == step) {
                diff_next(&d->b, &b);
            }
            d->report.items++;
            continue;
        }
        if (a.kind == DIFF_RANGE || !same(&a, &b)) {
            return differ(d, &a, &b, false);
        }
        if (d->times && (a.timed != b.timed || (a.timed && a.time != b.time))) {
            return differ(d, &a, &b, true);
        }
        if (a.kind == DIFF_END) {
            return TOOL_OK;
        }
        d->report.items++;
        diff_next(&d->a, &a);
        diff_next(&d->b, &b);
    }
}

/* Message that holds an offset. */
static uint64_t message_at(struct diff_side *s, uint64_t offset)
{
    struct nexus_msg m;
    uint64_t n = 0;
    if (htr_trace_begin(&s->trace, false) != 0) {
        return 0;
    }
    while (htr_trace_next(&s->trace, &m) != NEXUS_ERR_END && m.offset + m.length <= offset) {
        n++;
    }
    return n;
}

/* The bytes of a side, one after the other. */
struct cursor {
    struct htr_trace *trace;
    size_t at;
};

/* How many bytes are at hand, at the cursor; 0: the end. */
static size_t at_hand(struct cursor *c)
{
    if (c->at == c->trace->bytes.size && htr_trace_next_bytes(c->trace)) {
        c->at = 0;
    }
    return c->trace->bytes.size - c->at;
}

static void note_byte(struct diff_place *p, struct diff_side *s, size_t left, uint8_t byte,
                      uint64_t at)
{
    p->byte = left > 0 ? byte : -1;
    p->offset = at;
    p->msg = message_at(s, at);
}

static int compare_bytes(struct diff *d)
{
    struct cursor a = {&d->a.trace, 0}, b = {&d->b.trace, 0};
    uint64_t at = 0;
    size_t in_a, in_b, n;
    do {
        in_a = at_hand(&a);
        in_b = at_hand(&b);
        size_t most = in_a < in_b ? in_a : in_b;
        const uint8_t *p = a.trace->bytes.bytes + a.at, *q = b.trace->bytes.bytes + b.at;
        for (n = 0; n < most && p[n] == q[n]; n++) {
        }
        at += n;
        a.at += n;
        b.at += n;
        in_a -= n;
        in_b -= n;
    } while (n > 0 && (in_a == 0 || in_b == 0));
    if (d->a.trace.unread || d->b.trace.unread) {
        return TOOL_CANNOT;
    }
    d->report.items = at;
    if (in_a == 0 && in_b == 0) {
        d->report.size[0] = d->report.size[1] = at;
        return TOOL_OK;
    }
    uint8_t byte_a = a.trace->bytes.bytes[a.at], byte_b = b.trace->bytes.bytes[b.at];
    d->report.differs = true;
    note_byte(&d->report.place[0], &d->a, in_a, byte_a, at);
    note_byte(&d->report.place[1], &d->b, in_b, byte_b, at);
    return TOOL_DIFFERS;
}

/* The sources that occur in a trace, as a set of bits. */
static void sources_of(struct diff_side *s, uint64_t set[1 << (NEXUS_MAX_SRC_BITS - 6)])
{
    struct nexus_msg m;
    int status;
    if (htr_trace_begin(&s->trace, s->trace.wrapped) != 0) {
        return;
    }
    while ((status = htr_trace_next(&s->trace, &m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK) {
            set[m.src / 64] |= UINT64_C(1) << (m.src % 64);
        }
    }
}

static int compare_source(struct diff *d, bool any, uint16_t src)
{
    if (diff_begin(&d->a, verb, any, src) != 0 || diff_begin(&d->b, verb, any, src) != 0) {
        return TOOL_CANNOT;
    }
    trace_progress(&d->a.trace, NULL);
    int status = compare(d);
    progress_end();
    if (d->a.trace.unread || d->b.trace.unread) {
        return TOOL_CANNOT;
    }
    d->report.one_source = !any;
    d->report.src = src;
    return status;
}

static int compare_all(struct diff *d, bool one, uint16_t src)
{
    uint64_t set[1 << (NEXUS_MAX_SRC_BITS - 6)] = {0};
    int status = TOOL_OK;
    if (d->bytes) {
        return compare_bytes(d);
    }
    if (one || d->a.trace.cfg.src_bits == 0 || d->b.trace.cfg.src_bits == 0) {
        status = compare_source(d, !one, src);
    } else {
        sources_of(&d->a, set);
        sources_of(&d->b, set);
        for (unsigned s = 0; s < 1u << NEXUS_MAX_SRC_BITS && status == TOOL_OK; s++) {
            if ((set[s / 64] >> (s % 64) & 1) != 0) {
                status = compare_source(d, false, (uint16_t)s);
            }
        }
    }
    if (status == TOOL_OK) {
        d->report.size[0] = htr_trace_size(&d->a.trace);
        d->report.size[1] = htr_trace_size(&d->b.trace);
    }
    return status;
}

static void append(struct htr_list *to, const struct htr_list *more)
{
    for (unsigned i = 0; i < more->n && to->n < HTR_LIST_MAX; i++) {
        to->item[to->n++] = more->item[i];
    }
}

static int open_side(struct diff_side *s, const struct htr_trace_options *o, bool code)
{
    struct htr_trace_options pieces = *o;
    pieces.in_pieces = htr_trace_pieces_twice(o->path);
    s->code = code;
    return code ? htr_trace_open_decoder(&s->trace, tool_host(verb), &pieces)
                : htr_trace_open(&s->trace, tool_host(verb), &pieces);
}

static int diff(struct diff *d, const struct htr_trace_options *o, const char *other,
                const struct htr_list *te_b, const struct htr_list *param_b)
{
    struct htr_trace_options second = *o;
    bool code = o->code.elf != NULL || o->code.pcinfo != NULL || o->code.ingress != NULL ||
                o->code.images.n > 0;
    second.path = other;
    append(&second.te, te_b);
    append(&second.params, param_b);
    if (open_side(&d->a, o, code && !d->bytes) != 0) {
        return TOOL_CANNOT;
    }
    int status = open_side(&d->b, &second, code && !d->bytes);
    if (status == 0) {
        status = compare_all(d, d->a.trace.one_source, d->a.trace.src);
        d->report.by = d->bytes ? DIFF_BY_BYTES : code ? DIFF_BY_EXECUTION : DIFF_BY_MESSAGES;
        d->report.path[0] = d->a.trace.path;
        d->report.path[1] = d->b.trace.path;
        if (tool_done(status) && d->json) {
            status = diff_json(verb, &d->report, status);
        } else if (tool_done(status)) {
            diff_print(verb, &d->report);
        }
        htr_trace_close(&d->b.trace);
    }
    htr_trace_close(&d->a.trace);
    return status;
}

int diff_main(int argc, char **argv)
{
    struct diff d = {0};
    struct htr_trace_options o = {0};
    struct htr_list te_b = {.n = 0}, param_b = {.n = 0};
    const char *path[2], *format = NULL;
    memset(&d, 0, sizeof d);
    const struct tool_option options[] = {
        {.name = "bytes", .help = "compare bytes instead of meaning", .flag = &d.bytes},
        {.name = "times", .help = "times have to be equal too", .flag = &d.times},
        FORMAT_OPTION(&format),
        CODE_OPTIONS(&o.code),
        CODE_IN_OPTION(&o.code),
        INGRESS_OPTIONS(&o.code, "code from an ingress stream"),
        TRACE_OPTIONS(&o),
        {.name = "te-b", .arg = "FIELD=VALUE", .help = "as --te, for B only", .list = &te_b},
        {.name = "param-b",
         .arg = "NAME=VALUE",
         .help = "as --param, for B only",
         .list = &param_b},
    };
    const struct tool_usage usage = {
        .verb = verb,
        .synopsis = "A B [CODE] [OPTION]...",
        .text = "Compare the meaning of two traces. With code (--elf, --pcinfo, --image, "
                "--ingress) both are\n"
                "decoded and what was executed is compared: modes and optimizations may differ. "
                "Without, messages\n"
                "are compared: how I-CNT and HIST are cut, repeats, synchronizing messages, empty "
                "HIST and\n"
                "timestamps may differ. Prints \"equal in meaning: ...\" (status 0), or the first "
                "difference with\n"
                "message numbers and offsets on both sides (status 1).",
        .example = "  hartrace diff A.nex B.nex\n"
                   "  hartrace diff htm.nex btm.nex --elf P.elf --te-b trTeSrcBits=2",
        .options = options,
        .noptions = sizeof options / sizeof options[0],
        .more = te_print_decoder_params,
    };
    int n = tool_parse(&usage, argc, argv, path, 2);
    if (n < 0) {
        return n == TOOL_PARSE_HELP ? TOOL_OK : TOOL_CANNOT;
    }
    if (n < 2) {
        return tool_fail(verb, NULL, "two traces are needed; usage: hartrace diff A B");
    }
    o.path = path[0];
    if (tool_format(verb, format, &d.json) != 0) {
        return TOOL_CANNOT;
    }
    return import_code(verb, &o.code, &o.params) != 0 ? TOOL_CANNOT
                                                      : diff(&d, &o, path[1], &te_b, &param_b);
}
