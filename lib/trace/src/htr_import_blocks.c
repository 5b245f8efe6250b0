/* SPDX-License-Identifier: Apache-2.0 */
/* Executed instructions and traps become ingress blocks. */
#include "htr_import_priv.h"

#include <string.h>

#include "htr/htr_ingress.h"
#include "htr/htr_text.h"

enum {
    BLOCK_MAX = 0x4000, /* half-words after which a straight run is cut */
};

typedef unsigned long long ull;

static int written(struct htr_import *i, int status)
{
    if (status == INGRESS_ERR_IO) { /* whoever closes the output reports it */
        return HTR_ERR_WRITE;
    }
    return status == INGRESS_OK ? HTR_OK
                                : htr_fail(i->host, htr_ingress_status(status), i->path,
                                           "line %llu: the ingress stream cannot be written: %s",
                                           (ull)i->text.number, ingress_strerror(status));
}

static int write_block(struct htr_import *i, const struct ingress_block *block,
                       const struct htr_import_trap *trap)
{
    struct ingress_cycle in = {
        .cycle = i->cycle, .block[0] = *block, .nblocks = 1, .priv = i->priv};
    if (trap != NULL) {
        in.cause = trap->cause;
        in.tval = trap->tval;
    }
    return written(i, ingress_write_cycle(&i->out, i->hart, &in));
}

static int end_block(struct htr_import *i, unsigned itype, bool sijump)
{
    if (i->block.iretire == 0) {
        return HTR_OK;
    }
    i->block.itype = (uint8_t)itype;
    i->block.sijump = sijump;
    int status = write_block(i, &i->block, NULL);
    i->block.iretire = 0;
    return status;
}

static uint64_t behind(const struct htr_import *i)
{
    return (i->last.pc + i->insn.size) & (i->xlen == 32 ? UINT32_MAX : UINT64_MAX);
}

/* Can `next` come after the pending instruction when no trap comes? */
static bool follows(const struct htr_import *i, uint64_t next)
{
    switch (i->insn.cls) {
    case FLOW_INSN_LINEAR:
        return next == behind(i) || (i->insn.flags & FLOW_INSN_CUSTOM) != 0;
    case FLOW_INSN_BRANCH:
        return next == behind(i) || next == i->insn.target;
    case FLOW_INSN_DIRECT_CALL:
    case FLOW_INSN_DIRECT_JUMP:
    case FLOW_INSN_DIRECT_OTHER:
        return next == i->insn.target;
    case FLOW_INSN_TRAP:
        return false; /* never retires */
    default:
        return true;
    }
}

/* E-Trace, "Jump classification and target inference". */
static bool sequentially_inferable(const struct htr_import *i)
{
    return i->has_before && flow_insn_is_indirect(&i->insn) && i->insn.cls != FLOW_INSN_RETURN &&
           (i->before.flags & FLOW_INSN_CONST) != 0 && i->before.rd != 0 &&
           i->before.rd == i->insn.rs;
}

/* The pending instruction retires, and `next` is where execution goes. */
static int retire(struct htr_import *i, uint64_t next)
{
    int status = HTR_OK;
    if (i->block.iretire > 0 && (i->priv != i->last.priv || i->block.iretire >= BLOCK_MAX)) {
        status = end_block(i, INGRESS_ITYPE_NONE, false);
    }
    if (status == HTR_OK) {
        status = htr_import_opcode(i, i->last.pc, i->last.opcode);
    }
    if (status != HTR_OK) {
        return status;
    }
    if (i->block.iretire == 0) {
        i->block.iaddr = i->last.pc;
        i->priv = i->last.priv;
    }
    i->block.iretire += i->insn.size / 2u;
    i->block.ilastsize = i->insn.size == 4;
    i->cycle++;
    i->instructions++;
    if (i->insn.cls != FLOW_INSN_LINEAR || next != behind(i)) {
        unsigned itype = i->insn.cls == FLOW_INSN_LINEAR
                             ? (unsigned)INGRESS_ITYPE_OTHER_UNINFERABLE /* custom jump */
                             : flow_insn_itype4(&i->insn, next != behind(i));
        status = end_block(i, itype, sequentially_inferable(i));
    }
    i->before = i->insn;
    i->has_before = true;
    i->pending = false;
    return status;
}

/* The flow breaks after the pending instruction: a trap that the log does not show. */
static int infer_trap(struct htr_import *i, uint64_t next)
{
    bool direct = flow_insn_is_direct(&i->insn);
    if (!i->infer || i->insn.cls == FLOW_INSN_BRANCH) {
        return htr_fail(i->host, HTR_ERR_FORMAT, i->path,
                        "line %llu: 0x%llx cannot follow the %s at 0x%llx of line %llu; is a trap "
                        "between them missing?",
                        (ull)i->text.number, (ull)next, flow_insn_class_name(i->insn.cls),
                        (ull)i->last.pc, (ull)i->last_line);
    }
    struct htr_import_trap trap = {.epc = direct ? i->insn.target : behind(i)};
    if (i->insn.cls == FLOW_INSN_TRAP) {
        trap.epc = i->last.pc;
        i->pending = false;
    }
    i->inferred++;
    return htr_import_trap(i, &trap);
}

int htr_import_add(struct htr_import *i, const struct htr_import_insn *insn)
{
    int status = HTR_OK;
    unsigned size = flow_insn_size(insn->opcode);
    htr_progress(i->host, htr_file_at(&i->text.stream));
    if ((insn->pc & 1) != 0 || (size != 2 && size != 4)) {
        return htr_fail(
            i->host, HTR_ERR_FORMAT, i->path,
            "line %llu: not an instruction: opcode 0x%x at 0x%llx; only 16 and 32 bits are known",
            (ull)i->text.number, (unsigned)insn->opcode, (ull)insn->pc);
    }
    /* Ibex reports the address after mret as its next one: only a trap that follows needs that. */
    if (i->pending && i->last.next_known && i->last.next != insn->pc &&
        i->insn.cls != FLOW_INSN_TRAP_RETURN) {
        return htr_fail(i->host, HTR_ERR_FORMAT, i->path,
                        "line %llu: execution should continue at 0x%llx (line %llu), not at 0x%llx",
                        (ull)i->text.number, (ull)i->last.next, (ull)i->last_line, (ull)insn->pc);
    }
    if (i->pending) {
        status = follows(i, insn->pc) ? retire(i, insn->pc) : infer_trap(i, insn->pc);
    }
    i->last = *insn;
    i->last_line = i->text.number;
    i->pending = true;
    flow_insn_decode(i->xlen, FLOW_ISA_C | FLOW_ISA_ZCB, insn->pc, insn->opcode, &i->insn);
    return status;
}

/* A fetch that failed: the instruction at epc never started. */
static bool is_fetch_fault(uint64_t cause)
{
    return cause == 0 || cause == 1 || cause == 12 || cause == 20;
}

int htr_import_trap(struct htr_import *i, const struct htr_import_trap *trap)
{
    int status = HTR_OK;
    struct ingress_block b = {.iaddr = trap->epc,
                              .itype = trap->interrupt ? INGRESS_ITYPE_INTERRUPT
                                                       : INGRESS_ITYPE_EXCEPTION};
    if (i->pending && i->started && !trap->interrupt && i->last.pc == trap->epc &&
        !is_fetch_fault(trap->cause)) {
        status = htr_import_opcode(i, i->last.pc, i->last.opcode); /* it trapped: not retired */
    } else if (i->pending && !follows(i, trap->epc)) {
        return htr_fail(i->host, HTR_ERR_FORMAT, i->path,
                        "line %llu: a trap at 0x%llx cannot follow the %s at 0x%llx of line %llu",
                        (ull)i->text.number, (ull)trap->epc, flow_insn_class_name(i->insn.cls),
                        (ull)i->last.pc, (ull)i->last_line);
    } else if (i->pending) {
        status = retire(i, trap->epc);
    }
    i->pending = false;
    i->has_before = false;
    if (status == HTR_OK) {
        status = end_block(i, INGRESS_ITYPE_NONE, false);
    }
    i->cycle++;
    i->traps++;
    return status != HTR_OK ? status : write_block(i, &b, trap);
}

int htr_import_opcode(struct htr_import *i, uint64_t pc, uint32_t opcode)
{
    unsigned size = flow_insn_size(opcode);
    if (size != 2 && size != 4) {
        return HTR_OK; /* illegal: it only trapped */
    }
    return written(i, ingress_write_opcode(&i->out, pc, size == 2 ? opcode & 0xFFFF : opcode));
}

int htr_import_bad_line(struct htr_import *i, const char *text, size_t length, const char *what)
{
    char quoted[HTR_QUOTE];
    return htr_fail(i->host, HTR_ERR_FORMAT, i->path, "line %llu: '%s': %s", (ull)i->text.number,
                    htr_quote(text, length, quoted), what);
}
