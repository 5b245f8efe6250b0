/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random programs with external triggers, watchpoints, debug mode, resets, low power and trace
 * switched by triggers: what decodes is what the hart did and what was done to it
 * (tests/lib/random_events.c), each event at its instruction.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "msg_rules.h"
#include "random_events.h"
#include "random_setup.h"

enum {
    MAX_BYTES = 1 << 18,
};

static struct trm_encoder enc;
static struct rh_hart hart;
static struct random_events events;
static uint8_t bytes[MAX_BYTES];
static size_t n_bytes;
static size_t marks[3]; /* of each kind, over all seeds */

static bool can_accept(void *ctx, size_t n)
{
    (void)ctx;
    return n <= MAX_BYTES - n_bytes;
}

static void put(void *ctx, const uint8_t *message, size_t n)
{
    (void)ctx;
    memcpy(bytes + n_bytes, message, n);
    n_bytes += n;
}

static void write_reg(uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_encoder_reg_write(&enc, offset, 4, value), TRM_OK);
}

static void start(const struct random_setup *s)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    assert_int_equal(trm_encoder_init(&enc, &s->enc), TRM_OK);
    n_bytes = 0;
    trm_encoder_connect(&enc, (struct trm_link){&ops, NULL});
    write_reg(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(&enc);
    write_reg(TR_TE_INST_FEATURES_OFFSET, s->features);
    write_reg(TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, RE_EXT_ACTIONS);
    write_reg(TR_TS_CONTROL_OFFSET, s->timestamps & TR_TS_ACTIVE_MASK);
    write_reg(TR_TS_CONTROL_OFFSET, s->timestamps);
    write_reg(TR_TE_CONTROL_OFFSET, s->control);
    trm_encoder_tick(&enc);
}

static void run(uint64_t seed, const struct re_odds *odds)
{
    struct random_setup s;
    struct nexus_stream_cfg cfg;
    static struct rh_step step;
    random_setup_choose(&s, seed);
    s.enc.ext_triggers = 4;
    s.control |= TR_TE_INST_TRIG_ENABLE_MASK;
    start(&s);
    rh_init(&hart, &s.hart, seed);
    random_events_init(&events, &hart, odds, seed);
    for (unsigned i = 0; i < s.steps / 2; i++) {
        random_events_next(&events, &step);
        trm_encoder_tick(&enc);
        assert_false(trm_encoder_ingress(&enc, &step.in));
    }
    random_events_end(&events);
    write_reg(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(&enc);
    assert_true(trm_encoder_empty(&enc));
    assert_int_equal(enc.stats.dropped, 0);
    trm_encoder_stream_cfg(&enc, &cfg);
    msg_rules_check(&cfg, bytes, n_bytes, (s.control & TR_TE_CONTEXT_MASK) != 0, s.enc.hcontext,
                    seed);
    random_events_check(&events, &cfg, bytes, n_bytes, seed);
    for (size_t i = 0; i < events.marks; i++) {
        marks[events.mark[i].kind]++;
    }
}

static void run_all(uint64_t first, const struct re_odds *odds)
{
    memset(marks, 0, sizeof marks);
    for (uint64_t seed = first; seed < first + random_seeds(200); seed++) {
        run(seed, odds);
    }
}

/* Holds TCI-TRIG-015 NT-SYN-002 */
static void external_triggers(void **state)
{
    static const struct re_odds odds = {.external = 10};
    (void)state;
    run_all(1, &odds);
    assert_true(marks[RE_EVENT] > 2000);
}

/* Holds TCI-TRIG-006 NT-SYN-009 */
static void watchpoints(void **state)
{
    static const struct re_odds odds = {.watch = 10};
    (void)state;
    run_all(100001, &odds);
    assert_true(marks[RE_EVENT] > 2000);
}

/* Holds NT-SYN-003 NT-SYN-005 NT-SYN-012 NT-PTC-004 NT-PTC-005 */
static void pauses(void **state)
{
    static const struct re_odds odds = {.halt = 40, .reset = 40, .sleep = 40};
    (void)state;
    run_all(200001, &odds);
    assert_true(marks[RE_ON] > 2000 && marks[RE_OFF] > 2000);
}

/* Holds NT-SYN-008 NT-SYN-033 NT-PTC-006 TCI-TRIG-004 TCI-TRIG-005 TCI-TRIG-013 TCI-TRIG-014
 * TCI-TRIG-023 TCI-TRIG-024 */
static void switched_by_triggers(void **state)
{
    static const struct re_odds odds = {.on_off = 15};
    (void)state;
    run_all(300001, &odds);
    assert_true(marks[RE_ON] > 2000 && marks[RE_OFF] > 2000);
}

static void everything_together(void **state)
{
    static const struct re_odds often = {7, 10, 15, 25, 25, 25};
    static const struct re_odds rarely = {40, 40, 60, 80, 80, 80};
    (void)state;
    run_all(400001, &often);
    assert_true(marks[RE_ON] > 2000 && marks[RE_OFF] > 2000 && marks[RE_EVENT] > 2000);
    run_all(500001, &rarely);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(external_triggers),
        cmocka_unit_test(watchpoints),
        cmocka_unit_test(pauses),
        cmocka_unit_test(switched_by_triggers),
        cmocka_unit_test(everything_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
