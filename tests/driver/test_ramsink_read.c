/* SPDX-License-Identifier: Apache-2.0 */
/* The Trace RAM Sink: where the trace is, and reading it with and without a wrap, oldest byte
 * first. */
#include "ramsink_rig.h"
#include "fault_io.h"
#include "script_io.h"

static void capture(struct ramsink_rig *r, size_t n)
{
    assert_int_equal(rvt_ramsink_enable(&r->sink), RVT_OK);
    rig_trace(r, n);
    assert_int_equal(rvt_ramsink_disable(&r->sink), RVT_OK);
}

/* What must be read after n bytes in a buffer of `size`: the last `size` bytes of them. */
static void check_trace(struct ramsink_rig *r, size_t n, size_t size)
{
    size_t first = n > size ? n - size : 0;
    uint8_t buf[MEM_SIZE];
    uint64_t got;

    assert_int_equal(rvt_ramsink_size(&r->sink, &got), RVT_OK);
    assert_int_equal(got, n - first);
    memset(buf, 0, sizeof(buf));
    assert_int_equal(rvt_ramsink_read(&r->sink, 0, buf, n - first), RVT_OK);
    for (size_t i = 0; i < n - first; i++) {
        assert_int_equal(buf[i], trace_byte(first + i));
    }
    assert_string_equal(r->b.why, "");
}

static const struct rvt_ramsink_cfg sram_cfg = {.mode = RVT_RAMSINK_SRAM};
static const struct rvt_ramsink_cfg smem_cfg = {
    .mode = RVT_RAMSINK_SMEM, .start = MEM_BASE + 512, .size = 1024};

/* Holds TCI-RAM-002 TCI-ENA-019 TCI-ENA-020 */
static void test_sram_reads_every_length_with_and_without_wrap(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    rig_sram(&r, true);
    rig_configure(&r, &sram_cfg);
    for (size_t n = 0; n <= 3 * SRAM_SIZE; n += 4) {
        capture(&r, n);
        check_trace(&r, n, SRAM_SIZE);
    }
}

/* Holds TCI-RAM-002 TCI-RAM-054 TCI-ENA-019 TCI-ENA-021 */
static void test_smem_reads_every_length_with_and_without_wrap(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    for (uint32_t align = 4; align <= 32; align *= 2) {
        rig_smem(&r, align);
        rig_configure(&r, &smem_cfg);
        for (size_t n = 0; n <= 3 * 1024; n += align) {
            capture(&r, n);
            check_trace(&r, n, 1024);
        }
        /* Nothing was stored outside of the buffer. */
        for (size_t i = 0; i < MEM_SIZE; i++) {
            if (i < 512 || i >= 512 + 1024) {
                assert_int_equal(r.mem[i], 0xEE);
            }
        }
    }
}

/* Holds TCI-RAM-053 */
static void test_smem_with_a_read_pointer_is_read_through_it(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    rig_smem(&r, 4);
    block_io_restrict(r.comp, TR_RAM_RP_LOW_OFFSET, 0xFFFFFFFC, 0);
    block_io_restrict(r.comp, TR_RAM_RP_HIGH_OFFSET, UINT32_MAX, 0);
    rig_configure(&r, &smem_cfg);
    assert_true(r.sink.granted.data_port);
    for (size_t n = 0; n < 2048; n += 124) {
        capture(&r, n);
        check_trace(&r, n, 1024);
    }
}

/* All short lengths, all around the size of the driver's own buffer (256 bytes), and a few others.
 */
static size_t next_length(size_t len)
{
    if (len < 9 || (len >= 248 && len < 262)) {
        return len + 1;
    }
    return len >= 187 && len < 248 ? 248 : len + 61;
}

/* Any piece equals the same piece of the whole: across words, across chunks, across the wrap. */
static void test_any_piece_can_be_read(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        size_t size = kind == 0 ? SRAM_SIZE : 1024, n = size + 100;

        if (kind == 0) {
            rig_sram(&r, true);
        } else {
            rig_smem(&r, 4);
        }
        rig_configure(&r, kind == 0 ? &sram_cfg : &smem_cfg);
        capture(&r, n);
        for (size_t offset = 0; offset <= size; offset += offset < 12 ? 1 : 53) {
            for (size_t len = 0; len <= size - offset; len = next_length(len)) {
                uint8_t buf[1026];

                memset(buf, 0x55, sizeof(buf));
                assert_int_equal(rvt_ramsink_read(&r.sink, offset, buf + 1, len), RVT_OK);
                assert_int_equal(buf[0], 0x55);
                assert_int_equal(buf[len + 1], 0x55);
                for (size_t i = 0; i < len; i++) {
                    assert_int_equal(buf[i + 1], trace_byte(n - size + offset + i));
                }
            }
        }
        assert_int_equal(r.b.violations, 0);
    }
}

static void test_reading_beyond_the_trace_is_refused(void **state)
{
    static struct ramsink_rig r;
    uint8_t buf[16] = {0};

    (void)state;
    rig_sram(&r, true);
    rig_configure(&r, &sram_cfg);
    capture(&r, 8);
    assert_int_equal(rvt_ramsink_read(&r.sink, 0, buf, 8), RVT_OK);
    assert_int_equal(rvt_ramsink_read(&r.sink, 8, buf, 0), RVT_OK);
    memset(buf, 0x55, sizeof(buf));
    assert_int_equal(rvt_ramsink_read(&r.sink, 0, buf, 9), RVT_ERR_RANGE);
    assert_int_equal(rvt_ramsink_read(&r.sink, 9, buf, 0), RVT_ERR_RANGE);
    assert_int_equal(rvt_ramsink_read(&r.sink, 4, buf, 5), RVT_ERR_RANGE);
    assert_int_equal(rvt_ramsink_read(&r.sink, UINT64_MAX, buf, 1), RVT_ERR_RANGE);
    assert_int_equal(rvt_ramsink_read(&r.sink, 4, buf, SIZE_MAX), RVT_ERR_RANGE);
    for (size_t i = 0; i < sizeof(buf); i++) {
        assert_int_equal(buf[i], 0x55);
    }
}

static void test_spans_without_and_with_wrap(void **state)
{
    static struct ramsink_rig r;
    struct rvt_span span[2];

    (void)state;
    rig_smem(&r, 4);
    rig_configure(&r, &smem_cfg);
    capture(&r, 0);
    assert_int_equal(rvt_ramsink_span(&r.sink, span), RVT_OK);
    assert_int_equal(span[0].size + span[1].size, 0);
    capture(&r, 40);
    assert_int_equal(rvt_ramsink_span(&r.sink, span), RVT_OK);
    assert_int_equal(span[0].addr, MEM_BASE + 512);
    assert_int_equal(span[0].size, 40);
    assert_int_equal(span[1].size, 0);
    capture(&r, 1024); /* exactly full: the pointer is at the start again */
    assert_int_equal(rvt_ramsink_span(&r.sink, span), RVT_OK);
    assert_int_equal(span[0].addr, MEM_BASE + 512);
    assert_int_equal(span[0].size, 1024);
    assert_int_equal(span[1].size, 0);
    capture(&r, 1024 + 40);
    assert_int_equal(rvt_ramsink_span(&r.sink, span), RVT_OK);
    assert_int_equal(span[0].addr, MEM_BASE + 512 + 40);
    assert_int_equal(span[0].size, 1024 - 40);
    assert_int_equal(span[1].addr, MEM_BASE + 512);
    assert_int_equal(span[1].size, 40);
}

/* A capture after a wrapped one starts with an empty buffer: trRamWP and trRamWrap are set anew. */
static void test_nothing_stale_is_read(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    rig_sram(&r, true);
    rig_configure(&r, &sram_cfg);
    capture(&r, 2 * SRAM_SIZE + 12);
    capture(&r, 16);
    check_trace(&r, 16, SRAM_SIZE);
    capture(&r, 0);
    check_trace(&r, 0, SRAM_SIZE);
}

static void test_stop_on_wrap_keeps_the_oldest(void **state)
{
    static struct ramsink_rig r;
    struct rvt_ramsink_cfg cfg = sram_cfg;
    struct rvt_ramsink_status status;

    (void)state;
    cfg.stop_on_wrap = true;
    rig_sram(&r, true);
    rig_configure(&r, &cfg);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_OK);
    assert_int_equal(rvt_ramsink_get_status(&r.sink, &status), RVT_OK);
    assert_true(status.enabled);
    assert_false(status.wrapped);
    assert_int_equal(status.wp, 0);
    assert_int_equal(rig_trace(&r, SRAM_SIZE + 64), SRAM_SIZE);
    assert_int_equal(rvt_ramsink_get_status(&r.sink, &status), RVT_OK);
    assert_false(status.enabled);
    assert_true(status.wrapped);
    /* It has stopped by itself; before the next enable or read-out it must be disabled properly. */
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_size(&r.sink, &status.wp), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_disable(&r.sink), RVT_OK);
    check_trace(&r, SRAM_SIZE, SRAM_SIZE);
    capture(&r, 8);
    check_trace(&r, 8, SRAM_SIZE);
}

static void test_a_write_pointer_outside_of_the_buffer_is_an_error(void **state)
{
    static const uint64_t bad[] = {MEM_BASE + 508, MEM_BASE + 512 + 1024, 0, MEM_BASE + 512 + 4};
    static struct ramsink_rig r;
    struct rvt_span span[2];

    (void)state;
    rig_smem(&r, 8);
    rig_configure(&r, &smem_cfg);
    capture(&r, 16);
    assert_int_equal(rvt_ramsink_span(&r.sink, span), RVT_OK);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        r.comp->regs[TR_RAM_WP_LOW_OFFSET / 4] = (uint32_t)bad[i];
        r.comp->regs[TR_RAM_WP_HIGH_OFFSET / 4] = (uint32_t)(bad[i] >> 32);
        assert_int_equal(rvt_ramsink_span(&r.sink, span), RVT_ERR_DATA);
    }
}

static void test_verbs_in_the_wrong_state_touch_nothing(void **state)
{
    struct rvt_ramsink_status status;
    struct rvt_span span[2];
    struct rvt_ramsink sink;
    struct script_io s;
    uint64_t size;
    uint8_t byte;

    (void)state;
    script_io_init(&s, SINK_BASE);
    assert_int_equal(rvt_ramsink_init(&sink, &s.io, SINK_BASE), RVT_OK);
    assert_int_equal(rvt_ramsink_discover(&sink, RVT_RAMSINK_SRAM, NULL), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_configure(&sink, &sram_cfg, NULL), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_enable(&sink), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_disable(&sink), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_get_status(&sink, &status), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_span(&sink, span), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_size(&sink, &size), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_read(&sink, 0, &byte, 1), RVT_ERR_STATE);
    assert_script(&s);
}

/* Holds TCI-RAM-057 */
static void test_enabled_sink_cannot_be_reconfigured_or_read(void **state)
{
    static struct ramsink_rig r;
    uint8_t byte;

    (void)state;
    rig_sram(&r, true);
    rig_configure(&r, &sram_cfg);
    assert_int_equal(rvt_ramsink_enable(&r.sink), RVT_OK);
    unsigned accesses = r.b.reads + r.b.writes;
    assert_int_equal(rvt_ramsink_discover(&r.sink, RVT_RAMSINK_SRAM, NULL), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_configure(&r.sink, &sram_cfg, NULL), RVT_ERR_STATE);
    assert_int_equal(rvt_ramsink_read(&r.sink, 0, &byte, 1), RVT_ERR_STATE);
    assert_int_equal(r.b.reads + r.b.writes, accesses);
}

/* Through trRamData: the read pointer once a span, then reads of one address. */
static void test_sram_is_read_in_blocks_of_one_address(void **state)
{
    static const uint32_t words[64] = {0x44332211, 0x88776655};
    struct rvt_ramsink sink;
    struct script_io s;
    uint8_t buf[6];

    (void)state;
    script_io_init(&s, SINK_BASE);
    assert_int_equal(rvt_ramsink_init(&sink, &s.io, SINK_BASE), RVT_OK);
    sink.c.state = RVT_STATE_CONFIGURED;
    sink.granted =
        (struct rvt_ramsink_granted){.limit = 0xFC, .size = 0x100, .align = 4, .data_port = true};
    script_io_read(&s, 0x020, 0x0D); /* write pointer 0xC, wrapped */
    script_io_read(&s, 0x024, 0);
    script_io_write(&s, 0x02C, 0);
    script_io_write(&s, 0x028, 0xF8); /* offset 0xEE is at 0xFA */
    script_io_block(&s, 0x040, words, 2, 0);
    assert_int_equal(rvt_ramsink_read(&sink, 0xEE, buf, 5), RVT_OK);
    assert_script(&s);
    assert_memory_equal(buf, "\x33\x44\x55\x66\x77", 5);
}

static enum rvt_status life(struct ramsink_rig *r, const struct rvt_ramsink_cfg *cfg)
{
    struct rvt_ramsink_status status;
    uint8_t buf[SRAM_SIZE];
    enum rvt_status st;
    uint64_t size;

    if ((st = rvt_ramsink_reset(&r->sink)) != RVT_OK ||
        (st = rvt_ramsink_configure(&r->sink, cfg, NULL)) != RVT_OK ||
        (st = rvt_ramsink_enable(&r->sink)) != RVT_OK) {
        return st;
    }
    rig_trace(r, SRAM_SIZE + 20);
    if ((st = rvt_ramsink_get_status(&r->sink, &status)) != RVT_OK ||
        (st = rvt_ramsink_disable(&r->sink)) != RVT_OK ||
        (st = rvt_ramsink_size(&r->sink, &size)) != RVT_OK) {
        return st;
    }
    assert_int_equal(size, SRAM_SIZE);
    return rvt_ramsink_read(&r->sink, 0, buf, sizeof(buf));
}

static void test_every_bus_error_is_returned_at_once(void **state)
{
    static struct ramsink_rig r;

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        struct rvt_ramsink_cfg cfg = kind == 0 ? sram_cfg : smem_cfg;
        struct fault_io f;

        if (kind == 0) {
            rig_sram(&r, true);
        } else {
            rig_smem(&r, 4);
            cfg.size = SRAM_SIZE;
        }
        if (kind == 1) {
            r.b.ops.read_block = NULL; /* so that every word of a block is an access of its own */
        }
        fault_io_init(&f, &r.b.io, RVT_ERR_BUS);
        assert_int_equal(rvt_ramsink_init(&r.sink, &f.io, SINK_BASE), RVT_OK);
        assert_int_equal(life(&r, &cfg), RVT_OK);
        uint64_t total = f.count;
        assert_true(total > (kind == 0 ? 50 : 100));
        for (uint64_t k = 0; k < total; k++) {
            f.count = 0;
            f.fail_at = k;
            assert_int_equal(life(&r, &cfg), RVT_ERR_BUS);
            assert_int_equal(f.count, k + 1);
        }
        f.fail_at = FAULT_IO_NEVER;
        assert_int_equal(life(&r, &cfg), RVT_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sram_reads_every_length_with_and_without_wrap),
        cmocka_unit_test(test_smem_reads_every_length_with_and_without_wrap),
        cmocka_unit_test(test_smem_with_a_read_pointer_is_read_through_it),
        cmocka_unit_test(test_any_piece_can_be_read),
        cmocka_unit_test(test_reading_beyond_the_trace_is_refused),
        cmocka_unit_test(test_spans_without_and_with_wrap),
        cmocka_unit_test(test_nothing_stale_is_read),
        cmocka_unit_test(test_stop_on_wrap_keeps_the_oldest),
        cmocka_unit_test(test_a_write_pointer_outside_of_the_buffer_is_an_error),
        cmocka_unit_test(test_verbs_in_the_wrong_state_touch_nothing),
        cmocka_unit_test(test_enabled_sink_cannot_be_reconfigured_or_read),
        cmocka_unit_test(test_sram_is_read_in_blocks_of_one_address),
        cmocka_unit_test(test_every_bus_error_is_returned_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
