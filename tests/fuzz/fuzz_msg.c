/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Message layer: any bytes under any configuration. The decoder always moves on, says where each
 * message stands, and what it decodes without complaint can be encoded and decoded again. Printing
 * never fails. From any byte the next message is found.
 *
 * Input: the configuration (fuzz_cfg), the bytes.
 */
#include <string.h>

#include "fuzz.h"
#include "nexus/nexus_print.h"

static bool same(const struct nexus_msg *a, const struct nexus_msg *b)
{
    if (a->tcode != b->tcode || a->src != b->src || a->present != b->present) {
        return false;
    }
    for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
        if (nexus_msg_has(a, (enum nexus_field)f) && a->value[f] != b->value[f]) {
            return false;
        }
    }
    return true;
}

static bool is_opaque(unsigned tcode)
{
    const char *name = nexus_tcode_name(tcode);
    if (tcode >= NEXUS_VENDOR_FIRST) {
        return true;
    }
    return strcmp(name, "Reserved") == 0;
}

/* A program address beyond XLEN: decoded, for the flow layer to complain; never encoded. */
static bool has_far_address(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m)
{
    bool program = nexus_tcode_is_sync(m->tcode) || m->tcode == NEXUS_INDIRECT_BRANCH ||
                   m->tcode == NEXUS_INDIRECT_BRANCH_HIST ||
                   m->tcode == NEXUS_REPEAT_INSTRUCTION_SYNC;
    return program && nexus_msg_has(m, NEXUS_F_ADDR) &&
           (m->value[NEXUS_F_ADDR] >> (cfg->xlen - 1)) != 0;
}

static void check_round_trip(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m)
{
    static uint8_t buf[1 << 17];
    struct nexus_msg_decoder d;
    struct nexus_msg again;
    int n = nexus_msg_encode(cfg, m, buf, sizeof buf);

    if (has_far_address(cfg, m)) {
        FUZZ_CHECK(n == NEXUS_ERR_ARG);
        return;
    }
    FUZZ_CHECK(n >= 2 && (size_t)n <= m->length);
    FUZZ_CHECK(n <= NEXUS_MAX_MSG_BYTES || is_opaque(m->tcode));
    FUZZ_CHECK(nexus_msg_decoder_init(&d, cfg, buf, (size_t)n) == NEXUS_OK);
    FUZZ_CHECK(nexus_msg_next(&d, &again) == NEXUS_OK);
    FUZZ_CHECK(d.pos == (size_t)n && again.offset == 0 && again.length == (size_t)n);
    FUZZ_CHECK(same(m, &again));
}

static void check_printing(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m)
{
    char line[NEXUS_PRINT_MAX];
    struct nexus_span span[NEXUS_SPANS_MAX];
    int n = nexus_msg_print(cfg, m, line, sizeof line);
    FUZZ_CHECK(n > 0 && line[n] == '\0');
    unsigned spans = nexus_msg_spans(cfg, m, span);
    FUZZ_CHECK(spans <= NEXUS_SPANS_MAX);
    for (size_t i = 0; i < m->raw_length && i < 64; i++) {
        n = nexus_msg_print_byte(m, span, spans, i, line, sizeof line);
        FUZZ_CHECK(n > 0 && line[n] == '\0');
    }
}

static void decode_all(const struct nexus_stream_cfg *cfg, const struct fuzz_bytes *in, size_t from)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int rc;

    FUZZ_CHECK(nexus_msg_decoder_init(&d, cfg, in->at, in->left) == NEXUS_OK);
    d.pos = from;
    if (from > 0 && nexus_msg_decoder_resync(&d) == NEXUS_OK) {
        FUZZ_CHECK(d.pos > from && (in->at[d.pos - 1] & 3u) == 3);
    }
    size_t before = d.pos;
    while ((rc = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        FUZZ_CHECK(rc == NEXUS_OK || rc == NEXUS_ERR_MSEO || rc == NEXUS_ERR_TRUNCATED ||
                   rc == NEXUS_ERR_OVERSIZE || rc == NEXUS_ERR_EXTRA || rc == NEXUS_ERR_EMPTY);
        FUZZ_CHECK(m.length >= 1 && m.offset >= before && m.offset + m.length == d.pos);
        FUZZ_CHECK(m.raw == in->at + m.offset && m.raw_length == m.length);
        FUZZ_CHECK((in->at[d.pos - 1] & 3u) == 3 && d.pos > before && d.pos <= in->left);
        if (rc == NEXUS_OK) {
            check_round_trip(cfg, &m);
        }
        check_printing(cfg, &m);
        before = d.pos;
    }
    FUZZ_CHECK(d.pos <= in->left);
    for (size_t i = d.pos; i < in->left; i++) {
        FUZZ_CHECK((in->at[i] & 3u) != 3); /* nothing complete was left */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes in = {data, size};
    struct nexus_stream_cfg cfg;
    uint8_t from = fuzz_byte(&in);

    fuzz_cfg(&in, &cfg);
    decode_all(&cfg, &in, 0);
    if (from < in.left) {
        decode_all(&cfg, &in, from);
    }
    return 0;
}
