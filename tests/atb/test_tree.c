/* SPDX-License-Identifier: Apache-2.0 */
/* Two harts and their encoders, a funnel, and a fan-out to a RAM sink, pins and an ATB bridge: all
 * three get the same whole messages, those of each source in its order, nothing lost while the
 * encoders stall their harts. */
#include "atb_rig.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "htr/htr_pib.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"
#include "trm/trm_encoder_upstream.h"
#include "trm/trm_fanout.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"
#include "trm/trm_ramsink.h"

enum {
    SPACE = 1 << 16,
    SAMPLES = 1 << 19,
    HARTS = 2,
};

/* One hart, its encoder, and a copy of every message that left it. */
static struct source {
    struct rh_hart hart;
    struct trm_encoder enc;
    struct trm_encoder_upstream up;
    struct trm_link to;
    struct rh_step step;
    bool stalled;
    uint8_t bytes[SPACE];
    size_t n, seen;
} source[HARTS];

static struct trm_funnel funnel;
static struct trm_fanout fan;
static struct trm_ramsink ram;
static struct trm_pibsink pib;
static struct node atb;
static struct trm_etb etb;
static uint8_t sram[SPACE], memory[SPACE], pins_bytes[SPACE];
static struct htr_pib_sample wave[SAMPLES];
static size_t samples;

static bool tap_can_accept(void *ctx, size_t n)
{
    const struct source *s = ctx;
    return s->to.ops->can_accept(s->to.ctx, n);
}

static void tap_put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct source *s = ctx;
    assert_true(s->n + n <= SPACE);
    memcpy(s->bytes + s->n, bytes, n);
    s->n += n;
    s->to.ops->put(s->to.ctx, bytes, n);
}

static void source_init(struct source *s, unsigned index, uint32_t mode)
{
    static const struct trm_link_ops tap = {.can_accept = tap_can_accept, .put = tap_put};
    struct trm_encoder_cfg cfg;
    struct rh_cfg rc = {.base = UINT64_C(0x80000000) + 0x10000 * index,
                        .xlen = 64,
                        .itype_width = 4,
                        .max_block = 4,
                        .trap_one_in = 50,
                        .branch_bias = 8};
    memset(s, 0, sizeof *s);
    trm_encoder_cfg_init(&cfg);
    rh_init(&s->hart, &rc, index + 1);
    assert_int_equal(trm_encoder_init(&s->enc, &cfg), TRM_OK);
    s->to = trm_funnel_link(&funnel, index);
    trm_encoder_connect(&s->enc, (struct trm_link){&tap, s});
    trm_funnel_set_upstream(&funnel, index, trm_encoder_upstream(&s->up, &s->enc));
    trm_encoder_reg_write(&s->enc, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    trm_encoder_reg_write(&s->enc, TR_TE_INST_FEATURES_OFFSET, 4,
                          2u << TR_TE_SRC_BITS_SHIFT | (index + 1) << TR_TE_SRC_ID_SHIFT);
    trm_encoder_reg_write(&s->enc, TR_TE_CONTROL_OFFSET, 4,
                          TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                              TR_TE_INST_STALL_ENA_MASK | mode << TR_TE_INST_MODE_SHIFT);
}

static void init(uint32_t mode)
{
    struct trm_ramsink_cfg rc;
    struct trm_pibsink_cfg pc;
    struct trm_atbbridge_cfg ac;
    struct trm_funnel_cfg fc;
    struct trm_etb_cfg ec;
    trm_ramsink_cfg_init(&rc);
    rc.sram = sram;
    rc.sram_bytes = SPACE;
    rc.width = 16;
    assert_int_equal(trm_ramsink_init(&ram, &rc), TRM_OK);
    trm_ramsink_reg_write(&ram, TR_RAM_CONTROL_OFFSET, 4, 1);
    trm_ramsink_reg_write(&ram, TR_RAM_CONTROL_OFFSET, 4, 3);
    trm_pibsink_cfg_init(&pc);
    assert_int_equal(trm_pibsink_init(&pib, &pc), TRM_OK);
    trm_pibsink_reg_write(&pib, TR_PIB_CONTROL_OFFSET, 4, 1);
    trm_pibsink_reg_write(&pib, TR_PIB_CONTROL_OFFSET, 4,
                          3 | TR_PIB_MODE_PARALLEL4 << TR_PIB_MODE_SHIFT);
    trm_atbbridge_cfg_init(&ac);
    node_on(&atb, &ac, 0x21);
    trm_etb_cfg_init(&ec);
    ec.memory = memory;
    ec.bytes = SPACE;
    assert_int_equal(trm_etb_init(&etb, &ec), TRM_OK);
    trm_etb_start(&etb);
    trm_fanout_init(&fan);
    assert_int_equal(trm_fanout_add(&fan, trm_ramsink_link(&ram)), TRM_OK);
    assert_int_equal(trm_fanout_add(&fan, trm_pibsink_link(&pib)), TRM_OK);
    assert_int_equal(trm_fanout_add(&fan, trm_atbbridge_link(&atb.bridge)), TRM_OK);
    trm_funnel_cfg_init(&fc);
    fc.inputs = HARTS;
    assert_int_equal(trm_funnel_init(&funnel, &fc), TRM_OK);
    trm_funnel_connect(&funnel, trm_fanout_link(&fan));
    trm_atbbridge_set_upstream(&atb.bridge, trm_funnel_upstream(&funnel));
    trm_funnel_reg_write(&funnel, TR_FUNNEL_CONTROL_OFFSET, 4, 1);
    trm_funnel_reg_write(&funnel, TR_FUNNEL_CONTROL_OFFSET, 4, 3);
    samples = 1; /* all pins low before the first tick */
    for (unsigned i = 0; i < HARTS; i++) {
        source_init(&source[i], i, mode);
    }
}

/* A clock: sinks, funnel, encoders; harts when `go`. */
static void tick(bool go)
{
    struct trm_atb_out out = *trm_atbbridge_out(&atb.bridge);
    struct trm_atb_in in = *trm_etb_pins(&etb);
    trm_atbbridge_tick(&atb.bridge, &in);
    trm_etb_tick(&etb, &out);
    trm_ramsink_tick(&ram);
    trm_pibsink_tick(&pib);
    assert_true(samples < SAMPLES);
    struct trm_pib_pins p = trm_pibsink_pins(&pib);
    wave[samples++] = (struct htr_pib_sample){p.clk, p.data};
    trm_funnel_tick(&funnel);
    for (unsigned i = 0; i < HARTS; i++) {
        struct source *s = &source[i];
        trm_encoder_tick(&s->enc);
        if (go) {
            if (!s->stalled) {
                rh_step(&s->hart, &s->step);
            }
            s->stalled = trm_encoder_ingress(&s->enc, &s->step.in);
        }
    }
}

static void settle(unsigned n)
{
    for (unsigned t = 0; t < n; t++) {
        tick(false);
    }
}

/* The drivers' order: encoders, funnel, sinks. Each is empty before the next is stopped. */
static void stop(void)
{
    for (unsigned i = 0; i < HARTS; i++) {
        trm_encoder_reg_write(&source[i].enc, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
    }
    settle(3000);
    assert_true(trm_encoder_empty(&source[0].enc) && trm_encoder_empty(&source[1].enc));
    trm_funnel_reg_write(&funnel, TR_FUNNEL_CONTROL_OFFSET, 4, 1);
    settle(100);
    assert_true(trm_funnel_empty(&funnel));
    trm_ramsink_reg_write(&ram, TR_RAM_CONTROL_OFFSET, 4, 1);
    trm_pibsink_reg_write(&pib, TR_PIB_CONTROL_OFFSET, 4,
                          1 | TR_PIB_MODE_PARALLEL4 << TR_PIB_MODE_SHIFT);
    trm_etb_flush(&etb);
    settle(4000);
    assert_true(trm_pibsink_empty(&pib) && trm_etb_flushed(&etb));
    trm_etb_stop(&etb);
}

/* The bytes that leave the funnel are whole messages, each the next one of its source. */
static size_t check_projections(const uint8_t *bytes)
{
    size_t at = 0;
    size_t all = source[0].n + source[1].n;
    while (at < all) {
        /* SRC is after the TCODE: the two low MDO bits of the second byte. */
        unsigned src = (bytes[at + 1] >> 2) & 3u;
        assert_true(src == 1 || src == 2);
        struct source *s = &source[src - 1];
        size_t n = 1;
        while ((bytes[at + n - 1] & 3u) != 3) {
            n++;
        }
        assert_true(s->seen + n <= s->n);
        assert_memory_equal(bytes + at, s->bytes + s->seen, n);
        s->seen += n;
        at += n;
    }
    return all;
}

static void check_pins(size_t all)
{
    struct htr_pib_setting set = {
        .protocol = HTR_PIB_PARALLEL, .width = 4, .ticks = 1, .messages = true};
    struct htr_pib_result r = {.bytes = pins_bytes, .cap = SPACE};
    htr_pib_decode(&set, wave, samples, &r);
    assert_int_equal(r.errors, 0);
    assert_int_equal(r.n, all);
    assert_memory_equal(pins_bytes, sram, all);
}

/* One ID, never interleaved: the frames hold nothing but it and the filling at the end. */
static void check_frames(size_t all)
{
    size_t k = 0;
    bool mine = false;
    for (size_t at = 0; at + 16 <= etb.wp; at += 16) {
        const uint8_t *p = memory + at;
        for (unsigned i = 0; i < 15 && k < all; i++) {
            if (i % 2 == 0 && (p[i] & 1u) != 0) {
                mine = p[i] >> 1 == 0x21;
                continue;
            }
            unsigned flag = i % 2 == 0 ? (unsigned)(p[15] >> (i / 2)) & 1u : 0;
            assert_true(mine || k == all - 1);
            assert_int_equal(p[i] | flag, sram[k]);
            k++;
        }
    }
    assert_int_equal(k, all);
}

/* Holds TCI-COMP-013 TCI-COMP-015 TCI-COMP-022 TCI-COMP-026..030 TCI-MIN-001 NT-DEF-001 */
static void all_sinks_get_the_same_whole_messages(void **state)
{
    (void)state;
    static const uint32_t modes[] = {TR_TE_INST_MODE_BTM, TR_TE_INST_MODE_HTM};
    for (unsigned m = 0; m < 2; m++) {
        init(modes[m]);
        settle(2);
        while (source[0].n + source[1].n < 30000) {
            tick(true);
        }
        stop();
        size_t all = check_projections(sram);
        assert_true(source[0].n > 8000 && source[1].n > 8000);
        assert_int_equal(source[0].enc.stats.dropped + source[1].enc.stats.dropped, 0);
        for (size_t i = all; i < (all + 15) / 16 * 16; i++) {
            assert_int_equal(sram[i], 0xFF); /* idle up to the trace word */
        }
        check_pins(all);
        check_frames(all);
    }
}

static unsigned count_syncs(const struct source *s)
{
    unsigned syncs = 0;
    size_t start = 0;
    for (size_t i = 0; i < s->n; i++) {
        if ((s->bytes[i] & 3u) == 3) {
            unsigned tcode = s->bytes[start] >> 2;
            syncs += tcode == 11 || tcode == 12 || tcode == 29; /* branch messages with sync */
            start = i + 1;
        }
    }
    return syncs;
}

static void syncreq_synchronizes_every_source(void **state)
{
    (void)state;
    init(TR_TE_INST_MODE_HTM);
    settle(2);
    for (unsigned t = 0; t < 3000; t++) {
        tick(true);
    }
    assert_int_equal(count_syncs(&source[0]) + count_syncs(&source[1]), 0);
    trm_etb_sync(&etb);
    for (unsigned t = 0; t < 3000; t++) {
        tick(true);
    }
    assert_int_equal(count_syncs(&source[0]), 1);
    assert_int_equal(count_syncs(&source[1]), 1);
}

static void a_flush_brings_in_what_the_encoders_hold(void **state)
{
    (void)state;
    init(TR_TE_INST_MODE_BTM);
    settle(2);
    for (unsigned t = 0; t < 2000; t++) {
        tick(true);
    }
    size_t held = 0;
    for (unsigned i = 0; i < HARTS; i++) {
        held += source[i].enc.fifo_fill + funnel.queue[i].fill;
    }
    assert_true(held > 100); /* the pins are slow: everything before them is full */
    size_t due = source[0].n + source[1].n + source[0].enc.fifo_fill + source[1].enc.fifo_fill;
    trm_etb_flush(&etb);
    for (unsigned t = 0; t < 20000 && !trm_etb_flushed(&etb); t++) {
        tick(true); /* tracing goes on */
    }
    assert_true(trm_etb_flushed(&etb));
    assert_true(atb.bridge.stats.bytes >= due);
    assert_true(trm_csformat_empty(&etb.format));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sinks_get_the_same_whole_messages),
        cmocka_unit_test(syncreq_synchronizes_every_source),
        cmocka_unit_test(a_flush_brings_in_what_the_encoders_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
