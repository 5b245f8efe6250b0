/* SPDX-License-Identifier: Apache-2.0 */
/* A loop whose conditional branches are never taken until its end, closed by a direct jump: in
 * branch trace mode no message for 4.2 million half-words, more than a 22-bit I-CNT holds; in
 * history mode a long run of zeros. */
#include "asm.inc"

#define ROUNDS 420000 /* 10 half-words each; 2^22 = 4194304 */

func main
    .option norvc
    li a1, ROUNDS
    li a0, 0
again:
    addi a0, a0, 1
    addi a1, a1, -1
    beqz a1, 1f
    bltz a1, wrong
    j again
1:  li a1, ROUNDS
    xor a0, a0, a1
    snez a0, a0
    ret
wrong:
    li a0, 2
    ret
endfunc main
