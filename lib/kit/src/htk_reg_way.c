/* SPDX-License-Identifier: Apache-2.0 */
/* The way of a trace, by register writes alone: prepared, started, stopped. */
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
    *w = (struct htk_way){.n = n > 0 ? (unsigned)n + 1 : 0, .part = {(uint8_t)encoder}};
    for (int k = 0; k < n; k++) {
        w->part[k + 1] = t->link[link[k]].dst;
        w->input[k + 1] = t->link[link[k]].dst_port;
    }
    w->ram = t->component[sink].kind == TOPOLOGY_RAMSINK;
    snprintf(w->name, sizeof w->name, "trace from %s to %s", topology_name(t, encoder, a),
             topology_name(t, sink, b));
    return n > 0;
}

/* ---- prepare: everything is enabled but the encoder ---- */

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

/* BTM or HTM, whichever is granted. */
static bool choose_mode(struct htk_reg *r, uint32_t *control)
{
    uint32_t got = 0;
    *control = HTK_REG_ACTIVE | TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT |
               TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT;
    if (!htk_reg_try(r, HTK_REG_CONTROL, *control, &got)) {
        return false;
    }
    *control = (*control & ~TR_TE_INST_MODE_MASK) | (got & TR_TE_INST_MODE_MASK);
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

/* The word of trXxControl, and the other registers. */
static bool configure(struct htk_reg *r, struct htk_way *w, uint32_t bytes, bool stop,
                      uint32_t *control)
{
    *control = HTK_REG_ACTIVE;
    switch (r->about->kind) {
    case TOPOLOGY_ENCODER:
        return clear_encoder(r) && choose_mode(r, control);
    case TOPOLOGY_FUNNEL:
        return htk_reg_write(r, TR_FUNNEL_DIS_INPUT_OFFSET, 0);
    case TOPOLOGY_RAMSINK:
        if (!htk_reg_buffer(r, bytes, &w->buffer)) {
            return false;
        }
        *control |= (w->buffer.smem ? (uint32_t)TR_RAM_MODE_MASK : 0) |
                    (stop ? (uint32_t)TR_RAM_STOP_ON_WRAP_MASK : 0);
        return htk_reg_write(r, HTK_REG_CONTROL, *control);
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
    for (unsigned k = w->n; k-- > 0;) {
        htk_reg_choose(r, w->part[k]);
        htk_reg_begin(r, "%s", w->name);
        if (!htk_reg_reset(r, &control) || !configure(r, w, bytes, stop, &w->control[k])) {
            return false;
        }
        if (!w->buffer.good) {
            return true;
        }
        if (k > 0 && !htk_way_enable(r, w->control[k])) {
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

void htk_way_choose_sink(struct htk_reg *r, const struct htk_way *w)
{
    htk_reg_choose(r, w->part[w->n - 1]);
    htk_reg_begin(r, "%s", w->name);
}

void htk_way_choose_encoder(struct htk_reg *r, const struct htk_way *w)
{
    htk_reg_choose(r, w->part[0]);
    htk_reg_begin(r, "%s", w->name);
}

bool htk_way_start(struct htk_reg *r, const struct htk_way *w)
{
    htk_reg_choose(r, w->part[0]);
    return htk_way_enable(r, w->control[0]) &&
           htk_reg_write(r, HTK_REG_CONTROL,
                         w->control[0] | HTK_REG_ENABLE | TR_TE_INST_TRACING_MASK);
}

/* Rules about a component that becomes empty after Enable 1 to 0. */
static const char *const flushes[] = {
    [TOPOLOGY_ENCODER] = "TCI-MIN-005 TCI-TE-003 TCI-TE-006",
    [TOPOLOGY_FUNNEL] = "TCI-MIN-005 TCI-FUN-004 TCI-FUN-005",
    [TOPOLOGY_RAMSINK] = "TCI-MIN-005 TCI-RAM-005 TCI-RAM-008",
    [TOPOLOGY_PIBSINK] = "TCI-MIN-005 TCI-PIB-004",
    [TOPOLOGY_ATBBRIDGE] = "TCI-MIN-005 TCI-ATB-003 TCI-ATB-004",
};

bool htk_way_stop(struct htk_reg *r, const struct htk_way *w)
{
    for (unsigned k = 0; k < w->n; k++) {
        bool off = false, empty = false;
        htk_reg_choose(r, w->part[k]);
        htk_reg_begin(r, "%s", w->name);
        if (!htk_reg_write(r, HTK_REG_CONTROL, w->control[k]) ||
            !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_ENABLE, 0, &off) ||
            !htk_reg_poll(r, HTK_REG_CONTROL, HTK_REG_EMPTY, HTK_REG_EMPTY, &empty)) {
            return false;
        }
        htk_reg_judge_all(r, flushes[r->about->kind], off && empty,
                          "Enable 0 and Empty 1 after Enable was written 0", off);
    }
    return true;
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
    *p = (struct htk_pointer){.wp = (uint64_t)again << 32 | (low & ~UINT32_C(3)),
                              .wrap = (low & TR_RAM_WRAP_MASK) != 0};
    return high == again || htk_reg_read(r, TR_RAM_WP_LOW_OFFSET, &low);
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
