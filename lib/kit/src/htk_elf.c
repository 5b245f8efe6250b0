/* SPDX-License-Identifier: Apache-2.0 */
/* Source: ELF (gABI), and the RISC-V ELF psABI: EM_RISCV, EF_RISCV_RVC. */
#include "htk_elf.h"

#include <string.h>

enum {
    ALIGN = 16,
    EM_RISCV = 243,
    EF_RISCV_RVC = 1,
    NAMES = 17, /* bytes of the names of sections */
    TEXT = 1,   /* where they begin */
    SHSTRTAB = 7,
};

/* A writer of fields that are 4 bytes wide in a file of 32 bits, and 8 in one of 64. */
struct elf {
    FILE *out;
    bool wide;
};

static void number(const struct elf *e, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++) {
        fputc((int)(v >> 8 * i & 0xFF), e->out);
    }
}

static void word(const struct elf *e, uint64_t v)
{
    number(e, v, e->wide ? 8 : 4);
}

static uint64_t header_size(const struct elf *e)
{
    return e->wide ? 64 : 52;
}

static uint64_t segment_size(const struct elf *e)
{
    return e->wide ? 56 : 32;
}

static uint64_t section_size(const struct elf *e)
{
    return e->wide ? 64 : 40;
}

static uint64_t up(uint64_t n)
{
    return (n + ALIGN - 1) / ALIGN * ALIGN;
}

static void header(const struct elf *e, uint64_t entry, size_t n, uint64_t sections)
{
    static const uint8_t magic[] = {0x7F, 'E', 'L', 'F'};
    fwrite(magic, 1, sizeof magic, e->out);
    number(e, e->wide ? 2 : 1, 1);
    number(e, 1, 1); /* little endian */
    number(e, 1, 1);
    number(e, 0, 8);
    number(e, 0, 1);
    number(e, 2, 2); /* executable */
    number(e, EM_RISCV, 2);
    number(e, 1, 4);
    word(e, entry);
    word(e, header_size(e));
    word(e, sections);
    number(e, EF_RISCV_RVC, 4);
    number(e, header_size(e), 2);
    number(e, segment_size(e), 2);
    number(e, n, 2);
    number(e, section_size(e), 2);
    number(e, n + 2, 2); /* the null section and the names */
    number(e, n + 1, 2);
}

static void segment(const struct elf *e, const struct flow_region *r, uint64_t offset)
{
    const uint64_t flags = 5; /* read, execute */
    number(e, 1, 4);          /* PT_LOAD */
    if (e->wide) {
        number(e, flags, 4);
    }
    word(e, offset);
    word(e, r->addr);
    word(e, r->addr);
    word(e, r->size);
    word(e, r->size);
    if (!e->wide) {
        number(e, flags, 4);
    }
    word(e, 1);
}

static void section(const struct elf *e, uint64_t name, uint64_t type, uint64_t flags,
                    uint64_t addr, uint64_t offset, uint64_t size)
{
    number(e, name, 4);
    number(e, type, 4);
    word(e, flags);
    word(e, addr);
    word(e, offset);
    word(e, size);
    number(e, 0, 8); /* link, info */
    word(e, type == 1 ? 2 : type != 0);
    word(e, 0);
}

static void pad(const struct elf *e, uint64_t from)
{
    number(e, 0, (unsigned)(up(from) - from) % 8);
    number(e, 0, (unsigned)(up(from) - from) / 8 * 8);
}

void htk_elf_write(FILE *out, unsigned xlen, const struct flow_region *region, size_t regions)
{
    static const char names[NAMES + 1] = "\0.text\0.shstrtab";
    const struct elf e = {out, xlen == 64};
    const uint64_t first = up(header_size(&e) + regions * segment_size(&e));
    uint64_t end = first, at = first;
    for (size_t i = 0; i < regions; i++) {
        end += up(region[i].size);
    }
    header(&e, regions > 0 ? region[0].addr : 0, regions, up(end + NAMES));
    for (size_t i = 0; i < regions; i++) {
        segment(&e, &region[i], at);
        at += up(region[i].size);
    }
    pad(&e, header_size(&e) + regions * segment_size(&e));
    for (size_t i = 0; i < regions; i++) {
        fwrite(region[i].bytes, 1, (size_t)region[i].size, out);
        pad(&e, region[i].size);
    }
    fwrite(names, 1, NAMES, out);
    pad(&e, end + NAMES);
    section(&e, 0, 0, 0, 0, 0, 0);
    at = first;
    for (size_t i = 0; i < regions; i++) {
        section(&e, TEXT, 1, 6, region[i].addr, at, region[i].size); /* alloc, execute */
        at += up(region[i].size);
    }
    section(&e, SHSTRTAB, 3, 0, 0, end, NAMES);
}
