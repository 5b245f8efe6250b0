/* SPDX-License-Identifier: Apache-2.0 */
/* A scheduler of three tasks in U mode, each with a stack and a context of its own. Tasks yield by
 * an environment call; the trap handler saves the registers on the task's stack, writes scontext,
 * changes the stack and returns to the next task. Task n (1 to 3) does 4 rounds:
 *   it calls work, which calls yield, which makes the call: 4 times work and 4 times yield
 * and then yields for ever, until the scheduler has seen each of them end.
 *
 * Expected: every task counts to 4. A hart without scontext traps at the first write. */
#include "asm.inc"

#define FRAME    (20 * REG)
#define SCONTEXT 0x5a8
#define ROUNDS   4
#define STACK    1024

func main
    lla t0, main_sp
    addi sp, sp, -16
    SX ra, 0(sp)
    SX sp, 0(t0)
    li t0, -1
    csrw pmpaddr0, t0
    li t0, 0x1f
    csrw pmpcfg0, t0
    lla t0, handler
    csrw mtvec, t0
    /* a frame for each: epc and the number in s0 */
    lla a0, stacks
    li a1, 1
1:  li t0, STACK
    add a0, a0, t0
    addi t1, a0, -FRAME
    lla t2, task
    SX t2, 0(t1)
    SX a1, 2 * REG(t1)
    lla t2, saved
    slli t3, a1, 4
    add t2, t2, t3
    SX t1, 0(t2)
    addi a1, a1, 1
    li t0, 4
    bne a1, t0, 1b
    li t0, 3 << 11
    csrc mstatus, t0 /* U mode */
    li a0, 1
    j resume
endfunc main

/* a0: number of the task. */
func resume
    lla t0, current
    SX a0, 0(t0)
    csrw SCONTEXT, a0
    lla t0, saved
    slli a0, a0, 4
    add t0, t0, a0
    LX sp, 0(t0)
    LX t0, 0(sp)
    csrw mepc, t0
    LX ra, REG(sp)
    LX s0, 2 * REG(sp)
    LX s1, 3 * REG(sp)
    addi sp, sp, FRAME
    mret
endfunc resume

func handler
    addi sp, sp, -FRAME
    csrr t0, mepc
    addi t0, t0, 4
    SX t0, 0(sp)
    SX ra, REG(sp)
    SX s0, 2 * REG(sp)
    SX s1, 3 * REG(sp)
    call next_task
    beqz a0, 1f
    j resume
1:  csrw SCONTEXT, zero
    lla t0, main_sp
    LX sp, 0(t0)
    lla a0, passed
    call bsp_puts
    LX ra, 0(sp)
    addi sp, sp, 16
    li a0, 0
    ret
endfunc handler

/* Save sp of the current task. Returns the next one, 0 when all have ended. */
func next_task
    lla t0, current
    LX a0, 0(t0)
    lla t1, saved
    slli t2, a0, 4
    add t1, t1, t2
    SX sp, 0(t1)
    lla t1, done
    lw t1, 0(t1)
    li t2, 3
    beq t1, t2, 1f
    addi a0, a0, 1
    li t1, 4
    bne a0, t1, 2f
    li a0, 1
    ret
1:  li a0, 0
2:  ret
endfunc next_task

func task
    li s1, ROUNDS
1:  call work
    addi s1, s1, -1
    bnez s1, 1b
    lla t0, done
    lw t1, 0(t0)
    addi t1, t1, 1
    sw t1, 0(t0)
2:  .option push
    .option norvc
    ecall
    .option pop
    j 2b
endfunc task

func work
    addi sp, sp, -16
    SX ra, 0(sp)
    call yield
    LX ra, 0(sp)
    addi sp, sp, 16
    ret
endfunc work

func yield
    .option push
    .option norvc
    ecall
    .option pop
    ret
endfunc yield

.section .rodata
passed: .asciz "passed\n"

.section .bss
.balign 16
stacks: .zero 3 * STACK
saved: .zero 4 * 16
main_sp: .zero REG
current: .zero REG
done: .zero 4
