/* SPDX-License-Identifier: Apache-2.0 */
/* Abstract commands: Access Register, Access Memory, program buffer, cmderr, busy, autoexec.
 * Encodings by hand from Debug 1.0, "Abstract Commands". */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "dm_fixture.h"

enum {
    SIZE32 = 2 << 20,
    SIZE64 = 3 << 20,
    SIZE128 = 4 << 20,
    INCREMENT = 1 << 19,
    POSTEXEC = 1 << 18,
    TRANSFER = 1 << 17,
    WRITE = 1 << 16,
    MEMORY = 2 << 24,
    QUICK = 1 << 24,
    GPR = 0x1000,
    DATA0 = SIM_DM_DATA0,
    DATA1 = DATA0 + 1,
    DATA2 = DATA0 + 2,
    DATA3 = DATA0 + 3,
    BUSY = 1 << 12,
    OK = 0,
    ERR_BUSY = 1,
    UNSUPPORTED = 2,
    EXCEPTION = 3,
    HALT_RESUME = 4,
    BUS = 5,
};

static void start32(struct dmf *f)
{
    dmf_cfg(f);
    (void)dmf_init(f, 1, 32);
    dmf_write(f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
}

static unsigned cmderr(struct dmf *f)
{
    return dmf_read(f, SIM_DM_ABSTRACTCS) >> 8 & 7;
}

static void abstractcs_layout(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    assert_int_equal(dmf_read(&f, SIM_DM_ABSTRACTCS), 8 << 24 | 4);
    assert_int_equal(dmf_read(&f, SIM_DM_HARTINFO), 2 << 20);
}

static void registers_of_64_bits(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_halt(&f, 0);
    dmf_write(&f, DATA0, 0x89abcdef);
    dmf_write(&f, DATA1, 0x01234567);
    assert_int_equal(dmf_command(&f, SIZE64 | TRANSFER | WRITE | (GPR + 9)), OK);
    assert_true(f.hart[0].gpr[9] == UINT64_C(0x0123456789abcdef));
    f.hart[0].csr = UINT64_C(0xffffffff80000002);
    assert_int_equal(dmf_command(&f, SIZE64 | TRANSFER | DMF_CSR), OK);
    assert_true(dmf_read(&f, DATA0) == 0x80000002);
    assert_true(dmf_read(&f, DATA1) == 0xffffffff);
    /* The low half alone: data1 is kept. */
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | (GPR + 9)), OK);
    assert_true(dmf_read(&f, DATA0) == 0x89abcdef);
    assert_true(dmf_read(&f, DATA1) == 0xffffffff);
}

static void commands_go_to_hartsel_alone(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_halt(&f, 0);
    dmf_halt(&f, 2);
    dmf_write(&f, SIM_DM_HAWINDOW, 0xf);
    dmf_control(&f, 2, DMF_HASEL);
    dmf_write(&f, DATA0, 7);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | WRITE | (GPR + 1)), OK);
    assert_int_equal(f.hart[2].gpr[1], 7);
    assert_int_equal(f.hart[0].gpr[1], 0);
}

/* Debug 1.0: a size larger than the register must fail; a register that is not there is cmderr 3.
 */
static void what_registers_are_refused(void **state)
{
    struct dmf f;

    (void)state;
    start32(&f);
    dmf_halt(&f, 0);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | GPR), OK);
    assert_int_equal(dmf_command(&f, SIZE64 | TRANSFER | GPR), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, SIZE128 | TRANSFER | GPR), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, 0 | TRANSFER | GPR), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, 1 << 23 | SIZE32 | TRANSFER | GPR), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | 0x1020), EXCEPTION);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | 0x0fff), EXCEPTION);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | 0x1040), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | 0xc000), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, QUICK), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, 3 << 24), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, 0), OK); /* nothing to do */
    f.dm.cfg.abstract_csr = false;
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | DMF_CSR), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | GPR), OK);
    assert_int_equal(f.hart[0].misuse, 0);
}

static void a_running_hart_is_cmderr_4(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | GPR), HALT_RESUME);
    assert_int_equal(dmf_command(&f, MEMORY | SIZE32), HALT_RESUME);
    dmf_control(&f, 100, 0); /* nor one that does not exist */
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | GPR), HALT_RESUME);
    dmf_control(&f, 1, DMF_HARTRESET);
    assert_int_equal(dmf_command(&f, SIZE32 | TRANSFER | GPR), HALT_RESUME);
    assert_int_equal(f.hart[0].misuse + f.hart[1].misuse, 0);
}

static void an_error_stops_commands_until_cleared(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_halt(&f, 0);
    dmf_write(&f, DATA0, 1);
    dmf_write(&f, SIM_DM_COMMAND, QUICK);
    assert_int_equal(cmderr(&f), UNSUPPORTED);
    dmf_write(&f, SIM_DM_COMMAND, SIZE32 | TRANSFER | WRITE | (GPR + 5));
    assert_int_equal(f.hart[0].gpr[5], 0);
    dmf_write(&f, SIM_DM_ABSTRACTCS, 1 << 8); /* 2 is written 1 to bit 9 */
    assert_int_equal(cmderr(&f), UNSUPPORTED);
    dmf_write(&f, SIM_DM_ABSTRACTCS, 2 << 8);
    assert_int_equal(cmderr(&f), OK);
    dmf_write(&f, SIM_DM_COMMAND, SIZE32 | TRANSFER | WRITE | (GPR + 5));
    assert_int_equal(f.hart[0].gpr[5], 1);
}

static void post_increment_and_autoexec(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_halt(&f, 0);
    dmf_write(&f, SIM_DM_ABSTRACTAUTO, UINT32_MAX); /* 8 words of program, 4 of data */
    assert_int_equal(dmf_read(&f, SIM_DM_ABSTRACTAUTO), 0x00ff000f);
    dmf_write(&f, SIM_DM_ABSTRACTAUTO, 0);
    for (unsigned i = 0; i < 32; i++) {
        f.hart[0].gpr[i] = 100 + i;
    }
    assert_int_equal(dmf_command(&f, SIZE32 | INCREMENT | TRANSFER | GPR), OK);
    dmf_write(&f, SIM_DM_ABSTRACTAUTO, 1);
    for (unsigned i = 0; i < 31; i++) {
        assert_int_equal(dmf_read(&f, DATA0), 100 + i); /* reading starts the next */
    }
    dmf_write(&f, SIM_DM_ABSTRACTAUTO, 0);
    assert_int_equal(dmf_read(&f, DATA0), 131);
    assert_int_equal(cmderr(&f), OK);
    /* Writing does so too. */
    dmf_write(&f, DATA0, 1);
    assert_int_equal(dmf_command(&f, SIZE32 | INCREMENT | TRANSFER | WRITE | (GPR + 1)), OK);
    dmf_write(&f, SIM_DM_ABSTRACTAUTO, 1);
    dmf_write(&f, DATA0, 2);
    dmf_write(&f, DATA0, 3);
    assert_int_equal(f.hart[0].gpr[1], 1);
    assert_int_equal(f.hart[0].gpr[2], 2);
    assert_int_equal(f.hart[0].gpr[3], 3);
}

static void program_buffer(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_halt(&f, 1);
    dmf_control(&f, 1, 0);
    dmf_write(&f, SIM_DM_PROGBUF0, 0x13);
    dmf_write(&f, SIM_DM_PROGBUF0 + 7, DMF_EBREAK);
    dmf_write(&f, SIM_DM_PROGBUF0 + 8, 99); /* not there */
    assert_int_equal(dmf_read(&f, SIM_DM_PROGBUF0 + 8), 0);
    assert_int_equal(dmf_read(&f, SIM_DM_PROGBUF0 + 7), DMF_EBREAK);
    assert_int_equal(dmf_command(&f, POSTEXEC), OK);
    assert_int_equal(f.hart[1].execs, 1);
    assert_int_equal(f.hart[1].words, 8);
    assert_int_equal(f.hart[1].program[7], DMF_EBREAK);
    /* A transfer that fails keeps the program from running. */
    assert_int_equal(dmf_command(&f, SIZE32 | POSTEXEC | TRANSFER | 0x0fff), EXCEPTION);
    assert_int_equal(f.hart[1].execs, 1);
    dmf_write(&f, SIM_DM_PROGBUF0, DMF_ILLEGAL);
    assert_int_equal(dmf_command(&f, POSTEXEC), EXCEPTION);
    dmf_write(&f, SIM_DM_PROGBUF0, 0x13);
    dmf_write(&f, SIM_DM_ABSTRACTAUTO, 1 << 16);
    dmf_write(&f, SIM_DM_COMMAND, POSTEXEC);
    dmf_write(&f, SIM_DM_PROGBUF0, 0x13);
    assert_int_equal(f.hart[1].execs, 4);
}

static void without_program_buffer(void **state)
{
    struct dmf f;

    (void)state;
    dmf_cfg(&f);
    f.cfg.progbuf = 0;
    assert_true(dmf_init(&f, 1, 64));
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    dmf_halt(&f, 0);
    assert_int_equal(dmf_read(&f, SIM_DM_ABSTRACTCS) >> 24, 0);
    dmf_write(&f, SIM_DM_PROGBUF0, 0x13);
    assert_int_equal(dmf_read(&f, SIM_DM_PROGBUF0), 0);
    assert_int_equal(dmf_command(&f, POSTEXEC), UNSUPPORTED);
    dmf_write(&f, SIM_DM_ABSTRACTAUTO, UINT32_MAX);
    assert_int_equal(dmf_read(&f, SIM_DM_ABSTRACTAUTO), 0xf);
}

/* Arguments of Access Memory are as wide as the hart: arg1 is data1 in RV32, data3:2 in RV64. */
static void memory_of_the_hart(void **state)
{
    struct dmf f;

    (void)state;
    dmf_start(&f);
    dmf_halt(&f, 0);
    dmf_write(&f, DATA0, 0x55667788);
    dmf_write(&f, DATA1, 0x11223344);
    dmf_write(&f, DATA2, 8);
    assert_int_equal(dmf_command(&f, MEMORY | SIZE64 | INCREMENT | WRITE), OK);
    assert_true(f.hart[0].gpr[1] == UINT64_C(0x1122334455667788));
    assert_int_equal(dmf_read(&f, DATA2), 16);
    dmf_write(&f, DATA2, 10);
    assert_int_equal(dmf_command(&f, MEMORY | 1 << 20), OK); /* 16 bits */
    assert_int_equal(dmf_read(&f, DATA0), 0x5566);
    assert_int_equal(dmf_read(&f, DATA2), 10);
    dmf_write(&f, DATA2, 9);
    assert_int_equal(dmf_command(&f, MEMORY | 1 << 20 | INCREMENT), BUS);
    assert_int_equal(dmf_read(&f, DATA2), 9);
    assert_int_equal(dmf_command(&f, MEMORY | 1 << 23 | 0 << 20), OK); /* virtual is the same */
    assert_int_equal(dmf_read(&f, DATA0), 0x77);
    assert_int_equal(dmf_command(&f, MEMORY | SIZE128), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, MEMORY | SIZE32 | 1), UNSUPPORTED);
    assert_int_equal(dmf_command(&f, MEMORY | SIZE32 | 1 << 17), UNSUPPORTED);
    dmf_write(&f, DATA3, 1); /* address 0x1_0000_0009 */
    assert_int_equal(dmf_command(&f, MEMORY | 0 << 20), BUS);
    f.dm.cfg.abstract_memory = false;
    assert_int_equal(dmf_command(&f, MEMORY | SIZE32), UNSUPPORTED);
    start32(&f);
    dmf_halt(&f, 0);
    dmf_write(&f, DATA1, 16);
    dmf_write(&f, DATA0, 3);
    assert_int_equal(dmf_command(&f, MEMORY | SIZE32 | INCREMENT | WRITE), OK);
    assert_int_equal(f.hart[0].gpr[2], 3);
    assert_int_equal(dmf_read(&f, DATA1), 20);
    assert_int_equal(dmf_command(&f, MEMORY | SIZE64), UNSUPPORTED);
}

static void clocks(struct dmf *f, unsigned n)
{
    while (n-- > 0) {
        sim_dm_clock(&f->dm);
    }
}

static void start_slow(struct dmf *f)
{
    dmf_cfg(f);
    f->cfg.command_latency = 10;
    (void)dmf_init(f, 2, 64);
    dmf_write(f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    dmf_halt(f, 0);
    f->hart[0].gpr[3] = 33;
    dmf_write(f, SIM_DM_COMMAND, SIZE32 | TRANSFER | (GPR + 3));
}

static void a_command_takes_its_time(void **state)
{
    struct dmf f;

    (void)state;
    start_slow(&f);
    clocks(&f, 9);
    assert_int_equal(dmf_read(&f, SIM_DM_ABSTRACTCS) & BUSY, BUSY);
    clocks(&f, 1);
    assert_int_equal(dmf_read(&f, SIM_DM_ABSTRACTCS) & BUSY, 0);
    assert_int_equal(cmderr(&f), OK);
    assert_int_equal(dmf_read(&f, DATA0), 33);
}

static void touching_while_busy_is_cmderr_1(void **state)
{
    static const uint32_t read[] = {DATA0, DATA3, SIM_DM_PROGBUF0};
    static const uint32_t write[] = {DATA0, SIM_DM_PROGBUF0, SIM_DM_COMMAND, SIM_DM_ABSTRACTCS,
                                     SIM_DM_ABSTRACTAUTO};
    struct dmf f;

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        start_slow(&f);
        (void)dmf_read(&f, read[i]);
        clocks(&f, 10);
        assert_int_equal(cmderr(&f), ERR_BUSY);
        assert_int_equal(f.dm.data[0], 33); /* it ran to completion */
    }
    for (unsigned i = 0; i < 5; i++) {
        start_slow(&f);
        dmf_write(&f, write[i], 0xffff);
        clocks(&f, 10);
        assert_int_equal(cmderr(&f), ERR_BUSY);
        assert_int_equal(f.dm.data[0], 33);
        assert_int_equal(f.dm.progbuf[0], 0);
        assert_int_equal(f.dm.autoexec, 0);
    }
}

/* Selection and requests are ignored while a command is executed. */
static void dmcontrol_while_busy(void **state)
{
    struct dmf f;

    (void)state;
    start_slow(&f);
    dmf_control(&f, 1, DMF_HALTREQ);
    assert_int_equal(dmf_read(&f, SIM_DM_DMCONTROL), DMF_DMACTIVE);
    assert_false(f.hart[1].halt_request);
    dmf_control(&f, 0, DMF_RESUMEREQ);
    assert_int_equal(f.hart[0].resumes, 0);
    clocks(&f, 10);
    assert_int_equal(cmderr(&f), OK);
    dmf_control(&f, 1, DMF_HALTREQ);
    assert_true(f.hart[1].halt_request);
}

/* A reset of the hart, or of the module, ends a command that is under way. */
static void resets_and_a_command_under_way(void **state)
{
    struct dmf f;

    (void)state;
    start_slow(&f);
    dmf_control(&f, 0, DMF_NDMRESET);
    clocks(&f, 10);
    assert_int_equal(cmderr(&f), HALT_RESUME);
    start_slow(&f);
    dmf_write(&f, SIM_DM_DMCONTROL, 0);
    dmf_write(&f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
    assert_int_equal(dmf_read(&f, SIM_DM_ABSTRACTCS) & BUSY, 0);
    clocks(&f, 20);
    assert_int_equal(dmf_read(&f, DATA0), 0);
    assert_int_equal(f.hart[0].misuse, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abstractcs_layout),
        cmocka_unit_test(registers_of_64_bits),
        cmocka_unit_test(commands_go_to_hartsel_alone),
        cmocka_unit_test(what_registers_are_refused),
        cmocka_unit_test(a_running_hart_is_cmderr_4),
        cmocka_unit_test(an_error_stops_commands_until_cleared),
        cmocka_unit_test(post_increment_and_autoexec),
        cmocka_unit_test(program_buffer),
        cmocka_unit_test(without_program_buffer),
        cmocka_unit_test(memory_of_the_hart),
        cmocka_unit_test(a_command_takes_its_time),
        cmocka_unit_test(touching_while_busy_is_cmderr_1),
        cmocka_unit_test(dmcontrol_while_busy),
        cmocka_unit_test(resets_and_a_command_under_way),
    };

    return cmocka_run_group_tests_name("dm_command", tests, NULL, NULL);
}
