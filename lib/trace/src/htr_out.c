/* SPDX-License-Identifier: Apache-2.0 */
#include "htr/htr_out.h"

#include "flow/flow_le.h"

void htr_out_flush(struct htr_out *t)
{
    t->failed = fwrite(t->buffer, 1, t->fill, t->out) != t->fill || t->failed;
    t->fill = 0;
}

void htr_out_bytes(struct htr_out *t, const char *text, size_t n)
{
    while (n > HTR_OUT_BUFFER) {
        memcpy(htr_out_room(t, HTR_OUT_BUFFER), text, HTR_OUT_BUFFER);
        htr_out_took(t, HTR_OUT_BUFFER);
        text += HTR_OUT_BUFFER;
        n -= HTR_OUT_BUFFER;
    }
    memcpy(htr_out_room(t, n), text, n);
    htr_out_took(t, n);
}

/* The eight decimal digits of v, below 10^8, a byte each, the first in the lowest: halves of four
 * digits, of two, of one, by multiplying with the inverse in all of them at once. */
static inline uint64_t digits8(uint64_t v)
{
    uint64_t x = v / 10000 | (v % 10000) << 32;
    uint64_t hundreds = (x * 10486) >> 20 & UINT64_C(0x0000007F0000007F);
    x = hundreds | (x - 100 * hundreds) << 16;
    uint64_t tens = (x * 103) >> 10 & UINT64_C(0x000F000F000F000F);
    return tens | (x - 10 * tens) << 8;
}

char *htr_decimal(char *p, uint64_t v)
{
    const uint64_t zeros = UINT64_C(0x3030303030303030);
    const uint64_t limit = 100000000;
    if (v >= limit) {
        p = htr_decimal(p, v / limit);
        flow_le_put64((uint8_t *)p, digits8(v % limit) + zeros);
        return p + 8;
    }
    uint64_t x = digits8(v);
    unsigned leading = (unsigned)__builtin_ctzll(x | UINT64_C(1) << 56) / 8; /* zeros */
    flow_le_put64((uint8_t *)p, (x + zeros) >> (8 * leading));
    return p + 8 - leading;
}

char *htr_hex(char *p, uint64_t v, unsigned digits)
{
    while (digits < 16 && v >> (4 * digits) != 0) {
        digits++;
    }
    for (char *at = p + digits; at > p; v >>= 4) {
        *--at = "0123456789ABCDEF"[v & 15];
    }
    return p + digits;
}
