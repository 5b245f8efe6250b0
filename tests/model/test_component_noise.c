/* SPDX-License-Identifier: Apache-2.0 */
/* Noise at every port of funnel, PIB sink and ATB bridge: any access, message, clock and pin in any
 * order, under both policies for undefined fields. What must hold always is checked at each step.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "atbbridge_table.h"
#include "funnel_table.h"
#include "pibsink_regs.h"
#include "pibsink_table.h"
#include "random_hart.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"

enum {
    STEPS = 20000,
    SEEDS = 6,
};

static struct rh_rng rng;

/* A component, seen through its registers. */
struct target {
    int (*read)(void *ctx, uint32_t offset, unsigned size, uint32_t *value);
    int (*write)(void *ctx, uint32_t offset, unsigned size, uint32_t value);
    void *ctx;
    const struct regmap_component *map;
};

static uint32_t implemented(const struct target *t, uint32_t offset)
{
    const struct regmap_reg *reg = trm_regfile_find(t->map, offset);
    uint32_t mask = 0;
    for (unsigned i = 0; reg != NULL && i < reg->nfields; i++) {
        for (unsigned b = reg->fields[i].lsb; b <= reg->fields[i].msb; b++) {
            mask |= UINT32_C(1) << b;
        }
    }
    return mask;
}

/* One access: any size and offset; reserved bits read 0; what is read can be written back. */
static void access_noise(const struct target *t)
{
    uint32_t offset =
        rh_chance(&rng, 8) ? rh_below(&rng, 5000) : 4 * rh_below(&rng, 3) * rh_below(&rng, 10);
    unsigned size = rh_chance(&rng, 16) ? rh_below(&rng, 9) : 4;
    bool legal = offset < 4096 && offset % 4 == 0 && size == 4;
    uint32_t value = rh_next(&rng);
    uint32_t got;
    if (offset == 0 && !rh_chance(&rng, 10)) {
        value |= 1; /* in reset nothing happens */
    }
    if (rh_chance(&rng, 2)) {
        assert_int_equal(t->write(t->ctx, offset, size, value) == TRM_OK, legal);
    }
    assert_int_equal(t->read(t->ctx, offset, size, &got) == TRM_OK, legal);
    assert_int_equal(got & ~implemented(t, legal ? offset : 0xFFC), 0);
    if (legal && rh_chance(&rng, 2)) {
        uint32_t again;
        t->write(t->ctx, offset, 4, got);
        t->read(t->ctx, offset, 4, &again);
        assert_int_equal(again, got);
    }
}

/* A message of 1..64 bytes that begin with its length. */
static size_t message(uint8_t m[TRM_MESSAGE_MAX])
{
    size_t n = 1 + rh_below(&rng, TRM_MESSAGE_MAX);
    m[0] = (uint8_t)n;
    for (size_t i = 1; i < n; i++) {
        m[i] = (uint8_t)(n + i);
    }
    return n;
}

static void offer(struct trm_link l)
{
    uint8_t m[TRM_MESSAGE_MAX];
    size_t n = message(m);
    if (l.ops->can_accept(l.ctx, n)) {
        l.ops->put(l.ctx, m, n);
    }
}

static bool out_can_accept(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return !rh_chance(&rng, 3);
}

static void out_put(void *ctx, const uint8_t *bytes, size_t n)
{
    uint64_t *sum = ctx;
    assert_int_equal(bytes[0], n);
    for (size_t i = 1; i < n; i++) {
        assert_int_equal(bytes[i], (uint8_t)(n + i));
    }
    *sum += 1;
}

static bool out_stopped(void *ctx)
{
    (void)ctx;
    return rh_chance(&rng, 40);
}

static int funnel_read(void *ctx, uint32_t offset, unsigned size, uint32_t *value)
{
    return trm_funnel_reg_read(ctx, offset, size, value);
}

static int funnel_write(void *ctx, uint32_t offset, unsigned size, uint32_t value)
{
    return trm_funnel_reg_write(ctx, offset, size, value);
}

static void funnel_accounts_for_every_message(void **state)
{
    (void)state;
    static const struct trm_link_ops ops = {out_can_accept, out_put, out_stopped};
    static struct trm_funnel f;
    struct target t = {funnel_read, funnel_write, &f, &regmap_funnel};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct trm_funnel_cfg cfg;
        uint64_t received = 0;
        rh_seed(&rng, seed);
        trm_funnel_cfg_init(&cfg);
        cfg.inputs = (uint8_t)(2 + rh_below(&rng, 15));
        cfg.fifo_bytes = seed % 2 == 0 ? 0 : 128;
        cfg.link_bytes = 10 * rh_below(&rng, 5);
        cfg.ts_modes = seed % 3 == 0 ? 0 : 0x16;
        cfg.undef = seed % 2 == 0 ? TRM_UNDEF_ZERO : TRM_UNDEF_GARBAGE;
        cfg.power_ticks = rh_below(&rng, 3);
        assert_int_equal(trm_funnel_init(&f, &cfg), TRM_OK);
        trm_funnel_connect(&f, (struct trm_link){&ops, &received});
        for (unsigned i = 0; i < STEPS; i++) {
            if (rh_chance(&rng, 8)) {
                access_noise(&t);
            }
            if (rh_chance(&rng, 2)) {
                trm_funnel_tick(&f);
            }
            offer(trm_funnel_link(&f, rh_below(&rng, cfg.inputs)));
            uint64_t taken = 0;
            uint64_t queued = 0;
            for (unsigned k = 0; k < cfg.inputs; k++) {
                taken += f.stats.messages[k];
                queued += f.queue[k].count;
            }
            assert_int_equal(taken, received + f.stats.dropped + queued);
            assert_int_equal(trm_funnel_empty(&f), queued == 0);
        }
        assert_true(received > 100);
    }
}

static int pib_read(void *ctx, uint32_t offset, unsigned size, uint32_t *value)
{
    return trm_pibsink_reg_read(ctx, offset, size, value);
}

static int pib_write(void *ctx, uint32_t offset, unsigned size, uint32_t value)
{
    return trm_pibsink_reg_write(ctx, offset, size, value);
}

static void pib_drives_only_the_pins_of_its_mode(void **state)
{
    (void)state;
    static struct trm_pibsink s;
    struct target t = {pib_read, pib_write, &s, &regmap_pibsink};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct trm_pibsink_cfg cfg;
        uint32_t width = 0;
        rh_seed(&rng, seed);
        trm_pibsink_cfg_init(&cfg);
        cfg.divider_bits = 2;
        cfg.divider_reset = 3;
        cfg.async = true;
        cfg.undef = seed % 2 == 0 ? TRM_UNDEF_ZERO : TRM_UNDEF_GARBAGE;
        cfg.power_ticks = rh_below(&rng, 3);
        assert_int_equal(trm_pibsink_init(&s, &cfg), TRM_OK);
        for (unsigned i = 0; i < STEPS; i++) {
            if (rh_chance(&rng, 20)) {
                access_noise(&t);
            }
            trm_pibsink_tick(&s);
            uint32_t control;
            pib_read(&s, 0, 4, &control);
            uint32_t mode = (control & TR_PIB_MODE_MASK) >> TR_PIB_MODE_SHIFT;
            assert_true(((1u | TRM_PIBSINK_MODES_ALL) >> mode & 1u) != 0);
            width = mode >= 8 ? 1u << (mode - 8) : mode == 0 ? 0 : 1;
            struct trm_pib_pins p = trm_pibsink_pins(&s);
            if (s.divide == control >> TR_PIB_DIVIDER_SHIFT) { /* a divided clock has passed */
                assert_int_equal((uint32_t)p.data >> width, 0);
                assert_true(mode >= 8 || !p.clk);
            }
            offer(trm_pibsink_link(&s));
            uint64_t held = s.queue.count + (s.unit_bytes != 0 && !s.unit_calibrates);
            assert_true(s.stats.messages >= held + s.stats.dropped);
        }
        assert_true(s.stats.messages > 20);
    }
}

static int atb_read(void *ctx, uint32_t offset, unsigned size, uint32_t *value)
{
    return trm_atbbridge_reg_read(ctx, offset, size, value);
}

static int atb_write(void *ctx, uint32_t offset, unsigned size, uint32_t value)
{
    return trm_atbbridge_reg_write(ctx, offset, size, value);
}

static void atb_accounts_for_every_byte(void **state)
{
    (void)state;
    static struct trm_atbbridge b;
    struct target t = {atb_read, atb_write, &b, &regmap_atbbridge};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct trm_atbbridge_cfg cfg;
        uint64_t moved = 0;
        rh_seed(&rng, seed);
        trm_atbbridge_cfg_init(&cfg);
        cfg.width = (uint8_t)(1u << rh_below(&rng, 5));
        cfg.wait_ticks = rh_below(&rng, 4);
        cfg.async = true;
        cfg.undef = seed % 2 == 0 ? TRM_UNDEF_ZERO : TRM_UNDEF_GARBAGE;
        cfg.power_ticks = rh_below(&rng, 3);
        assert_int_equal(trm_atbbridge_init(&b, &cfg), TRM_OK);
        for (unsigned i = 0; i < STEPS; i++) {
            if (rh_chance(&rng, 50)) {
                access_noise(&t);
            }
            struct trm_atb_in in = {.atready = rh_chance(&rng, 2),
                                    .afvalid = rh_chance(&rng, 3),
                                    .syncreq = rh_chance(&rng, 9)};
            const struct trm_atb_out *o = trm_atbbridge_out(&b);
            moved += o->atvalid && in.atready ? o->atbytes + 1u : 0;
            trm_atbbridge_tick(&b, &in);
            assert_true(!o->atvalid || o->atbytes < cfg.width);
            if (rh_chance(&rng, 10)) {
                offer(trm_atbbridge_link(&b));
            }
            uint64_t held = b.fill + (o->atvalid ? o->atbytes + 1u : 0);
            assert_int_equal(b.stats.bytes + b.stats.padding, moved + held + b.stats.discarded);
            assert_int_equal(trm_atbbridge_empty(&b), held == 0);
        }
        assert_true(moved > 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(funnel_accounts_for_every_message),
        cmocka_unit_test(pib_drives_only_the_pins_of_its_mode),
        cmocka_unit_test(atb_accounts_for_every_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
