/* SPDX-License-Identifier: Apache-2.0 */
/* The ingress port: one record for each instruction, each trap, and each change of the sidebands
 * (E-Trace 2.0, "Instruction Trace Interface"; N-Trace 1.0, "Trace Ingress Port").
 * docs/reference/sim.md lists the choices. */
#include "hart/hart_priv.h"

/* The 4-bit code of the instruction, as this port reports it. */
static uint8_t itype(const struct sim_hart *h, const struct sim_insn *in)
{
    const uint8_t code = in->itype;

    if (code == INGRESS_ITYPE_NOT_TAKEN) {
        return h->taken ? INGRESS_ITYPE_TAKEN : INGRESS_ITYPE_NOT_TAKEN;
    }
    if (code == INGRESS_ITYPE_INFERABLE_CALL || code == INGRESS_ITYPE_INFERABLE_TAIL ||
        code == INGRESS_ITYPE_OTHER_INFERABLE) {
        if (h->cfg.all_jumps) {
            return INGRESS_ITYPE_TAKEN;
        }
        return h->cfg.itype4 ? code : INGRESS_ITYPE_NONE;
    }
    if (code > INGRESS_ITYPE_TAKEN && !h->cfg.itype4) {
        return INGRESS_ITYPE_UNINFERABLE_JUMP;
    }
    return code;
}

static void add_block(struct sim_hart *h, struct sim_retire *r)
{
    const struct sim_event *ev = &h->ev;
    struct ingress_block *b = &r->in.block[0];

    b->iaddr = ev->pc;
    if (ev->retired) {
        b->iretire = ev->in->len / 2u;
        b->ilastsize = ev->in->len == 4;
        b->itype = itype(h, ev->in);
        b->sijump = ev->sijump;
        if (ev->accessed) {
            r->in.naccess = 1;
            r->in.access[0] = ev->access;
        }
    } else {
        b->iretire = 0;
        b->ilastsize = 0;
        b->sijump = false;
        b->itype = ev->interrupt ? INGRESS_ITYPE_INTERRUPT : INGRESS_ITYPE_EXCEPTION;
        r->in.cause = ev->cause;
        r->in.tval = ev->interrupt ? 0 : ev->tval;
    }
    r->in.nblocks = 1;
    r->opcode = ev->in != NULL ? ev->in->opcode : 0;
}

/* sim_hart_time without a division for most cycles. */
static uint64_t recent_time(struct sim_hart *h)
{
    if (h->cycle - h->tick_cycle >= h->cfg.cycles_per_tick) {
        h->tick = h->cycle / h->cfg.cycles_per_tick;
        h->tick_cycle = h->tick * h->cfg.cycles_per_tick;
    }
    return h->time_offset + h->tick;
}

/* Blocks after nblocks are left as they are. */
void sim_make_record(struct sim_hart *h, struct sim_retire *r)
{
    const struct sim_event *ev = &h->ev;

    r->opcode = 0;
    r->in.cycle = h->cycle;
    r->in.time = recent_time(h);
    r->in.nblocks = 0;
    r->in.ctype = INGRESS_CTYPE_NONE;
    r->in.ext_trig = 0;
    r->in.trigger = 0;
    r->in.impdef = 0;
    r->in.cause = 0;
    r->in.tval = 0;
    r->in.naccess = 0;
    r->in.context = ev->context;
    r->in.hcontext = ev->hcontext;
    r->in.priv = h->halted ? INGRESS_PRIV_D : (uint8_t)ev->priv;
    r->in.halted = h->halted;
    r->in.reset = h->in_reset || h->reset_pulse;
    r->in.lowpower = h->sleeping;
    if (!ev->retired && !ev->trapped) {
        return;
    }
    /* Records of instructions and traps belong to a running hart: a sideband change has its own
     * record. */
    r->in.halted = false;
    r->in.lowpower = false;
    r->in.priv = (uint8_t)ev->priv;
    r->in.trigger = ev->retired ? ev->trigger : 0;
    add_block(h, r);
}
