/* SPDX-License-Identifier: Apache-2.0 */
/* Debug module: dmactive, selection, run control, reset, halt groups, summaries. Bits by hand from
 * Debug 1.0, "Debug Module Registers". */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "dm_fixture.h"

enum {
    ALLHAVERESET = 1 << 19,
    ANYHAVERESET = 1 << 18,
    ALLRESUMEACK = 1 << 17,
    ANYRESUMEACK = 1 << 16,
    ALLNONEXISTENT = 1 << 15,
    ANYNONEXISTENT = 1 << 14,
    ALLUNAVAIL = 1 << 13,
    ANYUNAVAIL = 1 << 12,
    ALLRUNNING = 1 << 11,
    ANYRUNNING = 1 << 10,
    ALLHALTED = 1 << 9,
    ANYHALTED = 1 << 8,
    STATES = 0xff00, /* nonexistent, unavail, running, halted */
    NDMRESETPENDING = 1 << 24,
    IMPEBREAK = 1 << 22,
    AUTHENTICATED = 1 << 7,
    HASRESETHALTREQ = 1 << 5,
};

static uint32_t states(struct dmf *f)
{
    return dmf_read(f, SIM_DM_DMSTATUS) & STATES;
}

static void configurations_out_of_range(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    assert_false(dmf_init(&f, 0, 64));
    assert_false(dmf_init(&f, SIM_DM_MAX_HARTS + 1, 64));
    assert_false(dmf_init(&f, 1, 16));
    f.cfg.progbuf = 1;
    assert_false(dmf_init(&f, 1, 64));
    f.cfg.progbuf = 17;
    assert_false(dmf_init(&f, 1, 64));
    dmf_cfg(&f);
    f.cfg.sba_bits = 11;
    assert_false(dmf_init(&f, 1, 64));
    dmf_cfg(&f);
    f.cfg.halt_groups = 32;
    assert_false(dmf_init(&f, 1, 64));
    dmf_cfg(&f);
    assert_true(dmf_init(&f, SIM_DM_MAX_HARTS, 32));
}

static void inactive_module_reads_0_and_takes_dmactive_only(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    assert_true(dmf_init(&f, 1, 64));
    assert_int_equal(dmf_read(&f, SIM_DM_DMCONTROL), 0);
    assert_int_equal(dmf_read(&f, SIM_DM_DMSTATUS), 0);
    dmf_write(&f, SIM_DM_SBCS, 1 << 20);
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_HALTREQ); /* without dmactive */
    assert_false(f.hart[0].halt_request);
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_HALTREQ | DMF_DMACTIVE); /* this write activates, no more */
    assert_false(f.hart[0].halt_request);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCONTROL), DMF_DMACTIVE);
    assert_int_equal(dmf_read(&f, SIM_DM_SBCS) >> 20 & 1, 0);
}

static void dmactive_can_take_time(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    f.cfg.active_latency = 3;
    assert_true(dmf_init(&f, 1, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    for (unsigned i = 0; i < 2; i++) {
        sim_dm_clock(&f.dm);
    }
    assert_int_equal(dmf_read(&f, SIM_DM_DMCONTROL), 0);
    sim_dm_clock(&f.dm);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCONTROL), DMF_DMACTIVE);
}

static void deactivation_resets_the_module_not_the_harts(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_halt(&f, 2);
    dmf_control(&f, 3, DMF_HALTREQ); /* not carried out yet */
    dmf_write(&f, SIM_DM_DATA0, 5);
    dmf_write(&f, SIM_DM_DMCS2, 3 << 2 | 2);
    dmf_write(&f, SIM_DM_SBADDRESS0, 0x1234);
    dmf_write(&f, SIM_DM_DMCONTROL, 0);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCONTROL), 0);
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    assert_int_equal(dmf_read(&f, SIM_DM_DATA0), 0);
    assert_int_equal(dmf_read(&f, SIM_DM_SBADDRESS0), 0);
    assert_int_equal(f.hart[2].state, SIM_DM_HALTED);
    assert_false(f.hart[3].halt_request);
    dmf_control(&f, 3, 0);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCS2), 0);
}

static void status_of_the_whole_module(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_DMSTATUS), 3 | AUTHENTICATED | HASRESETHALTREQ |
                                                        IMPEBREAK | ALLRUNNING | ANYRUNNING |
                                                        ALLHAVERESET | ANYHAVERESET);
    dmf_cfg(&f);
    f.cfg.v1 = false;
    f.cfg.progbuf = 0;
    assert_true(dmf_init(&f, 1, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    assert_int_equal(dmf_read(&f, SIM_DM_DMSTATUS), 2 | AUTHENTICATED | HASRESETHALTREQ |
                                                        ALLRUNNING | ANYRUNNING | ALLHAVERESET |
                                                        ANYHAVERESET);
    assert_int_equal(dmf_read(&f, SIM_DM_HARTINFO), 0);
}

/* As a debugger enumerates: all ones into hartsel, then up to the first that does not exist. */
static void enumeration_finds_the_first_absent_hart(void **state)
{
    struct dmf f;
    unsigned n = 0, width;

    (void)state;
    for (unsigned harts = 1; harts <= DMF_HARTS; harts++) {
        dmf_cfg(&f);
        assert_true(dmf_init(&f, harts, 64));
        dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
        dmf_control(&f, 0xfffff, 0);
        width = dmf_read(&f, SIM_DM_DMCONTROL) >> 16 & 0x3ff;
        assert_true(width >= harts); /* some index does not exist */
        for (n = 0; n <= width; n++) {
            dmf_control(&f, n, 0);
            if ((dmf_read(&f, SIM_DM_DMSTATUS) & ANYNONEXISTENT) != 0) {
                break;
            }
        }
        assert_int_equal(n, harts);
        assert_int_equal(states(&f), ALLNONEXISTENT | ANYNONEXISTENT);
    }
}

static void halt_and_resume_one_hart(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_control(&f, 1, DMF_HALTREQ);
    assert_int_equal(states(&f), ALLRUNNING | ANYRUNNING);
    dmf_run(&f);
    assert_int_equal(states(&f), ALLHALTED | ANYHALTED);
    assert_int_equal(f.hart[0].state, SIM_DM_RUNNING);
    dmf_control(&f, 1, DMF_HALTREQ | DMF_RESUMEREQ); /* resumereq is ignored */
    assert_int_equal(f.hart[1].resumes, 0);
    dmf_control(&f, 1, DMF_RESUMEREQ);
    assert_int_equal(f.hart[1].resumes, 1);
    assert_int_equal(states(&f), ALLRUNNING | ANYRUNNING);
    assert_int_equal(dmf_read(&f, SIM_DM_DMSTATUS) & (ALLRESUMEACK | ANYRESUMEACK),
                     ALLRESUMEACK | ANYRESUMEACK);
    /* A running hart ignores the request; its ack is cleared all the same. */
    dmf_control(&f, 1, DMF_RESUMEREQ);
    assert_int_equal(f.hart[1].resumes, 1);
    assert_int_equal(dmf_read(&f, SIM_DM_DMSTATUS) & (ALLRESUMEACK | ANYRESUMEACK), 0);
}

static void haltreq_0_cancels(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_control(&f, 0, DMF_HALTREQ);
    dmf_control(&f, 0, 0);
    dmf_run(&f);
    assert_int_equal(f.hart[0].state, SIM_DM_RUNNING);
    /* Another selection does not touch it. */
    dmf_control(&f, 0, DMF_HALTREQ);
    dmf_control(&f, 1, 0);
    dmf_run(&f);
    assert_int_equal(f.hart[0].state, SIM_DM_HALTED);
}

static void hart_array_selects_several(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_write(&f, SIM_DM_HAWINDOW, 0xffffffff);
    assert_int_equal(dmf_read(&f, SIM_DM_HAWINDOW), 0xf); /* four harts */
    dmf_write(&f, SIM_DM_HAWINDOW, 0xa);
    dmf_control(&f, 0, DMF_HALTREQ | DMF_HASEL);
    assert_true((dmf_read(&f, SIM_DM_DMCONTROL) & DMF_HASEL) != 0);
    f.hart[1].state = SIM_DM_HALTED;
    f.hart[1].halt_request = false;
    assert_int_equal(states(&f), ANYHALTED | ANYRUNNING);
    dmf_run(&f);
    assert_int_equal(states(&f), ALLHALTED | ANYHALTED); /* 0, 1, 3 */
    assert_int_equal(f.hart[2].state, SIM_DM_RUNNING);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 0xb);
    dmf_control(&f, 9, DMF_HASEL); /* one that does not exist, and the array */
    assert_int_equal(states(&f), ANYNONEXISTENT | ANYHALTED);
    dmf_control(&f, 0, DMF_HASEL | DMF_RESUMEREQ);
    assert_int_equal(states(&f), ALLRUNNING | ANYRUNNING);
    dmf_control(&f, 0, 0); /* the mask is kept */
    assert_int_equal(dmf_read(&f, SIM_DM_HAWINDOW), 0xa);
}

static void without_hart_array_hasel_is_0(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    f.cfg.hart_array = false;
    assert_true(dmf_init(&f, 4, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    dmf_write(&f, SIM_DM_HAWINDOW, 0xf);
    dmf_control(&f, 0, DMF_HASEL | DMF_HALTREQ);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCONTROL) & DMF_HASEL, 0);
    assert_int_equal(dmf_read(&f, SIM_DM_HAWINDOW), 0);
    dmf_run(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 1);
}

static void ndmreset_holds_all_harts(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_control(&f, 1, DMF_NDMRESET);
    assert_true(f.in_reset);
    assert_int_equal(states(&f), ALLUNAVAIL | ANYUNAVAIL);
    assert_true((dmf_read(&f, SIM_DM_DMSTATUS) & NDMRESETPENDING) != 0);
    dmf_control(&f, 1, 0);
    assert_false(f.in_reset);
    assert_int_equal(states(&f), ALLRUNNING | ANYRUNNING);
    for (unsigned i = 0; i < DMF_HARTS; i++) {
        assert_int_equal(f.hart[i].resets, 2);
    }
    dmf_run(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 0);
}

static void havereset_until_acknowledged(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_control(&f, 2, DMF_ACKHAVERESET);
    assert_int_equal(dmf_read(&f, SIM_DM_DMSTATUS) & (ALLHAVERESET | ANYHAVERESET), 0);
    f.hart[2].resets++; /* whatever the cause */
    assert_int_equal(dmf_read(&f, SIM_DM_DMSTATUS) & (ALLHAVERESET | ANYHAVERESET),
                     ALLHAVERESET | ANYHAVERESET);
    dmf_write(&f, SIM_DM_HAWINDOW, 3 << 2);
    dmf_control(&f, 3, DMF_ACKHAVERESET);
    dmf_control(&f, 3, DMF_HASEL);
    assert_int_equal(dmf_read(&f, SIM_DM_DMSTATUS) & (ALLHAVERESET | ANYHAVERESET), ANYHAVERESET);
}

static void haltreq_and_resethaltreq_halt_out_of_reset(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_control(&f, 1, DMF_SETRESETHALTREQ);
    dmf_control(&f, 0, DMF_HALTREQ | DMF_NDMRESET);
    dmf_control(&f, 0, DMF_HALTREQ);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 3); /* at once */
    dmf_control(&f, 0, 0);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 3);
    dmf_control(&f, 1, DMF_CLRRESETHALTREQ | DMF_SETRESETHALTREQ); /* clear wins */
    dmf_control(&f, 0, DMF_NDMRESET);
    dmf_control(&f, 0, 0);
    dmf_run(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 0);
}

static void srst_counts_as_reset_whatever_dmactive_says(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_control(&f, 1, DMF_SETRESETHALTREQ);
    sim_dm_system_reset(&f.dm, true);
    sim_dm_system_reset(&f.dm, true);
    assert_int_equal(states(&f), ALLUNAVAIL | ANYUNAVAIL);
    dmf_control(&f, 1, DMF_NDMRESET); /* both: one reset */
    dmf_control(&f, 1, 0);
    assert_int_equal(states(&f), ALLUNAVAIL | ANYUNAVAIL);
    sim_dm_system_reset(&f.dm, false);
    dmf_run(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 2);
    dmf_write(&f, SIM_DM_DMCONTROL, 0);
    sim_dm_system_reset(&f.dm, true);
    assert_int_equal(f.hart[3].state, SIM_DM_UNAVAILABLE);
    sim_dm_system_reset(&f.dm, false);
    assert_int_equal(f.hart[3].state, SIM_DM_RUNNING);
    assert_int_equal(f.misuse, 0);
}

static void hartreset_resets_the_selected(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_control(&f, 2, DMF_HARTRESET);
    assert_true((dmf_read(&f, SIM_DM_DMCONTROL) & DMF_HARTRESET) != 0);
    assert_int_equal(states(&f), ALLUNAVAIL | ANYUNAVAIL);
    assert_int_equal(f.hart[1].resets, 1);
    dmf_control(&f, 2, 0);
    assert_int_equal(f.hart[2].resets, 2);
    assert_int_equal(states(&f), ALLRUNNING | ANYRUNNING);
    dmf_cfg(&f);
    f.cfg.hartreset = false;
    assert_true(dmf_init(&f, 1, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    dmf_control(&f, 0, DMF_HARTRESET);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCONTROL) & DMF_HARTRESET, 0);
}

static void groups_halt_together(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_write(&f, SIM_DM_HAWINDOW, 0x6);
    dmf_control(&f, 1, DMF_HASEL);
    dmf_write(&f, SIM_DM_DMCS2, 5 << 2 | 2); /* harts 1 and 2 to group 5 */
    assert_int_equal(dmf_read(&f, SIM_DM_DMCS2), 5 << 2);
    dmf_control(&f, 0, 0);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCS2), 0);
    f.hart[1].state = SIM_DM_HALTED; /* a breakpoint */
    dmf_run(&f);
    dmf_run(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 0x6);
    /* Resuming one does not resume, and does not halt, the other. */
    dmf_control(&f, 1, DMF_RESUMEREQ);
    dmf_run(&f);
    dmf_run(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 0x4);
    /* Stepping: it halts again before anybody looked. */
    dmf_control(&f, 2, DMF_RESUMEREQ);
    dmf_control(&f, 1, 0);
    f.hart[2].state = SIM_DM_HALTED;
    dmf_run(&f);
    dmf_run(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 0x6);
}

static void groups_that_are_not_there(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_write(&f, SIM_DM_DMCS2, 1 << 11 | 5 << 2 | 2); /* resume groups */
    assert_int_equal(dmf_read(&f, SIM_DM_DMCS2), 0);
    dmf_write(&f, SIM_DM_DMCS2, 5 << 2); /* without hgwrite */
    assert_int_equal(dmf_read(&f, SIM_DM_DMCS2), 0);
    dmf_cfg(&f);
    f.cfg.halt_groups = 4;
    assert_true(dmf_init(&f, 4, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    dmf_write(&f, SIM_DM_DMCS2, 5 << 2 | 2);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCS2), 0);
    dmf_write(&f, SIM_DM_DMCS2, 4 << 2 | 2);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCS2), 4 << 2);
    f.dm.cfg.v1 = false; /* 0.13 has no dmcs2 */
    assert_int_equal(dmf_read(&f, SIM_DM_DMCS2), 0);
}

static void halt_summaries_of_64_harts(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    assert_true(dmf_init(&f, 64, 64)); /* each fake is every fourth hart */
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM1), 0);
    f.hart[3].state = SIM_DM_HALTED;
    dmf_control(&f, 40, 0);
    assert_true(dmf_read(&f, SIM_DM_HALTSUM0) == 0x88888888);
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM1), 3);
    dmf_write(&f, SIM_DM_HAWINDOWSEL, 1);
    dmf_write(&f, SIM_DM_HAWINDOW, 0x80000000);
    assert_true(f.dm.array == UINT64_C(1) << 63);
    dmf_control(&f, 127, 0); /* the second, empty half of the indices */
    assert_int_equal(dmf_read(&f, SIM_DM_HALTSUM0), 0);
}

static void registers_that_are_not_there_read_0(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    for (uint32_t a = 0; a < 4; a++) {
        dmf_write(&f, a, UINT32_MAX);
        assert_int_equal(dmf_read(&f, a), 0);
    }
    for (uint32_t a = 0x41; a < 0x200; a++) {
        dmf_write(&f, a, UINT32_MAX);
        assert_int_equal(dmf_read(&f, a), 0);
    }
    assert_int_equal(dmf_read(&f, 0x1d), 0); /* nextdm */
    assert_int_equal(dmf_read(&f, 0x30), 0); /* authdata */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(configurations_out_of_range),
        cmocka_unit_test(inactive_module_reads_0_and_takes_dmactive_only),
        cmocka_unit_test(dmactive_can_take_time),
        cmocka_unit_test(deactivation_resets_the_module_not_the_harts),
        cmocka_unit_test(status_of_the_whole_module),
        cmocka_unit_test(enumeration_finds_the_first_absent_hart),
        cmocka_unit_test(halt_and_resume_one_hart),
        cmocka_unit_test(haltreq_0_cancels),
        cmocka_unit_test(hart_array_selects_several),
        cmocka_unit_test(without_hart_array_hasel_is_0),
        cmocka_unit_test(ndmreset_holds_all_harts),
        cmocka_unit_test(havereset_until_acknowledged),
        cmocka_unit_test(haltreq_and_resethaltreq_halt_out_of_reset),
        cmocka_unit_test(srst_counts_as_reset_whatever_dmactive_says),
        cmocka_unit_test(hartreset_resets_the_selected),
        cmocka_unit_test(groups_halt_together),
        cmocka_unit_test(groups_that_are_not_there),
        cmocka_unit_test(halt_summaries_of_64_harts),
        cmocka_unit_test(registers_that_are_not_there_read_0),
    };

    return cmocka_run_group_tests_name("dm_control", tests, NULL, NULL);
}
