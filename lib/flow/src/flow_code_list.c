/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code from lists: PCINFO entries and recorded opcodes.
 */
#include "flow/flow_code.h"

/* Index of the first entry with an address of at least addr. */
static size_t pcinfo_search(const struct flow_code_pcinfo *list, uint64_t addr)
{
    size_t low = 0;
    size_t high = list->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (list->entry[mid].addr < addr) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low;
}

static int pcinfo_lookup(void *ctx, const struct flow_where *where, struct flow_insn *insn)
{
    struct flow_code_pcinfo *list = ctx;
    size_t i = list->last + 1;
    if (i >= list->count || list->entry[i].addr != where->pc) {
        i = pcinfo_search(list, where->pc);
    }
    if (i >= list->count || list->entry[i].addr != where->pc) {
        return FLOW_ERR_NOCODE;
    }
    list->last = i;

    const struct flow_pcinfo *e = &list->entry[i];
    *insn = (struct flow_insn){.target = e->dest, .size = e->size, .cls = e->cls};
    if (e->cls == FLOW_INSN_DIRECT_CALL || e->cls == FLOW_INSN_CALL) {
        insn->rd = 1;
    }
    if (e->cls == FLOW_INSN_RETURN) {
        insn->rs = 1;
    }
    return FLOW_OK;
}

void flow_code_init_pcinfo(struct flow_code *code, struct flow_isa isa,
                           struct flow_code_pcinfo *list)
{
    flow_code_init_lookup(code, isa, pcinfo_lookup, list);
    code->depends = 0;
}

/* Recorded opcodes: the last entry of this address that counts at this position, or its first. */
static size_t recorded_search(const struct flow_code_recorded *r, uint64_t addr, uint64_t now)
{
    size_t low = 0;
    size_t high = r->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        const struct flow_opcode *e = &r->entry[mid];
        if (e->addr < addr || (e->addr == addr && e->since <= now)) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low > 0 && r->entry[low - 1].addr == addr ? low - 1 : low;
}

static bool recorded_changes(const struct flow_code_recorded *r, size_t i)
{
    uint64_t addr = r->entry[i].addr;
    return (i > 0 && r->entry[i - 1].addr == addr) ||
           (i + 1 < r->count && r->entry[i + 1].addr == addr);
}

static int recorded_lookup(void *ctx, const struct flow_where *where, struct flow_insn *insn)
{
    const struct flow_code_recorded *r = ctx;
    size_t i = recorded_search(r, where->pc, where->position + r->base);
    if (i >= r->count || r->entry[i].addr != where->pc) {
        return FLOW_ERR_NOCODE;
    }
    flow_insn_decode(r->xlen, r->isa, where->pc, r->entry[i].opcode, insn);
    if (recorded_changes(r, i)) {
        insn->flags |= FLOW_INSN_VOLATILE;
    }
    return FLOW_OK;
}

void flow_code_init_recorded(struct flow_code *code, struct flow_isa isa,
                             struct flow_code_recorded *recorded)
{
    recorded->xlen = isa.xlen;
    recorded->isa = isa.extensions;
    flow_code_init_lookup(code, isa, recorded_lookup, recorded);
}
