/* SPDX-License-Identifier: Apache-2.0 */
/* Loading code from ELF, images and PCINFO. */
#define _DEFAULT_SOURCE /* madvise */
#include "htr/htr_code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "htr/htr_text.h"
#include "htr_code_priv.h"

enum {
    CACHE_LINES = 1 << 16,
    CACHE_BLOCKS = 1 << 15,
    CACHE_PATHS = 1 << 14,
    CACHE_LEAST = 1 << 10,
    ALIGN = 128, /* bytes: a path then needs as few cache lines as possible */
};

/* Powers of two each. */
struct htr_code_tables {
    struct flow_path *path;
    struct flow_block *block;
    struct flow_code_line *line;
    size_t paths, blocks, lines;
    size_t size; /* bytes of `memory` */
    uint8_t memory[];
};

static int load_elf(struct htr_code *c, struct htr_host *host, const char *path,
                    struct htr_code_facts *facts)
{
    struct htr_elf_message why;
    int status = htr_bytes_load(&c->elf_file, host, path);
    if (status != HTR_OK) {
        return status;
    }
    if (htr_elf_parse(&c->elf, c->elf_file.bytes, c->elf_file.size, 0, &why) != HTR_ELF_OK) {
        return htr_fail(host, HTR_ERR_FORMAT, path, "%s; give a RISC-V executable", why.text);
    }
    facts->xlen_known = true;
    facts->xlen = c->elf.xlen;
    for (unsigned i = 0; i < c->elf.nsegments; i++) {
        const struct htr_elf_segment *s = &c->elf.segment[i];
        const uint8_t *bytes = c->elf_file.bytes + s->offset;
        c->region[c->nregions++] = (struct flow_region){s->vaddr, s->filesz, bytes};
        if (s->paddr != s->vaddr) {
            c->region[c->nregions++] = (struct flow_region){s->paddr, s->filesz, bytes};
        }
    }
    return 0;
}

static int load_image(struct htr_code *c, struct htr_host *host, const char *text,
                      struct htr_bytes *file)
{
    char path[1024];
    uint64_t addr = 0;
    const char *at = strrchr(text, '@');
    if (at == NULL || (size_t)(at - text) >= sizeof path || !htr_number(at + 1, &addr)) {
        return htr_fail(host, HTR_ERR_ARG, NULL,
                        "--image %s: no address; write --image FILE@0x80000000", text);
    }
    memcpy(path, text, (size_t)(at - text));
    path[at - text] = '\0';
    int status = htr_bytes_load(file, host, path);
    if (status != HTR_OK) {
        return status;
    }
    if (addr + file->size < addr) {
        return htr_fail(host, HTR_ERR_RANGE, path, "%zu bytes at 0x%llx do not fit below 2^64",
                        file->size, (unsigned long long)addr);
    }
    c->region[c->nregions++] = (struct flow_region){addr, file->size, file->bytes};
    return 0;
}

/* ---- PCINFO ---- */

static int by_address(const void *a, const void *b)
{
    uint64_t x = ((const struct flow_pcinfo *)a)->addr;
    uint64_t y = ((const struct flow_pcinfo *)b)->addr;
    return x < y ? -1 : x > y;
}

static int add_pcinfo(struct htr_code *c, size_t *room, const struct flow_pcinfo *entry)
{
    if (c->list.count == *room) {
        *room = *room == 0 ? 4096 : *room * 2;
        struct flow_pcinfo *bigger = realloc(c->pcinfo, *room * sizeof *bigger);
        if (bigger == NULL) {
            return -1;
        }
        c->pcinfo = bigger;
    }
    c->pcinfo[c->list.count++] = *entry;
    return 0;
}

static int read_pcinfo(struct htr_code *c, struct htr_host *host, const char *path,
                       struct htr_lines *l)
{
    const char *text;
    char quoted[HTR_QUOTE];
    size_t length, room = 0;
    while (htr_lines_next(l, &text, &length)) {
        struct flow_pcinfo entry;
        if (length == 0 || text[0] == '#') {
            continue;
        }
        if (flow_pcinfo_parse(text, length, &entry) != FLOW_OK) {
            return htr_fail(host, HTR_ERR_FORMAT, path,
                            "line %llu: '%s' is not a PCINFO line; write 0xADDR,TYPESIZE[,0xDEST]",
                            (unsigned long long)l->number, htr_quote(text, length, quoted));
        }
        if (add_pcinfo(c, &room, &entry) != 0) {
            return htr_fail(host, HTR_ERR_MEMORY, path, "not enough memory");
        }
    }
    if (l->error != NULL) {
        return htr_fail(host, HTR_ERR_READ, path, "line %llu: %s",
                        (unsigned long long)l->number + 1, l->error);
    }
    if (c->list.count == 0) {
        return htr_fail(host, HTR_ERR_FORMAT, path,
                        "is empty; a PCINFO list has a line 0xADDR,TYPESIZE per instruction");
    }
    return 0;
}

/* Sort, drop repeated lines, refuse lines that contradict each other. */
static int check_pcinfo(struct htr_code *c, struct htr_host *host, const char *path)
{
    size_t n = 1;
    qsort(c->pcinfo, c->list.count, sizeof *c->pcinfo, by_address);
    for (size_t i = 1; i < c->list.count; i++) {
        const struct flow_pcinfo *a = &c->pcinfo[n - 1], *b = &c->pcinfo[i];
        if (a->addr != b->addr) {
            c->pcinfo[n++] = *b;
        } else if (a->dest != b->dest || a->size != b->size || a->cls != b->cls) {
            return htr_fail(host, HTR_ERR_CONFLICT, path, "0x%llx is described twice, differently",
                            (unsigned long long)b->addr);
        }
    }
    c->list.count = n;
    c->list.entry = c->pcinfo;
    return 0;
}

static int load_pcinfo(struct htr_code *c, struct htr_host *host, const char *path)
{
    struct htr_lines l;
    int status = htr_lines_open(&l, host, path);
    if (status != HTR_OK) {
        return status;
    }
    status = read_pcinfo(c, host, path, &l);
    htr_lines_close(&l);
    return status != HTR_OK ? status : check_pcinfo(c, host, path);
}

/* ---- */

static int load(struct htr_code *c, struct htr_host *host, const struct htr_code_options *o,
                struct htr_code_facts *facts)
{
    int status = 0;
    if (o->elf != NULL) {
        status = load_elf(c, host, o->elf, facts);
    }
    if (status == HTR_OK && o->pcinfo != NULL) {
        status = load_pcinfo(c, host, o->pcinfo);
    } else if (status == HTR_OK && o->ingress != NULL) {
        status = htr_code_load_ingress(c, host, o->ingress, o->hart, facts);
    }
    c->first_image = c->nregions;
    for (unsigned i = 0; status == HTR_OK && i < o->nimages; i++) {
        status = load_image(c, host, o->image[i], &c->image_file[i]);
        c->name[c->nnames++] = o->image[i];
    }
    c->nimages = c->nnames;
    if (status == HTR_OK && (o->nin > 0 || o->nmapped > 0)) {
        status = htr_code_in_open(&c->in, host, o, c->region, c->nregions);
        for (unsigned i = 0; status == HTR_OK && i < o->nin; i++) {
            c->name[c->nnames++] = o->in[i];
        }
    }
    return status;
}

/* Half-words from the first instruction to the last, or more than any table has. */
static uint64_t extent(const struct htr_code *c)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; i < c->nregions; i++) {
        const struct flow_region *r = &c->region[i];
        low = r->addr < low ? r->addr : low;
        high = r->addr + r->size > high ? r->addr + r->size : high;
    }
    if (c->pcinfo != NULL) {
        low = c->list.entry[0].addr;
        high = c->list.entry[c->list.count - 1].addr;
    }
    return low < high ? (high - low) / 2 + 1 : UINT64_MAX;
}

/* The lines that this number of half-words needs: then each has a line of its own. */
static size_t fitting(uint64_t halfwords, size_t most)
{
    size_t n = CACHE_LEAST;
    while (n < most && n < halfwords) {
        n *= 2;
    }
    return n;
}

/* Large memory from calloc is zero without being touched: only what is used costs anything. */
static int open_tables(struct htr_code *c, uint64_t halfwords)
{
    size_t paths = CACHE_PATHS, blocks = fitting(halfwords, CACHE_BLOCKS);
    size_t lines = fitting(halfwords, CACHE_LINES);
    size_t size = paths * sizeof(struct flow_path) + blocks * sizeof(struct flow_block) +
                  lines * sizeof(struct flow_code_line);
    struct htr_code_tables *t = calloc(1, sizeof *t + ALIGN + size);
    c->started = false;
    c->tables = t;
    if (t == NULL) {
        return -1;
    }
    uint8_t *p = t->memory + (ALIGN - (uintptr_t)t->memory % ALIGN) % ALIGN;
    t->path = (struct flow_path *)(void *)p;
    t->block = (struct flow_block *)(void *)(t->path + paths);
    t->line = (struct flow_code_line *)(void *)(t->block + blocks);
    t->paths = paths;
    t->blocks = blocks;
    t->lines = lines;
    t->size = size;
    return 0;
}

int htr_code_open(struct htr_code *c, struct htr_host *host, const struct htr_code_options *o,
                  struct htr_code_facts *facts)
{
    memset(c, 0, sizeof *c);
    memset(facts, 0, sizeof *facts);
    int kinds = (o->elf != NULL || o->nimages > 0 || o->nin > 0 || o->nmapped > 0) +
                (o->pcinfo != NULL) + (o->ingress != NULL);
    if (kinds == 0) {
        return htr_fail(host, HTR_ERR_MISSING, NULL,
                        "no code given; add --elf, --pcinfo or --image");
    }
    if (kinds > 1) {
        return htr_fail(host, HTR_ERR_CONFLICT, NULL,
                        "more than one source of code; use one of --elf, --pcinfo and --ingress");
    }
    if (o->nimages > HTR_CODE_IMAGES) {
        return htr_fail(host, HTR_ERR_RANGE, NULL, "more than %d images; join some of them",
                        HTR_CODE_IMAGES);
    }
    c->path = o->elf != NULL ? o->elf : o->pcinfo != NULL ? o->pcinfo : o->ingress;
    int status = open_tables(c, UINT64_MAX) != 0
                     ? htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory")
                     : load(c, host, o, facts);
    if (status != HTR_OK) {
        htr_code_close(c);
    }
    return status;
}

void htr_code_start(struct htr_code *c, struct flow_isa isa)
{
    if (c->pcinfo != NULL) {
        flow_code_init_pcinfo(&c->code, isa, &c->list);
    } else if (c->opcode != NULL) {
        flow_code_init_recorded(&c->code, isa, &c->recorded);
    } else if (c->in != NULL) {
        htr_code_in_start(c->in, &c->space, &c->code, isa);
    } else {
        c->image = (struct flow_code_image){.region = c->region, .count = c->nregions};
        flow_code_init_image(&c->code, isa, &c->image);
    }
    c->code.cleared = !c->started;
    c->started = true;
    (void)flow_code_use_cache(&c->code, c->tables->line, c->tables->lines);
    (void)flow_code_use_blocks(&c->code, c->tables->block, c->tables->blocks);
    (void)flow_code_use_paths(&c->code, c->tables->path, c->tables->paths);
}

int htr_code_share(struct htr_code *c, const struct htr_code *from, struct flow_isa isa)
{
    *c = *from;
    if (open_tables(c, extent(from)) != 0) {
        return HTR_ERR_MEMORY;
    }
    htr_code_start(c, isa);
    return HTR_OK;
}

void htr_code_touch(struct htr_code *c)
{
    uint8_t *p = (uint8_t *)c->tables->path;
#ifdef MADV_POPULATE_WRITE
    uintptr_t page = 4096, start = ((uintptr_t)p + page - 1) / page * page;
    if (madvise((void *)start, c->tables->size - page, MADV_POPULATE_WRITE) == 0) {
        return; /* all pages with one call: half the time */
    }
#endif
    memset(p, 0, c->tables->size);
}

void htr_code_unshare(struct htr_code *c)
{
    free(c->tables);
    c->tables = NULL;
}

bool htr_code_file(const struct htr_code *c, unsigned i, struct htr_code_file *out)
{
    const unsigned elfs = c->elf.nsegments > 0;
    *out = (struct htr_code_file){.elf = i < elfs};
    if (i < elfs) {
        out->path = c->path;
        out->length = strlen(c->path);
        return true;
    }
    i -= elfs;
    if (i >= c->nnames) {
        return false;
    }
    const char *text = i < c->nimages ? c->name[i] : strchr(c->name[i], '=') + 1;
    const char *at = strrchr(text, '@');
    const bool moved = at != NULL && htr_number(at + 1, &out->address);
    out->path = text;
    out->length = moved ? (size_t)(at - text) : strlen(text);
    out->elf = i >= c->nimages && htr_code_in_is_elf(c->in, i - c->nimages);
    return true;
}

/* The recorded opcode that counts at a place: the last entry of the address that is not too late.
 */
static bool recorded_opcode(const struct htr_code *c, const struct flow_where *where,
                            uint32_t *opcode)
{
    size_t low = 0, high = c->recorded.count;
    uint64_t position = where->position + c->recorded.base;
    while (low < high) { /* first entry after (pc, position) */
        size_t mid = low + (high - low) / 2;
        const struct flow_opcode *e = &c->opcode[mid];
        if (e->addr < where->pc || (e->addr == where->pc && e->since <= position)) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    if (low == 0 || c->opcode[low - 1].addr != where->pc) {
        return false;
    }
    *opcode = c->opcode[low - 1].opcode;
    return true;
}

bool htr_code_opcode(struct htr_code *c, const struct flow_where *where, uint32_t *opcode)
{
    uint8_t b[4] = {0};
    if (c->pcinfo != NULL) {
        return false;
    }
    if (c->opcode != NULL) {
        return recorded_opcode(c, where, opcode);
    }
    if (c->code.read == NULL || c->code.read(c->code.ctx, where, where->pc, b, 4) < 2) {
        return false;
    }
    *opcode = (uint32_t)(b[0] | b[1] << 8) | (uint32_t)(b[2] | b[3] << 8) << 16;
    *opcode = flow_insn_size(*opcode) == 2 ? *opcode & 0xFFFF : *opcode;
    return true;
}

void htr_code_close(struct htr_code *c)
{
    free(c->tables);
    free(c->pcinfo);
    free(c->opcode);
    htr_code_in_close(c->in);
    htr_bytes_free(&c->elf_file);
    for (unsigned i = 0; i < HTR_CODE_IMAGES; i++) {
        htr_bytes_free(&c->image_file[i]);
    }
    memset(c, 0, sizeof *c);
}
