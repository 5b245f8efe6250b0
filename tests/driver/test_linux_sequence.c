/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register accesses of the Linux driver (series v4 of its patches), one by one, on our models:
 * a scenario of a driver that leaves fields as a reset does. With zeros there it has to work, with
 * noise it fails for reasons that are given here (docs/reference/model.md, "Drivers that forget
 * fields").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_flow.h"
#include "ramsink_regs.h"
#include "random_hart.h"
#include "trm/trm_encoder.h"
#include "trm/trm_ramsink.h"

enum {
    TRIES = 10, /* reads of a poll, a microsecond each */
    MEMORY = 1 << 16,
    BUFFER_AT = 0x1000,
    PCS = 1 << 14,
    CPU = 3,
};
#define MEMORY_AT UINT64_C(0x80000000)

static struct trm_encoder enc;
static struct trm_ramsink sink;
static uint8_t memory[MEMORY];
static uint32_t buffer_size;
static uint8_t sent[MEMORY]; /* what the encoder gave, before the sink */
static size_t nsent;
static struct rh_hart hart;
static uint64_t executed[PCS];
static size_t nexecuted;

/* ---- registers: an access takes its time ---- */

static void tick(void)
{
    trm_ramsink_tick(&sink);
    trm_encoder_tick(&enc);
}

static uint32_t enc_read(uint32_t offset)
{
    uint32_t v = 0;
    assert_int_equal(trm_encoder_reg_read(&enc, offset, 4, &v), TRM_OK);
    tick();
    return v;
}

static void enc_write(uint32_t offset, uint32_t v)
{
    assert_int_equal(trm_encoder_reg_write(&enc, offset, 4, v), TRM_OK);
    tick();
}

static uint32_t sink_read(uint32_t offset)
{
    uint32_t v = 0;
    assert_int_equal(trm_ramsink_reg_read(&sink, offset, 4, &v), TRM_OK);
    tick();
    return v;
}

static void sink_write(uint32_t offset, uint32_t v)
{
    assert_int_equal(trm_ramsink_reg_write(&sink, offset, 4, v), TRM_OK);
    tick();
}

static void poll(uint32_t (*read)(uint32_t), uint32_t mask, uint32_t want)
{
    for (unsigned i = 0; i < TRIES; i++) {
        if ((read(0) & mask) == want) {
            return;
        }
    }
    fail_msg("a poll for 0x%x of 0x%x has no end", (unsigned)want, (unsigned)mask);
}

/* ---- the sequences ---- */

static void probe(void)
{
    sink_write(0, 0);
    poll(sink_read, TR_RAM_ACTIVE_MASK, 0);
    sink_write(0, TR_RAM_ACTIVE_MASK);
    poll(sink_read, TR_RAM_ACTIVE_MASK, TR_RAM_ACTIVE_MASK);
    (void)sink_read(TR_RAM_IMPL_OFFSET);
    enc_write(0, 0);
    poll(enc_read, TR_TE_ACTIVE_MASK, 0);
    enc_write(0, TR_TE_ACTIVE_MASK);
    poll(enc_read, TR_TE_ACTIVE_MASK, TR_TE_ACTIVE_MASK);
    (void)enc_read(TR_TE_IMPL_OFFSET);
}

/* Mode, the smallest start, the largest limit, the buffer, Enable. */
static void start_sink(void)
{
    uint64_t start = MEMORY_AT + BUFFER_AT, limit = start + buffer_size - 4;
    sink_write(0, sink_read(0) | TR_RAM_MODE_MASK);
    sink_write(TR_RAM_START_LOW_OFFSET, 0);
    sink_write(TR_RAM_START_HIGH_OFFSET, 0);
    assert_int_equal(sink_read(TR_RAM_START_LOW_OFFSET), 0);
    sink_write(TR_RAM_LIMIT_LOW_OFFSET, UINT32_MAX);
    sink_write(TR_RAM_LIMIT_HIGH_OFFSET, UINT32_MAX);
    assert_int_equal(sink_read(TR_RAM_LIMIT_LOW_OFFSET), UINT32_MAX & ~UINT32_C(3));
    sink_write(TR_RAM_START_LOW_OFFSET, (uint32_t)start);
    sink_write(TR_RAM_START_HIGH_OFFSET, (uint32_t)(start >> 32));
    sink_write(TR_RAM_WP_LOW_OFFSET, (uint32_t)start);
    sink_write(TR_RAM_WP_HIGH_OFFSET, (uint32_t)(start >> 32));
    sink_write(TR_RAM_LIMIT_LOW_OFFSET, (uint32_t)limit);
    sink_write(TR_RAM_LIMIT_HIGH_OFFSET, (uint32_t)(limit >> 32));
    assert_int_equal(sink_read(TR_RAM_LIMIT_LOW_OFFSET), (uint32_t)limit);
    sink_write(0, sink_read(0) | TR_RAM_ENABLE_MASK);
    poll(sink_read, TR_RAM_ENABLE_MASK, TR_RAM_ENABLE_MASK);
}

static void start_encoder(void)
{
    enc_write(0, enc_read(0) | TR_TE_ENABLE_MASK);
    poll(enc_read, TR_TE_ENABLE_MASK, TR_TE_ENABLE_MASK);
    enc_write(0, enc_read(0) | 6u << 4); /* InstMode: after Enable, and ORed */
    enc_write(0, enc_read(0) | TR_TE_INST_TRACING_MASK);
    poll(enc_read, TR_TE_INST_TRACING_MASK, TR_TE_INST_TRACING_MASK);
}

/* The newer revision: InstMode is cleared first, trTeFormat set, the width of SRC asked for. */
static void start_encoder_newer(void)
{
    uint32_t control = enc_read(0);
    control &= ~(uint32_t)(TR_TE_INST_MODE_MASK | TR_TE_FORMAT_MASK);
    enc_write(0, control | 6u << 4 | TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT);
    uint32_t features = enc_read(TR_TE_INST_FEATURES_OFFSET);
    enc_write(TR_TE_INST_FEATURES_OFFSET, features | TR_TE_SRC_BITS_MASK);
    features = enc_read(TR_TE_INST_FEATURES_OFFSET) & ~(uint32_t)TR_TE_SRC_ID_MASK;
    enc_write(TR_TE_INST_FEATURES_OFFSET, features | CPU << TR_TE_SRC_ID_SHIFT);
    enc_write(0, enc_read(0) | TR_TE_ENABLE_MASK);
    poll(enc_read, TR_TE_ENABLE_MASK, TR_TE_ENABLE_MASK);
    enc_write(0, enc_read(0) | TR_TE_INST_TRACING_MASK);
    poll(enc_read, TR_TE_INST_TRACING_MASK, TR_TE_INST_TRACING_MASK);
}

static void stop(void)
{
    enc_write(0, enc_read(0) & ~(uint32_t)TR_TE_INST_TRACING_MASK);
    poll(enc_read, TR_TE_INST_TRACING_MASK, 0);
    enc_write(0, enc_read(0) & ~(uint32_t)TR_TE_ENABLE_MASK);
    poll(enc_read, TR_TE_ENABLE_MASK, 0);
    poll(enc_read, TR_TE_EMPTY_MASK, TR_TE_EMPTY_MASK);
    sink_write(0, sink_read(0) & ~(uint32_t)TR_RAM_ENABLE_MASK);
    poll(sink_read, TR_RAM_ENABLE_MASK, 0);
    poll(sink_read, TR_RAM_EMPTY_MASK, TR_RAM_EMPTY_MASK);
}

/* WP; when it has wrapped, from there to the end first. Returns the bytes. */
static size_t read_out(uint8_t *to)
{
    uint32_t wp = sink_read(TR_RAM_WP_LOW_OFFSET);
    const uint8_t *start = memory + BUFFER_AT;
    size_t at = (wp & ~UINT32_C(3)) - (uint32_t)(MEMORY_AT + BUFFER_AT), older = 0;
    assert_true(at < buffer_size);
    if ((wp & 1u) != 0) {
        older = buffer_size - at;
        memcpy(to, start + at, older);
    }
    memcpy(to + older, start, at);
    return older + at;
}

/* ---- the hardware ---- */

static int write_memory(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    if (address < MEMORY_AT + BUFFER_AT || address + n > MEMORY_AT + BUFFER_AT + buffer_size) {
        return -1;
    }
    memcpy(memory + (address - MEMORY_AT), bytes, n);
    return 0;
}

/* Between encoder and sink: a copy of all that goes by. */
static bool tap_can_accept(void *ctx, size_t n)
{
    struct trm_link l = trm_ramsink_link(&sink);
    (void)ctx;
    return l.ops->can_accept(l.ctx, n) && nsent + n <= MEMORY;
}

static void tap_put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct trm_link l = trm_ramsink_link(&sink);
    (void)ctx;
    memcpy(sent + nsent, bytes, n);
    nsent += n;
    l.ops->put(l.ctx, bytes, n);
}

struct hardware {
    enum trm_undef undef;
    bool htm, btm;
    uint32_t buffer;
};

static void power_on(const struct hardware *h, uint64_t seed)
{
    static const struct trm_link_ops ops = {.can_accept = tap_can_accept, .put = tap_put};
    struct trm_encoder_cfg e;
    struct trm_ramsink_cfg r;
    trm_encoder_cfg_init(&e);
    e.htm = h->htm;
    e.btm = h->btm;
    e.filters = 4;
    e.comparators = 2;
    e.ts_modes = 0xA;
    e.undef = h->undef;
    e.seed = seed;
    e.power_ticks = (uint32_t)seed % 3;
    trm_ramsink_cfg_init(&r);
    r.has_smem = true;
    r.has_sram = false;
    r.bus = (struct trm_ramsink_bus){.write = write_memory, .ctx = NULL};
    r.undef = h->undef;
    r.seed = seed + 1;
    assert_int_equal(trm_encoder_init(&enc, &e), TRM_OK);
    assert_int_equal(trm_ramsink_init(&sink, &r), TRM_OK);
    trm_encoder_connect(&enc, (struct trm_link){&ops, NULL});
    memset(memory, 0xEE, sizeof memory);
    buffer_size = h->buffer;
    nsent = nexecuted = 0;
}

static void execute(uint64_t seed, unsigned records)
{
    const struct rh_cfg cfg = {.base = UINT64_C(0x40000000),
                               .xlen = 64,
                               .itype_width = 4,
                               .max_block = 4,
                               .trap_one_in = 40,
                               .branch_bias = 8};
    struct rh_step step;
    rh_init(&hart, &cfg, seed);
    for (unsigned i = 0; i < records; i++) {
        rh_step(&hart, &step);
        do {
            tick();
        } while (trm_encoder_ingress(&enc, &step.in));
        for (unsigned k = 0; k < step.count && nexecuted < PCS; k++) {
            executed[nexecuted++] = step.pc[k];
        }
    }
}

/* Does it decode to what was executed? cfg NULL: as the driver left the fields, all 0. */
static bool decodes(const uint8_t *bytes, size_t size, const struct nexus_stream_cfg *given)
{
    static struct nexus_decoder d;
    struct nexus_stream_cfg cfg;
    struct flow_code code;
    struct flow_region region = {hart.cfg.base, RH_CODE_BYTES, hart.code};
    struct flow_code_image image = {&region, 1};
    struct flow_elem e;
    struct flow_range_iter it;
    const struct flow_insn *insn;
    size_t n = 0;
    nexus_cfg_init(&cfg);
    cfg = given != NULL ? *given : cfg;
    flow_code_init_image(&code, nexus_cfg_isa(&cfg), &image);
    assert_int_equal(nexus_decoder_init(&d, &cfg, &code, bytes, size), NEXUS_OK);
    while (nexus_decoder_next(&d, &e) == NEXUS_OK) {
        if (e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC ||
            e.type == FLOW_ELEM_NO_SYNC) {
            return false;
        }
        if (e.type == FLOW_ELEM_RANGE) {
            flow_range_begin(&it, &e);
            while (flow_range_next(&it, &code, &insn) == FLOW_OK) {
                if (n == nexecuted || executed[n++] != it.where.pc) {
                    return false;
                }
            }
        }
    }
    return n == nexecuted;
}

static uint8_t got[MEMORY];

/* ---- tests ---- */

static void with_zeros_it_works(void **state)
{
    const struct hardware h = {TRM_UNDEF_ZERO, true, true, 0x8000};
    (void)state;
    for (uint64_t seed = 1; seed < 60; seed++) {
        power_on(&h, seed);
        probe();
        start_sink();
        start_encoder();
        execute(seed, 400);
        stop();
        size_t n = read_out(got);
        assert_in_range(n - nsent, 0, 3); /* filled up to a word with idle bytes */
        assert_memory_equal(got, sent, nsent);
        assert_true(decodes(got, n, NULL));
        /* Again, without a new probe. */
        nsent = nexecuted = 0;
        start_sink();
        start_encoder();
        execute(seed + 1000, 100);
        stop();
        n = read_out(got);
        assert_true(decodes(got, n, NULL));
    }
}

static void a_wrapped_buffer_is_read_oldest_first(void **state)
{
    const struct hardware h = {TRM_UNDEF_ZERO, true, true, 0x400};
    (void)state;
    power_on(&h, 7);
    probe();
    start_sink();
    start_encoder();
    execute(7, 4000);
    stop();
    assert_true(nsent > 2 * buffer_size);
    assert_int_equal(read_out(got), buffer_size);
    size_t padding = (4 - nsent % 4) % 4;
    assert_memory_equal(got, sent + nsent + padding - buffer_size, buffer_size - padding);
}

static void the_newer_revision_works_with_source_ids(void **state)
{
    const struct hardware h = {TRM_UNDEF_ZERO, true, true, 0x8000};
    (void)state;
    for (uint64_t seed = 1; seed < 30; seed++) {
        struct nexus_stream_cfg cfg;
        power_on(&h, seed);
        probe();
        start_sink();
        start_encoder_newer();
        execute(seed, 300);
        stop();
        nexus_cfg_init(&cfg);
        uint32_t features = enc_read(TR_TE_INST_FEATURES_OFFSET);
        cfg.src_bits = (uint8_t)((features & TR_TE_SRC_BITS_MASK) >> TR_TE_SRC_BITS_SHIFT);
        assert_int_equal(cfg.src_bits, 12); /* 15 asked for, the widest granted */
        assert_int_equal((features & TR_TE_SRC_ID_MASK) >> TR_TE_SRC_ID_SHIFT, CPU);
        size_t n = read_out(got);
        assert_true(decodes(got, n, &cfg));
        assert_false(decodes(got, n, NULL));
    }
}

/* InstMode is written after Enable, and ORed: 3 becomes 7. What is not supported becomes 6, or 3
 * where there is no history mode; nothing was traced before, so nothing is reported twice. */
static void the_mode_that_is_ored_becomes_one_that_exists(void **state)
{
    static const struct {
        bool htm, btm;
        uint32_t before, after;
    } rows[] = {
        {true, true, 0, 6},  {true, true, 3, 6},  {true, true, 6, 6},  {true, false, 0, 6},
        {true, false, 6, 6}, {false, true, 0, 3}, {false, true, 3, 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hardware h = {TRM_UNDEF_ZERO, rows[i].htm, rows[i].btm, 0x8000};
        power_on(&h, i);
        probe();
        start_sink();
        enc_write(0, enc_read(0) | rows[i].before << 4);
        assert_int_equal(enc_read(0) >> 4 & 7, rows[i].before);
        start_encoder();
        assert_int_equal(enc_read(0) >> 4 & 7, rows[i].after);
        execute(i + 1, 300);
        stop();
        size_t n = read_out(got);
        assert_int_equal(got[0] >> 2, NEXUS_PROG_TRACE_SYNC); /* the first message */
        assert_true(decodes(got, n, NULL));
    }
}

/* Why a capture can fail when fields came up with noise: what the driver never writes. */
static const char *reason(void)
{
    uint32_t features = enc_read(TR_TE_INST_FEATURES_OFFSET);
    uint32_t ts = enc_read(TR_TS_CONTROL_OFFSET);
    if ((features & (TR_TE_SRC_BITS_MASK | TR_TE_INST_EXTEND_ADDR_MSB_MASK |
                     TR_TE_INST_EN_IMPLICIT_RETURN_MASK | TR_TE_INST_EN_REPEATED_HISTORY_MASK |
                     TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK | TR_TE_INST_EN_ALL_JUMPS_MASK)) != 0) {
        return "trTeInstFeatures";
    }
    if (enc_read(TR_TE_INST_FILTERS_OFFSET) != 0) {
        return "trTeInstFilters";
    }
    if ((ts & TR_TS_ENABLE_MASK) != 0) {
        return "trTsControl";
    }
    return (sink_read(0) & TR_RAM_STOP_ON_WRAP_MASK) != 0 ? "trRamStopOnWrap" : NULL;
}

static void with_noise_it_fails_for_these_reasons_alone(void **state)
{
    const struct hardware h = {TRM_UNDEF_GARBAGE, true, true, 0x8000};
    unsigned failed = 0, features = 0;
    (void)state;
    for (uint64_t seed = 1; seed < 400; seed++) {
        power_on(&h, seed);
        probe();
        start_sink();
        start_encoder();
        const char *why = reason();
        assert_int_equal(enc_read(0) >> 4 & 7, 6); /* the mode is right all the same */
        execute(seed, 200);
        stop();
        bool good = decodes(got, read_out(got), NULL);
        if (!good && why == NULL) {
            fail_msg("seed %llu fails, and no forgotten field says why", (unsigned long long)seed);
        }
        failed += !good;
        features += !good && strcmp(why, "trTeInstFeatures") == 0;
    }
    /* trTeInstFeatures has 4 bits of SRC width alone: 15 in 16 streams cannot be read. */
    assert_in_range(failed, 399 * 15 / 16 - 12, 399);
    assert_true(features > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_zeros_it_works),
        cmocka_unit_test(a_wrapped_buffer_is_read_oldest_first),
        cmocka_unit_test(the_newer_revision_works_with_source_ids),
        cmocka_unit_test(the_mode_that_is_ored_becomes_one_that_exists),
        cmocka_unit_test(with_noise_it_fails_for_these_reasons_alone),
    };
    return cmocka_run_group_tests_name("register sequences of the Linux driver", tests, NULL, NULL);
}
