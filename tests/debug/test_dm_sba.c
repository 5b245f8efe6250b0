/* SPDX-License-Identifier: Apache-2.0 */
/* System Bus Access: sizes, autoincrement, the two kinds of read, errors, busy, latency, faults to
 * play. Bits by hand from Debug 1.0, sbcs. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "dm_fixture.h"

enum {
    BUSYERROR = 1 << 22,
    BUSY = 1 << 21,
    READONADDR = 1 << 20,
    AUTOINCREMENT = 1 << 16,
    READONDATA = 1 << 15,
    ERRORS = 7 << 12,
    MEM = 0x1000, /* DMF_MEMORY */
};

#define ACCESS(log2) ((uint32_t)(log2) << 17)

static void sbcs(struct dmf *f, uint32_t bits)
{
    dmf_write(f, SIM_DM_SBCS, bits);
}

static void address(struct dmf *f, uint64_t addr)
{
    dmf_write(f, SIM_DM_SBADDRESS1, (uint32_t)(addr >> 32));
    dmf_write(f, SIM_DM_SBADDRESS0, (uint32_t)addr);
}

static uint64_t data(struct dmf *f)
{
    const uint64_t high = dmf_read(f, SIM_DM_SBDATA1);

    return high << 32 | dmf_read(f, SIM_DM_SBDATA0);
}

static unsigned sberror(struct dmf *f)
{
    return dmf_read(f, SIM_DM_SBCS) >> 12 & 7;
}

/* sbversion 1, sbaccess 2, sbasize, sizes. */
static void sbcs_layout(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_SBCS), 1 << 29 | 2 << 17 | 64 << 5 | 0xf);
    sbcs(&f, UINT32_MAX);
    assert_int_equal(dmf_read(&f, SIM_DM_SBCS),
                     1 << 29 | READONADDR | 7 << 17 | AUTOINCREMENT | READONDATA | 64 << 5 | 0xf);
}

static void four_sizes(void **state)
{
    struct dmf f;

    (void)state;
    for (unsigned log2 = 0; log2 <= 3; log2++) {
        const unsigned size = 1u << log2;
        const uint64_t value = UINT64_C(0x1122334455667788);
        uint8_t expected[16];

        dmf_start(&f);
        memset(f.memory, 0xaa, sizeof f.memory);
        memset(expected, 0xaa, sizeof expected);
        for (unsigned i = 0; i < size; i++) {
            expected[8 + i] = (uint8_t)(value >> 8 * i);
        }
        sbcs(&f, ACCESS(log2));
        address(&f, MEM + 8);
        dmf_write(&f, SIM_DM_SBDATA1, (uint32_t)(value >> 32));
        dmf_write(&f, SIM_DM_SBDATA0, (uint32_t)value);
        assert_memory_equal(f.memory, expected, 16);
        sbcs(&f, ACCESS(log2) | READONADDR);
        address(&f, MEM + 8);
        assert_true(data(&f) == (log2 == 3 ? value : value & ((UINT64_C(1) << 8 * size) - 1)));
        assert_int_equal(f.reads, 1); /* neither data register reads again */
        assert_int_equal(sberror(&f), 0);
        assert_int_equal(f.misuse, 0);
    }
}

static void blocks_by_autoincrement(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    sbcs(&f, ACCESS(2) | AUTOINCREMENT);
    address(&f, MEM);
    for (uint32_t i = 0; i < 8; i++) {
        dmf_write(&f, SIM_DM_SBDATA0, 0x100 + i);
    }
    assert_int_equal(dmf_read(&f, SIM_DM_SBADDRESS0), MEM + 32);
    sbcs(&f, ACCESS(2) | AUTOINCREMENT | READONADDR | READONDATA);
    address(&f, MEM);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(dmf_read(&f, SIM_DM_SBDATA0), 0x100 + i);
    }
    sbcs(&f, ACCESS(2)); /* the last without reading on */
    assert_int_equal(dmf_read(&f, SIM_DM_SBDATA0), 0x107);
    assert_int_equal(f.reads, 8);
    assert_int_equal(dmf_read(&f, SIM_DM_SBADDRESS0), MEM + 32);
}

static void the_address_is_64_bits_wide(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    sbcs(&f, ACCESS(2) | AUTOINCREMENT);
    address(&f, UINT64_C(0xfffffffc));
    f.dm.sbaddress = UINT64_C(0xfffffffc);
    dmf_write(&f, SIM_DM_SBDATA0, 0);
    assert_int_equal(sberror(&f), SIM_DM_SB_ADDRESS);
    assert_true(f.dm.sbaddress == UINT64_C(0xfffffffc)); /* not incremented: it failed */
    dmf_cfg(&f);
    f.cfg.sba_bits = 32;
    assert_true(dmf_init(&f, 1, 32));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    address(&f, UINT64_C(0x500001000));
    assert_int_equal(dmf_read(&f, SIM_DM_SBADDRESS1), 0);
    dmf_write(&f, SIM_DM_SBDATA0, 9);
    assert_int_equal(f.memory[0], 9);
}

static void errors_stop_and_are_cleared_by_writing_1(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    sbcs(&f, ACCESS(2) | READONADDR);
    address(&f, MEM + 2);
    assert_int_equal(sberror(&f), SIM_DM_SB_ALIGNMENT);
    assert_int_equal(f.reads, 0);
    address(&f, MEM); /* no more accesses */
    dmf_write(&f, SIM_DM_SBDATA0, 1);
    assert_int_equal(f.reads + f.writes, 0);
    assert_int_equal(dmf_read(&f, SIM_DM_SBDATA0), 0);
    sbcs(&f, ACCESS(2) | 1 << 12); /* 3 has two bits */
    assert_int_equal(sberror(&f), 2);
    sbcs(&f, ACCESS(2) | READONADDR | ERRORS);
    assert_int_equal(sberror(&f), 0);
    address(&f, 0x10);
    assert_int_equal(sberror(&f), SIM_DM_SB_ADDRESS);
    sbcs(&f, ACCESS(4) | READONADDR | ERRORS);
    address(&f, MEM);
    assert_int_equal(sberror(&f), SIM_DM_SB_SIZE);
    assert_int_equal(f.misuse, 0);
}

static void sizes_that_are_not_there(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    f.cfg.sba_sizes = 4; /* 32 bits only */
    assert_true(dmf_init(&f, 1, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    assert_int_equal(dmf_read(&f, SIM_DM_SBCS) & 0x1f, 4);
    dmf_write(&f, SIM_DM_SBDATA1, 5); /* no sbdata1 without 64 bits */
    assert_int_equal(dmf_read(&f, SIM_DM_SBDATA1), 0);
    sbcs(&f, ACCESS(0));
    address(&f, MEM);
    dmf_write(&f, SIM_DM_SBDATA0, 1);
    assert_int_equal(sberror(&f), SIM_DM_SB_SIZE);
    assert_int_equal(f.writes, 0);
}

static void no_system_bus_access(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    f.cfg.sba_bits = 0;
    assert_true(dmf_init(&f, 1, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    for (uint32_t a = SIM_DM_SBCS; a <= 0x3f; a++) {
        dmf_write(&f, a, UINT32_MAX);
        assert_int_equal(dmf_read(&f, a), 0);
    }
    assert_int_equal(f.reads + f.writes, 0);
}

static void start_slow(struct dmf *f, uint32_t latency)
{
    dmf_cfg(f);
    f->cfg.sba_latency = latency;
    (void)dmf_init(f, 1, 64);
    dmf_write(f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    memcpy(f->memory, "\x11\x22\x33\x44\x55\x66\x77\x88", 8);
}

static void clocks(struct dmf *f, unsigned n)
{
    while (n-- > 0) {
        sim_dm_clock(&f->dm);
    }
}

static void latency_counts_in_cycles(void **state)
{
    struct dmf f;

    (void)state;
    start_slow(&f, 8);
    sbcs(&f, ACCESS(2) | READONADDR | AUTOINCREMENT);
    address(&f, MEM);
    clocks(&f, 7);
    assert_true((dmf_read(&f, SIM_DM_SBCS) & BUSY) != 0);
    assert_int_equal(f.reads, 0);
    clocks(&f, 1);
    assert_int_equal(dmf_read(&f, SIM_DM_SBCS) & (BUSY | BUSYERROR), 0);
    assert_int_equal(dmf_read(&f, SIM_DM_SBDATA0), 0x44332211);
    assert_int_equal(dmf_read(&f, SIM_DM_SBADDRESS0), MEM + 4);
}

static void touching_while_busy_is_sbbusyerror(void **state)
{
    struct dmf f;

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        start_slow(&f, 8);
        sbcs(&f, ACCESS(2) | READONADDR);
        address(&f, MEM);
        if (i == 0) {
            (void)dmf_read(&f, SIM_DM_SBDATA0);
        } else if (i == 1) {
            dmf_write(&f, SIM_DM_SBDATA0, 5);
        } else if (i == 2) {
            dmf_write(&f, SIM_DM_SBADDRESS0, 5);
        } else if (i == 3) {
            dmf_write(&f, SIM_DM_SBADDRESS1, 5);
        } else if (i == 4) {
            (void)dmf_read(&f, SIM_DM_SBDATA1);
        } else {
            dmf_write(&f, SIM_DM_SBDATA1, 5);
        }
        clocks(&f, 8);
        assert_true((dmf_read(&f, SIM_DM_SBCS) & BUSYERROR) != 0);
        assert_int_equal(f.reads, 1); /* the access itself was good */
        assert_int_equal(f.writes, 0);
        assert_true(f.dm.sbaddress == MEM);
        address(&f, MEM + 4); /* nothing starts now */
        clocks(&f, 8);
        assert_int_equal(f.reads, 1);
        sbcs(&f, ACCESS(2) | READONADDR | BUSYERROR);
        address(&f, MEM + 4);
        clocks(&f, 8);
        assert_int_equal(dmf_read(&f, SIM_DM_SBDATA0), 0x88776655);
    }
}

static void sbcs_is_not_taken_while_busy(void **state)
{
    struct dmf f;

    (void)state;
    start_slow(&f, 8);
    sbcs(&f, ACCESS(2) | READONADDR);
    address(&f, MEM);
    sbcs(&f, ACCESS(0));
    clocks(&f, 8);
    assert_int_equal(dmf_read(&f, SIM_DM_SBDATA0), 0x44332211);
    assert_int_equal(dmf_read(&f, SIM_DM_SBCS) >> 17 & 7, 2);
}

static void deactivation_drops_the_access(void **state)
{
    struct dmf f;

    (void)state;
    start_slow(&f, 8);
    sbcs(&f, ACCESS(2));
    address(&f, MEM);
    dmf_write(&f, SIM_DM_SBDATA0, 0);
    dmf_write(&f, SIM_DM_DMCONTROL, 0);
    clocks(&f, 20);
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    assert_int_equal(dmf_read(&f, SIM_DM_SBCS) & BUSY, 0);
    assert_int_equal(f.writes, 0);
}

/* The second access, and from there every third: 2, 5, 8. */
static void faults_to_play(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    f.cfg.ninject = 2;
    f.cfg.inject[0] = (struct sim_dm_inject){.at = 2, .every = 3, .error = SIM_DM_SB_TIMEOUT};
    f.cfg.inject[1] = (struct sim_dm_inject){.at = 4, .busy = 6};
    assert_true(dmf_init(&f, 1, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    sbcs(&f, ACCESS(2));
    address(&f, MEM);
    for (unsigned n = 1; n <= 9; n++) {
        const unsigned writes = f.writes;

        dmf_write(&f, SIM_DM_SBDATA0, n);
        if (n == 4) {
            assert_true((dmf_read(&f, SIM_DM_SBCS) & BUSY) != 0);
            clocks(&f, 6);
            assert_int_equal(dmf_read(&f, SIM_DM_SBCS) & BUSY, 0);
        }
        assert_int_equal(sberror(&f), n % 3 == 2 ? SIM_DM_SB_TIMEOUT : 0);
        assert_int_equal(f.writes, writes + (n % 3 != 2));
        sbcs(&f, ACCESS(2) | ERRORS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sbcs_layout),
        cmocka_unit_test(four_sizes),
        cmocka_unit_test(blocks_by_autoincrement),
        cmocka_unit_test(the_address_is_64_bits_wide),
        cmocka_unit_test(errors_stop_and_are_cleared_by_writing_1),
        cmocka_unit_test(sizes_that_are_not_there),
        cmocka_unit_test(no_system_bus_access),
        cmocka_unit_test(latency_counts_in_cycles),
        cmocka_unit_test(touching_while_busy_is_sbbusyerror),
        cmocka_unit_test(sbcs_is_not_taken_while_busy),
        cmocka_unit_test(deactivation_drops_the_access),
        cmocka_unit_test(faults_to_play),
    };

    return cmocka_run_group_tests_name("dm_sba", tests, NULL, NULL);
}
