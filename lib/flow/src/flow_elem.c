/* SPDX-License-Identifier: Apache-2.0 */
/* Elements: the instructions of a range, names. */
#include "flow/flow_elem.h"

#include "flow_block_int.h"

void flow_range_begin(struct flow_range_iter *it, const struct flow_elem *range)
{
    *it = (struct flow_range_iter){.next = range->start, .left = range->count};
    it->where.position = range->position;
    it->where.context = range->context;
}

int flow_range_next(struct flow_range_iter *it, struct flow_code *code,
                    const struct flow_insn **insn)
{
    if (it->left == 0) {
        return FLOW_ERR_END;
    }
    it->where.position += it->size / 2u;
    it->where.pc = it->next;
    int rc = flow_code_insn(code, &it->where, insn);
    if (rc != FLOW_OK) {
        return rc;
    }
    it->size = (*insn)->size;
    it->next = it->where.pc + it->size;
    if (code->xlen == 32) {
        it->next &= UINT32_MAX;
    }
    it->left--;
    return FLOW_OK;
}

/* The instruction at where->pc alone. */
static int one_pc(struct flow_code *code, struct flow_where *where, flow_pc_sink *sink, void *ctx)
{
    const struct flow_insn *insn;
    int rc = flow_code_insn(code, where, &insn);
    if (rc == FLOW_OK) {
        sink(ctx, where->pc);
        where->pc += insn->size;
        where->position += insn->size / 2u;
    }
    return rc;
}

/* The first n instructions of a block, or as many as it has. Returns how many. */
static uint32_t block_pcs(const struct flow_block *b, struct flow_where *where, uint32_t n,
                          flow_pc_sink *sink, void *ctx)
{
    uint64_t wide = b->wide;
    uint64_t pc = where->pc;
    n = n < b->count ? n : b->count;
    for (uint32_t i = 0; i < n; i++) {
        sink(ctx, pc);
        pc += 2 + 2 * (wide & 1);
        wide >>= 1;
    }
    where->position += (pc - where->pc) / 2;
    where->pc = pc;
    return n;
}

int flow_range_pcs(struct flow_code *code, const struct flow_range *range, struct flow_where *where,
                   flow_pc_sink *sink, void *ctx)
{
    uint32_t left = range->count;
    where->pc = range->start;
    while (left != 0) {
        const struct flow_block *b = code->block != NULL ? flow_block_at(code, where) : NULL;
        if (b != NULL) {
            left -= block_pcs(b, where, left, sink, ctx);
        } else {
            int rc = one_pc(code, where, sink, ctx);
            if (rc != FLOW_OK) {
                return rc;
            }
            left--;
        }
        if (code->xlen == 32) {
            where->pc &= UINT32_MAX;
        }
    }
    return FLOW_OK;
}

const char *flow_elem_name(unsigned type)
{
    static const char *const name[FLOW_ELEMS] = {
        [FLOW_ELEM_NONE] = "none",
        [FLOW_ELEM_NO_SYNC] = "no sync",
        [FLOW_ELEM_RANGE] = "range",
        [FLOW_ELEM_TRACE_ON] = "trace on",
        [FLOW_ELEM_TRACE_OFF] = "trace off",
        [FLOW_ELEM_EXCEPTION] = "exception",
        [FLOW_ELEM_EXCEPTION_RET] = "exception return",
        [FLOW_ELEM_CONTEXT] = "context",
        [FLOW_ELEM_TIMESTAMP] = "timestamp",
        [FLOW_ELEM_EVENT] = "event",
        [FLOW_ELEM_ADDR_NACC] = "address not accessible",
        [FLOW_ELEM_LOST] = "lost",
        [FLOW_ELEM_OTHER] = "other",
        [FLOW_ELEM_ERROR] = "error",
        [FLOW_ELEM_END] = "end",
        [FLOW_ELEM_SWTRACE] = "software trace",
        [FLOW_ELEM_DATA] = "data",
        [FLOW_ELEM_CUSTOM] = "custom",
        [FLOW_ELEM_UNKNOWN] = "unknown",
    };
    return type < FLOW_ELEMS ? name[type] : "?";
}
