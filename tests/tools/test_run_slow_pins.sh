#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace run with pins that are slow, in every mode: the run ends when the last message has left them, and nothing is lost.
# HARTRACE_SOAK=1: more dividers, and a whole program at the one that once ended in a timeout.
. tests/lib/tap.sh
. tests/tools/lib.sh

ends_equal() { # PIB ARGUMENT...
  local pib=$1
  shift
  "$HARTRACE" run "$BUILD/programs/rv64/crc.elf" "$@" --dtb "$BUILD/dts/three-sinks.dtb" --sink pib --pib "$pib" \
    --te trTeInstStallEna=1 --console "$TMP/console" >"$TMP/run.out" 2>"$TMP/run.err" &&
    grep -Eq '^equal: [1-9][0-9]* instructions' "$TMP/run.out" && [ ! -s "$TMP/run.err" ] && return
  cat "$TMP/run.out" "$TMP/run.err"
  return 1
}

for pib in manchester:255 uart:255 1:255 2:255 4:1023 8:1023 16:1023 uart:4095; do
  check "$pib: everything arrives" ends_equal "$pib" --max-instructions 2000
done
once "1:65535: everything arrives" ends_equal 1:65535 --max-instructions 2000
if [ -n "${HARTRACE_SOAK:-}" ]; then
  for mode in manchester uart 1 2 4 8 16; do
    for divider in 0 1 2 7 15 31 62 63 64 127 511 2047 8191 65535; do
      check "$mode:$divider: everything arrives" ends_equal "$mode:$divider" --max-instructions 1500
    done
  done
  check "a whole program" ends_equal uart:63
fi
finish
