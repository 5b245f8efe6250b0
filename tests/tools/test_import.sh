#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Logs of other simulators as ingress: the same execution, written by hand in each format.
. tests/lib/tap.sh
. tests/tools/lib.sh

# 0x80000000 auipc t0,0; 04 jalr x0,16(t0), sequentially inferable; 10 c.beqz a5 +6, not taken; 12 ecall (traps);
# 0x80000100 c.nop; 102 mret; 0x80000016 c.nop.
cat >"$TMP/e.csv" <<'CSV'
VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT
1,80000000,297,3,0,0,0,0
0,0,0,0,0,0,0,0
1,80000004,1028067,3,0,0,0,0
1,80000010,c399,3,0,0,0,0
1,80000012,73,3,1,b,0,0
1,80000100,1,3,0,b,0,0
1,80000102,30200073,3,0,b,0,0
1,80000016,1,3,0,b,0,0
CSV
cat >"$TMP/s.log" <<'LOG'
core   0: 0x0000000080000000 (0x00000297) auipc   t0, 0x0
core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000
core   0: >>>>  label
core   1: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000
core   0: 0x0000000080000004 (0x01028067) jr      16(t0)
core   0: 3 0x0000000080000004 (0x01028067)
core   0: 3 0x0000000080000010 (0xc399)
core   0: 0x0000000080000012 (0x00000073) ecall
core   0: exception trap_machine_ecall, epc 0x0000000080000012
core   0:           tval 0x0000000000000000
core   0: 3 0x0000000080000100 (0x0001)
core   0: 3 0x0000000080000102 (0x30200073) c784_mcycle 0x1
core   0: 3 0x0000000080000016 (0x0001)
LOG
grep -v ': 3 0x' "$TMP/s.log" >"$TMP/l.log"
{
  sed -n 1p "$TMP/l.log"
  echo 'core   0: 0x0000000080000004 (0x01028067) jr 16(t0)'
  echo 'core   0: 0x0000000080000010 (0xc399) beqz a5, pc + 6'
  sed -n '/ecall$/,$p' "$TMP/l.log"
  echo 'core   0: 0x0000000080000100 (0x0001) nop'
  echo 'core   0: 0x0000000080000102 (0x30200073) mret'
  echo 'core   0: 0x0000000080000016 (0x0001) nop'
} >"$TMP/started.log"
cat >"$TMP/r.csv" <<'CSV'
rvfi_valid,rvfi_order,rvfi_insn,rvfi_trap,rvfi_intr,rvfi_mode,rvfi_pc_rdata,rvfi_pc_wdata,cause
1,0,00000297,0,0,3,0x80000000,0x80000004,0
1,1,01028067,0,0,3,0x80000004,0x80000010,0
1,2,c399,0,0,3,0x80000010,0x80000012,0
1,3,00000073,1,0,3,0x80000012,0x80000100,b
1,4,0001,0,1,3,0x80000100,0x80000102,0
1,5,30200073,0,0,3,0x80000102,0x80000016,0
1,6,0001,0,0,3,0x80000016,0x80000018,0
CSV
printf '0x%X\n' 0x80000000 0x80000004 0x80000010 0x80000100 0x80000102 0x80000016 >"$TMP/want.pcs"

# N-Trace, HTM. I-CNT: auipc and jalr are 4 half-words; the branch is 1 (outcome 0), then the trap to 0x80000100; c.nop
# and mret are 3, to 0x80000016; then 1. U-ADDR is XOR of addresses >> 1: 0x40000000^0x40000008 = 8,
# 0x40000008^0x40000080 = 0x88, 0x40000080^0x4000000B = 0x8B.
cat >"$TMP/want.dump" <<'DUMP'
ProgTraceSync SYNC=5 ICNT=0x0 FADDR=0x40000000
IndirectBranch BTYPE=0 ICNT=0x4 UADDR=0x8
IndirectBranchHist BTYPE=1 ICNT=0x1 UADDR=0x88 HIST=0x2
IndirectBranch BTYPE=0 ICNT=0x3 UADDR=0x8B
ProgTraceCorrelation EVCODE=4 CDF=1 ICNT=0x1 HIST=0x1
DUMP
messages() {
  "$HARTRACE" encode --ingress "$1" --mode htm --param btype_split=0 -q -o "$TMP/t.nex" &&
    "$HARTRACE" dump "$TMP/t.nex" | sed 's/^#[0-9]* @[0-9]* len=[0-9]* //' | diff "$TMP/want.dump" -
}
round() {
  messages "$1" && "$HARTRACE" verify "$TMP/t.nex" --ingress "$1" &&
    "$HARTRACE" convert --to pconly --ingress "$1" | cmp - "$TMP/want.pcs"
}
check "CSV of the E-Trace reference flow" round "$TMP/e.csv"
check "Spike's log with commits" round "$TMP/s.log"
check "Spike's log without commits" round "$TMP/started.log"
check "RVFI" round "$TMP/r.csv"
# Ibex: pc_wdata of mret is the address after it. What comes next in the log says where it went.
sed 's/,0x80000102,0x80000016,/,0x80000102,0x80000106,/' "$TMP/r.csv" >"$TMP/ibex.csv"
check "the log has another pc_wdata" bash -c "! cmp -s '$TMP/r.csv' '$TMP/ibex.csv'"
check "RVFI, pc_wdata of mret is of no use" round "$TMP/ibex.csv"
check "convert --to ingress, and the format by its name" bash -c "
  '$HARTRACE' convert --to ingress '$TMP/e.csv' --ingress-format etrace -o '$TMP/t.ing' &&
  '$HARTRACE' convert --to pconly --ingress '$TMP/t.ing' | cmp - '$TMP/want.pcs'"

# Commits alone: the trap at the linear instruction shows as a break of the flow, and is said to be inferred.
printf 'core   0: 3 0x%x (0x%x)\n' 0x80000000 0x1 0x80000100 0x1 0x80000102 0x1 >"$TMP/bare.log"
bare() {
  "$HARTRACE" encode --ingress "$TMP/bare.log" --mode htm -o "$TMP/b.nex" 2>"$TMP/err" &&
    grep -q '1 trap inferred, which the log does not have' "$TMP/err" &&
    "$HARTRACE" dump "$TMP/b.nex" | grep -Eq 'IndirectBranch(Hist)? BTYPE=[12] ICNT=0x1 UADDR=0x80( HIST=0x1)?$'
}
check "Spike: a trap that is not in the log" bare
# An interrupt in RVFI: intr without a trap before; pc_wdata is what it interrupted.
cat >"$TMP/i.csv" <<'CSV'
insn,intr,trap,pc_rdata,pc_wdata
0001,0,0,1000,1002
0001,1,0,2000,2002
CSV
irq() {
  "$HARTRACE" encode --ingress "$TMP/i.csv" --mode htm --param btype_split=1 -q -o "$TMP/i.nex" &&
    "$HARTRACE" dump "$TMP/i.nex" | grep -Eq 'BTYPE=3 ICNT=0x1 UADDR=0x1800( HIST=0x1)?$'
}
check "RVFI: an interrupt" irq

bad() {
  printf "$2" >"$TMP/bad"
  fails 2 "$1" "$HARTRACE" encode --ingress "$TMP/bad" --mode htm -o "$TMP/x.nex" ${3:-}
}
head='VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT\n'
check "a field too few: the line is told" bad "bad: line 2: '1,2,3': not 8 fields" "${head}1,2,3\n"
check "no number: the line is told" bad "line 3: 'zz': column ADDRESS is not a hexadecimal number of 1 to 16 digits" \
  "${head}1,1000,1,3,0,0,0,0\n1,zz,1,3,0,0,0,0\n"
check "RVFI, no number: column and value" bad "line 2: 'zzz': column insn is not a hexadecimal number" 'insn,pc_rdata,trap,intr\nzzz,,,\n'
check "RVFI, an empty field: the column" bad "line 2: '': column pc_rdata is not a hexadecimal number" 'insn,pc_rdata,trap,intr\n1,,,\n'
check "a break of the flow without a trap" bad \
  'line 3: 0x2000 cannot follow the linear at 0x1000 of line 2' \
  "${head}1,1000,1,3,0,0,0,0\n1,2000,1,3,0,0,0,0\n"
check "RVFI that contradicts its pc_wdata" bad 'line 3: execution should continue at 0x1002 .line 2., not at 0x1004' \
  'insn,pc_rdata,pc_wdata\n1,1000,1002\n1,1004,1006\n'
check "a Spike log without this core" bad 'holds no executed instruction of this core' \
  'core   3: 3 0x1000 (0x1)\n'
check "an unknown format" fails 2 'it is ing, etrace, spike or rvfi' \
  "$HARTRACE" encode --ingress "$TMP/e.csv" --ingress-format x --mode htm -o "$TMP/x"
check "nothing temporary is left" bash -c "mkdir '$TMP/t' && TMPDIR='$TMP/t' '$HARTRACE' encode \
  --ingress '$TMP/e.csv' --mode htm -q -o '$TMP/x.nex' && [ -z \"\$(ls '$TMP/t')\" ]"
finish
