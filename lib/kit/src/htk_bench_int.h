/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: the parts of htk_bench.h, each calling only those below:
 *
 *   htk_bench.c          clock, golden model, bytes
 *   htk_bench_compare.c  two sides: messages in pairs, items by meaning
 *   htk_bench_side.c     one side: messages, and what they decode to
 *   htk_bench_report.c   the verdict in words
 */
#ifndef HTK_BENCH_INT_H
#define HTK_BENCH_INT_H

#include "htk/htk_bench.h"
#include "htk_enc.h"
#include "htr/htr_code.h"
#include "nexus/nexus_stream.h"

enum {
    BENCH_RAW = 64,       /* bytes that are kept of a message; the longest of N-Trace has 38 */
    BENCH_RECORDS = 1024, /* of the hart, kept for reports */
    BENCH_SHOWN = 6,      /* of them in a report */
    BENCH_GRACE = 64,     /* clocks that an encoder may be ahead of the model */
};

struct bench_message {
    uint64_t cycle;  /* when its last byte left */
    uint64_t number; /* of the side, from 0 */
    uint32_t size;   /* may be more than BENCH_RAW */
    uint8_t raw[BENCH_RAW];
};

/* A range of instructions, or a begin, end, loss or error. */
struct bench_item {
    uint8_t type; /* enum flow_elem_type */
    uint8_t code; /* SYNC or EVCODE */
    bool known;   /* start */
    int16_t status;
    uint64_t start, end;
    uint64_t message, cycle;
};

/* Queues: entries [head, fill). */
struct bench_messages {
    struct bench_message *at;
    size_t head, fill, room;
};

struct bench_items {
    struct bench_item *at;
    size_t head, fill, room;
    uint64_t skip; /* bytes of the range at head that were compared */
};

/* The model's, or the encoder's. */
struct bench_side {
    struct bench_messages messages;
    struct bench_items items;
    struct bench_message part; /* the message that has begun */
    uint64_t count;            /* whole messages */
    uint64_t cycle;            /* of the bytes that are looked at */
    uint64_t through;          /* MEANING: the number of the last message that was compared */
    struct htr_code code;
    struct nexus_source source;
    struct nexus_stream stream;
    uint8_t buffer[NEXUS_STREAM_BUFFER];
    bool decodes, full; /* full: no memory */
};

struct htk_bench {
    enum htk_bench_mode mode;
    enum nexus_profile profile;
    struct trm_encoder_cfg params;
    struct trm_encoder golden;
    struct nexus_stream_cfg stream;
    bool has_code, begun;
    struct htr_code code;
    struct bench_side want, got;
    uint64_t clock;
    struct ingress_cycle record[BENCH_RECORDS];
    uint64_t records;
    bool suspect; /* MEANING: the messages at the heads differ, what they mean may not */
    bool apart;   /* MEANING: after an overflow, the messages at the heads are no pair */
    bool gap;     /* MEANING: after an overflow, until the next instruction is found */
    bool placed;  /* it was found, at kept_want; but the trace may go on at another place */
    size_t kept_want, kept_got; /* places in the queues of items */
    uint64_t since;             /* half-words compared since it was found */
    bool odd;                   /* at no place did it go on beyond these, which differ */
    struct bench_item odd_want, odd_got;
    uint64_t odd_want_skip, odd_got_skip;
    struct htk_enc *judge;
    struct htr_trace *trace; /* for lint */
    struct htk_lint *lint;
    struct htk_bench_verdict verdict;
    char text[HTK_BENCH_TEXT], summary[240], rule[16];
};

/* ---- htk_bench_side.c ---- */

/* Forget everything; from the next message on, decode with these settings, or only keep messages.
 */
void bench_side_begin(struct bench_side *s, const struct nexus_stream_cfg *cfg, bool decodes);
void bench_side_free(struct bench_side *s);

/* Take bytes that left in this clock. Returns false when a message has no end, or without memory
 * (full). */
bool bench_side_bytes(struct bench_side *s, uint64_t cycle, const uint8_t *bytes, size_t n);

/* The oldest message or item that was not compared, or NULL; give it up. */
const struct bench_message *bench_message(const struct bench_side *s);
const struct bench_item *bench_item(const struct bench_side *s);
void bench_message_done(struct bench_side *s);
void bench_item_done(struct bench_side *s);

/* Free what was given up: places in the queue change. */
void bench_items_compact(struct bench_side *s);

/* ---- htk_bench_compare.c ---- */

/* Compare what both sides have. */
void bench_compare(struct htk_bench *b);

/* No more comes: what one side alone has is wrong. */
void bench_compare_rest(struct htk_bench *b);

/* ---- htk_bench_report.c: the first verdict counts ---- */

/* A rule is broken by message m, or by its absence. */
void bench_broken(struct htk_bench *b, const char *rule, const struct bench_message *m,
                  const char *expected, const char *got);

/* The message `got` is not `want`; one of them may be NULL, then there is none. */
void bench_differs(struct htk_bench *b, const struct bench_message *want,
                   const struct bench_message *got);

/* A message of the encoder against the rules that it can break alone. */
void bench_lint(struct htk_bench *b, const struct bench_message *m);

void bench_stopped(struct htk_bench *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
