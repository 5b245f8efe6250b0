/* SPDX-License-Identifier: Apache-2.0 */
/* Sections of firmware trace in an ELF. Any number may be in its headers (System V ABI,
 * "Sections"). */
#include "htr/htr_fw_elf.h"

#include <stdlib.h>
#include <string.h>

#include "flow/flow_le.h"
#include "htr_elf_priv.h"

enum {
    SHT_NOBITS = 8,
    SHF_WRITE = 1,
    SHF_ALLOC = 2,
    NT_GNU_BUILD_ID = 3,
    SITE_UNKNOWN = 0xffff,
};

/* A section header, and the bytes of its section; bytes NULL: not in the file. */
struct section {
    uint32_t name, type;
    uint64_t flags, address;
    struct htr_fw_span span;
};

static bool get_section(const struct htr_elf *elf, const struct elf_header *h, unsigned i,
                        struct section *s)
{
    const unsigned word = elf->xlen == 64 ? 8 : 4;
    const uint64_t at = h->shoff + (uint64_t)i * h->shentsize;
    if (h->shentsize < (word == 8 ? 64u : 40u) || at < h->shoff || at > elf->size ||
        h->shentsize > elf->size - at) {
        return false;
    }
    const uint8_t *p = elf->image + at;
    const uint64_t offset = flow_le_get(p + 8 + 2 * word, word);
    const uint64_t size = flow_le_get(p + 8 + 3 * word, word);
    s->name = (uint32_t)flow_le_get(p, 4);
    s->type = (uint32_t)flow_le_get(p + 4, 4);
    s->flags = flow_le_get(p + 8, word);
    s->address = flow_le_get(p + 8 + word, word);
    s->span = (struct htr_fw_span){NULL, 0};
    if (s->type != SHT_NOBITS && offset <= elf->size && size <= elf->size - offset) {
        s->span = (struct htr_fw_span){elf->image + offset, (size_t)size};
    }
    return true;
}

static const char *string_at(struct htr_fw_span span, uint64_t offset)
{
    if (span.bytes == NULL || offset >= span.size ||
        memchr(span.bytes + offset, 0, span.size - (size_t)offset) == NULL) {
        return NULL;
    }
    return (const char *)span.bytes + offset;
}

/* The id of a note with the name GNU (System V ABI, "Note Section"). */
static struct htr_fw_span id_of_note(struct htr_fw_span n)
{
    if (n.bytes == NULL || n.size < 16 || flow_le_get(n.bytes, 4) != 4 ||
        flow_le_get(n.bytes + 8, 4) != NT_GNU_BUILD_ID || memcmp(n.bytes + 12, "GNU", 4) != 0 ||
        flow_le_get(n.bytes + 4, 4) > n.size - 16) {
        return (struct htr_fw_span){NULL, 0};
    }
    return (struct htr_fw_span){n.bytes + 16, (size_t)flow_le_get(n.bytes + 4, 4)};
}

static void find_sections(struct htr_fw_elf *e)
{
    struct elf_header h;
    struct section names, s;
    htr_elf_read_header(&e->elf, &h);
    if (!get_section(&e->elf, &h, h.shstrndx, &names)) {
        return;
    }
    for (unsigned i = 0; i < h.shnum && get_section(&e->elf, &h, i, &s); i++) {
        const char *name = string_at(names.span, s.name);
        if (name == NULL) {
            continue;
        }
        if (strcmp(name, ".fwtrace.str") == 0) {
            e->text = s.span;
        } else if (strcmp(name, ".fwtrace.sites") == 0) {
            e->sites = s.span;
        } else if (strcmp(name, ".note.gnu.build-id") == 0) {
            e->id = id_of_note(s.span);
        }
    }
}

static int by_what(const void *a, const void *b)
{
    const struct htr_fw_place *x = a, *y = b;
    return (x->what > y->what) - (x->what < y->what);
}

/* Returns false: no memory. */
static bool sort_sites(struct htr_fw_elf *e)
{
    struct htr_fw_site s;
    const size_t n = e->sites.size / (e->elf.xlen / 8u + 4);
    if (e->sites.bytes == NULL || n == 0) {
        return true;
    }
    e->place = malloc(n * sizeof *e->place);
    if (e->place == NULL) {
        return false;
    }
    for (size_t i = 0; htr_fw_elf_site(e, i, &s); i++) {
        if (s.known) {
            e->place[e->places++] = (struct htr_fw_place){
                s.print ? HTR_FW_PLACE_PRINT | s.offset : s.domain << 7 | s.action, s.address};
        }
    }
    qsort(e->place, e->places, sizeof *e->place, by_what);
    return true;
}

uint64_t htr_fw_elf_where(const struct htr_fw_elf *e, uint32_t what)
{
    const struct htr_fw_place key = {what, 0};
    const struct htr_fw_place *p =
        e->places > 0 ? bsearch(&key, e->place, e->places, sizeof key, by_what) : NULL;
    if (p == NULL || (p > e->place && p[-1].what == what) ||
        (p + 1 < e->place + e->places && p[1].what == what)) {
        return 0;
    }
    return p->address;
}

int htr_fw_elf_load(struct htr_fw_elf *e, struct htr_host *host, const char *path)
{
    struct htr_elf_message why;
    memset(e, 0, sizeof *e);
    e->path = path;
    int status = htr_bytes_load(&e->file, host, path);
    if (status != HTR_OK) {
        return status;
    }
    if (htr_elf_parse(&e->elf, e->file.bytes, e->file.size, 0, &why) != HTR_ELF_OK) {
        status = htr_fail(host, HTR_ERR_FORMAT, path, "%s", why.text);
        htr_fw_elf_free(e);
        return status;
    }
    find_sections(e);
    if (!sort_sites(e)) {
        htr_fw_elf_free(e);
        return htr_fail(host, HTR_ERR_MEMORY, path, "not enough memory");
    }
    return HTR_OK;
}

void htr_fw_elf_free(struct htr_fw_elf *e)
{
    htr_bytes_free(&e->file);
    free(e->place);
    memset(e, 0, sizeof *e);
}

const char *htr_fw_elf_format(const struct htr_fw_elf *e, uint32_t offset)
{
    /* Only where a string begins: what comes before it is the end of another. */
    if (offset == 0 || e->text.bytes == NULL || offset >= e->text.size ||
        e->text.bytes[offset - 1] != 0) {
        return NULL;
    }
    return string_at(e->text, offset);
}

/* Is the address in a loaded section? A segment may have constants and variables. */
static bool find_address(const struct htr_fw_elf *e, uint64_t address, struct section *s)
{
    struct elf_header h;
    htr_elf_read_header(&e->elf, &h);
    for (unsigned i = 0; i < h.shnum && get_section(&e->elf, &h, i, s); i++) {
        if ((s->flags & SHF_ALLOC) != 0 && address >= s->address &&
            address - s->address < s->span.size) {
            return true;
        }
    }
    return false;
}

const char *htr_fw_elf_text(const struct htr_fw_elf *e, uint64_t address)
{
    struct section in;
    if (e->elf.nsegments == 0) {
        return NULL;
    }
    if (find_address(e, address, &in)) {
        return (in.flags & SHF_WRITE) == 0 ? string_at(in.span, address - in.address) : NULL;
    }
    for (unsigned i = 0; i < e->elf.nsegments; i++) {
        const struct htr_elf_segment *s = &e->elf.segment[i];
        if ((s->flags & HTR_ELF_PF_W) == 0 && address >= s->vaddr &&
            address - s->vaddr < s->filesz) {
            return string_at((struct htr_fw_span){e->elf.image + s->offset, (size_t)s->filesz},
                             address - s->vaddr);
        }
    }
    return NULL;
}

bool htr_fw_elf_site(const struct htr_fw_elf *e, size_t i, struct htr_fw_site *s)
{
    const unsigned word = e->elf.xlen / 8u;
    const size_t each = word + 4;
    if (e->sites.bytes == NULL || i >= e->sites.size / each) {
        return false;
    }
    const uint8_t *p = e->sites.bytes + i * each;
    const uint32_t what = (uint32_t)flow_le_get(p + word, 4);
    s->address = flow_le_get(p, word);
    s->known = what >> 16 != SITE_UNKNOWN;
    s->print = s->known && what >> 31 != 0;
    s->offset = s->print ? what & 0x3ffffff : 0;
    s->domain = s->print ? 0 : what >> 7 & 7;
    s->action = s->print ? 0 : what & 0x7f;
    return true;
}

bool htr_fw_elf_id_word(const struct htr_fw_elf *e, unsigned i, uint32_t *word)
{
    if (e->id.bytes == NULL || (size_t)i * 3 >= e->id.size) {
        return false;
    }
    *word = i << 24;
    for (unsigned k = 0; k < 3 && (size_t)i * 3 + k < e->id.size; k++) {
        *word |= (uint32_t)e->id.bytes[i * 3 + k] << (16 - 8 * k);
    }
    return true;
}
