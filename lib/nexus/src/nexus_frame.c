/* SPDX-License-Identifier: Apache-2.0 */
#include "nexus_frame.h"

int nexus_take_var_long(struct nexus_reader *r, struct nexus_var *v)
{
    while (r->mseo == NEXUS_MSEO_MORE) {
        int status = nexus_fetch(r);
        if (status != NEXUS_OK) {
            return status;
        }
        if (v->count < 64) {
            v->value |= r->bits << v->count;
        }
        if (v->count >= 64) {
            v->lost |= r->bits != 0;
        } else if (v->count > 64 - NEXUS_MDO_BITS) {
            v->lost |= (r->bits >> (64 - v->count)) != 0;
        }
        v->count += NEXUS_MDO_BITS;
        r->bits = 0;
        r->count = 0;
    }
    if (r->mseo == NEXUS_MSEO_FIELD) {
        r->mseo = NEXUS_MSEO_MORE;
    }
    return NEXUS_OK;
}

const uint8_t *nexus_skip_idle(const uint8_t *p, const uint8_t *end)
{
    while (end - p >= 8 && nexus_load8(p) == ~UINT64_C(0)) {
        p += 8;
    }
    while (p != end && *p == NEXUS_IDLE) {
        p++;
    }
    return p;
}

const uint8_t *nexus_find_end(const uint8_t *p, const uint8_t *end)
{
    while (end - p >= 8) {
        uint64_t x = nexus_load8(p);
        if ((x & (x >> 1) & NEXUS_EACH_BYTE(1)) != 0) {
            break;
        }
        p += 8;
    }
    while (p != end) {
        if ((*p++ & NEXUS_MSEO_MASK) == NEXUS_MSEO_END) {
            return p;
        }
    }
    return NULL;
}

static void put_byte(struct nexus_writer *w, uint64_t mdo)
{
    w->byte[w->size++] = (uint8_t)((mdo & 0x3F) << 2);
}

void nexus_put_fixed(struct nexus_writer *w, uint64_t value, unsigned width)
{
    w->bits |= value << w->count;
    w->count += width;
    while (w->count >= NEXUS_MDO_BITS) {
        put_byte(w, w->bits);
        w->bits >>= NEXUS_MDO_BITS;
        w->count -= NEXUS_MDO_BITS;
    }
}

void nexus_put_var(struct nexus_writer *w, uint64_t value, unsigned min_bits)
{
    unsigned sent = NEXUS_MDO_BITS - w->count;
    put_byte(w, w->bits | value << w->count);
    value >>= sent;
    while (value != 0 || sent < min_bits) {
        put_byte(w, value);
        value >>= NEXUS_MDO_BITS;
        sent += NEXUS_MDO_BITS;
    }
    w->byte[w->size - 1] |= NEXUS_MSEO_FIELD;
    w->bits = 0;
    w->count = 0;
}

void nexus_put_align(struct nexus_writer *w)
{
    if (w->count > 0) {
        put_byte(w, w->bits);
        w->bits = 0;
        w->count = 0;
    }
}

void nexus_put_end(struct nexus_writer *w)
{
    nexus_put_align(w);
    if (w->size < 2) {
        put_byte(w, 0);
    }
    w->byte[w->size - 1] |= NEXUS_MSEO_END;
}
