/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of a PC list, eight digits at a time. */
#ifndef HTR_PCS_TEXT_H
#define HTR_PCS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_PCS_LOOK_AHEAD = 32, /* bytes that the functions below may read, from s on */
};

/* Eight characters, the first one in the highest byte. */
static inline uint64_t htr_pcs_eight(const char *s)
{
    const uint8_t *b = (const uint8_t *)s;
    return (uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 |
           (uint64_t)b[3] << 32 | (uint64_t)b[4] << 24 | (uint64_t)b[5] << 16 |
           (uint64_t)b[6] << 8 | b[7];
}

/* Leading zero bytes of a word that is not 0. */
static inline unsigned htr_pcs_zero_bytes(uint64_t word)
{
    return (unsigned)__builtin_clzll(word) / 8u;
}

/* Hexadecimal digits in front of eight characters: how many (0..8), and their value.
 *
 * In each byte: the value that it has if it is a digit, then the digit that has this value. They
 * differ where the character is no digit. */
static inline unsigned htr_pcs_hex8(uint64_t text, uint64_t *value)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t letter = text >> 6 & ones;
    uint64_t v = (text & ones * 0x0F) + letter * 9; /* at most 24: no carry */
    uint64_t above9 = (v + ones * 6) >> 4 & ones;
    uint64_t digit = v + ones * '0' + above9 * ('A' - '9' - 1);
    uint64_t upper = text & ~(above9 << 5);
    uint64_t wrong = (digit ^ upper) | (v & ones * 0xF0);
    unsigned n = 8;
    if (wrong != 0) {
        n = htr_pcs_zero_bytes(wrong);
        v = n == 0 ? 0 : v >> (64 - 8 * n);
    }
    v = (v | v >> 4) & UINT64_C(0x00FF00FF00FF00FF);
    v = (v | v >> 8) & UINT64_C(0x0000FFFF0000FFFF);
    *value = (v | v >> 16) & UINT32_MAX;
    return n;
}

/* Is it a digit, or could it be one? False for all that may follow an address. */
static inline bool htr_pcs_goes_on(char c)
{
    return c >= '0';
}

/* Hexadecimal digits at s: how many (0..16, or 17 for more), and their value. */
static inline unsigned htr_pcs_hex(const char *s, uint64_t *value)
{
    unsigned n = htr_pcs_hex8(htr_pcs_eight(s), value);
    if (n == 8 && htr_pcs_goes_on(s[8])) {
        uint64_t low, more;
        unsigned m = htr_pcs_hex8(htr_pcs_eight(s + 8), &low);
        *value = *value << (4 * m) | low;
        n += m;
        if (m == 8) {
            n += htr_pcs_hex8(htr_pcs_eight(s + 16), &more) != 0;
        }
    }
    return n;
}

/* What follows the digits of a line in a usual form: nothing, or a comma and at most 7
 * characters, then LF or CR LF. Returns its length with its end, or 0: another form. */
static inline size_t htr_pcs_usual_tail(const char *s)
{
    if (s[0] == '\n') {
        return 1;
    }
    if (s[0] == '\r' && s[1] == '\n') {
        return 2;
    }
    if (s[0] != ',') {
        return 0;
    }
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t other = htr_pcs_eight(s + 1) ^ ones * '\n'; /* LF is 0 */
    uint64_t found = ~(((other & ones * 0x7F) + ones * 0x7F) | other) & ones * 0x80;
    return found == 0 ? 0 : 2u + htr_pcs_zero_bytes(found);
}

/* The front of a line in a usual form: "0x" and at most 16 digits of an even address. Returns its
 * length, or 0. */
static inline size_t htr_pcs_usual_front(const char *s, uint64_t *pc)
{
    if (s[0] != '0' || s[1] != 'x') {
        return 0;
    }
    unsigned n = htr_pcs_hex(s + 2, pc);
    return n == 0 || n > 16 || (*pc & 1) != 0 ? 0 : n + 2u;
}

/* A line in a usual form. Returns its length with its end, or 0: another form. */
static inline size_t htr_pcs_usual_line(const char *s, uint64_t *pc)
{
    size_t front = htr_pcs_usual_front(s, pc);
    size_t tail = front == 0 ? 0 : htr_pcs_usual_tail(s + front);
    return tail == 0 ? 0 : front + tail;
}

/* The length of some whole lines up to the address of the last one: what follows it (a type,
 * in PCSEQ) may depend on what comes next. Returns 0 when the last line is in no usual form. */
static inline size_t htr_pcs_without_tail(const char *text, size_t length)
{
    uint64_t pc;
    size_t last = length > 0 ? length - 1 : 0; /* its LF */
    while (last > 0 && text[last - 1] != '\n') {
        last--;
    }
    size_t front = length == 0 ? 0 : htr_pcs_usual_front(text + last, &pc);
    return front == 0 ? 0 : last + front;
}

#ifdef __cplusplus
}
#endif

#endif
