/* SPDX-License-Identifier: Apache-2.0 */
/* 16- and 32-bit instructions in every order, by hand: 32-bit ones on addresses that are no
 * multiple of 4, branches, jumps and calls of both sizes, forward and back, to both alignments.
 * Each part adds its number to a0; expected sum at the end. */
#include "asm.inc"

.option rvc
.macro pad16 /* one 16-bit instruction: flips the alignment */
    .option push
    .option rvc
    c.nop
    .option pop
.endm

func callee16 /* c.jr ra */
    c.addi a0, 3
    c.jr ra
endfunc callee16

func callee32 /* jalr x0, 0(ra), on an address that is no multiple of 4 */
    c.addi a0, 5
    .option push
    .option norvc
    jalr x0, 0(ra)
    .option pop
endfunc callee32

func main
    addi sp, sp, -16
    SX ra, 0(sp)
    SX s0, REG(sp)
    li a0, 0
    li s0, 50
again:
    /* taken and not taken, 16 bits */
    li a4, 0
    c.beqz a4, 1f
    j wrong
1:  c.bnez a4, wrong_near
    c.addi a0, 1
    pad16
    /* taken and not taken, 32 bits, odd half-word */
    .option norvc
    beq a4, s0, wrong_near
    bne a4, s0, 2f
    j wrong
    .option rvc
2:  pad16
    .option norvc
    bge s0, a4, 3f
    .option rvc
wrong_near:
    j wrong
3:  c.addi a0, 1
    /* jumps of both sizes, forward and back */
    c.j 5f
4:  c.addi a0, 2
    .option norvc
    j 6f
    .option rvc
    pad16
5:  c.addi a0, 4
    .option norvc
    jal x0, 4b
    .option rvc
6:  /* calls: jal, c.jalr, jalr with an offset; returns of both sizes */
    call callee16
    la a3, callee32
    c.jalr a3
    pad16
    la a3, callee16 - 8
    .option norvc
    jalr ra, 8(a3)
    .option rvc
    jal callee32
    /* a table of jumps to 16-bit aligned targets */
    andi a3, s0, 3
    slli a3, a3, 2 /* each entry: addi a0 (2) + c.j (2) */
    la a4, 7f
    add a4, a4, a3
    c.jr a4
    .balign 4
7:  c.addi a0, 1
    c.j 8f
    c.addi a0, 2
    c.j 8f
    c.addi a0, 3
    c.j 8f
    c.addi a0, 4
    c.j 8f
8:  addi s0, s0, -1
    beqz s0, 9f
    j again
9:  /* per round 1 + 1 + 4 + 2 + 3 + 5 + 3 + 5 = 24; the table: s0 = 50..1, 13 times 2 and 3, 12
     * times 1 and 4 */
    li a1, 50 * 24 + 13 * (2 + 3) + 12 * (1 + 4)
    li a2, 0
    beq a0, a1, 10f
wrong:
    li a2, 1
10: mv a0, a2
    LX ra, 0(sp)
    LX s0, REG(sp)
    addi sp, sp, 16
    ret
endfunc main
