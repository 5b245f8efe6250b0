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

#include "encoder_bytes.h"
#include "msg_rules.h"
#include "random_events.h"
#include "random_setup.h"

static struct encoder_bytes encoder;
static struct rh_hart hart;
static struct random_events events;
static size_t marks[3]; /* of each kind, over all seeds */

static void start(const struct random_setup *s)
{
    eb_init(&encoder, &s->enc);
    eb_write(&encoder, TR_TE_INST_FEATURES_OFFSET, s->features);
    eb_write(&encoder, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, RE_EXT_ACTIONS);
    eb_write(&encoder, TR_TS_CONTROL_OFFSET, s->timestamps & TR_TS_ACTIVE_MASK);
    eb_write(&encoder, TR_TS_CONTROL_OFFSET, s->timestamps);
    eb_write(&encoder, TR_TE_CONTROL_OFFSET, s->control);
    trm_encoder_tick(&encoder.enc);
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
        trm_encoder_tick(&encoder.enc);
        assert_false(trm_encoder_ingress(&encoder.enc, &step.in));
    }
    random_events_end(&events);
    eb_end(&encoder);
    trm_encoder_stream_cfg(&encoder.enc, &cfg);
    msg_rules_check(&cfg, encoder.byte, encoder.n, (s.control & TR_TE_CONTEXT_MASK) != 0,
                    s.enc.hcontext, seed);
    random_events_check(&events, &cfg, encoder.byte, encoder.n, seed);
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
