/* SPDX-License-Identifier: Apache-2.0 */
/* The command that decodes a trace, for the screen. */
#ifndef TOOLS_DECODE_LINE_H
#define TOOLS_DECODE_LINE_H

#include "htr/htr_info.h"
#include "htr/htr_sidecar.h"

enum {
    DECODE_LINE_SRC_ALL = -2,
};

/* Say on stderr: "decode it with: hartrace decode TRACE CODE ...". option: "--elf" or another;
 * src: a number, DECODE_LINE_SRC_ALL, or -1: no --src. */
void decode_line_say(const struct htr_sidecar *s, const char *verb, const char *trace,
                     const char *option, const char *code, int src, bool wrapped);

/* The same on stdout, as a line of info: what a clear search found. elf: the code. */
void decode_line_print(const struct htr_info *i, const char *elf);

#endif
