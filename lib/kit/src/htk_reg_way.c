/* SPDX-License-Identifier: Apache-2.0 */
/* The way of a trace, by register writes alone: prepared, started, stopped. */
#include <string.h>

#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "htk_reg_way.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"

bool htk_way_find(const struct topology *t, unsigned encoder, unsigned sink, struct htk_way *w)
{
    uint8_t link[HTK_WAY_HOPS - 1];
    char a[TOPOLOGY_NAME_MAX], b[TOPOLOGY_NAME_MAX];
    const int n = topology_path(t, encoder, sink, link, HTK_WAY_HOPS - 1);
    *w = (struct htk_way){.n = n > 0 ? (unsigned)n + 1 : 0,
                          .encoders = 1,
                          .part = {(uint8_t)encoder},
                          .cut = TOPOLOGY_NONE,
                          .pause = HTK_WAY_NO_PAUSE};
    for (int k = 0; k < n; k++) {
        w->part[k + 1] = t->link[link[k]].dst;
        w->input[k + 1] = t->link[link[k]].dst_port;
    }
    w->ram = t->component[sink].kind == TOPOLOGY_RAMSINK;
    snprintf(w->name, sizeof w->name, "trace from %s to %s", topology_name(t, encoder, a),
             topology_name(t, sink, b));
    return n > 0;
}

static bool is_part(const struct htk_way *w, unsigned component)
{
    return memchr(w->part, (int)component, w->n) != NULL;
}

bool htk_way_join(const struct topology *t, unsigned sink, struct htk_way *w)
{
    uint8_t order[TOPOLOGY_MAX_COMPONENTS];
    const unsigned n = topology_order(t, order);
    struct htk_way one;
    char name[TOPOLOGY_NAME_MAX];
    bool on[TOPOLOGY_MAX_COMPONENTS] = {false};
    *w = (struct htk_way){.ram = t->component[sink].kind == TOPOLOGY_RAMSINK,
                          .cut = TOPOLOGY_NONE,
                          .pause = HTK_WAY_NO_PAUSE};
    for (unsigned e = 0; e < t->ncomponents; e++) {
        const bool leads =
            t->component[e].kind == TOPOLOGY_ENCODER && htk_way_find(t, e, sink, &one);
        for (unsigned k = 0; leads && k < one.n; k++) {
            on[one.part[k]] = true;
        }
        w->encoders += leads;
    }
    /* The order of start, backwards: encoders, funnels from above, the sink. */
    for (unsigned k = n; k-- > 0;) {
        if (on[order[k]] && !is_part(w, order[k])) {
            if (w->n == HTK_WAY_PARTS) {
                return false;
            }
            w->part[w->n++] = order[k];
        }
    }
    for (unsigned k = 0; k < w->n; k++) { /* a funnel may come before an encoder of another */
        for (unsigned j = k; j > 0 && t->component[w->part[j]].kind == TOPOLOGY_ENCODER &&
                             t->component[w->part[j - 1]].kind != TOPOLOGY_ENCODER;
             j--) {
            const uint8_t other = w->part[j];
            w->part[j] = w->part[j - 1];
            w->part[j - 1] = other;
        }
    }
    snprintf(w->name, sizeof w->name, "traces of %u encoders to %s", w->encoders,
             topology_name(t, sink, name));
    return w->encoders > 1;
}

/* ---- prepare: everything is enabled but the encoders ---- */

/* Registers that a reset leaves undefined: nothing filters, triggers or adds to the trace. */
static bool clear_encoder(struct htk_reg *r)
{
    bool good = true;
    for (unsigned i = r->map->nregs; good && i-- > 0;) {
        const struct regmap_reg *reg = &r->map->regs[i];
        for (unsigned k = 0;
             good && reg->offset > HTK_REG_IMPL && reg->offset < HTK_REG_VENDOR && k < reg->count;
             k++) {
            good = htk_reg_write(r, (uint32_t)reg->offset + k * reg->stride, 0);
        }
    }
    return good;
}

/* BTM or HTM, whichever is granted, and N-Trace. */
static bool choose_mode(struct htk_reg *r, struct htk_way *w, uint32_t *control)
{
    const uint32_t mode = w->btm ? TR_TE_INST_MODE_BTM : TR_TE_INST_MODE_HTM;
    uint32_t got = 0;
    *control =
        HTK_REG_ACTIVE | TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT | mode << TR_TE_INST_MODE_SHIFT;
    if (!htk_reg_try(r, HTK_REG_CONTROL, *control, &got)) {
        return false;
    }
    w->ntrace = w->ntrace && ((got ^ *control) & TR_TE_FORMAT_MASK) == 0;
    *control = (*control & ~TR_TE_INST_MODE_MASK) | (got & TR_TE_INST_MODE_MASK);
    return true;
}

/* A source of its own, in as many bits as all of them need. One alone: whatever it has after 0 was
 * written. */
static bool choose_source(struct htk_reg *r, struct htk_way *w, unsigned k)
{
    const uint32_t mask = TR_TE_SRC_BITS_MASK | TR_TE_SRC_ID_MASK;
    uint32_t bits = 1, got = 0;
    while (w->encoders >> bits != 0) {
        bits++;
    }
    const uint32_t want =
        w->encoders == 1 ? 0
                         : bits << TR_TE_SRC_BITS_SHIFT | (uint32_t)(k + 1) << TR_TE_SRC_ID_SHIFT;
    if (!htk_reg_try(r, TR_TE_INST_FEATURES_OFFSET, want, &got)) {
        return false;
    }
    if (w->encoders == 1) {
        w->src_bits = (uint8_t)((got & TR_TE_SRC_BITS_MASK) >> TR_TE_SRC_BITS_SHIFT);
        w->ntrace = w->ntrace && w->src_bits <= 12;
        return true;
    }
    const bool first = k + 1 == w->encoders; /* of those that are configured */
    w->src_bits = ((got ^ want) & mask) == 0 && (first || w->src_bits != 0) ? (uint8_t)bits : 0;
    return true;
}

/* trTsActive first: the other fields count only then. */
static bool choose_time(struct htk_reg *r, const struct htk_way *w)
{
    bool good = false;
    return w->time == 0 ||
           (htk_reg_write(r, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK) &&
            htk_reg_poll(r, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK, TR_TS_ACTIVE_MASK, &good) &&
            htk_reg_write(r, TR_TS_CONTROL_OFFSET, w->time));
}

/* The input by which the trace of w->cut comes. */
static bool choose_inputs(struct htk_reg *r, struct htk_way *w)
{
    const struct topology *t = r->o->tree;
    uint32_t bits = 0, got = 0;
    for (unsigned l = 0; l < t->nlinks; l++) {
        if (t->link[l].src == w->cut && t->link[l].dst == r->i) {
            bits |= UINT32_C(1) << t->link[l].dst_port;
        }
    }
    if (!htk_reg_try(r, TR_FUNNEL_DIS_INPUT_OFFSET, bits, &got)) {
        return false;
    }
    w->is_cut = w->is_cut || (bits != 0 && got == bits);
    return true;
}

static bool choose_pins(struct htk_reg *r, uint32_t *control)
{
    uint32_t got = 0;
    bool good = true;
    for (uint32_t m = TR_PIB_MODE_PARALLEL16; good && m >= TR_PIB_MODE_SWT_MANCHESTER; m--) {
        const uint32_t want = HTK_REG_ACTIVE | m << TR_PIB_MODE_SHIFT;
        good = htk_reg_try(r, HTK_REG_CONTROL, want, &got);
        *control = (want & ~TR_PIB_MODE_MASK) | (got & TR_PIB_MODE_MASK);
        if (((got ^ want) & TR_PIB_MODE_MASK) == 0) {
            break;
        }
    }
    return good;
}

static bool choose_buffer(struct htk_reg *r, struct htk_way *w, uint32_t bytes, bool stop,
                          uint32_t *control)
{
    uint32_t got = 0;
    if (!htk_reg_buffer(r, bytes, &w->buffer)) {
        return false;
    }
    *control |= (w->buffer.smem ? (uint32_t)TR_RAM_MODE_MASK : 0) |
                (stop ? (uint32_t)TR_RAM_STOP_ON_WRAP_MASK : 0) |
                w->async << TR_RAM_ASYNC_FREQ_SHIFT;
    if (!htk_reg_try(r, HTK_REG_CONTROL, *control, &got)) {
        return false;
    }
    w->ntrace = (got & TR_RAM_MEM_FORMAT_MASK) == 0;
    *control = (*control & ~TR_RAM_ASYNC_FREQ_MASK) | (got & TR_RAM_ASYNC_FREQ_MASK);
    return true;
}

/* The word of trXxControl, and the other registers. */
static bool configure(struct htk_reg *r, struct htk_way *w, unsigned k, uint32_t bytes, bool stop)
{
    uint32_t *control = &w->control[k];
    *control = HTK_REG_ACTIVE;
    switch (r->about->kind) {
    case TOPOLOGY_ENCODER:
        return clear_encoder(r) && choose_mode(r, w, control) && choose_source(r, w, k) &&
               choose_time(r, w);
    case TOPOLOGY_FUNNEL:
        return choose_inputs(r, w);
    case TOPOLOGY_RAMSINK:
        return choose_buffer(r, w, bytes, stop, control);
    case TOPOLOGY_PIBSINK:
        return choose_pins(r, control);
    default:
        *control |= 1u << TR_ATB_BRIDGE_ID_SHIFT;
        return htk_reg_write(r, HTK_REG_CONTROL, *control);
    }
}

bool htk_way_enable(struct htk_reg *r, uint32_t control)
{
    bool good = false;
    return htk_reg_write(r, HTK_REG_CONTROL, control | HTK_REG_ENABLE) &&
           htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ENABLE, HTK_REG_ENABLE, &good);
}

bool htk_way_prepare(struct htk_reg *r, struct htk_way *w, uint32_t bytes, bool stop)
{
    uint32_t control;
    w->buffer = (struct htk_buffer){.good = !w->ram};
    w->is_cut = w->ntrace = false;
    w->src_bits = 0;
    for (unsigned k = w->n; k-- > 0;) {
        htk_reg_choose(r, w->part[k]);
        htk_reg_begin(r, "%s", w->name);
        if (!htk_reg_reset(r, &control) || !configure(r, w, k, bytes, stop)) {
            return false;
        }
        if (!w->buffer.good) {
            return true;
        }
        if (k >= w->encoders && !htk_way_enable(r, w->control[k])) {
            return false;
        }
    }
    return true;
}

bool htk_way_leave(struct htk_reg *r, const struct htk_way *w)
{
    bool good = true, off = false;
    for (unsigned k = 0; good && k < w->n; k++) {
        htk_reg_choose(r, w->part[k]);
        good = htk_reg_write(r, HTK_REG_CONTROL, 0) &&
               htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ACTIVE, 0, &off);
    }
    return good;
}

/* ---- start and stop ---- */

void htk_way_choose(struct htk_reg *r, const struct htk_way *w, unsigned k)
{
    htk_reg_choose(r, w->part[k]);
    htk_reg_begin(r, "%s", w->name);
}

void htk_way_choose_sink(struct htk_reg *r, const struct htk_way *w)
{
    htk_way_choose(r, w, w->n - 1);
}

void htk_way_choose_encoder(struct htk_reg *r, const struct htk_way *w)
{
    htk_way_choose(r, w, 0);
}

bool htk_way_start(struct htk_reg *r, const struct htk_way *w)
{
    bool good = true;
    for (unsigned k = 0; good && k < w->encoders; k++) {
        htk_reg_choose(r, w->part[k]);
        good = htk_way_enable(r, w->control[k]) &&
               htk_reg_write(r, HTK_REG_CONTROL,
                             w->control[k] | HTK_REG_ENABLE | TR_TE_INST_TRACING_MASK);
    }
    return good;
}

/* Rules about a component that becomes empty after Enable 1 to 0. */
static const char *const flushes[] = {
    [TOPOLOGY_ENCODER] = "TCI-MIN-005 TCI-TE-003 TCI-TE-006",
    [TOPOLOGY_FUNNEL] = "TCI-MIN-005 TCI-FUN-004 TCI-FUN-005",
    [TOPOLOGY_RAMSINK] = "TCI-MIN-005 TCI-RAM-005 TCI-RAM-008",
    [TOPOLOGY_PIBSINK] = "TCI-MIN-005 TCI-PIB-004",
    [TOPOLOGY_ATBBRIDGE] = "TCI-MIN-005 TCI-ATB-003 TCI-ATB-004",
};

static bool stop_part(struct htk_reg *r, struct htk_way *w, unsigned k)
{
    bool off = false, empty = false;
    uint32_t before = 0;
    htk_way_choose(r, w, k);
    if (!htk_reg_read(r, HTK_REG_CONTROL, &before) ||
        !htk_reg_write(r, HTK_REG_CONTROL, w->control[k]) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ENABLE, 0, &off) ||
        !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_EMPTY, HTK_REG_EMPTY, &empty)) {
        return false;
    }
    w->queued[k] = (before & HTK_REG_EMPTY) == 0;
    htk_reg_judge_all(r, flushes[r->about->kind], off && empty,
                      "Enable 0 and Empty 1 after Enable was written 0", off);
    for (unsigned i = 0; w->pause == k && w->drop && i <= k; i++) {
        htk_reg_choose(r, w->part[i]);
        if (!htk_reg_write(r, HTK_REG_CONTROL, 0)) {
            return false;
        }
    }
    return w->pause != k || htk_reg_pass(r, HTK_WAY_PAUSE);
}

bool htk_way_stop_before(struct htk_reg *r, struct htk_way *w)
{
    bool good = true;
    for (unsigned k = 0; good && k + 1 < w->n; k++) {
        good = stop_part(r, w, k);
    }
    return good;
}

bool htk_way_stop(struct htk_reg *r, struct htk_way *w)
{
    return htk_way_stop_before(r, w) && stop_part(r, w, w->n - 1);
}

bool htk_way_run(struct htk_reg *r)
{
    return r->o->run(r->o->ctx) || htk_reg_lose(r, "the harts do not run");
}

/* ---- the write pointer ---- */

bool htk_way_read_wp(struct htk_reg *r, const struct htk_way *w, struct htk_pointer *p)
{
    uint32_t low = 0, high = 0, again = 0;
    htk_reg_choose(r, w->part[w->n - 1]);
    if (!htk_reg_read(r, TR_RAM_WP_HIGH_OFFSET, &high) ||
        !htk_reg_read(r, TR_RAM_WP_LOW_OFFSET, &low) ||
        !htk_reg_read(r, TR_RAM_WP_HIGH_OFFSET, &again)) {
        return false;
    }
    const bool good = high == again || htk_reg_read(r, TR_RAM_WP_LOW_OFFSET, &low);
    *p = (struct htk_pointer){.wp = (uint64_t)again << 32 | (low & ~UINT32_C(3)),
                              .wrap = (low & TR_RAM_WRAP_MASK) != 0};
    return good;
}

uint64_t htk_way_words(const struct htk_way *w, const struct htk_pointer *p)
{
    return p->wrap ? UINT64_MAX : (p->wp - w->buffer.start) / w->buffer.width;
}

void htk_way_judge_wp(struct htk_reg *r, const struct htk_way *w, const struct htk_pointer *p)
{
    htk_reg_begin(r, "%s", w->name);
    htk_reg_judge_all(r, "TCI-RAM-020 TCI-RAM-024",
                      p->wp >= w->buffer.start && p->wp <= w->buffer.limit,
                      "trRamWP from trRamStart to trRamLimit", p->wp);
    htk_reg_judge(r, "TCI-RAM-025", (p->wp - w->buffer.start) % w->buffer.width == 0,
                  "trRamWP a multiple of the word", p->wp);
}

bool htk_way_losses(struct htk_reg *r, const struct htk_way *w, uint32_t *lossy)
{
    *lossy = 0;
    for (unsigned k = 0; k < w->encoders; k++) {
        uint32_t control = 0;
        htk_way_choose(r, w, k);
        if (!htk_reg_read(r, HTK_REG_CONTROL, &control)) {
            return false;
        }
        *lossy |= (uint32_t)((control & TR_TE_INST_STALL_OR_OVERFLOW_MASK) != 0) << k;
    }
    return true;
}
