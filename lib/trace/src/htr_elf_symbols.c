/* SPDX-License-Identifier: Apache-2.0 */
/* The symbol table. A damaged one counts as none: symbols make listings readable, nothing depends
 * on them. */
#include "htr_elf_priv.h"

#include <string.h>

#include "flow/flow_le.h"

struct section {
    uint32_t type, link;
    uint64_t offset, size, entsize;
};

static void read_section(const struct htr_elf *elf, uint64_t offset, struct section *s)
{
    const uint8_t *p = elf->image + offset;

    s->type = flow_le32(p + 4);
    if (elf->xlen == 64) {
        s->offset = flow_le64(p + 24);
        s->size = flow_le64(p + 32);
        s->link = flow_le32(p + 40);
        s->entsize = flow_le64(p + 56);
    } else {
        s->offset = flow_le32(p + 16);
        s->size = flow_le32(p + 20);
        s->link = flow_le32(p + 24);
        s->entsize = flow_le32(p + 36);
    }
}

static bool inside(const struct htr_elf *elf, const struct section *s)
{
    return s->offset <= elf->size && s->size <= elf->size - s->offset;
}

void htr_elf_find_symtab(struct htr_elf *elf, const struct elf_header *h)
{
    const uint64_t entsize = elf->xlen == 64 ? 24 : 16;
    struct section sym, str;

    if (h->shentsize != (elf->xlen == 64 ? 64 : 40) || h->shoff > elf->size ||
        (uint64_t)h->shnum * h->shentsize > elf->size - h->shoff) {
        return;
    }
    for (unsigned i = 0; i < h->shnum; i++) {
        read_section(elf, h->shoff + (uint64_t)i * h->shentsize, &sym);
        if (sym.type != SHT_SYMTAB) {
            continue;
        }
        if (!inside(elf, &sym) || sym.entsize != entsize || sym.link >= h->shnum) {
            return;
        }
        read_section(elf, h->shoff + (uint64_t)sym.link * h->shentsize, &str);
        if (str.type != SHT_STRTAB || !inside(elf, &str) || str.size == 0 ||
            elf->image[str.offset + str.size - 1] != 0) {
            return;
        }
        elf->symtab = sym.offset;
        elf->nsyms = sym.size / entsize;
        elf->strtab = str.offset;
        elf->strsize = str.size;
        return;
    }
}

bool htr_elf_symbol_get(const struct htr_elf *elf, uint64_t i, struct htr_elf_symbol *sym)
{
    if (i >= elf->nsyms) {
        return false;
    }
    const uint8_t *p = elf->image + elf->symtab + i * (elf->xlen == 64 ? 24 : 16);
    uint32_t name = flow_le32(p);
    sym->name =
        (const char *)elf->image + elf->strtab + (name < elf->strsize ? name : elf->strsize - 1);
    if (elf->xlen == 64) {
        sym->type = p[4] & 15;
        sym->value = flow_le64(p + 8);
        sym->size = flow_le64(p + 16);
    } else {
        sym->value = flow_le32(p + 4);
        sym->size = flow_le32(p + 8);
        sym->type = p[12] & 15;
    }
    return true;
}

bool htr_elf_find_symbol(const struct htr_elf *elf, const char *name, struct htr_elf_symbol *sym)
{
    struct htr_elf_symbol s;

    for (uint64_t i = 0; htr_elf_symbol_get(elf, i, &s); i++) {
        if (strcmp(s.name, name) == 0) {
            *sym = s;
            return true;
        }
    }
    return false;
}

/* Compiler-made names (mapping symbols $x, local labels .L) say nothing to a reader. */
static bool is_code_label(const struct htr_elf_symbol *s)
{
    return (s->type == STT_FUNC || s->type == STT_NOTYPE) && s->name[0] != '\0' &&
           s->name[0] != '$' && s->name[0] != '.';
}

bool htr_elf_symbol_at(const struct htr_elf *elf, uint64_t addr, struct htr_elf_symbol *sym)
{
    struct htr_elf_symbol s;
    bool found = false;

    for (uint64_t i = 0; htr_elf_symbol_get(elf, i, &s); i++) {
        if (!is_code_label(&s) || s.value > addr || (found && s.value < sym->value)) {
            continue;
        }
        if (s.size != 0 && addr - s.value >= s.size) {
            continue;
        }
        if (found && s.value == sym->value && sym->type == STT_FUNC) {
            continue;
        }
        *sym = s;
        found = true;
    }
    return found;
}
