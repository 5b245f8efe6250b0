/* SPDX-License-Identifier: Apache-2.0 */
/* Physical memory protection (ISA manual, volume II, "Physical Memory Protection"): grain of 4
 * bytes. */
#include "hart/hart_priv.h"

enum {
    PMP_L = 0x80,
    PMP_A = 0x18,
    PMP_TOR = 0x08,
    PMP_NA4 = 0x10,
    PMP_NAPOT = 0x18,
    PMP_CFG_BITS = 0x9f,
    CSR_PMPCFG0 = 0x3a0,
    CSR_PMPADDR0 = 0x3b0,
};

/* Physical addresses have 56 bits in RV64; comparisons ignore the others, so that the alias of RAM
 * at the top of the address space can be covered by an entry too. In RV32 addresses have 32 bits
 * and entries 34. */
#define PMP_ADDRESS UINT64_C(0x00ffffffffffffff)

/* The bytes entry i covers, as first and last address. False when it is off, or covers nothing. */
static bool range(const struct sim_hart *h, unsigned i, uint64_t *first, uint64_t *last)
{
    const uint64_t a = h->csr.pmpaddr[i];
    uint64_t ones;

    switch (h->csr.pmpcfg[i] & PMP_A) {
    case PMP_TOR:
        *first = i == 0 ? 0 : h->csr.pmpaddr[i - 1] << 2;
        *last = (a << 2) - 1;
        return a << 2 > *first;
    case PMP_NA4:
        *first = a << 2;
        *last = *first + 3;
        return true;
    case PMP_NAPOT:
        ones = a ^ (a + 1);
        *first = (a & ~ones) << 2;
        *last = *first + ((ones << 2) | 3);
        return true;
    default:
        return false;
    }
}

bool sim_pmp_allows(const struct sim_hart *h, uint64_t addr, unsigned size, enum sim_access access,
                    enum sim_priv priv)
{
    uint64_t first, last;

    addr &= PMP_ADDRESS;
    uint64_t end = addr + (size - 1);
    if (h->cfg.pmp_entries == 0) {
        return true;
    }
    for (unsigned i = 0; i < h->cfg.pmp_entries; i++) {
        if (!range(h, i, &first, &last) || end < first || addr > last) {
            continue;
        }
        if (addr < first || end > last) {
            return false;
        }
        if (priv == SIM_PRIV_M && (h->csr.pmpcfg[i] & PMP_L) == 0) {
            return true;
        }
        return (h->csr.pmpcfg[i] & access) != 0;
    }
    return priv == SIM_PRIV_M;
}

static void at_least(uint64_t *v, uint64_t above, uint64_t limit)
{
    if (limit <= PMP_ADDRESS && *v < (above | limit)) {
        *v = above | limit;
    }
}

static void at_most(uint64_t *v, uint64_t above, uint64_t limit)
{
    if (limit <= PMP_ADDRESS && *v > (above | limit)) {
        *v = above | limit;
    }
}

void sim_pmp_uniform(const struct sim_hart *h, uint64_t addr, uint64_t *first, uint64_t *last)
{
    const uint64_t above = addr & ~PMP_ADDRESS;
    uint64_t lo, hi;

    addr &= PMP_ADDRESS;
    for (unsigned i = 0; i < h->cfg.pmp_entries; i++) {
        if (!range(h, i, &lo, &hi)) {
            continue;
        }
        if (addr < lo) {
            at_most(last, above, lo - 1);
        } else if (addr > hi) {
            at_least(first, above, hi + 1);
        } else {
            at_least(first, above, lo);
            at_most(last, above, hi);
            return;
        }
    }
}

/* pmpcfg registers hold four entries in RV32 and eight in RV64, where the odd ones do not exist. */
static int cfg_first(const struct sim_hart *h, unsigned csr)
{
    const unsigned n = csr - CSR_PMPCFG0;

    if (n >= SIM_PMP_ENTRIES / 4 || (h->cfg.xlen == 64 && (n & 1) != 0)) {
        return -1;
    }
    return (int)(n * 4);
}

static bool locked(const struct sim_hart *h, unsigned i)
{
    if ((h->csr.pmpcfg[i] & PMP_L) != 0) {
        return true;
    }
    return i + 1 < SIM_PMP_ENTRIES && (h->csr.pmpcfg[i + 1] & (PMP_L | PMP_A)) == (PMP_L | PMP_TOR);
}

int sim_pmp_csr_read(const struct sim_hart *h, unsigned csr, uint64_t *v)
{
    int first = cfg_first(h, csr);

    *v = 0;
    if (csr >= CSR_PMPADDR0 && csr - CSR_PMPADDR0 < h->cfg.pmp_entries) {
        *v = h->csr.pmpaddr[csr - CSR_PMPADDR0];
        return 0;
    }
    if (h->cfg.pmp_entries == 0 || first < 0) {
        return SIM_HART_ERR_CSR;
    }
    for (unsigned i = 0; i < h->cfg.xlen / 8u; i++) {
        *v |= (uint64_t)h->csr.pmpcfg[(unsigned)first + i] << (8 * i);
    }
    return 0;
}

int sim_pmp_csr_write(struct sim_hart *h, unsigned csr, uint64_t v)
{
    int first = cfg_first(h, csr);

    sim_flush_windows(h);
    if (csr >= CSR_PMPADDR0 && csr - CSR_PMPADDR0 < h->cfg.pmp_entries) {
        if (!locked(h, csr - CSR_PMPADDR0)) {
            h->csr.pmpaddr[csr - CSR_PMPADDR0] =
                h->cfg.xlen == 64 ? v & ((UINT64_C(1) << 54) - 1) : v;
        }
        return 0;
    }
    if (h->cfg.pmp_entries == 0 || first < 0) {
        return SIM_HART_ERR_CSR;
    }
    for (unsigned i = 0; i < h->cfg.xlen / 8u; i++) {
        const unsigned n = (unsigned)first + i;
        const uint8_t c = (uint8_t)(v >> (8 * i)) & PMP_CFG_BITS;

        /* W without R is reserved: such a value is not taken. */
        if ((h->csr.pmpcfg[n] & PMP_L) == 0 && (c & (SIM_READ | SIM_WRITE)) != SIM_WRITE) {
            h->csr.pmpcfg[n] = c;
        }
    }
    return 0;
}
