/* SPDX-License-Identifier: Apache-2.0 */
/* For cores whose mtvec is vectored and aligned to 256 bytes: every entry goes to that of sim/bsp. Linked with --wrap=bsp_entry_m. */
.section .text.vectors, "ax", @progbits
.globl __wrap_bsp_entry_m
.type __wrap_bsp_entry_m, @function
.balign 256
__wrap_bsp_entry_m:
    .option push
    .option norvc
    .rept 32
    j __real_bsp_entry_m
    .endr
    .option pop
.size __wrap_bsp_entry_m, . - __wrap_bsp_entry_m
