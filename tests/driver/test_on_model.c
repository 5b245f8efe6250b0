/* SPDX-License-Identifier: Apache-2.0 */
/* The driver against the models of the components, with garbage in all that a reset leaves
 * undefined. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "hartrace/rvt_session.h"
#include "trm/trm_encoder.h"
#include "trm/trm_ramsink.h"

#define ENCODER_BASE 0x3020000u
#define SINK_BASE    0x6000000u
#define MEM_BASE     0x1080000000u
#define MEM_SIZE     2048u
#define BUFFER_AT    256u
#define BUFFER_SIZE  1024u

struct bench {
    struct rvt_io io;
    struct trm_encoder encoder_model;
    struct trm_ramsink sink_model;
    uint8_t sram[BUFFER_SIZE];
    uint8_t mem[MEM_SIZE];
    struct rvt_encoder encoder;
    struct rvt_encoder *encoders[1];
    struct rvt_ramsink sink;
    struct rvt_session session;
};

static enum rvt_status from_model(int status)
{
    return status == TRM_OK ? RVT_OK : RVT_ERR_BUS;
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    struct bench *b = io->ctx;

    if (addr - ENCODER_BASE < 0x1000) {
        return from_model(
            trm_encoder_reg_read(&b->encoder_model, (uint32_t)addr - ENCODER_BASE, 4, val));
    }
    if (addr - SINK_BASE < 0x1000) {
        return from_model(trm_ramsink_reg_read(&b->sink_model, (uint32_t)addr - SINK_BASE, 4, val));
    }
    if (addr < MEM_BASE || addr - MEM_BASE > MEM_SIZE - 4) {
        return RVT_ERR_BUS;
    }
    const uint8_t *p = b->mem + (addr - MEM_BASE);
    *val = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return RVT_OK;
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct bench *b = io->ctx;

    if (addr - ENCODER_BASE < 0x1000) {
        return from_model(
            trm_encoder_reg_write(&b->encoder_model, (uint32_t)addr - ENCODER_BASE, 4, val));
    }
    if (addr - SINK_BASE < 0x1000) {
        return from_model(
            trm_ramsink_reg_write(&b->sink_model, (uint32_t)addr - SINK_BASE, 4, val));
    }
    return RVT_ERR_BUS;
}

static enum rvt_status relax(const struct rvt_io *io)
{
    struct bench *b = io->ctx;

    trm_ramsink_tick(&b->sink_model);
    trm_encoder_tick(&b->encoder_model);
    return RVT_OK;
}

static int write_memory(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    struct bench *b = ctx;

    if (address < MEM_BASE + BUFFER_AT || address + n > MEM_BASE + BUFFER_AT + BUFFER_SIZE) {
        return -1;
    }
    memcpy(b->mem + (address - MEM_BASE), bytes, n);
    return 0;
}

/* Models with the given memory width and seed, connected; driver reset and configured. */
static void setup(struct bench *b, bool smem, uint8_t width, uint32_t seed, bool stop_on_wrap)
{
    static const struct rvt_io_ops ops = {.read32 = read32, .write32 = write32, .relax = relax};
    struct rvt_ramsink_cfg sink_cfg = {.stop_on_wrap = stop_on_wrap, .exact = true};
    struct trm_encoder_cfg encoder_model;
    struct trm_ramsink_cfg sink_model;
    struct rvt_encoder_cfg cfg;

    memset(b, 0, sizeof(*b));
    trm_ramsink_cfg_init(&sink_model);
    sink_model.has_sram = !smem;
    sink_model.has_smem = smem;
    sink_model.sram = b->sram;
    sink_model.sram_bytes = sizeof(b->sram);
    sink_model.bus = (struct trm_ramsink_bus){.write = write_memory, .ctx = b};
    sink_model.width = width;
    sink_model.start_align = width;
    sink_model.words_per_tick = seed % 3;
    sink_model.undef = TRM_UNDEF_GARBAGE;
    sink_model.seed = seed;
    sink_model.power_ticks = seed % 7;
    assert_int_equal(trm_ramsink_init(&b->sink_model, &sink_model), TRM_OK);
    trm_encoder_cfg_init(&encoder_model);
    encoder_model.undef = TRM_UNDEF_GARBAGE;
    encoder_model.seed = seed;
    encoder_model.power_ticks = seed % 5;
    assert_int_equal(trm_encoder_init(&b->encoder_model, &encoder_model), TRM_OK);
    trm_encoder_connect(&b->encoder_model, trm_ramsink_link(&b->sink_model));

    b->io = (struct rvt_io){&ops, b, 2000};
    assert_int_equal(rvt_ramsink_init(&b->sink, &b->io, SINK_BASE), RVT_OK);
    assert_int_equal(rvt_encoder_init(&b->encoder, &b->io, ENCODER_BASE), RVT_OK);
    assert_int_equal(rvt_ramsink_reset(&b->sink), RVT_OK);
    if (smem) {
        sink_cfg.mode = RVT_RAMSINK_SMEM;
        sink_cfg.start = MEM_BASE + BUFFER_AT;
        sink_cfg.size = BUFFER_SIZE;
    }
    assert_int_equal(rvt_ramsink_configure(&b->sink, &sink_cfg, NULL), RVT_OK);
    assert_int_equal(rvt_encoder_reset(&b->encoder), RVT_OK);
    rvt_encoder_cfg_init(&cfg);
    cfg.exact = true;
    assert_int_equal(rvt_encoder_configure(&b->encoder, &cfg, NULL), RVT_OK);
    b->encoders[0] = &b->encoder;
    assert_int_equal(rvt_session_init(&b->session, b->encoders, 1, &b->sink), RVT_OK);
}

/* Put whole messages of all lengths into the sink until at least n bytes went in; what went in is
 * in sent. */
static size_t put_messages(struct bench *b, uint8_t *sent, size_t n)
{
    struct trm_link link = trm_ramsink_link(&b->sink_model);
    size_t total = 0;

    for (size_t i = 0; total < n; i++) {
        size_t length = 1 + i * 7 % 38;

        for (size_t k = 0; k < length; k++) {
            sent[total + k] = (uint8_t)((total + k) * 11 + (total + k) / 200);
        }
        for (int wait = 0; !link.ops->can_accept(link.ctx, length); wait++) {
            if (wait == 1000) {
                return total; /* stopped */
            }
            relax(&b->io);
        }
        link.ops->put(link.ctx, sent + total, length);
        total += length;
    }
    return total;
}

/* What is read is what was sent, then idle bytes up to a memory word; of a wrapped buffer, the
 * newest. */
static void check_read(struct bench *b, const uint8_t *sent, size_t n, size_t width)
{
    size_t padded = (n + width - 1) / width * width;
    size_t first = padded > BUFFER_SIZE ? padded - BUFFER_SIZE : 0;
    uint8_t got[BUFFER_SIZE];
    uint64_t size;

    assert_int_equal(rvt_session_size(&b->session, &size), RVT_OK);
    assert_int_equal(size, padded - first);
    assert_int_equal(rvt_session_read(&b->session, 0, got, (size_t)size), RVT_OK);
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(got[i], first + i < n ? sent[first + i] : 0xFF);
    }
}

static void test_captures_are_read_as_they_were_sent(void **state)
{
    static struct bench b;
    uint32_t seed = 1;

    (void)state;
    for (int smem = 0; smem < 2; smem++) {
        for (uint8_t width = 4; width <= 16; width = (uint8_t)(width * 2)) {
            setup(&b, smem != 0, width, seed++, false);
            for (size_t n = 0; n < 2500; n += 217) {
                uint8_t sent[2600];

                assert_int_equal(rvt_session_start(&b.session), RVT_OK);
                size_t total = put_messages(&b, sent, n);
                assert_int_equal(rvt_session_stop(&b.session), RVT_OK);
                check_read(&b, sent, total, width);
            }
            assert_int_equal(b.sink_model.stats.bus_errors, 0);
        }
    }
}

/* After the buffer is full the sink takes nothing more; the oldest bytes stay. */
/* Holds TCI-ENA-013 */
static void test_stop_on_wrap_keeps_the_oldest(void **state)
{
    static struct bench b;

    (void)state;
    for (int smem = 0; smem < 2; smem++) {
        struct rvt_ramsink_status status;
        uint8_t sent[2600], got[BUFFER_SIZE];
        uint64_t size;

        setup(&b, smem != 0, 4, 40 + (uint32_t)smem, true);
        assert_int_equal(rvt_session_start(&b.session), RVT_OK);
        assert_true(put_messages(&b, sent, 2500) < 2500);
        assert_int_equal(rvt_ramsink_get_status(&b.sink, &status), RVT_OK);
        assert_false(status.enabled);
        assert_true(status.wrapped);
        assert_int_equal(rvt_session_stop(&b.session), RVT_OK);
        assert_int_equal(rvt_session_size(&b.session, &size), RVT_OK);
        assert_int_equal(size, BUFFER_SIZE);
        assert_int_equal(rvt_session_read(&b.session, 0, got, BUFFER_SIZE), RVT_OK);
        assert_memory_equal(got, sent, BUFFER_SIZE);
    }
}

/* Whatever was in the encoder's undefined fields, the settings are what was asked for. */
static void test_no_garbage_survives_in_the_encoder(void **state)
{
    static const uint32_t zero[] = {0x008, 0x00C, 0x010, 0x01C, 0x050, 0x054, 0x058};
    static struct bench b;

    (void)state;
    for (uint32_t seed = 1; seed < 200; seed++) {
        uint32_t val;

        setup(&b, false, 4, seed, false);
        assert_int_equal(rvt_reg_read(&b.encoder.c, 0x000, &val), RVT_OK);
        assert_int_equal(val, 0x01000069); /* HTM, N-Trace, Active, Empty */
        for (size_t i = 0; i < sizeof(zero) / sizeof(zero[0]); i++) {
            assert_int_equal(rvt_reg_read(&b.encoder.c, zero[i], &val), RVT_OK);
            assert_int_equal(val, 0);
        }
        assert_int_equal(rvt_reg_read(&b.encoder.c, 0x040, &val), RVT_OK);
        assert_int_equal(val & ~0x3F000000u, 0); /* trTsWidth is read-only */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_captures_are_read_as_they_were_sent),
        cmocka_unit_test(test_stop_on_wrap_keeps_the_oldest),
        cmocka_unit_test(test_no_garbage_survives_in_the_encoder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
