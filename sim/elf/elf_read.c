/* SPDX-License-Identifier: Apache-2.0 */
/* The two layouts, 32 and 64 bits, of the file header and the program header. */
#include "elf/elf_priv.h"

#include "bus/le.h"

/* The ten bytes of counts at the end of both headers. */
static void read_counts(const uint8_t *p, struct elf_header *h)
{
    h->flags = sim_le32(p);
    h->ehsize = sim_le16(p + 4);
    h->phentsize = sim_le16(p + 6);
    h->phnum = sim_le16(p + 8);
    h->shentsize = sim_le16(p + 10);
    h->shnum = sim_le16(p + 12);
    h->shstrndx = sim_le16(p + 14);
}

void sim_elf_read_header(const struct sim_elf *elf, struct elf_header *h)
{
    const uint8_t *p = elf->image;

    h->type = sim_le16(p + 16);
    h->machine = sim_le16(p + 18);
    h->version = sim_le32(p + 20);
    if (elf->xlen == 64) {
        h->entry = sim_le64(p + 24);
        h->phoff = sim_le64(p + 32);
        h->shoff = sim_le64(p + 40);
        read_counts(p + 48, h);
    } else {
        h->entry = sim_le32(p + 24);
        h->phoff = sim_le32(p + 28);
        h->shoff = sim_le32(p + 32);
        read_counts(p + 36, h);
    }
}

uint32_t sim_elf_read_segment(const struct sim_elf *elf, uint64_t offset, struct sim_elf_segment *s)
{
    const uint8_t *p = elf->image + offset;

    if (elf->xlen == 64) {
        s->flags = sim_le32(p + 4);
        s->offset = sim_le64(p + 8);
        s->vaddr = sim_le64(p + 16);
        s->paddr = sim_le64(p + 24);
        s->filesz = sim_le64(p + 32);
        s->memsz = sim_le64(p + 40);
    } else {
        s->offset = sim_le32(p + 4);
        s->vaddr = sim_le32(p + 8);
        s->paddr = sim_le32(p + 12);
        s->filesz = sim_le32(p + 16);
        s->memsz = sim_le32(p + 20);
        s->flags = sim_le32(p + 24);
    }
    return sim_le32(p);
}
