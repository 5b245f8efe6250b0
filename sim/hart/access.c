/* SPDX-License-Identifier: Apache-2.0 */
/* The data signals of the ingress port: what the instruction that retires loads and stores
 * (E-Trace 2.0, "Data Trace Interface", unified). Only harts with sim_hart_set_data come here. */
#include "hart/exec.h"
#include "hart/hart_priv.h"

enum {
    OP_LOAD = 0x03,
    OP_STORE = 0x23,
    OP_AMO = 0x2f,
    AMO_LR = 2,
    AMO_SC = 3,
};

/* The 32-bit instruction that a compressed one is. */
static uint32_t expanded(const struct sim_hart *h, const struct sim_insn *in)
{
    return in->len == 2 ? sim_expand((uint16_t)in->opcode, h->cfg.xlen) : in->opcode;
}

static uint64_t low(uint64_t value, unsigned dsize)
{
    return dsize == 3 ? value : value & ((UINT64_C(1) << (8u << dsize)) - 1u);
}

static uint8_t amo_dtype(uint32_t funct5)
{
    switch (funct5) {
    case 0x00:
        return INGRESS_DTYPE_ADD;
    case 0x01:
        return INGRESS_DTYPE_SWAP;
    case 0x04:
        return INGRESS_DTYPE_XOR;
    case 0x08:
        return INGRESS_DTYPE_OR;
    case 0x0c:
        return INGRESS_DTYPE_AND;
    case 0x10:
    case 0x18:
        return INGRESS_DTYPE_MIN;
    default:
        return INGRESS_DTYPE_MAX;
    }
}

bool sim_access_begin(const struct sim_hart *h, const struct sim_insn *in, struct ingress_access *a)
{
    const uint32_t op = expanded(h, in);
    const uint32_t funct5 = op >> 27;
    uint64_t addr = h->x[in->rs1];

    *a = (struct ingress_access){.dsize = (uint8_t)(op >> 12 & 3u)};
    switch (op & 0x7fu) {
    case OP_LOAD:
        addr += (uint64_t)(int64_t)in->imm;
        a->dtype = INGRESS_DTYPE_LOAD;
        break;
    case OP_STORE:
        addr += (uint64_t)(int64_t)in->imm;
        a->dtype = INGRESS_DTYPE_STORE;
        break;
    case OP_AMO:
        a->dtype = funct5 == AMO_LR   ? (uint8_t)INGRESS_DTYPE_LOAD
                   : funct5 == AMO_SC ? (uint8_t)INGRESS_DTYPE_STORE
                                      : amo_dtype(funct5);
        break;
    default:
        return false;
    }
    a->daddr = addr & h->mask;
    a->store = low(h->x[in->rs2], a->dsize); /* an atomic: the operand, until it is done */
    return true;
}

void sim_access_end(const struct sim_hart *h, const struct sim_insn *in, struct ingress_access *a)
{
    const uint32_t op = expanded(h, in);
    const uint64_t result = low(h->x[in->rd], a->dsize);

    if (a->dtype == INGRESS_DTYPE_LOAD) {
        a->load = result;
        a->store = 0;
    } else if ((op & 0x7fu) == OP_AMO && a->dtype == INGRESS_DTYPE_STORE) {
        if (result != 0) {
            a->dtype = INGRESS_DTYPE_SC_FAILED;
            a->store = 0;
        }
    } else if (a->dtype >= INGRESS_DTYPE_SWAP) {
        a->load = result;
        a->store = low(sim_amo_value(op >> 27, result, a->store, 1u << a->dsize), a->dsize);
    }
}
