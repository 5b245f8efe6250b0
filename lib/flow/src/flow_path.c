/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finding paths, and the table that keeps them.
 */
#include "flow_path_int.h"

#include "flow_bits.h"
#include "flow_block_int.h"

/* The part of the decisions that is left. */
struct rest {
    unsigned kinds;
    bool icnt;
    bool jump;     /* icnt: an indirect jump ends it */
    unsigned half; /* icnt */
    unsigned hist; /* else: the next bit in bit 0 */
    unsigned bits;
};

static struct rest rest_of(unsigned key)
{
    struct rest r = {.kinds = key >> FLOW_PATH_KINDS_SHIFT};
    unsigned told = key & (FLOW_PATH_ICNT - 1);
    r.icnt = (key & FLOW_PATH_ICNT) != 0;
    if (r.icnt) {
        r.jump = (told & FLOW_PATH_JUMP) != 0;
        r.half = told & (FLOW_PATH_HALF - 1);
        return r;
    }
    r.bits = FLOW_PATH_BITS;
    if (told >> FLOW_PATH_BITS == 0) { /* a stop bit */
        unsigned stop = flow_bits_low(told);
        r.bits = FLOW_PATH_BITS - 1 - stop;
    }
    for (unsigned i = 0; i < r.bits; i++) {
        r.hist |= (told >> (FLOW_PATH_BITS - 1 - i) & 1) << i;
    }
    return r;
}

/* Have all decisions been used up? */
static bool is_done(const struct rest *r)
{
    return r->icnt ? r->half == 0 : r->bits == 0;
}

/* What the last instruction of the block did, by I-CNT: 0 or 1; -1: the block is not for a path. */
static int outcome_of_icnt(struct rest *r, const struct flow_block *b)
{
    bool branch = b->kind == FLOW_BLOCK_BRANCH;
    bool indirect = b->kind == 0 && b->cls != FLOW_INSN_LINEAR && b->cls != FLOW_INSN_TRAP_RETURN;
    bool last = b->half == r->half;
    if (b->half > r->half || (last ? !(r->jump ? indirect : branch) : (b->kind & r->kinds) == 0)) {
        return -1;
    }
    r->half -= b->half;
    return !branch || last;
}

/* What the last instruction of the block did, by HIST: as above. */
static int outcome_of_hist(struct rest *r, const struct flow_block *b)
{
    if ((b->kind & r->kinds) == 0) {
        return -1;
    }
    if (b->kind != FLOW_BLOCK_BRANCH) {
        return 1;
    }
    int taken = (int)(r->hist & 1);
    r->hist >>= 1;
    r->bits--;
    return taken;
}

static void append(struct flow_path *p, const struct flow_block *b, unsigned taken)
{
    struct flow_range *r = &p->range[p->ranges];
    r->end = b->next[0];
    r->count += b->count;
    r->type = b->tail[taken][0];
    r->last_cls = b->tail[taken][1];
    r->last_size = b->tail[taken][2];
    r->last_taken = b->tail[taken][3];
    p->next = b->next[taken];
    p->half = (uint16_t)(p->half + b->half);
    p->count = (uint16_t)(p->count + b->count);
    p->bits = (uint8_t)(p->bits + (b->kind == FLOW_BLOCK_BRANCH));
    if (taken != 0) {
        p->ranges++;
        p->range[p->ranges].start = p->next;
    }
}

/* A path may have one more block. (With no more than that, half and count cannot overflow.) */
static bool has_room(const struct flow_path *p)
{
    return p->ranges < FLOW_PATH_RANGES && p->count < 16 * FLOW_BLOCK_MAX;
}

const struct flow_path *flow_path_load(struct flow_code *code, const struct flow_where *where,
                                       unsigned key)
{
    struct flow_path *line = flow_path_line(code, flow_path_hash(code, where->pc), key);
    struct flow_path *beside = &code->path[(size_t)(line - code->path) ^ 1];
    if (flow_path_hit(code, beside, where->pc, key)) {
        return beside;
    }
    struct flow_path p = {
        .pc = where->pc, .next = where->pc, .generation = code->generation, .key = (uint16_t)key};
    struct flow_where w = *where;
    struct rest rest = rest_of(key);
    p.range[0].start = p.pc;
    while (!is_done(&rest) && has_room(&p)) {
        const struct flow_block *b = flow_block_at(code, &w);
        int taken = b == NULL   ? -1
                    : rest.icnt ? outcome_of_icnt(&rest, b)
                                : outcome_of_hist(&rest, b);
        if (taken < 0) {
            break;
        }
        append(&p, b, (unsigned)taken);
        w.pc = p.next;
        w.position = where->position + p.half;
    }
    if (p.count == 0 || p.generation != code->generation || (rest.icnt && !is_done(&rest))) {
        return NULL;
    }
    p.link = flow_path_hash(code, p.next);
    if (line->generation == p.generation) {
        *beside = *line; /* the older entry moves aside, once */
    }
    *line = p;
    return line;
}
