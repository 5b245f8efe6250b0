/* SPDX-License-Identifier: Apache-2.0 */
/* Tail calls and swaps by hand, few enough to count.
 *
 * 5 rounds of
 *   main calls first; first jumps (32 bits) to second, second (16 bits) to third, third branches
 *   to fourth, fourth jumps through a register to fifth, which returns to main:
 *   1 call, 4 tail calls, 1 return
 *   main calls loop, which jumps to its own start 3 times: 1 call, 1 return
 *   main calls outer with link in x5, which calls leaf with link in x1; both return: 2 calls,
 *   2 returns
 *   main calls through, which is a jalr x1, 0(x5) into leaf: no swap, as x5 is no return address:
 *   1 call of through, 1 of leaf, 2 returns
 * 6 rounds of a swap between main and producer: the first is a call, 11 are swaps. main's return
 * ends what is left.
 * Expected: a0 = 5 * (31 + 4 + 3 + 1) + 21. */
#include "asm.inc"

.option rvc
func first
    addi a0, a0, 1
    .option push
    .option norvc
    j second
    .option pop
endfunc first

/* In the section of third, which a 16-bit jump reaches. */
.section .text.third, "ax", @progbits
.globl second
.type second, @function
.balign 4
second:
    addi a0, a0, 2
    c.j third
.size second, . - second
.globl third
.type third, @function
third:
    addi a0, a0, 4
    beqz zero, fourth
    nop /* a branch to the next instruction would not show */
.size third, . - third
.globl fourth
.type fourth, @function
fourth:
    addi a0, a0, 8
    la a5, fifth
    jr a5
.size fourth, . - fourth

func fifth
    addi a0, a0, 16
    ret
endfunc fifth

func loop
    addi a0, a0, 1
    addi a1, a1, -1
    bgez a1, loop
    ret
endfunc loop

func leaf
    addi a0, a0, 1
    ret
endfunc leaf

func outer /* link in x5 */
    addi sp, sp, -16
    SX x5, 0(sp)
    SX x1, REG(sp)
    addi a0, a0, 2
    jal x1, leaf
    LX x1, REG(sp)
    LX x5, 0(sp)
    addi sp, sp, 16
    jr x5
endfunc outer

func through
    addi sp, sp, -16
    SX x1, 0(sp)
    la x5, leaf
    jalr x1, 0(x5)
    LX x1, 0(sp)
    addi sp, sp, 16
    ret
endfunc through

func producer /* x5: where main goes on */
1:  addi a1, a1, 1
    jalr x1, 0(x5)
    j 1b
endfunc producer

func main
    addi sp, sp, -32
    SX x1, 0(sp)
    SX s0, REG(sp)
    li a0, 0
    li s0, 5
1:  call first
    li a1, 3
    call loop
    jal x5, outer
    call through
    addi s0, s0, -1
    bnez s0, 1b
    li s0, 6
    li a1, 0
    la x1, producer
2:  jalr x5, 0(x1)
    add a0, a0, a1
    addi s0, s0, -1
    bnez s0, 2b
    li a1, 5 * (31 + 4 + 3 + 1) + 21
    sub a0, a0, a1
    snez a0, a0
    LX s0, REG(sp)
    LX x1, 0(sp)
    addi sp, sp, 32
    ret
endfunc main
