/* SPDX-License-Identifier: Apache-2.0 */
/* Binary frames: COBS around channel, position, words, checksum. */
#include "fwt_frame.h"

struct frame {
    uint8_t *to;
    uint32_t n;
    uint32_t code; /* where the count of the present group goes */
    uint32_t crc;
};

/* A frame is shorter than 254 bytes: no group is full. */
static void add_raw(struct frame *f, uint8_t byte)
{
    if (byte == 0) {
        f->to[f->code] = (uint8_t)(f->n - f->code);
        f->code = f->n++;
    } else {
        f->to[f->n++] = byte;
    }
}

/* CRC-16/IBM-3740: polynomial 0x1021, from 0xffff, most significant bit first. */
static void add(struct frame *f, uint32_t byte)
{
    uint32_t x = (f->crc >> 8 ^ byte) & 0xffu;
    x ^= x >> 4;
    f->crc = (f->crc << 8 ^ x << 12 ^ x << 5 ^ x) & 0xffffu;
    add_raw(f, (uint8_t)byte);
}

uint32_t fwt_frame_binary(uint8_t *to, uint32_t position, unsigned channel, const uint32_t *words,
                          unsigned n)
{
    struct frame f = {to, 1, 0, 0xffffu};
    add(&f, channel);
    add(&f, position & 0xffu);
    add(&f, position >> 8 & 0xffu);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < 32; k += 8) {
            add(&f, words[i] >> k & 0xffu);
        }
    }
    const uint32_t crc = f.crc;
    add_raw(&f, (uint8_t)crc);
    add_raw(&f, (uint8_t)(crc >> 8));
    to[f.code] = (uint8_t)(f.n - f.code);
    to[f.n++] = 0;
    return f.n;
}
