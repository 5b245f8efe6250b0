/* SPDX-License-Identifier: Apache-2.0 */
/* Decode tree: memory access and instruction decode. */
#include "flow/flow_le.h"
#include "htr_tree_int.h"

#include <string.h>

/* ---- components ---- */

static int32_t add_code(struct htr_tree *t, const char *name, const struct tree_code *code)
{
    int32_t i = htr_tree_add(t, HTR_CODE, name, sizeof *code);
    if (i >= 0) {
        *(struct tree_code *)htr_tree_state(t, i) = *code;
    }
    return i;
}

int32_t htr_tree_image(struct htr_tree *t, const char *name, const struct flow_region *region,
                       size_t count)
{
    const struct tree_code code = {.kind = TREE_IMAGE, .image = {region, count}};
    return add_code(t, name, &code);
}

int32_t htr_tree_memory(struct htr_tree *t, const char *name, flow_code_read *read, void *ctx,
                        uint32_t depends)
{
    const struct tree_code code = {
        .kind = TREE_MEMORY, .read = read, .ctx = ctx, .depends = depends};
    return add_code(t, name, &code);
}

int32_t htr_tree_target(struct htr_tree *t, const char *name, htr_target_read *read, void *ctx)
{
    struct tree_code code = {.kind = TREE_TARGET, .target = read, .ctx = ctx};
    code.line = htr_tree_alloc(t, 0, TREE_TARGET_LINES, sizeof *code.line);
    return code.line != NULL ? add_code(t, name, &code) : HTR_ERR_MEMORY;
}

int32_t htr_tree_code(struct htr_tree *t, const char *name, struct flow_code *ready)
{
    const struct tree_code code = {.kind = TREE_READY, .ready = ready};
    return add_code(t, name, &code);
}

int32_t htr_tree_insn(struct htr_tree *t, const char *name, htr_insn_decode *decode, void *ctx)
{
    int32_t i = htr_tree_add(t, HTR_INSN, name, sizeof(struct tree_insn));
    if (i >= 0) {
        *(struct tree_insn *)htr_tree_state(t, i) = (struct tree_insn){decode, ctx};
    }
    return i;
}

int htr_tree_code_changed(struct htr_tree *t, int32_t code, uint64_t addr, uint64_t size)
{
    struct htr_component *c = htr_tree_get(t, code, HTR_CODE);
    if (c == NULL) {
        return htr_tree_refuse(t, HTR_ERR_ARG, code, "is not code; nothing was done");
    }
    struct tree_code *s = c->state;
    for (size_t i = 0; s->line != NULL && i < TREE_TARGET_LINES; i++) {
        uint64_t into = addr - s->line[i].addr, before = s->line[i].addr - addr;
        s->line[i].valid = s->line[i].valid && into >= HTR_TARGET_LINE && before >= size;
    }
    for (int32_t i = 0; i < t->count; i++) {
        if (t->component[i].kind != HTR_DECODER) {
            continue;
        }
        struct tree_decoder *d = htr_tree_state(t, i);
        int32_t at = TREE_FIRST, one;
        while ((one = htr_tree_attached(t, i, HTR_CODE, &at)) != HTR_NONE) {
            if (one == code && d->code != NULL) {
                flow_code_flush_range(d->code, addr, size);
            }
        }
    }
    return HTR_OK;
}

/* ---- reading ---- */

/* The line that holds addr; NULL when the target does not return it. */
static const struct tree_target_line *target_line(struct tree_code *c, uint64_t addr)
{
    uint64_t start = addr & ~(uint64_t)(HTR_TARGET_LINE - 1);
    struct tree_target_line *l = &c->line[start / HTR_TARGET_LINE % TREE_TARGET_LINES];
    if (!l->valid || l->addr != start) {
        l->addr = start;
        l->size = c->target(c->ctx, start, l->bytes, sizeof l->bytes);
        l->size = l->size < sizeof l->bytes ? l->size : sizeof l->bytes;
        l->valid = l->size > 0; /* ask again for missing bytes */
    }
    return addr - start < l->size ? l : NULL;
}

static unsigned read_target(struct tree_code *c, uint64_t addr, uint8_t *buf, unsigned n)
{
    unsigned got = 0;
    const struct tree_target_line *l;
    while (got < n && (l = target_line(c, addr + got)) != NULL) {
        buf[got] = l->bytes[addr + got - l->addr];
        got++;
    }
    return got;
}

static const struct flow_region *find_region(const struct flow_code_image *image, uint64_t addr)
{
    for (size_t i = 0; i < image->count; i++) {
        const struct flow_region *r = &image->region[i];
        if (addr >= r->addr && addr - r->addr < r->size) {
            return r;
        }
    }
    return NULL;
}

static unsigned read_image(const struct flow_code_image *image, uint64_t addr, uint8_t *buf,
                           unsigned n)
{
    unsigned got = 0;
    const struct flow_region *r;
    while (got < n && (r = find_region(image, addr + got)) != NULL) {
        buf[got] = r->bytes[addr + got - r->addr];
        got++;
    }
    return got;
}

static unsigned read_one(struct tree_code *c, const struct flow_where *where, uint64_t addr,
                         uint8_t *buf, unsigned n)
{
    return c->kind == TREE_IMAGE    ? read_image(&c->image, addr, buf, n)
           : c->kind == TREE_TARGET ? read_target(c, addr, buf, n)
                                    : c->read(c->ctx, where, addr, buf, n);
}

/* The first that has something there; the rest of an instruction may come from another. */
static unsigned read_any(void *ctx, const struct flow_where *where, uint64_t addr, uint8_t *buf,
                         unsigned n)
{
    const struct tree_decoder *d = ctx;
    unsigned got = 0;
    for (size_t i = 0; i < d->nfrom && got == 0; i++) {
        got = read_one(d->from[i], where, addr, buf, n);
    }
    return got;
}

/* ---- instruction decode ---- */

/* The hook first; unknown instructions take the usual way. */
static int look_up(void *ctx, const struct flow_where *where, struct flow_insn *insn)
{
    struct tree_decoder *d = ctx;
    const struct flow_insn *usual;
    uint8_t buf[4] = {0};
    unsigned got =
        d->plain.read != NULL ? d->plain.read(d->plain.ctx, where, where->pc, buf, 4) : 0;
    if (got == 2 || got == 3) {
        got = 2 + d->plain.read(d->plain.ctx, where, where->pc + 2, buf + 2, 2);
    }
    *insn = (struct flow_insn){0};
    if (got >= 2 &&
        d->insn->decode(d->insn->ctx, where, (uint32_t)flow_le_get(buf, got < 4 ? 2 : 4), insn)) {
        return FLOW_OK;
    }
    int rc = flow_code_insn(&d->plain, where, &usual);
    if (rc == FLOW_OK) {
        *insn = *usual;
    }
    return rc;
}

/* ---- the code of a decoder ---- */

static int use_caches(struct htr_tree *t, struct flow_code *code)
{
    size_t n = t->cache;
    if (n == 0) {
        return HTR_OK;
    }
    struct flow_code_line *line = htr_tree_alloc(t, 1, n, sizeof *line);
    struct flow_block *block = htr_tree_alloc(t, 1, n, sizeof *block);
    struct flow_path *path = htr_tree_alloc(t, 1, n, sizeof *path);
    if (line == NULL || block == NULL || path == NULL) {
        return HTR_ERR_MEMORY;
    }
    code->cleared = true;
    if (flow_code_use_cache(code, line, n) != FLOW_OK ||
        flow_code_use_blocks(code, block, n) != FLOW_OK ||
        flow_code_use_paths(code, path, n) != FLOW_OK) {
        return htr_tree_refuse(t, HTR_ERR_ARG, HTR_NONE,
                               "a cache cannot have %zu lines; give a power of two from 2 to %d", n,
                               FLOW_PATHS_MAX);
    }
    return HTR_OK;
}

/* Those attached, in order. */
static int collect(struct htr_tree *t, int32_t decoder, struct tree_decoder *d)
{
    int32_t at = TREE_FIRST, one;
    d->nfrom = 0;
    while (htr_tree_attached(t, decoder, HTR_CODE, &at) != HTR_NONE) {
        d->nfrom++;
    }
    if (d->nfrom == 0) {
        return htr_tree_refuse(t, HTR_ERR_MISSING, decoder,
                               "has no code; attach an image or another "
                               "memory access");
    }
    d->from = htr_tree_alloc(t, 1, d->nfrom, sizeof *d->from);
    if (d->from == NULL) {
        return HTR_ERR_MEMORY;
    }
    at = TREE_FIRST;
    for (size_t i = 0; (one = htr_tree_attached(t, decoder, HTR_CODE, &at)) != HTR_NONE; i++) {
        d->from[i] = htr_tree_state(t, one);
        if (d->from[i]->kind == TREE_READY && d->nfrom > 1) {
            return htr_tree_refuse(
                t, HTR_ERR_CONFLICT, decoder,
                "'%s' is code with caches of its own, and not the only one; attach "
                "memory access instead",
                t->component[one].name);
        }
    }
    return HTR_OK;
}

/* The caller's own code may serve one decoder: its caches follow the context of that. */
static int check_ready(struct htr_tree *t, int32_t decoder, const struct tree_decoder *d)
{
    for (int32_t i = 0; i < decoder; i++) {
        const struct tree_decoder *o = htr_tree_state(t, i);
        if (t->component[i].kind == HTR_DECODER && o->nfrom == 1 && o->from[0] == d->from[0]) {
            return htr_tree_refuse(t, HTR_ERR_CONFLICT, decoder,
                                   "shares code that has caches with '%s'; give each its own",
                                   t->component[i].name);
        }
    }
    return HTR_OK;
}

int htr_tree_code_begin(struct htr_tree *t, int32_t decoder)
{
    struct tree_decoder *d = htr_tree_state(t, decoder);
    int32_t at = TREE_FIRST, insn = htr_tree_attached(t, decoder, HTR_INSN, &at);
    struct flow_isa isa = d->packets->protocol->isa(d);
    int status = collect(t, decoder, d);
    if (status != HTR_OK) {
        return status;
    }
    bool ready = d->from[0]->kind == TREE_READY;
    status = ready ? check_ready(t, decoder, d) : HTR_OK;
    if (status != HTR_OK || (ready && insn == HTR_NONE)) {
        d->code = d->from[0]->ready;
        return status;
    }
    if (ready) {
        d->plain = *d->from[0]->ready;
        d->plain.line = NULL;
        d->plain.block = NULL;
        d->plain.path = NULL;
    } else if (d->nfrom == 1 && d->from[0]->kind == TREE_IMAGE) {
        d->image = d->from[0]->image;
        flow_code_init_image(&d->plain, isa, &d->image);
    } else {
        flow_code_init_read(&d->plain, isa, read_any, d);
        d->plain.depends = 0;
        for (size_t i = 0; i < d->nfrom; i++) {
            d->plain.depends |= d->from[i]->depends;
        }
    }
    d->made = d->plain;
    if (insn != HTR_NONE) {
        d->insn = htr_tree_state(t, insn);
        flow_code_init_lookup(&d->made, isa, look_up, d);
        d->made.depends = d->plain.depends;
    }
    d->code = &d->made;
    return use_caches(t, &d->made);
}
