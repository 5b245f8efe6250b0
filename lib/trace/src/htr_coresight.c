/* SPDX-License-Identifier: Apache-2.0 */
/* The deformatter: bytes in pieces to frames, frames to bytes of trace IDs. */
#include "htr/htr_coresight.h"

#include <string.h>

#define FULL_SYNC UINT32_C(0xFFFFFF7F) /* its bytes in order, the first one on top */

enum {
    SYNC = 4, /* bytes of it */
    FLAGS = HTR_FRAME - 1,
};

/* One frame: an even byte with bit 0 = 1 is a new ID, otherwise data whose bit 0 is in the last
 * byte. For a new ID that bit says that the byte after it still has the old one. */
static size_t unframe(const uint8_t *p, unsigned *id, unsigned want, uint8_t *dst)
{
    size_t k = 0;
    for (unsigned i = 0; i < FLAGS; i++) {
        unsigned flag = i % 2 == 0 ? (unsigned)(p[FLAGS] >> (i / 2)) & 1u : 0;
        if (i % 2 == 0 && (p[i] & 1u) != 0) {
            if (flag != 0 && i < FLAGS - 1) {
                if (*id == want) {
                    dst[k++] = p[i + 1];
                }
                *id = p[i] >> 1;
                i++;
            } else {
                *id = p[i] >> 1;
            }
        } else if (*id == want) {
            dst[k++] = (uint8_t)(p[i] | flag);
        }
    }
    return k;
}

size_t htr_coresight_unframe(const uint8_t *frames, size_t n, unsigned id, uint8_t *dst)
{
    static const uint8_t fsync[SYNC] = {0xFF, 0xFF, 0xFF, 0x7F};
    unsigned now = 0;
    size_t k = 0, at = 0;
    while (at + HTR_FRAME <= n) {
        if (memcmp(frames + at, fsync, sizeof fsync) == 0) {
            at += sizeof fsync;
        } else {
            k += unframe(frames + at, &now, id, dst + k);
            at += HTR_FRAME;
        }
    }
    return k;
}

void htr_coresight_init(struct htr_coresight *c, enum htr_frames kind)
{
    bool memory = kind == HTR_FRAMES_MEMORY;
    *c = (struct htr_coresight){.kind = kind, .synced = memory, .known = memory};
}

static void put(const struct htr_coresight *c, struct htr_frame *f, uint8_t byte)
{
    if (c->known && c->id != HTR_ID_NULL) {
        f->id[f->count] = c->id;
        f->byte[f->count++] = byte;
    }
}

/* The frame is complete: see unframe. */
static void unpack(struct htr_coresight *c, struct htr_frame *f)
{
    const uint8_t *p = c->frame;
    c->fill = 0;
    c->frames++;
    for (unsigned i = 0; i < FLAGS; i += 2) {
        unsigned flag = (unsigned)(p[FLAGS] >> (i / 2)) & 1u;
        bool odd = i != FLAGS - 1, is_id = (p[i] & 1u) != 0;
        if (!is_id) {
            put(c, f, (uint8_t)(p[i] | flag));
        }
        if (odd && (!is_id || flag != 0)) {
            put(c, f, p[i + 1]);
        }
        if (is_id) {
            c->id = p[i] >> 1;
            c->known = true;
        }
        if (odd && is_id && flag == 0) {
            put(c, f, p[i + 1]);
        }
    }
}

/* A full synchronization packet has ended: a frame begins. Bytes before it that make no frame are
 * lost, and with them the ID. Such a packet cannot be part of a frame: it would hold ID 0x7F, which
 * is reserved. */
static void align(struct htr_coresight *c)
{
    c->syncs++;
    if (c->synced) {
        c->losses += c->fill != SYNC;
        c->dropped += c->fill > SYNC ? (unsigned)c->fill - SYNC : 0u;
    } else {
        c->dropped -= SYNC - 1; /* they belong to the packet */
    }
    c->known = c->known && c->fill == SYNC;
    c->fill = 0;
    c->synced = true;
    c->last = 0;
}

static void take_byte(struct htr_coresight *c, uint8_t byte)
{
    bool even = (c->fill & 1u) == 0;
    c->last = c->last << 8 | byte;
    c->frame[c->fill++] = byte;
    if (c->kind == HTR_FRAMES_MEMORY) {
        if (c->fill == SYNC && c->last == FULL_SYNC) {
            align(c);
        }
    } else if (c->last == FULL_SYNC) {
        align(c);
    } else if (!c->synced) {
        c->fill = SYNC - 1; /* no frame yet: nothing but a packet ends this */
        c->dropped++;
    } else if (!even && (c->last & 0xFFFFu) == 0xFF7F) {
        c->fill = (uint8_t)(c->fill - 2u); /* half synchronization: not of the frame */
    }
}

size_t htr_coresight_take(struct htr_coresight *c, const uint8_t *bytes, size_t size,
                          struct htr_frame *frame)
{
    size_t n = 0;
    frame->count = 0;
    while (n < size && frame->count == 0) {
        take_byte(c, bytes[n++]);
        if (c->fill == HTR_FRAME) {
            unpack(c, frame);
        }
    }
    return n;
}

unsigned htr_coresight_rest(const struct htr_coresight *c)
{
    return c->synced ? c->fill : 0;
}
