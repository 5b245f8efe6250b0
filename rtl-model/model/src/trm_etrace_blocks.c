/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records become items: the first and the last instruction of each block, and its trap.
 *
 * Sources: Efficient Trace 2.0, "Multiple retirement considerations"; ingress port.
 */
#include "trm_etrace_int.h"

#include <stddef.h>

/* Privilege, time and context, and whether the context is a new one. */
static struct trm_etrace_item base_item(const struct trm_etrace *e, const struct ingress_cycle *in,
                                        uint64_t time)
{
    struct trm_etrace_item item = {
        .priv = (uint8_t)(in->priv & etrace_mask(e->cfg.privilege_width)),
        .context = in->context & etrace_mask(e->cfg.context_width),
        .time = time,
    };
    bool changed = !e->cfg.nocontext && e->have && item.context != e->current.context;
    item.imprecise = changed && in->ctype == INGRESS_CTYPE_IMPRECISE;
    item.precise =
        changed && (in->ctype == INGRESS_CTYPE_PRECISE || in->ctype == INGRESS_CTYPE_ASYNC);
    return item;
}

/* Half-words of block n became the current item. */
static void note(struct trm_etrace *e, const struct ingress_cycle *in, unsigned n, uint64_t from,
                 uint64_t to)
{
    if (e->data != NULL && in->naccess != 0) {
        e->data->note(e->ctx, in, n, (uint32_t)(from / 2), (uint32_t)(to / 2));
    }
}

/* The instructions of block n that retired. */
static void retired(struct trm_etrace *e, const struct ingress_cycle *in, unsigned n,
                    struct trm_etrace_item *item, bool watched)
{
    const struct ingress_block *b = &in->block[n];
    bool traps = b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT;
    uint64_t bytes = 2u * (uint64_t)b->iretire;
    uint64_t last = UINT64_C(2) << (b->ilastsize & 3u);
    bool follows = e->have && e->linear && e->end == b->iaddr;
    item->addr = b->iaddr;
    if (last < bytes) {
        item->goes_on = true;
        trm_etrace_take(e, item);
        item->goes_on = false;
        note(e, in, n, 0, bytes - last);
        item->addr += bytes - last;
        item->precise = false;
        item->imprecise = false;
        follows = true;
    }
    item->size = (uint8_t)(last < bytes ? last : bytes);
    item->itype = traps ? INGRESS_ITYPE_NONE : b->itype;
    item->sijump = b->sijump && follows;
    item->notify = watched;
    trm_etrace_take(e, item);
    note(e, in, n, last < bytes ? bytes - last : 0, bytes);
    item->sijump = false;
    item->notify = false;
    item->precise = false;
    item->imprecise = false;
}

static void block(struct trm_etrace *e, const struct ingress_cycle *in, uint64_t time, unsigned n,
                  bool watched)
{
    const struct ingress_block *b = &in->block[n];
    struct trm_etrace_item item = base_item(e, in, time);
    bool traps = b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT;
    if (b->iretire != 0) {
        retired(e, in, n, &item, watched);
    }
    e->end = b->iaddr + 2u * (uint64_t)b->iretire;
    e->linear = b->iretire != 0 && b->itype == INGRESS_ITYPE_NONE;
    if (traps) {
        item.addr = e->end;
        item.size = 0;
        item.itype = b->itype;
        item.cause = in->cause & etrace_mask(e->cfg.ecause_width);
        item.tval = in->tval;
        trm_etrace_take(e, &item);
    }
}

void trm_etrace_blocks_at(struct trm_etrace *e, const struct ingress_cycle *in, unsigned from,
                          unsigned to, uint64_t time, unsigned traced, unsigned watched)
{
    for (unsigned i = from; i < to; i++) {
        if ((traced >> i & 1u) != 0) {
            block(e, in, time, i, (watched >> i & 1u) != 0);
        } else {
            trm_etrace_end(e);
        }
    }
}

void trm_etrace_blocks(struct trm_etrace *e, const struct ingress_cycle *in, unsigned traced,
                       unsigned watched)
{
    unsigned n = in->nblocks < INGRESS_MAX_BLOCKS ? in->nblocks : INGRESS_MAX_BLOCKS;
    trm_etrace_blocks_at(e, in, 0, n, in->time, traced, watched);
}
