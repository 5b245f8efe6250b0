/* SPDX-License-Identifier: Apache-2.0 */
#include "nexus/nexus_print.h"

#include "flow_bits.h"
#include "nexus_frame.h"
#include "nexus_table.h"

/* Text that grows; what does not fit is dropped and remembered. */
struct text {
    char *buf;
    size_t cap;
    size_t size;
};

static void add_char(struct text *t, char c)
{
    if (t->size + 1 < t->cap) {
        t->buf[t->size] = c;
    }
    t->size++;
}

static void add(struct text *t, const char *s)
{
    while (*s != '\0') {
        add_char(t, *s++);
    }
}

static void add_dec(struct text *t, size_t v)
{
    char digit[20];
    unsigned n = 0;
    do {
        digit[n++] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    while (n > 0) {
        add_char(t, digit[--n]);
    }
}

/* At least min digits, upper case. */
static void add_hex(struct text *t, uint64_t v, unsigned min)
{
    unsigned n = v == 0 ? 0 : flow_bits_high(v) / 4 + 1;
    n = n < min ? min : n;
    while (n > 0) {
        add_char(t, "0123456789ABCDEF"[v >> (4 * --n) & 15]);
    }
}

static void add_bits(struct text *t, unsigned v, unsigned n)
{
    while (n > 0) {
        add_char(t, (char)('0' + (v >> --n & 1)));
    }
}

static int finish(struct text *t)
{
    if (t->size >= t->cap) {
        if (t->cap > 0) {
            t->buf[0] = '\0';
        }
        return NEXUS_ERR_NOSPACE;
    }
    t->buf[t->size] = '\0';
    return (int)t->size;
}

/* Codes (fixed length, at most 4 bits) in decimal, quantities in hexadecimal. */
static void add_value(struct text *t, const struct nexus_stream_cfg *cfg, const struct nexus_row *r,
                      uint64_t v)
{
    bool fixed = r != NULL && (r->kind == NEXUS_KIND_FIX || r->kind == NEXUS_KIND_CFG);
    if (fixed && nexus_row_width(cfg, r) <= 4) {
        add_dec(t, (size_t)v);
    } else {
        add(t, "0x");
        add_hex(t, v, 1);
    }
}

static void add_raw(struct text *t, const struct nexus_msg *m)
{
    add(t, " TCODE=");
    add_dec(t, m->tcode);
    add(t, " RAW=");
    for (size_t i = 0; i < m->raw_length && i < NEXUS_PRINT_RAW_MAX; i++) {
        if (i > 0) {
            add_char(t, ',');
        }
        add_hex(t, m->raw[i], 2);
    }
    if (m->raw_length > NEXUS_PRINT_RAW_MAX) {
        add(t, "...");
    }
}

int nexus_msg_print(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, char *buf,
                    size_t cap)
{
    struct text t = {.buf = buf, .cap = cap};
    const struct nexus_layout *l = &nexus_layouts[m->tcode % NEXUS_TCODES];
    add(&t, l->name);
    if (l->head != NEXUS_BARE_HEAD && cfg->src_bits > 0) {
        add(&t, " SRC=");
        add_dec(&t, m->src);
    }
    if (l->head == NEXUS_RAW_HEAD) {
        add_raw(&t, m);
        return finish(&t);
    }
    for (const struct nexus_row *r = l->row; r->kind != NEXUS_KIND_END; r++) {
        if (nexus_msg_has(m, (enum nexus_field)r->field)) {
            add_char(&t, ' ');
            add(&t, r->name);
            add_char(&t, '=');
            add_value(&t, cfg, r, m->value[r->field]);
        }
    }
    if (l->head == NEXUS_NTRACE_HEAD && nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        add(&t, " TSTAMP=");
        add_value(&t, cfg, NULL, m->value[NEXUS_F_TSTAMP]);
    }
    return finish(&t);
}

/* The low 64 of the MDO bits [first, first + count) of a message. */
static uint64_t mdo_bits(const uint8_t *raw, size_t first, size_t count)
{
    uint64_t v = 0;
    size_t done = 0;
    while (done < count && done < 64) {
        size_t at = first + done;
        uint64_t mdo = (uint64_t)(raw[at / NEXUS_MDO_BITS] >> 2) >> (at % NEXUS_MDO_BITS);
        v |= mdo << done;
        done += NEXUS_MDO_BITS - at % NEXUS_MDO_BITS;
    }
    return count < 64 ? v & ((UINT64_C(1) << count) - 1) : v;
}

/* Lay one field at *bit; width 0 means variable length. False when the message is too short for it.
 */
static bool lay(const struct nexus_msg *m, const char *name, unsigned width, size_t *bit,
                struct nexus_span *s)
{
    size_t last = *bit + width;
    if (width == 0) {
        size_t byte = *bit / NEXUS_MDO_BITS;
        while (byte < m->raw_length && (m->raw[byte] & NEXUS_MSEO_FIELD) == 0) {
            byte++;
        }
        last = (byte + 1) * NEXUS_MDO_BITS;
    }
    if (last > m->raw_length * NEXUS_MDO_BITS) {
        return false;
    }
    *s = (struct nexus_span){.name = name, .first_bit = *bit, .bits = last - *bit};
    s->value = mdo_bits(m->raw, s->first_bit, s->bits);
    *bit = last;
    return true;
}

unsigned nexus_msg_spans(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m,
                         struct nexus_span span[NEXUS_SPANS_MAX])
{
    const struct nexus_layout *l = &nexus_layouts[m->tcode % NEXUS_TCODES];
    size_t bit = 0;
    unsigned n = 0;
    if (!lay(m, "TCODE", NEXUS_MDO_BITS, &bit, &span[0])) {
        return 0;
    }
    n++;
    if (l->head != NEXUS_BARE_HEAD && cfg->src_bits > 0) {
        if (!lay(m, "SRC", cfg->src_bits, &bit, &span[n])) {
            return n;
        }
        n++;
    }
    for (const struct nexus_row *r = l->row; r->kind != NEXUS_KIND_END; r++) {
        bool fixed = r->kind == NEXUS_KIND_FIX || r->kind == NEXUS_KIND_CFG;
        if (!nexus_msg_has(m, (enum nexus_field)r->field)) {
            continue;
        }
        if (!lay(m, r->name, fixed ? nexus_row_width(cfg, r) : 0, &bit, &span[n])) {
            return n;
        }
        n++;
    }
    if (nexus_msg_has(m, NEXUS_F_TSTAMP)) {
        bit += (NEXUS_MDO_BITS - bit % NEXUS_MDO_BITS) % NEXUS_MDO_BITS;
        n += lay(m, "TSTAMP", 0, &bit, &span[n]) ? 1 : 0;
    }
    return n;
}

static void add_byte(struct text *t, unsigned b)
{
    add(t, "0x");
    add_hex(t, b, 2);
    add_char(t, ' ');
    add_bits(t, b >> 2, NEXUS_MDO_BITS);
    add_char(t, ' ');
    add_bits(t, b & NEXUS_MSEO_MASK, 2);
}

static void add_span(struct text *t, const struct nexus_msg *m, const struct nexus_span *s)
{
    add_char(t, ' ');
    add(t, s->name);
    add_char(t, '[');
    add_dec(t, s->bits);
    add(t, "]=");
    if (s->first_bit == 0) {
        add_dec(t, (size_t)s->value);
        add(t, " - ");
        add(t, nexus_tcode_name(m->tcode));
    } else {
        add(t, "0x");
        add_hex(t, s->value, 1);
    }
}

int nexus_msg_print_byte(const struct nexus_msg *m, const struct nexus_span *span, unsigned spans,
                         size_t index, char *buf, size_t cap)
{
    if (index >= m->raw_length) {
        return NEXUS_ERR_ARG;
    }
    struct text t = {.buf = buf, .cap = cap};
    add_byte(&t, m->raw[index]);
    for (unsigned i = 0; i < spans; i++) {
        if ((span[i].first_bit + span[i].bits - 1) / NEXUS_MDO_BITS == index) {
            add_span(&t, m, &span[i]);
        }
    }
    return finish(&t);
}

int nexus_print_idle(char *buf, size_t cap)
{
    struct text t = {.buf = buf, .cap = cap};
    add_byte(&t, NEXUS_IDLE);
    add(&t, " Idle");
    return finish(&t);
}
