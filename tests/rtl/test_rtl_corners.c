/* SPDX-License-Identifier: Apache-2.0 */
/* Corners of the encoder in SystemVerilog that other tests do not come to (make coverage-rtl):
 * settings and requests in the cycles of a loss, a link that is dead, blocks that fill I-CNT and
 * HIST at once, a timestamp that wraps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "random_hart.h"
#include "rtl_rig.h"
#include "timestamp_regs.h"

extern const struct rtl_encoder_kind rtl_encoder_typ, rtl_encoder_full, rtl_encoder_tiny,
    rtl_encoder_deep;

#define ON                                                                                         \
    (TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |                             \
     TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT)

#define STATUS (TR_TE_EMPTY_MASK | TR_TE_INST_STALL_OR_OVERFLOW_MASK)

/* Each makes a message: an indirect jump to an address far from the last one. */
static struct ingress_cycle far_jump(uint64_t i)
{
    struct ingress_cycle in = {.nblocks = 1, .priv = INGRESS_PRIV_M};
    in.block[0] = (struct ingress_block){.iaddr = (i * 0x9E3779B9u & 0x7FFFFFFEu),
                                         .iretire = 2,
                                         .ilastsize = 1,
                                         .itype = INGRESS_ITYPE_OTHER_UNINFERABLE};
    return in;
}

/* A link that refuses most of the time, no stall; disabled, enabled, reset and flushed at any
 * cycle: the rules of the link hold, each flush ends, the encoder comes to rest with the registers
 * of the model. */
static void settings_and_requests_while_it_overflows(void **state)
{
    static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_typ, &rtl_encoder_full};
    static struct rig_result r;
    unsigned losses = 0;
    uint64_t flushes = 0;
    (void)state;
    for (unsigned seed = 0; seed < 40; seed++) {
        const struct rtl_encoder_kind *kind = kinds[seed % 2];
        struct trm_encoder_cfg cfg;
        struct rh_rng rng;
        uint32_t control = ON;
        rh_seed(&rng, seed);
        kind->cfg(&cfg);
        rig_begin(kind, &cfg, &r);
        rig_lossy();
        rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_set(TR_TE_CONTROL_OFFSET, control);
        for (unsigned i = 0; i < 600; i++) {
            struct ingress_cycle in = far_jump(i);
            rig_request(false, rh_chance(&rng, 10));
            rig_link_stops(i % 128 < 32);
            rig_clock(&in, rh_chance(&rng, 6));
            if (rh_chance(&rng, 12)) {
                control = rh_chance(&rng, 5)
                              ? ((control & TR_TE_ACTIVE_MASK) != 0 ? 0 : TR_TE_ACTIVE_MASK)
                              : (control ^ TR_TE_ENABLE_MASK) | TR_TE_ACTIVE_MASK;
                control |= (control & TR_TE_ENABLE_MASK) != 0 ? ON : 0u;
                rig_begin_write(TR_TE_CONTROL_OFFSET, control);
            }
        }
        rig_end(false);
        assert_string_equal(r.why, "");
        losses += r.rtl_n < r.model_n ? 1u : 0u;
        flushes += r.flushes;
    }
    assert_true(losses > 20);
    assert_true(flushes > 40);
}

/* However long the link refuses, what is queued stays: until it is stopped. */
static void a_disabled_encoder_gives_up_a_stopped_link(void **state)
{
    static struct rig_result r;
    struct trm_encoder_cfg cfg;
    (void)state;
    rtl_encoder_typ.cfg(&cfg);
    rig_begin(&rtl_encoder_typ, &cfg, &r);
    rig_lossy();
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_CONTROL_OFFSET, ON);
    for (unsigned i = 0; i < 20; i++) {
        struct ingress_cycle in = far_jump(i);
        rig_clock(&in, false);
    }
    rig_set(TR_TE_CONTROL_OFFSET, ON & ~(uint32_t)TR_TE_ENABLE_MASK);
    for (unsigned i = 0; i < 20000; i++) {
        rig_clock(NULL, false);
    }
    rig_block(true);
    assert_int_equal(rig_get_rtl(TR_TE_CONTROL_OFFSET) & STATUS, 0);
    rig_link_stops(true);
    for (unsigned i = 0; i < 3; i++) {
        rig_clock(NULL, false);
    }
    assert_int_equal(rig_get_rtl(TR_TE_CONTROL_OFFSET) & STATUS, STATUS);
    rig_block(false);
    for (unsigned i = 0; i < 20; i++) { /* the message that was shown */
        rig_clock(NULL, true);
    }
    uint32_t control = rig_get_rtl(TR_TE_CONTROL_OFFSET);
    assert_int_equal(control & STATUS, STATUS);
    assert_true(r.rtl_n < r.model_n);
    rig_end(false);
    assert_string_equal(r.why, "");
}

/* A beat in 500 cycles: every message of the model comes, and there is no loss to report. */
/* Holds TCI-TE-003 TCI-TE-006 */
static void a_disabled_encoder_waits_for_a_slow_link(void **state)
{
    static struct rig_result r;
    struct trm_encoder_cfg cfg;
    unsigned cycles = 0;
    (void)state;
    rtl_encoder_typ.cfg(&cfg);
    rig_begin(&rtl_encoder_typ, &cfg, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_CONTROL_OFFSET, ON);
    for (unsigned i = 0; i < 17; i++) {
        struct ingress_cycle in = far_jump(i);
        rig_clock(&in, false);
    }
    rig_block(true);
    rig_set(TR_TE_CONTROL_OFFSET, ON & ~(uint32_t)TR_TE_ENABLE_MASK);
    while ((rig_get_rtl(TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK) == 0 && cycles < 200000) {
        for (unsigned i = 0; i < 500; i++) {
            rig_clock(NULL, i == 0);
        }
        cycles += 502;
    }
    assert_true(cycles > 2 * 4096 && cycles < 200000);
    assert_int_equal(rig_get_rtl(TR_TE_CONTROL_OFFSET) & STATUS, TR_TE_EMPTY_MASK);
    assert_int_equal(r.left_out + r.rtl_n, r.left_out + r.model_n);
    rig_end(true);
    assert_string_equal(r.why, "");
    assert_true(r.equal);
}

/* Writes wait for records that wait for the link. One that resets the encoder does not. */
static void a_reset_gets_through_a_dead_link(void **state)
{
    static struct rig_result r;
    (void)state;
    rig_trace(&rtl_encoder_typ, ON, 0, &r);
    rig_lossy();
    rig_block(true);
    for (unsigned i = 0; i < 34; i++) { /* as many as are taken without stalling for ever */
        struct ingress_cycle in = far_jump(i);
        rig_clock(&in, false);
    }
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_CONTROL_OFFSET, 0); /* complains after 1 000 cycles */
    assert_int_equal(rig_get_rtl(TR_TE_CONTROL_OFFSET), 0);
    rig_end(false);
    assert_string_equal(r.why, "");
}

static void a_flush_in_reset_ends_at_once(void **state)
{
    static struct rig_result r;
    struct trm_encoder_cfg cfg;
    (void)state;
    rtl_encoder_typ.cfg(&cfg);
    rig_begin(&rtl_encoder_typ, &cfg, &r);
    rig_request(false, true);
    rig_clock(NULL, true);
    assert_int_equal(r.flushes, 1);
    rig_end(true);
    assert_true(r.equal);
}

/* Counters of 4 bits, which blocks fill one by one and together; disabled at any cycle. */
static void full_counters_and_a_disable_at_any_cycle(void **state)
{
    static const uint8_t itype[] = {0, INGRESS_ITYPE_TAKEN, INGRESS_ITYPE_NOT_TAKEN,
                                    INGRESS_ITYPE_NOT_TAKEN};
    struct rig_script s = {.n = 0};
    (void)state;
    for (unsigned seed = 0; seed < 30; seed++) {
        struct trm_encoder_cfg cfg;
        struct rh_rng rng;
        uint32_t control = ON | TR_TE_INST_STALL_ENA_MASK;
        rh_seed(&rng, seed);
        rtl_encoder_tiny.cfg(&cfg);
        rig_script_clear(&s);
        rig_write(&s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_write(&s, TR_TE_INST_FEATURES_OFFSET,
                  seed % 2 != 0 ? TR_TE_INST_EN_REPEATED_HISTORY_MASK : 0);
        rig_write(&s, TR_TE_CONTROL_OFFSET, control);
        rig_idle(&s, 6);
        for (unsigned i = 0; i < 1500; i++) {
            struct rig_step *step = rig_add(&s);
            struct ingress_block *b = &step->record.block[0];
            step->has_record = !rh_chance(&rng, 5);
            step->record.nblocks = 1;
            step->record.priv = INGRESS_PRIV_M;
            b->iaddr = 0x80000000u + 2 * rh_below(&rng, 64);
            b->iretire = 1 + rh_below(&rng, (1u << rtl_encoder_tiny.retire_bits) - 1);
            b->itype = itype[rh_below(&rng, sizeof itype)];
            if (rh_chance(&rng, 9)) {
                control ^= TR_TE_ENABLE_MASK;
                step->has_write = true;
                step->offset = TR_TE_CONTROL_OFFSET;
                step->value = control;
            }
        }
        (void)rig_check(&rtl_encoder_tiny, &cfg, &s, seed);
    }
    rig_script_free(&s);
}

static unsigned prog_trace_syncs(const struct rig_result *r)
{
    unsigned n = 0;
    for (size_t at = 0; at < r->rtl_n; at = rig_message_end(r->rtl, r->rtl_n, at)) {
        n += r->rtl[at] >> 2 == NEXUS_PROG_TRACE_SYNC;
    }
    return n;
}

/* A return goes where it had to, with I-CNT up to full; a request for synchronization comes there.
 * It waits for the next branch message, or, with I-CNT full, makes a ProgTraceSync. */
static void a_synchronization_behind_a_predicted_return(void **state)
{
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    unsigned n, syncs = 0;
    (void)state;
    rtl_encoder_tiny.cfg(&cfg);
    for (n = 0; n < 49; n++) {
        const unsigned before = 1 + n / 7, last = 1 + n % 7; /* half-words of the two blocks */
        const uint32_t call = 0x80001000u, target = 0x80002000u;
        const struct ingress_block block[] = {
            {.iaddr = call, .iretire = 2, .ilastsize = 1, .itype = INGRESS_ITYPE_INFERABLE_CALL},
            {.iaddr = target, .iretire = before},
            {.iaddr = target + 2 * before, .iretire = last, .itype = INGRESS_ITYPE_RETURN},
            {.iaddr = call + 4, .iretire = 1},
        };
        rig_script_clear(&s);
        rig_write(&s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_write(&s, TR_TE_INST_FEATURES_OFFSET,
                  TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                      TR_TE_INST_IMPLICIT_RETURN_MODE_FULL
                          << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT);
        rig_write(&s, TR_TE_CONTROL_OFFSET, ON | TR_TE_INST_STALL_ENA_MASK);
        rig_idle(&s, 6);
        for (unsigned i = 0; i < 16; i++) {
            struct rig_step *step = rig_add(&s);
            step->has_record = true;
            step->sync = i % 4 == 3;
            step->record = (struct ingress_cycle){.nblocks = 1, .priv = INGRESS_PRIV_M};
            step->record.block[0] = block[i % 4];
        }
        (void)rig_check(&rtl_encoder_tiny, &cfg, &s, n);
        syncs += prog_trace_syncs(rig_last());
    }
    rig_script_free(&s);
    assert_true(syncs > n); /* more than the one that each region begins with */
}

/* The time from outside goes from its largest value to 0. */
static void a_timestamp_that_wraps(void **state)
{
    static struct rig_result r;
    struct trm_encoder_cfg cfg;
    (void)state;
    rtl_encoder_typ.cfg(&cfg);
    rig_begin(&rtl_encoder_typ, &cfg, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TS_CONTROL_OFFSET,
            TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_MODE_EXTERNAL << TR_TS_MODE_SHIFT);
    rig_time((UINT64_C(1) << cfg.ts_width) - 8);
    rig_set(TR_TE_CONTROL_OFFSET, ON | TR_TE_INST_STALL_ENA_MASK);
    for (unsigned i = 0; i < 16; i++) {
        struct ingress_cycle in = far_jump(i);
        rig_time(((UINT64_C(1) << cfg.ts_width) - 8 + i) & ((UINT64_C(1) << cfg.ts_width) - 1));
        rig_clock(&in, true);
    }
    rig_end(true);
    if (!r.equal) {
        rig_print(&r);
    }
    assert_true(r.equal);
    assert_true(r.rtl_n > 60);
}

/* HIST of one outcome and its stop bit: the branch after a periodic synchronizing message fills it
 * in the cycle in which that message is sent, and is held back with its stop bit. Holds NT-HST-008
 */
static void a_full_hist_after_a_synchronization(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    rtl_encoder_deep.cfg(&cfg);
    for (unsigned jumps = 1; jumps < 24; jumps++) {
        rig_script_clear(&s);
        rig_write(&s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        rig_write(&s, TR_TE_INST_FEATURES_OFFSET, TR_TE_INST_EN_REPEATED_HISTORY_MASK);
        rig_write(&s, TR_TE_CONTROL_OFFSET,
                  ON | TR_TE_INST_STALL_ENA_MASK |
                      TR_TE_INST_SYNC_MODE_MESSAGES << TR_TE_INST_SYNC_MODE_SHIFT);
        rig_idle(&s, 6);
        for (unsigned i = 0; i < jumps + 8; i++) {
            struct ingress_cycle in = far_jump(i);
            if (i >= jumps) {
                in.block[0].itype = i % 3 == 0 ? INGRESS_ITYPE_TAKEN : INGRESS_ITYPE_NOT_TAKEN;
            }
            rig_record(&s, &in);
        }
        (void)rig_check(&rtl_encoder_deep, &cfg, &s, jumps);
    }
    rig_script_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_and_requests_while_it_overflows),
        cmocka_unit_test(a_disabled_encoder_gives_up_a_stopped_link),
        cmocka_unit_test(a_disabled_encoder_waits_for_a_slow_link),
        cmocka_unit_test(a_reset_gets_through_a_dead_link),
        cmocka_unit_test(a_flush_in_reset_ends_at_once),
        cmocka_unit_test(full_counters_and_a_disable_at_any_cycle),
        cmocka_unit_test(a_synchronization_behind_a_predicted_return),
        cmocka_unit_test(a_timestamp_that_wraps),
        cmocka_unit_test(a_full_hist_after_a_synchronization),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
