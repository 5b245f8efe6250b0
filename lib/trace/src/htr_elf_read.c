/* SPDX-License-Identifier: Apache-2.0 */
/* The two layouts, 32 and 64 bits, of the file header and the program header. */
#include "htr_elf_priv.h"

#include "htr_le.h"

/* The ten bytes of counts at the end of both headers. */
static void read_counts(const uint8_t *p, struct elf_header *h)
{
    h->flags = htr_le32(p);
    h->ehsize = htr_le16(p + 4);
    h->phentsize = htr_le16(p + 6);
    h->phnum = htr_le16(p + 8);
    h->shentsize = htr_le16(p + 10);
    h->shnum = htr_le16(p + 12);
    h->shstrndx = htr_le16(p + 14);
}

void htr_elf_read_header(const struct htr_elf *elf, struct elf_header *h)
{
    const uint8_t *p = elf->image;

    h->type = htr_le16(p + 16);
    h->machine = htr_le16(p + 18);
    h->version = htr_le32(p + 20);
    if (elf->xlen == 64) {
        h->entry = htr_le64(p + 24);
        h->phoff = htr_le64(p + 32);
        h->shoff = htr_le64(p + 40);
        read_counts(p + 48, h);
    } else {
        h->entry = htr_le32(p + 24);
        h->phoff = htr_le32(p + 28);
        h->shoff = htr_le32(p + 32);
        read_counts(p + 36, h);
    }
}

uint32_t htr_elf_read_segment(const struct htr_elf *elf, uint64_t offset, struct htr_elf_segment *s)
{
    const uint8_t *p = elf->image + offset;

    if (elf->xlen == 64) {
        s->flags = htr_le32(p + 4);
        s->offset = htr_le64(p + 8);
        s->vaddr = htr_le64(p + 16);
        s->paddr = htr_le64(p + 24);
        s->filesz = htr_le64(p + 32);
        s->memsz = htr_le64(p + 40);
    } else {
        s->offset = htr_le32(p + 4);
        s->vaddr = htr_le32(p + 8);
        s->paddr = htr_le32(p + 12);
        s->filesz = htr_le32(p + 16);
        s->memsz = htr_le32(p + 20);
        s->flags = htr_le32(p + 24);
    }
    return htr_le32(p);
}
