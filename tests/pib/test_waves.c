/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of the PIB sink, read back by an independent decoder: every mode, clock setting and some
 * dividers. With PIB_WAVES=folder the waves are also written there as VCD, beside the bytes. */
#include "wave.h"

#include <stdio.h>
#include <stdlib.h>

#include "htr/htr_vcd.h"

static const uint32_t modes[] = {
    TR_PIB_MODE_SWT_MANCHESTER, TR_PIB_MODE_SWT_UART,  TR_PIB_MODE_PARALLEL1,
    TR_PIB_MODE_PARALLEL2,      TR_PIB_MODE_PARALLEL4, TR_PIB_MODE_PARALLEL8,
    TR_PIB_MODE_PARALLEL16,
};

enum {
    NMODES = sizeof modes / sizeof modes[0],
};

static unsigned centers(uint32_t mode)
{
    return mode >= TR_PIB_MODE_PARALLEL1 ? 2 : 1;
}

static void write_bytes(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.bin", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(sent, 1, nsent, file), nsent);
    assert_int_equal(fclose(file), 0);
}

static void write_vcd(const char *folder, const char *name)
{
    static const char *const nets[] = {
        "TRC_CLK",    "TRC_DATA0",  "TRC_DATA1",  "TRC_DATA2",  "TRC_DATA3",  "TRC_DATA4",
        "TRC_DATA5",  "TRC_DATA6",  "TRC_DATA7",  "TRC_DATA8",  "TRC_DATA9",  "TRC_DATA10",
        "TRC_DATA11", "TRC_DATA12", "TRC_DATA13", "TRC_DATA14", "TRC_DATA15",
    };
    char path[512];
    struct htr_vcd vcd;
    snprintf(path, sizeof path, "%s/%s.vcd", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    htr_vcd_begin(&vcd, file, nets, 17);
    for (size_t i = 0; i < ticks; i++) {
        htr_vcd_levels(&vcd, i, (uint32_t)wave[i].data << 1 | wave[i].clk);
    }
    htr_vcd_end(&vcd, ticks);
    assert_int_equal(fclose(file), 0);
}

/* Holds TCI-PIB-001 TCI-PIB-003 TCI-PIB-010 TCI-PIB-014..025 TCI-PIB-030 TCI-PIB-040
 * TCI-COMP-015 NT-TX-030 NT-TX-034 NT-TX-035 NT-TX-038 NT-TX-039 */
static void every_mode_and_clock_carries_the_messages(void **state)
{
    (void)state;
    static const uint32_t dividers[] = {0, 1, 2, 7};
    const char *folder = getenv("PIB_WAVES");
    struct trm_pibsink_cfg cfg;
    trm_pibsink_cfg_init(&cfg);
    for (unsigned m = 0; m < NMODES; m++) {
        for (unsigned c = 0; c < centers(modes[m]); c++) {
            for (unsigned d = 0; d < 4; d++) {
                struct htr_pib_setting set = setting(modes[m], c, dividers[d]);
                start(&cfg);
                run(control(modes[m], c, dividers[d]), 8000 * (dividers[d] + 1), m + 10 * d);
                (void)check_wave(&set);
                assert_true(messages > 10);
                if (folder != NULL && d == 1) {
                    char name[64];
                    snprintf(name, sizeof name, "mode%u-center%u-divider1", (unsigned)modes[m], c);
                    write_bytes(folder, name);
                    write_vcd(folder, name);
                }
            }
        }
    }
}

/* Holds TCI-PIB-033 NT-TX-040 NT-TX-041 */
static void narrow_modes_are_idle_for_a_byte_now_and_then(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg;
    trm_pibsink_cfg_init(&cfg);
    cfg.idle_bytes = 100;
    for (unsigned w = 0; w < 5; w++) {
        uint32_t mode = TR_PIB_MODE_PARALLEL1 + w;
        struct rh_rng rng;
        uint8_t m[TRM_MESSAGE_MAX];
        rh_seed(&rng, w);
        start(&cfg);
        wr(control(mode, 0, 0) | TR_PIB_ENABLE_MASK);
        for (unsigned k = 0; k < 200; k++) {
            make(m, 20, &rng);
            while (!send(m, 20)) {
                tick(1);
            }
        }
        uint64_t before = sink.stats.idle;
        wr(control(mode, 0, 0));
        while (!trm_pibsink_empty(&sink)) {
            tick(1);
        }
        tick(8);
        struct htr_pib_setting set = setting(mode, 0, 0);
        (void)check_wave(&set);
        /* 4000 bytes without a gap; an idle byte after every fifth message of 20, and at first. */
        assert_int_equal(sink.stats.idle, w < 3 ? 40 : 0);
        assert_true(before <= sink.stats.idle);
    }
}

/* A probe that joins late finds the messages after the next idle byte. */
/* Holds TCI-PIB-033 NT-TX-041 */
static void a_probe_that_joins_late_gets_in_step(void **state)
{
    (void)state;
    struct trm_pibsink_cfg cfg;
    trm_pibsink_cfg_init(&cfg);
    cfg.idle_bytes = 64;
    for (unsigned w = 0; w < 3; w++) {
        uint32_t mode = TR_PIB_MODE_PARALLEL1 + w;
        struct htr_pib_setting set = setting(mode, 0, 0);
        start(&cfg);
        run(control(mode, 0, 0), 20000, w);
        for (size_t skip = 1000; skip < 1040; skip++) {
            struct htr_pib_result r = {.bytes = got, .cap = sizeof got};
            htr_pib_decode(&set, wave + skip, ticks - skip, &r);
            assert_true(r.n > nsent / 2 && r.n < nsent);
            assert_memory_equal(got, sent + nsent - r.n, r.n);
        }
    }
}

/* Idle before each synchronizing message, and nothing else: a probe that joins anywhere gets in
 * step at the next of them, and then misses nothing. */
/* Holds NT-TX-042 NT-TX-043 */
static void idle_before_each_synchronizing_message(void **state)
{
    static const uint8_t tcode[] = {3, 4, 9, 28, 11, 27, 12, 29}; /* 9, 11, 12 and 29 synchronize */
    enum {
        NUMBER = 160,
    };
    (void)state;
    struct trm_pibsink_cfg cfg;
    trm_pibsink_cfg_init(&cfg);
    cfg.idle_bytes = 0;
    cfg.idle_sync = true;
    for (unsigned w = 0; w < 4; w++) {
        uint32_t mode = TR_PIB_MODE_PARALLEL1 + w;
        struct htr_pib_setting set = setting(mode, 0, 0);
        size_t sync_at[NUMBER], first_tick[NUMBER];
        unsigned syncs = 0;
        struct rh_rng rng;
        uint8_t m[TRM_MESSAGE_MAX];
        rh_seed(&rng, w);
        start(&cfg);
        wr(control(mode, 0, 0) | TR_PIB_ENABLE_MASK);
        for (unsigned k = 0; k < NUMBER; k++) {
            make(m, 12, &rng);
            m[0] = (uint8_t)(tcode[k % 8] << 2);
            while (!send(m, 12)) {
                tick(1);
            }
            if (k % 8 == 2 || k % 8 == 4 || k % 8 >= 6) {
                sync_at[syncs] = nsent - 12;
                first_tick[syncs++] = ticks;
            }
        }
        wr(control(mode, 0, 0));
        while (!trm_pibsink_empty(&sink)) {
            tick(1);
        }
        tick(8);
        assert_int_equal(sink.stats.idle, w < 3 ? syncs : 0);
        if (w == 3) {
            (void)check_wave(&set); /* whole bytes on the pins need none */
            continue;
        }
        for (unsigned s = 0; s + 1 < syncs; s++) {
            struct htr_pib_result r = {.bytes = got, .cap = sizeof got};
            size_t skip = first_tick[s]; /* it was queued then, its idle bytes are still to come */
            htr_pib_decode(&set, wave + skip, ticks - skip, &r);
            size_t from = nsent - r.n;
            assert_int_equal(from % 12, 0);
            assert_true(from <= sync_at[s]);
            assert_memory_equal(got, sent + from, r.n);
        }
    }
}

/* A calibration pattern in the middle of the idle bytes before a message: they come again, all of
 * them. Holds TCI-PIB-033 */
static void a_pattern_does_not_use_up_the_idle_bytes(void **state)
{
    (void)state;
    static const uint8_t m[] = {0x70, 0x1D, 0xFF};
    struct trm_pibsink_cfg cfg;
    trm_pibsink_cfg_init(&cfg);
    uint32_t ctrl = control(TR_PIB_MODE_PARALLEL4, 0, 0) | TR_PIB_ENABLE_MASK;
    start(&cfg);
    wr(ctrl);
    assert_true(send(m, 3));
    tick(2); /* two of the four beats that make two idle bytes */
    wr(ctrl | TR_PIB_CALIBRATE_MASK);
    tick(1);
    wr(ctrl);
    tick(7);
    assert_int_equal(wave[ticks - 1].data, 0x0); /* the last beat of 5A 5A F0 0F */
    for (unsigned beat = 0; beat < 4; beat++) {
        tick(1);
        assert_int_equal(wave[ticks - 1].data, 0xF);
    }
    tick(1);
    assert_int_equal(wave[ticks - 1].data, 0x0); /* 0x70 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mode_and_clock_carries_the_messages),
        cmocka_unit_test(narrow_modes_are_idle_for_a_byte_now_and_then),
        cmocka_unit_test(a_probe_that_joins_late_gets_in_step),
        cmocka_unit_test(idle_before_each_synchronizing_message),
        cmocka_unit_test(a_pattern_does_not_use_up_the_idle_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
