/* SPDX-License-Identifier: Apache-2.0 */
/* For assembly: register-sized loads, stores and words. */
#ifndef BSP_ASM_H
#define BSP_ASM_H

#if __riscv_xlen == 64
#define REG   8
#define LX    ld
#define SX    sd
#define XWORD .dword
#else
#define REG   4
#define LX    lw
#define SX    sw
#define XWORD .word
#endif

/* func NAME ... endfunc NAME */
.macro func name
.section .text.\name, "ax", @progbits
.globl \name
.type \name, @function
.balign 4
\name:
.endm
.macro endfunc name
.size \name, . - \name
.endm

#endif
