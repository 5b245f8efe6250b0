/* SPDX-License-Identifier: Apache-2.0 */
/* ELF header and program headers, with every offset checked. */
#include "htr/htr_elf.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "htr_elf_priv.h"

static int refuse(struct htr_elf_message *msg, int status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(struct htr_elf_message *msg, int status, const char *fmt, ...)
{
    va_list ap;

    if (msg != NULL) {
        va_start(ap, fmt);
        vsnprintf(msg->text, sizeof msg->text, fmt, ap);
        va_end(ap);
    }
    return status;
}

const char *htr_elf_strerror(int status)
{
    static const char *const text[] = {
        "success",           "invalid argument",  "file is cut off",       "not an ELF file",
        "wrong ELF class",   "not little-endian", "unknown ELF version",   "not for RISC-V",
        "not an executable", "malformed header",  "malformed segment",     "overlapping segments",
        "nothing to load",   "bad entry point",   "does not fit into RAM",
    };

    if (status > 0 || -status >= (int)(sizeof text / sizeof text[0])) {
        return "unknown status";
    }
    return text[-status];
}

/* e_ident: bytes 0..15. */
static int check_ident(const struct htr_elf *elf, unsigned xlen, struct htr_elf_message *msg)
{
    const uint8_t *id = elf->image;
    size_t n = elf->size < 4 ? elf->size : 4;

    if (n == 0 || memcmp(id, "\177ELF", n) != 0) {
        return refuse(msg, HTR_ELF_ERR_MAGIC,
                      "not an ELF file: it does not begin with 7f 45 4c 46");
    }
    if (elf->size < EI_NIDENT) {
        return refuse(msg, HTR_ELF_ERR_TRUNCATED, "ELF identification is cut off at byte %zu",
                      elf->size);
    }
    if (id[EI_CLASS] != ELFCLASS32 && id[EI_CLASS] != ELFCLASS64) {
        return refuse(msg, HTR_ELF_ERR_CLASS, "unknown ELF class %u", id[EI_CLASS]);
    }
    if (id[EI_DATA] != ELFDATA2LSB) {
        return refuse(msg, HTR_ELF_ERR_DATA, "data encoding %u: only little-endian is supported",
                      id[EI_DATA]);
    }
    if (id[EI_VERSION] != EV_CURRENT) {
        return refuse(msg, HTR_ELF_ERR_VERSION, "unknown ELF version %u", id[EI_VERSION]);
    }
    if (xlen != 0 && (id[EI_CLASS] == ELFCLASS64) != (xlen == 64)) {
        return refuse(msg, HTR_ELF_ERR_CLASS, "ELF class is %u bits, but the hart has XLEN %u",
                      id[EI_CLASS] == ELFCLASS64 ? 64u : 32u, xlen);
    }
    return HTR_ELF_OK;
}

static int read_header(const struct htr_elf *elf, struct elf_header *h, struct htr_elf_message *msg)
{
    size_t need = elf->xlen == 64 ? 64 : 52;

    if (elf->size < need) {
        return refuse(msg, HTR_ELF_ERR_TRUNCATED, "ELF header is cut off: %zu of %zu bytes",
                      elf->size, need);
    }
    htr_elf_read_header(elf, h);
    if (h->machine != EM_RISCV) {
        return refuse(msg, HTR_ELF_ERR_MACHINE, "machine %u is not RISC-V (243)", h->machine);
    }
    if (h->type != ET_EXEC && h->type != ET_DYN) {
        return refuse(msg, HTR_ELF_ERR_TYPE, "file type %u is not an executable (%s)", h->type,
                      h->type == 1   ? "it is an object file: link it first"
                      : h->type == 4 ? "it is a core dump"
                                     : "unknown type");
    }
    if (h->version != EV_CURRENT) {
        return refuse(msg, HTR_ELF_ERR_VERSION, "unknown ELF version %" PRIu32, h->version);
    }
    if (h->ehsize < need) {
        return refuse(msg, HTR_ELF_ERR_HEADER, "header size %u is less than %zu", h->ehsize, need);
    }
    if (h->phnum == 0) {
        return refuse(msg, HTR_ELF_ERR_EMPTY, "no program headers: nothing to load");
    }
    if (h->phentsize != (elf->xlen == 64 ? 56 : 32)) {
        return refuse(msg, HTR_ELF_ERR_HEADER, "program header size %u is wrong for this class",
                      h->phentsize);
    }
    if (h->phoff > elf->size || (uint64_t)h->phnum * h->phentsize > elf->size - h->phoff) {
        return refuse(msg, HTR_ELF_ERR_TRUNCATED,
                      "%u program headers at offset %" PRIu64 " go beyond the file (%zu bytes)",
                      h->phnum, h->phoff, elf->size);
    }
    return HTR_ELF_OK;
}

static int check_segment(const struct htr_elf *elf, const struct htr_elf_segment *s, unsigned i,
                         struct htr_elf_message *msg)
{
    uint64_t limit = elf->xlen == 64 ? UINT64_MAX : UINT32_MAX;

    if (s->filesz > s->memsz) {
        return refuse(msg, HTR_ELF_ERR_SEGMENT,
                      "segment %u: file size %" PRIu64 " exceeds memory size %" PRIu64, i,
                      s->filesz, s->memsz);
    }
    if (s->offset > elf->size || s->filesz > elf->size - s->offset) {
        return refuse(msg, HTR_ELF_ERR_SEGMENT,
                      "segment %u: bytes %" PRIu64 "+%" PRIu64 " go beyond the file (%zu bytes)", i,
                      s->offset, s->filesz, elf->size);
    }
    if (s->memsz - 1 > limit - s->vaddr || s->memsz - 1 > limit - s->paddr) {
        return refuse(msg, HTR_ELF_ERR_SEGMENT,
                      "segment %u: %" PRIu64 " bytes at 0x%" PRIx64 " wrap around", i, s->memsz,
                      s->paddr);
    }
    for (unsigned k = 0; k < elf->nsegments; k++) {
        const struct htr_elf_segment *o = &elf->segment[k];

        if (s->paddr <= o->paddr + (o->memsz - 1) && o->paddr <= s->paddr + (s->memsz - 1)) {
            return refuse(msg, HTR_ELF_ERR_OVERLAP,
                          "segment %u at 0x%" PRIx64 " overlaps the one at 0x%" PRIx64, i, s->paddr,
                          o->paddr);
        }
    }
    return HTR_ELF_OK;
}

static int read_segments(struct htr_elf *elf, const struct elf_header *h,
                         struct htr_elf_message *msg)
{
    for (unsigned i = 0; i < h->phnum; i++) {
        struct htr_elf_segment s;
        uint32_t type = htr_elf_read_segment(elf, h->phoff + (uint64_t)i * h->phentsize, &s);

        if (type != PT_LOAD || s.memsz == 0) {
            continue;
        }
        if (elf->nsegments == HTR_ELF_MAX_SEGMENTS) {
            return refuse(msg, HTR_ELF_ERR_HEADER, "more than %d segments to load",
                          HTR_ELF_MAX_SEGMENTS);
        }
        int status = check_segment(elf, &s, i, msg);
        if (status != HTR_ELF_OK) {
            return status;
        }
        elf->segment[elf->nsegments++] = s;
    }
    if (elf->nsegments == 0) {
        return refuse(msg, HTR_ELF_ERR_EMPTY, "no segment to load");
    }
    return HTR_ELF_OK;
}

static int check_entry(const struct htr_elf *elf, struct htr_elf_message *msg)
{
    if ((elf->entry & 1) != 0) {
        return refuse(msg, HTR_ELF_ERR_ENTRY, "entry 0x%" PRIx64 " is odd", elf->entry);
    }
    for (unsigned i = 0; i < elf->nsegments; i++) {
        const struct htr_elf_segment *s = &elf->segment[i];

        if (elf->entry - s->vaddr < s->memsz && (s->flags & HTR_ELF_PF_X) != 0) {
            return HTR_ELF_OK;
        }
    }
    if (elf->pie && elf->entry == 0) { /* a shared library has none */
        return HTR_ELF_OK;
    }
    return refuse(msg, HTR_ELF_ERR_ENTRY, "entry 0x%" PRIx64 " is in no executable segment",
                  elf->entry);
}

int htr_elf_parse(struct htr_elf *elf, const uint8_t *image, size_t size, unsigned xlen,
                  struct htr_elf_message *msg)
{
    struct elf_header h;

    if (msg != NULL) {
        msg->text[0] = '\0';
    }
    if (elf == NULL || (image == NULL && size > 0) || (xlen != 0 && xlen != 32 && xlen != 64)) {
        return refuse(msg, HTR_ELF_ERR_ARG, "invalid argument");
    }
    memset(elf, 0, sizeof *elf);
    elf->image = image;
    elf->size = size;
    int status = check_ident(elf, xlen, msg);
    if (status != HTR_ELF_OK) {
        return status;
    }
    elf->xlen = image[EI_CLASS] == ELFCLASS64 ? 64 : 32;
    status = read_header(elf, &h, msg);
    if (status == HTR_ELF_OK) {
        status = read_segments(elf, &h, msg);
    }
    if (status != HTR_ELF_OK) {
        return status;
    }
    elf->entry = h.entry;
    elf->pie = h.type == ET_DYN;
    elf->rvc = (h.flags & EF_RISCV_RVC) != 0;
    htr_elf_find_symtab(elf, &h);
    return check_entry(elf, msg);
}

int htr_elf_check_range(const struct htr_elf *elf, uint64_t base, uint64_t length,
                        struct htr_elf_message *msg)
{
    for (unsigned i = 0; i < elf->nsegments; i++) {
        const struct htr_elf_segment *s = &elf->segment[i];

        if (s->paddr - base >= length || s->memsz > length - (s->paddr - base)) {
            return refuse(msg, HTR_ELF_ERR_RANGE,
                          "segment %u (%" PRIu64 " bytes at 0x%" PRIx64
                          ") is outside RAM (0x%" PRIx64 ", %" PRIu64 " bytes)",
                          i, s->memsz, s->paddr, base, length);
        }
    }
    return HTR_ELF_OK;
}

size_t htr_elf_bytes(const struct htr_elf *elf, uint64_t addr, bool exec, const uint8_t **bytes)
{
    for (unsigned i = 0; i < elf->nsegments; i++) {
        const struct htr_elf_segment *s = &elf->segment[i];
        uint64_t off = addr - s->vaddr;

        if (off < s->filesz && (!exec || (s->flags & HTR_ELF_PF_X) != 0)) {
            *bytes = elf->image + s->offset + off;
            return (size_t)(s->filesz - off);
        }
    }
    return 0;
}
