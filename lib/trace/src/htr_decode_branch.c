/* SPDX-License-Identifier: Apache-2.0 */
/* One source being decoded: elements are written, and what could not be decoded is counted. */
#include "etrace/etrace_flow.h"
#include "htr_decode_priv.h"

#include <string.h>

#include "htr/htr_kind.h"
#include "htr/htr_text.h"

typedef unsigned long long ull;

enum {
    REPORTED_MAX = 10, /* troubles reported one by one */
    SOURCE_TEXT = 24
};

/* "source N: " where there are several. Returns text. */
static const char *source_text(const struct htr_branch *b, char text[SOURCE_TEXT])
{
    text[0] = '\0';
    if (b->w->sources) {
        snprintf(text, SOURCE_TEXT, "source %u: ", b->t->src);
    }
    return text;
}

/* What the protocol calls a message. */
static const char *word(const struct htr_branch *b)
{
    return htr_trace_protocol(b->t) == HTR_ETRACE ? "packet" : "message";
}

/* Report what the listing shows too: a PC list or ranges would hide it. */
static void tell_trouble(const struct htr_branch *b, const struct flow_elem *e)
{
    char text[HTR_WRITE_LINE], source[SOURCE_TEXT];
    htr_write_event_text(e, text);
    htr_note(b->t->host, b->t->path, "%s%s %llu at offset %llu: %s; %s", source_text(b, source),
             word(b), (ull)e->msg, (ull)e->offset, text, htr_trace_remedy_in(b->t, e));
}

static bool is_trouble(const struct flow_elem *e)
{
    return e->type == FLOW_ELEM_ERROR || e->type == FLOW_ELEM_ADDR_NACC ||
           e->type == FLOW_ELEM_NO_SYNC;
}

/* Without --src all messages count as those of one hart. */
static void look_at_source(struct htr_branch *b, const struct flow_elem *e)
{
    if (b->t->one_source || b->t->cfg.src_bits == 0 || e->type == FLOW_ELEM_END) {
        return;
    }
    if (!b->begun) {
        b->begun = true;
        b->src = e->src;
    } else if (!b->mixed && e->src != b->src) {
        b->mixed = true;
        htr_note(b->t->host, b->t->path,
                 "%s %llu at offset %llu is of source %u, the first was of source %u, and "
                 "both are decoded as one hart; add --src all, or --src N",
                 word(b), (ull)e->msg, (ull)e->offset, e->src, b->src);
    }
}

bool htr_decode_is_other(const struct flow_elem *e)
{
    return e->type == FLOW_ELEM_UNKNOWN || e->type == FLOW_ELEM_CUSTOM ||
           e->type == FLOW_ELEM_DATA || e->type == FLOW_ELEM_OTHER || e->type == FLOW_ELEM_SWTRACE;
}

/* A PC list or ranges do not show such a message. Data trace of E-Trace is decoded only where the
 * settings say that there is some. */
static void look_at_tcode(struct htr_branch *b, const struct flow_elem *e)
{
    const bool expected = e->type == FLOW_ELEM_DATA && htr_trace_protocol(b->t) == HTR_ETRACE;
    if (!htr_decode_is_other(e) || expected || b->allow_other ||
        !htr_write_about(b->w->format)->ranges) {
        return;
    }
    if (b->others++ == 0 && htr_trace_protocol(b->t) == HTR_ETRACE) {
        htr_note(b->t->host, b->t->path,
                 "packet %llu at offset %llu is no instruction trace (%s): damaged? If such "
                 "packets are expected, add --allow-other",
                 (ull)e->msg, (ull)e->offset, htr_trace_message_name(e));
    } else if (b->others == 1) {
        htr_note(b->t->host, b->t->path,
                 "message %llu at offset %llu has TCODE %u (%s), which is not a program trace "
                 "message: damaged? If such messages are expected, add --allow-other",
                 (ull)e->msg, (ull)e->offset, e->code, nexus_tcode_name(e->code));
    }
}

int htr_branch_begin(struct htr_branch *b)
{
    const struct htr_trace *t = b->t;
    const struct htr_inside_now now = htr_trace_now(t);
    b->gaps.skipped = now.base + now.pos; /* --wrapped */
    return t->frames ? htr_kind_check_trace(t->host, t->path, now.data, now.size, false) : HTR_OK;
}

void htr_branch_take(struct htr_branch *b, const struct flow_elem *e)
{
    htr_gap_meter_add(&b->gaps, e);
    b->data_seen = b->data_seen || e->type == FLOW_ELEM_DATA;
    b->any = b->any || e->type != FLOW_ELEM_END;
    b->foreign += e->type == FLOW_ELEM_OTHER && e->code == ETRACE_ELEM_OTHER;
    if (b->w->format == HTR_WRITE_TEXT) {
        b->w->failed =
            !htr_write_data_take(&b->data, &b->t->cfg, &b->t->code.code, e) || b->w->failed;
        b->w->data = b->data;
    }
    htr_write(b->w, e);
    look_at_tcode(b, e);
    if (is_trouble(e)) {
        if (b->reported++ < REPORTED_MAX) {
            tell_trouble(b, e);
        }
    } else if (e->type == FLOW_ELEM_END) {
        b->left = e->value;
    } else {
        look_at_source(b, e);
    }
}

int htr_branch_step(struct htr_branch *b)
{
    const struct htr_inside in = htr_trace_inside(b->t);
    struct flow_elem e;
    int n = htr_write_about(b->w->format)->ranges    ? htr_decode_batch(b->w, &in, b, &e)
            : htr_tree_next(b->tree, b->decoder, &e) ? 0
                                                     : -1;
    if (n != 0 || b->w->failed) {
        return !b->w->failed && n > 0 ? 0 : -1;
    }
    const struct htr_inside_now now = htr_inside_look(&in);
    htr_progress(b->t->host, now.base + now.pos);
    htr_branch_take(b, &e);
    return 0;
}

/* ---- the end ---- */

void htr_decoded_begin(struct htr_decoded *sum)
{
    memset(sum, 0, sizeof *sum);
    sum->whole = true;
}

static void add_up(const struct htr_branch *b, uint64_t skipped, struct htr_decoded *sum)
{
    sum->instructions += b->w->sources ? htr_trace_now(b->t).instructions : b->w->instructions;
    sum->skipped += skipped;
    sum->gaps += b->gaps.gaps;
    sum->lost += b->gaps.lost;
    sum->others += b->others;
    sum->mixed = sum->mixed || b->mixed;
    sum->whole = sum->whole && skipped == 0 && b->gaps.gaps == 0 && !b->mixed && b->others == 0;
}

static uint64_t instructions(const struct htr_branch *b)
{
    return b->w->sources ? htr_trace_now(b->t).instructions : b->w->instructions;
}

static void tell_sums(const struct htr_branch *b, uint64_t skipped, uint64_t size)
{
    const struct htr_trace *t = b->t;
    char source[SOURCE_TEXT];
    const char *who = source_text(b, source);
    if (b->others > 1) {
        htr_note(t->host, t->path, "%s%llu %s%s outside program trace", who, (ull)b->others,
                 word(b), htr_s(b->others));
    }
    if (b->left > 0) {
        htr_note(t->host, t->path, "%sthe last %s is cut off, %llu byte%s left", who, word(b),
                 (ull)b->left, htr_s(b->left));
    }
    if (b->reported > REPORTED_MAX) {
        htr_note(t->host, t->path, "%s%llu more gaps", who, (ull)(b->reported - REPORTED_MAX));
    }
    if (b->gaps.lost > 0) {
        htr_note(t->host, t->path, "%sthe encoder lost trace %llu time%s (overflow)", who,
                 (ull)b->gaps.lost, htr_s(b->gaps.lost));
    }
    if (skipped > 0 || b->gaps.gaps > 0) {
        uint64_t decoded = instructions(b);
        htr_note(t->host, t->path, "%s%llu of %llu bytes skipped; %llu instruction%s decoded%s",
                 who, (ull)skipped, (ull)size, (ull)decoded, htr_s(decoded),
                 decoded == 0 ? "; hartrace info says what these bytes look like" : "");
    }
}

/* Nothing but packets of another type: the settings say which type is which. */
static void look_at_types(const struct htr_branch *b, struct htr_decoded *sum)
{
    if (htr_trace_protocol(b->t) == HTR_ETRACE && b->foreign > 0 && b->gaps.gaps == 0 &&
        instructions(b) == 0) {
        htr_note(b->t->host, b->t->path,
                 "no packet of instruction trace: %llu of another type; check --param type_bits, "
                 "type_inst, type_data and type_in_flow",
                 (ull)b->foreign);
        sum->whole = false;
    }
}

/* One source was asked for. Returns whether there is nothing of it. */
static bool is_missing(const struct htr_branch *b)
{
    return b->t->one_source && !b->any && instructions(b) == 0;
}

int htr_branch_end(struct htr_branch *b, struct htr_decoded *sum)
{
    const struct htr_trace *t = b->t;
    uint64_t size = htr_trace_size(t);
    htr_gap_meter_end(&b->gaps, size - b->left);
    uint64_t skipped = b->gaps.skipped + b->left;
    htr_write_data_free(&b->data);
    b->w->data = NULL;
    add_up(b, skipped, sum);
    if (htr_trace_now(t).messages == 0 && b->left == 0 && !t->unread) {
        return htr_fail(t->host, HTR_ERR_MISSING, t->path,
                        "holds no %s, only idle bytes; was the trace started?",
                        htr_trace_protocol(t) == HTR_ETRACE ? "packets" : "messages");
    }
    if (is_missing(b) && !t->unread) {
        return htr_fail(t->host, HTR_ERR_MISSING, t->path,
                        "holds no %s of source %u; hartrace info lists its sources",
                        htr_trace_protocol(t) == HTR_ETRACE ? "packets" : "messages", t->src);
    }
    tell_sums(b, skipped, size);
    look_at_types(b, sum);
    return t->unread ? HTR_ERR_READ : b->w->failed ? HTR_ERR_WRITE : HTR_OK;
}
