/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of text. */
#include "fwt_frame.h"

static uint32_t add_string(uint8_t *to, uint32_t n, const char *text)
{
    while (*text != '\0') {
        to[n++] = (uint8_t)*text++;
    }
    return n;
}

static uint32_t add_hex(uint8_t *to, uint32_t n, uint32_t value)
{
    n = add_string(to, n, "0x");
    for (unsigned k = 32; k > 0; k -= 4) {
        to[n++] = (uint8_t) "0123456789ABCDEF"[value >> (k - 4) & 15u];
    }
    return n;
}

static uint32_t add_decimal(uint8_t *to, uint32_t n, uint32_t value)
{
    uint8_t digits[10];
    unsigned k = 0;
    do {
        digits[k++] = (uint8_t)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (k > 0) {
        to[n++] = digits[--k];
    }
    return n;
}

/* Text, and a blank where it could be taken for something else. */
static uint32_t add_text(uint8_t *to, const uint32_t *words, unsigned n, bool *inside)
{
    uint32_t bytes = FWT_TEXT_BYTES(words[0]), k = 0;
    if (bytes > (n - 1) * 4) {
        bytes = (n - 1) * 4;
    }
    const uint32_t first = n > 1 ? words[1] : 0;
    if (!*inside && bytes > 0 &&
        ((first & 0xffu) == '#' || (first & 0xffu) == '!' ||
         (first & 0xffffu) == ('0' | 'x' << 8))) {
        to[k++] = ' ';
    }
    for (uint32_t i = 0; i < bytes; i++) {
        to[k++] = (uint8_t)(words[1 + i / 4] >> i % 4 * 8);
    }
    *inside = (words[0] & FWT_TEXT_MORE) != 0;
    if (!*inside) {
        to[k++] = '\n';
    }
    return k;
}

uint32_t fwt_frame_text(uint8_t *to, unsigned channel, const uint32_t *words, unsigned n,
                        bool *inside)
{
    uint32_t k = 0;
    if (channel == FWT_CH_PRINT && (words[0] & FWT_TEXT) != 0) {
        return add_text(to, words, n, inside);
    }
    if (*inside) { /* something came between two parts of a line */
        to[k++] = '\n';
        *inside = false;
    }
    if (channel == FWT_CH_LOST) {
        k = add_string(to, k, "!lost ");
        k = add_decimal(to, k, words[0]);
    } else if (channel == FWT_CH_TORN) {
        k = add_string(to, k, "!torn");
    } else {
        k = channel == FWT_CH_PRINT ? add_string(to, k, "# ")
            : channel == FWT_CH_ID  ? add_string(to, k, "!id ")
                                    : k;
        for (unsigned i = 0; i < n; i++) {
            if (i > 0) {
                to[k++] = ' ';
            }
            k = add_hex(to, k, words[i]);
        }
    }
    to[k++] = '\n';
    return k;
}
