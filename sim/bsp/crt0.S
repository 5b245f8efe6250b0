/* SPDX-License-Identifier: Apache-2.0 */
/* Start-up. The first instructions are position independent: they may run at the low address of
 * the RAM when the program is linked to its high alias. */
#include "asm.inc"

.section .text.init, "ax", @progbits
.globl _start
.type _start, @function
_start:
    lla t0, 1f
    LX t0, 0(t0)
    jr t0
    .balign REG
1:  XWORD start_linked
.size _start, . - _start

func start_linked
    csrw mie, zero
    csrr t0, mhartid
    lui t1, %hi(bsp_main_hart)
    addi t1, t1, %lo(bsp_main_hart)
    bne t0, t1, other /* one hart, 0 by default, runs the program and starts the others */
    .option push
    .option norelax
    lla gp, __global_pointer$
    .option pop
    lla sp, __stack_top
    lla t0, __bss_start
    lla t1, __bss_end
2:  bgeu t0, t1, 3f
    SX zero, 0(t0)
    addi t0, t0, REG
    j 2b
3:  lla t0, bsp_entry_m
    csrw mtvec, t0
    call main
    tail bsp_exit
other:
    li t1, 16 /* BSP_HARTS: the number of stacks */
    bgeu t0, t1, park
    lla sp, __hart_stacks /* each hart's stack ends where the next one's begins */
    slli t1, t0, 13
    add sp, sp, t1
    lla t1, bsp_entry_m
    csrw mtvec, t1
    li t1, 8 /* MSIE, with mstatus.MIE = 0: wakes, and does not trap */
    csrw mie, t1
4:  wfi
    csrr t2, mip
    and t2, t2, t1
    beqz t2, 4b
    li t1, 0x2000000 /* take the software interrupt back */
    slli t2, t0, 2
    add t1, t1, t2
    sw zero, 0(t1)
    csrw mie, zero
    .option push
    .option norelax
    lla gp, __global_pointer$
    .option pop
    mv a0, t0
    call bsp_start_other
    csrw mie, zero
park:
    wfi
    j park
endfunc start_linked

/* bsp_exit(code): one store to the finisher, then spin. */
func bsp_exit
    li t0, 0x5555
    beqz a0, 1f
    slli a0, a0, 16
    li t0, 0x3333
    or t0, t0, a0
1:  li t1, 0x100000
    sw t0, 0(t1)
    .option push
    .option norvc
2:  j 2b
    .option pop
endfunc bsp_exit
