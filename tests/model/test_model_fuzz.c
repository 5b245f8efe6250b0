/* SPDX-License-Identifier: Apache-2.0 */
/* Noise at every port of encoder and RAM sink at once: registers, ingress, memory. Nothing may
 * leave its bounds (the sanitizers look), no message may be given to a link that refuses it, and at
 * the end all is drained. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "encoder_table.h"
#include "ramsink_table.h"
#include "random_hart.h"
#include "trm/trm_ramsink.h"

enum {
    RAM = 256,
    SEEDS = 600,
};

static struct trm_encoder enc;
static struct trm_ramsink sink;
static uint8_t sram[RAM];
static struct rh_rng rng;
static bool allowed;

static uint32_t pick(uint32_t n)
{
    return rh_below(&rng, n);
}

static int bus_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    (void)bytes;
    assert_int_equal(address % n, 0);
    return pick(4) == 0 ? -1 : 0;
}

static bool can_accept(void *ctx, size_t n)
{
    struct trm_link *to = ctx;
    assert_true(n >= 2 && n <= TRM_MESSAGE_MAX);
    allowed = pick(3) != 0 && to->ops->can_accept(to->ctx, n);
    return allowed;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct trm_link *to = ctx;
    assert_true(allowed);
    allowed = false;
    assert_int_equal(bytes[0] & 3, 0); /* MSEO: a whole message */
    assert_int_equal(bytes[n - 1] & 3, 3);
    to->ops->put(to->ctx, bytes, n);
}

static bool stopped(void *ctx)
{
    return trm_link_stopped(ctx);
}

static const struct trm_link_ops ops = {can_accept, put, stopped};

static void start(uint64_t seed)
{
    struct trm_encoder_cfg ec;
    struct trm_ramsink_cfg sc;
    rh_seed(&rng, seed);
    trm_encoder_cfg_init(&ec);
    ec.xlen = pick(2) != 0 ? 32 : 64;
    ec.itype_width = (uint8_t)(3 + pick(2));
    ec.hist_bits = (uint8_t)(2 + pick(31));
    ec.icnt_bits = (uint8_t)(4 + pick(19));
    ec.ext_triggers = (uint8_t)pick(9);
    ec.ext_outputs = (uint8_t)pick(9);
    ec.ext_events = (uint8_t)pick(16);
    ec.dbg_control = pick(2) != 0;
    ec.filters = (uint8_t)pick(TRM_FILTERS_MAX + 1);
    ec.comparators = (uint8_t)pick(TRM_COMPARATORS_MAX + 1);
    ec.filter_matches = (uint8_t)pick(TRM_FILTER_ALL + 1);
    ec.filter_nesting = (uint8_t)(1 + pick(16));
    ec.comp_inputs = (uint8_t)(1 + 2 * pick(4));
    ec.comp_modes = (uint8_t)(1 + 2 * pick(8));
    ec.comp_notify = pick(2) != 0;
    ec.comp_secondary = seed % 4 != 0;
    ec.ts_modes = (uint8_t)(2 * pick(16));
    ec.ts_width = (uint8_t)(1 + pick(63));
    ec.ts_select = pick(2) != 0;
    ec.ts_copy_active = pick(4) == 0;
    ec.hcontext = pick(2) != 0;
    ec.context_bits = (uint8_t)pick(60);
    ec.return_stack = (uint8_t)(1 + pick(32));
    ec.fifo_bytes = TRM_ENCODER_FIFO_MIN + pick(100);
    ec.link_bytes = pick(3) * 7;
    ec.undef = TRM_UNDEF_GARBAGE;
    ec.seed = seed;
    ec.power_ticks = pick(3);
    assert_int_equal(trm_encoder_init(&enc, &ec), TRM_OK);
    trm_ramsink_cfg_init(&sc);
    sc.has_smem = true;
    sc.sram = sram;
    sc.sram_bytes = RAM;
    sc.bus.write = bus_write;
    sc.width = (uint8_t)(4u << pick(3));
    sc.words_per_tick = pick(3);
    sc.async = pick(2) != 0;
    sc.read_active = pick(2) != 0;
    sc.data_writable = pick(2) != 0;
    sc.undef = TRM_UNDEF_GARBAGE;
    sc.seed = seed;
    assert_int_equal(trm_ramsink_init(&sink, &sc), TRM_OK);
}

static uint32_t random_offset(void)
{
    switch (pick(8)) {
    case 0:
        return rh_next(&rng) % 0x2000; /* anything */
    case 1:
    case 2:
        return 0x400 + (pick(0x400) & ~3u); /* filters and comparators */
    default:
        return pick(0x60) & ~3u;
    }
}

/* Bits that no table knows read 0, and so does what no table knows at all. */
static void check_reserved(const struct regmap_component *map, uint32_t offset, uint32_t got)
{
    const struct regmap_reg *reg = trm_regfile_find(map, offset);
    uint32_t known = 0;
    for (unsigned i = 0; reg != NULL && i < reg->nfields; i++) {
        known |= regmap_field_mask(&reg->fields[i]);
    }
    assert_int_equal(got & ~known, 0);
}

static void random_access(void)
{
    /* Mostly real registers; ones that keep things running are likely. */
    uint32_t offset = random_offset();
    unsigned size = pick(16) == 0 ? pick(9) : 4;
    uint32_t value = pick(4) == 0 ? UINT32_MAX : rh_next(&rng);
    uint32_t got = 0;
    if (offset == 0 && pick(8) != 0) {
        value |= TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK;
    }
    bool write = pick(2) != 0;
    int status;
    bool encoder = pick(2) != 0;
    if (encoder) {
        status = write ? trm_encoder_reg_write(&enc, offset, size, value)
                       : trm_encoder_reg_read(&enc, offset, size, &got);
    } else {
        status = write ? trm_ramsink_reg_write(&sink, offset, size, value)
                       : trm_ramsink_reg_read(&sink, offset, size, &got);
    }
    assert_true(status <= 0 && status >= TRM_ERR_RANGE);
    check_reserved(encoder ? &regmap_encoder : &regmap_ramsink, offset, got);
}

static struct ingress_cycle random_record(uint64_t cycle)
{
    struct ingress_cycle in = {
        .cycle = cycle,
        .time = rh_next(&rng),
        .nblocks = (uint8_t)pick(6),
        .priv = (uint8_t)pick(8),
        .ctype = (uint8_t)(pick(8) == 0 ? pick(4) : 0),
        .context = rh_next(&rng),
        .trigger = (uint16_t)(pick(8) == 0 ? rh_next(&rng) : 0),
        .ext_trig = (uint8_t)(pick(8) == 0 ? rh_next(&rng) : 0),
        .halted = pick(30) == 0,
        .reset = pick(30) == 0,
        .lowpower = pick(30) == 0,
        .impdef = rh_next(&rng),
        .cause = pick(80),
        .tval = rh_next(&rng),
    };
    for (unsigned i = 0; i < INGRESS_MAX_BLOCKS; i++) {
        in.block[i].iaddr = (uint64_t)rh_next(&rng) << pick(33);
        in.block[i].iretire = pick(100) == 0 ? pick(1u << 12) : pick(20);
        in.block[i].itype = (uint8_t)pick(256);
        in.block[i].ilastsize = (uint8_t)pick(4);
        in.block[i].sijump = pick(2) != 0;
    }
    return in;
}

static void noise_everywhere(void **state)
{
    (void)state;
    uint64_t messages = 0, overflows = 0, stalls = 0, wraps = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        uint64_t cycle = 0;
        start(seed);
        struct trm_link to_sink = trm_ramsink_link(&sink);
        trm_encoder_connect(&enc, (struct trm_link){&ops, &to_sink});
        for (unsigned i = 0; i < 1000; i++) {
            cycle += pick(4);
            if (pick(10) == 0) {
                random_access();
            }
            trm_ramsink_tick(&sink);
            trm_encoder_tick(&enc);
            struct ingress_cycle in = random_record(cycle);
            (void)trm_encoder_ingress(&enc, &in);
            assert_true(enc.fifo_fill <= enc.cfg.fifo_bytes + TRM_ENCODER_SKID);
            assert_true((enc.fifo_fill == 0) == (enc.fifo_count == 0));
            assert_true(sink.fill < TRM_RAMSINK_BUFFER_MAX);
        }
        (void)trm_encoder_reg_write(&enc, 0, 4, TR_TE_ACTIVE_MASK);
        for (unsigned i = 0; i < 2000; i++) {
            trm_ramsink_tick(&sink);
            trm_encoder_tick(&enc);
        }
        assert_true(trm_encoder_empty(&enc));
        messages += enc.stats.messages;
        overflows += enc.stats.overflows;
        stalls += enc.stats.stalls;
        wraps += sink.stats.wraps;
    }
    /* The noise was not idle. */
    assert_true(messages > 10000 && overflows > 50 && stalls > 50 && wraps > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
