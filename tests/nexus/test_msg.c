/* SPDX-License-Identifier: Apache-2.0 */
/* Every message at every field width, against the bit-by-bit packer of msg_facts.h, there and back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "msg_facts.h"
#include "ntt.h"

static uint64_t mask(unsigned n)
{
    return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

/* Encode m, compare with the packer, decode with bytes before and after it, compare with m. */
static void there_and_back(const struct nexus_stream_cfg *cfg, const struct msg_fact *fact,
                           const struct nexus_msg *m)
{
    uint8_t want[256];
    uint8_t got[256];
    unsigned size = fact_pack(cfg, fact, m, want);
    int n = nexus_msg_encode(cfg, m, got + 1, sizeof(got) - 1);
    assert_int_equal(n, size);
    assert_memory_equal(got + 1, want, size);
    got[0] = 0xFF;
    memset(got + 1 + n, 0xFF, 16);
    /* With and without room after it: both paths of the reader. */
    for (unsigned room = 0; room <= 16; room += 16) {
        struct nexus_msg_decoder d;
        struct nexus_msg back;
        memset(&back, 0xA5, sizeof(back));
        assert_int_equal(nexus_msg_decoder_init(&d, cfg, got, (size_t)n + 1 + room), NEXUS_OK);
        assert_int_equal(nexus_msg_next(&d, &back), NEXUS_OK);
        assert_int_equal(back.tcode, m->tcode);
        assert_int_equal(back.src, fact->head && cfg->src_bits > 0 ? m->src : 0);
        assert_true(back.present == m->present);
        for (unsigned f = 0; f < NEXUS_FIELDS; f++) {
            if (nexus_msg_has(m, (enum nexus_field)f)) {
                assert_true(back.value[f] == m->value[f]);
            }
        }
        assert_int_equal(back.offset, 1);
        assert_int_equal(back.length, n);
        assert_ptr_equal(back.raw, got + 1);
        assert_int_equal(back.raw_length, n);
        assert_int_equal(d.pos, n + 1);
        assert_int_equal(nexus_msg_next(&d, &back), NEXUS_ERR_END);
        assert_int_equal(d.pos, d.size);
    }
}

/* Values of exactly `width` significant bits (or that many bits of a fixed field). */
static unsigned samples(unsigned width, uint64_t out[4])
{
    out[0] = UINT64_C(1) << (width - 1);
    out[1] = mask(width);
    out[2] = (UINT64_C(0xAAAAAAAAAAAAAAAA) & mask(width)) | out[0];
    out[3] = 0;
    return width == 1 ? 4 : 3;
}

struct sweep {
    struct nexus_stream_cfg cfg;
    const struct msg_fact *fact;
    struct fact_field field[FACT_FIELDS_MAX];
    unsigned fields;
    struct nexus_msg m;
    uint64_t seed;
};

static void sweep_start(struct sweep *s, const struct msg_fact *fact)
{
    memset(s, 0, sizeof(*s));
    s->fact = fact;
    s->seed = 0x1234567 + fact->tcode;
    s->fields = fact_parse(fact, s->field);
    nexus_cfg_init(&s->cfg);
    assert_true(ntt_set_cfg(&s->cfg, fact->cfg));
    nexus_msg_start(&s->m, (enum nexus_tcode)fact->tcode, 0);
}

/* Give every field a value that fits; the widths vary too. */
static void sweep_fill(struct sweep *s)
{
    s->m.present = 0;
    for (unsigned i = 0; i < s->fields; i++) {
        const struct fact_field *f = &s->field[i];
        uint64_t v = test_random(&s->seed) & mask(f->bits);
        if (!f->fixed) {
            v >>= test_random(&s->seed) % f->bits;
        }
        nexus_msg_set(&s->m, f->field, f->pinned ? f->value : v);
    }
    if (s->cfg.timestamps && s->fact->head) {
        nexus_msg_set(&s->m, NEXUS_F_TSTAMP, test_random(&s->seed) >> (test_random(&s->seed) % 64));
    }
    s->m.src = (uint16_t)(test_random(&s->seed) & mask(s->cfg.src_bits));
}

static void sweep_widths(struct sweep *s)
{
    for (unsigned i = 0; i < s->fields; i++) {
        const struct fact_field *f = &s->field[i];
        for (unsigned width = 1; width <= f->bits && !f->pinned; width++) {
            uint64_t v[4];
            for (unsigned k = samples(width, v); k-- > 0;) {
                sweep_fill(s);
                nexus_msg_set(&s->m, f->field, v[k]);
                there_and_back(&s->cfg, s->fact, &s->m);
            }
        }
    }
    sweep_fill(s);
    there_and_back(&s->cfg, s->fact, &s->m);
}

/* Holds NT-DEF-002..005 NT-TX-001..006 NT-TX-010..016 NT-TX-020..022 NT-TX-026 NT-TX-027
 * NT-TX-029 NT-MSG-001..003 NT-MSG-018 NT-MSG-019 NT-MSG-022 */
static void every_message_at_every_field_width(void **state)
{
    (void)state;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct sweep s;
        sweep_start(&s, &msg_facts[i]);
        for (unsigned bits = 0; bits <= NEXUS_MAX_SRC_BITS; bits++) {
            s.cfg.src_bits = (uint8_t)bits;
            s.cfg.timestamps = false;
            sweep_widths(&s);
            s.cfg.timestamps = true;
            sweep_widths(&s);
        }
    }
}

/* Holds NT-TX-029 NT-MSG-018 NT-MSG-019 NT-MSG-033 NT-MSG-038 NT-TIM-006 */
static void every_width_of_tstamp_and_none(void **state)
{
    (void)state;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct sweep s;
        sweep_start(&s, &msg_facts[i]);
        s.cfg.timestamps = true;
        s.cfg.src_bits = 3;
        for (unsigned width = 1; width <= 64 && s.fact->head; width++) {
            uint64_t v[4];
            for (unsigned k = samples(width, v); k-- > 0;) {
                sweep_fill(&s);
                nexus_msg_set(&s.m, NEXUS_F_TSTAMP, v[k]);
                there_and_back(&s.cfg, s.fact, &s.m);
            }
        }
        /* Enabled, but this message has none: N-Trace, Timestamp Reporting, allows it. */
        sweep_fill(&s);
        s.m.present &= ~(UINT64_C(1) << NEXUS_F_TSTAMP);
        there_and_back(&s.cfg, s.fact, &s.m);
    }
}

/* Holds NT-TX-027 NT-MSG-023 NT-MSG-034 */
static void every_src_value_of_every_width(void **state)
{
    (void)state;
    struct sweep s;
    sweep_start(&s, &msg_facts[0]);
    for (unsigned bits = 1; bits <= NEXUS_MAX_SRC_BITS; bits++) {
        s.cfg.src_bits = (uint8_t)bits;
        for (unsigned src = 0; src < 1u << bits; src++) {
            sweep_fill(&s);
            s.m.src = (uint16_t)src;
            there_and_back(&s.cfg, s.fact, &s.m);
        }
    }
}

/* N-Trace, Virtual Addresses Optimization: what is decoded is the complete address again, and no
 * fewer MDO records could be sent. The expected length is counted here from the rule: the top
 * transmitted bit equals all above. */
static unsigned extended_records(uint64_t v, unsigned width)
{
    for (unsigned k = 1; 6 * k < width; k++) {
        bool top = (v >> (6 * k - 1) & 1) != 0;
        bool same = true;
        for (unsigned b = 6 * k; b < width; b++) {
            same = same && ((v >> b & 1) != 0) == top;
        }
        if (same) {
            return k;
        }
    }
    return (width + 5) / 6;
}

static void check_extended(struct nexus_stream_cfg *cfg, uint64_t v)
{
    struct nexus_msg m;
    struct nexus_msg back;
    uint8_t buf[64];
    nexus_msg_start(&m, NEXUS_PROG_TRACE_SYNC, 0);
    nexus_msg_set(&m, NEXUS_F_SYNC, 5);
    nexus_msg_set(&m, NEXUS_F_ICNT, 0);
    nexus_msg_set(&m, NEXUS_F_ADDR, v);
    int n = nexus_msg_encode(cfg, &m, buf, sizeof(buf));
    /* TCODE; SYNC and two bits of I-CNT; F-ADDR. */
    assert_int_equal(n, 2 + extended_records(v, cfg->xlen - 1u));
    struct nexus_msg_decoder d;
    assert_int_equal(nexus_msg_decoder_init(&d, cfg, buf, (size_t)n), NEXUS_OK);
    assert_int_equal(nexus_msg_next(&d, &back), NEXUS_OK);
    assert_true(back.value[NEXUS_F_ADDR] == v);
}

/* Holds NT-EXT-003..005 NT-EXT-009..013 NT-EXT-006 NT-EXT-007 */
static void extended_addresses_of_every_shape_come_back(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    cfg.extend_addr_msb = true;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        cfg.xlen = (uint8_t)xlen;
        uint64_t all = mask(xlen - 1);
        uint64_t seed = 99;
        for (unsigned width = 0; width < xlen; width++) {
            for (unsigned k = 0; k < 50; k++) {
                uint64_t v = test_random(&seed) & mask(width);
                check_extended(&cfg, v);        /* zeros above bit width */
                check_extended(&cfg, all & ~v); /* ones above */
            }
            check_extended(&cfg, mask(width));
            check_extended(&cfg, all & ~mask(width));
        }
    }
}

/* Holds NT-MSG-016 NT-MSG-017 NT-TX-028 */
static void opaque_messages_come_back_as_raw_bytes(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    uint64_t seed = 7;
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (t <= 15 || (t >= 20 && t <= 35)) {
            continue;
        }
        for (unsigned bits = 0; bits <= NEXUS_MAX_SRC_BITS; bits++) {
            struct packer p = {.bits = 0};
            uint8_t raw[64];
            uint8_t out[64];
            struct nexus_msg m;
            uint16_t src = (uint16_t)(test_random(&seed) & mask(bits));
            cfg.src_bits = (uint8_t)bits;
            cfg.timestamps = (bits & 1) != 0;
            pack_fixed(&p, t, 6);
            pack_fixed(&p, src, bits);
            pack_fixed(&p, test_random(&seed), 7);
            pack_var(&p, test_random(&seed));
            unsigned size = pack_end(&p, raw);
            struct nexus_msg_decoder d;
            assert_int_equal(nexus_msg_decoder_init(&d, &cfg, raw, size), NEXUS_OK);
            assert_int_equal(nexus_msg_next(&d, &m), NEXUS_OK);
            assert_int_equal(m.tcode, t);
            assert_int_equal(m.src, src);
            assert_true(m.present == 0);
            assert_int_equal(m.raw_length, size);
            assert_int_equal(nexus_msg_encode(&cfg, &m, out, sizeof(out)), size);
            assert_memory_equal(out, raw, size);
            assert_int_equal(nexus_msg_encode(&cfg, &m, out, size - 1), NEXUS_ERR_NOSPACE);
        }
    }
}

/* A data value of 16 bytes: the low 64 bits in value[], everything in raw, and no error. */
static void wide_data_keeps_its_low_64_bits_and_raw(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    struct packer p = {.bits = 0};
    uint8_t raw[64];
    pack_fixed(&p, NEXUS_DATA_WRITE, 6);
    pack_fixed(&p, 9, 4); /* DSZ 9: 16 bytes */
    pack_var(&p, 0x20);
    pack_fixed(&p, UINT64_C(0x0123456789ABCDEF), 64);
    pack_fixed(&p, UINT64_C(0xFEDCBA9876543210), 64);
    unsigned size = pack_end(&p, raw);
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    assert_int_equal(nexus_msg_decoder_init(&d, &cfg, raw, size), NEXUS_OK);
    assert_int_equal(nexus_msg_next(&d, &m), NEXUS_OK);
    assert_true(m.value[NEXUS_F_DATA] == UINT64_C(0x0123456789ABCDEF));
    assert_true(m.value[NEXUS_F_ADDR] == 0x20);
    assert_int_equal(m.raw_length, size);
    assert_memory_equal(m.raw, raw, size);
}

static void fields_are_listed_in_order_of_transmission(void **state)
{
    (void)state;
    for (unsigned i = 0; i < msg_fact_count; i++) {
        struct sweep s;
        enum nexus_field order[NEXUS_FIELDS];
        sweep_start(&s, &msg_facts[i]);
        s.cfg.timestamps = true;
        sweep_fill(&s);
        unsigned n = nexus_msg_fields(&s.cfg, &s.m, order);
        assert_int_equal(n, s.fields + (s.fact->head ? 1 : 0));
        for (unsigned k = 0; k < s.fields; k++) {
            assert_int_equal(order[k], s.field[k].field);
        }
        assert_true(!s.fact->head || order[n - 1] == NEXUS_F_TSTAMP);
    }
}

/* N-Trace: the largest standard message, IndirectBranchHistSync, has 38 bytes at most. With SRC of
 * 12 bits, I-CNT of 22 bits (4 bytes), F-ADDR 11, HIST 6 and TSTAMP 11 bytes: TCODE, SRC, SYNC and
 * B-TYPE are 24 bits in 4 bytes. */
/* Holds NT-TX-006 */
static void the_largest_message_stays_below_38_bytes(void **state)
{
    (void)state;
    struct nexus_stream_cfg cfg;
    struct nexus_msg m;
    uint8_t buf[64];
    nexus_cfg_init(&cfg);
    cfg.src_bits = 12;
    cfg.timestamps = true;
    nexus_msg_start(&m, NEXUS_INDIRECT_BRANCH_HIST_SYNC, 0xFFF);
    nexus_msg_set(&m, NEXUS_F_SYNC, 15);
    nexus_msg_set(&m, NEXUS_F_BTYPE, 3);
    nexus_msg_set(&m, NEXUS_F_ICNT, mask(22));
    nexus_msg_set(&m, NEXUS_F_ADDR, mask(63));
    nexus_msg_set(&m, NEXUS_F_HIST, mask(32));
    nexus_msg_set(&m, NEXUS_F_TSTAMP, mask(64));
    assert_int_equal(nexus_msg_encode(&cfg, &m, buf, sizeof(buf)), 4 + 4 + 11 + 6 + 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_at_every_field_width),
        cmocka_unit_test(every_width_of_tstamp_and_none),
        cmocka_unit_test(every_src_value_of_every_width),
        cmocka_unit_test(extended_addresses_of_every_shape_come_back),
        cmocka_unit_test(opaque_messages_come_back_as_raw_bytes),
        cmocka_unit_test(wide_data_keeps_its_low_64_bits_and_raw),
        cmocka_unit_test(fields_are_listed_in_order_of_transmission),
        cmocka_unit_test(the_largest_message_stays_below_38_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
