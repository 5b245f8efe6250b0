/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink writing to system memory (TCI 1.0, Trace RAM Sink). */
#include "sink_rig.h"

/* Holds TCI-RAM-035 TCI-RAM-037 TCI-RAM-045 TCI-RAM-046 TCI-MIN-020 TCI-MIN-021 TCI-ENA-014 */
static void detection_of_ranges_in_smem_mode(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    cfg.start_align = 0x1000;
    cfg.address_bits = 36;
    start(&cfg);
    assert_int_equal(wrd(TR_RAM_START_LOW_OFFSET, 0), 0);
    assert_int_equal(wrd(TR_RAM_START_LOW_OFFSET, 0xFFFFFFFF), 0xFFFFF000);
    assert_int_equal(wrd(TR_RAM_START_HIGH_OFFSET, 0xFFFFFFFF), 0xF);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0), 0);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0xFFFFFFFF), 0xFFFFFFFC);
    assert_int_equal(wrd(TR_RAM_LIMIT_HIGH_OFFSET, 0xFFFFFFFF), 0xF);
    assert_int_equal(wrd(TR_RAM_WP_HIGH_OFFSET, 0xFFFFFFFF), 0xF);
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, 0xFFFFFFFF), 0); /* no read-back: not settable */
    assert_int_equal(wrd(TR_RAM_DATA_OFFSET, 0x12345678), 0);
    cfg.address_bits = 32;
    cfg.width = 16;
    start(&cfg);
    assert_int_equal(wrd(TR_RAM_START_HIGH_OFFSET, 0xFFFFFFFF), 0);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0xFFFFFFFF), 0xFFFFFFF0);
}

static void start_smem(const struct trm_ramsink_cfg *cfg, uint32_t bytes)
{
    start(cfg);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
    wr(TR_RAM_START_LOW_OFFSET, BASE);
    wr(TR_RAM_LIMIT_LOW_OFFSET, BASE + bytes - cfg->width);
    wr(TR_RAM_WP_LOW_OFFSET, BASE);
    wr(TR_RAM_CONTROL_OFFSET, ON | TR_RAM_MODE_MASK);
}

/* Holds TCI-RAM-003 TCI-RAM-020 TCI-RAM-024 TCI-RAM-025 TCI-RAM-035 TCI-RAM-059 */
static void system_memory(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    cfg.width = 8;
    start_smem(&cfg, 32);
    send(0, 31);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), BASE + 24);
    assert_int_equal(bus.writes, 3);
    assert_int_equal(bus.last_size, 8);
    send(31, 2);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), BASE | TR_RAM_WRAP_MASK);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), (BASE + 8) | TR_RAM_WRAP_MASK);
    assert_memory_equal(bus.mem, "\x20\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x08", 9);
    assert_int_equal(bus.mem[32], 0);
}

/* The words of the buffer through trRamData: n of them from where trRamRP stands. */
static void expect_words(const uint8_t *bytes, unsigned n)
{
    for (unsigned i = 0; i < n; i++, bytes += 4) {
        uint32_t low = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
        uint32_t high = (uint32_t)bytes[2] | (uint32_t)bytes[3] << 8;
        assert_int_equal(rd(TR_RAM_DATA_OFFSET), low | high << 16);
    }
}

/* Holds TCI-RAM-027 TCI-RAM-028 TCI-RAM-030 TCI-RAM-031 */
static void system_memory_through_the_sink(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    cfg.width = 8;
    cfg.smem_data = true;
    start_smem(&cfg, 32);
    send(1, 24);
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, BASE), 0); /* not while active */
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
    /* Settable to trRamLimit: so this is how to read (TCI 1.0, Accessing and Detecting). */
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, BASE + 24), BASE + 24);
    assert_int_equal(wrd(TR_RAM_RP_LOW_OFFSET, BASE + 3), BASE);
    expect_words(bus.mem, 8); /* up to the last word of 32 bits */
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), BASE);
    expect_words(bus.mem, 1);
    /* It writes nothing, and reads nothing outside of the buffer. */
    unsigned writes = bus.writes, reads = bus.reads;
    wr(TR_RAM_DATA_OFFSET, 0x12345678);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), BASE + 4);
    wr(TR_RAM_RP_LOW_OFFSET, BASE + 32);
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0);
    wr(TR_RAM_RP_LOW_OFFSET, BASE);
    assert_int_equal(wrd(TR_RAM_RP_HIGH_OFFSET, 1), 1);
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0);
    assert_int_equal(bus.writes, writes);
    assert_int_equal(bus.reads, reads);
    wr(TR_RAM_RP_HIGH_OFFSET, 0);
    bus.broken = true;
    assert_int_equal(rd(TR_RAM_DATA_OFFSET), 0);
    assert_int_equal(rd(TR_RAM_VENDOR_STATUS_OFFSET), TR_RAM_BUS_ERROR_MASK);
}

/* Holds TCI-RAM-030 */
static void the_read_pointer_crosses_4_gib(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    cfg.smem_data = true;
    cfg.address_bits = 33;
    start(&cfg);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
    wr(TR_RAM_START_LOW_OFFSET, 0xFFFFFFFC);
    wr(TR_RAM_LIMIT_LOW_OFFSET, 0);
    wr(TR_RAM_LIMIT_HIGH_OFFSET, 1);
    wr(TR_RAM_RP_LOW_OFFSET, 0xFFFFFFFC);
    assert_int_equal(wrd(TR_RAM_RP_HIGH_OFFSET, 0xFFFFFFFE), 0);
    (void)rd(TR_RAM_DATA_OFFSET);
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 0);
    assert_int_equal(rd(TR_RAM_RP_HIGH_OFFSET), 1);
    (void)rd(TR_RAM_DATA_OFFSET); /* the last word: back to the start */
    assert_int_equal(rd(TR_RAM_RP_LOW_OFFSET), 0xFFFFFFFC);
    assert_int_equal(rd(TR_RAM_RP_HIGH_OFFSET), 0);
}

/* Holds TCI-RAM-018 TCI-RAM-019 TCI-RAM-021 TCI-RAM-026 */
static void addresses_above_4_gib(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    start(&cfg);
    wr(TR_RAM_START_LOW_OFFSET, 0xFFFFFFF8);
    wr(TR_RAM_START_HIGH_OFFSET, 1);
    wr(TR_RAM_LIMIT_LOW_OFFSET, 4);
    wr(TR_RAM_LIMIT_HIGH_OFFSET, 2);
    wr(TR_RAM_WP_LOW_OFFSET, 0xFFFFFFF8);
    wr(TR_RAM_WP_HIGH_OFFSET, 1);
    wr(TR_RAM_CONTROL_OFFSET, ON | TR_RAM_MODE_MASK);
    send(0, 8); /* crosses from 0x1_FFFFFFFC to 0x2_00000000 */
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 0);
    assert_int_equal(rd(TR_RAM_WP_HIGH_OFFSET), 2);
    send(0, 8);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 0xFFFFFFF8 | TR_RAM_WRAP_MASK);
    assert_int_equal(rd(TR_RAM_WP_HIGH_OFFSET), 1);
}

static uint64_t wrote_at;

static int note_address(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    (void)bytes;
    (void)n;
    wrote_at = address;
    return 0;
}

/* All 64 bits of the address reach the bus. Holds TCI-RAM-018 TCI-RAM-024 TCI-RAM-026 */
static void every_bit_of_the_address(void **state)
{
    (void)state;
    for (unsigned bit = 2; bit < 64; bit++) {
        struct trm_ramsink_cfg cfg = smem_cfg();
        uint64_t start_at = UINT64_C(1) << bit;
        cfg.bus.write = note_address;
        start(&cfg);
        wr(TR_RAM_START_LOW_OFFSET, (uint32_t)start_at);
        wr(TR_RAM_START_HIGH_OFFSET, (uint32_t)(start_at >> 32));
        wr(TR_RAM_LIMIT_LOW_OFFSET, (uint32_t)start_at);
        wr(TR_RAM_LIMIT_HIGH_OFFSET, (uint32_t)(start_at >> 32));
        wr(TR_RAM_WP_LOW_OFFSET, (uint32_t)start_at);
        wr(TR_RAM_WP_HIGH_OFFSET, (uint32_t)(start_at >> 32));
        wr(TR_RAM_CONTROL_OFFSET, ON | TR_RAM_MODE_MASK);
        wrote_at = 0;
        send(0, 4);
        assert_true(wrote_at == start_at);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), (uint32_t)start_at | TR_RAM_WRAP_MASK);
        assert_int_equal(rd(TR_RAM_WP_HIGH_OFFSET), (uint32_t)(start_at >> 32));
    }
}

/* Holds TCI-RAM-059 */
static void bus_errors_are_reported_and_survived(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    start_smem(&cfg, 64);
    send(0, 4);
    assert_int_equal(rd(TR_RAM_VENDOR_STATUS_OFFSET), 0);
    bus.broken = true;
    send(4, 4);
    assert_int_equal(rd(TR_RAM_VENDOR_STATUS_OFFSET), TR_RAM_BUS_ERROR_MASK);
    bus.broken = false;
    send(8, 4);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), BASE + 12);
    assert_memory_equal(bus.mem, "\0\1\2\3\0\0\0\0\x8\x9\xA\xB", 12);
    assert_int_equal(wrd(TR_RAM_VENDOR_STATUS_OFFSET, 0), TR_RAM_BUS_ERROR_MASK);
    assert_int_equal(wrd(TR_RAM_VENDOR_STATUS_OFFSET, TR_RAM_BUS_ERROR_MASK), 0);
    assert_true(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_ENABLE_MASK);
}

static void changing_the_mode_makes_the_pointers_legal(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    cfg.has_sram = true;
    cfg.sram = sram;
    cfg.sram_bytes = RAM;
    start(&cfg);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
    wr(TR_RAM_START_LOW_OFFSET, BASE);
    wr(TR_RAM_LIMIT_LOW_OFFSET, BASE + 0xFC);
    wr(TR_RAM_WP_LOW_OFFSET, BASE + 0x10);
    wr(TR_RAM_WP_HIGH_OFFSET, 3);
    wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    assert_int_equal(rd(TR_RAM_START_LOW_OFFSET), 0);
    assert_int_equal(rd(TR_RAM_LIMIT_LOW_OFFSET), RAM - 4);
    assert_true(rd(TR_RAM_WP_LOW_OFFSET) <= RAM - 4);
    assert_int_equal(rd(TR_RAM_WP_HIGH_OFFSET), 0);
    wr(TR_RAM_CONTROL_OFFSET, ON);
    wr(TR_RAM_CONTROL_OFFSET, ON | TR_RAM_MODE_MASK); /* not while enabled */
    assert_false(rd(TR_RAM_CONTROL_OFFSET) & TR_RAM_MODE_MASK);
}

/* Neither the mode, nor what changing it does to the write pointer, nor enabling clears it. */
/* Holds TCI-RAM-023 */
static void only_a_write_of_the_pointer_clears_wrap(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    cfg.has_sram = true;
    cfg.sram = sram;
    cfg.sram_bytes = RAM;
    for (unsigned fixed = 0; fixed < 2; fixed++) {
        cfg.smem_start = fixed != 0 ? BASE : 0;
        cfg.smem_bytes = fixed != 0 ? 64 : 0;
        start(&cfg);
        enable_sram(RAM - 4, 0, 0);
        for (unsigned i = 0; i < 5; i++) {
            send((uint8_t)i, 16);
        }
        wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), 16 | TR_RAM_WRAP_MASK);
        wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), (fixed != 0 ? BASE : 16) | TR_RAM_WRAP_MASK);
        wr(TR_RAM_START_LOW_OFFSET, BASE);
        wr(TR_RAM_LIMIT_LOW_OFFSET, BASE + 0x3C);
        wr(TR_RAM_CONTROL_OFFSET, ON | TR_RAM_MODE_MASK);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET) & TR_RAM_WRAP_MASK, TR_RAM_WRAP_MASK);
        wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK);
        wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET) & TR_RAM_WRAP_MASK, TR_RAM_WRAP_MASK);
        assert_int_equal(wrd(TR_RAM_WP_LOW_OFFSET, 8 | TR_RAM_WRAP_MASK), 8);
    }
}

/* trRamAsyncFreq 1: an idle byte before the first message after every 64 bytes. */
/* Holds TCI-RAM-004 TCI-RAM-014 */
static void async_inserts_idle_bytes(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    cfg.async = true;
    start(&cfg);
    wr(TR_RAM_START_LOW_OFFSET, BASE);
    wr(TR_RAM_LIMIT_LOW_OFFSET, BASE + 252);
    wr(TR_RAM_WP_LOW_OFFSET, BASE);
    wr(TR_RAM_CONTROL_OFFSET, ON | 1u << TR_RAM_ASYNC_FREQ_SHIFT);
    for (unsigned i = 0; i < 10; i++) {
        send(0, 16);
    }
    /* FF, 4 messages, FF, 4 messages, FF, 2 messages */
    assert_int_equal(bus.mem[0], 0xFF);
    assert_int_equal(bus.mem[1], 0);
    assert_int_equal(bus.mem[65], 0xFF);
    assert_int_equal(bus.mem[66], 0);
    assert_int_equal(bus.mem[130], 0xFF);
    assert_int_equal(s.stats.padding, 3);
}

/* Every value n: one idle byte each 2^(n + 5) bytes of messages, none for 0; each width of a word.
 */
static void async_frequencies_and_widths(void **state)
{
    enum {
        SENT = 32768,
    };
    (void)state;
    for (unsigned width = 4; width <= 16; width *= 2) {
        for (unsigned freq = 0; freq < 8; freq++) {
            struct trm_ramsink_cfg cfg = smem_cfg();
            cfg.async = true;
            cfg.width = (uint8_t)width;
            start(&cfg);
            wr(TR_RAM_START_LOW_OFFSET, BASE);
            wr(TR_RAM_LIMIT_LOW_OFFSET, BASE + 256 - width);
            wr(TR_RAM_WP_LOW_OFFSET, BASE);
            wr(TR_RAM_CONTROL_OFFSET, ON | freq << TR_RAM_ASYNC_FREQ_SHIFT);
            for (unsigned i = 0; i < SENT / 16; i++) {
                send(0, 16);
            }
            unsigned idle = freq == 0 ? 0 : SENT >> (freq + 5);
            assert_int_equal(s.stats.padding, idle);
            assert_int_equal(bus.writes, (SENT + idle) / width);
            assert_int_equal(bus.last_size, width);
            wr(TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
            assert_int_equal(bus.writes, (SENT + idle + width - 1) / width);
        }
    }
}

/* The configuration that the spec calls "SMEM Fixed". */
/* Holds TCI-RAM-036 TCI-MIN-020 TCI-MIN-021 */
static void a_fixed_region_can_only_be_trimmed(void **state)
{
    (void)state;
    struct trm_ramsink_cfg cfg = smem_cfg();
    cfg.smem_start = UINT64_C(0x300000000) + BASE;
    cfg.smem_bytes = 0x80;
    cfg.width = 8;
    cfg.undef = TRM_UNDEF_GARBAGE;
    for (cfg.seed = 1; cfg.seed < 20; cfg.seed++) {
        start(&cfg);
        assert_int_equal(rd(TR_RAM_START_LOW_OFFSET), BASE);
        assert_int_equal(rd(TR_RAM_START_HIGH_OFFSET), 3);
        assert_int_equal(rd(TR_RAM_LIMIT_LOW_OFFSET), BASE + 0x78); /* maximum at reset */
        assert_int_equal(rd(TR_RAM_LIMIT_HIGH_OFFSET), 3);
        uint32_t wp = rd(TR_RAM_WP_LOW_OFFSET) & ~1u;
        assert_true(wp >= BASE && wp <= BASE + 0x78);
    }
    assert_int_equal(wrd(TR_RAM_START_LOW_OFFSET, 0), BASE);
    assert_int_equal(wrd(TR_RAM_START_HIGH_OFFSET, UINT32_MAX), 3);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, 0), BASE);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, UINT32_MAX), BASE + 0x78);
    assert_int_equal(wrd(TR_RAM_LIMIT_LOW_OFFSET, BASE + 0x27), BASE + 0x20);
    assert_int_equal(wrd(TR_RAM_LIMIT_HIGH_OFFSET, 0), 3);
    assert_int_equal(wrd(TR_RAM_WP_LOW_OFFSET, BASE + 0x10), BASE + 0x10);
    cfg.smem_start = BASE;
    cfg.undef = TRM_UNDEF_ZERO;
    start(&cfg);
    wr(TR_RAM_LIMIT_LOW_OFFSET, BASE + 8);
    wr(TR_RAM_WP_LOW_OFFSET, 0);
    wr(TR_RAM_CONTROL_OFFSET, ON | TR_RAM_MODE_MASK);
    send(0, 24);
    assert_int_equal(rd(TR_RAM_WP_LOW_OFFSET), (BASE + 8) | TR_RAM_WRAP_MASK);
    assert_int_equal(bus.mem[0], 16);
    assert_int_equal(bus.mem[16], 0);
    cfg.smem_bytes = 12;
    assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_ERR_ARG); /* no whole words */
    cfg.smem_bytes = 16;
    cfg.smem_start = 0xFFFFFFF8;
    assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_ERR_ARG); /* crosses 4 GiB */
    cfg.smem_start = UINT64_C(1) << 33;
    cfg.address_bits = 33;
    assert_int_equal(trm_ramsink_init(&s, &cfg), TRM_ERR_ARG); /* beyond the address width */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(detection_of_ranges_in_smem_mode),
        cmocka_unit_test(system_memory),
        cmocka_unit_test(system_memory_through_the_sink),
        cmocka_unit_test(the_read_pointer_crosses_4_gib),
        cmocka_unit_test(addresses_above_4_gib),
        cmocka_unit_test(every_bit_of_the_address),
        cmocka_unit_test(bus_errors_are_reported_and_survived),
        cmocka_unit_test(changing_the_mode_makes_the_pointers_legal),
        cmocka_unit_test(only_a_write_of_the_pointer_clears_wrap),
        cmocka_unit_test(async_inserts_idle_bytes),
        cmocka_unit_test(async_frequencies_and_widths),
        cmocka_unit_test(a_fixed_region_can_only_be_trimmed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
