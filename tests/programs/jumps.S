/* SPDX-License-Identifier: Apache-2.0 */
/* A loop of direct jumps without any branch: no message for 4.2 million half-words in history
 * mode too (2^22 = 4194304). It ends with a load access fault when the counter gets negative:
 * address 0 is not mapped. The handler goes on after the loop. */
#include "asm.inc"

#define ROUNDS 262500 /* 16 half-words each */

func bsp_trap_m
    LX t0, 33 * REG(a0) /* mcause: load access fault */
    li t1, 5
    bne t0, t1, 1f
    LX t0, 32 * REG(a0)
    la t1, faulting
    bne t0, t1, 1f
    la t0, out
    SX t0, 32 * REG(a0)
    ret
1:  li a0, 3
    call bsp_exit
endfunc bsp_trap_m

func main
    .option norvc
    mv s1, ra
    li a1, ROUNDS
    li a0, 0
    la a2, main
again:
    addi a0, a0, 1
    addi a1, a1, -1
    srai a3, a1, __riscv_xlen - 1
    not a3, a3
    and a3, a3, a2 /* main, or 0 when the counter is negative */
    j faulting
    nop
faulting:
    lw a4, 0(a3)
    j again
.globl out
out:
    li a1, ROUNDS + 1
    xor a0, a0, a1
    snez a0, a0
    jr s1
endfunc main
