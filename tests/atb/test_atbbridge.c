/* SPDX-License-Identifier: Apache-2.0 */
/* The ATB bridge: registers, signals, flush (TCI 1.0, Trace ATB Bridge; AMBA 4 ATB). */
#include "atb_rig.h"

static struct node node;
static struct rh_rng rng;

static struct trm_atbbridge_cfg defaults(void)
{
    struct trm_atbbridge_cfg cfg;
    trm_atbbridge_cfg_init(&cfg);
    return cfg;
}

static uint32_t ctrl(void)
{
    return atb_rd(&node, TR_ATB_BRIDGE_CONTROL_OFFSET);
}

static void clock_in(bool ready, bool afvalid, bool syncreq)
{
    struct trm_atb_in in = {.atready = ready, .afvalid = afvalid, .syncreq = syncreq};
    trm_atbbridge_tick(&node.bridge, &in);
}

/* Holds TCI-ATB-005 TCI-MIN-023 TCI-REG-180..182 */
static void identification_and_id(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    node_init(&node, &cfg);
    assert_int_equal(atb_rd(&node, TR_ATB_BRIDGE_IMPL_OFFSET), 0xE01);
    assert_int_equal(ctrl(), 0x9);
    for (uint32_t id = 0; id < 128; id++) { /* RW: reserved ones too */
        atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 1 | id << 8);
        assert_int_equal(ctrl(), 0x9 | id << 8);
    }
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, UINT32_MAX & ~2u);
    assert_int_equal(ctrl(), 0x7F09);
}

/* Holds TCI-ATB-006 TCI-ATB-007 */
static void async_frequency_stands_in_impl(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    node_init(&node, &cfg);
    atb_wr(&node, TR_ATB_BRIDGE_IMPL_OFFSET, UINT32_MAX);
    assert_int_equal(atb_rd(&node, TR_ATB_BRIDGE_IMPL_OFFSET), 0xE01);
    cfg.async = true;
    node_on(&node, &cfg, 1);
    atb_wr(&node, TR_ATB_BRIDGE_IMPL_OFFSET, UINT32_MAX);
    assert_int_equal(atb_rd(&node, TR_ATB_BRIDGE_IMPL_OFFSET), 0x7E01);
    atb_wr(&node, TR_ATB_BRIDGE_IMPL_OFFSET, 1u << 12);
    for (unsigned k = 0; k < 20; k++) {
        assert_true(node_send(&node, 32, &rng));
        for (unsigned t = 0; t < 20; t++) {
            clock_in(true, false, false);
        }
    }
    assert_int_equal(node.bridge.stats.padding, 10); /* an idle byte every 64 bytes */
}

static void bad_configurations_are_refused(void **state)
{
    (void)state;
    for (uint8_t width = 0; width < 20; width++) {
        struct trm_atbbridge_cfg cfg = defaults();
        bool legal = width == 1 || width == 2 || width == 4 || width == 8 || width == 16;
        cfg.width = width;
        assert_int_equal(trm_atbbridge_init(&node.bridge, &cfg), legal ? TRM_OK : TRM_ERR_ARG);
    }
    struct trm_atbbridge_cfg cfg = defaults();
    cfg.buffer_bytes = TRM_ATBBRIDGE_BUFFER_MIN - 1;
    assert_int_equal(trm_atbbridge_init(&node.bridge, &cfg), TRM_ERR_ARG);
    assert_int_equal(trm_atbbridge_init(&node.bridge, NULL), TRM_ERR_ARG);
}

/* Every width against a target that is ready at random: bytes in order, data stable. */
/* Holds TCI-ATB-001 TCI-ATB-002 TCI-ATB-005 TCI-COMP-031 */
static void bytes_in_order_and_data_stable(void **state)
{
    (void)state;
    static uint8_t got[BYTES_MAX];
    for (uint8_t width = 1; width <= 16; width = (uint8_t)(width * 2)) {
        struct trm_atbbridge_cfg cfg = defaults();
        struct trm_atb_out before = {.atvalid = false};
        size_t n = 0;
        bool full = false;
        cfg.width = width;
        cfg.wait_ticks = width % 3;
        rh_seed(&rng, width);
        node_on(&node, &cfg, 0x40u + width);
        for (unsigned t = 0; t < 6000; t++) {
            const struct trm_atb_out *out = trm_atbbridge_out(&node.bridge);
            bool ready = rh_chance(&rng, 2);
            if (out->atvalid && ready) {
                assert_int_equal(out->atid, 0x40 + width);
                memcpy(got + n, out->atdata, out->atbytes + 1u);
                n += out->atbytes + 1u;
                full = full || out->atbytes + 1 == width;
            }
            before = *out;
            clock_in(ready, false, false);
            check_stable(&before, trm_atbbridge_out(&node.bridge), ready, width);
            if (t < 5000 && rh_chance(&rng, 4)) {
                (void)node_send(&node, 1 + rh_below(&rng, 38), &rng);
            }
        }
        assert_true(trm_atbbridge_empty(&node.bridge));
        assert_true(full && node.n > 1000);
        assert_int_equal(n, node.n);
        assert_memory_equal(got, node.sent, n);
    }
}

/* Holds TCI-COMP-014 TCI-COMP-016 TCI-COMP-021 */
static void back_pressure_is_whole_messages(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    cfg.buffer_bytes = TRM_ATBBRIDGE_BUFFER_MIN;
    node_on(&node, &cfg, 1);
    assert_true(node_send(&node, 64, &rng));
    assert_true(node_send(&node, 64, &rng)); /* two maximum messages */
    assert_false(node_send(&node, 64, &rng));
    for (unsigned t = 0; t < 100; t++) {
        clock_in(false, false, false);
    }
    assert_false(node_send(&node, 64, &rng));
    for (unsigned t = 0; t < 20; t++) {
        clock_in(true, false, false);
    }
    assert_true(node_send(&node, 64, &rng));
}

static void an_incomplete_word_waits_only_so_long(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    cfg.wait_ticks = 5;
    node_on(&node, &cfg, 1);
    for (unsigned again = 0; again < 2; again++) {
        assert_true(node_send(&node, 6, &rng));
        clock_in(true, false, false);
        assert_true(trm_atbbridge_out(&node.bridge)->atvalid);
        assert_int_equal(trm_atbbridge_out(&node.bridge)->atbytes, 3);
        for (unsigned t = 0; t < 5; t++) {
            clock_in(true, false, false);
            assert_false(trm_atbbridge_out(&node.bridge)->atvalid);
        }
        clock_in(true, false, false);
        assert_true(trm_atbbridge_out(&node.bridge)->atvalid);
        assert_int_equal(trm_atbbridge_out(&node.bridge)->atbytes, 1);
        clock_in(true, false, false);
    }
}

static void a_flush_does_not_wait_for_a_full_word(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    cfg.wait_ticks = 1000;
    node_on(&node, &cfg, 1);
    assert_true(node_send(&node, 3, &rng));
    clock_in(true, false, false);
    assert_false(trm_atbbridge_out(&node.bridge)->atvalid);
    clock_in(true, true, false);
    assert_true(trm_atbbridge_out(&node.bridge)->atvalid);
    assert_false(trm_atbbridge_out(&node.bridge)->afready); /* not before it was taken */
    clock_in(false, true, false);
    assert_false(trm_atbbridge_out(&node.bridge)->afready);
    clock_in(true, true, false);
    assert_true(trm_atbbridge_out(&node.bridge)->afready);
}

/* A source that feeds the bridge: its data comes in two clocks after the flush was asked for. */
static struct {
    unsigned syncs, flushes, left;
} source;

static void source_sync(void *ctx)
{
    (void)ctx;
    source.syncs++;
}

static void source_flush(void *ctx)
{
    (void)ctx;
    source.flushes++;
    source.left = 2;
}

static bool source_flushed(void *ctx)
{
    (void)ctx;
    if (source.left == 1) {
        assert_true(node_send(&node, 10, &rng));
    }
    source.left -= source.left > 0;
    return source.left == 0;
}

static const struct trm_upstream_ops source_ops = {source_sync, source_flush, source_flushed};

/* Holds TCI-ATB-002 */
static void a_flush_ends_when_all_that_was_there_has_left(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    size_t taken = 0;
    size_t due = 0;
    cfg.wait_ticks = 1000;
    memset(&source, 0, sizeof source);
    rh_seed(&rng, 3);
    node_on(&node, &cfg, 1);
    trm_atbbridge_set_upstream(&node.bridge, (struct trm_upstream){&source_ops, NULL});
    assert_true(node_send(&node, 33, &rng));
    for (unsigned t = 0;; t++) {
        const struct trm_atb_out *out = trm_atbbridge_out(&node.bridge);
        assert_true(t < 200);
        bool ready = t % 3 == 0;
        taken += out->atvalid && ready ? out->atbytes + 1u : 0;
        if (out->afready) {
            break;
        }
        if (source.flushes != 0 && source.left == 0 && due == 0) {
            due = node.n;                            /* 33 + 10 */
            assert_true(node_send(&node, 20, &rng)); /* later data */
        }
        clock_in(ready, true, false);
    }
    assert_int_equal(due, 43);
    assert_true(taken >= due);
    assert_int_equal(source.flushes, 1);
    clock_in(true, true, false); /* the clock at which the target sees AFREADY */
    assert_false(trm_atbbridge_out(&node.bridge)->afready);
    clock_in(true, false, false);
    assert_int_equal(node.bridge.stats.flushes, 1);
    /* An empty bridge answers at once. */
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 0x101);
    for (unsigned t = 0; t < 40; t++) {
        clock_in(true, false, false);
    }
    trm_atbbridge_set_upstream(&node.bridge, (struct trm_upstream){NULL, NULL});
    clock_in(true, true, false);
    assert_true(trm_atbbridge_out(&node.bridge)->afready);
}

static void syncreq_goes_to_the_source(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    memset(&source, 0, sizeof source);
    node_init(&node, &cfg);
    trm_atbbridge_set_upstream(&node.bridge, (struct trm_upstream){&source_ops, NULL});
    clock_in(true, false, true);
    assert_int_equal(source.syncs, 0); /* disabled */
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, ON | 0x100);
    clock_in(true, false, true);
    clock_in(true, false, false);
    assert_int_equal(source.syncs, 1);
}

/* Holds TCI-ATB-003 TCI-ATB-004 TCI-MIN-005 TCI-MIN-006 */
static void disabling_flushes_then_swallows(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    cfg.wait_ticks = 1000;
    node_on(&node, &cfg, 1);
    assert_true(node_send(&node, 7, &rng));
    assert_int_equal(ctrl(), 0x103);
    clock_in(false, false, false);
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 0x101);
    assert_true(node_send(&node, 64, &rng)); /* swallowed */
    clock_in(true, false, false);
    assert_int_equal(trm_atbbridge_out(&node.bridge)->atbytes, 2); /* the rest, not waiting */
    assert_int_equal(ctrl(), 0x101);
    clock_in(true, false, false);
    assert_int_equal(ctrl(), 0x109);
    assert_int_equal(node.bridge.stats.words, 2);
    assert_int_equal(node.bridge.stats.swallowed, 1);
}

/* Holds TCI-RST-007 TCI-RST-043 */
static void reset_keeps_atb_safe_and_answers_flushes(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    cfg.power_ticks = 3;
    cfg.undef = TRM_UNDEF_GARBAGE;
    node.n = 0;
    assert_int_equal(trm_atbbridge_init(&node.bridge, &cfg), TRM_OK);
    node.port = trm_atbbridge_link(&node.bridge);
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, ON);
    assert_int_equal(ctrl(), 0);
    assert_true(node_send(&node, 8, &rng));
    clock_in(true, true, true);
    assert_false(trm_atbbridge_out(&node.bridge)->atvalid);
    assert_true(trm_atbbridge_out(&node.bridge)->afready); /* the tree is not held up */
    clock_in(true, true, false);
    assert_false(trm_atbbridge_out(&node.bridge)->afready);
    clock_in(true, false, false);
    assert_int_equal(ctrl() & 0xFF, 0x9);
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, ON | 0x100);
    assert_true(node_send(&node, 8, &rng));
    clock_in(false, false, false);
    assert_true(trm_atbbridge_out(&node.bridge)->atvalid);
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 0);
    clock_in(true, false, false);
    assert_false(trm_atbbridge_out(&node.bridge)->atvalid);
    assert_int_equal(node.bridge.stats.discarded, 4); /* what was not on ATB */
}

/* AMBA 4 ATB: ATVALID and what goes with it stay until ATREADY. So a reset drops what is in the
 * bridge but the word on ATB; a flush is answered when that has left, and a new session does not
 * begin before. */
static void reset_leaves_a_word_on_atb_until_it_is_taken(void **state)
{
    (void)state;
    struct trm_atbbridge_cfg cfg = defaults();
    node_on(&node, &cfg, 1);
    assert_true(node_send(&node, 8, &rng));
    clock_in(false, false, false);
    const struct trm_atb_out *out = trm_atbbridge_out(&node.bridge);
    const struct trm_atb_out before = *out;
    assert_true(before.atvalid);
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 0);
    for (unsigned t = 0; t < 10; t++) {
        assert_true(out->atvalid && !out->afready);
        assert_int_equal(out->atid, before.atid);
        assert_int_equal(out->atbytes, before.atbytes);
        assert_memory_equal(out->atdata, before.atdata, sizeof before.atdata);
        if (t == 5) {
            atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 1);
            assert_int_equal(ctrl(), 0x1); /* not empty */
            atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 0);
        }
        clock_in(false, true, false);
    }
    clock_in(true, true, false);
    assert_true(!out->atvalid && out->afready);
    assert_int_equal(node.bridge.stats.discarded, 4);
    atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 1);
    assert_int_equal(ctrl(), 0x9);
}

/* AFVALID is held until AFREADY, as ATB wants it, and rises again at once; the bridge goes into
 * reset and out of it at any moment. Each flush is answered, by a bridge in reset within two
 * clocks; one that began in reset and is answered after the release covers what is in the bridge
 * then. */
static void a_flush_is_held_across_the_release(void **state)
{
    (void)state;
    for (uint32_t delay = 0; delay < 6; delay++) {
        for (unsigned down = 3; down < 12; down++) {
            for (unsigned up = down + delay + 1; up < down + delay + 8; up++) {
                struct trm_atbbridge_cfg cfg = defaults();
                unsigned waited = 0, in_reset = 0, answers = 0;
                size_t taken = 0, due = 0;
                cfg.power_ticks = delay;
                node.n = 0;
                assert_int_equal(trm_atbbridge_init(&node.bridge, &cfg), TRM_OK);
                node.port = trm_atbbridge_link(&node.bridge);
                atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, 1);
                for (unsigned t = 0; t < 60; t++) {
                    const struct trm_atb_out *out = trm_atbbridge_out(&node.bridge);
                    bool active = trm_regfile_active(&node.bridge.rf);
                    taken += out->atvalid ? out->atbytes + 1u : 0;
                    if (out->afready) {
                        assert_true(taken >= due); /* what was there when the flush began */
                        answers++;
                        waited = 0;
                        due = node.n;
                    } else {
                        waited++;
                    }
                    in_reset = active || out->afready ? 0 : in_reset + 1;
                    assert_true(waited < 20);
                    assert_true(in_reset <= 2);
                    clock_in(true, true, false);
                    if (t == down || t == up) {
                        atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, t == up);
                        /* The rest is lost with the reset. */
                        node.n = taken + (out->atvalid ? out->atbytes + 1u : 0);
                        due = node.n;
                    } else if (active && trm_regfile_active(&node.bridge.rf)) {
                        atb_wr(&node, TR_ATB_BRIDGE_CONTROL_OFFSET, ON | 0x100);
                        (void)node_send(&node, 5, &rng);
                    }
                }
                assert_true(answers > 5);
                assert_true(taken > 20);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identification_and_id),
        cmocka_unit_test(async_frequency_stands_in_impl),
        cmocka_unit_test(bad_configurations_are_refused),
        cmocka_unit_test(bytes_in_order_and_data_stable),
        cmocka_unit_test(back_pressure_is_whole_messages),
        cmocka_unit_test(an_incomplete_word_waits_only_so_long),
        cmocka_unit_test(a_flush_does_not_wait_for_a_full_word),
        cmocka_unit_test(a_flush_ends_when_all_that_was_there_has_left),
        cmocka_unit_test(syncreq_goes_to_the_source),
        cmocka_unit_test(disabling_flushes_then_swallows),
        cmocka_unit_test(reset_keeps_atb_safe_and_answers_flushes),
        cmocka_unit_test(reset_leaves_a_word_on_atb_until_it_is_taken),
        cmocka_unit_test(a_flush_is_held_across_the_release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
