#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# examples/target.c, built against what was installed, traces four harts through OpenOCD: what it prints is what they did.
. tests/lib/tap.sh
. tests/openocd/lib.sh

p=$BUILD/programs
prefix=$TMP/prefix
elf=$p/rv64/smpwork.elf
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib

builds() {
  make -s install BUILD="$BUILD" CC="${CC:-gcc}" PREFIX="$prefix" ${SANITIZED:+OPT=-O1 SAN=address,undefined} || return
  # shellcheck disable=SC2046
  ${CC:-gcc} ${SANITIZED:+-fsanitize=address,undefined} -std=c11 -Wall -Wextra -Wpedantic -Werror examples/target.c \
    $(pkg-config ${SANITIZED:+--static} --cflags --libs hartrace-target) -o "$TMP/target"
}
check "examples/target.c builds" builds

# The ranges that the program printed of hart N, as instructions: how many, and where the first is.
counted() {
  awk -v name="encoder-$1" '$1 == name && $2 == "range" { n += $4; if (first == "") first = $3 } END { print n, first }' "$TMP/got"
}

# Their PCs, one a line, after a comment.
executed() {
  awk '!/^#/ { n++; if (n == 1) first = $1 } END { print n, first }' "$TMP/pcs.$1"
}

traces() {
  local i enter
  dtc -q -O dtb -o "$TMP/quad.dtb" dts/quad-funnel-rv64.dts
  sim_start "$elf" --dtb "$TMP/quad.dtb" --halted --linger --save-pcs "$TMP/pcs" && ocd_start 4 || return 1
  mkfifo "$TMP/keys"
  "$TMP/target" "openocd:127.0.0.1:$ocd_port" "$TMP/quad.dtb" "$elf" <"$TMP/keys" >"$TMP/got" 2>"$TMP/err" &
  local pid=$!
  exec {enter}>"$TMP/keys"
  for _ in $(seq 1500); do
    grep -q '^started' "$TMP/err" && break
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.02
  done
  ocd_rpc resume && sim_ended || { cat "$TMP/err"; kill "$pid"; return 1; }
  (trap '' PIPE; echo >&"$enter") 2>"$TMP/pipe" # it may have ended: its words say why
  exec {enter}>&-
  wait "$pid" || { cat "$TMP/err"; return 1; }
  ocd_end
  sim_wait || return 1
  for i in 0 1 2 3; do
    [ "$(counted $i)" = "$(executed $i)" ] || { echo "hart $i: $(counted $i), and it did $(executed $i)"; return 1; }
  done
}
check "four harts, as they ran" traces
check "without a target" fails 1 'target: cannot connect|refused' "$TMP/target" openocd:127.0.0.1:1 "$TMP/quad.dtb" "$elf"
check "no such way" fails 1 'unknown; it is' "$TMP/target" sim "$TMP/quad.dtb" "$elf"
finish
