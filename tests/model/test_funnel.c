/* SPDX-License-Identifier: Apache-2.0 */
/* The funnel's data path (TCI 1.0, Trace Funnel; Connections Between Components). */
#include "funnel_rig.h"

/* Senders that always have something, of any length, against an output that refuses at random. */
static void run_random(const struct trm_funnel_cfg *cfg, uint64_t seed, unsigned ticks)
{
    struct rh_rng rng;
    uint16_t number[TRM_FUNNEL_INPUTS_MAX] = {0};
    size_t length[TRM_FUNNEL_INPUTS_MAX];
    rh_seed(&rng, seed);
    start_on(cfg);
    for (unsigned i = 0; i < cfg->inputs; i++) {
        length[i] = 4 + rh_below(&rng, 61);
    }
    for (unsigned t = 0; t < ticks; t++) {
        out.open = !rh_chance(&rng, 3);
        tick();
        for (unsigned i = 0; i < cfg->inputs; i++) {
            while (!rh_chance(&rng, 4) && offer(i, number[i], length[i])) {
                number[i]++;
                length[i] = 4 + rh_below(&rng, 61);
            }
        }
    }
    out.open = true;
    wr(TR_FUNNEL_CONTROL_OFFSET, TR_FUNNEL_ACTIVE_MASK);
    for (unsigned t = 0; t < 5000 && !trm_funnel_empty(&f); t++) {
        tick();
    }
    assert_true(rd(TR_FUNNEL_CONTROL_OFFSET) & TR_FUNNEL_EMPTY_MASK);
    uint64_t sum = 0;
    for (unsigned i = 0; i < cfg->inputs; i++) {
        assert_int_equal(out.next[i], number[i]); /* nothing lost, nothing twice, in order */
        assert_int_equal(f.stats.messages[i], number[i]);
        assert_true(number[i] > 0);
        sum += number[i];
    }
    assert_int_equal(out.count, sum);
    assert_int_equal(f.stats.sent, sum);
    assert_int_equal(f.stats.bytes, out.bytes);
}

/* Holds TCI-COMP-014..016 TCI-COMP-021 TCI-FUN-001 */
static void whole_messages_in_order_with_buffers(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    for (uint8_t inputs = 2; inputs <= 16; inputs++) {
        cfg.inputs = inputs;
        cfg.link_bytes = inputs % 3 == 0 ? 0 : inputs * 5u;
        cfg.fifo_bytes = inputs % 2 == 0 ? 512 : 128;
        run_random(&cfg, inputs, 120);
    }
}

/* Holds TCI-COMP-014..016 TCI-FUN-001 */
static void whole_messages_in_order_without_buffers(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.fifo_bytes = 0;
    for (uint8_t inputs = 2; inputs <= 16; inputs++) {
        cfg.inputs = inputs;
        cfg.link_bytes = inputs % 3 == 0 ? 40 : inputs * 5u;
        run_random(&cfg, inputs, 120);
    }
}

/* All inputs always have a message: then each gets exactly its turn. */
static void check_rounds(unsigned inputs, unsigned from)
{
    assert_true(out.count > from + 10 * inputs);
    for (unsigned k = from; k + inputs < out.count; k++) {
        assert_int_equal(out.from[k + inputs], out.from[k]);
        for (unsigned j = 1; j < inputs; j++) {
            assert_int_not_equal(out.from[k + j], out.from[k]);
        }
    }
}

/* Long messages of input 0 against short ones of the others. */
static size_t greedy(unsigned input)
{
    return input == 0 ? 64 : 4 + input;
}

/* Holds TCI-FUN-003 */
static void one_message_of_each_input_in_turn(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    for (unsigned buffered = 0; buffered < 2; buffered++) {
        for (uint8_t inputs = 2; inputs <= 16; inputs += 7) {
            uint16_t number[TRM_FUNNEL_INPUTS_MAX] = {0};
            cfg.inputs = inputs;
            cfg.fifo_bytes = buffered ? 128 : 0;
            start_on(&cfg);
            out.per_tick = 1;
            for (unsigned t = 0; t < 20u * inputs; t++) {
                tick();
                for (unsigned i = 0; i < inputs; i++) {
                    while (offer(i, number[i], greedy(i))) {
                        number[i]++;
                    }
                }
            }
            check_rounds(inputs, buffered ? 0 : 2u * inputs);
        }
    }
}

/* Holds TCI-FUN-002 */
static void a_waiting_input_is_served_within_a_round(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    for (unsigned buffered = 0; buffered < 2; buffered++) {
        uint16_t number[TRM_FUNNEL_INPUTS_MAX] = {0};
        unsigned asked = 0;
        bool waits = false;
        cfg.inputs = 16;
        cfg.fifo_bytes = buffered ? 128 : 0;
        start_on(&cfg);
        out.per_tick = 1;
        for (unsigned t = 0; t < 600; t++) {
            tick();
            for (unsigned i = 0; i < 15; i++) {
                while (offer(i, number[i], 40)) {
                    number[i]++;
                }
            }
            /* Input 15 asks last, and only now and then. */
            if (t % 50 == 49) {
                waits = true;
                asked = out.count;
            }
            if (waits && out.next[15] == number[15] && offer(15, number[15], 64)) {
                number[15]++;
                waits = false;
            }
            assert_true(!waits || out.count <= asked + 16);
        }
        assert_true(number[15] >= 11);
        assert_true(out.next[15] >= 11);
    }
}

static void bandwidth_is_a_bound(void **state)
{
    enum {
        SHORTEST = 20, /* message */
    };
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.inputs = 4;
    for (unsigned buffered = 0; buffered < 2; buffered++) {
        for (unsigned rate = 1; rate <= 64; rate++) {
            uint16_t number[4] = {0};
            cfg.fifo_bytes = buffered ? 256 : 0;
            cfg.link_bytes = rate;
            start_on(&cfg);
            for (unsigned t = 1; t <= 500; t++) {
                tick();
                for (unsigned i = 0; i < 4; i++) {
                    while (offer(i, number[i], SHORTEST + i)) {
                        number[i]++;
                    }
                }
                assert_true(out.bytes <= (t + 1) * rate);
            }
            /* Nothing is wasted but the first tick (nothing to send yet) and the last message.
             * Without buffers that holds up to one message per tick. Of a larger rate one message
             * per tick is sure: an input that asked before its turn is not asked again. */
            size_t sure = buffered || rate < SHORTEST ? rate : SHORTEST;
            assert_true(out.bytes + rate + SHORTEST + 3 >= 500 * sure);
        }
    }
}

/* Without buffers: short messages that ask last do not keep the bandwidth from a long one. */
static void a_long_message_gets_its_bandwidth(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    uint16_t number[2] = {0};
    cfg.inputs = 2;
    cfg.fifo_bytes = 0;
    cfg.link_bytes = 8;
    start_on(&cfg);
    for (unsigned t = 0; t < 1000; t++) {
        tick();
        number[0] = (uint16_t)(number[0] + offer(0, number[0], 64));
        number[1] = (uint16_t)(number[1] + offer(1, number[1], 4));
    }
    /* 68 bytes a round at 8 a tick. */
    assert_true(number[0] >= 100 && number[1] >= 100);
}

static void a_refusing_output_is_not_made_up_for(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    cfg.link_bytes = 8;
    cfg.fifo_bytes = 512;
    start_on(&cfg);
    for (uint16_t k = 0; k < 30; k++) {
        assert_true(offer(0, k, 16));
    }
    out.open = false;
    for (unsigned t = 0; t < 100; t++) {
        tick();
    }
    out.open = true;
    tick();
    assert_int_equal(out.count, 1);
    tick();
    assert_int_equal(out.count, 1);
    tick();
    assert_int_equal(out.count, 2);
}

/* Holds TCI-COMP-014 TCI-COMP-016 TCI-COMP-021 */
static void back_pressure_fills_the_buffer_then_refuses(void **state)
{
    (void)state;
    struct trm_funnel_cfg cfg = defaults();
    start_on(&cfg);
    out.open = false;
    assert_true(offer(3, 0, 64));
    assert_true(offer(3, 1, 64)); /* two maximum messages fit */
    assert_false(offer(3, 2, 4));
    assert_true(offer(4, 0, 4)); /* other inputs have their own */
    tick();
    assert_false(offer(3, 2, 4));
    assert_int_equal(out.count, 0);
    out.open = true;
    tick();
    assert_int_equal(out.count, 3);
    assert_true(offer(3, 2, 4));
}

/* Holds TCI-COMP-015 TCI-COMP-027 */
static void two_levels_keep_messages_whole(void **state)
{
    (void)state;
    static struct trm_funnel leaf[2];
    struct trm_funnel_cfg cfg = defaults();
    struct rh_rng rng;
    uint16_t number[8] = {0};
    cfg.inputs = 4;
    cfg.link_bytes = 24;
    rh_seed(&rng, 5);
    start_on(&cfg);
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(trm_funnel_init(&leaf[k], &cfg), TRM_OK);
        trm_funnel_connect(&leaf[k], trm_funnel_link(&f, k));
        trm_funnel_reg_write(&leaf[k], TR_FUNNEL_CONTROL_OFFSET, 4, 1);
        trm_funnel_reg_write(&leaf[k], TR_FUNNEL_CONTROL_OFFSET, 4, ON);
    }
    for (unsigned t = 0; t < 1500; t++) {
        out.open = t > 1400 || !rh_chance(&rng, 4);
        tick();
        trm_funnel_tick(&leaf[0]);
        trm_funnel_tick(&leaf[1]);
        for (unsigned s = 0; s < 8 && t < 1400; s++) {
            uint8_t m[TRM_MESSAGE_MAX];
            size_t n = 4 + rh_below(&rng, 35);
            struct trm_link l = trm_funnel_link(&leaf[s / 4], s % 4);
            if (l.ops->can_accept(l.ctx, n)) {
                make(m, (uint8_t)s, number[s]++, n);
                l.ops->put(l.ctx, m, n);
            }
        }
    }
    for (unsigned s = 0; s < 8; s++) {
        assert_int_equal(out.next[s], number[s]);
        assert_true(number[s] > 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_messages_in_order_with_buffers),
        cmocka_unit_test(whole_messages_in_order_without_buffers),
        cmocka_unit_test(one_message_of_each_input_in_turn),
        cmocka_unit_test(a_waiting_input_is_served_within_a_round),
        cmocka_unit_test(bandwidth_is_a_bound),
        cmocka_unit_test(a_long_message_gets_its_bandwidth),
        cmocka_unit_test(a_refusing_output_is_not_made_up_for),
        cmocka_unit_test(back_pressure_fills_the_buffer_then_refuses),
        cmocka_unit_test(two_levels_keep_messages_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
