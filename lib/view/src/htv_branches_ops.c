/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of a trace as a target for GDB. */
#include <string.h>

#include "flow/flow_le.h"
#include "htv_branches_int.h"

static struct htv_branch_hart *hart_of(void *ctx, unsigned hart)
{
    return ((struct htv_branches *)ctx)->hart[hart];
}

/* ---- moving ---- */

static struct htv_ring_block *block_of(const struct htv_branch_hart *h)
{
    return htv_ring_at(&h->ring, h->number);
}

static struct flow_where where_of(const struct htv_branch_hart *h, uint64_t pc)
{
    return (struct flow_where){.pc = pc, .context = h->context[block_of(h)->context]};
}

/* Bytes of the instruction at an address of the present block; 0: the code has none there. */
static unsigned size_at(struct htv_branch_hart *h, uint64_t pc)
{
    const struct flow_where where = where_of(h, pc);
    const struct flow_insn *insn;
    return flow_code_insn(&h->trace.code.code, &where, &insn) == FLOW_OK ? insn->size : 0;
}

/* To an instruction of a block. */
static void go_to(struct htv_branch_hart *h, uint64_t number, uint32_t index)
{
    const struct htv_ring_block *b = htv_ring_at(&h->ring, number);
    h->number = number;
    h->index = index;
    h->pc = b->end;
    if (index + 1 < b->count) {
        h->pc = b->begin;
        for (uint32_t i = 0; i < index; i++) {
            h->pc += size_at(h, h->pc);
        }
    }
}

void htv_branches_to_end(struct htv_branch_hart *h)
{
    const uint64_t last = h->ring.ended - 1;
    go_to(h, last, htv_ring_at(&h->ring, last)->count - 1);
}

static bool forward(struct htv_branch_hart *h)
{
    const struct htv_ring_block *b = block_of(h);
    uint64_t next = h->number + 1;
    if (h->index + 2 < b->count) {
        h->index++;
        h->pc += size_at(h, h->pc);
        return true;
    }
    if (h->index + 2 == b->count) {
        go_to(h, h->number, h->index + 1);
        return true;
    }
    while (next < h->ring.ended && htv_ring_at(&h->ring, next)->count == 0) {
        next++;
    }
    if (next < h->ring.ended) {
        go_to(h, next, 0);
    }
    return next < h->ring.ended;
}

static bool backward(struct htv_branch_hart *h)
{
    uint64_t next = h->number;
    if (h->index > 0) {
        go_to(h, h->number, h->index - 1);
        return true;
    }
    while (next > h->ring.begun && htv_ring_at(&h->ring, next - 1)->count == 0) {
        next--;
    }
    if (next > h->ring.begun) {
        go_to(h, next - 1, htv_ring_at(&h->ring, next - 1)->count - 1);
        return true;
    }
    return false;
}

static unsigned step(void *ctx, unsigned hart, bool back)
{
    struct htv_branch_hart *h = hart_of(ctx, hart);
    return (back ? backward(h) : forward(h)) ? hart : HTV_GDB_HARTS;
}

static uint64_t position(void *ctx, unsigned hart)
{
    const struct htv_branch_hart *h = hart_of(ctx, hart);
    return block_of(h)->first + h->index;
}

static bool go(void *ctx, unsigned hart, uint64_t to)
{
    struct htv_branch_hart *h = hart_of(ctx, hart);
    uint64_t number;
    if (!htv_ring_find(&h->ring, to, &number)) {
        return false;
    }
    go_to(h, number, (uint32_t)(to - htv_ring_at(&h->ring, number)->first));
    return true;
}

/* ---- what is known ---- */

static bool reg(void *ctx, unsigned hart, unsigned number, uint64_t *value)
{
    *value = number == HTV_GDB_PC ? hart_of(ctx, hart)->pc : 0;
    return number == 0 || number == HTV_GDB_PC;
}

/* Bytes of code sections, as what else is in the file may have changed. */
static size_t elf_bytes(const struct htr_elf *elf, uint64_t addr, const uint8_t **bytes)
{
    struct htr_elf_section s = {0};
    bool sections = false;
    for (unsigned from = 0; htr_elf_code_section(elf, from, &s); from = s.index + 1) {
        sections = sections || s.in_file;
        if (s.in_file && addr - s.addr < s.size) {
            *bytes = elf->image + s.offset + (addr - s.addr);
            return (size_t)(s.size - (addr - s.addr));
        }
    }
    return sections ? 0 : htr_elf_bytes(elf, addr, true, bytes);
}

static size_t plain_bytes(const struct htr_code *c, uint64_t addr, const uint8_t **bytes)
{
    size_t n = c->elf.nsegments > 0 ? elf_bytes(&c->elf, addr, bytes) : 0;
    for (size_t i = c->first_image; n == 0 && i < c->nregions; i++) {
        const struct flow_region *r = &c->region[i];
        if (addr - r->addr < r->size) {
            *bytes = r->bytes + (addr - r->addr);
            n = (size_t)(r->size - (addr - r->addr));
        }
    }
    return n;
}

/* Instruction by instruction: opcodes that were recorded, or that count in a context. */
static size_t opcode_bytes(struct htv_branch_hart *h, uint64_t addr, uint8_t *bytes, size_t n)
{
    size_t fill = 0;
    while (fill < n) {
        struct flow_where where = where_of(h, addr + fill);
        uint8_t insn[4];
        uint32_t opcode;
        if (!htr_code_opcode(&h->trace.code, &where, &opcode)) {
            break;
        }
        const size_t size = flow_insn_size(opcode) == 2 ? 2 : 4;
        const size_t part = size < n - fill ? size : n - fill;
        flow_le_put(insn, 4, opcode);
        memcpy(bytes + fill, insn, part);
        fill += part;
    }
    return fill;
}

static size_t memory(void *ctx, unsigned hart, uint64_t addr, uint8_t *bytes, size_t n)
{
    struct htv_branch_hart *h = hart_of(ctx, hart);
    const struct htr_code *c = &h->trace.code;
    const uint8_t *found = NULL;
    if (c->opcode != NULL || c->in != NULL) {
        const size_t known = opcode_bytes(h, addr, bytes, n);
        if (known != 0) {
            return known;
        }
    }
    const size_t there = plain_bytes(c, addr, &found);
    const size_t known = there < n ? there : n;
    if (known > 0) {
        memcpy(bytes, found, known);
    }
    return known;
}

/* ---- blocks, the newest first: that of the present instruction ends with it ---- */

static uint64_t blocks(void *ctx, unsigned hart)
{
    const struct htv_branch_hart *h = hart_of(ctx, hart);
    return h->number - h->ring.begun + 1;
}

static struct htv_gdb_block block(void *ctx, unsigned hart, uint64_t n)
{
    const struct htv_branch_hart *h = hart_of(ctx, hart);
    const struct htv_ring_block *b = htv_ring_at(&h->ring, h->number - n);
    return (struct htv_gdb_block){b->begin, n == 0 ? h->pc : b->end};
}

/* ---- names ---- */

static const char *function(void *ctx, uint64_t addr, uint64_t *begin)
{
    const struct htr_code *c = &hart_of(ctx, 0)->trace.code;
    struct htr_elf_symbol symbol;
    if (c->elf.nsegments == 0 || !htr_elf_symbol_at(&c->elf, addr, &symbol)) {
        return NULL;
    }
    *begin = symbol.value;
    return symbol.name;
}

static const char *name(void *ctx, unsigned hart)
{
    return hart_of(ctx, hart)->name;
}

void htv_branches_target(struct htv_branches *b, struct htv_gdb_target *target)
{
    static const struct htv_gdb_ops ops = {.reg = reg,
                                           .memory = memory,
                                           .step = step,
                                           .position = position,
                                           .go = go,
                                           .blocks = blocks,
                                           .block = block,
                                           .function = function,
                                           .name = name};
    const struct nexus_stream_cfg *cfg = &b->hart[0]->trace.cfg;
    *target = (struct htv_gdb_target){
        .ops = &ops, .ctx = b, .harts = b->harts, .xlen = cfg->xlen, .isa = cfg->isa, .fpu = true};
}
