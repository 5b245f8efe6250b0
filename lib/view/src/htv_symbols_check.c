/* SPDX-License-Identifier: Apache-2.0 */
/* Are the images those of the code that is decoded? */
#include <gelf.h>
#include <string.h>

#include <elfutils/libdwelf.h>

#include "htv_symbols_int.h"

/* What the comparison of an image with the code has found. */
struct compared {
    bool bytes;     /* of sections were compared */
    bool any;       /* code at addresses of the image */
    bool same;      /* some of it has the same build id */
    bool differs;   /* other bytes */
    uint64_t where; /* the first of them */
};

static bool same_contexts(const struct flow_code_mapping *a, const struct flow_code_mapping *b)
{
    return a->match == b->match && a->scontext == b->scontext && a->hcontext == b->hcontext &&
           a->v == b->v && a->prv == b->prv;
}

/* Is the mapping what the image gives names for? One with a context: the code of that context, or
 * that of all where there is none. One without: all code but that of contexts with an image of
 * their own. */
static bool concerns(const struct htv_symbols *s, const struct htv_elf *e,
                     const struct flow_code_mapping *m, bool own)
{
    if (e->info.context.match != 0) {
        return own ? same_contexts(&e->info.context, m) : m->match == 0;
    }
    for (unsigned i = 0; i < s->nelf && m->match != 0; i++) {
        if (same_contexts(&s->elf[i].info.context, m)) {
            return false;
        }
    }
    return true;
}

/* The part of [addr, addr + size) that is in the region. */
static bool overlap(const struct flow_region *r, uint64_t addr, uint64_t size, uint64_t *from,
                    uint64_t *n)
{
    uint64_t begin = r->addr > addr ? r->addr : addr;
    if (begin - r->addr >= r->size || begin - addr >= size) {
        return false;
    }
    uint64_t a = r->size - (begin - r->addr), b = size - (begin - addr);
    *from = begin;
    *n = a < b ? a : b;
    return true;
}

static void compare_bytes(const struct flow_region *r, const uint8_t *bytes, uint64_t addr,
                          uint64_t size, struct compared *c)
{
    uint64_t from, n;
    if (!overlap(r, addr, size, &from, &n)) {
        return;
    }
    const uint8_t *x = r->bytes + (from - r->addr), *y = bytes + (from - addr);
    c->any = c->bytes = true;
    if (c->differs || memcmp(x, y, (size_t)n) == 0) {
        return;
    }
    for (uint64_t i = 0; i < n && !c->differs; i++) {
        c->differs = x[i] != y[i];
        c->where = from + i;
    }
}

/* The sections with code: without contents in a separate debug file. */
static void compare_sections(const struct htv_elf *e, Elf *elf, const struct flow_region *r,
                             struct compared *c)
{
    for (size_t i = 0; i < e->exec.n; i++) {
        GElf_Shdr h;
        uint64_t from, n, addr = e->exec.span[i].from + e->info.offset;
        Elf_Scn *section = elf_getscn(elf, e->exec.span[i].value);
        Elf_Data *data = NULL;
        if (e->exec.span[i].value == 0 || gelf_getshdr(section, &h) == NULL) {
            continue;
        }
        if (h.sh_type == SHT_PROGBITS) {
            data = elf_rawdata(section, NULL);
        }
        if (data != NULL && data->d_buf != NULL) {
            compare_bytes(r, data->d_buf, h.sh_addr + e->info.offset, data->d_size, c);
        } else {
            c->any |= overlap(r, addr, e->exec.span[i].to - e->exec.span[i].from, &from, &n);
        }
    }
}

static bool has_id(const struct htv_elf *e, const struct flow_region *r)
{
    uint64_t from, n;
    return e->info.build_id_size > 0 && e->id_address != 0 &&
           overlap(r, e->id_address + e->info.offset, e->info.build_id_size, &from, &n) &&
           n == e->info.build_id_size &&
           memcmp(r->bytes + (from - r->addr), e->info.build_id, (size_t)n) == 0;
}

static size_t mappings(const struct htr_code *code)
{
    return code->in != NULL ? code->space.count : code->nregions;
}

static struct flow_code_mapping mapping_at(const struct htr_code *code, size_t i)
{
    return code->in != NULL ? code->space.mapping[i]
                            : (struct flow_code_mapping){.region = code->region[i], .match = 0};
}

/* Is the build id of the image in code of the same context? */
static bool same_id(const struct htv_elf *e, const struct htr_code *code,
                    const struct flow_code_mapping *like)
{
    for (size_t i = 0; i < mappings(code); i++) {
        struct flow_code_mapping m = mapping_at(code, i);
        if (same_contexts(&m, like) && has_id(e, &m.region)) {
            return true;
        }
    }
    return false;
}

/* Every mapping that the image gives names for; of a context's own ones, or those of all. ids: as
 * compare_ids says of the code that counts in all contexts. */
static struct compared compare(const struct htv_symbols *s, const struct htv_elf *e,
                               const struct htr_code *code, bool own, int ids)
{
    struct compared c = {.any = false};
    GElf_Addr bias;
    Elf *elf = dwfl_module_getelf(e->module, &bias);
    for (size_t i = 0; i < mappings(code); i++) {
        struct flow_code_mapping m = mapping_at(code, i);
        if (!concerns(s, e, &m, own)) {
            continue;
        }
        if ((m.match == 0 && ids > 0) || same_id(e, code, &m)) {
            c.any = c.same = true;
        } else {
            compare_sections(e, elf, &m.region, &c);
        }
    }
    return c;
}

/* 1: the code's file has the same build id, -1: another one, 0: one of them has none. */
static int compare_ids(const struct htv_elf *e, const struct htr_code *code)
{
    const void *id = NULL;
    int result = 0;
    if (e->info.build_id_size == 0 || code->elf_file.size == 0 || e->info.context.match != 0 ||
        e->info.offset != 0) {
        return 0;
    }
    Elf *elf = elf_memory((char *)code->elf_file.bytes, code->elf_file.size);
    ssize_t n = elf != NULL ? dwelf_elf_gnu_build_id(elf, &id) : -1;
    if (n > 0) {
        result = (size_t)n == e->info.build_id_size && memcmp(id, e->info.build_id, (size_t)n) == 0
                     ? 1
                     : -1;
    }
    if (elf != NULL) {
        (void)elf_end(elf);
    }
    return result;
}

/* Is the image not the code's? Then there was a remark. */
static bool is_wrong(struct htv_symbols *s, struct htv_elf *e, const struct htr_code *code)
{
    int ids = compare_ids(e, code);
    struct compared c = compare(s, e, code, true, ids);
    if (!c.any) {
        c = compare(s, e, code, false, ids);
    }
    if (!c.any) {
        htr_note(s->host, e->info.path,
                 "gives no names: the code has nothing at its addresses; add @OFFSET for code that "
                 "was moved");
        return true;
    }
    if (ids < 0 && !c.bytes && !c.same) {
        htr_note(
            s->host, e->info.path,
            "gives no names: it has another build id than the code; give the file that the code "
            "was made from");
        return true;
    }
    if (c.differs) {
        htr_note(s->host, e->info.path,
                 "gives no names: the code is not that of this file, at 0x%llx it differs%s; give "
                 "the file that it was made from",
                 (unsigned long long)c.where, ids < 0 ? ", and so do the build ids" : "");
        return true;
    }
    return false;
}

unsigned htv_symbols_check(struct htv_symbols *s, const struct htr_code *code)
{
    unsigned dropped = 0;
    for (unsigned i = 0; i < s->nelf && mappings(code) > 0; i++) {
        struct htv_elf *e = &s->elf[i];
        if (!e->info.dropped && (e->info.has_dwarf || e->info.has_symtab) && is_wrong(s, e, code)) {
            e->info.dropped = true;
            dropped++;
        }
    }
    htv_lookup_forget(s);
    return dropped;
}
