/* SPDX-License-Identifier: Apache-2.0 */
/* The sections of an executable that hold code (System V ABI, "Sections"). */
#ifndef TOOLS_ELF_SECTIONS_H
#define TOOLS_ELF_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_section {
    unsigned index;  /* in the section header table */
    uint64_t addr;   /* of its first byte */
    uint64_t size;   /* bytes */
    uint64_t offset; /* in the file */
    bool in_file;    /* all of its bytes are; and the addresses stay below 2^64, or 2^32 */
};

/* The first section with code (PROGBITS, executable) at or behind header `from` of a file that
 * sim_elf_parse has accepted. Returns false when there is none, or the table itself is not in the
 * file. Go on with from = s->index + 1. */
bool elf_code_section(const uint8_t *bytes, size_t size, unsigned from, struct elf_section *s);

#endif
