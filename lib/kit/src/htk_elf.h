/* SPDX-License-Identifier: Apache-2.0 */
/* Private: an ELF file with code alone. */
#ifndef HTK_ELF_H
#define HTK_ELF_H

#include <stdbool.h>
#include <stdio.h>

#include "flow/flow_code.h"

/* A RISC-V executable with one segment and one section, .text, for each region; its entry is the
 * first address. xlen: 32 or 64. Errors stay in the stream. */
void htk_elf_write(FILE *out, unsigned xlen, const struct flow_region *region, size_t regions);

#endif
