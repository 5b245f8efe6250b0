/* SPDX-License-Identifier: Apache-2.0 */
/* Private: messages of protocol buffers, as far as a writer needs them: fields are appended to a
 * buffer, a message in a message is built in a buffer of its own. What does not fit is left out,
 * and `full` says so. */
#ifndef HTV_PROTOBUF_H
#define HTV_PROTOBUF_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "flow/flow_le.h"

enum {
    HTV_PB_VARINT = 0,
    HTV_PB_64 = 1,
    HTV_PB_BYTES = 2,
    HTV_PB_NUMBER = 20, /* a field with a number takes this many bytes at most */
    HTV_PB_ROOM = 8192,
};

struct htv_pb {
    uint32_t fill;
    bool full;
    uint8_t bytes[HTV_PB_ROOM];
};

static inline void htv_pb_varint(struct htv_pb *m, uint64_t v)
{
    while (v >= 0x80) {
        m->bytes[m->fill++] = (uint8_t)(v | 0x80);
        v >>= 7;
    }
    m->bytes[m->fill++] = (uint8_t)v;
}

static inline bool htv_pb_fits(struct htv_pb *m, size_t n)
{
    if (n > HTV_PB_ROOM - m->fill) {
        m->full = true;
    }
    return !m->full;
}

static inline void htv_pb_number(struct htv_pb *m, unsigned field, uint64_t v)
{
    if (htv_pb_fits(m, HTV_PB_NUMBER)) {
        htv_pb_varint(m, field << 3 | HTV_PB_VARINT);
        htv_pb_varint(m, v);
    }
}

static inline void htv_pb_fixed64(struct htv_pb *m, unsigned field, uint64_t v)
{
    if (htv_pb_fits(m, HTV_PB_NUMBER)) {
        htv_pb_varint(m, field << 3 | HTV_PB_64);
        flow_le_put64(m->bytes + m->fill, v);
        m->fill += 8;
    }
}

static inline void htv_pb_double(struct htv_pb *m, unsigned field, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    htv_pb_fixed64(m, field, bits);
}

static inline void htv_pb_bytes(struct htv_pb *m, unsigned field, const void *bytes, size_t n)
{
    if (n <= HTV_PB_ROOM && htv_pb_fits(m, n + HTV_PB_NUMBER)) {
        htv_pb_varint(m, field << 3 | HTV_PB_BYTES);
        htv_pb_varint(m, n);
        memcpy(m->bytes + m->fill, bytes, n);
        m->fill += (uint32_t)n;
    } else {
        m->full = true;
    }
}

static inline void htv_pb_string(struct htv_pb *m, unsigned field, const char *s)
{
    htv_pb_bytes(m, field, s, strlen(s));
}

static inline void htv_pb_message(struct htv_pb *m, unsigned field, const struct htv_pb *inner)
{
    m->full = m->full || inner->full;
    htv_pb_bytes(m, field, inner->bytes, inner->fill);
}

static inline void htv_pb_clear(struct htv_pb *m)
{
    m->fill = 0;
    m->full = false;
}

#endif
