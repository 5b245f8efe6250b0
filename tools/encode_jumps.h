/* SPDX-License-Identifier: Apache-2.0 */
/* Verb encode: jumps as the hart would have reported them to this encoder. */
#ifndef TOOLS_ENCODE_JUMPS_H
#define TOOLS_ENCODE_JUMPS_H

#include "ingress/ingress.h"
#include "htr/htr_opcode_log.h"

/* While trTeInstEnAllJumps of the recorded encoder was set, its hart reported direct jumps as itype
 * 5. An encoder that is programmed otherwise must not be told so: its decoder infers them. And the
 * other way round, where itype is 4 bits wide. */
struct encode_jumps {
    bool wanted; /* the encoder at hand has trTeInstEnAllJumps */
    bool seen;   /* the recorded encoder had it set at some time */
    unsigned xlen, itype_width;
    uint32_t isa;
    struct htr_opcode_log code;
};

/* Take a record of the hart, in the order of the stream; a cycle is changed if need be. Returns
 * false when there is no memory. */
bool encode_jumps_take(struct encode_jumps *j, struct ingress_record *rec);
void encode_jumps_free(struct encode_jumps *j);

#endif
