/* SPDX-License-Identifier: Apache-2.0 */
/* Counters (ISA manual, volume II, "Hardware Performance Monitor"). A counter is the hart's own
 * count plus an offset that software moves; inhibited, it is the offset alone. */
#include "hart/csr_priv.h"

enum {
    CYCLE = 0, /* bits of mcounteren, and numbers within each block of 32 */
    TIME = 1,
    INSTRET = 2,
};

/* Offsets of the low and high registers within a block. */
static bool in_block(unsigned csr, unsigned first)
{
    return csr >= first && csr < first + 32;
}

bool sim_is_counter(unsigned csr)
{
    return in_block(csr, CSR_MCYCLE) || in_block(csr, CSR_MCYCLEH) || in_block(csr, CSR_CYCLE) ||
           in_block(csr, CSR_CYCLEH) || in_block(csr, CSR_MCOUNTINHIBIT) || csr == CSR_MCOUNTEREN ||
           csr == CSR_SCOUNTEREN;
}

static uint64_t value(const struct sim_hart *h, unsigned n)
{
    const bool off = ((h->csr.mcountinhibit >> n) & 1) != 0;

    switch (n) {
    case CYCLE:
        return h->csr.cycle_offset + (off ? 0 : h->cycle);
    case TIME:
        return sim_hart_time(h);
    case INSTRET:
        return h->csr.instret_offset + (off ? 0 : h->instret);
    default:
        return 0;
    }
}

/* A write takes the place of the increment of its own instruction. */
static void set(struct sim_hart *h, unsigned n, uint64_t v)
{
    const bool off = ((h->csr.mcountinhibit >> n) & 1) != 0;

    if (n == CYCLE) {
        h->csr.cycle_offset = v - (off ? 0 : h->cycle + 1);
    } else if (n == INSTRET) {
        h->csr.instret_offset = v - (off ? 0 : h->instret + 1);
    }
}

static bool user_may_read(const struct sim_hart *h, unsigned n)
{
    if (h->priv == SIM_PRIV_M) {
        return true;
    }
    if (((h->csr.mcounteren >> n) & 1) == 0) {
        return false;
    }
    return h->priv == SIM_PRIV_S || ((h->csr.scounteren >> n) & 1) != 0;
}

int sim_counter_read(struct sim_hart *h, unsigned csr, bool debug, uint64_t *v)
{
    const unsigned n = csr & 31;
    const bool high = in_block(csr, CSR_MCYCLEH) || in_block(csr, CSR_CYCLEH);
    const bool user = in_block(csr, CSR_CYCLE) || in_block(csr, CSR_CYCLEH);

    *v = 0;
    if (csr == CSR_MCOUNTEREN) {
        *v = h->csr.mcounteren;
    } else if (csr == CSR_SCOUNTEREN) {
        *v = h->csr.scounteren;
    } else if (csr == CSR_MCOUNTINHIBIT) {
        *v = h->csr.mcountinhibit;
    } else if (in_block(csr, CSR_MCOUNTINHIBIT)) {
        return csr >= CSR_MHPMEVENT3 ? 0 : SIM_HART_ERR_CSR;
    } else if ((high && h->cfg.xlen == 64) || (!user && n == TIME) ||
               (user && !debug && !user_may_read(h, n))) {
        return SIM_HART_ERR_CSR;
    } else {
        *v = (high ? value(h, n) >> 32 : value(h, n)) & h->mask;
    }
    return 0;
}

/* mcountinhibit: a counter keeps its value when it stops and when it goes on. */
static void write_inhibit(struct sim_hart *h, uint64_t v)
{
    const uint64_t cycle = value(h, CYCLE), instret = value(h, INSTRET);

    h->csr.mcountinhibit = v & (1u << CYCLE | 1u << INSTRET);
    h->csr.cycle_offset = cycle - ((v >> CYCLE) & 1 ? 0 : h->cycle);
    h->csr.instret_offset = instret - ((v >> INSTRET) & 1 ? 0 : h->instret);
}

int sim_counter_write(struct sim_hart *h, unsigned csr, uint64_t v)
{
    const unsigned n = csr & 31;
    const uint64_t old = value(h, n);

    if (csr == CSR_MCOUNTEREN) {
        h->csr.mcounteren = (uint32_t)v;
    } else if (csr == CSR_SCOUNTEREN) {
        h->csr.scounteren = (uint32_t)v;
    } else if (csr == CSR_MCOUNTINHIBIT) {
        write_inhibit(h, v);
    } else if (in_block(csr, CSR_MCOUNTINHIBIT)) {
        return csr >= CSR_MHPMEVENT3 ? 0 : SIM_HART_ERR_CSR;
    } else if (n == TIME || (in_block(csr, CSR_MCYCLEH) && h->cfg.xlen == 64)) {
        return SIM_HART_ERR_CSR;
    } else if (in_block(csr, CSR_MCYCLEH)) {
        set(h, n, v << 32 | (uint32_t)old);
    } else {
        set(h, n, h->cfg.xlen == 64 ? v : (old & ~(uint64_t)UINT32_MAX) | v);
    }
    return 0;
}
