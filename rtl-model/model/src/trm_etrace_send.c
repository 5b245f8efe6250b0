/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets of E-Trace: their fields.
 *
 * Source: Efficient Trace 2.0, "Instruction Trace Encoder Output Packets"; "Format selection".
 */
#include "trm_etrace_int.h"

static bool send(struct trm_etrace *e, const struct etrace_packet *p)
{
    if (!e->put(e->ctx, p)) {
        return false;
    }
    e->packets++;
    e->plain_target = false;
    return true;
}

/* Privilege, time and context of an item, and its own outcome. */
static struct etrace_packet sync_packet(const struct trm_etrace *e,
                                        const struct trm_etrace_item *item, unsigned subformat)
{
    return (struct etrace_packet){
        .format = ETRACE_FORMAT_SYNC,
        .subformat = (uint8_t)subformat,
        .branch = item->itype != INGRESS_ITYPE_TAKEN,
        .privilege = item->priv,
        .time = e->cfg.notime ? 0 : item->time & etrace_mask(e->cfg.time_width),
        .context = e->cfg.nocontext ? 0 : item->context,
        .has_address = true,
        .address = item->addr,
    };
}

/* A synchronization packet begins anew: nothing before it is needed to read what follows. The
 * outcome of the instruction it reports is in it. */
static void restart(struct trm_etrace *e, const struct trm_etrace_item *item)
{
    e->address = item->addr;
    e->due = false;
    e->ready = false;
    e->synced = true;
    trm_etrace_drop_branches(e);
    e->popped.high = 0;
    e->popped_free.high = 0;
    trm_etrace_clear_tables(e);
    if (item->itype == INGRESS_ITYPE_TAKEN || item->itype == INGRESS_ITYPE_NOT_TAKEN) {
        trm_etrace_train(e, item);
    }
}

bool trm_etrace_send_start(struct trm_etrace *e, const struct trm_etrace_item *item)
{
    struct etrace_packet p = sync_packet(e, item, ETRACE_SYNC_START);
    if (!send(e, &p)) {
        return false;
    }
    restart(e, item);
    return true;
}

bool trm_etrace_send_trap(struct trm_etrace *e, const struct trm_etrace_item *trap,
                          const struct trm_etrace_item *at, bool thaddr)
{
    struct etrace_packet p = sync_packet(e, thaddr ? at : trap, ETRACE_SYNC_TRAP);
    p.address = thaddr ? at->addr : trap->addr; /* also where the text leaves it undefined */
    p.ecause = trap->cause;
    p.interrupt = trap->itype == INGRESS_ITYPE_INTERRUPT;
    p.thaddr = thaddr;
    p.tval = p.interrupt ? 0 : trap->tval;
    p.has_address = !thaddr || !trm_etrace_has(e, ETRACE_OPT_IMPLICIT_EXCEPTION);
    if (!send(e, &p)) {
        return false;
    }
    restart(e, at);
    return true;
}

bool trm_etrace_send_context(struct trm_etrace *e, const struct trm_etrace_item *item)
{
    struct etrace_packet p = sync_packet(e, item, ETRACE_SYNC_CONTEXT);
    p.branch = false;
    p.has_address = false;
    p.address = 0;
    e->ticks++;
    return send(e, &p);
}

bool trm_etrace_send_support(struct trm_etrace *e, bool ienable, unsigned qual_status)
{
    struct etrace_packet p = {
        .format = ETRACE_FORMAT_SYNC,
        .subformat = ETRACE_SYNC_SUPPORT,
        .ienable = ienable,
        .qual_status = (uint8_t)qual_status,
        .ioptions = etrace_cfg_ioptions(&e->cfg, e->options),
        .denable = e->denable,
        .dloss = e->dloss,
        .doptions = e->denable ? e->doptions : 0,
    };
    e->ticks++;
    if (!send(e, &p)) {
        return false;
    }
    e->dloss = false;
    return true;
}

/* Formats 1 and 2, or a count of branches, with the address. */
static struct etrace_packet address_packet(const struct trm_etrace *e,
                                           const struct trm_etrace_item *item)
{
    bool full = trm_etrace_has(e, ETRACE_OPT_FULL_ADDRESS);
    struct etrace_packet p = {
        .format = e->branches != 0 ? ETRACE_FORMAT_BRANCH : ETRACE_FORMAT_ADDR,
        .branches = (uint8_t)e->branches,
        .branch_map = e->map,
        .has_address = true,
        .address = full ? item->addr : item->addr - e->address,
    };
    if (e->predicted != 0) {
        p.format = ETRACE_FORMAT_EXT;
        p.subformat = ETRACE_EXT_COUNT;
        p.branch_count = (uint32_t)(e->predicted - ETRACE_MAX_BRANCHES);
        p.branch_fmt = e->missed ? ETRACE_BRANCH_ADDR_FAIL : ETRACE_BRANCH_ADDR;
    }
    return p;
}

/* The target of a jump goes to the cache. Returns whether it was there. */
static bool cached(struct trm_etrace *e, const struct trm_etrace_item *item, uint32_t *index)
{
    if (!trm_etrace_has(e, ETRACE_OPT_JUMP_TARGET_CACHE) || e->cfg.cache_size == 0 ||
        e->before.itype == INGRESS_ITYPE_TRAP_RETURN) {
        return false;
    }
    uint64_t *entry = trm_etrace_cache_entry(e, item->addr, index);
    bool hit = *entry == item->addr;
    *entry = item->addr;
    return hit;
}

static unsigned length(const struct trm_etrace *e, const struct etrace_packet *p)
{
    uint8_t payload[ETRACE_PAYLOAD_MAX];
    unsigned size = 0;
    return etrace_packet_encode(&e->cfg, e->options, p, payload, &size) == ETRACE_OK
               ? size
               : ETRACE_PAYLOAD_MAX + 1u;
}

/* The index in place of the address, unless that is shorter. Format selection. */
static void choose_index(const struct trm_etrace *e, uint32_t index, struct etrace_packet *p)
{
    struct etrace_packet other = {
        .format = ETRACE_FORMAT_EXT,
        .subformat = ETRACE_EXT_INDEX,
        .index = index,
        .branches = p->branches,
        .branch_map = p->branch_map,
        .irreport = p->irreport,
        .irdepth = p->irdepth,
    };
    if (length(e, &other) <= length(e, p)) {
        *p = other;
    }
}

/* irreport and irdepth. Efficient Trace, Format 2 irreport and irdepth. */
static void report_depth(const struct trm_etrace *e, bool target, struct etrace_packet *p)
{
    bool returned = e->arrived == TRM_ETRACE_RETURNED;
    p->irreport = target ? e->failed != 0 : returned || e->popped_free.high != 0;
    p->irdepth = !p->irreport ? 0 : target ? e->failed : e->depth;
}

bool trm_etrace_send_address(struct trm_etrace *e, const struct trm_etrace_item *item, bool target,
                             bool sync, bool notify)
{
    uint32_t index = 0;
    struct etrace_packet p = address_packet(e, item);
    report_depth(e, target, &p);
    p.notify = !target && notify;
    p.updiscon = target && sync;
    bool hit = target && cached(e, item, &index);
    if (hit && e->predicted == 0) {
        choose_index(e, index, &p);
    }
    if (!send(e, &p)) {
        return false;
    }
    e->address = item->addr;
    trm_etrace_drop_branches(e);
    e->popped.high = 0;
    e->popped_free.high = 0;
    e->plain_target = target && !p.updiscon;
    return true;
}

bool trm_etrace_send_branches(struct trm_etrace *e)
{
    if (e->predicted != 0 && !e->missed) { /* the count is at its end */
        return trm_etrace_send_address(e, &e->current, false, false, false);
    }
    struct etrace_packet p = {
        .format = ETRACE_FORMAT_BRANCH,
        .branch_map = e->map,
    };
    if (e->predicted != 0) {
        p.format = ETRACE_FORMAT_EXT;
        p.subformat = ETRACE_EXT_COUNT;
        p.branch_count = (uint32_t)(e->predicted - ETRACE_MAX_BRANCHES);
        p.branch_fmt = ETRACE_BRANCH_NO_ADDR;
    }
    if (!send(e, &p)) {
        return false;
    }
    trm_etrace_drop_branches(e);
    return true;
}
