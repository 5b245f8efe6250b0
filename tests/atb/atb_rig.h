/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests downstream of the ATB bridge share: bridges, a simple ATB funnel that joins two of
 * them, a checker of the protocol, and an ETB. */
#ifndef ATB_RIG_H
#define ATB_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "atbbridge_regs.h"
#include "random_hart.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_etb.h"

enum {
    BYTES_MAX = 65536,
};

#define ON (TR_ATB_BRIDGE_ACTIVE_MASK | TR_ATB_BRIDGE_ENABLE_MASK)

/* A bridge, and what was given to it. */
struct node {
    struct trm_atbbridge bridge;
    struct trm_link port;
    uint8_t sent[BYTES_MAX];
    size_t n;
};

static inline uint32_t atb_rd(struct node *node, uint32_t offset)
{
    uint32_t v;
    assert_int_equal(trm_atbbridge_reg_read(&node->bridge, offset, 4, &v), TRM_OK);
    return v;
}

static inline void atb_wr(struct node *node, uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_atbbridge_reg_write(&node->bridge, offset, 4, value), TRM_OK);
}

static inline void node_init(struct node *node, const struct trm_atbbridge_cfg *cfg)
{
    node->n = 0;
    assert_int_equal(trm_atbbridge_init(&node->bridge, cfg), TRM_OK);
    node->port = trm_atbbridge_link(&node->bridge);
    atb_wr(node, TR_ATB_BRIDGE_CONTROL_OFFSET, TR_ATB_BRIDGE_ACTIVE_MASK);
}

static inline void node_on(struct node *node, const struct trm_atbbridge_cfg *cfg, uint32_t id)
{
    node_init(node, cfg);
    atb_wr(node, TR_ATB_BRIDGE_CONTROL_OFFSET, ON | id << TR_ATB_BRIDGE_ID_SHIFT);
}

/* Give a message of n random bytes if it is taken. */
static inline bool node_send(struct node *node, size_t n, struct rh_rng *rng)
{
    if (!node->port.ops->can_accept(node->port.ctx, n)) {
        return false;
    }
    assert_true(node->n + n <= BYTES_MAX);
    for (size_t i = 0; i < n; i++) {
        node->sent[node->n + i] = (uint8_t)rh_below(rng, 256);
    }
    node->port.ops->put(node->port.ctx, node->sent + node->n, n);
    node->n += n;
    return true;
}

/* The rules of ATB between two clocks: what is valid stays until it is taken. */
static inline void check_stable(const struct trm_atb_out *before, const struct trm_atb_out *now,
                                bool ready, unsigned width)
{
    if (now->atvalid) {
        assert_true(now->atbytes < width);
    }
    if (before->atvalid && !ready) {
        assert_true(now->atvalid);
        assert_int_equal(now->atid, before->atid);
        assert_int_equal(now->atbytes, before->atbytes);
        assert_memory_equal(now->atdata, before->atdata, TRM_ATB_BYTES_MAX);
    }
}

/* Two initiators on one target: one word of each in turn; a flush goes to both. */
struct atb_funnel {
    struct node *in[2];
    unsigned turn;
    bool flushed[2];
};

static inline void atb_funnel_tick(struct atb_funnel *f, struct trm_etb *etb)
{
    const struct trm_atb_in *down = trm_etb_pins(etb);
    struct trm_atb_out sel = {.atvalid = false};
    struct trm_atb_in up[2];
    const struct trm_atb_out *o[2];
    for (unsigned i = 0; i < 2; i++) {
        o[i] = trm_atbbridge_out(&f->in[i]->bridge);
        up[i] = (struct trm_atb_in){.syncreq = down->syncreq};
        up[i].afvalid = down->afvalid && !f->flushed[i];
    }
    unsigned pick = o[f->turn]->atvalid ? f->turn : 1 - f->turn;
    if (o[pick]->atvalid) {
        sel = *o[pick];
        up[pick].atready = down->atready;
        f->turn = 1 - pick;
    }
    for (unsigned i = 0; i < 2; i++) {
        f->flushed[i] = down->afvalid && (f->flushed[i] || (up[i].afvalid && o[i]->afready));
    }
    sel.afready = down->afvalid && f->flushed[0] && f->flushed[1];
    for (unsigned i = 0; i < 2; i++) {
        trm_atbbridge_tick(&f->in[i]->bridge, &up[i]);
    }
    trm_etb_tick(etb, &sel);
    if (sel.afready) {
        f->flushed[0] = false;
        f->flushed[1] = false;
    }
}

/* Two bridges with these IDs into an ETB, until about n bytes were sent; flushed and stopped. */
static inline void capture_two(struct node node[2], const uint32_t id[2], struct trm_etb *etb,
                               size_t n, uint64_t seed)
{
    struct trm_atbbridge_cfg cfg;
    struct rh_rng rng;
    struct atb_funnel f = {.in = {&node[0], &node[1]}};
    rh_seed(&rng, seed);
    trm_atbbridge_cfg_init(&cfg);
    for (unsigned i = 0; i < 2; i++) {
        cfg.width = i == 0 ? 4 : 8;
        node_on(&node[i], &cfg, id[i]);
    }
    trm_etb_start(etb);
    while (node[0].n + node[1].n < n) {
        atb_funnel_tick(&f, etb);
        for (unsigned i = 0; i < 2; i++) {
            if (rh_chance(&rng, 6)) {
                (void)node_send(&node[i], 1 + rh_below(&rng, 38), &rng);
            }
        }
    }
    trm_etb_flush(etb);
    for (unsigned t = 0; t < 2000 && !trm_etb_flushed(etb); t++) {
        atb_funnel_tick(&f, etb);
    }
    assert_true(trm_etb_flushed(etb));
    assert_true(trm_atbbridge_empty(&node[0].bridge));
    assert_true(trm_atbbridge_empty(&node[1].bridge));
    trm_etb_stop(etb);
}

#endif
