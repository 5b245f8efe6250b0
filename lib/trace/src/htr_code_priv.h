/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_code.c: code from an ingress stream, every opcode with the point in the execution from
 * which it counts; and code that counts in a context only. */
#ifndef HTR_CODE_PRIV_H
#define HTR_CODE_PRIV_H

#include "htr/htr_code.h"

/* Read all opcodes of the stream at path into c, positions counted in half-words of one hart; what
 * its header says into facts. Returns HTR_OK, or HTR_ERR_* after a message. A stream that was cut
 * off is used up to there, with a remark. */
int htr_code_load_ingress(struct htr_code *c, struct htr_host *host, const char *path,
                          unsigned hart, struct htr_code_facts *facts) HTR_MUST_CHECK;

/* An ELF segment each, or an image. */
struct htr_code_in {
    struct htr_bytes file[HTR_CODE_IMAGES];
    unsigned nfiles;
    size_t count, room;
    struct flow_code_mapping mapping[]; /* the last one counts first */
};

/* Load o->in, on top of n regions that count in every context. *made is set, also on failure.
 * Returns HTR_OK, or after a message HTR_ERR_MEMORY, _ARG (a context that cannot be, an address
 * missing or too many), _RANGE, _FORMAT, or what htr_bytes_load returns. */
int htr_code_in_open(struct htr_code_in **made, struct htr_host *host,
                     const struct htr_code_options *o, const struct flow_region *common,
                     size_t n) HTR_MUST_CHECK;

/* Make code of it, through a space of this code's own. */
void htr_code_in_start(const struct htr_code_in *in, struct flow_code_space *space,
                       struct flow_code *code, struct flow_isa isa);
bool htr_code_in_is_elf(const struct htr_code_in *in, unsigned file);
void htr_code_in_close(struct htr_code_in *in);

#endif
