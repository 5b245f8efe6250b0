/* SPDX-License-Identifier: Apache-2.0 */
/* Reset, power-up delay and accesses meanwhile, of every component alike (TCI 1.0, Trace Component
 * Register Map; Reset and Discovery). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "any_model.h"
#include "reg_list.h"

#define ACTIVE UINT32_C(1)
#define ENABLE UINT32_C(2)
#define EMPTY  UINT32_C(8)

static struct any_model m;

static uint32_t rd(uint32_t offset)
{
    uint32_t v;
    assert_int_equal(any_read(&m, offset, 4, &v), TRM_OK);
    return v;
}

static void wr(uint32_t offset, uint32_t value)
{
    assert_int_equal(any_write(&m, offset, 4, value), TRM_OK);
}

#define FOR_EACH_KIND(k)                                                                           \
    for (enum topology_kind k = TOPOLOGY_ENCODER; k <= TOPOLOGY_ATBBRIDGE;                         \
         k = (enum topology_kind)((int)k + 1))

static int read_model(const struct reg_device *d, uint32_t offset, unsigned size, uint32_t *value)
{
    (void)d;
    return any_read(&m, offset, size, value);
}

static int write_model(const struct reg_device *d, uint32_t offset, unsigned size, uint32_t value)
{
    (void)d;
    return any_write(&m, offset, size, value);
}

/* Enabled and busy: something of its output can be seen. */
static void get_busy(void)
{
    const struct reg_device d = {
        .name = "model", .kind = m.kind, .read = read_model, .write = write_model};
    reg_get_busy(&d);
}

/* tr??Active reads as written only when the delay is over; until then the component is in reset and
 * ignores all writes, also of Active. */
/* Holds TCI-TE-001 TCI-RST-022 */
static void power_takes_its_time_both_ways(void **state)
{
    (void)state;
    FOR_EACH_KIND(k)
    {
        for (uint32_t delay = 0; delay < 8; delay++) {
            any_init(&m, k, ANY_ALL, TRM_UNDEF_GARBAGE, delay, delay);
            wr(0, ACTIVE | ENABLE); /* Enable in the same write does not count */
            for (uint32_t t = 0; t < delay; t++) {
                assert_int_equal(rd(0), 0);
                assert_int_equal(rd(4), 0);
                wr(0, t % 2 != 0 ? 0 : ACTIVE);
                any_tick(&m);
            }
            assert_int_equal(rd(0) & (ACTIVE | ENABLE | EMPTY), ACTIVE | EMPTY);
            assert_int_not_equal(rd(4), 0);
            get_busy();
            wr(0, 0);
            for (uint32_t t = 0; t < delay; t++) {
                assert_int_equal(rd(0), ACTIVE); /* no Enable any more */
                assert_int_equal(rd(4), 0);
                wr(0, ACTIVE | ENABLE);
                any_tick(&m);
                assert_true(any_quiet(&m));
            }
            assert_int_equal(rd(0), 0);
        }
    }
}

/* tr??Enable reads as written, and takes effect, only when its delay is over, in both directions;
 * other fields do at once. Active = 0 does not wait, and forgets it. */
static void enable_takes_its_time_both_ways(void **state)
{
    (void)state;
    FOR_EACH_KIND(k)
    {
        for (uint32_t delay = 1; delay < 7; delay++) {
            any_init(&m, k, ANY_ALL, TRM_UNDEF_ZERO, 0, 0);
            any_regfile(&m)->cfg.enable_ticks = delay;
            wr(0, ACTIVE);
            wr(0, ACTIVE | ENABLE);
            for (uint32_t t = 0; t < delay; t++) {
                assert_int_equal(rd(0) & ENABLE, 0);
                wr(0, ACTIVE | ENABLE); /* the same again does not start anew */
                any_tick(&m);
            }
            assert_int_equal(rd(0) & ENABLE, ENABLE);
            wr(0, ACTIVE);
            for (uint32_t t = 0; t < delay; t++) {
                assert_int_equal(rd(0) & ENABLE, ENABLE);
                any_tick(&m);
            }
            assert_int_equal(rd(0) & ENABLE, 0);
            wr(0, ACTIVE | ENABLE);
            wr(0, ACTIVE); /* taken back in time */
            for (uint32_t t = 0; t < 10; t++) {
                any_tick(&m);
                assert_int_equal(rd(0) & ENABLE, 0);
            }
            wr(0, ACTIVE | ENABLE);
            wr(0, 0);
            wr(0, ACTIVE);
            for (uint32_t t = 0; t < 10; t++) {
                any_tick(&m);
                assert_int_equal(rd(0) & ENABLE, 0);
            }
        }
    }
}

/* A sink that is still going to be disabled takes what comes; nothing of it is lost. */
static void what_comes_before_the_disable_is_kept(void **state)
{
    (void)state;
    any_init(&m, TOPOLOGY_RAMSINK, ANY_ALL, TRM_UNDEF_ZERO, 0, 0);
    m.ramsink.rf.cfg.enable_ticks = 3;
    wr(0, ACTIVE);
    wr(0, ACTIVE | ENABLE);
    assert_true(any_offer(&m, 4)); /* not yet enabled: swallowed */
    for (unsigned t = 0; t < 3; t++) {
        any_tick(&m);
    }
    assert_true(any_offer(&m, 5));
    wr(0, ACTIVE);
    assert_int_equal(rd(0) & EMPTY, 0);
    assert_true(any_offer(&m, 6));
    for (unsigned t = 0; t < 3; t++) {
        any_tick(&m);
    }
    assert_int_equal(rd(0) & (ENABLE | EMPTY), EMPTY);
    assert_int_equal(m.ramsink.stats.bytes, 11);
    assert_int_equal(m.ramsink.stats.padding, 1);
    assert_int_equal(m.ramsink.stats.swallowed, 1);
}

/* A component in reset sends nothing, drives its outputs low, takes what comes in (so that it holds
 * up nobody), and sends none of it after the release. But a word that an ATB bridge shows stays
 * until it is taken, here in the next cycle (AMBA 4 ATB: ATVALID stays until ATREADY). */
static void a_component_in_reset_is_quiet(void **state)
{
    (void)state;
    unsigned words = 0;
    FOR_EACH_KIND(k)
    {
        for (uint64_t seed = 0; seed < 20; seed++) {
            any_init(&m, k, ANY_ALL, TRM_UNDEF_GARBAGE, seed, (uint32_t)seed % 4);
            wr(0, ACTIVE);
            for (unsigned t = 0; t < 5; t++) {
                any_tick(&m);
            }
            get_busy();
            for (unsigned t = 0; t < 60; t++) {
                any_tick(&m);
                (void)any_offer(&m, 20);
            }
            uint64_t sent = m.sent;
            assert_true(sent > 0 || k == TOPOLOGY_RAMSINK || k == TOPOLOGY_PIBSINK);
            wr(0, 0);
            if (k == TOPOLOGY_ATBBRIDGE && !any_quiet(&m)) {
                any_tick(&m);
                words++;
                sent++;
            }
            assert_true(any_quiet(&m));
            for (unsigned t = 0; t < 50; t++) {
                any_tick(&m);
                assert_true(any_quiet(&m));
                assert_int_equal(any_offer(&m, 20), k != TOPOLOGY_ENCODER);
            }
            wr(0, ACTIVE);
            for (unsigned t = 0; t < 50; t++) {
                any_tick(&m);
            }
            assert_int_equal(m.sent, sent);
            assert_int_equal(rd(0) & (ACTIVE | ENABLE | EMPTY), ACTIVE | EMPTY);
        }
    }
    assert_in_range(words, 1, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_takes_its_time_both_ways),
        cmocka_unit_test(enable_takes_its_time_both_ways),
        cmocka_unit_test(what_comes_before_the_disable_is_kept),
        cmocka_unit_test(a_component_in_reset_is_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
