/* SPDX-License-Identifier: Apache-2.0 */
/* Executed PCs become ingress blocks. */
#include "htr/htr_blocks.h"

#include <stdio.h>
#include <string.h>

typedef unsigned long long ull;

void htr_blocks_init(struct htr_blocks *b, struct flow_code *code, unsigned xlen,
                     unsigned itype_width, bool all_jumps)
{
    memset(b, 0, sizeof *b);
    b->code = code;
    b->itype_width = (uint8_t)itype_width;
    b->all_jumps = all_jumps;
    b->address_mask = xlen == 32 ? UINT32_MAX : UINT64_MAX;
}

static bool fetch(struct htr_blocks *b, uint64_t pc)
{
    struct flow_where where = {.pc = pc, .position = b->position};
    const struct flow_insn *insn;
    if (flow_code_insn(b->code, &where, &insn) != FLOW_OK) {
        snprintf(b->message, sizeof b->message, "no code at 0x%llx", (ull)pc);
        return false;
    }
    b->pc = pc;
    b->insn = *insn;
    return true;
}

/* Say why `next` cannot follow the instruction. */
static bool refuse(struct htr_blocks *b, uint64_t next)
{
    uint64_t behind = (b->pc + b->insn.size) & b->address_mask;
    int n = snprintf(b->message, sizeof b->message,
                     "0x%llx cannot follow the %s at 0x%llx: ", (ull)next,
                     flow_insn_class_name(b->insn.cls), (ull)b->pc);
    char *rest = b->message + n;
    size_t room = sizeof b->message - (size_t)n;
    if (b->insn.cls == FLOW_INSN_BRANCH) {
        snprintf(rest, room, "only 0x%llx (not taken) or 0x%llx (taken) can", (ull)behind,
                 (ull)b->insn.target);
    } else if (flow_insn_is_direct(&b->insn)) {
        snprintf(rest, room, "only 0x%llx can", (ull)b->insn.target);
    } else {
        snprintf(rest, room, "only 0x%llx can", (ull)behind);
    }
    return false;
}

/* How did the instruction end, if `next` came after it? Returns false when it cannot. */
static bool outcome(struct htr_blocks *b, uint64_t next, bool *ends, uint8_t *itype)
{
    const struct flow_insn *insn = &b->insn;
    uint64_t behind = (b->pc + insn->size) & b->address_mask;
    bool taken = false;
    *ends = true;
    if (insn->cls == FLOW_INSN_LINEAR || insn->cls == FLOW_INSN_TRAP) {
        *ends = next != behind;
        *itype =
            b->itype_width == 4 ? INGRESS_ITYPE_OTHER_UNINFERABLE : INGRESS_ITYPE_UNINFERABLE_JUMP;
        return !*ends || (insn->flags & FLOW_INSN_CUSTOM) != 0 || refuse(b, next);
    }
    if (insn->cls == FLOW_INSN_BRANCH) {
        taken = next != behind;
        if (taken && next != insn->target) {
            return refuse(b, next);
        }
    } else if (flow_insn_is_direct(insn)) {
        if (next != insn->target) {
            return refuse(b, next);
        }
        if (b->all_jumps) {
            *itype = INGRESS_ITYPE_TAKEN;
            return true;
        }
    }
    *itype = (uint8_t)(b->itype_width == 4 ? flow_insn_itype4(insn, taken)
                                           : flow_insn_itype3(insn, taken));
    return true;
}

/* Close the block after the instruction. */
static void close_block(struct htr_blocks *b, uint8_t itype, struct ingress_cycle *in)
{
    in->cycle = in->time = b->instructions;
    in->nblocks = 1;
    in->block[0] = (struct ingress_block){
        .iaddr = b->start, .iretire = b->halfwords, .itype = itype, .ilastsize = b->insn.size > 2};
    b->halfwords = 0;
}

enum htr_blocks_result htr_blocks_add(struct htr_blocks *b, uint64_t pc, struct ingress_cycle *in)
{
    enum htr_blocks_result result = HTR_BLOCKS_MORE;
    if (!b->started) {
        b->started = true;
        b->start = pc;
    } else {
        bool ends;
        uint8_t itype;
        if (!outcome(b, pc, &ends, &itype)) {
            return HTR_BLOCKS_BAD;
        }
        b->halfwords += b->insn.size / 2u;
        b->position += b->insn.size / 2u;
        if (ends || b->halfwords >= HTR_BLOCKS_MAX_HALFWORDS) {
            close_block(b, ends ? itype : (uint8_t)INGRESS_ITYPE_NONE, in);
            b->start = pc;
            result = HTR_BLOCKS_READY;
        }
    }
    if (!fetch(b, pc)) {
        return HTR_BLOCKS_BAD;
    }
    b->instructions++;
    return result;
}

enum htr_blocks_result htr_blocks_end(struct htr_blocks *b, struct ingress_cycle *in)
{
    uint8_t itype = INGRESS_ITYPE_NONE;
    bool ends;
    if (!b->started) {
        return HTR_BLOCKS_MORE;
    }
    /* What follows the last instruction is unknown: a branch counts as not taken. */
    uint64_t next = flow_insn_is_direct(&b->insn) ? b->insn.target : b->pc + b->insn.size;
    (void)outcome(b, next & b->address_mask, &ends, &itype);
    b->halfwords += b->insn.size / 2u;
    close_block(b, ends ? itype : (uint8_t)INGRESS_ITYPE_NONE, in);
    return HTR_BLOCKS_READY;
}

/* itype when `next` comes after the instruction. */
static uint8_t foretell(struct htr_blocks *b, uint64_t next, bool full)
{
    bool ends;
    uint8_t itype;
    if (!outcome(b, next, &ends, &itype) || (!ends && !full)) {
        return HTR_BLOCKS_REFUSED;
    }
    return ends ? itype : (uint8_t)INGRESS_ITYPE_NONE;
}

bool htr_blocks_forecast(const struct htr_blocks *b, uint64_t end, uint32_t halfwords,
                         struct htr_blocks_forecast *forecast)
{
    struct htr_blocks at_end = *b;
    bool full = halfwords >= HTR_BLOCKS_MAX_HALFWORDS;
    if (!fetch(&at_end, end) || (at_end.insn.flags & FLOW_INSN_VOLATILE) != 0) {
        return false;
    }
    uint64_t behind = (end + at_end.insn.size) & b->address_mask;
    uint64_t target = at_end.insn.target, elsewhere = behind ^ 2;
    while (elsewhere == behind || elsewhere == target) {
        elsewhere ^= 6; /* the other of the two */
    }
    forecast->behind = behind;
    forecast->target = target;
    forecast->itype[HTR_BLOCKS_BEHIND] = foretell(&at_end, behind, full);
    forecast->itype[HTR_BLOCKS_TARGET] = foretell(&at_end, target, full);
    forecast->itype[HTR_BLOCKS_ELSEWHERE] = foretell(&at_end, elsewhere, full);
    forecast->ilastsize = at_end.insn.size > 2;
    return true;
}

bool htr_blocks_skip(struct htr_blocks *b, uint64_t pc, uint64_t instructions, uint64_t halfwords)
{
    b->instructions += instructions;
    b->position += halfwords;
    b->halfwords = 0;
    b->start = pc;
    return fetch(b, pc);
}
