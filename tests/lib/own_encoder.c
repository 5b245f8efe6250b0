/* SPDX-License-Identifier: Apache-2.0 */
/* A small encoder of branch trace (N-Trace 1.0, chapters on the messages). */
#include "own_encoder.h"

#include "encoder_regs.h"

enum {
    SYNC_TRACE_ENABLED = 5,
    EVCODE_TRACE_DISABLED = 4,
    WRITABLE = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK,
};

int own_encoder_read(const struct own_encoder *e, uint32_t offset, unsigned size, uint32_t *value)
{
    if (size != 4) {
        return -1;
    }
    *value = 0;
    if (offset == TR_TE_CONTROL_OFFSET) {
        *value = e->control | (e->on ? 0 : TR_TE_EMPTY_MASK);
    } else if (offset == TR_TE_IMPL_OFFSET) { /* version 1.0, an encoder, of N-Trace 1.0 */
        *value = 1u << TR_TE_VER_MAJOR_SHIFT | 1u << TR_TE_COMP_TYPE_SHIFT |
                 1u << TR_TE_PROTOCOL_MAJOR_SHIFT;
    }
    return 0;
}

int own_encoder_write(struct own_encoder *e, uint32_t offset, unsigned size, uint32_t value)
{
    if (size != 4) {
        return -1;
    }
    if (offset == TR_TE_CONTROL_OFFSET) {
        uint32_t mode = (value & TR_TE_INST_MODE_MASK) >> TR_TE_INST_MODE_SHIFT;
        e->control = value & WRITABLE;
        e->control |= (uint32_t)TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;
        if (mode == TR_TE_INST_MODE_BTM) {
            e->control |= mode << TR_TE_INST_MODE_SHIFT;
        }
        if ((value & TR_TE_ACTIVE_MASK) == 0) {
            *e = (struct own_encoder){.out = e->out};
        }
    }
    return 0;
}

static bool tracing(const struct own_encoder *e)
{
    const uint32_t all = TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    return (e->control & all) == all && (e->control & TR_TE_INST_MODE_MASK) != 0;
}

/* Send a message with the count of half-words up to here. False: the link has no room. */
static bool send(struct own_encoder *e, struct nexus_msg *m)
{
    struct nexus_stream_cfg cfg;
    uint8_t bytes[NEXUS_MAX_MSG_BYTES];
    nexus_cfg_init(&cfg);
    nexus_msg_set(m, NEXUS_F_ICNT, e->icnt);
    int n = nexus_msg_encode(&cfg, m, bytes, sizeof bytes);
    if (n <= 0 || !e->out.ops->can_accept(e->out.ctx, (size_t)n)) {
        return false;
    }
    e->out.ops->put(e->out.ctx, bytes, (size_t)n);
    e->icnt = 0;
    return true;
}

/* What must go out before the block at `addr`: where tracing begins, or where a jump went. */
static bool before_block(struct own_encoder *e, uint64_t addr)
{
    struct nexus_msg m;
    if (e->on && !e->jumped) {
        return true;
    }
    if (!e->on) {
        nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, 0);
        nexus_msg_set(&m, NEXUS_F_SYNC, SYNC_TRACE_ENABLED);
        nexus_msg_set(&m, NEXUS_F_ADDR, addr >> 1);
    } else {
        nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH, 0);
        nexus_msg_set(&m, NEXUS_F_BTYPE, e->btype);
        nexus_msg_set(&m, NEXUS_F_ADDR, addr >> 1 ^ e->addr);
    }
    if (!send(e, &m)) {
        return false;
    }
    e->on = true;
    e->jumped = false;
    e->addr = addr >> 1;
    return true;
}

static bool taken_branch(struct own_encoder *e)
{
    struct nexus_msg m;
    nexus_msg_start(&m, NEXUS_DIRECT_BRANCH, 0);
    return send(e, &m);
}

/* The simulated hart gives one block per record. */
bool own_encoder_ingress(struct own_encoder *e, const struct ingress_cycle *in)
{
    const struct ingress_block *b = &in->block[0];
    if (!tracing(e) || in->nblocks == 0) {
        return false;
    }
    if (!before_block(e, b->iaddr)) {
        return true;
    }
    e->icnt += b->iretire;
    switch (b->itype) {
    case INGRESS_ITYPE_TAKEN:
        if (!taken_branch(e)) {
            e->icnt -= b->iretire;
            return true;
        }
        return false;
    case INGRESS_ITYPE_EXCEPTION:
    case INGRESS_ITYPE_INTERRUPT:
        e->jumped = true;
        e->btype = 1;
        return false;
    case INGRESS_ITYPE_TRAP_RETURN:
    case INGRESS_ITYPE_UNINFERABLE_CALL:
    case INGRESS_ITYPE_UNINFERABLE_TAIL:
    case INGRESS_ITYPE_CO_ROUTINE_SWAP:
    case INGRESS_ITYPE_RETURN:
    case INGRESS_ITYPE_OTHER_UNINFERABLE:
        e->jumped = true;
        e->btype = 0;
        return false;
    default: /* a decoder can follow */
        return false;
    }
}

bool own_encoder_busy(const struct own_encoder *e)
{
    return e->on || tracing(e);
}

void own_encoder_tick(struct own_encoder *e)
{
    struct nexus_msg m;
    if (!e->on || tracing(e)) {
        return;
    }
    nexus_msg_start(&m, NEXUS_PROG_TRACE_CORRELATION, 0);
    nexus_msg_set(&m, NEXUS_F_EVCODE, EVCODE_TRACE_DISABLED);
    nexus_msg_set(&m, NEXUS_F_CDF, 0);
    e->on = !send(e, &m);
    e->jumped = false;
}
