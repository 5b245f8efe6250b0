/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink in SRAM mode (TCI 1.0, Trace RAM Sink; Accessing and Detecting RAM Sink Registers;
 * Enabling and Disabling). */
#include "sink_rig.h"

/* Holds TCI-RAM-015 TCI-RAM-016 TCI-REG-124..128 */
static void identification(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    assert_int_equal(wrd(TR_RAM_IMPL_OFFSET, 0), 0x1901); /* SRAM, type 9, 1.0 */
    assert_int_equal(rd(TR_RAM_CONTROL_OFFSET), 0x9);
    cfg = smem_cfg();
    start(&cfg);
    assert_int_equal(rd(TR_RAM_IMPL_OFFSET), 0x2901);
    cfg.has_sram = true;
    cfg.sram = sram;
    cfg.sram_bytes = RAM;
    start(&cfg);
    assert_int_equal(rd(TR_RAM_IMPL_OFFSET), 0x3901);
}

/* Holds TCI-RAM-009 TCI-RAM-012 TCI-MIN-013 TCI-MIN-019 TCI-MAP-008 */
static void control_warl(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    /* SRAM only: Mode 0; MemFormat and AsyncFreq 0; StopOnWrap is there. */
    assert_int_equal(wrd(TR_RAM_CONTROL_OFFSET, 0xFFFFFFFD), 0x109);
    cfg = smem_cfg();
    cfg.async = true;
    start(&cfg);
    assert_int_equal(wrd(TR_RAM_CONTROL_OFFSET, 0xFFFFFFFD), 0x7119);
    assert_int_equal(wrd(TR_RAM_CONTROL_OFFSET, 1), 0x19); /* SMEM only: Mode 1 */
}

/* Holds TCI-RAM-017 TCI-RAM-034 TCI-RAM-037 TCI-RAM-042 TCI-RAM-043 TCI-RAM-045 TCI-RAM-046
 * TCI-MIN-015 TCI-ENA-014 TCI-REG-131 TCI-REG-134 TCI-RAM-038 */
static void detection_of_ranges_in_sram_mode(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    assert_int_equal(rd(TR_RAM_LIMIT_LOW_OFFSET), RAM - 4); /* maximum at reset */
    assert_int_equal(wrd(TR_RAM_START_LOW_OFFSET, 0xFFFFFFFF), 0);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0), 0);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0xFFFFFFFF), RAM - 4);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0x1F), 0x1C);
    static const uint32_t high[] = {TR_RAM_START_HIGH_OFFSET, TR_RAM_LIMIT_HIGH_OFFSET,
                                    TR_RAM_WP_HIGH_OFFSET, TR_RAM_RP_HIGH_OFFSET};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(wrd(high[i], 0xFFFFFFFF), 0);
    }
    cfg.limit_fixed = true;
    start(&cfg);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0), RAM - 4);
    cfg.limit_fixed = false;
    cfg.width = 8;
    start(&cfg);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0), 4); /* the last 32-bit word of a trace word */
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0x18), 0x1C);
    assert_int_equal(wrd(TR_RAM_WP_LOW_OFFSET, 0xC), 8);
}

/* Holds TCI-RAM-003 TCI-RAM-024 */
static void bytes_are_stored_lsb_first(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(RAM - 4, 0, 0);
    send(0x10, 4);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 4);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    wr(TR_RAM_RP_LOW_OFFSET, 0);
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0x13121110);
}

/* Holds TCI-RAM-005 TCI-RAM-007 TCI-RAM-008 TCI-RAM-024 TCI-MIN-005 TCI-MIN-006 */
static void words_are_buffered_until_complete(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(RAM - 4, 0, 0);
    assert_true(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK);
    send(1, 3);
    assert_false(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 0);
    assert_int_equal(sram[0], 0xAA);
    send(4, 2);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 4);
    assert_memory_equal(sram, "\1\2\3\4\xAA", 5);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK); /* flush: idle bytes up to the word */
    assert_true(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 8);
    assert_memory_equal(sram, "\1\2\3\4\5\xFF\xFF\xFF\xAA", 9);
    assert_int_equal(s.stats.padding, 3);
}

static void flush_of_whole_words_adds_nothing(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(RAM - 4, 0, 0);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 0);
    enable_sram(RAM - 4, 0, 0);
    send(1, 8);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 8);
    assert_int_equal(s.stats.padding, 0);
}

/* Holds TCI-RAM-005 TCI-RAM-025 */
static void wide_words(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    cfg.width = 16;
    start(&cfg);
    enable_sram(RAM - 4, 0, 0);
    send(0, 15);
    assert_int_equal(sram[0], 0xAA);
    send(15, 2);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 16);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 32);
    assert_int_equal(sram[16], 16);
    for (unsigned i = 17; i < 32; i++) {
        assert_int_equal(sram[i], 0xFF);
    }
    assert_int_equal(sram[32], 0xAA);
}

/* 64 bytes: the last word goes to 0x3C, then WP is 0 and the wrap bit is set, not one word earlier.
 */
/* Holds TCI-RAM-020 TCI-RAM-022 TCI-MIN-014 TCI-MIN-016 TCI-RAM-013 */
static void wraps_behind_the_limit(void **state)
{
    (void)state;
    for (unsigned width = 4; width <= 16; width *= 2) {
        struct trm_ramsink_cfg cfg = sram_cfg();
        cfg.width = (uint8_t)width;
        start(&cfg);
        enable_sram(RAM - 4, 0, 0);
        send(0, RAM - 16);
        send(RAM - 16, 16 - width);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), RAM - width);
        send((uint8_t)(RAM - width), width);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), TR_RAM_WRAP_MASK);
        for (unsigned i = 0; i < RAM; i++) {
            assert_int_equal(sram[i], i);
        }
        send(0x80, 16);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 16 | TR_RAM_WRAP_MASK);
        assert_int_equal(sram[0], 0x80);
        assert_int_equal(sram[16], 16);
        assert_int_equal(s.stats.wraps, 1);
        wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET),
                         16 | TR_RAM_WRAP_MASK);               /* survives the disable */
        assert_int_equal(wrd(TR_RAM_WP_LOW_OFFSET, 0x11), 16); /* only a write clears it */
    }
}

/* Nothing but a write of trRamWPLow clears it: not reading the memory, not the other pointers, not
 * enabling and disabling the sink, not what is stored then. Holds TCI-RAM-023 */
static void wrap_is_cleared_by_writing_the_write_pointer_alone(void **state)
{
    static const uint32_t others[] = {
        TR_RAM_START_LOW_OFFSET,  TR_RAM_START_HIGH_OFFSET, TR_RAM_LIMIT_LOW_OFFSET,
        TR_RAM_LIMIT_HIGH_OFFSET, TR_RAM_WP_HIGH_OFFSET,    TR_RAM_RP_LOW_OFFSET,
        TR_RAM_RP_HIGH_OFFSET,    TR_RAM_DATA_OFFSET,       TR_RAM_IMPL_OFFSET};
    (void)state;
    for (unsigned stop = 0; stop < 2; stop++) {
        struct trm_ramsink_cfg cfg = sram_cfg();
        start(&cfg);
        enable_sram(RAM - 4, 0, stop != 0 ? TR_RAM_STOP_ON_WRAP_MASK : 0);
        for (unsigned i = 0; i < RAM; i += 16) {
            send((uint8_t)i, 16);
        }
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), TR_RAM_WRAP_MASK);
        wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
            wr(others[i], others[i] == TR_RAM_LIMIT_LOW_OFFSET ? RAM - 4 : 0);
            (void)rd(TR_RAM_DATA_OFFSET);
            assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), TR_RAM_WRAP_MASK);
        }
        wr(TR_RAM_CONTROL_OFFSET, ON);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), TR_RAM_WRAP_MASK);
        send(0, 8);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 8 | TR_RAM_WRAP_MASK);
        wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 8 | TR_RAM_WRAP_MASK);
        assert_int_equal(wrd(TR_RAM_WP_LOW_OFFSET, 8), 8);
    }
}

/* Holds TCI-RAM-020 TCI-RAM-022 */
static void wraps_at_a_trimmed_limit(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(0xC, 8, 0);
    send(1, 12); /* 8, C, then 0 */
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 4 | TR_RAM_WRAP_MASK);
    assert_memory_equal(sram, "\x9\xA\xB\xC\xAA\xAA\xAA\xAA\1\2\3\4\5\6\7\x8\xAA", 17);
}

/* Holds TCI-RAM-010 TCI-RAM-011 */
static void stop_on_wrap(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(0xC, 0, TR_RAM_STOP_ON_WRAP_MASK);
    send(0, 12);
    assert_true(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_ENABLE_MASK);
    send(12, 6); /* ends in the middle of a message: the last one in memory is cut off */
    assert_int_equal(rd(TR_RAM_CONTROL_OFFSET),
                     TR_RAM_ACTIVE_MASK | TR_RAM_EMPTY_MASK | TR_RAM_STOP_ON_WRAP_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), TR_RAM_WRAP_MASK);
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(sram[i], i);
    }
    assert_int_equal(sram[16], 0xAA);
    assert_int_equal(s.stats.discarded, 2);
    assert_false(port.ops->can_accept(port.ctx, 2));
    wr(TR_RAM_WP_LOW_OFFSET, 0);
    wr(TR_RAM_CONTROL_OFFSET, ON | TR_RAM_STOP_ON_WRAP_MASK);
    assert_true(port.ops->can_accept(port.ctx, 2));
    send(0x40, 4);
    assert_int_equal(sram[0], 0x40);
}

static void flush_may_be_the_word_that_wraps(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(0x4, 0, 0);
    send(1, 5);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), TR_RAM_WRAP_MASK);
    assert_memory_equal(sram, "\1\2\3\4\5\xFF\xFF\xFF\xAA", 9);
}

/* Holds TCI-RAM-027..029 TCI-RAM-031 TCI-RAM-060 */
static void readback_increments_and_wraps(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(0xC, 0, 0);
    send(0, 24);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, 0xC),
                     0xC); /* the test for read-back: same as Limit */
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, 0xFFFFFFFF), 0xC);
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, 0xA), 0x8);
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0x0B0A0908);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 0xC);
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0x0F0E0D0C);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 0);
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0x13121110);
    wr(TR_RAM_DATA_OFFSET, 0x55555555); /* read only */
    assert_int_equal(sram[4], 0x14);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 4);
}

/* Holds TCI-RAM-058 */
static void readback_while_active(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    wr(TR_RAM_RP_LOW_OFFSET, 8);
    enable_sram(RAM - 4, 0, 0);
    send(1, 8);
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, 0), 8); /* ignored, and reads do not advance */
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 8);
    cfg.read_active = true;
    start(&cfg);
    enable_sram(RAM - 4, 0, 0);
    send(1, 8);
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, 0), 0);
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0x04030201);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 4);
}

/* Holds TCI-RAM-027 TCI-RAM-060 */
static void data_can_be_made_writable(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    cfg.data_writable = true;
    start(&cfg);
    wr(TR_RAM_RP_LOW_OFFSET, 4);
    wr(TR_RAM_DATA_OFFSET, 0x44332211);
    assert_memory_equal(sram + 4, "\x11\x22\x33\x44", 4);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 8);
}

static void pointers_are_protected_while_active(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(0x1C, 8, 0);
    assert_int_equal(wrd(TR_RAM_WP_LOW_OFFSET, 0), 8);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0), 0x1C);
    send(1, 4);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 0xC);
}

/* Holds TCI-RAM-006 TCI-RAM-056 */
static void enabling_changes_no_pointer(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 50; seed++) {
        struct trm_ramsink_cfg cfg = sram_cfg();
        cfg.undef = TRM_UNDEF_GARBAGE;
        cfg.seed = seed;
        cfg.width = (uint8_t)(4u << seed % 3);
        start(&cfg);
        uint32_t before[8], limit = rd(TR_RAM_LIMIT_LOW_OFFSET);
        for (uint32_t i = 0; i < 8; i++) {
            before[i] = rd(TR_RAM_START_LOW_OFFSET + 4 * i);
        }
        assert_int_equal(limit, RAM - 4);
        assert_true(before[4] <= limit && before[6] <= limit);
        wr(TR_RAM_CONTROL_OFFSET, ON);
        for (uint32_t i = 0; i < 8; i++) {
            assert_int_equal(rd(TR_RAM_START_LOW_OFFSET + 4 * i), before[i]);
        }
        send(1, 60); /* garbage in the write pointer never leads out of the memory */
        send(1, 60);
    }
}

static void disabled_swallows(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_OK);
    port = trm_ramsink_link(&s);
    send(1, 8); /* in reset */
    start(&cfg);
    send(1, 8);
    assert_int_equal(s.stats.swallowed, 1);
    assert_int_equal(sram[0], 0xAA);
    assert_true(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK);
}

/* Holds TCI-RST-006 TCI-RST-043 */
static void reset_drops_the_buffer(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    start(&cfg);
    enable_sram(RAM - 4, 0, 0);
    send(1, 3);
    wr(TR_RAM_CONTROL_OFFSET, 0);
    assert_int_equal(rd(TR_RAM_CONTROL_OFFSET), 0);
    wr(TR_RAM_CONTROL_OFFSET, 1);
    assert_true(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK);
    assert_int_equal(sram[0], 0xAA);
}

/* One word per tick, 80 bytes of room: back-pressure, and a flush that takes its time. */
/* Holds TCI-COMP-014 TCI-COMP-016 TCI-RAM-008 */
static void limited_rate(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    cfg.words_per_tick = 1;
    cfg.buffer_bytes = 80;
    start(&cfg);
    enable_sram(RAM - 4, 0, 0);
    send(0, 40);
    assert_true(port.ops->can_accept(port.ctx, 39));
    assert_false(port.ops->can_accept(port.ctx, 40));
    trm_ramsink_tick(&s);
    assert_true(port.ops->can_accept(port.ctx, 40));
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 4);
    send(40, 2); /* 38 bytes left: 9 words and 2 bytes */
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    assert_int_equal(rd(TR_RAM_CONTROL_OFFSET) & (TR_RAM_ENABLE_MASK | TR_RAM_EMPTY_MASK), 0);
    for (unsigned i = 0; i < 9; i++) {
        trm_ramsink_tick(&s);
        assert_false(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK);
    }
    trm_ramsink_tick(&s);
    assert_true(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 44);
    for (unsigned i = 0; i < 44; i++) {
        assert_int_equal(sram[i], i < 42 ? i : 0xFF);
    }
}

static void odd_accesses_are_errors(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = sram_cfg();
    uint32_t v;
    start(&cfg);
    wr(TR_RAM_RP_LOW_OFFSET, 0);
    assert_int_equal(trm_ramsink_reg_read(&s, TR_RAM_DATA_OFFSET, 1, &v), TRM_ERR_SIZE);
    assert_int_equal(trm_ramsink_reg_read(&s, TR_RAM_DATA_OFFSET, 8, &v), TRM_ERR_SIZE);
    assert_int_equal(trm_ramsink_reg_read(&s, TR_RAM_DATA_OFFSET + 2, 4, &v), TRM_ERR_MISALIGNED);
    assert_int_equal(trm_ramsink_reg_read(&s, 0x1000, 4, &v), TRM_ERR_RANGE);
    assert_int_equal(trm_ramsink_reg_write(&s, 0x1001, 2, 0), TRM_ERR_RANGE);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 0); /* a failed read does not advance */
}

static void bad_configurations_are_refused(void **state)
{
    (void)state;
    struct trm_ramsink_cfg good = sram_cfg();
    assert_int_equal(trm_ramsink_init(NULL, &good), TRM_ERR_ARG);
    assert_int_equal(trm_ramsink_init(&s, NULL), TRM_ERR_ARG);
#define BAD(field, value)                                                                          \
    do {                                                                                           \
        struct trm_ramsink_cfg c = good;                                                           \
        c.field = value;                                                                           \
        assert_int_equal(trm_ramsink_init(&s, &c), TRM_ERR_ARG);                                   \
    } while (0)
    BAD(width, 2);
    BAD(width, 32);
    BAD(has_sram, false);
    BAD(sram, NULL);
    BAD(sram_bytes, 0);
    BAD(sram_bytes, 6);
    BAD(start_align, 12);
    BAD(start_align, 2);
    good.words_per_tick = 1;
    BAD(buffer_bytes, 79);
    BAD(buffer_bytes, 513);
    good = smem_cfg();
    BAD(bus.write, NULL);
    {
        struct trm_ramsink_cfg cfg = smem_cfg();
        cfg.smem_data = true;
        assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_OK);
        cfg.bus.read = NULL;
        assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_ERR_ARG);
        cfg = sram_cfg();
        cfg.smem_data = true;
        cfg.bus.read = bus_read;
        assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_ERR_ARG);
    }
    BAD(address_bits, 31);
    BAD(address_bits, 65);
#undef BAD
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identification),
        cmocka_unit_test(control_warl),
        cmocka_unit_test(detection_of_ranges_in_sram_mode),
        cmocka_unit_test(bytes_are_stored_lsb_first),
        cmocka_unit_test(words_are_buffered_until_complete),
        cmocka_unit_test(flush_of_whole_words_adds_nothing),
        cmocka_unit_test(wide_words),
        cmocka_unit_test(wraps_behind_the_limit),
        cmocka_unit_test(wrap_is_cleared_by_writing_the_write_pointer_alone),
        cmocka_unit_test(wraps_at_a_trimmed_limit),
        cmocka_unit_test(stop_on_wrap),
        cmocka_unit_test(flush_may_be_the_word_that_wraps),
        cmocka_unit_test(readback_increments_and_wraps),
        cmocka_unit_test(readback_while_active),
        cmocka_unit_test(data_can_be_made_writable),
        cmocka_unit_test(pointers_are_protected_while_active),
        cmocka_unit_test(enabling_changes_no_pointer),
        cmocka_unit_test(disabled_swallows),
        cmocka_unit_test(reset_drops_the_buffer),
        cmocka_unit_test(limited_rate),
        cmocka_unit_test(odd_accesses_are_errors),
        cmocka_unit_test(bad_configurations_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
