/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reader of RISC-V ELF executables: a pure function over a buffer in memory, made for hostile
 * input. Every offset is checked before it is used; nothing is copied, so the buffer must outlive
 * the struct.
 *
 * Sources: System V ABI, chapters "ELF Header", "Program Header", "Symbol Table"; RISC-V psABI,
 * chapter "ELF object file".
 */
#ifndef SIM_ELF_H
#define SIM_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim_message.h"

enum {
    SIM_ELF_MAX_SEGMENTS = 32,
};

/* Zero is success; values are already negative. */
enum sim_elf_status {
    SIM_ELF_OK = 0,
    SIM_ELF_ERR_ARG = -1,       /* a NULL pointer, or xlen other than 0, 32, 64 */
    SIM_ELF_ERR_TRUNCATED = -2, /* a header or a table goes beyond the end of the buffer */
    SIM_ELF_ERR_MAGIC = -3,     /* not an ELF file */
    SIM_ELF_ERR_CLASS =
        -4,                /* class is neither 32 nor 64 bits, or not the XLEN that was asked for */
    SIM_ELF_ERR_DATA = -5, /* big-endian, or no encoding */
    SIM_ELF_ERR_VERSION = -6, /* a version of ELF other than 1 */
    SIM_ELF_ERR_MACHINE = -7, /* not RISC-V */
    SIM_ELF_ERR_TYPE = -8,   /* not an executable (ET_EXEC; ET_DYN is taken: static PIE firmware) */
    SIM_ELF_ERR_HEADER = -9, /* sizes of headers or counts are absurd */
    SIM_ELF_ERR_SEGMENT = -10, /* a segment is cut off, wraps round, or has filesz > memsz */
    SIM_ELF_ERR_OVERLAP = -11, /* two segments overlap in physical memory */
    SIM_ELF_ERR_EMPTY = -12,   /* nothing to load */
    SIM_ELF_ERR_ENTRY = -13,   /* the entry is odd, or not inside an executable segment */
    SIM_ELF_ERR_RANGE = -14,   /* a segment does not fit into RAM */
};

enum {
    SIM_ELF_PF_X = 1,
    SIM_ELF_PF_W = 2,
    SIM_ELF_PF_R = 4,
};

/* One PT_LOAD segment with memsz > 0. Bytes filesz..memsz are zero. */
struct sim_elf_segment {
    uint64_t vaddr, paddr;
    uint64_t offset; /* in the file */
    uint64_t filesz; /* bytes in the file, <= memsz */
    uint64_t memsz;
    uint32_t flags; /* SIM_ELF_PF_* */
};

struct sim_elf {
    const uint8_t *image;
    size_t size;
    uint8_t xlen; /* 32 or 64 */
    bool rvc;     /* EF_RISCV_RVC: the code may hold compressed instructions */
    uint64_t entry;
    unsigned nsegments;
    struct sim_elf_segment segment[SIM_ELF_MAX_SEGMENTS];
    /* Private: symbol table, all zero when there is none (or it is damaged: symbols are a help, not
     * a need). */
    uint64_t symtab, nsyms, strtab, strsize;
};

struct sim_elf_symbol {
    const char *name; /* inside the image, terminated */
    uint64_t value, size;
    uint8_t type; /* STT_*: 1 object, 2 function */
};

/* Read image[0..size). xlen is 32, 64, or 0 for either. On failure msg (may be NULL) says why and
 * where. Returns SIM_ELF_OK or any other status but SIM_ELF_ERR_RANGE. */
int sim_elf_parse(struct sim_elf *elf, const uint8_t *image, size_t size, unsigned xlen,
                  struct sim_message *msg);

/* Do all segments (by paddr) lie in [base, base + length)? Returns SIM_ELF_OK or SIM_ELF_ERR_RANGE.
 */
int sim_elf_check_range(const struct sim_elf *elf, uint64_t base, uint64_t length,
                        struct sim_message *msg);

/* File bytes at virtual address addr. Returns how many lie there contiguously (0: none) and sets
 * *bytes. Only executable segments when exec is true. */
size_t sim_elf_bytes(const struct sim_elf *elf, uint64_t addr, bool exec, const uint8_t **bytes);

/* Look a symbol up by name. Returns false when it is not there; then *sym is unchanged. */
bool sim_elf_find_symbol(const struct sim_elf *elf, const char *name, struct sim_elf_symbol *sym);

/* The function or label that covers addr: the nearest at or below it that is a function, or
 * untyped. Returns false when there is none. Linear in the number of symbols. */
bool sim_elf_symbol_at(const struct sim_elf *elf, uint64_t addr, struct sim_elf_symbol *sym);

/* Symbol i of the table, for those who build an index. Returns false at the end (i >= nsyms); a
 * damaged entry gives an empty name. */
bool sim_elf_symbol_get(const struct sim_elf *elf, uint64_t i, struct sim_elf_symbol *sym);

/* One line in English for a status, never NULL. */
const char *sim_elf_strerror(int status);

#endif
