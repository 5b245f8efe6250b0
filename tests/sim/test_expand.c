/* SPDX-License-Identifier: Apache-2.0 */
/* Compressed instructions: what they stand for (ISA manual, volume I, "RVC Instruction Set
 * Listings"). Encodings are built here field by field from that listing, not by the code under
 * test. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "hart/exec.h"
#include "rv_asm.h"

enum {
    ANY = 0,
    RV32 = 32,
    RV64 = 64,
};

/* Formats of the manual: funct3 at 15:13, the rest as named. */
static uint16_t ci(unsigned f3, unsigned op, unsigned rd, int imm6)
{
    const unsigned i = (unsigned)imm6;

    return (uint16_t)(f3 << 13 | (i >> 5 & 1) << 12 | rd << 7 | (i & 31) << 2 | op);
}

static uint16_t cr(unsigned f4, unsigned rd, unsigned rs2)
{
    return (uint16_t)(f4 << 12 | rd << 7 | rs2 << 2 | 2);
}

/* Load and store: the offset bits already in place (12:10 and 6:5). */
static uint16_t cl(unsigned f3, unsigned rs1, unsigned rd, unsigned hi3, unsigned lo2)
{
    return (uint16_t)(f3 << 13 | hi3 << 10 | (rs1 - 8) << 7 | lo2 << 5 | (rd - 8) << 2);
}

static uint16_t css(unsigned f3, unsigned rs2, unsigned imm6)
{
    return (uint16_t)(f3 << 13 | imm6 << 7 | rs2 << 2 | 2);
}

static uint16_t ca(unsigned f6, unsigned rd, unsigned f2, unsigned rs2)
{
    return (uint16_t)(f6 << 10 | (rd - 8) << 7 | f2 << 5 | (rs2 - 8) << 2 | 1);
}

static void check(unsigned xlen, uint16_t c, uint32_t want)
{
    if (xlen != RV64) {
        assert_int_equal(sim_expand(c, 32), want);
    }
    if (xlen != RV32) {
        assert_int_equal(sim_expand(c, 64), want);
    }
}

static void loads_and_stores(void **state)
{
    (void)state;
    /* c.lw: uimm[5:3] at 12:10, uimm[2] at 6, uimm[6] at 5. */
    check(ANY, cl(2, 8, 15, 0, 2), rv_load(2, 15, 8, 4));
    check(ANY, cl(2, 9, 10, 1, 0), rv_load(2, 10, 9, 8));
    check(ANY, cl(2, 9, 10, 7, 3), rv_load(2, 10, 9, 124));
    check(ANY, cl(6, 9, 10, 4, 1), rv_store(2, 10, 9, 96));
    /* c.ld: uimm[5:3] at 12:10, uimm[7:6] at 6:5. */
    check(RV64, cl(3, 8, 15, 5, 3), rv_load(3, 15, 8, 232));
    check(RV64, cl(7, 8, 15, 1, 1), rv_store(3, 15, 8, 72));
    check(RV32, cl(3, 8, 15, 5, 3), 0); /* c.flw */
    check(RV32, cl(7, 8, 15, 5, 3), 0); /* c.fsw */
    check(ANY, cl(1, 8, 15, 5, 3), 0);  /* c.fld */
    check(ANY, cl(5, 8, 15, 5, 3), 0);  /* c.fsd */
    check(ANY, cl(4, 8, 15, 5, 3), 0);  /* reserved (Zcb) */
    /* c.lwsp: uimm[5] 12, uimm[4:2] 6:4, uimm[7:6] 3:2. */
    check(ANY, ci(2, 2, 1, 0x3f & (1 << 5 | 3 << 2 | 2)), rv_load(2, 1, 2, 32 + 12 + 128));
    check(ANY, ci(2, 2, 0, 4), 0); /* rd = x0 is reserved */
    /* c.ldsp: uimm[5] 12, uimm[4:3] 6:5, uimm[8:6] 4:2. */
    check(RV64, ci(3, 2, 9, 1 << 5 | 1 << 3 | 5), rv_load(3, 9, 2, 32 + 8 + 5 * 64));
    check(RV64, ci(3, 2, 0, 8), 0);
    /* c.swsp: uimm[5:2] 12:9, uimm[7:6] 8:7. c.sdsp: uimm[5:3] 12:10, uimm[8:6] 9:7. */
    check(ANY, css(6, 7, 9 << 2 | 3), rv_store(2, 7, 2, 9 * 4 + 3 * 64));
    check(RV64, css(7, 7, 5 << 3 | 6), rv_store(3, 7, 2, 5 * 8 + 6 * 64));
}

static void immediates(void **state)
{
    (void)state;
    check(ANY, ci(0, 1, 0, 0), rv_addi(0, 0, 0)); /* c.nop */
    check(ANY, ci(0, 1, 10, -32), rv_addi(10, 10, -32));
    check(ANY, ci(0, 1, 31, 31), rv_addi(31, 31, 31));
    check(ANY, ci(2, 1, 10, -1), rv_addi(10, 0, -1)); /* c.li */
    check(RV64, ci(1, 1, 10, -3), rv_i(0x1b, 0, 10, 10, -3));
    check(RV64, ci(1, 1, 0, 3), 0);
    check(ANY, ci(3, 1, 10, 5), rv_lui(10, 5));
    check(ANY, ci(3, 1, 10, -1), rv_lui(10, 0xfffff));
    check(ANY, ci(3, 1, 10, 0), 0);
    /* c.addi16sp: nzimm[9] 12, nzimm[4|6|8:7|5] 6:2. */
    check(ANY, ci(3, 1, 2, 1 << 4), rv_addi(2, 2, 16));
    check(ANY, ci(3, 1, 2, 1), rv_addi(2, 2, 32));
    check(ANY, ci(3, 1, 2, 1 << 3), rv_addi(2, 2, 64));
    check(ANY, ci(3, 1, 2, 3 << 1), rv_addi(2, 2, 384));
    check(ANY, ci(3, 1, 2, 1 << 5), rv_addi(2, 2, -512));
    check(ANY, ci(3, 1, 2, 0), 0);
    /* c.addi4spn: nzuimm[5:4|9:6|2|3] at 12:5. */
    check(ANY, 1 << 5 | 2 << 2, rv_addi(10, 2, 8));
    check(ANY, 1 << 6 | 2 << 2, rv_addi(10, 2, 4));
    check(ANY, 0xf << 7 | 2 << 2, rv_addi(10, 2, 0x3c0));
    check(ANY, 3 << 11 | 2 << 2, rv_addi(10, 2, 48));
    check(ANY, 2 << 2, 0);
    check(ANY, 0, 0);
}

static void arithmetic(void **state)
{
    (void)state;
    check(ANY, ci(0, 2, 9, 31), rv_i(0x13, 1, 9, 9, 31)); /* c.slli */
    check(RV64, ci(0, 2, 9, 63), rv_i(0x13, 1, 9, 9, 63));
    check(RV32, ci(0, 2, 9, 63), 0);
    check(ANY, ci(4, 1, 0x00 | (9 - 8), 7), rv_i(0x13, 5, 9, 9, 7));         /* c.srli */
    check(ANY, ci(4, 1, 0x08 | (9 - 8), 7), rv_i(0x13, 5, 9, 9, 0x400 | 7)); /* c.srai */
    check(RV32, ci(4, 1, 0x08 | (9 - 8), 39), 0);
    check(ANY, ci(4, 1, 0x10 | (9 - 8), -2), rv_i(0x13, 7, 9, 9, -2)); /* c.andi */
    check(ANY, ca(0x23, 9, 0, 10), rv_r(0x33, 0, 0x20, 9, 9, 10));     /* c.sub */
    check(ANY, ca(0x23, 9, 1, 10), rv_r(0x33, 4, 0, 9, 9, 10));        /* c.xor */
    check(ANY, ca(0x23, 9, 2, 10), rv_r(0x33, 6, 0, 9, 9, 10));        /* c.or */
    check(ANY, ca(0x23, 9, 3, 10), rv_r(0x33, 7, 0, 9, 9, 10));        /* c.and */
    check(RV64, ca(0x27, 9, 0, 10), rv_r(0x3b, 0, 0x20, 9, 9, 10));    /* c.subw */
    check(RV64, ca(0x27, 9, 1, 10), rv_r(0x3b, 0, 0, 9, 9, 10));       /* c.addw */
    check(RV32, ca(0x27, 9, 0, 10), 0);
    check(ANY, ca(0x27, 9, 2, 10), 0);
    check(ANY, ca(0x27, 9, 3, 10), 0);
    check(ANY, cr(8, 1, 31), rv_r(0x33, 0, 0, 1, 0, 31)); /* c.mv */
    check(ANY, cr(9, 1, 31), rv_r(0x33, 0, 0, 1, 1, 31)); /* c.add */
}

static void jumps_and_branches(void **state)
{
    (void)state;
    check(ANY, cr(8, 1, 0), rv_jalr(0, 1, 0));
    check(ANY, cr(9, 9, 0), rv_jalr(1, 9, 0));
    check(ANY, cr(9, 0, 0), RV_EBREAK);
    check(ANY, cr(8, 0, 0), 0);
    /* c.j: imm[11|4|9:8|10|6|7|3:1|5] at 12:2, each bit alone. */
    check(ANY, 5 << 13 | 1 << 12 | 1, rv_jal(0, -2048));
    check(ANY, 5 << 13 | 1 << 11 | 1, rv_jal(0, 16));
    check(ANY, 5 << 13 | 1 << 10 | 1, rv_jal(0, 512));
    check(ANY, 5 << 13 | 1 << 9 | 1, rv_jal(0, 256));
    check(ANY, 5 << 13 | 1 << 8 | 1, rv_jal(0, 1024));
    check(ANY, 5 << 13 | 1 << 7 | 1, rv_jal(0, 64));
    check(ANY, 5 << 13 | 1 << 6 | 1, rv_jal(0, 128));
    check(ANY, 5 << 13 | 7 << 3 | 1, rv_jal(0, 14));
    check(ANY, 5 << 13 | 1 << 2 | 1, rv_jal(0, 32));
    check(RV32, 1 << 13 | 1 << 3 | 1, rv_jal(1, 2)); /* c.jal */
    /* c.beqz: imm[8|4:3] at 12:10, imm[7:6|2:1|5] at 6:2. */
    check(ANY, 6 << 13 | 1 << 12 | 2 << 7 | 1, rv_branch(0, 10, 0, -256));
    check(ANY, 6 << 13 | 3 << 10 | 2 << 7 | 1, rv_branch(0, 10, 0, 24));
    check(ANY, 6 << 13 | 2 << 7 | 3 << 5 | 1, rv_branch(0, 10, 0, 192));
    check(ANY, 6 << 13 | 2 << 7 | 3 << 3 | 1, rv_branch(0, 10, 0, 6));
    check(ANY, 7 << 13 | 2 << 7 | 1 << 2 | 1, rv_branch(1, 10, 0, 32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_and_stores),
        cmocka_unit_test(immediates),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(jumps_and_branches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
