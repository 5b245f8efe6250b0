/* SPDX-License-Identifier: Apache-2.0 */
/* Fast text output: numbers are formatted here, and text is written in large pieces. */
#ifndef HTR_OUT_H
#define HTR_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_OUT_BUFFER = 1 << 16,
    HTR_NUMBER = 28,
};

/* All zero but out: ready. */
struct htr_out {
    FILE *out;
    bool failed; /* something could not be written */
    size_t fill;
    char buffer[HTR_OUT_BUFFER];
};

/* Write the buffer. */
void htr_out_flush(struct htr_out *t);

/* Room for n bytes, at most HTR_OUT_BUFFER, at the place returned; htr_out_took reports how many of
 * them were used. */
static inline char *htr_out_room(struct htr_out *t, size_t n)
{
    if (n > HTR_OUT_BUFFER - t->fill) {
        htr_out_flush(t);
    }
    return t->buffer + t->fill;
}

static inline void htr_out_took(struct htr_out *t, size_t n)
{
    t->fill += n;
}

/* Write a number at p, without a terminating zero: in decimal (at most 20 characters), or in upper
 * case hexadecimal of at least `digits` digits (0 to 16). p has HTR_NUMBER bytes, and those after
 * the number may change. Returns the place after it. */
char *htr_decimal(char *p, uint64_t v);
char *htr_hex(char *p, uint64_t v, unsigned digits);

/* Append bytes, a string, a character, a number. */
void htr_out_bytes(struct htr_out *t, const char *text, size_t n);

static inline void htr_out_string(struct htr_out *t, const char *s)
{
    htr_out_bytes(t, s, strlen(s));
}

static inline void htr_out_char(struct htr_out *t, char c)
{
    *htr_out_room(t, 1) = c;
    htr_out_took(t, 1);
}

static inline void htr_out_decimal(struct htr_out *t, uint64_t v)
{
    char *p = htr_out_room(t, HTR_NUMBER);
    htr_out_took(t, (size_t)(htr_decimal(p, v) - p));
}

static inline void htr_out_hex(struct htr_out *t, uint64_t v, unsigned digits)
{
    char *p = htr_out_room(t, HTR_NUMBER);
    htr_out_took(t, (size_t)(htr_hex(p, v, digits) - p));
}

#ifdef __cplusplus
}
#endif

#endif
