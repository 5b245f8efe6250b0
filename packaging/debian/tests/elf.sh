# SPDX-License-Identifier: Apache-2.0
# Sourced: P.elf, a program of 505 instructions, in a folder of its own.
set -eu
cd "${AUTOPKGTEST_TMP:-$(mktemp -d)}"
cat >P.s <<'S'
    .globl _start
_start:
    li s0, 100              # 1
1:  call f                  # 1 (auipc and jalr are relaxed to jal)
    addi s0, s0, -1         # 1
    bnez s0, 1b             # 1
    li t0, 0x100000         # 1: test finisher
    li t1, 0x5555           # 2
    sw t1, 0(t0)            # 1
2:  j 2b
f:  addi s1, s1, 1          # 1
    ret                     # 1
S
# The loop at the end is not executed: the store to the finisher ends the program.
riscv64-unknown-elf-as -march=rv64imac -o P.o P.s
riscv64-unknown-elf-ld -n -Ttext=0x80000000 -o P.elf P.o
trace() {
  hartrace run P.elf -q --save-trace T.nex --save-pcs T.pcs
}
