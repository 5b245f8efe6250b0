/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code layer's front: cache, byte-based decoding, and the adapters for callbacks and images.
 */
#include "flow/flow_code.h"
#include "flow/flow_le.h"
#include "flow_bits.h"

static uint64_t wrap(const struct flow_code *code, uint64_t addr)
{
    return code->xlen == 32 ? addr & UINT32_MAX : addr;
}

/* All n (2 or 4) bytes at addr, in two reads when one does not give them. */
static bool read_all(struct flow_code *code, const struct flow_where *where, uint64_t addr,
                     uint8_t *buf, unsigned n)
{
    unsigned got = code->read(code->ctx, where, addr, buf, n);
    if (got >= n) {
        return true;
    }
    return n == 4 && got >= 2 &&
           code->read(code->ctx, where, wrap(code, addr + 2), buf + 2, 2) >= 2;
}

/* Zcmt: entry i of the jump table is XLEN bits wide, at jvt + i * XLEN/8; bit 0 of the target is 0.
 * Code Size Reduction 1.0, cm.jt and cm.jalt. */
static int resolve_table(struct flow_code *code, const struct flow_where *where,
                         struct flow_insn *insn)
{
    uint8_t buf[8];
    unsigned width = code->xlen / 8;
    uint64_t entry = wrap(code, code->jvt + insn->target * width);

    if (code->read == NULL || !read_all(code, where, entry, buf, 4)) {
        return FLOW_ERR_NOCODE;
    }
    if (width == 8 && !read_all(code, where, entry + 4, buf + 4, 4)) {
        return FLOW_ERR_NOCODE;
    }
    insn->target = flow_le_get(buf, width) & ~UINT64_C(1);
    insn->flags &= (uint8_t)~FLOW_INSN_TABLE;
    return FLOW_OK;
}

/* Decode from bytes. Instructions longer than 32 bits only get their size. */
static int load_bytes(struct flow_code *code, const struct flow_where *where,
                      struct flow_insn *insn)
{
    uint8_t buf[4] = {0, 0, 0, 0};
    uint64_t pc = where->pc;
    unsigned got = code->read(code->ctx, where, pc, buf, 4);
    if (got < 2) {
        return FLOW_ERR_NOCODE;
    }
    unsigned size = flow_insn_size((uint32_t)flow_le_get(buf, 2));
    if (size == 0) {
        return FLOW_ERR_NOCODE;
    }
    if (size > 2 && got < 4 && !read_all(code, where, wrap(code, pc + 2), buf + 2, 2)) {
        return FLOW_ERR_NOCODE;
    }
    uint8_t tail[2];
    if (size > 4 && !read_all(code, where, wrap(code, pc + size - 2), tail, 2)) {
        return FLOW_ERR_NOCODE;
    }
    flow_insn_decode(code->xlen, code->isa, pc, (uint32_t)flow_le_get(buf, 4), insn);
    return FLOW_OK;
}

static int load(struct flow_code *code, const struct flow_where *where, struct flow_insn *insn)
{
    int rc =
        code->lookup != NULL ? code->lookup(code->ctx, where, insn) : load_bytes(code, where, insn);
    if (rc != FLOW_OK || insn->size < 2 || insn->size > 22 || (insn->size & 1u) != 0 ||
        insn->cls >= FLOW_INSN_CLASSES) {
        return FLOW_ERR_NOCODE;
    }
    return (insn->flags & FLOW_INSN_TABLE) != 0 ? resolve_table(code, where, insn) : FLOW_OK;
}

int flow_code_insn(struct flow_code *code, const struct flow_where *where,
                   const struct flow_insn **insn)
{
    struct flow_code_line *line = NULL;
    if (code->line != NULL) {
        line = &code->line[(where->pc >> 1) & (code->nlines - 1)];
        if (line->pc == where->pc && line->generation == code->generation) {
            *insn = &line->insn;
            return FLOW_OK;
        }
    }
    int rc = load(code, where, &code->scratch);
    if (rc != FLOW_OK) {
        return rc;
    }
    if (line != NULL && (code->scratch.flags & FLOW_INSN_VOLATILE) == 0) {
        line->pc = where->pc;
        line->insn = code->scratch;
        line->generation = code->generation;
    }
    *insn = &code->scratch;
    return FLOW_OK;
}

/* Generation 0 is never the current one. */
static void clear_lines(struct flow_code *code)
{
    for (size_t i = 0; i < code->nlines; i++) {
        code->line[i].generation = 0;
    }
}

static void clear_blocks(struct flow_code *code)
{
    for (size_t i = 0; i < code->nblocks; i++) {
        code->block[i].generation = 0;
    }
}

static void clear_paths(struct flow_code *code)
{
    for (size_t i = 0; i < code->npaths; i++) {
        code->path[i].generation = 0;
    }
}

static bool is_size(const void *table, size_t n, size_t most)
{
    return table == NULL || (n >= 2 && n <= most && (n & (n - 1)) == 0);
}

int flow_code_use_cache(struct flow_code *code, struct flow_code_line *line, size_t n)
{
    if (!is_size(line, n, SIZE_MAX)) {
        return FLOW_ERR_ARG;
    }
    code->line = line;
    code->nlines = line != NULL ? n : 0;
    if (!code->cleared) {
        clear_lines(code);
    }
    return FLOW_OK;
}

int flow_code_use_blocks(struct flow_code *code, struct flow_block *block, size_t n)
{
    if (!is_size(block, n, SIZE_MAX)) {
        return FLOW_ERR_ARG;
    }
    code->block = block;
    code->nblocks = block != NULL ? n : 0;
    if (!code->cleared) {
        clear_blocks(code);
    }
    return FLOW_OK;
}

int flow_code_use_paths(struct flow_code *code, struct flow_path *path, size_t n)
{
    if (!is_size(path, n, FLOW_PATHS_MAX)) {
        return FLOW_ERR_ARG;
    }
    code->path = path;
    code->npaths = path != NULL ? n : 0;
    code->path_shift = path != NULL ? 32u - flow_bits_high(n) : 0;
    if (!code->cleared) {
        clear_paths(code);
    }
    return FLOW_OK;
}

void flow_code_flush(struct flow_code *code)
{
    code->generation++;
    if (code->generation == 0) {
        clear_lines(code);
        clear_blocks(code);
        clear_paths(code);
        code->generation = 1;
    }
}

/* All of it: instructions decoded across the range, or jumps through a table in it, must go too. */
void flow_code_flush_range(struct flow_code *code, uint64_t addr, uint64_t size)
{
    (void)addr;
    if (size != 0) {
        flow_code_flush(code);
    }
}

static void init(struct flow_code *code, struct flow_isa isa)
{
    *code = (struct flow_code){
        .xlen = isa.xlen, .isa = isa.extensions, .jvt = isa.jvt, .generation = 1};
}

void flow_code_init_read(struct flow_code *code, struct flow_isa isa, flow_code_read *read,
                         void *ctx)
{
    init(code, isa);
    code->read = read;
    code->ctx = ctx;
    code->depends = FLOW_DEPENDS_SCONTEXT | FLOW_DEPENDS_HCONTEXT;
}

void flow_code_init_lookup(struct flow_code *code, struct flow_isa isa, flow_code_lookup *lookup,
                           void *ctx)
{
    init(code, isa);
    code->lookup = lookup;
    code->ctx = ctx;
    code->depends = FLOW_DEPENDS_SCONTEXT | FLOW_DEPENDS_HCONTEXT;
}

static bool inside(const struct flow_region *r, uint64_t addr)
{
    return addr >= r->addr && addr - r->addr < r->size;
}

/* The first region that holds addr; NULL when there is none. */
static const struct flow_region *find_region(const struct flow_code_image *image, uint64_t addr)
{
    for (size_t i = 0; i < image->count; i++) {
        if (inside(&image->region[i], addr)) {
            return &image->region[i];
        }
    }
    return NULL;
}

static unsigned image_read(void *ctx, const struct flow_where *where, uint64_t addr, uint8_t *buf,
                           unsigned n)
{
    const struct flow_code_image *image = ctx;
    const struct flow_region *r = NULL;
    unsigned got = 0;

    (void)where;
    while (got < n) {
        if (r == NULL || !inside(r, addr + got)) {
            r = find_region(image, addr + got);
        }
        if (r == NULL) {
            break;
        }
        buf[got] = r->bytes[addr + got - r->addr];
        got++;
    }
    return got;
}

void flow_code_init_image(struct flow_code *code, struct flow_isa isa,
                          struct flow_code_image *image)
{
    flow_code_init_read(code, isa, image_read, image);
    code->depends = 0;
}
