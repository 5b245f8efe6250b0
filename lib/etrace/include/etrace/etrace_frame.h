/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encapsulation: bytes to packets of all sources, and back. Null packets come between them.
 *
 * Source: Unformatted Trace & Diagnostic Data Packet Encapsulation 1.0, "Packet Encapsulation" and
 * "Packet Encapsulation for E-Trace".
 */
#ifndef ETRACE_FRAME_H
#define ETRACE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "etrace/etrace_packet.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ETRACE_FRAME_MAX = 1 + 2 + 8 + 31, /* bytes of an encapsulated packet */
    ETRACE_NULL_IDLE = 0x00,           /* null packets, with flow 0 */
    ETRACE_NULL_ALIGNMENT = 0x80,
};

/* What a packet carries. */
enum etrace_kind {
    ETRACE_KIND_INST = 0,
    ETRACE_KIND_DATA,
    ETRACE_KIND_OTHER, /* a `type` that is neither */
};

/* One normal packet. */
struct etrace_frame {
    uint64_t offset; /* of its header in the stream */
    unsigned length; /* bytes, header included */
    uint16_t src;    /* srcID, 0 when there is none */
    uint8_t flow;    /* 0..3 */
    uint8_t type;    /* 0 when there is no such field */
    uint8_t kind;    /* enum etrace_kind */
    bool stamped;    /* a timestamp came */
    uint64_t stamp;  /* T * 8 bits */
    unsigned size;   /* bytes of the payload, 1..ETRACE_PAYLOAD_MAX; decoding may give 0 */
    uint8_t payload[ETRACE_PAYLOAD_MAX];
};

/* A buffer that is being read. Read: pos, nulls. */
struct etrace_reader {
    struct etrace_cfg cfg;
    const uint8_t *data;
    size_t size;
    size_t pos;     /* of the next byte to look at */
    uint64_t base;  /* offset of data[0] in the stream */
    uint64_t nulls; /* null packets so far */
};

/* Begin at the start of a packet. Returns ETRACE_OK or ETRACE_ERR_ARG: NULL, or a configuration
 * that etrace_cfg_check refuses. data must stay valid. */
enum etrace_status etrace_reader_init(struct etrace_reader *r, const struct etrace_cfg *cfg,
                                      const uint8_t *data, size_t size);

/* The next normal packet; null packets are counted and passed over.
 *
 * Returns ETRACE_OK; ETRACE_ERR_END: the bytes end, pos is where a packet begins that is not whole;
 * ETRACE_ERR_TRUNCATED: header.length leaves no payload (*f has offset and length; reading goes on
 * after it). */
ETRACE_MUST_CHECK enum etrace_status etrace_reader_next(struct etrace_reader *r,
                                                        struct etrace_frame *f);

/* Find the next synchronization sequence, at least N = 31 + T + S null bytes, and go to the first
 * packet after it. For streams that do not begin with a whole packet (Synchronization).
 * Returns ETRACE_OK, or ETRACE_ERR_END: there is none; pos stays. */
ETRACE_MUST_CHECK enum etrace_status etrace_reader_sync(struct etrace_reader *r);

/* N of the synchronization sequence. */
static inline unsigned etrace_sync_run(const struct etrace_cfg *cfg)
{
    return 31u + cfg->ts_bytes + cfg->src_bits / 8u;
}

/* Write a packet: src, flow, kind (INST or DATA), stamped, stamp, size and payload count. Writes to
 * out[ETRACE_FRAME_MAX] and sets *length.
 *
 * Returns ETRACE_OK; ETRACE_ERR_ARG: a member does not fit its field, or a timestamp without
 * ts_bytes; ETRACE_ERR_NOSPACE: the payload is longer than an encapsulation holds. */
ETRACE_MUST_CHECK enum etrace_status etrace_frame_write(const struct etrace_cfg *cfg,
                                                        const struct etrace_frame *f, uint8_t *out,
                                                        unsigned *length);

#ifdef __cplusplus
}
#endif

#endif
