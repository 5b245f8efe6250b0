/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reader of RISC-V ELF executables: a pure function over a buffer in memory, made for hostile
 * input. Every offset is checked before it is used; nothing is copied, so the buffer must outlive
 * the struct.
 *
 * Sources: System V ABI, chapters "ELF Header", "Program Header", "Symbol Table"; RISC-V psABI,
 * chapter "ELF object file".
 */
#ifndef HTR_ELF_H
#define HTR_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_host.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_ELF_MAX_SEGMENTS = 32,
    HTR_ELF_MESSAGE = 200,
};

/* Why a file was refused: one line in English, always terminated. */
struct htr_elf_message {
    char text[HTR_ELF_MESSAGE];
};

/* Zero is success; values are already negative. Finer than enum htr_status, and not to be mixed
 * with it. */
enum htr_elf_status {
    HTR_ELF_OK = 0,
    HTR_ELF_ERR_ARG = -1,       /* a NULL pointer, or xlen other than 0, 32, 64 */
    HTR_ELF_ERR_TRUNCATED = -2, /* a header or a table goes beyond the end of the buffer */
    HTR_ELF_ERR_MAGIC = -3,     /* not an ELF file */
    HTR_ELF_ERR_CLASS =
        -4,                /* class is neither 32 nor 64 bits, or not the XLEN that was asked for */
    HTR_ELF_ERR_DATA = -5, /* big-endian, or no encoding */
    HTR_ELF_ERR_VERSION = -6, /* a version of ELF other than 1 */
    HTR_ELF_ERR_MACHINE = -7, /* not RISC-V */
    HTR_ELF_ERR_TYPE = -8,   /* not an executable (ET_EXEC; ET_DYN is taken: static PIE firmware) */
    HTR_ELF_ERR_HEADER = -9, /* sizes of headers or counts are absurd */
    HTR_ELF_ERR_SEGMENT = -10, /* a segment is cut off, wraps around, or has filesz > memsz */
    HTR_ELF_ERR_OVERLAP = -11, /* two segments overlap in physical memory */
    HTR_ELF_ERR_EMPTY = -12,   /* nothing to load */
    HTR_ELF_ERR_ENTRY = -13,   /* the entry is odd, or not inside an executable segment (but 0
                                  in ET_DYN: a shared library) */
    HTR_ELF_ERR_RANGE = -14,   /* a segment does not fit into RAM */
};

enum {
    HTR_ELF_PF_X = 1,
    HTR_ELF_PF_W = 2,
    HTR_ELF_PF_R = 4,
};

/* One PT_LOAD segment with memsz > 0. Bytes filesz..memsz are zero. */
struct htr_elf_segment {
    uint64_t vaddr, paddr;
    uint64_t offset; /* in the file */
    uint64_t filesz; /* bytes in the file, <= memsz */
    uint64_t memsz;
    uint32_t flags; /* HTR_ELF_PF_* */
};

struct htr_elf {
    const uint8_t *image;
    size_t size;
    uint8_t xlen;   /* 32 or 64 */
    bool rvc;       /* EF_RISCV_RVC: the code may hold compressed instructions */
    bool pie;       /* ET_DYN: may be loaded at any address; addresses are those of the file */
    uint64_t entry; /* 0 when a shared library has none */
    unsigned nsegments;
    struct htr_elf_segment segment[HTR_ELF_MAX_SEGMENTS];
    /* Private: symbol table, all zero when there is none (or it is damaged: symbols are
     * optional). */
    uint64_t symtab, nsyms, strtab, strsize;
};

struct htr_elf_symbol {
    const char *name; /* inside the image, terminated */
    uint64_t value, size;
    uint8_t type; /* STT_*: 1 object, 2 function */
};

/* Read image[0..size). xlen is 32, 64, or 0 for either. On failure msg (may be NULL) says why and
 * where. Returns HTR_ELF_OK or any other status but HTR_ELF_ERR_RANGE. */
int htr_elf_parse(struct htr_elf *elf, const uint8_t *image, size_t size, unsigned xlen,
                  struct htr_elf_message *msg) HTR_MUST_CHECK;

/* Are all segments (by paddr) in [base, base + length)? Returns HTR_ELF_OK or HTR_ELF_ERR_RANGE.
 */
int htr_elf_check_range(const struct htr_elf *elf, uint64_t base, uint64_t length,
                        struct htr_elf_message *msg) HTR_MUST_CHECK;

/* File bytes at virtual address addr. Returns the number of contiguous bytes there (0: none) and
 * sets *bytes. Only executable segments when exec is true. */
size_t htr_elf_bytes(const struct htr_elf *elf, uint64_t addr, bool exec, const uint8_t **bytes);

/* Look a symbol up by name. Returns false when it is not there; then *sym is unchanged. */
bool htr_elf_find_symbol(const struct htr_elf *elf, const char *name, struct htr_elf_symbol *sym);

/* The function or label that covers addr: the nearest at or below it that is a function, or
 * untyped. Returns false when there is none. Linear in the number of symbols. */
bool htr_elf_symbol_at(const struct htr_elf *elf, uint64_t addr, struct htr_elf_symbol *sym);

/* Symbol i of the table, for building an index. Returns false at the end (i >= nsyms); a damaged
 * entry gives an empty name. */
bool htr_elf_symbol_get(const struct htr_elf *elf, uint64_t i, struct htr_elf_symbol *sym);

/* One line in English for a status, never NULL. */
const char *htr_elf_strerror(int status);

/* A section with code. */
struct htr_elf_section {
    unsigned index;  /* in the section header table */
    uint64_t addr;   /* of its first byte */
    uint64_t size;   /* bytes */
    uint64_t offset; /* in the file */
    bool in_file;    /* all of its bytes are; and the addresses stay below 2^64, or 2^32 */
};

/* The first section with code (PROGBITS, executable) at or after header `from` of a file that
 * htr_elf_parse has accepted (System V ABI, chapter "Sections"). Returns false when there is none,
 * or the table itself is not in the file. Go on with from = s->index + 1. */
bool htr_elf_code_section(const struct htr_elf *elf, unsigned from, struct htr_elf_section *s);

#ifdef __cplusplus
}
#endif

#endif
