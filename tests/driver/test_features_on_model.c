/* SPDX-License-Identifier: Apache-2.0 */
/* Filters, triggers, timestamps, save and restore of the driver on the models: what it sets works,
 * what it saves comes back. Garbage in all that a reset leaves undefined, and a power-up delay. */
#include "hartrace/rvt_filter.h"
#include "hartrace/rvt_save.h"
#include "hartrace/rvt_timestamp.h"
#include "hartrace/rvt_trigger.h"
#include "model_port.h"

static struct rvt_encoder encoder;
static struct trm_encoder_cfg cfg;

static void open_encoder(void)
{
    assert_int_equal(trm_encoder_init(&m.encoder, &cfg), TRM_OK);
    OK(rvt_encoder_init(&encoder, &io, 0));
    OK(rvt_encoder_reset(&encoder));
}

/* ---- what is set works ---- */

static struct {
    unsigned messages, syncs; /* of the encoder; synchronizing ones */
} sent;

static bool take_all(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return true;
}

static void take(void *ctx, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    (void)n;
    sent.messages++;
    sent.syncs += bytes[0] >> 2 == 9; /* ProgTraceSync */
}

static const struct trm_link_ops counter = {.can_accept = take_all, .put = take};

/* An encoder with everything, reset by the driver. */
static void open_full(uint64_t seed)
{
    rh_seed(&rng, seed);
    any_init(&m, TOPOLOGY_ENCODER, ANY_ALL, TRM_UNDEF_GARBAGE, seed, 2);
    cfg = m.encoder.cfg;
    open_encoder();
    trm_encoder_connect(&m.encoder, (struct trm_link){&counter, NULL});
    memset(&sent, 0, sizeof sent);
}

static void enable_btm(bool triggers)
{
    struct rvt_encoder_cfg ec;
    rvt_encoder_cfg_init(&ec);
    ec.inst_mode = 3;
    ec.trig_enable = triggers;
    ec.exact = true;
    OK(rvt_encoder_configure(&encoder, &ec, NULL));
    OK(rvt_encoder_enable(&encoder));
    if (!triggers) {
        OK(rvt_encoder_start(&encoder));
    }
}

static void run(uint64_t addr, uint8_t ext_trig)
{
    static uint64_t cycle;
    struct ingress_cycle in = {
        .cycle = ++cycle, .nblocks = 1, .priv = INGRESS_PRIV_M, .ext_trig = ext_trig};
    in.block[0] = (struct ingress_block){
        .iaddr = addr, .iretire = 2, .itype = INGRESS_ITYPE_TAKEN, .ilastsize = 1};
    trm_encoder_tick(&m.encoder);
    assert_false(trm_encoder_ingress(&m.encoder, &in));
}

/* 0x2000 <= iaddr < 0x3000 by comparator 5 and filter 11. */
/* Holds TCI-TE-048 TCI-FLT-060 */
static void filters_let_a_range_through(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        const struct rvt_comparator_cfg range = {
            .p = {.input = RVT_COMP_IADDR, .function = RVT_COMP_GE, .value = 0x2000},
            .s = {.input = RVT_COMP_IADDR, .function = RVT_COMP_LT, .value = 0x3000},
            .match = RVT_COMP_BOTH,
        };
        const struct rvt_filter_cfg filter = {.ncomps = 1, .comps = {5}};
        open_full(seed);
        OK(rvt_comparator_set(&encoder, 5, &range));
        OK(rvt_filter_set(&encoder, 11, &filter));
        OK(rvt_filter_select(&encoder, 1u << 11, 0));
        assert_int_equal(rvt_filter_select(&encoder, 1u << 11, 1), RVT_ERR_UNSUPPORTED);
        OK(rvt_filter_select(&encoder, 1u << 11, 0));
        enable_btm(false);
        unsigned inside = 0, regions = 0;
        bool was = false;
        for (unsigned i = 0; i < 300; i++) {
            uint64_t addr = 0x1000 + 4 * (uint64_t)pick(0x1000);
            bool is = addr >= 0x2000 && addr < 0x3000;
            regions += is && !was;
            inside += is;
            was = is;
            run(addr, 0);
        }
        OK(rvt_encoder_stop(&encoder));
        OK(rvt_encoder_disable(&encoder));
        assert_true(regions > 10);
        assert_int_equal(sent.syncs, regions);
        assert_int_equal(sent.messages, 2 * regions + inside); /* start, end, one each branch */
        OK(rvt_filter_clear(&encoder, 11));
    }
}

/* Holds TCI-TRIG-013 TCI-TRIG-014 */
static void triggers_start_stop_and_tell(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        open_full(seed);
        OK(rvt_trigger_set_input(&encoder, 6, RVT_TRIGGER_TRACE_ON));
        OK(rvt_trigger_set_input(&encoder, 0, RVT_TRIGGER_TRACE_OFF));
        OK(rvt_trigger_set_output(&encoder, 7, RVT_TRIGGER_START));
        OK(rvt_trigger_set_output(&encoder, 2, RVT_TRIGGER_START | RVT_TRIGGER_STOP));
        enable_btm(true);
        run(0x1000, 0x3E); /* others: no action */
        assert_int_equal(trm_encoder_trigger_out(&m.encoder), 0);
        run(0x1000, 1u << 6);
        assert_int_equal(trm_encoder_trigger_out(&m.encoder), 0x84);
        run(0x1000, 0);
        assert_int_equal(trm_encoder_trigger_out(&m.encoder), 0);
        run(0x1000, 1);
        assert_int_equal(trm_encoder_trigger_out(&m.encoder), 0x04);
        run(0x1000, 0);
        OK(rvt_encoder_disable(&encoder));
        assert_int_equal(sent.messages, 1 + 3 + 1); /* start, three branches, end */
    }
    /* One that is not there is said to be so. */
    cfg.ext_triggers = 3;
    cfg.ext_outputs = 0;
    open_encoder();
    assert_int_equal(rvt_trigger_set_input(&encoder, 3, RVT_TRIGGER_NOTIFY), RVT_ERR_UNSUPPORTED);
    assert_int_equal(rvt_trigger_set_output(&encoder, 0, 1), RVT_ERR_UNSUPPORTED);
}

/* The counter of Internal System is ticks / 4^prescale; the driver reads and resets it. */
static void timestamps_count(void **state)
{
    (void)state;
    for (uint8_t prescale = 0; prescale < 4; prescale++) {
        const struct rvt_timestamp_cfg tc = {.mode = RVT_TS_INTERNAL_SYSTEM,
                                             .prescale = prescale,
                                             .count = true,
                                             .enable = true,
                                             .exact = true};
        uint64_t value = 1;
        open_full(prescale + 1u);
        OK(rvt_timestamp_configure(&encoder.c, &tc, NULL));
        OK(rvt_timestamp_reset_counter(&encoder.c));
        OK(rvt_timestamp_read(&encoder.c, &value));
        assert_true(value == 0);
        for (unsigned t = 0; t < 1000; t++) {
            trm_encoder_tick(&m.encoder);
        }
        OK(rvt_timestamp_read(&encoder.c, &value));
        assert_true(value == 1000u >> (2 * prescale));
    }
}

/* ---- save and restore ---- */

/* Settings at random in a component that the driver has reset; the WARL rules sort them out. */
static void scramble(void)
{
    for (uint32_t o = 0x008; o < 0xE00; o += 4) {
        if (!(m.kind == TOPOLOGY_RAMSINK && o == 0x40)) {
            assert_int_equal(any_write(&m, o, 4, rh_next(&rng)), TRM_OK);
        }
    }
    assert_int_equal(any_write(&m, 0, 4, (rh_next(&rng) & ~6u) | 1u), TRM_OK); /* not enabled */
    for (unsigned t = 0; t < 4; t++) {
        tick_quietly();
    }
}

static void what_is_saved_comes_back(void **state)
{
    static uint32_t before[1024], after[1024], words[RVT_SAVE_WORDS];
    static const enum rvt_comp_type type[] = {
        [TOPOLOGY_ENCODER] = RVT_COMP_ENCODER,     [TOPOLOGY_FUNNEL] = RVT_COMP_FUNNEL,
        [TOPOLOGY_RAMSINK] = RVT_COMP_RAMSINK,     [TOPOLOGY_PIBSINK] = RVT_COMP_PIBSINK,
        [TOPOLOGY_ATBBRIDGE] = RVT_COMP_ATBBRIDGE,
    };
    (void)state;
    for (int kind = TOPOLOGY_ENCODER; kind <= TOPOLOGY_ATBBRIDGE; kind++) {
        for (uint64_t seed = 0; seed < 40; seed++) {
            struct rvt_component c;
            size_t used = 0;
            rh_seed(&rng, seed + 1);
            any_init(&m, (enum topology_kind)kind, flip() ? ANY_ALL : ANY_DEFAULT,
                     TRM_UNDEF_GARBAGE, seed, (uint32_t)seed % 5);
            OK(rvt_component_init(&c, &io, 0, type[kind]));
            OK(rvt_component_reset(&c));
            scramble();
            snapshot(before);
            OK(rvt_save(&c, words, RVT_SAVE_WORDS, &used));
            snapshot(after);
            assert_memory_equal(after, before, sizeof after); /* saving changes nothing */
            assert_int_equal(any_write(&m, 0, 4, 0), TRM_OK); /* power goes */
            for (unsigned t = 0; t < 6; t++) {
                tick_quietly();
            }
            OK(rvt_restore(&c, words, used));
            snapshot(after);
            assert_memory_equal(after, before, sizeof after);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_let_a_range_through),
        cmocka_unit_test(triggers_start_stop_and_tell),
        cmocka_unit_test(timestamps_count),
        cmocka_unit_test(what_is_saved_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
