/* SPDX-License-Identifier: Apache-2.0 */
/* The small formatter. No division of 64 bits, which would need libgcc on rv32. */
#include "fwtrace/fwtrace.h"

struct output {
    char *to;
    size_t size, n;
};

struct spec {
    bool left, zero, wide;
    unsigned width;
    char kind;
};

static void add(struct output *o, char c)
{
    if (o->n + 1 < o->size) {
        o->to[o->n] = c;
    }
    o->n++;
}

static void pad(struct output *o, char c, unsigned n)
{
    for (; n > 0; n--) {
        add(o, c);
    }
}

/* Divide by 10, 16 bits at a time. Returns the remainder. */
static unsigned divide(uint64_t *v)
{
    uint32_t rest = 0;
    uint64_t quotient = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t part = rest << 16 | (uint32_t)(*v >> 48);
        *v <<= 16;
        quotient = quotient << 16 | part / 10;
        rest = part % 10;
    }
    *v = quotient;
    return rest;
}

static void add_number(struct output *o, const struct spec *s, uint64_t v)
{
    char digits[20];
    unsigned k = 0;
    const bool hex = s->kind == 'x' || s->kind == 'X' || s->kind == 'p';
    const bool negative = (s->kind == 'd' || s->kind == 'i') && (int64_t)v < 0;
    if (negative) {
        v = 0 - v;
    }
    do {
        if (hex) {
            digits[k++] = (s->kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[v & 15u];
            v >>= 4;
        } else {
            digits[k++] = (char)('0' + divide(&v));
        }
    } while (v != 0);
    const unsigned sign = negative ? 1 : s->kind == 'p' ? 2 : 0;
    const unsigned fill = s->width > k + sign ? s->width - k - sign : 0;
    if (!s->left && !s->zero) {
        pad(o, ' ', fill);
    }
    if (negative) {
        add(o, '-');
    } else if (sign != 0) {
        add(o, '0');
        add(o, 'x');
    }
    if (!s->left && s->zero) {
        pad(o, '0', fill);
    }
    while (k > 0) {
        add(o, digits[--k]);
    }
    if (s->left) {
        pad(o, ' ', fill);
    }
}

static void add_string(struct output *o, const struct spec *s, const char *text)
{
    unsigned n = 0;
    while (text[n] != '\0') {
        n++;
    }
    const unsigned fill = s->width > n ? s->width - n : 0;
    if (!s->left) {
        pad(o, ' ', fill);
    }
    for (unsigned i = 0; i < n; i++) {
        add(o, text[i]);
    }
    if (s->left) {
        pad(o, ' ', fill);
    }
}

static const char *parse(struct spec *s, const char *f)
{
    *s = (struct spec){.kind = 0};
    for (; *f == '-' || *f == '0'; f++) {
        s->left |= *f == '-';
        s->zero |= *f == '0';
    }
    for (; *f >= '0' && *f <= '9' && s->width < 100; f++) {
        s->width = s->width * 10 + (unsigned)(*f - '0');
    }
    for (; *f == 'l' || *f == 'z'; f++) {
        s->wide |= *f == 'z' ? sizeof(size_t) > 4 : f[1] == 'l' || sizeof(long) > 4;
    }
    s->kind = *f;
    return *f != '\0' ? f + 1 : f;
}

static void add_argument(struct output *o, const struct spec *s, uint64_t v)
{
    const bool is_signed = s->kind == 'd' || s->kind == 'i';
    if (s->kind == 's') {
        const char *text = (const char *)(uintptr_t)v;
        add_string(o, s, text != NULL ? text : "(null)");
    } else if (s->kind == 'c') {
        const char text[2] = {(char)v, '\0'};
        add_string(o, s, text);
    } else if (s->kind == 'p' || s->wide) {
        add_number(o, s, v);
    } else {
        add_number(o, s, is_signed ? (uint64_t)(int64_t)(int32_t)(uint32_t)v : (uint32_t)v);
    }
}

static bool takes(char kind)
{
    return kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'c' ||
           kind == 's' || kind == 'p';
}

size_t fwt_format(char *out, size_t size, const char *format, const uint64_t *args, unsigned n)
{
    struct output o = {out, size, 0};
    unsigned k = 0;
    while (*format != '\0') {
        const char *start = format;
        struct spec s;
        if (*format++ != '%') {
            add(&o, *start);
            continue;
        }
        format = parse(&s, format);
        if (takes(s.kind) && k < n) {
            add_argument(&o, &s, args[k++]);
        } else if (s.kind == '%') {
            add(&o, '%');
        } else {
            for (; start < format; start++) {
                add(&o, *start);
            }
        }
    }
    if (size > 0) {
        out[o.n < size ? o.n : size - 1] = '\0';
    }
    return o.n;
}

enum {
    TEXT_ALL = 4 * FWT_TEXT_MAX,
};

void fwt_text(struct fwt *t, const char *format, const uint64_t *args, unsigned n)
{
    char text[TEXT_ALL + 1];
    size_t size = fwt_format(text, sizeof text, format, args, n);
    if (size > TEXT_ALL) {
        size = TEXT_ALL;
    }
    size_t at = 0;
    do {
        uint32_t words[FWT_WORDS];
        const size_t left = size - at, bytes = left < FWT_TEXT_MAX ? left : FWT_TEXT_MAX;
        const unsigned count = (unsigned)(bytes + 3) / 4;
        words[0] =
            FWT_TEXT | (uint32_t)count << 26 | (left > bytes ? FWT_TEXT_MORE : 0) | (uint32_t)bytes;
        for (unsigned i = 0; i < count; i++) {
            words[1 + i] = 0;
        }
        for (unsigned i = 0; i < bytes; i++) {
            words[1 + i / 4] |= (uint32_t)(uint8_t)text[at + i] << i % 4 * 8;
        }
        fwt_message(t, words, 1 + count);
        at += bytes;
    } while (at < size);
}
