/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Valid messages, chosen by the input: the encoder writes the bytes that the slow packer of
 * tests/lib/msg_facts.c writes, and the decoder reads the message back, also from the middle of a
 * stream with idle bytes between messages.
 *
 * Input: the configuration (fuzz_cfg; default widths), then for each message: which one, presence
 * of TSTAMP, idle bytes, how many significant bits each field has, and its value.
 */
#include <string.h>

#include "fuzz.h"
#include "msg_facts.h"

enum {
    MAX_MESSAGES = 32,
};

struct sent {
    struct nexus_msg m;
    size_t offset;
    size_t length;
};

/* A value of at most `bits` bits, as many as the next byte says. */
static uint64_t take_value(struct fuzz_bytes *in, unsigned bits)
{
    unsigned n = fuzz_byte(in) % (bits + 1);
    uint64_t v = 0;
    for (unsigned i = 0; i < n; i += 8) {
        v |= (uint64_t)fuzz_byte(in) << i;
    }
    return n == 64 ? v : v & ((UINT64_C(1) << n) - 1);
}

/* Before N-Trace 1.0 CKDF is one less than the number of CKDATA: the facts say how many 1.0 has, so
 * these messages are compared by decoding only. */
static bool has_one_more(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m)
{
    return cfg->profile == NEXUS_PROFILE_SIFIVE_0X && nexus_msg_has(m, NEXUS_F_CKDF);
}

/* With ExtendAddrMSB the value is the complete address (nexus_msg.h); the slow packer does not know
 * how to shorten it, so such streams are compared by decoding only. */
static bool take_message(struct fuzz_bytes *in, const struct nexus_stream_cfg *cfg,
                         const struct msg_fact **fact, struct nexus_msg *m)
{
    struct fact_field field[FACT_FIELDS_MAX];
    unsigned which = fuzz_byte(in);
    *fact = &msg_facts[which % msg_fact_count];
    if ((*fact)->cfg[0] != '\0') {
        return false;
    }
    unsigned n = fact_parse(*fact, field);
    nexus_msg_start(m, (enum nexus_tcode)(*fact)->tcode, 0);
    for (unsigned i = 0; i < n; i++) {
        unsigned bits = field[i].bits;
        if (field[i].field == NEXUS_F_ADDR && bits == NEXUS_MAX_ADDR_BITS) {
            bits = cfg->xlen - 1u;
        }
        uint64_t v = take_value(in, bits);
        nexus_msg_set(m, field[i].field, field[i].pinned ? field[i].value : v);
    }
    if (has_one_more(cfg, m) && m->value[NEXUS_F_CKDF] < 3) {
        static const enum nexus_field data[] = {NEXUS_F_DATA, NEXUS_F_DATA1, NEXUS_F_DATA2};
        nexus_msg_set(m, data[m->value[NEXUS_F_CKDF]], take_value(in, 64));
    }
    if (cfg->timestamps && (*fact)->head && (fuzz_byte(in) & 1u) != 0) {
        nexus_msg_set(m, NEXUS_F_TSTAMP, take_value(in, 64));
    }
    if ((*fact)->head && cfg->src_bits > 0) {
        m->src = (uint16_t)take_value(in, cfg->src_bits);
    }
    return true;
}

static void check_equal(const struct nexus_msg *a, const struct nexus_msg *b)
{
    FUZZ_CHECK(a->tcode == b->tcode && a->src == b->src && a->present == b->present);
    for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
        FUZZ_CHECK(!nexus_msg_has(a, (enum nexus_field)f) || a->value[f] == b->value[f]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sent sent[MAX_MESSAGES];
    static uint8_t stream[MAX_MESSAGES * (NEXUS_MAX_MSG_BYTES + 4)];
    struct fuzz_bytes in = {data, size};
    struct nexus_stream_cfg cfg;
    size_t used = 0;
    unsigned n = 0;

    fuzz_cfg(&in, &cfg);
    struct nexus_stream_cfg plain;
    nexus_cfg_init(&plain);
    cfg.width = plain.width;
    while (n < MAX_MESSAGES && in.left > 0) {
        const struct msg_fact *fact;
        uint8_t expected[256];
        struct sent *s = &sent[n];
        if (!take_message(&in, &cfg, &fact, &s->m)) {
            continue;
        }
        unsigned idle = fuzz_byte(&in) & 3u;
        memset(stream + used, 0xFF, idle);
        used += idle;
        int length = nexus_msg_encode(&cfg, &s->m, stream + used, sizeof stream - used);
        FUZZ_CHECK(length >= 2 && length <= NEXUS_MAX_MSG_BYTES);
        if (!cfg.extend_addr_msb && !has_one_more(&cfg, &s->m)) {
            FUZZ_CHECK(fact_pack(&cfg, fact, &s->m, expected) == (unsigned)length);
            FUZZ_CHECK(memcmp(expected, stream + used, (size_t)length) == 0);
        }
        FUZZ_CHECK(nexus_msg_encode(&cfg, &s->m, expected, (size_t)length - 1) ==
                   NEXUS_ERR_NOSPACE);
        s->offset = used;
        s->length = (size_t)length;
        used += s->length;
        n++;
    }
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    FUZZ_CHECK(nexus_msg_decoder_init(&d, &cfg, stream, used) == NEXUS_OK);
    for (unsigned i = 0; i < n; i++) {
        FUZZ_CHECK(nexus_msg_next(&d, &m) == NEXUS_OK);
        FUZZ_CHECK(m.offset == sent[i].offset && m.length == sent[i].length);
        check_equal(&m, &sent[i].m);
    }
    FUZZ_CHECK(nexus_msg_next(&d, &m) == NEXUS_ERR_END && d.pos == used);
    return 0;
}
