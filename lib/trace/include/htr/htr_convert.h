/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the task group's reference tools, made from others (docs/reference/formats.md). Lists of
 * instructions are written by htr_code_write_pcinfo (htr_code.h), ingress streams by htr_import.h.
 */
#ifndef HTR_CONVERT_H
#define HTR_CONVERT_H

#include <stdio.h>

#include "htr/htr_code.h"
#include "htr/htr_host.h"
#include "htr/htr_pcs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Write the rest of a list of executed PCs as plain addresses, one per line. The caller checks `to`
 * for errors. Returns HTR_OK, or after a message HTR_ERR_FORMAT (the list is empty), or why it
 * cannot be read to its end. */
int htr_convert_pcs(struct htr_pcs *from, FILE *to) HTR_MUST_CHECK;

/* The same with the type and size of each instruction (PCSEQ), from code that was started. The last
 * line has no size when it is a branch: nothing shows its outcome. Returns the same, and
 * HTR_ERR_MISSING when there is no code at a PC. */
int htr_convert_pcseq(struct htr_pcs *from, struct htr_code *code, FILE *to) HTR_MUST_CHECK;

/* The bytes in a dump of the reference tool: every line that starts with "0xHH " is a byte, other
 * lines are skipped. The caller checks `to`. Returns HTR_OK, or after a message HTR_ERR_FORMAT
 * (there is no such line), HTR_ERR_READ (a line is too long, or the file breaks off), or what
 * htr_lines_open returns. */
int htr_convert_dump(struct htr_host *host, const char *path, FILE *to) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
