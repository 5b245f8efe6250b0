/* SPDX-License-Identifier: Apache-2.0 */
/* Filters and comparators (TCI 1.0, Trace Encoder Filter Registers; E-Trace 2.0: a block is traced
 * when one of its instructions matches). */
#include "trm/trm_filter.h"

#include <stddef.h>

#include "encoder_regs.h"

enum {
    PRIMARY = 0,
    SECONDARY = 1,
    /* A masked comparison looks at no more half-words of a block than this. */
    WALK_MAX = 1 << 16,
};

/* A block as comparators see it. */
struct look {
    uint64_t first;   /* address */
    uint32_t last;    /* half-words from there to the last instruction */
    uint64_t context; /* masked */
    uint64_t tval;
    bool has_tval; /* at the last instruction only */
    uint64_t daddr;
    bool has_daddr; /* it is the look at an access */
};

/* The result of a comparator for a block. */
struct outcome {
    bool match;       /* by its mode, without the latch */
    bool any[2];      /* a result was true for one instruction at least */
    uint32_t last[2]; /* the last place where it was true, in half-words from the first address */
};

static bool compare(uint8_t function, uint64_t value, uint64_t with)
{
    switch (function) {
    case TR_TE_COMP_P_FUNCTION_EQ:
        return value == with;
    case TR_TE_COMP_P_FUNCTION_NE:
        return value != with;
    case TR_TE_COMP_P_FUNCTION_LT:
        return value < with;
    case TR_TE_COMP_P_FUNCTION_LE:
        return value <= with;
    case TR_TE_COMP_P_FUNCTION_GT:
        return value > with;
    default:
        return value >= with;
    }
}

static bool is_masked(const struct trm_comparator *c)
{
    return c->function[SECONDARY] == TR_TE_COMP_S_FUNCTION_P_MASK;
}

/* One result at the instruction `at` half-words into the block. */
static bool result(const struct trm_filter_bank *bank, const struct trm_comparator *c,
                   unsigned side, const struct look *l, uint32_t at)
{
    uint8_t function = c->function[side];
    if (function >= TR_TE_COMP_P_FUNCTION_FALSE) {
        return side == SECONDARY || function == TR_TE_COMP_P_FUNCTION_TRUE;
    }
    uint64_t mask = bank->addr_mask;
    uint64_t value = l->first + 2u * (uint64_t)at;
    if (c->input[side] == TR_TE_COMP_P_INPUT_CONTEXT) {
        mask = bank->context_mask;
        value = l->context;
    } else if (c->input[side] == TR_TE_COMP_P_INPUT_TVAL) {
        mask = bank->tval_mask;
        value = l->tval;
        if (!l->has_tval || at != l->last) {
            return false;
        }
    } else if (c->input[side] == TR_TE_COMP_P_INPUT_DADDR) {
        mask = bank->daddr_mask;
        value = l->daddr;
        if (!l->has_daddr) {
            return false;
        }
    }
    if (side == PRIMARY && is_masked(c)) {
        mask &= c->match[SECONDARY];
    }
    return compare(function, value & mask, c->match[side] & mask);
}

static void look_at(const struct trm_filter_bank *bank, const struct trm_comparator *c,
                    const struct look *l, uint32_t at, struct outcome *o)
{
    bool r[2];
    for (unsigned side = 0; side < 2; side++) {
        r[side] = result(bank, c, side, l, at);
        if (r[side] && (!o->any[side] || at > o->last[side])) {
            o->last[side] = at;
        }
        o->any[side] = o->any[side] || r[side];
    }
    switch (c->mode) {
    case TR_TE_COMP_MATCH_MODE_BOTH:
        o->match = o->match || (r[PRIMARY] && r[SECONDARY]);
        break;
    case TR_TE_COMP_MATCH_MODE_NOT_BOTH:
        o->match = o->match || !(r[PRIMARY] && r[SECONDARY]);
        break;
    default:
        o->match = o->match || r[PRIMARY];
        break;
    }
}

/* Does one of the instructions match? A result can only change next to a value compared with, so it
 * is enough to look there and at both ends. */
static struct outcome examine(const struct trm_filter_bank *bank, const struct trm_comparator *c,
                              const struct look *l)
{
    struct outcome o = {.match = false};
    look_at(bank, c, l, 0, &o);
    if (l->last == 0) {
        return o;
    }
    if (is_masked(c)) {
        for (uint32_t at = 1; at < l->last && at < WALK_MAX; at++) {
            look_at(bank, c, l, at, &o);
        }
    } else {
        for (unsigned side = 0; side < 2; side++) {
            uint64_t middle = ((c->match[side] - l->first) & bank->addr_mask) >> 1;
            for (uint64_t near = middle == 0 ? 0 : middle - 1; near <= middle + 1; near++) {
                if (near < l->last) {
                    look_at(bank, c, l, (uint32_t)near, &o);
                }
            }
        }
    }
    look_at(bank, c, l, l->last, &o);
    return o;
}

/* Mode 3: from the block with P until the one with S, both included. */
static bool latched(struct trm_comparator *c, const struct outcome *o)
{
    bool match = c->latch || o->any[PRIMARY];
    if (o->any[SECONDARY] && (!o->any[PRIMARY] || o->last[SECONDARY] >= o->last[PRIMARY])) {
        c->latch = false;
    } else if (o->any[PRIMARY]) {
        c->latch = true;
    }
    return match;
}

/* Is the block in a trap that matches, from the trap to the return from it? Traps nested in it are
 * counted; a count that saturates ends too early. */
static bool in_trap(const struct trm_filter_bank *bank, struct trm_filter *f,
                    const struct ingress_cycle *in, const struct ingress_block *b)
{
    bool inside = f->depth != 0;
    bool trap = b->itype == INGRESS_ITYPE_EXCEPTION || b->itype == INGRESS_ITYPE_INTERRUPT;
    if (trap && inside) {
        f->depth += f->depth < bank->depth_max ? 1u : 0u;
    } else if (trap) {
        bool interrupt = f->interrupt && f->is_interrupt;
        bool kind = b->itype == (interrupt ? INGRESS_ITYPE_INTERRUPT : INGRESS_ITYPE_EXCEPTION);
        bool cause = !f->ecause || (in->cause < 64 && ((f->causes >> in->cause) & 1u) != 0);
        f->depth = kind && cause ? 1 : 0;
        inside = f->depth != 0;
    } else if (b->itype == INGRESS_ITYPE_TRAP_RETURN && inside) {
        f->depth--;
    }
    return inside;
}

/* The conditions of a filter that concern the block as a whole. */
static bool filter_passes(const struct trm_filter_bank *bank, struct trm_filter *f,
                          const struct ingress_cycle *in, const struct ingress_block *b)
{
    bool match = true;
    if (f->privilege) {
        match = match && in->priv < 8 && ((f->privileges >> in->priv) & 1u) != 0;
    }
    if (f->impdef) {
        match = match && ((in->impdef ^ f->impdef_value) & f->impdef_mask) == 0;
    }
    if (f->ecause || f->interrupt) {
        match = in_trap(bank, f, in, b) && match;
    }
    return match;
}

/* The rest of them, for an access. */
static bool access_matches(const struct trm_filter *f, const struct ingress_access *a,
                           unsigned comps)
{
    return (f->comps & ~comps) == 0 && (!f->dtype || ((f->dtypes >> (a->dtype & 15u)) & 1u) != 0) &&
           (!f->dsize || ((f->dsizes >> (a->dsize & 7u)) & 1u) != 0);
}

/* The comparators that match an access. */
static unsigned access_comps(const struct trm_filter_bank *bank, const struct ingress_cycle *in,
                             const struct ingress_access *a)
{
    const struct ingress_block *b = &in->block[a->block % INGRESS_MAX_BLOCKS];
    struct look l = {
        .first = (b->iaddr + 2u * (uint64_t)a->insn) & bank->addr_mask,
        .context = in->context,
        .daddr = a->daddr,
        .has_daddr = true,
    };
    unsigned comps = 0;
    for (unsigned j = 0; j < TRM_COMPARATORS_MAX; j++) {
        const struct trm_comparator *c = &bank->comp[j];
        if (((bank->comps >> j) & 1u) == 0) {
            continue;
        }
        bool latch = c->mode == TR_TE_COMP_MATCH_MODE_LATCH;
        bool match = latch ? ((bank->block_comps[a->block % INGRESS_MAX_BLOCKS] >> j) & 1u) != 0
                           : examine(bank, c, &l).match;
        comps |= match ? 1u << j : 0u;
    }
    return comps;
}

/* A filter with conditions on data lets a block through for one of its accesses. */
static bool on_data(const struct trm_filter_bank *bank, const struct trm_filter *f)
{
    return f->dtype || f->dsize || (f->comps & bank->data_comps) != 0;
}

static bool some_access(const struct trm_filter_bank *bank, const struct trm_filter *f,
                        const struct ingress_cycle *in, unsigned n)
{
    for (unsigned i = 0; i < in->naccess && i < INGRESS_MAX_ACCESSES; i++) {
        const struct ingress_access *a = &in->access[i];
        if (a->block == n && access_matches(f, a, access_comps(bank, in, a))) {
            return true;
        }
    }
    return false;
}

bool trm_filter_access(const struct trm_filter_bank *bank, const struct ingress_cycle *in,
                       const struct ingress_access *access)
{
    if (!bank->data_selects) {
        return true;
    }
    unsigned comps = access_comps(bank, in, access);
    unsigned passes = bank->data_active & bank->block_passes[access->block % INGRESS_MAX_BLOCKS];
    for (unsigned i = 0; i < TRM_FILTERS_MAX; i++) {
        if (((passes >> i) & 1u) != 0 && access_matches(&bank->filter[i], access, comps)) {
            return true;
        }
    }
    return false;
}

void trm_filter_clear(struct trm_filter_bank *bank)
{
    for (unsigned j = 0; j < TRM_COMPARATORS_MAX; j++) {
        struct trm_comparator *c = &bank->comp[j];
        c->latch = c->mode == TR_TE_COMP_MATCH_MODE_LATCH &&
                   c->function[PRIMARY] == TR_TE_COMP_P_FUNCTION_FALSE;
    }
    trm_filter_hart_reset(bank);
}

void trm_filter_hart_reset(struct trm_filter_bank *bank)
{
    for (unsigned i = 0; i < TRM_FILTERS_MAX; i++) {
        bank->filter[i].depth = 0;
    }
}

/* Half-words from the first address to the last instruction; not over the end of the address
 * space. */
static uint32_t reach(const struct trm_filter_bank *bank, const struct ingress_block *b)
{
    uint32_t size = UINT32_C(1) << (b->ilastsize & 3u);
    uint32_t last = b->iretire > size ? b->iretire - size : 0;
    uint64_t room = (bank->addr_mask - (b->iaddr & bank->addr_mask)) >> 1;
    return last < room ? last : (uint32_t)room;
}

unsigned trm_filter_block(struct trm_filter_bank *bank, const struct ingress_cycle *in, unsigned n)
{
    const struct ingress_block *b = &in->block[n];
    struct look l = {
        .first = b->iaddr & bank->addr_mask,
        .last = reach(bank, b),
        .context = in->context,
        .tval = in->tval,
        .has_tval = b->itype == INGRESS_ITYPE_EXCEPTION,
    };
    unsigned comps = 0;
    unsigned found = 0;
    unsigned notes = 0;
    if (b->iretire == 0 && b->itype != INGRESS_ITYPE_EXCEPTION &&
        b->itype != INGRESS_ITYPE_INTERRUPT) {
        return TRM_FILTER_QUALIFIES; /* nothing to trace or to leave out */
    }
    for (unsigned j = 0; j < TRM_COMPARATORS_MAX; j++) {
        struct trm_comparator *c = &bank->comp[j];
        if (((bank->comps >> j) & 1u) == 0) {
            continue;
        }
        struct outcome o = examine(bank, c, &l);
        bool match = c->mode == TR_TE_COMP_MATCH_MODE_LATCH ? latched(c, &o) : o.match;
        comps |= match ? 1u << j : 0u;
        if ((c->notify[PRIMARY] && o.any[PRIMARY]) || (c->notify[SECONDARY] && o.any[SECONDARY])) {
            found |= TRM_FILTER_NOTIFIES;
            notes |= 1u << j;
        }
    }
    bool any = !bank->selects;
    bank->block_comps[n] = (uint8_t)comps;
    bank->block_passes[n] = 0;
    bank->block_notes[n] = (uint8_t)notes;
    for (unsigned i = 0; i < TRM_FILTERS_MAX; i++) {
        struct trm_filter *f = &bank->filter[i];
        unsigned bit = 1u << i;
        if (((bank->active | bank->data_active) & bit) == 0 || !filter_passes(bank, f, in, b)) {
            continue;
        }
        bank->block_passes[n] = (uint16_t)(bank->block_passes[n] | bit);
        bool match = on_data(bank, f) ? some_access(bank, f, in, n) : (f->comps & ~comps) == 0;
        any = any || ((bank->active & bit) != 0 && match);
    }
    return any ? found | TRM_FILTER_QUALIFIES : 0;
}
