/* SPDX-License-Identifier: Apache-2.0 */
/* Waves as FST, by GTKWave's vcd2fst: they are written as VCD first. */
#ifndef TOOLS_FST_H
#define TOOLS_FST_H

#include <stdbool.h>
#include <stdio.h>

/* Does the name ask for FST: does it end in .fst? */
bool fst_is(const char *path);

/* Is vcd2fst there? Returns 0, or TOOL_CANNOT after a message. */
int fst_check(const char *verb, const char *path);

/* Waves on the way to a file. All zero: none. */
struct fst {
    const char *verb, *path;
    const char *vcd, *to; /* temporary names (output.h); NULL: the VCD is what is wanted */
};

/* Open the VCD: path itself, or what fst_convert will make it of. To be closed with output_close.
 * Returns NULL after a message. */
FILE *fst_open(struct fst *fst, const char *verb, const char *path);

/* The same for a library that opens the VCD itself: its name. Returns NULL after a message. */
const char *fst_vcd_name(struct fst *fst, const char *verb, const char *path);

/* The VCD is whole: make the FST of it, when that is what is wanted and there is a VCD. Returns 0,
 * or TOOL_CANNOT after a message. */
int fst_convert(const struct fst *fst);

#endif
