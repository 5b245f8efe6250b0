/* SPDX-License-Identifier: Apache-2.0 */
/* An executable in memory onto a platform. */
#ifndef LOAD_ELF_H
#define LOAD_ELF_H

#include "program.h"

/* image[0..size), which must be for the XLEN. Returns whether all went well; otherwise why (may be
 * NULL) says what did not. */
static inline bool load_elf(struct sim_platform *p, const uint8_t *image, size_t size,
                            unsigned xlen, struct sim_message *why)
{
    struct sim_elf elf;
    return sim_elf_parse(&elf, image, size, xlen, why) == SIM_ELF_OK &&
           program_load(&elf, p, why) == SIM_PLATFORM_OK;
}

#endif
