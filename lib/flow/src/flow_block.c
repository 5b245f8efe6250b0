/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding of blocks, and the table that keeps them.
 */

#include "flow/flow_path.h"
#include "flow_block_int.h"

/* May an instruction be part of a block? */
static bool fits(const struct flow_insn *insn)
{
    const uint8_t odd = FLOW_INSN_TABLE | FLOW_INSN_CUSTOM | FLOW_INSN_VOLATILE;
    return insn->size <= 4 && insn->cls != FLOW_INSN_TRAP && (insn->flags & odd) == 0;
}

static void append(struct flow_block *b, const struct flow_insn *insn, uint64_t mask)
{
    b->wide |= (uint64_t)(insn->size == 4) << b->count;
    b->count++;
    b->half = (uint16_t)(b->half + insn->size / 2);
    b->next[0] = (b->next[0] + insn->size) & mask;
    b->cls = insn->cls;
    b->size = insn->size;
}

/* The last instruction loads a constant and the block stops after it. Leave it out: the next
 * instruction may jump to the constant. */
static void drop_last(struct flow_block *b, uint64_t mask)
{
    b->count--;
    b->half = (uint16_t)(b->half - b->size / 2);
    b->next[0] = (b->next[0] - b->size) & mask;
    b->wide &= (UINT64_C(1) << b->count) - 1;
    b->size = b->count > 0 && (b->wide >> (b->count - 1)) != 0 ? 4 : 2;
}

/* The target of the last instruction. before: the constant load in front of it; rd is 0 for none.
 * N-Trace, Sequential Jump Optimization. */
static void set_target(struct flow_block *b, const struct flow_insn *insn,
                       const struct flow_insn *before, uint64_t mask)
{
    if (insn->cls == FLOW_INSN_BRANCH) {
        b->next[1] = insn->target;
    } else if (flow_insn_is_direct(insn)) {
        b->next[1] = insn->target & mask;
    } else if (before->rd != 0 && before->rd == insn->rs) {
        uint64_t offset = (uint64_t)(int64_t)insn->offset;
        b->next[1] = (before->target + offset) & mask & ~UINT64_C(1);
        b->constant = true;
    }
}

bool flow_block_decode(struct flow_code *code, const struct flow_where *where, struct flow_block *b)
{
    const uint64_t mask = code->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    const struct flow_insn *insn;
    struct flow_insn before = {.rd = 0};
    struct flow_where w = *where;

    *b = (struct flow_block){.pc = w.pc, .next = {w.pc, 0}};
    while (b->count < FLOW_BLOCK_MAX) {
        if (flow_code_insn(code, &w, &insn) != FLOW_OK || !fits(insn)) {
            break;
        }
        append(b, insn, mask);
        if (insn->cls != FLOW_INSN_LINEAR) {
            set_target(b, insn, &before, mask);
            return true;
        }
        before.rd = (insn->flags & FLOW_INSN_CONST) != 0 ? insn->rd : 0;
        before.target = insn->target;
        if (b->next[0] < w.pc) {
            break; /* the addresses wrap here */
        }
        w.pc = b->next[0];
        w.position += insn->size / 2u;
    }
    if (before.rd != 0) {
        drop_last(b, mask);
    }
    return b->count != 0;
}

/* What the fast walk needs. */
static void set_kind(struct flow_block *b)
{
    bool jumps = b->cls >= FLOW_INSN_DIRECT_CALL && b->cls <= FLOW_INSN_DIRECT_OTHER;
    b->kind = b->cls == FLOW_INSN_BRANCH        ? FLOW_BLOCK_BRANCH
              : b->cls == FLOW_INSN_DIRECT_CALL ? FLOW_BLOCK_CALL
              : jumps                           ? FLOW_BLOCK_JUMP
                                                : 0;
    for (unsigned taken = 0; taken < 2; taken++) {
        const uint8_t tail[4] = {FLOW_RANGE_TYPE, b->cls, b->size, (uint8_t)taken};
        __builtin_memcpy(b->tail[taken], tail, sizeof tail);
    }
}

const struct flow_block *flow_block_load(struct flow_code *code, const struct flow_where *where)
{
    struct flow_block *line = flow_block_line(code, where->pc);
    struct flow_block b;
    if (!flow_block_decode(code, where, &b)) {
        return NULL;
    }
    b.generation = code->generation;
    set_kind(&b);
    *line = b;
    return line;
}
