/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_code.c: code from an ingress stream, every opcode with the point in the execution from
 * which it counts. */
#ifndef HTR_CODE_PRIV_H
#define HTR_CODE_PRIV_H

#include "htr/htr_code.h"

/* Read all opcodes of the stream at path into c, positions counted in half-words of one hart; what
 * its header says into facts. Returns HTR_OK, or HTR_ERR_* after a message. A stream that was cut
 * off is used up to there, with a remark. */
int htr_code_load_ingress(struct htr_code *c, struct htr_host *host, const char *path,
                          unsigned hart, struct htr_code_facts *facts) HTR_MUST_CHECK;

#endif
