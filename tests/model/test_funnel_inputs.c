/* SPDX-License-Identifier: Apache-2.0 */
/* Each input of the funnel by itself: what it holds, and what it takes while it is disabled
 * (TCI 1.0, Trace Funnel). */
#include "funnel_rig.h"

static struct trm_funnel_cfg with_fifo(uint32_t bytes)
{
    struct trm_funnel_cfg cfg;
    trm_funnel_cfg_init(&cfg);
    cfg.fifo_bytes = bytes;
    return cfg;
}

/* trFunnelEmpty is 0 while any input holds a message. Holds TCI-FUN-005 TCI-MIN-006 */
static void empty_looks_at_every_input(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        struct trm_funnel_cfg cfg = with_fifo(TRM_FUNNEL_FIFO_MIN);
        start_on(&cfg);
        assert_true(rd(TR_FUNNEL_CONTROL_OFFSET) & TR_FUNNEL_EMPTY_MASK);
        out.open = false;
        assert_true(offer(i, 0, 8));
        tick();
        assert_false(rd(TR_FUNNEL_CONTROL_OFFSET) & TR_FUNNEL_EMPTY_MASK);
        out.open = true;
        tick();
        assert_int_equal(out.count, 1);
        assert_true(rd(TR_FUNNEL_CONTROL_OFFSET) & TR_FUNNEL_EMPTY_MASK);
    }
}

/* A disabled input never makes its sender wait, though its queue is full, or the output refuses.
 * Holds TCI-FUN-006 */
static void a_disabled_input_never_refuses(void **state)
{
    (void)state;
    for (unsigned buffered = 0; buffered < 2; buffered++) {
        struct trm_funnel_cfg cfg = with_fifo(buffered != 0 ? 128 : 0);
        uint16_t n = 0;
        start_on(&cfg);
        tick();
        out.open = false;
        while (offer(1, n, 64)) {
            n++;
        }
        assert_int_equal(n, buffered != 0 ? 2 : 0);
        wr(TR_FUNNEL_DIS_INPUT_OFFSET, 1u << 1);
        for (uint16_t k = 0; k < 10; k++) {
            assert_true(offer(1, k, 64));
        }
        assert_int_equal(f.stats.discarded[1], 10);
        out.open = true;
        tick();
        assert_int_equal(out.count, n); /* what was in the queue leaves */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_looks_at_every_input),
        cmocka_unit_test(a_disabled_input_never_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
