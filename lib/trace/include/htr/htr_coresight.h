/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deformatter: bytes of each trace ID out of the frames of a CoreSight formatter.
 *
 *   htr_coresight_init(&c, HTR_FRAMES_MEMORY);
 *   while (size > 0) {
 *       n = htr_coresight_take(&c, bytes, size, &frame);
 *       ... frame.byte[i] belongs to frame.id[i], i < frame.count
 *       bytes += n; size -= n;
 *   }
 *
 * Source: CoreSight Architecture Specification, chapter "Trace Formatter".
 */
#ifndef HTR_CORESIGHT_H
#define HTR_CORESIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_FRAME = 16,      /* bytes of a frame */
    HTR_FRAME_DATA = 15, /* bytes of data that it holds at most */
    HTR_IDS = 128,       /* number of trace IDs */
    HTR_ID_NULL = 0,     /* trace ID of padding; its bytes mean nothing */
    HTR_ID_LAST = 0x6F,  /* the last trace ID that a source may have */
    HTR_ID_FLUSH = 0x7B,
    HTR_ID_TRIGGER = 0x7D,
};

enum htr_frames {
    HTR_FRAMES_MEMORY, /* from a buffer in memory: the first byte begins a frame. Full
                          synchronization packets (FF FF FF 7F) may be between frames */
    HTR_FRAMES_PORT,   /* from a trace port: the first byte may be anywhere. Nothing counts before
                          the first full synchronization packet. Later ones align frames again, and
                          half synchronization packets (FF 7F) may be between half-words */
};

/* Read: frames, syncs, losses, dropped. */
struct htr_coresight {
    enum htr_frames kind;
    uint64_t frames;  /* complete ones */
    uint64_t syncs;   /* full synchronization packets */
    uint64_t losses;  /* those that did not come between two frames: bytes are missing */
    uint64_t dropped; /* bytes before the first packet, and of frames that a packet cut off */
    bool synced;      /* private, as the rest */
    bool known;       /* id counts: HTR_FRAMES_PORT does not know it after a loss */
    uint8_t id;
    uint8_t fill;
    uint32_t last; /* the last four bytes */
    uint8_t frame[HTR_FRAME];
};

struct htr_frame {
    unsigned count;               /* bytes of data; 0: no frame has ended */
    uint8_t id[HTR_FRAME_DATA];   /* the trace ID of each */
    uint8_t byte[HTR_FRAME_DATA]; /* HTR_ID_NULL is left out */
};

void htr_coresight_init(struct htr_coresight *c, enum htr_frames kind);

/* Take bytes up to the end of the next frame. Returns the number of bytes taken, at least one when
 * size is not 0; frame->count is 0 when no frame has ended, or when it held padding only. */
size_t htr_coresight_take(struct htr_coresight *c, const uint8_t *bytes, size_t size,
                          struct htr_frame *frame);

/* Bytes of an incomplete frame. */
unsigned htr_coresight_rest(const struct htr_coresight *c);

/* All bytes of one trace ID in frames from a buffer in memory. Returns their number; dst has room
 * for n and may be `frames`. */
size_t htr_coresight_unframe(const uint8_t *frames, size_t n, unsigned id, uint8_t *dst);

#ifdef __cplusplus
}
#endif

#endif
