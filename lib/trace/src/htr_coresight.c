/* SPDX-License-Identifier: Apache-2.0 */
/* Messages out of the frames of a CoreSight formatter. */
#include "htr/htr_coresight.h"

#include <string.h>

enum {
    FRAME = 16,
};

/* One frame (CoreSight Architecture, Formatter): an even byte with bit 0 = 1 is a new ID, otherwise
 * data whose bit 0 is in the last byte. For a new ID that bit tells that the byte behind it still
 * has the old one. */
static size_t unframe(const uint8_t *p, unsigned *id, unsigned want, uint8_t *dst)
{
    size_t k = 0;
    for (unsigned i = 0; i < FRAME - 1; i++) {
        unsigned flag = i % 2 == 0 ? (unsigned)(p[FRAME - 1] >> (i / 2)) & 1u : 0;
        if (i % 2 == 0 && (p[i] & 1u) != 0) {
            if (flag != 0 && i < FRAME - 2) {
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
    static const uint8_t fsync[4] = {0xFF, 0xFF, 0xFF, 0x7F};
    unsigned now = 0;
    size_t k = 0, at = 0;
    while (at + FRAME <= n) {
        if (memcmp(frames + at, fsync, sizeof fsync) == 0) {
            at += sizeof fsync;
        } else {
            k += unframe(frames + at, &now, id, dst + k);
            at += FRAME;
        }
    }
    return k;
}
