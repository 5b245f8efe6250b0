/* SPDX-License-Identifier: Apache-2.0 */
/* An executable in memory onto a platform. */
#ifndef LOAD_ELF_H
#define LOAD_ELF_H

#include "hts/hts_program.h"

/* image[0..size), which must be for the XLEN. Returns false when it cannot be read, or, with a
 * message in why (may be NULL), cannot be loaded. */
static inline bool load_elf(struct sim_platform *p, const uint8_t *image, size_t size,
                            unsigned xlen, struct sim_message *why)
{
    struct htr_elf elf;
    return htr_elf_parse(&elf, image, size, xlen, NULL) == HTR_ELF_OK &&
           hts_program_load(&elf, p, why) == SIM_PLATFORM_OK;
}

#endif
