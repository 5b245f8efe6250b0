/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random streams with filters, triggers, debug mode, reset and low power. Which instructions are
 * traced then, and where trace begins and ends and why, leaves no choice: it is what the golden
 * model with the parameters of the device reports. Which messages say so does not matter.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "encoder_regs.h"
#include "htk_stream.h"
#include "nexus/nexus_flow.h"

enum {
    ITEMS = 1 << 15
};

/* A range, joined with its neighbors; or a begin or end of trace. */
struct item {
    uint8_t type;   /* enum flow_elem_type */
    uint8_t code;   /* SYNC or EVCODE */
    bool known;     /* start */
    int16_t status; /* of an error */
    uint64_t start, end;
    uint64_t message, offset;
};

struct account {
    struct item item[ITEMS];
    unsigned items;
    struct flow_context context[ITEMS]; /* each that differs from the one before */
    unsigned contexts;
};

struct judge {
    struct htk_stream s;
    struct nexus_decoder dec;
    struct account want, got;
    unsigned at; /* the first item that differs */
    bool contexts;
};

/* ---- what a device reported ---- */

static void take_context(struct account *a, const struct flow_context *x)
{
    const struct flow_context *last = a->contexts > 0 ? &a->context[a->contexts - 1] : NULL;
    const bool same = last != NULL && last->prv == x->prv && last->v == x->v &&
                      last->scontext == x->scontext && last->hcontext == x->hcontext;
    if (!same && a->contexts < ITEMS) {
        a->context[a->contexts++] = *x;
    }
}

static void take(struct account *a, const struct flow_elem *e)
{
    struct item *last = a->items > 0 ? &a->item[a->items - 1] : NULL;
    if (e->type == FLOW_ELEM_CONTEXT) {
        take_context(a, &e->context);
        return;
    }
    if (e->type == FLOW_ELEM_RANGE && last != NULL && last->type == FLOW_ELEM_RANGE &&
        last->end == e->start) {
        last->end = e->end;
        return;
    }
    if ((e->type == FLOW_ELEM_RANGE || e->type == FLOW_ELEM_TRACE_ON ||
         e->type == FLOW_ELEM_TRACE_OFF || e->type == FLOW_ELEM_ERROR ||
         e->type == FLOW_ELEM_LOST) &&
        a->items < ITEMS) {
        const bool place = e->type != FLOW_ELEM_TRACE_OFF || e->known;
        a->item[a->items++] = (struct item){.type = e->type,
                                            .code = e->code,
                                            .known = place,
                                            .status = e->status,
                                            .start = place ? e->start : 0,
                                            .end = e->type == FLOW_ELEM_RANGE ? e->end : 0,
                                            .message = e->msg,
                                            .offset = e->offset};
    }
}

static void decode(struct judge *j, const struct htk_dut *d, struct account *a)
{
    struct flow_region region = {j->s.hart.base, RH_CODE_BYTES, j->s.walk.code};
    struct flow_code_image image = {&region, 1};
    struct flow_code code;
    struct flow_elem e;
    a->items = a->contexts = 0;
    flow_code_init_image(&code, nexus_cfg_isa(&j->s.cfg), &image);
    if (d == &j->s.e->dut) {
        htk_enc_complete(j->s.e, &j->s.cfg, &code);
    }
    if (nexus_decoder_init(&j->dec, &j->s.cfg, &code, d->bytes, d->n) == NEXUS_OK) {
        while (nexus_decoder_next(&j->dec, &e) == NEXUS_OK) {
            take(a, &e);
        }
    }
}

/* ---- two accounts ---- */

static bool equal_items(const struct item *a, const struct item *b)
{
    return a->type == b->type && a->code == b->code && a->known == b->known &&
           a->start == b->start && a->end == b->end;
}

static bool equal_contexts(const struct account *a, const struct account *b)
{
    bool same = a->contexts == b->contexts;
    for (unsigned i = 0; same && i < a->contexts; i++) {
        const struct flow_context *x = &a->context[i], *y = &b->context[i];
        same = x->prv == y->prv && x->v == y->v && x->scontext == y->scontext &&
               x->hcontext == y->hcontext;
    }
    return same;
}

/* Returns whether both devices report the same; else j->at or j->contexts is where they do not. */
static bool compare(struct judge *j)
{
    const unsigned n = j->want.items < j->got.items ? j->want.items : j->got.items;
    j->contexts = false;
    for (j->at = 0; j->at < n; j->at++) {
        if (!equal_items(&j->want.item[j->at], &j->got.item[j->at])) {
            return false;
        }
    }
    if (j->want.items != j->got.items) {
        return false;
    }
    /* Periodic messages report the context too, and when they come is not exact. */
    j->contexts =
        (j->s.control & TR_TE_INST_SYNC_MODE_MASK) == 0 && !equal_contexts(&j->want, &j->got);
    return !j->contexts;
}

/* A queue may overflow: what follows is not compared. */
static bool lost(const struct account *a)
{
    for (unsigned i = 0; i < a->items; i++) {
        if (a->item[i].type == FLOW_ELEM_LOST) {
            return true;
        }
    }
    return false;
}

static bool fails(void *ctx, bool *good)
{
    struct judge *j = ctx;
    struct htk_enc *e = j->s.e;
    *good = htk_stream_feed(&j->s, &e->dut) && htk_stream_feed(&j->s, &e->golden);
    if (!*good) {
        return false;
    }
    decode(j, &e->golden, &j->want);
    decode(j, &e->dut, &j->got);
    return !lost(&j->got) && !compare(j);
}

/* ---- reports ---- */

static void text_of(const struct account *a, unsigned i, char out[160])
{
    const struct item *x = &a->item[i];
    if (i >= a->items) {
        snprintf(out, 160, "no more trace");
    } else if (x->type == FLOW_ELEM_RANGE) {
        snprintf(out, 160, "0x%" PRIX64 "-0x%" PRIX64, x->start, x->end);
    } else {
        snprintf(out, 160, "%s %s=%u at 0x%" PRIX64, flow_elem_name(x->type),
                 x->type == FLOW_ELEM_TRACE_ON ? "sync" : "code", x->code, x->start);
    }
}

/* The rule for what differs: by the events that it takes to see it. */
static const char *rule_of(struct judge *j)
{
    struct htk_enc *e = j->s.e;
    const struct item *w = j->at < j->want.items ? &j->want.item[j->at] : NULL;
    const struct item *g = j->at < j->got.items ? &j->got.item[j->at] : NULL;
    if (j->contexts) {
        return "NT-OWN-002";
    }
    if (g != NULL && g->type == FLOW_ELEM_ERROR) {
        return htk_enc_rule_of_status(g->status);
    }
    if (w != NULL && g != NULL && w->type == g->type && w->start == g->start &&
        w->code != g->code) {
        return w->type == FLOW_ELEM_TRACE_ON ? htk_enc_rule_of_sync(w->code)
               : w->code == 0                ? "NT-PTC-004"
               : w->code == 1                ? "NT-PTC-005"
                                             : "NT-PTC-006";
    }
    if ((j->s.events & HTK_FILTERS) != 0) {
        return "TCI-TE-048";
    }
    if ((j->s.events & (HTK_TRIGGERS | HTK_EXT_TRIGGERS)) != 0) {
        return w == NULL || w->type != FLOW_ELEM_TRACE_ON ? "TCI-TRIG-005" : "TCI-TRIG-004";
    }
    const char *id = htk_enc_rule_of_bytes(e, &j->s.cfg, e->golden.bytes, e->golden.n);
    if (id != NULL) {
        return id;
    }
    return w != NULL && w->type == FLOW_ELEM_TRACE_ON ? htk_enc_rule_of_sync(w->code)
                                                      : "NT-PTC-001";
}

static bool report(struct judge *j)
{
    struct htk_enc *e = j->s.e;
    char expected[160] = "the contexts that were reported by the model", got[HTK_TEXT] = "others";
    if (htk_verdicts_by_id(e->v, rule_of(j)) != HTK_BROKEN && !htk_stream_shrink(&j->s, fails, j)) {
        return false;
    }
    if (!j->contexts) {
        text_of(&j->want, j->at, expected);
        text_of(&j->got, j->at, got);
    }
    if (j->at < j->got.items) {
        e->at.has_message = true;
        e->at.message = j->got.item[j->at].message;
        e->at.offset = j->got.item[j->at].offset;
    }
    const char *id = rule_of(j);
    const size_t n = strlen(got);
    htk_stream_list(&j->s, got + n, sizeof got - n);
    htk_enc_break(e, id, expected, got);
    return true;
}

/* ---- all of them ---- */

/* Registers that only one of the two has as they are written: the stream is not for this device. */
static bool suits(struct htk_stream *s, bool *good)
{
    struct htk_enc *e = s->e;
    bool same = true;
    *good = htk_enc_wake(&e->dut) && htk_enc_wake(&e->golden);
    for (unsigned i = 0; *good && same && i < s->programs; i++) {
        uint32_t a, b;
        const uint32_t offset = s->program[i].offset, value = s->program[i].value;
        *good = htk_dut_write(&e->dut, offset, value) && htk_dut_read(&e->dut, offset, &a) &&
                htk_dut_write(&e->golden, offset, value) && htk_dut_read(&e->golden, offset, &b);
        same = *good && a == b;
    }
    return same;
}

static unsigned count(const struct account *a, uint8_t type)
{
    unsigned n = 0;
    for (unsigned i = 0; i < a->items; i++) {
        n += a->item[i].type == type;
    }
    return n;
}

static bool has(const struct account *a, uint8_t type, uint8_t code)
{
    for (unsigned i = 0; i < a->items; i++) {
        if (a->item[i].type == type && a->item[i].code == code) {
            return true;
        }
    }
    return false;
}

/* Is the last instruction of the stream in the last range? */
static bool traced_to_the_end(const struct judge *j)
{
    const uint64_t last = j->s.pcs > 0 ? j->s.pc[j->s.pcs - 1] : 0;
    for (unsigned i = j->want.items; i-- > 0;) {
        const struct item *x = &j->want.item[i];
        if (x->type == FLOW_ELEM_RANGE) {
            return x->start <= last && last < x->end;
        }
    }
    return false;
}

/* Triggers, when nothing else stops or starts trace. */
static void hold_triggers(const struct judge *j)
{
    static const struct {
        unsigned saw;
        bool on;
        const char *rules;
    } held[] = {
        {HTK_SAW_TRIGGER_ON, true, "TCI-TRIG-004 TCI-TRIG-023"},
        {HTK_SAW_TRIGGER_OFF, false, "TCI-TRIG-005 TCI-TRIG-024"},
        {HTK_SAW_EXT_ON, true, "TCI-TRIG-013"},
        {HTK_SAW_EXT_OFF, false, "TCI-TRIG-014"},
        {HTK_SAW_EXT_OTHERS, true, "TCI-TRIG-017"},
    };
    const unsigned any =
        HTK_SAW_TRIGGER_ON | HTK_SAW_TRIGGER_OFF | HTK_SAW_EXT_ON | HTK_SAW_EXT_OFF;
    struct htk_enc *e = j->s.e;
    if ((j->s.saw & HTK_SAW_EXT_NONE) != 0) {
        htk_enc_hold(e, "TCI-TRIG-012");
    }
    if ((j->s.events & (HTK_FILTERS | HTK_DEBUG)) != 0 || (j->s.saw & any) == 0) {
        return;
    }
    htk_enc_hold(e, "TCI-TE-012"); /* they act, or must not */
    const bool on = count(&j->want, FLOW_ELEM_TRACE_ON) > 1;
    const bool off = on || !traced_to_the_end(j);
    const bool enabled = (j->s.control & TR_TE_INST_TRIG_ENABLE_MASK) != 0;
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        if (enabled && (j->s.saw & held[i].saw) != 0 && (held[i].on ? on : off)) {
            htk_enc_hold(e, held[i].rules);
        }
    }
}

/* Both report the same: hold what happened. */
static void hold(const struct judge *j)
{
    struct htk_enc *e = j->s.e;
    const unsigned ons = count(&j->want, FLOW_ELEM_TRACE_ON);
    if ((j->s.events & HTK_FILTERS) != 0 && ons > 0 &&
        (ons > 1 || (j->s.pcs > 0 && j->want.item[0].start != j->s.pc[0]))) {
        htk_enc_hold(e, "TCI-TE-048");
    }
    hold_triggers(j);
    if ((j->s.events & HTK_DEBUG) != 0) {
        static const uint8_t sync[] = {NEXUS_SYNC_EXIT_RESET, NEXUS_SYNC_EXIT_DEBUG,
                                       NEXUS_SYNC_EXIT_POWER_DOWN};
        const bool debug = has(&j->want, FLOW_ELEM_TRACE_OFF, NEXUS_EVCODE_DEBUG);
        for (size_t i = 0; i < sizeof sync; i++) {
            if (has(&j->want, FLOW_ELEM_TRACE_ON, sync[i])) {
                htk_enc_hold(e, htk_enc_rule_of_sync(sync[i]));
            }
        }
        if (debug) {
            htk_enc_hold(e, "NT-PTC-004");
        }
        if (debug && has(&j->want, FLOW_ELEM_TRACE_ON, NEXUS_SYNC_EXIT_DEBUG)) {
            htk_enc_hold(e, "NT-SYN-023");
        }
        if (has(&j->want, FLOW_ELEM_TRACE_OFF, NEXUS_EVCODE_LOW_POWER)) {
            htk_enc_hold(e, "NT-PTC-005");
        }
    }
}

static bool one_stream(struct judge *j, uint64_t seed)
{
    struct htk_enc *e = j->s.e;
    bool good;
    htk_stream_choose(&j->s, seed);
    htk_stream_choose_events(&j->s);
    htk_enc_begin(e, seed, "a random stream with events, %s", j->s.htm ? "HTM" : "BTM");
    if (!suits(&j->s, &good) || !good) {
        return good;
    }
    const bool differs = fails(j, &good);
    if (!good) {
        return false;
    }
    e->sum->streams++;
    if (!htk_enc_lint(e, &j->s.cfg)) {
        return true;
    }
    if (!differs && lost(&j->got)) {
        return true;
    }
    if (!differs) {
        e->by_model = true;
        hold(j);
        return true;
    }
    return report(j);
}

bool htk_enc_events(struct htk_enc *e)
{
    struct judge *j = calloc(1, sizeof *j);
    bool good = j != NULL;
    if (good) {
        j->s.e = e;
    }
    for (uint64_t i = 0; good && e->golden.end == HTK_DUT_RUNS &&
                         htk_enc_wants(e, "random events") && i < e->o->streams;
         i++) {
        good = one_stream(j, e->o->seed + i);
    }
    free(j);
    return good;
}
