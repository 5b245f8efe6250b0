/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic instructions (ISA manual, volume I, "A" Standard Extension). One reservation: SC
 * succeeds when it goes to the address and width of the last LR and memory still holds what LR
 * read, so a write by another bus master makes it fail. RAM only: devices refuse atomics. */
#include "flow/flow_le.h"
#include "hart/exec.h"
#include "hart/hart_priv.h"

static uint64_t extend(uint64_t v, unsigned size)
{
    return size == 4 ? sim_sext32(v) : v;
}

static int load_reserved(struct sim_hart *h, const struct sim_insn *in, unsigned size)
{
    const uint64_t addr = h->x[in->rs1] & h->mask;
    const struct sim_region *region;
    uint8_t *p;

    if (sim_atomic_pointer(h, addr, size, false, &p, &region) != 0) {
        return SIM_TRAP;
    }
    h->x[in->rd] = extend(flow_le_get(p, size), size);
    h->reserved = true;
    h->reservation = addr | (size == 8);
    h->reserved_value = flow_le_get(p, size);
    return 0;
}

static int store_conditional(struct sim_hart *h, const struct sim_insn *in, unsigned size)
{
    const uint64_t addr = h->x[in->rs1] & h->mask;
    const struct sim_region *region;
    uint8_t *p;

    if (sim_atomic_pointer(h, addr, size, true, &p, &region) != 0) {
        return SIM_TRAP;
    }
    if (h->reserved && h->reservation == (addr | (size == 8)) &&
        h->reserved_value == flow_le_get(p, size)) {
        flow_le_put(p, size, h->x[in->rs2]);
        sim_ram_changed(region->ram, addr - region->base, size);
        h->x[in->rd] = 0;
    } else {
        h->x[in->rd] = 1;
    }
    h->reserved = false;
    return 0;
}

/* New value of memory; a and b are sign-extended to 64 bits, which keeps both orders. */
static uint64_t combine(unsigned funct5, uint64_t a, uint64_t b)
{
    switch (funct5) {
    case 0x00:
        return a + b;
    case 0x01:
        return b;
    case 0x04:
        return a ^ b;
    case 0x08:
        return a | b;
    case 0x0c:
        return a & b;
    case 0x10:
        return (int64_t)a < (int64_t)b ? a : b;
    case 0x14:
        return (int64_t)a > (int64_t)b ? a : b;
    case 0x18:
        return a < b ? a : b;
    default: /* 0x1c */
        return a > b ? a : b;
    }
}

uint64_t sim_amo_value(unsigned funct5, uint64_t a, uint64_t b, unsigned size)
{
    return combine(funct5, extend(a, size), extend(b, size));
}

static int amo(struct sim_hart *h, const struct sim_insn *in, unsigned size)
{
    const uint64_t addr = h->x[in->rs1] & h->mask;
    const struct sim_region *region;
    uint8_t *p;

    if (sim_atomic_pointer(h, addr, size, true, &p, &region) != 0) {
        return SIM_TRAP;
    }
    uint64_t old = extend(flow_le_get(p, size), size);
    flow_le_put(p, size, combine((unsigned)in->imm, old, extend(h->x[in->rs2], size)));
    sim_ram_changed(region->ram, addr - region->base, size);
    h->x[in->rd] = old;
    return 0;
}

int sim_exec_lr_w(struct sim_hart *h, const struct sim_insn *in)
{
    return load_reserved(h, in, 4);
}

int sim_exec_lr_d(struct sim_hart *h, const struct sim_insn *in)
{
    return load_reserved(h, in, 8);
}

int sim_exec_sc_w(struct sim_hart *h, const struct sim_insn *in)
{
    return store_conditional(h, in, 4);
}

int sim_exec_sc_d(struct sim_hart *h, const struct sim_insn *in)
{
    return store_conditional(h, in, 8);
}

int sim_exec_amo_w(struct sim_hart *h, const struct sim_insn *in)
{
    return amo(h, in, 4);
}

int sim_exec_amo_d(struct sim_hart *h, const struct sim_insn *in)
{
    return amo(h, in, 8);
}
