#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The pins of the PIB sink as sigrok sees them: our protocol decoder, run by sigrok-cli on the VCD that
# test_waves writes, gives the bytes that were sent.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
export SIGROKDECODE_DIR=plugins/sigrok PYTHONDONTWRITEBYTECODE=1

# Net names of a bus of N pins, as channel options.
pins() {
  local i list=clk=TRC_CLK
  for ((i = 0; i < $1; i++)); do list=$list:d$i=TRC_DATA$i; done
  echo "$list"
}

# same NAME OPTIONS: sigrok-cli's bytes for wave NAME are those that were sent.
same() {
  sigrok-cli -i "$TMP/$1.vcd" -I vcd -P "trace_pib:$2:ticks=2" -B trace_pib=bytes >"$TMP/$1.out" || return 1
  [ -s "$TMP/$1.bin" ] && cmp "$TMP/$1.out" "$TMP/$1.bin"
}

if ! command -v sigrok-cli >/dev/null; then
  skip "bytes from the pins" "no sigrok-cli"
  finish
fi
check "the waves" env PIB_WAVES="$TMP" "$BUILD/tests/pib/test_waves"
check "Manchester" same mode4-center0-divider1 protocol=manchester:d0=TRC_DATA0
# Holds NT-TX-039
check "UART" same mode5-center0-divider1 protocol=uart:d0=TRC_DATA0
for m in 8 9 10 11 12; do
  width=$((1 << (m - 8)))
  check "$width pins, clock at the edges" same "mode$m-center0-divider1" \
    "protocol=parallel:width=$width:center=no:$(pins $width)"
  check "$width pins, clock in the middle" same "mode$m-center1-divider1" \
    "protocol=parallel:width=$width:center=yes:$(pins $width)"
done
finish
