/* SPDX-License-Identifier: Apache-2.0 */
/* Co-routines that swap with jalr x1, 0(x5), jalr x5, 0(x1) and c.jalr x5: x1 and x5 are both
 * link registers, so each is a return and a call at once. One produces 1, 2, 3, ..., the other
 * sums: 100 values, 5050. Then calls and returns through x5 alone. */
#include "asm.inc"

func producer /* in x5: where the consumer waits; a1: the value */
1:  addi a1, a1, 1
    jalr x1, 0(x5) /* swap: link in x1 */
    j 1b
endfunc producer

func leaf5 /* called with link in x5 */
    addi a0, a0, 1
    jr x5
endfunc leaf5

func main
    mv s1, ra
    li s0, 100
    li a0, 0
    li a1, 0
    la x1, producer
1:  jalr x5, 0(x1) /* swap: link in x5 */
    add a0, a0, a1
    addi s0, s0, -1
    bnez s0, 1b
    li a2, 5050
    bne a0, a2, wrong

    /* the other way round: this side swaps with c.jalr x5, the producer with jalr x5, 0(x1) */
    li s0, 60
    li a0, 0
    li a1, 0
    la x5, producer_b
2:  c.jalr x5
    add a0, a0, a1
    addi s0, s0, -1
    bnez s0, 2b
    li a2, 3 * 60 * 61 / 2
    bne a0, a2, wrong

    /* calls with link in x5 */
    li s0, 20
    li a0, 0
3:  jal x5, leaf5
    la a3, leaf5
    jalr x5, 0(a3)
    addi s0, s0, -1
    bnez s0, 3b
    li a2, 40
    bne a0, a2, wrong
    li a0, 0
    jr s1
wrong:
    li a0, 1
    jr s1
endfunc main

func producer_b
1:  addi a1, a1, 3
    jalr x5, 0(x1)
    j 1b
endfunc producer_b
