# SPDX-License-Identifier: Apache-2.0
  .section .text.startup, "ax"
  .globl _start
_start:
  li sp, 0x800
  call main
  ebreak
