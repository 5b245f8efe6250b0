/* SPDX-License-Identifier: Apache-2.0 */
/* Waves as FST, by GTKWave's vcd2fst: they are written as VCD first. */
#ifndef TOOLS_FST_H
#define TOOLS_FST_H

#include <stdbool.h>
#include <stddef.h>

/* Does the name ask for FST: does it end in .fst? */
bool fst_is(const char *path);

/* The name of the VCD that is to be converted: path itself, or with .vcd behind it in text. */
const char *fst_vcd_name(const char *path, char *text, size_t size);

/* Is vcd2fst there? Returns 0, or TOOL_CANNOT after a message. */
int fst_check(const char *verb, const char *path);

/* Turn the VCD of fst_vcd_name into path, and remove it. Does nothing for names that are not for
 * FST, nor when there is no VCD. Returns 0, or TOOL_CANNOT after a message. */
int fst_convert(const char *verb, const char *path);

#endif
