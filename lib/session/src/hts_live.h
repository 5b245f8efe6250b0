/* SPDX-License-Identifier: Apache-2.0 */
/* The traces that leave by the pins of a PIB sink. They are decoded, compared and saved
 * while the harts run; nothing of them is kept. */
#ifndef HTS_LIVE_H
#define HTS_LIVE_H

#include "htr/htr_compare_live.h"
#include "hts_code.h"
#include "hts_session_priv.h"

/* The trace of a hart. */
struct hts_live {
    struct hts_code code;
    struct nexus_decoder decoder;
    struct htr_compare_live compare;
    uint8_t *bytes; /* not decoded yet */
    size_t n, room;
    struct nexus_msg_decoder split; /* a sink of several harts: where its own messages are */
};

/* Before the first byte: set up what is needed for the harts whose traces end in a PIB sink, after
 * their encoders were programmed. Returns HTR_OK, or after a message HTR_ERR_MEMORY, HTR_ERR_ARG.
 */
int hts_live_begin(struct hts_session *session) HTR_MUST_CHECK;

/* The pins of a sink gave n bytes, at least 1: for hts_pins.take. Returns false without memory. */
bool hts_live_take(void *session, unsigned sink, const uint8_t *bytes, size_t n);

/* The last byte was taken: decode to the end. partial: not all of the execution need be in the
 * trace. */
void hts_live_end(struct hts_hart_work *h, bool partial);

void hts_live_free(struct hts_hart_work *h);

#endif
