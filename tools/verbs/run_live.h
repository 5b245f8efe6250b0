/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: the traces that leave by the pins of a PIB sink. They are decoded, compared and saved
 * while the harts run; nothing of them is kept. */
#ifndef TOOLS_RUN_LIVE_H
#define TOOLS_RUN_LIVE_H

#include "htr/htr_compare_live.h"
#include "run_code.h"

struct run;
struct run_hart;

/* The trace of a hart. */
struct run_live {
    struct run_code code;
    struct nexus_decoder decoder;
    struct htr_compare_live compare;
    uint8_t *bytes; /* not decoded yet */
    size_t n, room;
    struct nexus_msg_decoder split; /* a sink of several harts: where its own messages are */
};

/* Before the first byte: set up what is needed for the harts whose traces end in a PIB sink, after
 * their encoders were programmed. Returns 0, or TOOL_CANNOT after a message. */
int run_live_begin(struct run *r);

/* The pins of a sink gave n bytes, at least 1: for run_pins.take. Returns false without memory. */
bool run_live_take(void *run, unsigned sink, const uint8_t *bytes, size_t n);

/* The last byte was taken: decode to the end. partial: not all of the execution need be in the
 * trace. */
void run_live_end(struct run_hart *h, bool partial);

void run_live_free(struct run_hart *h);

#endif
