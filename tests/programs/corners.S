/* SPDX-License-Identifier: Apache-2.0 */
/* Traps in awkward places, with a handler in assembly that skips the instruction that trapped:
 * the first instruction after a jump, after a taken and a not-taken branch, after a call, in a
 * row, as the first one of a trap handler's return (mret to an instruction that traps at once),
 * a jump and a branch whose target cannot be fetched. Each trap adds 1 to s2 and its cause to
 * s3. */
#include "asm.inc"

.macro bad32
    .option push
    .option norvc
    .4byte 0xffffffff
    .option pop
.endm
.macro bad16
    .2byte 0
.endm

.section .text.handler, "ax", @progbits
.balign 4
handler:
    csrr t3, mcause
    add s3, s3, t3
    addi s2, s2, 1
    csrr t4, mepc
    li t5, 1
    beq t3, t5, 2f /* fetch access fault: return to ra */
    lhu t5, 0(t4)
    andi t5, t5, 3
    addi t4, t4, 2
    li t6, 3
    bne t5, t6, 1f
    addi t4, t4, 2
1:  csrw mepc, t4
    mret
2:  csrw mepc, s5
    mret

func callee_bad
    bad32
    ret
endfunc callee_bad

func main
    mv s1, ra
    la t0, handler
    csrw mtvec, t0
    li s2, 0
    li s3, 0
    li s4, 25
again:
    /* after jumps of both kinds */
    j 1f
    nop
1:  bad32
    la t0, 2f
    jr t0
    nop
2:  bad16
    /* after branches */
    li t0, 0
    beqz t0, 3f
    nop
3:  bad16
    bnez t0, 3b
    bad32
    /* after a call, and after its return */
    call callee_bad
    bad16
    /* three in a row: mret to an instruction that traps */
    bad16
    bad32
    ecall
    /* mret of our own, to an instruction that traps at once */
    la t0, 4f
    csrw mepc, t0
    li t0, 3 << 11
    csrs mstatus, t0
    mret
    nop
4:  ebreak
    /* jumps to where nothing can be fetched; s5: where to go on */
    la s5, 5f
    li t0, 0
    jr t0
    nop
5:  la s5, 6f
    li t0, 0
    jalr t0
    nop
6:  la s5, 7f
    li t0, 3 << 11
    csrs mstatus, t0
    csrw mepc, zero
    mret
    nop
7:  addi s4, s4, -1
    beqz s4, 8f
    j again
8:  /* a round: 8 x illegal (2), ecall (11), ebreak (3), 3 x fetch access fault (1) */
    li a0, 1
    li t0, 25 * (8 + 1 + 1 + 3)
    bne s2, t0, 9f
    li t0, 25 * (8 * 2 + 11 + 3 + 3)
    bne s3, t0, 9f
    li a0, 0
9:  la t0, bsp_entry_m
    csrw mtvec, t0
    jr s1
endfunc main
