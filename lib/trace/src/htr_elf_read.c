/* SPDX-License-Identifier: Apache-2.0 */
/* The two layouts, 32 and 64 bits, of the file header and the program header. */
#include "htr_elf_priv.h"

#include "flow/flow_le.h"

/* The ten bytes of counts at the end of both headers. */
static void read_counts(const uint8_t *p, struct elf_header *h)
{
    h->flags = flow_le32(p);
    h->ehsize = flow_le16(p + 4);
    h->phentsize = flow_le16(p + 6);
    h->phnum = flow_le16(p + 8);
    h->shentsize = flow_le16(p + 10);
    h->shnum = flow_le16(p + 12);
    h->shstrndx = flow_le16(p + 14);
}

void htr_elf_read_header(const struct htr_elf *elf, struct elf_header *h)
{
    const uint8_t *p = elf->image;

    h->type = flow_le16(p + 16);
    h->machine = flow_le16(p + 18);
    h->version = flow_le32(p + 20);
    if (elf->xlen == 64) {
        h->entry = flow_le64(p + 24);
        h->phoff = flow_le64(p + 32);
        h->shoff = flow_le64(p + 40);
        read_counts(p + 48, h);
    } else {
        h->entry = flow_le32(p + 24);
        h->phoff = flow_le32(p + 28);
        h->shoff = flow_le32(p + 32);
        read_counts(p + 36, h);
    }
}

uint32_t htr_elf_read_segment(const struct htr_elf *elf, uint64_t offset, struct htr_elf_segment *s)
{
    const uint8_t *p = elf->image + offset;

    if (elf->xlen == 64) {
        s->flags = flow_le32(p + 4);
        s->offset = flow_le64(p + 8);
        s->vaddr = flow_le64(p + 16);
        s->paddr = flow_le64(p + 24);
        s->filesz = flow_le64(p + 32);
        s->memsz = flow_le64(p + 40);
    } else {
        s->offset = flow_le32(p + 4);
        s->vaddr = flow_le32(p + 8);
        s->paddr = flow_le32(p + 12);
        s->filesz = flow_le32(p + 16);
        s->memsz = flow_le32(p + 20);
        s->flags = flow_le32(p + 24);
    }
    return flow_le32(p);
}
