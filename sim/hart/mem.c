/* SPDX-License-Identifier: Apache-2.0 */
/* Memory accesses that are not covered by a window: checks, devices, faults, and refilling the
 * windows. */
#include <stdlib.h>
#include <string.h>

#include "flow/flow_le.h"
#include "hart/exec.h"
#include "hart/hart_priv.h"

void sim_flush_windows(struct sim_hart *h)
{
    h->fetch.len = 0;
    h->load.len = 0;
    h->store.len = 0;
}

/* mstatus.MPRV: loads and stores happen as if in mode MPP; not in debug mode (dcsr.mprven is 0). */
static enum sim_priv data_priv(const struct sim_hart *h)
{
    const uint64_t s = h->csr.mstatus;

    if (!h->debug_exec && h->priv == SIM_PRIV_M && (s & SIM_MSTATUS_MPRV) != 0) {
        return (enum sim_priv)((s & SIM_MSTATUS_MPP) >> SIM_MPP_SHIFT);
    }
    return h->priv;
}

/* The window around addr, for which this access was just found legal: as far as region and PMP
 * entry reach, cut to whole 8-byte words for data, so that aligned accesses never straddle its
 * end. */
static void refill(const struct sim_hart *h, struct sim_window *w, uint64_t addr,
                   const struct sim_region *r, unsigned align)
{
    uint64_t first = r->base, last = r->base + (r->size - 1);

    if (last > h->mask) {
        last = h->mask;
    }
    sim_pmp_uniform(h, addr, &first, &last);
    first = (first + align - 1) & ~(uint64_t)(align - 1);
    w->len = 0;
    if (last < first || last - first < align - 1) {
        return;
    }
    w->base = first;
    w->len = (last - first + 1) & ~(uint64_t)(align - 1);
    w->off = first - r->base;
    w->ram = r->ram;
}

int sim_load_slow(struct sim_hart *h, uint64_t addr, unsigned size, uint64_t *v)
{
    if ((addr & (size - 1)) != 0) {
        return sim_raise(h, SIM_CAUSE_LOAD_MISALIGNED, addr);
    }
    if (!sim_pmp_allows(h, addr, size, SIM_READ, data_priv(h)) ||
        sim_bus_read(h->bus, addr, size, v) != SIM_BUS_OK) {
        return sim_raise(h, SIM_CAUSE_LOAD_FAULT, addr);
    }
    const struct sim_region *r = sim_bus_find(h->bus, addr);
    if (r->ram != NULL) {
        refill(h, &h->load, addr, r, 8);
    }
    return 0;
}

int sim_store_slow(struct sim_hart *h, uint64_t addr, unsigned size, uint64_t v)
{
    if ((addr & (size - 1)) != 0) {
        return sim_raise(h, SIM_CAUSE_STORE_MISALIGNED, addr);
    }
    if (!sim_pmp_allows(h, addr, size, SIM_WRITE, data_priv(h)) ||
        sim_bus_write(h->bus, addr, size, v) != SIM_BUS_OK) {
        return sim_raise(h, SIM_CAUSE_STORE_FAULT, addr);
    }
    const struct sim_region *r = sim_bus_find(h->bus, addr);
    if (r->ram != NULL && r->ram->before.fn == NULL) { /* else each store comes here */
        refill(h, &h->store, addr, r, 8);
    }
    return 0;
}

int sim_atomic_pointer(struct sim_hart *h, uint64_t addr, unsigned size, bool write, uint8_t **p,
                       const struct sim_region **region)
{
    const enum sim_priv priv = data_priv(h);

    if ((addr & (size - 1)) != 0) {
        return sim_raise(h, write ? SIM_CAUSE_STORE_MISALIGNED : SIM_CAUSE_LOAD_MISALIGNED, addr);
    }
    const struct sim_region *r = sim_bus_find(h->bus, addr);
    if (r == NULL || r->ram == NULL || !sim_pmp_allows(h, addr, size, SIM_READ, priv) ||
        (write && !sim_pmp_allows(h, addr, size, SIM_WRITE, priv))) {
        return sim_raise(h, write ? SIM_CAUSE_STORE_FAULT : SIM_CAUSE_LOAD_FAULT, addr);
    }
    if (write && r->ram->before.fn != NULL) {
        r->ram->before.fn(r->ram->before.ctx, addr - r->base, size);
    }
    *p = r->ram->mem + (addr - r->base);
    *region = r;
    return 0;
}

/* One parcel of 16 bits. Code can only be in RAM. Returns NULL after raising a fault. */
static const struct sim_region *fetch_parcel(struct sim_hart *h, uint64_t addr, uint16_t *parcel)
{
    const struct sim_region *r = sim_bus_find(h->bus, addr);

    if (r == NULL || r->ram == NULL || !sim_pmp_allows(h, addr, 2, SIM_EXEC, h->priv)) {
        sim_raise(h, SIM_CAUSE_FETCH_FAULT, addr);
        return NULL;
    }
    *parcel = flow_le16(r->ram->mem + (addr - r->base));
    return r;
}

/* Make sure that the page of offset can hold decoded instructions. False: no memory. */
static bool need_page(struct sim_ram *ram, uint64_t offset)
{
    struct sim_insn **page = &ram->page[offset >> SIM_RAM_PAGE_SHIFT];

    if (*page == NULL) {
        *page = calloc(SIM_INSNS_PER_PAGE, sizeof **page);
    }
    return *page != NULL;
}

/* Where to decode the instruction of len bytes at off: its place in the cache, or the scratch. A
 * decoded instruction depends on XLEN and C, which are the same for all harts of a bus. */
static struct sim_insn *slot(struct sim_hart *h, struct sim_ram *ram, uint64_t off, unsigned len)
{
    if (off + len > ram->size || !need_page(ram, off) || !need_page(ram, off + len - 1)) {
        return &h->scratch;
    }
    return &ram->page[off >> SIM_RAM_PAGE_SHIFT][(off >> 1) & (SIM_INSNS_PER_PAGE - 1)];
}

const struct sim_insn *sim_fetch_slow(struct sim_hart *h)
{
    uint16_t low, high = 0;

    const struct sim_region *r = fetch_parcel(h, h->pc, &low);
    if (r == NULL) {
        return NULL;
    }
    bool wide = (low & 3) == 3;
    const struct sim_region *r2 = r;
    if (wide) {
        r2 = fetch_parcel(h, (h->pc + 2) & h->mask, &high);
    }
    if (r2 == NULL) {
        return NULL;
    }
    uint64_t off = h->pc - r->base;
    struct sim_insn *in = r2 == r ? slot(h, r->ram, off, wide ? 4 : 2) : &h->scratch;
    sim_decode(in, low | (uint32_t)high << 16, h->cfg.xlen, h->cfg.compressed);
    refill(h, &h->fetch, h->pc, r, 4);
    if (h->fetch.len != 0) { /* the last half-word may begin an instruction that reaches out */
        h->fetch.len -= 2;
    }
    return in;
}
