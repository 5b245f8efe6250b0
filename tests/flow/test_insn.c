/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instruction layer: what objdump cannot tell (test_insn_objdump.sh does the rest).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "flow/flow_insn.h"

enum {
    ALL = FLOW_ISA_C | FLOW_ISA_ZCB | FLOW_ISA_ZCMP | FLOW_ISA_ZCMT,
};

static struct flow_insn decode(unsigned xlen, uint32_t isa, uint64_t pc, uint32_t opcode)
{
    struct flow_insn insn;
    flow_insn_decode(xlen, isa, pc, opcode, &insn);
    return insn;
}

/* I-type word: JALR rd, offset(rs). ISA Volume I, "Unconditional Jumps". */
static uint32_t jalr(uint32_t rd, uint32_t rs, int32_t offset)
{
    return (uint32_t)offset << 20 | rs << 15 | rd << 7 | 0x67;
}

/* ISA Volume I, "Base Instruction-Length Encoding": xx..xaa 16 bits unless aa = 11; bbb11 32 unless
 * bbb = 111; 011111 48; 0111111 64; xnnn...1111111 80 + 16 * nnn, nnn not 111. */
/* Holds NT-CNT-006 NT-RUL-001 NT-DEC-001 */
static void size_follows_the_length_encoding(void **state)
{
    (void)state;
    assert_int_equal(flow_insn_size(0x0000), 2);
    assert_int_equal(flow_insn_size(0xfffe), 2);
    assert_int_equal(flow_insn_size(0x0003), 4);
    assert_int_equal(flow_insn_size(0x001b), 4);
    assert_int_equal(flow_insn_size(0x001f), 6);
    assert_int_equal(flow_insn_size(0x003f), 8);
    assert_int_equal(flow_insn_size(0x007f), 10);
    assert_int_equal(flow_insn_size(0x107f), 12);
    assert_int_equal(flow_insn_size(0x607f), 22);
    assert_int_equal(flow_insn_size(0x707f), 0);
    assert_int_equal(decode(64, ALL, 0, 0x001f).size, 6);
    assert_int_equal(decode(64, ALL, 0, 0x001f).cls, FLOW_INSN_LINEAR);
}

struct itype_row {
    uint32_t opcode;
    unsigned itype4;
    unsigned itype3;
};

/* N-Trace, "Generating itype for different instructions", row by row. Opcodes from the ISA manual's
 * formats: JAL rd = 0x6f | rd << 7; c.jalr = 1001 rs1 00000 10; c.jr = 1000 rs1 00000 10. */
/* Holds NT-ING-002 NT-ING-004 NT-ING-007..031 */
static void itype_follows_the_table(void **state)
{
    static const struct itype_row row[] = {
        {0x00000073, 1, 1},           /* ecall */
        {0x00100073, 1, 1},           /* ebreak */
        {0x9002, 1, 1},               /* c.ebreak */
        {0x30200073, 3, 3},           /* mret */
        {0x10200073, 3, 3},           /* sret */
        {0x10500073, 0, 0},           /* wfi: any other instruction */
        {0x0000006f | 1 << 7, 9, 0},  /* jal x1 */
        {0x0000006f | 5 << 7, 9, 0},  /* jal x5 */
        {0x0000006f, 11, 0},          /* jal x0 */
        {0x0000006f | 6 << 7, 15, 0}, /* jal x6 */
        {0xa001, 11, 0},              /* c.j */
        {0x2001, 9, 0},               /* c.jal (RV32) */
        {0x9282, 12, 6},              /* c.jalr x5 */
        {0x9082, 8, 6},               /* c.jalr x1 */
        {0x9502, 8, 6},               /* c.jalr x10 */
        {0x8082, 13, 6},              /* c.jr x1 */
        {0x8282, 13, 6},              /* c.jr x5 */
        {0x8502, 10, 6},              /* c.jr x10 */
        {0xa002, 11, 0},              /* cm.jt 0 */
        {0xa082, 9, 0},               /* cm.jalt 32 */
        {0xbe42, 13, 6},              /* cm.popret {ra}, 16 */
        {0xbc42, 13, 6},              /* cm.popretz {ra}, 16 */
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct flow_insn insn = decode(32, ALL, 0x1000, row[i].opcode);
        assert_int_equal(flow_insn_itype4(&insn, false), row[i].itype4);
        assert_int_equal(flow_insn_itype3(&insn, false), row[i].itype3);
    }
}

/* The same table, rows JALR rd, rs, for all 1024 pairs of registers. */
/* Holds NT-ING-009 NT-ING-017..022 */
static void itype_of_jalr_for_all_registers(void **state)
{
    (void)state;
    for (uint32_t rd = 0; rd < 32; rd++) {
        for (uint32_t rs = 0; rs < 32; rs++) {
            bool rd_link = rd == 1 || rd == 5;
            bool rs_link = rs == 1 || rs == 5;
            unsigned want = rd_link && !rs_link              ? 8
                            : rd_link && rs_link && rd == rs ? 8
                            : rd_link && rs_link             ? 12
                            : rs_link                        ? 13
                            : rd == 0                        ? 10
                                                             : 14;
            struct flow_insn insn = decode(64, ALL, 0, jalr(rd, rs, -4));
            assert_int_equal(flow_insn_itype4(&insn, false), want);
            assert_int_equal(flow_insn_itype3(&insn, false), 6);
            assert_int_equal(insn.offset, -4);
            assert_int_equal(insn.rs, rs);
        }
    }
}

/* Holds NT-ING-005 NT-ING-006 NT-ING-032 */
static void itype_of_a_branch_tells_taken(void **state)
{
    (void)state;
    struct flow_insn insn = decode(64, ALL, 0x100, 0x00000063); /* beq x0, x0, 0 */
    assert_int_equal(flow_insn_itype4(&insn, false), 4);
    assert_int_equal(flow_insn_itype4(&insn, true), 5);
    assert_int_equal(flow_insn_itype3(&insn, false), 4);
    assert_int_equal(flow_insn_itype3(&insn, true), 5);
}

/* Code Size Reduction 1.0: cm.push 0xb8.2, cm.pop 0xba.2, cm.popretz 0xbc.2, cm.popret 0xbe.2,
 * rlist 4..15 in bits 7:4 (0..3 reserved); cm.mvsa01 and cm.mva01s 101 011. The instructions pop
 * more than x1: their target is in no register. */
/* Holds NT-ING-013 NT-ING-031 */
static void zcmp_returns_are_returns_and_the_rest_is_linear(void **state)
{
    (void)state;
    for (uint32_t rlist = 0; rlist < 16; rlist++) {
        for (uint32_t spimm = 0; spimm < 4; spimm++) {
            uint32_t low = rlist << 4 | spimm << 2 | 2;
            unsigned want = rlist >= 4 ? FLOW_INSN_RETURN : FLOW_INSN_LINEAR;
            assert_int_equal(decode(64, ALL, 0, 0xbe00 | low).cls, want);
            assert_int_equal(decode(64, ALL, 0, 0xbc00 | low).cls, want);
            assert_int_equal(decode(64, ALL, 0, 0xba00 | low).cls, FLOW_INSN_LINEAR);
            assert_int_equal(decode(64, ALL, 0, 0xb800 | low).cls, FLOW_INSN_LINEAR);
            assert_int_equal(decode(64, ALL, 0, 0xbe00 | low).rs, 0);
        }
    }
    assert_int_equal(decode(64, ALL, 0, 0xac22).cls, FLOW_INSN_LINEAR); /* cm.mvsa01 s0, s1-form */
    assert_int_equal(decode(64, ALL, 0, 0xac62).cls, FLOW_INSN_LINEAR); /* cm.mva01s */
}

/* cm.jt: 101 000 index 10 with index 0..31; cm.jalt 32..255. The index stays until the table is
 * read. */
/* Holds NT-ING-011 NT-ING-012 NT-ING-029 NT-ING-030 */
static void zcmt_jumps_name_their_table_entry(void **state)
{
    (void)state;
    for (uint32_t index = 0; index < 256; index++) {
        struct flow_insn insn = decode(32, ALL, 0x100, 0xa002 | index << 2);
        assert_int_equal(insn.cls, index < 32 ? FLOW_INSN_DIRECT_JUMP : FLOW_INSN_DIRECT_CALL);
        assert_int_equal(insn.rd, index < 32 ? 0 : 1);
        assert_int_equal(insn.target, index);
        assert_true((insn.flags & FLOW_INSN_TABLE) != 0);
    }
    assert_int_equal(decode(32, ALL, 0x100, 0xa402).flags & FLOW_INSN_TABLE, 0); /* bit 10 set */
}

/* Without Zcmp and Zcmt these encodings are c.fsdsp; without C no 16-bit encoding jumps. */
static void extensions_are_a_choice(void **state)
{
    (void)state;
    assert_int_equal(decode(64, FLOW_ISA_C, 0, 0xbe42).cls, FLOW_INSN_LINEAR);
    assert_int_equal(decode(64, FLOW_ISA_C | FLOW_ISA_ZCMT, 0, 0xbe42).cls, FLOW_INSN_LINEAR);
    assert_int_equal(decode(64, FLOW_ISA_C, 0, 0xa082).cls, FLOW_INSN_LINEAR);
    assert_int_equal(decode(64, FLOW_ISA_C | FLOW_ISA_ZCMP, 0, 0xa082).cls, FLOW_INSN_LINEAR);
    assert_int_equal(decode(64, 0, 0, 0x8082).cls, FLOW_INSN_LINEAR);
    assert_int_equal(decode(64, 0, 0, 0x8082).size, 2);
}

/* Addresses wrap at XLEN: 0xfffffffe + c.j +4 = 2 on RV32 (c.j imm[2] is bit 4 of the opcode). */
static void targets_wrap_at_xlen(void **state)
{
    (void)state;
    uint32_t c_j_4 = 0xa001 | 1 << 4;
    uint32_t jal_back_8 = 0xff9ff06f;
    assert_int_equal(decode(32, ALL, 0xfffffffe, c_j_4).target, 2);
    assert_true(decode(64, ALL, 0xfffffffe, c_j_4).target == UINT64_C(0x100000002));
    assert_int_equal(decode(32, ALL, 4, jal_back_8).target, 0xfffffffc);
    assert_true(decode(64, ALL, 4, jal_back_8).target == UINT64_C(0xfffffffffffffffc));
}

/* c.jal of RV32 is c.addiw on RV64. */
static void c_jal_exists_on_rv32_only(void **state)
{
    (void)state;
    assert_int_equal(decode(32, ALL, 0, 0x2001).cls, FLOW_INSN_DIRECT_CALL);
    assert_int_equal(decode(64, ALL, 0, 0x2001).cls, FLOW_INSN_LINEAR);
}

/* lui x5, 0x80000 is 0xffffffff80000000 on RV64; rd = x0 writes nothing. */
static void constants_are_sign_extended_to_xlen(void **state)
{
    (void)state;
    struct flow_insn insn = decode(64, ALL, 0, 0x800002b7);
    assert_true(insn.target == UINT64_C(0xffffffff80000000));
    assert_int_equal(insn.rd, 5);
    assert_int_equal(decode(32, ALL, 0, 0x800002b7).target, 0x80000000);
    assert_int_equal(decode(64, ALL, 0, 0x80000037).flags, 0);
    /* auipc x1, 0xfffff at 0x2000 is 0x1000 */
    assert_int_equal(decode(64, ALL, 0x2000, 0xfffff097).target, 0x1000);
}

/* bset x1, x2, x3 (Zbs, 0010100 rs2 rs1 001 rd 0110011): its name begins like a branch. */
static void bset_is_no_branch(void **state)
{
    (void)state;
    assert_int_equal(decode(64, ALL, 0, 0x283110b3).cls, FLOW_INSN_LINEAR);
}

/* Opcodes left to custom use may change the flow (N-Trace, Custom Instructions): custom-0..3,
 * reserved funct3 of branches and jalr, longer encodings. addi may not. */
/* Holds NT-CUS-002 */
static void custom_opcodes_are_marked(void **state)
{
    static const uint32_t custom[] = {0x0000000b, 0x0000002b, 0x0000005b, 0x0000007b,
                                      0x00002063, 0x00001067, 0x0000001f, 0x8c000073};
    (void)state;
    for (size_t i = 0; i < sizeof custom / sizeof custom[0]; i++) {
        assert_int_equal(decode(64, ALL, 0, custom[i]).flags, FLOW_INSN_CUSTOM);
        assert_int_equal(decode(64, ALL, 0, custom[i]).cls, FLOW_INSN_LINEAR);
    }
    assert_int_equal(decode(64, ALL, 0, 0x00000013).flags, 0);
}

/* Loads and stores of an opcode, from the instruction listings of the ISA manual and Zc* 1.0. */
static void accesses_follow_the_opcode(void **state)
{
    static const struct {
        uint32_t opcode;
        uint8_t loads, stores, width32, width64; /* width 0: not in that XLEN, or no access */
    } row[] = {
        {0x00050603, 1, 0, 1, 1}, /* lb */
        {0x00051603, 1, 0, 2, 2}, /* lh */
        {0x00052603, 1, 0, 4, 4}, /* lw */
        {0x00053603, 1, 0, 0, 8}, /* ld */
        {0x00054603, 1, 0, 1, 1}, /* lbu */
        {0x00055603, 1, 0, 2, 2}, /* lhu */
        {0x00056603, 1, 0, 0, 4}, /* lwu */
        {0x00b50023, 0, 1, 1, 1}, /* sb */
        {0x00b51023, 0, 1, 2, 2}, /* sh */
        {0x00b52023, 0, 1, 4, 4}, /* sw */
        {0x00b53023, 0, 1, 0, 8}, /* sd */
        {0x00052607, 1, 0, 4, 4}, /* flw */
        {0x00053607, 1, 0, 8, 8}, /* fld */
        {0x00b52027, 0, 1, 4, 4}, /* fsw */
        {0x00b53027, 0, 1, 8, 8}, /* fsd */
        {0x02057607, 0, 0, 0, 0}, /* vle64.v: vectors count as none */
        {0x1005262f, 1, 0, 4, 4}, /* lr.w */
        {0x18b5262f, 0, 1, 4, 4}, /* sc.w */
        {0x00b5262f, 1, 1, 4, 4}, /* amoadd.w */
        {0x08b5362f, 1, 1, 0, 8}, /* amoswap.d */
        {0x4150, 1, 0, 4, 4},     /* c.lw */
        {0x2110, 1, 0, 8, 8},     /* c.fld */
        {0x6110, 1, 0, 4, 8},     /* c.flw in RV32, c.ld in RV64 */
        {0xc14c, 0, 1, 4, 4},     /* c.sw */
        {0xa10c, 0, 1, 8, 8},     /* c.fsd */
        {0xe10c, 0, 1, 4, 8},     /* c.fsw, c.sd */
        {0x4602, 1, 0, 4, 4},     /* c.lwsp */
        {0x2602, 1, 0, 8, 8},     /* c.fldsp */
        {0x6602, 1, 0, 4, 8},     /* c.flwsp, c.ldsp */
        {0xc02e, 0, 1, 4, 4},     /* c.swsp */
        {0xe02e, 0, 1, 4, 8},     /* c.fswsp, c.sdsp */
        {0x8110, 1, 0, 1, 1},     /* c.lbu */
        {0x8550, 1, 0, 2, 2},     /* c.lh */
        {0x890c, 0, 1, 1, 1},     /* c.sb */
        {0x8d0c, 0, 1, 2, 2},     /* c.sh */
        {0xb842, 0, 1, 4, 8},     /* cm.push {ra} */
        {0xb8f2, 0, 13, 4, 8},    /* cm.push {ra, s0-s11} */
        {0xba52, 2, 0, 4, 8},     /* cm.pop {ra, s0} */
        {0xbe62, 3, 0, 4, 8},     /* cm.popret {ra, s0-s1} */
        {0x0004, 0, 0, 0, 0},     /* c.addi4spn */
        {0x4581, 0, 0, 0, 0},     /* c.li */
        {0x8082, 0, 0, 0, 0},     /* ret */
        {0x00000013, 0, 0, 0, 0}, /* nop */
        {0x0000100f, 0, 0, 0, 0}, /* fence.i */
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
            unsigned width = xlen == 32 ? row[i].width32 : row[i].width64;
            struct flow_insn insn = decode(xlen, ALL, 0, row[i].opcode);
            bool none = row[i].loads + row[i].stores == 0;
            if (!none && width == 0) {
                continue;
            }
            assert_int_equal(insn.loads, row[i].loads);
            assert_int_equal(insn.stores, row[i].stores);
            if (!none) {
                assert_int_equal(insn.width, width);
            }
        }
    }
    assert_int_equal(decode(64, 0, 0, 0x4150).loads, 0);           /* no C */
    assert_int_equal(decode(64, FLOW_ISA_C, 0, 0x8110).loads, 0);  /* no Zcb */
    assert_int_equal(decode(64, FLOW_ISA_C, 0, 0xb842).stores, 1); /* c.fsdsp without Zcmp */
}

static void every_class_has_a_name(void **state)
{
    (void)state;
    for (unsigned c = 0; c < FLOW_INSN_CLASSES; c++) {
        assert_string_not_equal(flow_insn_class_name(c), "?");
    }
    assert_string_equal(flow_insn_class_name(FLOW_INSN_CLASSES), "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(size_follows_the_length_encoding),
        cmocka_unit_test(itype_follows_the_table),
        cmocka_unit_test(itype_of_jalr_for_all_registers),
        cmocka_unit_test(itype_of_a_branch_tells_taken),
        cmocka_unit_test(zcmp_returns_are_returns_and_the_rest_is_linear),
        cmocka_unit_test(zcmt_jumps_name_their_table_entry),
        cmocka_unit_test(extensions_are_a_choice),
        cmocka_unit_test(targets_wrap_at_xlen),
        cmocka_unit_test(c_jal_exists_on_rv32_only),
        cmocka_unit_test(constants_are_sign_extended_to_xlen),
        cmocka_unit_test(bset_is_no_branch),
        cmocka_unit_test(custom_opcodes_are_marked),
        cmocka_unit_test(accesses_follow_the_opcode),
        cmocka_unit_test(every_class_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
