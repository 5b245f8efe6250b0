/* SPDX-License-Identifier: Apache-2.0 */
/* Sequentially inferable jumps: auipc + jalr, lui + jalr, c.lui + c.jr, with and without
 * linkage; and pairs that are not (another instruction between, another register, or a branch to
 * the jump itself). The targets of lui are only reachable where RAM is below 2 GiB of the sign-
 * extended range: on RV64 the lui form writes 0xFFFFFFFF8....... and is left out. */
#include "asm.inc"

.option norvc
.macro far_call target, reg
1:  auipc \reg, %pcrel_hi(\target)
    jalr ra, %pcrel_lo(1b)(\reg)
.endm
.macro far_jump target
1:  auipc t1, %pcrel_hi(\target)
    jalr x0, %pcrel_lo(1b)(t1)
.endm

func add_one
    addi a0, a0, 1
    ret
endfunc add_one

func add_two
    addi a0, a0, 2
    ret
endfunc add_two

func main
    .option norelax
    mv s1, ra
    li s0, 40
    li a0, 0
again:
    far_call add_one, t1 /* inferable call */
    far_call add_two, ra /* same register for address and link */
    far_jump 2f
    j wrong
2:  auipc t1, %pcrel_hi(add_one) /* not consecutive */
    nop
    jalr ra, %pcrel_lo(2b)(t1)
    /* another register before the jump */
3:  auipc t1, %pcrel_hi(add_two)
4:  auipc t2, %pcrel_hi(add_one)
    jalr ra, %pcrel_lo(3b)(t1)
    /* enter at the jump: its auipc is not the instruction before */
5:  auipc t1, %pcrel_hi(add_one)
    li t2, 0
    beqz t2, 7f
6:  auipc t1, %pcrel_hi(add_two)
7:  jalr ra, %pcrel_lo(5b)(t1)
#if __riscv_xlen == 32
    lui t1, %hi(add_one)
    jalr ra, %lo(add_one)(t1)
    lui t1, %hi(8f)
    jalr x0, %lo(8f)(t1)
    j wrong
8:
#else
    addi a0, a0, 1
#endif
    addi s0, s0, -1
    bnez s0, again
    li a1, 40 * (1 + 2 + 1 + 2 + 1 + 1)
    li a2, 0
    beq a0, a1, 9f
wrong:
    li a2, 1
9:  mv a0, a2
    jr s1
endfunc main
