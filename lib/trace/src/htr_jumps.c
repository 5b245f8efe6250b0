/* SPDX-License-Identifier: Apache-2.0 */
/* Jumps as the hart would have reported them to another encoder. */
#include "htr/htr_jumps.h"

#include "encoder_regs.h"
#include "flow/flow_insn.h"

/* The last instruction of a block that ends with itype 5. */
static void restore(const struct htr_jumps *j, struct ingress_block *b)
{
    const uint64_t mask = j->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    const uint64_t pc = (b->iaddr + 2 * (uint64_t)b->iretire - (b->ilastsize ? 4 : 2)) & mask;
    struct flow_insn insn;
    uint32_t opcode;
    if (!htr_opcode_log_at(&j->code, pc, &opcode)) {
        return;
    }
    flow_insn_decode(j->xlen, j->isa, pc, opcode, &insn);
    if (insn.cls == FLOW_INSN_DIRECT_CALL || insn.cls == FLOW_INSN_DIRECT_JUMP ||
        insn.cls == FLOW_INSN_DIRECT_OTHER) {
        b->itype = (uint8_t)(j->itype_width == 4 ? flow_insn_itype4(&insn, true)
                                                 : flow_insn_itype3(&insn, true));
    }
}

static void turn(const struct htr_jumps *j, struct ingress_block *b)
{
    if (j->wanted &&
        (b->itype == INGRESS_ITYPE_INFERABLE_CALL || b->itype == INGRESS_ITYPE_INFERABLE_TAIL ||
         b->itype == INGRESS_ITYPE_OTHER_INFERABLE)) {
        b->itype = INGRESS_ITYPE_TAKEN;
    } else if (!j->wanted && b->itype == INGRESS_ITYPE_TAKEN) {
        restore(j, b);
    }
}

bool htr_jumps_take(struct htr_jumps *j, struct ingress_record *rec)
{
    if (rec->kind == INGRESS_OPCODE) {
        htr_opcode_log_add(&j->code, rec->pc, rec->opcode, 0);
    } else if (rec->kind == INGRESS_REG) {
        j->seen = j->seen || (rec->reg_offset == TR_TE_INST_FEATURES_OFFSET &&
                              (rec->reg_value & TR_TE_INST_EN_ALL_JUMPS_MASK) != 0);
    } else if (j->seen || j->wanted) {
        for (unsigned i = 0; i < rec->in.nblocks; i++) {
            turn(j, &rec->in.block[i]);
        }
    }
    return !j->code.failed;
}

void htr_jumps_free(struct htr_jumps *j)
{
    htr_opcode_log_free(&j->code);
}
