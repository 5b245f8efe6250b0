/* SPDX-License-Identifier: Apache-2.0 */
/* From the raw stream of the QEMU plugin to ingress records. Every stream is written by hand, in
 * the words of tools/record/qemu/raw.h; expected values follow from the program it stands for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "htr/htr_ingress.h"
#include "htr/htr_qemu.h"
#include "htr/htr_qemu_raw.h"

enum {
    /* Opcodes, assembled by hand from the ISA manual. */
    NOP = 0x00000013,
    C_NOP = 0x0001,
    BEQZ_A0_8 = 0x00050463, /* beq a0, x0, +8 */
    JAL_RA_16 = 0x010000ef, /* jal ra, +16 */
    RET = 0x8082,           /* c.jr ra */
    ECALL = 0x00000073,
    MRET = 0x30200073,
    LW = 0x0005a503,         /* lw a0, 0(a1) */
    AUIPC_T1 = 0x00000317,   /* auipc t1, 0 */
    JALR_RA_T1 = 0x010300e7, /* jalr ra, 16(t1) */
    SW = 0x00a5a023,         /* sw a0, 0(a1) */
    PC = 0x1000,
};

struct fixture {
    char path[256];
    struct ingress_writer writer;
    struct htr_qemu stream;
    uint32_t next; /* number of the next instruction */
    unsigned xlen, harts;
    bool refuse;
    int status;
    struct ingress_record cycle[32];
    unsigned ncycles;
    struct ingress_record opcode[32];
    unsigned nopcodes;
};

static int start(void *ctx, unsigned xlen, unsigned harts)
{
    struct fixture *f = ctx;
    struct ingress_header h = {.xlen = (uint8_t)xlen, .itype_width = 4, .harts = (uint16_t)harts};
    f->xlen = xlen;
    f->harts = harts;
    return f->refuse ? INGRESS_ERR_IO : files_ingress(&f->writer, f->path, &h);
}

static void feed(struct fixture *f, const uint32_t *words, size_t n)
{
    if (f->status == HTR_QEMU_OK) {
        f->status = htr_qemu_feed(&f->stream, words, n);
    }
}

static void hello(struct fixture *f, uint32_t xlen, uint32_t harts)
{
    feed(f, (uint32_t[]){RAW_HELLO, RAW_VERSION, xlen, harts}, 4);
}

/* Name an instruction; returns its number. */
static uint32_t insn(struct fixture *f, uint64_t pc, uint32_t opcode)
{
    feed(f, (uint32_t[]){RAW_INSN, f->next, (uint32_t)pc, (uint32_t)(pc >> 32), opcode}, 5);
    return f->next++;
}

/* Name an instruction and start it. */
static void exec(struct fixture *f, uint64_t pc, uint32_t opcode)
{
    uint32_t n = insn(f, pc, opcode);
    feed(f, &n, 1);
}

static void trap(struct fixture *f, bool interrupt, uint32_t cause, uint64_t epc, uint64_t tval)
{
    feed(f,
         (uint32_t[]){RAW_TRAP, 0, interrupt, cause, (uint32_t)epc, (uint32_t)(epc >> 32),
                      (uint32_t)tval, (uint32_t)(tval >> 32)},
         8);
}

static void control(struct fixture *f, uint32_t word)
{
    feed(f, &word, 1);
}

/* Finish, and read what was written. */
static void result(struct fixture *f)
{
    struct htr_host host = {0};
    struct htr_ingress r;
    struct ingress_record rec;
    int status;
    assert_int_equal(htr_qemu_finish(&f->stream), HTR_QEMU_OK);
    assert_int_equal(files_ingress_close(&f->writer), INGRESS_OK);
    assert_int_equal(htr_ingress_open(&r, &host, f->path), INGRESS_OK);
    while ((status = ingress_read(&r.reader, &rec)) == 1) {
        if (rec.kind == INGRESS_CYCLE) {
            assert_true(f->ncycles < 32);
            f->cycle[f->ncycles++] = rec;
        } else {
            assert_true(f->nopcodes < 32);
            f->opcode[f->nopcodes++] = rec;
        }
    }
    assert_int_equal(status, 0);
    htr_ingress_close(&r);
}

static void expect(const struct fixture *f, unsigned i, uint64_t iaddr, uint32_t halfwords,
                   unsigned itype)
{
    assert_true(i < f->ncycles);
    assert_int_equal(f->cycle[i].in.nblocks, 1);
    assert_int_equal(f->cycle[i].in.block[0].iaddr, iaddr);
    assert_int_equal(f->cycle[i].in.block[0].iretire, halfwords);
    assert_int_equal(f->cycle[i].in.block[0].itype, itype);
}

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    *state = f;
    const char *folder = getenv("TMPDIR");
    snprintf(f->path, sizeof f->path, "%s/hartrace-record-XXXXXX",
             folder != NULL ? folder : "/tmp");
    int fd = mkstemp(f->path);
    assert_true(fd >= 0);
    close(fd);
    return htr_qemu_init(&f->stream, &f->writer, start, f);
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    htr_qemu_free(&f->stream);
    unlink(f->path);
    free(f);
    return 0;
}

static void straight_code_is_one_block_up_to_the_branch(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    exec(f, PC, NOP);
    exec(f, PC + 4, C_NOP);
    exec(f, PC + 6, BEQZ_A0_8);
    exec(f, PC + 14, JAL_RA_16); /* taken */
    exec(f, PC + 30, BEQZ_A0_8);
    exec(f, PC + 34, RET); /* not taken */
    exec(f, PC + 18, SW);
    control(f, RAW_END);
    assert_int_equal(f->status, HTR_QEMU_DONE);
    result(f);
    assert_int_equal(f->ncycles, 5);
    expect(f, 0, PC, 5, INGRESS_ITYPE_TAKEN);
    assert_int_equal(f->cycle[0].in.block[0].ilastsize, 1);
    assert_int_equal(f->cycle[0].in.cycle, 3); /* one per cycle */
    expect(f, 1, PC + 14, 2, INGRESS_ITYPE_INFERABLE_CALL);
    expect(f, 2, PC + 30, 2, INGRESS_ITYPE_NOT_TAKEN);
    expect(f, 3, PC + 34, 1, INGRESS_ITYPE_RETURN);
    assert_int_equal(f->cycle[3].in.block[0].ilastsize, 0);
    expect(f, 4, PC + 18, 2, INGRESS_ITYPE_NONE); /* the last one had no follower */
    assert_int_equal(f->stream.instructions, 7);
    assert_int_equal(f->nopcodes, 7);
}

static void an_instruction_that_traps_does_not_retire(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    exec(f, PC, NOP);
    exec(f, PC + 4, LW);
    trap(f, false, 5, PC + 4, 0xdead);
    exec(f, 0x2000, NOP);
    exec(f, 0x2004, MRET);
    exec(f, PC + 8, ECALL);
    trap(f, false, 11, PC + 8, 0);
    exec(f, 0x2000, NOP);
    exec(f, 0x2004, MRET);
    control(f, RAW_END);
    result(f);
    expect(f, 0, PC, 2, INGRESS_ITYPE_NONE);
    expect(f, 1, PC + 4, 0, INGRESS_ITYPE_EXCEPTION);
    assert_int_equal(f->cycle[1].in.cause, 5);
    assert_int_equal(f->cycle[1].in.tval, 0xdead);
    expect(f, 2, 0x2000, 4, INGRESS_ITYPE_TRAP_RETURN);
    expect(f, 3, PC + 8, 0, INGRESS_ITYPE_EXCEPTION);
    assert_int_equal(f->stream.instructions, 4); /* nop, nop, mret, nop; the last mret is open */
    assert_int_equal(f->stream.exceptions, 2);
}

static void a_fetch_that_fails_retires_the_jump_to_it(void **state)
{
    struct fixture *f = *state;
    hello(f, 32, 1);
    exec(f, PC, RET);
    trap(f, false, 1, PC, PC); /* to itself, where it can no longer be fetched */
    exec(f, 0x2000, NOP);
    control(f, RAW_END);
    result(f);
    expect(f, 0, PC, 1, INGRESS_ITYPE_RETURN);
    expect(f, 1, PC, 0, INGRESS_ITYPE_EXCEPTION);
    expect(f, 2, 0x2000, 2, INGRESS_ITYPE_NONE);
}

static void an_interrupt_after_an_indirect_jump_names_its_target(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    exec(f, PC, RET);
    trap(f, true, 7, 0x3000, 0);
    exec(f, 0x2000, MRET);
    exec(f, 0x3000, SW);
    control(f, RAW_END);
    result(f);
    expect(f, 0, PC, 1, INGRESS_ITYPE_RETURN);
    expect(f, 1, 0x3000, 0, INGRESS_ITYPE_INTERRUPT);
    assert_int_equal(f->cycle[1].in.cause, 7);
    expect(f, 2, 0x2000, 2, INGRESS_ITYPE_TRAP_RETURN);
    expect(f, 3, 0x3000, 2, INGRESS_ITYPE_NONE);
    assert_int_equal(f->stream.interrupts, 1);
}

static void an_interrupt_after_a_branch_tells_whether_it_was_taken(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    exec(f, PC, BEQZ_A0_8);
    trap(f, true, 3, PC + 8, 0);
    exec(f, 0x2000, NOP);
    control(f, RAW_END);
    result(f);
    expect(f, 0, PC, 2, INGRESS_ITYPE_TAKEN);
    expect(f, 1, PC + 8, 0, INGRESS_ITYPE_INTERRUPT);
}

static void two_traps_may_come_without_an_instruction_between(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    exec(f, PC, ECALL);
    trap(f, false, 8, PC, 0);
    trap(f, true, 7, 0x4000, 0);
    exec(f, 0x2000, NOP);
    control(f, RAW_END);
    result(f);
    expect(f, 0, PC, 0, INGRESS_ITYPE_EXCEPTION);
    expect(f, 1, 0x4000, 0, INGRESS_ITYPE_INTERRUPT);
    expect(f, 2, 0x2000, 2, INGRESS_ITYPE_NONE);
    assert_true(f->cycle[1].in.cycle > f->cycle[0].in.cycle);
}

static void sijump_needs_the_pair_in_a_row(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    exec(f, PC, AUIPC_T1);
    exec(f, PC + 4, JALR_RA_T1);
    exec(f, PC + 16, AUIPC_T1);
    exec(f, PC + 20, NOP);
    exec(f, PC + 24, JALR_RA_T1);
    exec(f, PC + 32, AUIPC_T1);
    trap(f, true, 7, PC + 36, 0);
    exec(f, 0x2000, MRET);
    exec(f, PC + 36, JALR_RA_T1);
    exec(f, PC + 48, NOP);
    control(f, RAW_END);
    result(f);
    expect(f, 0, PC, 4, INGRESS_ITYPE_UNINFERABLE_CALL);
    assert_true(f->cycle[0].in.block[0].sijump);
    expect(f, 1, PC + 16, 6, INGRESS_ITYPE_UNINFERABLE_CALL);
    assert_false(f->cycle[1].in.block[0].sijump);
    expect(f, 5, PC + 36, 2, INGRESS_ITYPE_UNINFERABLE_CALL);
    assert_false(f->cycle[5].in.block[0].sijump);
}

static void code_that_changes_is_written_at_each_change(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    uint32_t ret = insn(f, PC + 4, RET);
    uint32_t nop = insn(f, PC, NOP);
    uint32_t lw = insn(f, PC, LW);
    const uint32_t run[] = {nop, ret, lw, ret, lw, ret, nop, ret};
    feed(f, run, 8);
    control(f, RAW_END);
    result(f);
    assert_int_equal(f->nopcodes, 4);
    const uint32_t want[] = {NOP, RET, LW, NOP};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(f->opcode[i].opcode, want[i]);
    }
}

static void the_limit_counts_retired_instructions(void **state)
{
    struct fixture *f = *state;
    f->stream.max_instructions = 3;
    hello(f, 64, 1);
    exec(f, PC, NOP);
    exec(f, PC + 4, LW);
    trap(f, false, 5, PC + 4, 0);
    exec(f, 0x2000, NOP);
    exec(f, 0x2004, NOP);
    assert_int_equal(f->status, HTR_QEMU_OK);
    exec(f, 0x2008, NOP);
    assert_int_equal(f->status, HTR_QEMU_DONE);
    result(f);
    expect(f, 2, 0x2000, 4, INGRESS_ITYPE_NONE);
    assert_int_equal(f->ncycles, 3);
}

static void harts_are_kept_apart(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 2);
    exec(f, PC, NOP);
    feed(f, (uint32_t[]){RAW_HART, 1}, 2);
    exec(f, 0x5000, NOP);
    feed(f, (uint32_t[]){RAW_HART, 0}, 2);
    exec(f, PC + 4, RET);
    exec(f, PC + 64, NOP);
    control(f, RAW_END);
    result(f);
    assert_int_equal(f->ncycles, 3);
    expect(f, 0, PC, 3, INGRESS_ITYPE_RETURN);
    assert_int_equal(f->cycle[0].hart, 0);
    expect(f, 1, PC + 64, 2, INGRESS_ITYPE_NONE);
    expect(f, 2, 0x5000, 2, INGRESS_ITYPE_NONE);
    assert_int_equal(f->cycle[2].hart, 1);
}

static void addresses_wrap_at_xlen(void **state)
{
    struct fixture *f = *state;
    hello(f, 32, 1);
    exec(f, 0xfffffffc, NOP);
    exec(f, 0, NOP);
    control(f, RAW_END);
    assert_int_equal(f->status, HTR_QEMU_DONE);
    assert_int_equal(f->stream.instructions, 2);
    result(f);
}

static void records_may_be_cut_anywhere(void **state)
{
    struct fixture *f = *state;
    const uint32_t words[] = {RAW_HELLO, RAW_VERSION, 64, 1, RAW_INSN, 0, PC, 0, NOP,    0,
                              RAW_TRAP,  0,           1,  7, PC + 4,   0, 0,  0, RAW_END};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        feed(f, &words[i], 1);
    }
    assert_int_equal(f->status, HTR_QEMU_DONE);
    result(f);
    expect(f, 0, PC, 2, INGRESS_ITYPE_NONE);
    expect(f, 1, PC + 4, 0, INGRESS_ITYPE_INTERRUPT);
}

static void a_break_of_the_flow_without_a_trap_is_an_error(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    exec(f, PC, NOP);
    exec(f, PC + 8, NOP);
    assert_int_equal(f->status, HTR_QEMU_ERR_FLOW);
    assert_int_equal(f->stream.from, PC);
    assert_int_equal(f->stream.to, PC + 8);
    result(f);
}

static void a_stray_line_of_the_log_is_an_error(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    control(f, RAW_BADLOG);
    assert_int_equal(f->status, HTR_QEMU_ERR_LOG);
    result(f);
}

static void what_is_no_raw_stream_is_refused(void **state)
{
    struct fixture *f = *state;
    const uint32_t bad[][4] = {
        {0, 0, 0, 0},                    /* an instruction before the start */
        {RAW_HELLO, 99, 64, 1},          /* another version */
        {RAW_HELLO, RAW_VERSION, 48, 1}, /* XLEN */
        {RAW_HELLO, RAW_VERSION, 64, 0}, /* harts */
        {0xF00000EE, 0, 0, 0},           /* no such record */
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        htr_qemu_free(&f->stream);
        assert_int_equal(htr_qemu_init(&f->stream, &f->writer, start, f), HTR_QEMU_OK);
        assert_int_equal(htr_qemu_feed(&f->stream, bad[i], 4), HTR_QEMU_ERR_FORMAT);
    }
}

static void an_emulator_that_runs_nothing_leaves_an_empty_stream(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    control(f, RAW_END);
    assert_int_equal(f->status, HTR_QEMU_DONE);
    result(f);
    assert_int_equal(f->ncycles, 0);
}

static void an_unknown_number_or_hart_is_refused(void **state)
{
    struct fixture *f = *state;
    hello(f, 64, 1);
    assert_int_equal(htr_qemu_feed(&f->stream, (uint32_t[]){7}, 1), HTR_QEMU_ERR_FORMAT);
    assert_int_equal(htr_qemu_feed(&f->stream, (uint32_t[]){RAW_HART, 1}, 2), HTR_QEMU_ERR_FORMAT);
    result(f);
}

static void an_output_that_cannot_be_opened_is_an_error(void **state)
{
    struct fixture *f = *state;
    f->refuse = true;
    hello(f, 64, 1);
    assert_int_equal(f->status, HTR_QEMU_ERR_INGRESS);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(straight_code_is_one_block_up_to_the_branch),
        CASE(an_instruction_that_traps_does_not_retire),
        CASE(a_fetch_that_fails_retires_the_jump_to_it),
        CASE(an_interrupt_after_an_indirect_jump_names_its_target),
        CASE(an_interrupt_after_a_branch_tells_whether_it_was_taken),
        CASE(two_traps_may_come_without_an_instruction_between),
        CASE(sijump_needs_the_pair_in_a_row),
        CASE(code_that_changes_is_written_at_each_change),
        CASE(the_limit_counts_retired_instructions),
        CASE(harts_are_kept_apart),
        CASE(addresses_wrap_at_xlen),
        CASE(records_may_be_cut_anywhere),
        CASE(a_break_of_the_flow_without_a_trap_is_an_error),
        CASE(a_stray_line_of_the_log_is_an_error),
        CASE(what_is_no_raw_stream_is_refused),
        CASE(an_emulator_that_runs_nothing_leaves_an_empty_stream),
        CASE(an_unknown_number_or_hart_is_refused),
        CASE(an_output_that_cannot_be_opened_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
