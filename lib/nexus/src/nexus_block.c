/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decoding of blocks, and the table that keeps them.
 */

#include "nexus/nexus_path.h"
#include "nexus_block_int.h"

/* May an instruction be part of a block? */
static bool fits(const struct nexus_insn *insn)
{
    const uint8_t odd = NEXUS_INSN_TABLE | NEXUS_INSN_CUSTOM | NEXUS_INSN_VOLATILE;
    return insn->size <= 4 && insn->cls != NEXUS_INSN_TRAP && (insn->flags & odd) == 0;
}

static void append(struct nexus_block *b, const struct nexus_insn *insn, uint64_t mask)
{
    b->wide |= (uint64_t)(insn->size == 4) << b->count;
    b->count++;
    b->half = (uint16_t)(b->half + insn->size / 2);
    b->next[0] = (b->next[0] + insn->size) & mask;
    b->cls = insn->cls;
    b->size = insn->size;
}

/* The last instruction loads a constant and the block stops behind it: leave it out, for what comes
 * next may jump there. */
static void drop_last(struct nexus_block *b, uint64_t mask)
{
    b->count--;
    b->half = (uint16_t)(b->half - b->size / 2);
    b->next[0] = (b->next[0] - b->size) & mask;
    b->wide &= (UINT64_C(1) << b->count) - 1;
    b->size = b->count > 0 && (b->wide >> (b->count - 1)) != 0 ? 4 : 2;
}

/* Where the last instruction jumps to. before: the constant load in front of it, rd 0 for none.
 * N-Trace, Sequential Jump Optimization. */
static void set_target(struct nexus_block *b, const struct nexus_insn *insn,
                       const struct nexus_insn *before, uint64_t mask)
{
    if (insn->cls == NEXUS_INSN_BRANCH) {
        b->next[1] = insn->target;
    } else if (nexus_insn_is_direct(insn)) {
        b->next[1] = insn->target & mask;
    } else if (before->rd != 0 && before->rd == insn->rs) {
        uint64_t offset = (uint64_t)(int64_t)insn->offset;
        b->next[1] = (before->target + offset) & mask & ~UINT64_C(1);
        b->constant = true;
    }
}

bool nexus_block_decode(struct nexus_code *code, const struct nexus_where *where,
                        struct nexus_block *b)
{
    const uint64_t mask = code->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    const struct nexus_insn *insn;
    struct nexus_insn before = {.rd = 0};
    struct nexus_where w = *where;

    *b = (struct nexus_block){.pc = w.pc, .next = {w.pc, 0}};
    while (b->count < NEXUS_BLOCK_MAX) {
        if (nexus_code_insn(code, &w, &insn) != NEXUS_OK || !fits(insn)) {
            break;
        }
        append(b, insn, mask);
        if (insn->cls != NEXUS_INSN_LINEAR) {
            set_target(b, insn, &before, mask);
            return true;
        }
        before.rd = (insn->flags & NEXUS_INSN_CONST) != 0 ? insn->rd : 0;
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

/* What the fast walk wants to know. */
static void set_kind(struct nexus_block *b)
{
    bool jumps = b->cls >= NEXUS_INSN_DIRECT_CALL && b->cls <= NEXUS_INSN_DIRECT_OTHER;
    b->kind = b->cls == NEXUS_INSN_BRANCH        ? NEXUS_BLOCK_BRANCH
              : b->cls == NEXUS_INSN_DIRECT_CALL ? NEXUS_BLOCK_CALL
              : jumps                            ? NEXUS_BLOCK_JUMP
                                                 : 0;
    for (unsigned taken = 0; taken < 2; taken++) {
        const uint8_t tail[4] = {NEXUS_RANGE_TYPE, b->cls, b->size, (uint8_t)taken};
        __builtin_memcpy(b->tail[taken], tail, sizeof tail);
    }
}

const struct nexus_block *nexus_block_load(struct nexus_code *code, const struct nexus_where *where)
{
    struct nexus_block *line = nexus_block_line(code, where->pc);
    struct nexus_block b;
    if (!nexus_block_decode(code, where, &b)) {
        return NULL;
    }
    b.generation = code->generation;
    set_kind(&b);
    *line = b;
    return line;
}
