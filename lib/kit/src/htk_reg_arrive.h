/* SPDX-License-Identifier: Apache-2.0 */
/* Private: what has arrived in a RAM sink: its bytes, and the messages in them. */
#ifndef HTK_REG_ARRIVE_H
#define HTK_REG_ARRIVE_H

#include "htk_reg_way.h"

enum {
    HTK_ARRIVE_BYTES = 4096, /* of a buffer that is read */
};

/* Bytes of a RAM sink, the oldest first. */
struct htk_arrived {
    size_t n;
    bool wrapped; /* it may begin inside of a message */
    uint8_t byte[HTK_ARRIVE_BYTES + 64];
};

/* Words of the buffer, from the address `from` on: by trRamData, or from system memory. The sink is
 * disabled, or it is system memory. n is bytes, a multiple of 4. */
bool htk_arrive_bytes(struct htk_reg *r, const struct htk_way *w, uint64_t from, uint8_t *byte,
                      size_t n);

/* What it has in all. The sink is disabled. */
bool htk_arrive_read(struct htk_reg *r, const struct htk_way *w, struct htk_arrived *a);

/* The messages of one encoder. */
struct htk_source {
    unsigned n, syncs;
    unsigned stamped;   /* synchronizing messages with TSTAMP */
    bool first_is_sync; /* of a buffer that did not wrap */
    bool ends;          /* the last one is ProgTraceCorrelation */
    size_t first, last; /* offset of the end of the first, and of the last one */
    size_t gap;         /* bytes without one, at most, from the begin to its last one */
};

struct htk_messages {
    unsigned n, bad; /* bad: bytes that are no message of N-Trace */
    size_t bad_at;
    unsigned strange; /* messages of no encoder of the way */
    size_t left;      /* bytes after the last message that are not idle */
    size_t end, idle; /* of the last message; idle bytes before it, between messages */
    struct htk_source source[HTK_WAY_PARTS];
};

void htk_arrive_messages(const struct htk_arrived *a, const struct htk_way *w, bool timestamps,
                         struct htk_messages *m);

/* ---- what is looked at ---- */

/* A trace is stopped, read, and its messages are there to the end. htk_reg_arrive.c */
bool htk_arrive_all(struct htk_reg *r, struct htk_way *w);

/* Timestamps in messages, with trTsEnable and without. htk_reg_stamp.c */
bool htk_arrive_stamps(struct htk_reg *r, struct htk_way *w);

/* The RAM sink alone: is it empty when it says so, and where does it wrap? htk_reg_tail.c */
bool htk_arrive_tail(struct htk_reg *r, struct htk_way *w);

/* Traces of several encoders to this sink. htk_reg_join.c */
bool htk_arrive_join(struct htk_reg *r, unsigned sink);

#endif
