/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Frame layer: the reader takes fields as a bit-by-bit reader takes them, for any bytes and any
 * sequence of fields; idle bytes and ends of messages are found where a plain loop finds them.
 *
 * Input: one byte with the number of fields, their widths (0..32 fixed, above: variable), the
 * bytes.
 */
#include <string.h>

#include "fuzz.h"
#include "nexus_frame.h"

enum {
    MAX_FIELDS = 24,
};

/* The slow reader: one bit at a time, straight from "MSEO Sequences". */
struct slow {
    const uint8_t *byte;
    size_t size;
    size_t at;    /* bytes fetched */
    unsigned bit; /* of the last byte fetched; 6 = used up */
    bool ended;   /* a field or the message ended with the last byte fetched */
};

static int slow_bit(struct slow *s, unsigned *bit)
{
    if (s->bit == 6) {
        if (s->ended) {
            return NEXUS_ERR_TRUNCATED;
        }
        if (s->at == s->size) {
            return NEXUS_ERR_END;
        }
        unsigned mseo = s->byte[s->at++] & 3u;
        if (mseo == 2) {
            return NEXUS_ERR_MSEO;
        }
        s->ended = mseo != 0;
        s->bit = 0;
    }
    *bit = s->byte[s->at - 1] >> (2 + s->bit) & 1u;
    s->bit++;
    return NEXUS_OK;
}

static int slow_fixed(struct slow *s, unsigned width, uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < width; i++) {
        unsigned bit;
        int rc = slow_bit(s, &bit);
        if (rc != NEXUS_OK) {
            return rc;
        }
        *value |= (uint64_t)bit << i;
    }
    return NEXUS_OK;
}

static int slow_var(struct slow *s, struct nexus_var *v)
{
    *v = (struct nexus_var){.value = 0};
    while (!(s->ended && s->bit == 6)) {
        unsigned bit;
        int rc = slow_bit(s, &bit);
        if (rc != NEXUS_OK) {
            return rc;
        }
        if (v->count < 64) {
            v->value |= (uint64_t)bit << v->count;
        } else {
            v->lost |= bit != 0;
        }
        v->count++;
    }
    if (v->count == 0) {
        return NEXUS_ERR_TRUNCATED;
    }
    s->ended = (s->byte[s->at - 1] & 3u) == NEXUS_MSEO_END;
    return NEXUS_OK;
}

static void check_fields(struct fuzz_bytes *in)
{
    uint8_t width[MAX_FIELDS] = {0};
    unsigned n = fuzz_byte(in) % (MAX_FIELDS + 1);
    for (unsigned i = 0; i < n; i++) {
        width[i] = fuzz_byte(in);
    }
    struct nexus_reader r = {.p = in->at, .end = in->at + in->left};
    struct slow s = {.byte = in->at, .size = in->left, .bit = 6};
    for (unsigned i = 0; i < n; i++) {
        int got, want;
        if (width[i] <= 32) {
            uint64_t a = 0, b = 0;
            want = slow_fixed(&s, width[i], &b);
            got = nexus_take_fixed(&r, width[i], &a);
            FUZZ_CHECK(got != NEXUS_OK || a == b);
        } else {
            struct nexus_var a, b;
            want = slow_var(&s, &b);
            got = nexus_take_var(&r, &a);
            FUZZ_CHECK(got != NEXUS_OK ||
                       (a.value == b.value && a.count == b.count && a.lost == b.lost));
        }
        FUZZ_CHECK(got == want);
        FUZZ_CHECK(r.p >= in->at && r.p <= in->at + in->left);
        if (got != NEXUS_OK) {
            return;
        }
        FUZZ_CHECK(r.p == in->at + s.at);
    }
}

static void check_searches(const struct fuzz_bytes *in)
{
    const uint8_t *end = in->at + in->left;
    const uint8_t *idle = in->at;
    const uint8_t *last = NULL;
    while (idle != end && *idle == 0xFF) {
        idle++;
    }
    for (const uint8_t *p = in->at; p != end && last == NULL; p++) {
        if ((*p & 3u) == 3) {
            last = p + 1;
        }
    }
    FUZZ_CHECK(nexus_skip_idle(in->at, end) == idle);
    FUZZ_CHECK(nexus_find_end(in->at, end) == last);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    check_fields(&in);
    check_searches(&in);
    return 0;
}
