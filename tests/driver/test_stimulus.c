/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus ports through the driver: exact accesses, what is refused, and on the model. */
#include "encoder_regs.h"
#include "hartrace/rvt_io_log.h"
#include "hartrace/rvt_io_readonly.h"
#include "hartrace/rvt_stimulus.h"
#include "model_port.h"
#include "script_io.h"

enum {
    BASE = 0x3020000,
};

static struct rvt_encoder encoder;

/* ---- exact accesses ---- */

static struct script_io script;

static void begin_script(void)
{
    script_io_init(&script, BASE);
    OK(rvt_encoder_init(&encoder, &script.io, BASE));
    encoder.c.state = RVT_STATE_ENABLED;
}

/* Holds HT-STIM-002 HT-STIM-003 */
static void what_discovery_refuses(void **state)
{
    (void)state;
    static const struct {
        uint32_t id, impl;
        enum rvt_status status;
    } row[] = {
        {0x4D495453, 0x00082001, RVT_OK},          {0x4D495453, 0x00000101, RVT_OK},
        {0x4D495453, 0x00102001, RVT_OK},          {0, 0, RVT_ERR_UNSUPPORTED},
        {0x5354494D, 0, RVT_ERR_UNSUPPORTED},      {0x4D495453, 0x00082002, RVT_ERR_VERSION},
        {0x4D495453, 0x00082000, RVT_ERR_VERSION}, {0x4D495453, 0x00080001, RVT_ERR_DATA},
        {0x4D495453, 0x00082101, RVT_ERR_DATA},    {0x4D495453, 0x00062001, RVT_ERR_DATA},
        {0x4D495453, 0x00112001, RVT_ERR_DATA},
    };
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct rvt_stimulus s;
        begin_script();
        script_io_read(&script, 0xE00, row[i].id);
        if (row[i].status != RVT_ERR_UNSUPPORTED) {
            script_io_read(&script, 0xE04, row[i].impl);
        }
        assert_int_equal(rvt_stimulus_discover(&s, &encoder), row[i].status);
        assert_script(&script);
        if (row[i].status == RVT_OK) {
            assert_int_equal(s.ports, row[i].impl >> 8 & 63);
            assert_int_equal(s.tag_bits, row[i].impl >> 16);
        }
        encoder.c.state = RVT_STATE_UNKNOWN;
        assert_int_equal(rvt_stimulus_discover(&s, &encoder), RVT_ERR_STATE);
    }
}

static void enabling_and_the_bit_of_drops(void **state)
{
    (void)state;
    static const struct {
        bool write;
        uint32_t offset, value;
    } step[] = {
        {true, 0xE08, 0},           {true, 0xE0C, 0x80000001}, {true, 0xE08, 7},
        {false, 0xE0C, 0x80000001}, {false, 0xE08, 0x107},     {true, 0xE08, 0},
        {true, 0xE0C, 3},           {true, 0xE08, 1},          {false, 0xE0C, 1},
        {false, 0xE08, 1},          {true, 0xE08, 0},          {false, 0xE08, 0x105},
        {true, 0xE08, 0x105},       {false, 0xE08, 5},         {true, 0xE80, 1},
        {true, 0xEFC, 2},           {true, 0xE08, 0},
    };
    bool dropped = false;
    begin_script();
    for (unsigned i = 0; i < sizeof step / sizeof step[0]; i++) {
        (step[i].write ? script_io_write : script_io_read)(&script, step[i].offset, step[i].value);
    }
    struct rvt_stimulus s = {.c = &encoder.c, .ports = 32, .tag_bits = 8};
    struct rvt_stimulus_cfg c = {.mask = 0x80000001, .timestamps = true, .wait = true};
    OK(rvt_stimulus_enable(&s, &c));
    c = (struct rvt_stimulus_cfg){.mask = 3};
    assert_int_equal(rvt_stimulus_enable(&s, &c), RVT_ERR_UNSUPPORTED);
    OK(rvt_stimulus_take_dropped(&s, &dropped));
    assert_true(dropped);
    OK(rvt_stimulus_take_dropped(&s, &dropped));
    assert_false(dropped);
    OK(rvt_stimulus_put(&s, 0, 4, 1));
    OK(rvt_stimulus_put(&s, 31, 4, 2));
    assert_int_equal(rvt_stimulus_put(&s, 32, 4, 1), RVT_ERR_ARG);
    assert_int_equal(rvt_stimulus_put(&s, 0, 3, 1), RVT_ERR_ARG);
    assert_int_equal(rvt_stimulus_put(&s, 0, 0, 1), RVT_ERR_ARG);
    assert_int_equal(rvt_stimulus_put(&s, 0, 1, 1), RVT_ERR_UNSUPPORTED); /* words only */
    assert_true(rvt_stimulus_address(&s, 5) == BASE + 0xE80 + 20);
    s.ports = 2;
    c.mask = 4;
    assert_int_equal(rvt_stimulus_enable(&s, &c), RVT_ERR_ARG);
    OK(rvt_stimulus_disable(&s));
    assert_script(&script);
}

/* ---- on the model ---- */

static struct {
    uint8_t bytes[256];
    size_t n;
} got;

static bool can_take(void *ctx, size_t n)
{
    (void)ctx;
    return got.n + n <= sizeof got.bytes;
}

static void take(void *ctx, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    memcpy(got.bytes + got.n, bytes, n);
    got.n += n;
}

static enum rvt_status write_part(const struct rvt_io *port, uint64_t addr, unsigned bytes,
                                  uint32_t val)
{
    (void)port;
    return trm_encoder_reg_write(&m.encoder, (uint32_t)addr, bytes, val) == TRM_OK ? RVT_OK
                                                                                   : RVT_ERR_BUS;
}

static const struct rvt_io_ops part_ops = {
    .read32 = read32, .write32 = write32, .relax = relax, .write_part = write_part};
static const struct rvt_io part_io = {.ops = &part_ops, .poll_limit = 50};

static void open_model(const struct rvt_io *port, bool stimulus)
{
    static const struct trm_link_ops link = {.can_accept = can_take, .put = take};
    any_init(&m, TOPOLOGY_ENCODER, ANY_ALL, TRM_UNDEF_GARBAGE, 1, 2);
    struct trm_encoder_cfg cfg = m.encoder.cfg;
    cfg.stimulus = stimulus;
    cfg.ts_modes = 0;
    assert_int_equal(trm_encoder_init(&m.encoder, &cfg), TRM_OK);
    trm_encoder_connect(&m.encoder, (struct trm_link){&link, NULL});
    OK(rvt_encoder_init(&encoder, port, 0));
    OK(rvt_encoder_reset(&encoder));
    got.n = 0;
}

/* The last line of the log. */
static char line[100];

static void keep(void *ctx, const char *text)
{
    (void)ctx;
    strncpy(line, text, sizeof line - 1);
}

/* Bytes as in tests/vectors/stimulus-sizes.ntt. */
static void stores_become_messages(void **state)
{
    (void)state;
    static const uint8_t want[] = {0x1C, 0x5C, 0x10, 0x13, 0x1C, 0xF8,
                                   0xF4, 0xB8, 0xBF, 0x1C, 0x10, 0x03};
    struct rvt_encoder_cfg ec;
    struct rvt_io_readonly guard;
    struct rvt_io_log log;
    struct rvt_io logged, refusing;
    struct rvt_stimulus s;
    rvt_io_log_init(&logged, &log, &part_io, keep, NULL);
    open_model(&logged, true);
    OK(rvt_stimulus_discover(&s, &encoder));
    assert_int_equal(s.ports, 32);
    assert_int_equal(s.tag_bits, 8);
    const struct rvt_stimulus_cfg c = {.mask = UINT32_MAX};
    OK(rvt_stimulus_enable(&s, &c));
    rvt_encoder_cfg_init(&ec);
    OK(rvt_encoder_configure(&encoder, &ec, NULL));
    OK(rvt_encoder_enable(&encoder));
    OK(rvt_stimulus_put(&s, 5, 1, 0x41));
    assert_string_equal(line, "W8 0xe94 = 0x41");
    OK(rvt_stimulus_put(&s, 31, 2, 0xBEEF));
    assert_string_equal(line, "W16 0xefc = 0xbeef");
    OK(rvt_stimulus_put(&s, 1, 4, 0));
    OK(rvt_stimulus_disable(&s));
    OK(rvt_stimulus_put(&s, 1, 4, 0));
    tick_quietly();
    assert_int_equal(got.n, sizeof want);
    assert_memory_equal(got.bytes, want, sizeof want);
    rvt_io_readonly_init(&refusing, &guard, &part_io);
    encoder.c.io = &refusing;
    assert_int_equal(rvt_stimulus_put(&s, 1, 1, 0), RVT_ERR_RANGE);
    assert_int_equal(guard.refused, 1);
    open_model(&part_io, false);
    assert_int_equal(rvt_stimulus_discover(&s, &encoder), RVT_ERR_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_discovery_refuses),
        cmocka_unit_test(enabling_and_the_bit_of_drops),
        cmocka_unit_test(stores_become_messages),
    };
    return cmocka_run_group_tests_name("driver stimulus ports", tests, NULL, NULL);
}
