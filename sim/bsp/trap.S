/* SPDX-License-Identifier: Apache-2.0 */
/* Trap entries for M and S mode, and the way to a lower mode and back. The frame is struct
 * bsp_frame. */
#include "asm.inc"

#define FRAME  (36 * REG)
#define LEAVE  0x4c454156 /* a7 of the environment call that ends bsp_call_in_mode */
#define O_EPC    (32 * REG)
#define O_CAUSE  (33 * REG)
#define O_TVAL   (34 * REG)
#define O_STATUS (35 * REG)

.macro save_frame epc, cause, tval, status
    addi sp, sp, -FRAME
    .irp r, 1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    SX x\r, \r * REG(sp)
    .endr
    addi t0, sp, FRAME
    SX t0, 2 * REG(sp)
    csrr t0, \epc
    SX t0, O_EPC(sp)
    csrr t0, \cause
    SX t0, O_CAUSE(sp)
    csrr t0, \tval
    SX t0, O_TVAL(sp)
    csrr t0, \status
    SX t0, O_STATUS(sp)
.endm

.macro restore_frame epc, status
    LX t0, O_EPC(sp)
    csrw \epc, t0
    LX t0, O_STATUS(sp)
    csrw \status, t0
    .irp r, 1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    LX x\r, \r * REG(sp)
    .endr
    LX sp, 2 * REG(sp)
.endm

func bsp_entry_m
    save_frame mepc, mcause, mtval, mstatus
    LX t0, O_CAUSE(sp)
    li t1, 8
    bltu t0, t1, 1f
    li t1, 11
    bgtu t0, t1, 1f
    li t1, LEAVE
    beq a7, t1, leave_mode
1:  mv a0, sp
    call bsp_trap_m
    restore_frame mepc, mstatus
    mret
endfunc bsp_entry_m

func bsp_entry_s
    save_frame sepc, scause, stval, sstatus
    LX t0, O_CAUSE(sp)
    li t1, 8
    bne t0, t1, 1f
    li t1, LEAVE
    bne a7, t1, 1f
    ecall /* to M mode, with the same a0 and a7; does not come back */
1:  mv a0, sp
    call bsp_trap_s
    restore_frame sepc, sstatus
    sret
endfunc bsp_entry_s

func bsp_set_stvec
    lla t0, bsp_entry_s
    csrw stvec, t0
    ret
endfunc bsp_set_stvec

func bsp_call_in_mode
    addi sp, sp, -16 * REG
    SX ra, 0 * REG(sp)
    .irp r, 0,1,2,3,4,5,6,7,8,9,10,11
    SX s\r, (\r + 1) * REG(sp)
    .endr
    lla t0, saved_sp
    SX sp, 0(t0)
    li t0, 3 << 11
    csrc mstatus, t0
    slli a0, a0, 11
    csrs mstatus, a0
    lla t0, run_in_mode
    csrw mepc, t0
    mv t0, a1
    mv a0, a2
    mret
endfunc bsp_call_in_mode

func run_in_mode
    jalr t0
    li a7, LEAVE
    ecall
endfunc run_in_mode

/* In M mode: back to the caller of bsp_call_in_mode, by mret, with a0. */
func leave_mode
    li t0, 3 << 11
    csrs mstatus, t0
    li t0, 1 << 7
    csrc mstatus, t0
    lla t0, 1f
    csrw mepc, t0
    mret
    .balign 4
1:  lla t0, saved_sp
    LX sp, 0(t0)
    LX ra, 0 * REG(sp)
    .irp r, 0,1,2,3,4,5,6,7,8,9,10,11
    LX s\r, (\r + 1) * REG(sp)
    .endr
    addi sp, sp, 16 * REG
    ret
endfunc leave_mode

.section .bss
.balign REG
saved_sp: .zero REG
