/* SPDX-License-Identifier: Apache-2.0 */
/* Code from an ingress stream: every opcode with the point in the execution from which it counts.
 */
#ifndef TOOLS_CODE_INGRESS_H
#define TOOLS_CODE_INGRESS_H

#include "code.h"
#include "htr/htr_ingress.h"

/* Read all opcodes of the stream at path into c, positions counted in half-words of one hart. XLEN,
 * ISA and jvt of its header are put into te. Returns 0, or TOOL_CANNOT after a message. A stream
 * that was cut off is used up to there, with a remark. */
int code_load_ingress(struct code_source *c, const char *verb, const char *path, unsigned hart,
                      struct htr_settings *te);

/* Put XLEN, ISA and jvt of a stream into te, unless --param set XLEN. */
void code_ingress_header(const struct ingress_header *h, struct htr_settings *te);

#endif
