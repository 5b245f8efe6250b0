/* SPDX-License-Identifier: Apache-2.0 */
/* Verb record: is a file something that the emulated machine can run? */
#ifndef TOOLS_RECORD_CHECK_H
#define TOOLS_RECORD_CHECK_H

#include <stdbool.h>

/* An ELF file must be for RISC-V and of the class that xlen (32 or 64) gives. Other files are
 * images of memory, unless must_be_elf. Returns 0, or TOOL_CANNOT after a message. */
int record_check_file(const char *verb, const char *path, unsigned xlen, bool must_be_elf);

#endif
