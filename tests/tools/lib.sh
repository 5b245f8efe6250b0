# SPDX-License-Identifier: Apache-2.0
# The example program of the N-Trace specification (I-CNT Details), as PCINFO and PC lists. Sourced by test scripts.

# says STATUS PATTERN COMMAND...: passes when the command ends with STATUS and prints PATTERN on stdout.
says() {
  local want=$1 pattern=$2 got
  shift 2
  "$@" >"$TMP/says.out" 2>"$TMP/says.err"
  got=$?
  [ "$got" = "$want" ] && grep -Eq -- "$pattern" "$TMP/says.out" && return
  echo "exit status $got"
  cat "$TMP/says.out" "$TMP/says.err"
  return 1
}

cat >"$TMP/spec.pcinfo" <<'PCINFO'
0x100,L2
0x102,BD4,0x200
0x106,L4
0x10A,BD4,0x300
0x10E,L2
0x110,L4
0x200,L2
0x300,L4
PCINFO
printf '0x%X\n' 0x100 0x102 0x200 >"$TMP/run1.pcs"
printf '0x%X\n' 0x100 0x102 0x106 0x10A 0x300 >"$TMP/run2.pcs"
printf '0x%X\n' 0x100 0x102 0x106 0x10A 0x10E 0x110 >"$TMP/run3.pcs"

# A program with calls and returns: a loop that calls a function, written as PCINFO and its execution.
calls() {
  local n=$1 i
  cat >"$TMP/calls.pcinfo" <<'PCINFO'
0x80000000,L4
0x80000004,CD4,0x80000100
0x80000008,BD4,0x80000004
0x8000000C,L4
0x80000100,L2
0x80000102,R2
PCINFO
  {
    echo 0x80000000
    for i in $(seq "$n"); do
      printf '0x80000004\n0x80000100\n0x80000102\n0x80000008\n'
    done
    echo 0x8000000C
  } >"$TMP/calls.pcs"
}
