/* SPDX-License-Identifier: Apache-2.0 */
/* Straight code: 40000 instructions without a branch, 16 and 32 bits mixed, twice. More half-
 * words than a 16-bit I-CNT holds. */
#include "asm.inc"

func main
    li a1, 2
    li a0, 0
again:
    .rept 10000
    .option norvc
    addi a0, a0, 1
    .option rvc
    c.addi a0, 1
    .option norvc
    xori a0, a0, 0
    .option rvc
    c.nop
    .endr
    addi a1, a1, -1
    beqz a1, 1f
    la a2, again
    jr a2
1:  li a1, 40000
    xor a0, a0, a1
    snez a0, a0
    ret
endfunc main
