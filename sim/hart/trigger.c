/* SPDX-License-Identifier: Apache-2.0 */
/* The trigger module (RISC-V Debug 1.0, "Sdtrig"): mcontrol and mcontrol6, match on the address of
 * execution only, before the instruction. Actions 2, 3 and 4 are trace-on, trace-off and
 * trace-notify (E-Trace 2.0, "Using trigger outputs"). */
#include "hart/hart_priv.h"

#include <string.h>

enum {
    CSR_TSELECT = 0x7a0,
    CSR_TDATA1 = 0x7a1,
    CSR_TDATA2 = 0x7a2,
    CSR_TDATA3 = 0x7a3,
    CSR_TINFO = 0x7a4,
    CSR_TCONTROL = 0x7a5,
    TYPE_MCONTROL = 2,
    TYPE_MCONTROL6 = 6,
    TYPE_DISABLED = 15,
    MATCH_EQUAL = 0,
    MATCH_NAPOT = 1,
    MATCH_GE = 2,
    MATCH_LT = 3,
    ACTION_EXCEPTION = 0,
    ACTION_DEBUG = 1,
    ACTION_NOTIFY = 4,
    TCONTROL_MTE = 1 << 3,
    TCONTROL_MPTE = 1 << 7,
    TINFO = 1 << 24 | 1 << TYPE_MCONTROL | 1 << TYPE_MCONTROL6 | 1 << TYPE_DISABLED,
};

void sim_trigger_reset(struct sim_hart *h)
{
    memset(h->trig, 0, sizeof h->trig);
    for (unsigned i = 0; i < SIM_MAX_TRIGGERS; i++) {
        h->trig[i].type = TYPE_MCONTROL;
    }
    h->csr.tselect = 0;
    h->csr.mte = false;
    h->csr.mpte = false;
    h->triggers_armed = false;
}

static bool armed(const struct sim_trigger *t)
{
    return t->type != TYPE_DISABLED && t->execute && (t->m || t->s || t->u);
}

/* In M-mode an exception needs tcontrol.mte. In S-mode it must not hit a handler that could not
 * return: when breakpoints are delegated it needs sstatus.SIE (Debug 1.0, "Native Triggers"). */
static bool may_fire(const struct sim_hart *h, const struct sim_trigger *t)
{
    if (t->action != ACTION_EXCEPTION) {
        return true;
    }
    if (h->priv == SIM_PRIV_M) {
        return h->csr.mte;
    }
    if (h->priv == SIM_PRIV_S && ((h->csr.medeleg >> SIM_CAUSE_BREAKPOINT) & 1) != 0) {
        return (h->csr.mstatus & SIM_MSTATUS_SIE) != 0;
    }
    return true;
}

static bool matches(const struct sim_hart *h, const struct sim_trigger *t, uint64_t pc)
{
    uint64_t ones;

    if (!armed(t) || !(h->priv == SIM_PRIV_M ? t->m : h->priv == SIM_PRIV_S ? t->s : t->u)) {
        return false;
    }
    switch (t->match) {
    case MATCH_NAPOT:
        ones = t->tdata2 ^ (t->tdata2 + 1);
        return ((pc ^ t->tdata2) & ~ones) == 0;
    case MATCH_GE:
        return pc >= t->tdata2;
    case MATCH_LT:
        return pc < t->tdata2;
    default:
        return pc == t->tdata2;
    }
}

unsigned sim_trigger_match(struct sim_hart *h, uint64_t pc)
{
    unsigned actions = 0;

    for (unsigned i = 0; i < h->cfg.triggers; i++) {
        struct sim_trigger *t = &h->trig[i];

        if (matches(h, t, pc) && may_fire(h, t)) {
            t->hit = true;
            actions |= 1u << t->action;
        }
    }
    return actions;
}

/* Both types share the places of action, match, m, s, u and execute; hit differs. mcontrol has
 * maskmax. */
static uint64_t tdata1(const struct sim_hart *h, const struct sim_trigger *t)
{
    const unsigned xlen = h->cfg.xlen;
    uint64_t v = (uint64_t)t->type << (xlen - 4) | (uint64_t)t->dmode << (xlen - 5);

    if (t->type == TYPE_DISABLED) {
        return v;
    }
    if (t->type == TYPE_MCONTROL) {
        v |= (uint64_t)(xlen - 1) << (xlen - 11) | (uint64_t)t->hit << 20;
    } else {
        v |= (uint64_t)t->hit << 22;
    }
    return v | (uint64_t)t->action << 12 | (uint64_t)t->match << 7 | (uint64_t)t->m << 6 |
           (uint64_t)t->s << 4 | (uint64_t)t->u << 3 | (uint64_t)t->execute << 2;
}

/* WARL: 0 disables and leaves a type that debuggers use again; an unknown type disables; an action
 * or match that is not implemented becomes 0. */
static void set_tdata1(const struct sim_hart *h, struct sim_trigger *t, bool debug, uint64_t v)
{
    const unsigned xlen = h->cfg.xlen;
    const unsigned type = v == 0 ? TYPE_MCONTROL : (v >> (xlen - 4)) & 15;
    const unsigned action = (v >> 12) & 15, match = (v >> 7) & 15;

    t->dmode = debug && ((v >> (xlen - 5)) & 1) != 0;
    t->type = type == TYPE_MCONTROL || type == TYPE_MCONTROL6 ? (uint8_t)type : TYPE_DISABLED;
    t->hit = ((v >> (type == TYPE_MCONTROL6 ? 22 : 20)) & 1) != 0;
    t->action = action > ACTION_NOTIFY || (action == ACTION_DEBUG && !t->dmode) ? ACTION_EXCEPTION
                                                                                : (uint8_t)action;
    t->match = match > MATCH_LT ? MATCH_EQUAL : (uint8_t)match;
    t->m = ((v >> 6) & 1) != 0;
    t->s = ((v >> 4) & 1) != 0;
    t->u = ((v >> 3) & 1) != 0;
    t->execute = ((v >> 2) & 1) != 0;
}

int sim_trigger_csr_read(const struct sim_hart *h, unsigned csr, uint64_t *v)
{
    const struct sim_trigger *t = &h->trig[h->csr.tselect];

    *v = 0;
    if (h->cfg.triggers == 0) {
        return csr <= CSR_TCONTROL ? 0 : SIM_HART_ERR_CSR;
    }
    switch (csr) {
    case CSR_TSELECT:
        *v = h->csr.tselect;
        return 0;
    case CSR_TDATA1:
        *v = tdata1(h, t);
        return 0;
    case CSR_TDATA2:
        *v = t->tdata2;
        return 0;
    case CSR_TDATA3:
        return 0;
    case CSR_TINFO:
        *v = TINFO;
        return 0;
    case CSR_TCONTROL:
        *v = (h->csr.mte ? TCONTROL_MTE : 0u) | (h->csr.mpte ? TCONTROL_MPTE : 0u);
        return 0;
    default:
        return SIM_HART_ERR_CSR;
    }
}

static void rearm(struct sim_hart *h)
{
    h->triggers_armed = false;
    for (unsigned i = 0; i < h->cfg.triggers; i++) {
        h->triggers_armed |= armed(&h->trig[i]);
    }
    sim_update_attention(h);
}

int sim_trigger_csr_write(struct sim_hart *h, unsigned csr, bool debug, uint64_t v)
{
    struct sim_trigger *t = &h->trig[h->csr.tselect];
    const bool ours = debug || !t->dmode; /* dmode: only debug mode may write */

    if (h->cfg.triggers == 0) {
        return csr <= CSR_TCONTROL ? 0 : SIM_HART_ERR_CSR;
    }
    switch (csr) {
    case CSR_TSELECT:
        if (v < h->cfg.triggers) {
            h->csr.tselect = (uint32_t)v;
        }
        return 0;
    case CSR_TDATA1:
        if (ours) {
            set_tdata1(h, t, debug, v);
        }
        rearm(h);
        return 0;
    case CSR_TDATA2:
        if (ours) {
            t->tdata2 = v & h->mask;
        }
        return 0;
    case CSR_TDATA3:
    case CSR_TINFO:
        return 0;
    case CSR_TCONTROL:
        h->csr.mte = (v & TCONTROL_MTE) != 0;
        h->csr.mpte = (v & TCONTROL_MPTE) != 0;
        return 0;
    default:
        return SIM_HART_ERR_CSR;
    }
}
