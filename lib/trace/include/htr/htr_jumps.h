/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Direct jumps of a recorded hart as it would have reported them to another encoder. While
 * trTeInstEnAllJumps of the recorded encoder was set, its hart reported direct jumps as itype 5
 * (taken branch). An encoder with other settings must not get that, because its decoder infers
 * direct jumps. The other way round, where itype is 4 bits wide, inferable jumps become itype 5.
 *
 * Source: N-Trace 1.0, "Generating itype for different instructions"; trTeInstEnAllJumps.
 */
#ifndef HTR_JUMPS_H
#define HTR_JUMPS_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_host.h"
#include "htr/htr_opcode_log.h"
#include "ingress/ingress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Set wanted, xlen, itype_width and isa; all else zero. */
struct htr_jumps {
    bool wanted;          /* the encoder at hand has trTeInstEnAllJumps */
    unsigned xlen;        /* of the header of the stream: 32, 64 */
    unsigned itype_width; /* 3, 4 */
    uint32_t isa;         /* FLOW_ISA_* */

    bool seen; /* private: the recorded encoder had it set at some time */
    struct htr_opcode_log code;
};

/* Take a record of the hart, in the order of the stream; the itype of a cycle's blocks is changed
 * if need be. Returns false when there is no memory. */
bool htr_jumps_take(struct htr_jumps *j, struct ingress_record *rec) HTR_MUST_CHECK;
void htr_jumps_free(struct htr_jumps *j);

#ifdef __cplusplus
}
#endif

#endif
