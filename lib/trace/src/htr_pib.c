/* SPDX-License-Identifier: Apache-2.0 */
/* A trace probe in software. */
#include "htr/htr_pib.h"

/* N-Trace: the two low bits of a byte. */
enum {
    MSEO_END = 3,
    /* Ones in a row after which a zero must be the start of a message. Inside of a message there
     * are at most 13: 6 of MDO, 2 of the MSEO that ends it, 5 of the 6 in the last MDO. */
    IDLE_RUN = 14,
    /* E-Trace: the shortest N of a synchronization sequence; zero bytes that are handed on, more
     * than a packet and a sequence can have in a row. */
    NULLS_LEAST = 31,
    NULLS_KEPT = 128,
};

static void put(struct htr_pib_result *r, unsigned byte)
{
    if (r->n < r->cap) {
        r->bytes[r->n] = (uint8_t)byte;
    } else {
        r->errors++;
    }
    r->n++;
}

/* A bit in the middle of a message. */
static void message_bit(struct htr_pib_assembler *a, unsigned bit)
{
    a->byte |= bit << a->bits;
    if (++a->bits < 8) {
        return;
    }
    put(a->r, a->byte);
    if ((a->byte & 3u) == MSEO_END) {
        a->in_message = false;
        a->r->messages++;
    } else if ((a->byte & 3u) == 2) {
        a->r->errors++; /* reserved */
    }
    a->bits = 0;
    a->byte = 0;
}

/* Idle is ones; a message begins with a zero (MSEO = 00). The first one counts only after a run of
 * ones that a message can have only at its end. */
static void stream_bit(struct htr_pib_assembler *a, unsigned bit)
{
    if (a->in_message) {
        message_bit(a, bit);
        return;
    }
    if (bit != 0) {
        a->r->idle_bits++;
        a->run++;
        a->synced = a->synced || a->run >= IDLE_RUN;
        return;
    }
    if (a->synced) {
        a->in_message = true;
        message_bit(a, bit);
    }
    a->run = 0;
}

/* 16 bits: a message begins in the low byte only. */
static void beat16(struct htr_pib_assembler *a, unsigned beat)
{
    for (unsigned half = 0; half < 2; half++) {
        unsigned byte = (beat >> (8 * half)) & 0xFFu;
        bool begins = !a->in_message;
        if (begins && byte == 0xFF) {
            a->r->idle_bits += 8;
            continue;
        }
        a->r->errors += begins && half == 1;
        for (unsigned k = 0; k < 8; k++) {
            a->in_message = true;
            message_bit(a, (byte >> k) & 1u);
        }
    }
}

/* E-Trace: a run of zeros that no packet can hold, and then a one: the last bit of a null.alignment
 * (Packet Encapsulation, Synchronization). */
static void null_bit(struct htr_pib_assembler *a, unsigned bit)
{
    if (!a->synced) {
        a->synced = bit != 0 && a->run >= 8 * NULLS_LEAST;
        a->run = bit != 0 ? 0 : a->run + 1;
        a->r->idle_bits++;
        return;
    }
    a->byte |= bit << a->bits;
    if (++a->bits < 8) {
        return;
    }
    a->run = a->byte == 0 ? a->run + 1 : 0;
    if (a->run <= NULLS_KEPT) {
        put(a->r, a->byte);
    } else {
        a->run = NULLS_KEPT + 1;
        a->r->idle_bits += 8;
    }
    a->bits = 0;
    a->byte = 0;
}

static void beat_in(const struct htr_pib_setting *set, struct htr_pib_assembler *a, unsigned beat)
{
    if (set->nulls) {
        for (unsigned k = 0; k < set->width; k++) {
            null_bit(a, (beat >> k) & 1u);
        }
        return;
    }
    if (!set->messages) {
        for (unsigned k = 0; k < set->width; k++) {
            a->byte |= ((beat >> k) & 1u) << a->bits;
            if (++a->bits == 8) {
                put(a->r, a->byte);
                a->bits = 0;
                a->byte = 0;
            }
        }
        return;
    }
    if (set->width == 16) {
        beat16(a, beat);
        return;
    }
    /* Until in step, a message may have begun in any bit; after that only with a beat. */
    bool begun = a->in_message;
    for (unsigned k = 0; k < set->width; k++) {
        stream_bit(a, (beat >> k) & 1u);
        a->r->errors += !begun && a->in_message && a->bits != (k + 1) % 8;
    }
}

static size_t parallel(struct htr_pib_decoder *d, const struct htr_pib_sample *s, size_t n)
{
    const struct htr_pib_setting *set = &d->set;
    struct htr_pib_result *r = d->a.r;
    unsigned mask = (1u << set->width) - 1u;
    size_t i;
    for (i = 1; i < n; i++) {
        if (s[i].clk == s[i - 1].clk) {
            continue;
        }
        /* A clock with edges at the edges of the data is delayed by half a bit by the probe. */
        size_t at = set->center ? i : i + set->ticks / 2;
        if (at >= n) {
            break;
        }
        if (r->edges == 0) {
            r->first_edge = d->base + i;
        } else {
            r->errors += d->base + i - d->last_edge != (size_t)set->ticks * (set->center ? 2 : 1);
        }
        d->last_edge = d->base + i;
        r->edges++;
        r->errors += (s[at].data & ~mask) != 0; /* unused pins are quiet */
        if (set->center) {
            /* Set up and hold around the edge. */
            r->errors += s[i - 1].data != s[i].data;
        }
        beat_in(set, &d->a, s[at].data & mask);
    }
    return n == 0 ? 0 : i - 1;
}

static size_t uart(struct htr_pib_decoder *d, const struct htr_pib_sample *s, size_t n)
{
    struct htr_pib_result *r = d->a.r;
    size_t bit = d->set.ticks;
    size_t i = 1;
    while (i + 10 * bit <= n) {
        if (!((s[i - 1].data & 1u) == 1 && (s[i].data & 1u) == 0)) {
            i++;
            continue;
        }
        unsigned byte = 0;
        for (unsigned k = 0; k < 8; k++) {
            byte |= (s[i + (k + 1) * bit + bit / 2].data & 1u) << k;
        }
        r->errors += (s[i + 9 * bit + bit / 2].data & 1u) == 0; /* stop bit */
        put(r, byte);
        i += 9 * bit + bit / 2 + 1;
    }
    return n == 0 ? 0 : i - 1;
}

/* The end of a frame: a stop bit, or that of the wave. */
static void end_frame(struct htr_pib_decoder *d)
{
    d->a.r->errors += d->a.bits != 0;
    d->a.r->messages++;
    d->a.bits = 0;
    d->a.byte = 0;
    d->in_frame = false;
}

static size_t manchester(struct htr_pib_decoder *d, const struct htr_pib_sample *s, size_t n)
{
    struct htr_pib_assembler *a = &d->a;
    size_t half = d->set.ticks;
    size_t i = 0;
    while (i + 2 * half <= n) {
        if (!d->in_frame && (s[i].data & 1u) == 0) {
            i++; /* idle */
            continue;
        }
        unsigned first = s[i + half / 2].data & 1u;
        unsigned second = s[i + half + half / 2].data & 1u;
        if (!d->in_frame) {
            a->r->errors += second != 0; /* start bit: 1, 0 */
            d->in_frame = true;
        } else if (first == second) {
            a->r->errors += first != 0; /* stop bit: 0, 0 */
            end_frame(d);
        } else {
            a->byte |= first << a->bits;
            if (++a->bits == 8) {
                put(a->r, a->byte);
                a->bits = 0;
                a->byte = 0;
            }
        }
        i += 2 * half;
    }
    return i;
}

void htr_pib_begin(struct htr_pib_decoder *d, const struct htr_pib_setting *set,
                   struct htr_pib_result *r)
{
    *r = (struct htr_pib_result){.bytes = r->bytes, .cap = r->cap};
    /* With whole bytes on the pins, every beat of ones is known to be idle. */
    *d = (struct htr_pib_decoder){.set = *set, .a = {.r = r, .synced = set->width >= 8}};
}

size_t htr_pib_feed(struct htr_pib_decoder *d, const struct htr_pib_sample *s, size_t n)
{
    const size_t used = d->set.protocol == HTR_PIB_PARALLEL ? parallel(d, s, n)
                        : d->set.protocol == HTR_PIB_UART   ? uart(d, s, n)
                                                            : manchester(d, s, n);
    d->base += used;
    return used;
}

void htr_pib_end(struct htr_pib_decoder *d)
{
    if (d->in_frame) {
        end_frame(d);
    }
    d->a.r->errors += d->a.in_message;
}

void htr_pib_decode(const struct htr_pib_setting *set, const struct htr_pib_sample *s, size_t n,
                    struct htr_pib_result *r)
{
    struct htr_pib_decoder d;
    htr_pib_begin(&d, set, r);
    (void)htr_pib_feed(&d, s, n);
    htr_pib_end(&d);
}
