/* SPDX-License-Identifier: Apache-2.0 */
/* Prints and events as text. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "htr/htr_fw.h"
#include "htr/htr_text.h"

/* Text that is cut when there is no room. */
struct text {
    char *to;
    size_t size, n;
};

static void add(struct text *t, const char *s, size_t n)
{
    const size_t room = t->size - 1 - t->n, k = n < room ? n : room;
    memcpy(t->to + t->n, s, k);
    t->n += k;
    t->to[t->n] = '\0';
}

__attribute__((format(printf, 2, 3))) static void addf(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(t->to + t->n, t->size - t->n, format, args);
    va_end(args);
    if (n > 0) {
        t->n = (size_t)n < t->size - t->n ? t->n + (size_t)n : t->size - 1;
    }
}

/* ---- formats ---- */

enum {
    FLAGS = 16,
    LIMIT = 200, /* width and precision */
};

struct spec {
    char flags[FLAGS];
    int width, precision; /* -1: none */
    unsigned bytes;       /* of an integer argument */
    bool far;             /* as wide as an address */
    char kind;
};

static const char *take_number(const char *f, int *n)
{
    *n = -1;
    while (*f >= '0' && *f <= '9') {
        *n = (*n < 0 ? 0 : *n) * 10 + (*f++ - '0');
        *n = *n > LIMIT ? LIMIT : *n;
    }
    return f;
}

/* C11, 7.21.6.1, without '*'. f is after the '%'; returns the place after the conversion. */
static const char *parse(const char *f, struct spec *s)
{
    unsigned n = 0;
    *s = (struct spec){.bytes = 4, .precision = -1};
    while (*f != '\0' && strchr("-+ #0", *f) != NULL) {
        if (n < FLAGS - 1 && memchr(s->flags, *f, n) == NULL) {
            s->flags[n++] = *f;
        }
        f++;
    }
    f = take_number(f, &s->width);
    if (*f == '.') {
        f = take_number(f + 1, &s->precision);
        s->precision = s->precision < 0 ? 0 : s->precision;
    }
    if (strncmp(f, "ll", 2) == 0 || *f == 'j') {
        s->bytes = 8;
        f += *f == 'j' ? 1 : 2;
    } else if (*f == 'l' || *f == 'z' || *f == 't') {
        s->far = true;
        f++;
    } else if (*f == 'h') {
        s->bytes = f[1] == 'h' ? 1 : 2;
        f += f[1] == 'h' ? 2 : 1;
    }
    s->kind = *f;
    s->far |= s->kind == 'p' || s->kind == 's';
    return *f != '\0' ? f + 1 : f;
}

unsigned htr_fw_format_words(const char *format, unsigned xlen)
{
    struct spec s;
    unsigned words = 0;
    for (const char *f = strchr(format, '%'); f != NULL; f = strchr(f, '%')) {
        f = parse(f + 1, &s);
        if (s.kind != '%' && s.kind != '\0') {
            words += s.bytes == 8 || (s.far && xlen == 64) ? 2 : 1;
        }
    }
    return words;
}

static uint64_t narrow(uint64_t v, unsigned bytes, bool is_signed)
{
    const unsigned shift = 64 - 8 * bytes;
    return is_signed ? (uint64_t)((int64_t)(v << shift) >> shift) : v << shift >> shift;
}

static void add_number(struct text *t, const struct spec *s, uint64_t v)
{
    char format[FLAGS + 16];
    const bool is_signed = s->kind == 'd' || s->kind == 'i';
    char head[FLAGS + 1];
    snprintf(head, sizeof head, "%%%s", s->flags);
    snprintf(format, sizeof format, "%s*.*ll%c", head, s->kind);
    const int width = s->width < 0 ? 0 : s->width;
    v = narrow(v, s->bytes, is_signed);
    char number[LIMIT * 2 + 32];
    snprintf(number, sizeof number, format, width, s->precision, (unsigned long long)v);
    add(t, number, strlen(number));
}

static void add_padded(struct text *t, const struct spec *s, const char *text, size_t n)
{
    const size_t width = s->width > 0 ? (size_t)s->width : 0;
    const bool left = strchr(s->flags, '-') != NULL;
    for (size_t i = n; i < width && !left; i++) {
        add(t, " ", 1);
    }
    add(t, text, n);
    for (size_t i = n; i < width && left; i++) {
        add(t, " ", 1);
    }
}

/* Returns false: no text at that address. */
static bool add_string(struct text *t, const struct spec *s, const struct htr_fw_elf *elf,
                       uint64_t address)
{
    char missing[80];
    const char *text = htr_fw_elf_text(elf, address);
    if (text == NULL && address == 0) {
        text = "(null)"; /* as fwt_format prints it */
    }
    const bool there = text != NULL;
    if (!there) {
        snprintf(missing, sizeof missing, "<text at 0x%llx: not constant in the ELF>",
                 (unsigned long long)address);
        text = missing;
    }
    size_t n = strlen(text);
    if (there && s->precision >= 0 && (size_t)s->precision < n) {
        n = (size_t)s->precision;
    }
    add_padded(t, s, text, n);
    return there;
}

/* Returns false: something is not there. */
static bool add_argument(struct text *t, const struct spec *s, const struct htr_fw_elf *elf,
                         uint64_t v)
{
    char c = (char)v;
    if (s->kind == 's') {
        return add_string(t, s, elf, v);
    }
    if (s->kind == 'c') {
        add_padded(t, s, &c, 1);
    } else if (s->kind == 'p') {
        addf(t, "0x%llx", (unsigned long long)v);
    } else {
        add_number(t, s, v);
    }
    return true;
}

bool htr_fw_format(const struct htr_fw_elf *elf, const char *format, const uint32_t *words,
                   unsigned n, char *to, size_t size)
{
    struct text t = {to, size, 0};
    bool whole = true;
    unsigned k = 0;
    to[0] = '\0';
    while (*format != '\0') {
        const size_t plain = strcspn(format, "%");
        struct spec s;
        add(&t, format, plain);
        format += plain;
        if (*format == '\0') {
            break;
        }
        format = parse(format + 1, &s);
        if (s.kind == '%') {
            add(&t, "%", 1);
            continue;
        }
        if (s.kind == '\0' || strchr("diouxXcsp", s.kind) == NULL) {
            addf(&t, "<%%%c: not a conversion of fwt_print>", s.kind != '\0' ? s.kind : ' ');
            whole = false;
            break; /* how many words it has is not known */
        }
        s.bytes = s.far ? elf->elf.xlen / 8u : s.bytes;
        const unsigned need = s.bytes == 8 ? 2 : 1;
        if (k + need > n) {
            addf(&t, "<argument missing>");
            whole = false;
            break;
        }
        const uint64_t v = words[k] | (need == 2 ? (uint64_t)words[k + 1] << 32 : 0);
        k += need;
        whole &= add_argument(&t, &s, elf, v);
    }
    if (whole && k < n) {
        addf(&t, " <%u words more>", n - k);
        whole = false;
    }
    return whole;
}

/* ---- events ---- */

static void add_debug(struct text *t, const struct htr_fw_event *e)
{
    if (e->action == NULL) {
        addf(t, "%s: word 0x%08x: not in the table", e->domain->name, e->word);
        return;
    }
    addf(t, "%s.%s%s", e->domain->name, e->action->name, e->failed ? " failed" : "");
    for (unsigned i = 0; i < e->action->fields; i++) {
        const struct htr_fw_field *field = &e->action->field[i];
        const uint32_t v = htr_fw_bits(e->word, field->bits);
        addf(t, "%s%s=%u", i == 0 ? ": " : " ", field->name, v);
    }
}

/* Text that was written for printf: its end of line is that of the event. */
static void end_line(struct text *t)
{
    while (t->n > 0 && (t->to[t->n - 1] == '\n' || t->to[t->n - 1] == '\r')) {
        t->to[--t->n] = '\0';
    }
    for (char *c = t->to; *c != '\0'; c++) {
        *c = *c == '\t' ? ' ' : *c;
    }
}

size_t htr_fw_event_text(const struct htr_fw_event *e, char *to, size_t size)
{
    struct text t = {to, size, 0};
    to[0] = '\0';
    switch (e->kind) {
    case HTR_FW_DEBUG:
        add_debug(&t, e);
        break;
    case HTR_FW_LOST:
        addf(&t, "lost %llu word%s: %s", (unsigned long long)e->value, htr_s(e->value), e->text);
        break;
    case HTR_FW_DAMAGED:
        addf(&t, "damaged: %s", e->text);
        break;
    default:
        addf(&t, "%s", e->text);
        end_line(&t);
        break;
    }
    htr_plain(to);
    return t.n;
}
