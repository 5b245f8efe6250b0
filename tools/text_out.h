/* SPDX-License-Identifier: Apache-2.0 */
/* Much text to a file: numbers are formatted here, and it is written in large pieces. */
#ifndef TOOLS_TEXT_OUT_H
#define TOOLS_TEXT_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    TEXT_OUT_BUFFER = 1 << 16,
    TEXT_NUMBER = 28,
};

/* All zero but out: ready. */
struct text_out {
    FILE *out;
    bool failed; /* something could not be written */
    size_t fill;
    char buffer[TEXT_OUT_BUFFER];
};

/* Write what is buffered. */
void text_out_flush(struct text_out *t);

/* Room for n bytes, at most TEXT_OUT_BUFFER, at the place returned; text_out_took says how many of
 * them were used. */
static inline char *text_out_room(struct text_out *t, size_t n)
{
    if (n > TEXT_OUT_BUFFER - t->fill) {
        text_out_flush(t);
    }
    return t->buffer + t->fill;
}

static inline void text_out_took(struct text_out *t, size_t n)
{
    t->fill += n;
}

/* Eight bytes, the lowest first, on any machine. (Not in a loop: so they become one.) */
static inline void text_put8(uint8_t *p, uint64_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
    p[4] = (uint8_t)(v >> 32);
    p[5] = (uint8_t)(v >> 40);
    p[6] = (uint8_t)(v >> 48);
    p[7] = (uint8_t)(v >> 56);
}

/* Write a number at p, without zero behind it: in decimal (at most 20 characters), or in upper case
 * hexadecimal of at least so many digits (0 to 16). p has TEXT_NUMBER bytes, of which those behind
 * the number may change. Returns the place behind it. */
char *text_decimal(char *p, uint64_t v);
char *text_hex(char *p, uint64_t v, unsigned digits);

/* Append bytes, a string, a character, a number. */
void text_out_bytes(struct text_out *t, const char *text, size_t n);

static inline void text_out_string(struct text_out *t, const char *s)
{
    text_out_bytes(t, s, strlen(s));
}

static inline void text_out_char(struct text_out *t, char c)
{
    *text_out_room(t, 1) = c;
    text_out_took(t, 1);
}

static inline void text_out_decimal(struct text_out *t, uint64_t v)
{
    char *p = text_out_room(t, TEXT_NUMBER);
    text_out_took(t, (size_t)(text_decimal(p, v) - p));
}

static inline void text_out_hex(struct text_out *t, uint64_t v, unsigned digits)
{
    char *p = text_out_room(t, TEXT_NUMBER);
    text_out_took(t, (size_t)(text_hex(p, v, digits) - p));
}

#endif
