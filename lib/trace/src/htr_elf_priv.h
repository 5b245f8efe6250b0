/* SPDX-License-Identifier: Apache-2.0 */
/* Constants and raw readers of the ELF file format (System V ABI). Readers do not check bounds: the
 * caller has. */
#ifndef HTR_ELF_PRIV_H
#define HTR_ELF_PRIV_H

#include "htr/htr_elf.h"

enum {
    EI_CLASS = 4,
    EI_DATA = 5,
    EI_VERSION = 6,
    EI_NIDENT = 16,
    ELFCLASS32 = 1,
    ELFCLASS64 = 2,
    ELFDATA2LSB = 1,
    EV_CURRENT = 1,
    ET_EXEC = 2,
    ET_DYN = 3,
    EM_RISCV = 243,
    PT_LOAD = 1,
    SHT_SYMTAB = 2,
    SHT_STRTAB = 3,
    STT_NOTYPE = 0,
    STT_FUNC = 2,
    EF_RISCV_RVC = 1,
};

struct elf_header {
    uint16_t type, machine;
    uint32_t version;
    uint64_t entry, phoff, shoff;
    uint32_t flags;
    uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
};

/* The header of elf->image, which has at least 52 (class 32) or 64 (class 64) bytes. */
void htr_elf_read_header(const struct htr_elf *elf, struct elf_header *h);

/* The program header at offset. Returns its type. */
uint32_t htr_elf_read_segment(const struct htr_elf *elf, uint64_t offset,
                              struct htr_elf_segment *s);

/* Find .symtab and its strings; leaves elf without symbols when they are not there or damaged. */
void htr_elf_find_symtab(struct htr_elf *elf, const struct elf_header *h);

#endif
