#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Instructions, calls, branches, traps and losses are the same in all exports of one trace, for every program: each writer that
# `export --help` lists, read by its reader of totals_check.py. Gaps and losses are counted alike by all verbs.
# HARTRACE_SOAK=1: longer, and RV32.
. tests/lib/tap.sh

export PYTHONPATH=tests/view:tests/tools PYTHONDONTWRITEBYTECODE=1
writers=$("$HARTRACE" export --help | sed -n 's/^ *--to NAME  *//p' | tr -d ',' | sed 's/ or / /')
most=20000
[ -z "${HARTRACE_SOAK:-}" ] || most=300000

# export_all TRACE CODE...: into every format, under $TMP/all.
export_all() {
  local f
  rm -rf "$TMP/all" && mkdir "$TMP/all" || return
  for f in $writers; do
    "$HARTRACE" export "$@" --to "$f" -o "$TMP/all/$f" -q
    [ $? -le 1 ] || return
  done
}

# totals ELF OPTION...: run it, export it, compare.
# shellcheck disable=SC2086
totals() {
  local elf=$1 src= stat=$TMP/stat.json
  shift
  rm -rf "$TMP"/t.*
  case " $* " in *--harts*) src="--src all" stat= ;; esac
  "$HARTRACE" run "$elf" --save-trace "$TMP/t.nex" --sidecar -q --any-exit "$@" || true
  [ -s "$TMP/t.nex" ] || return 0 # the program stops before the trace starts
  export_all "$TMP/t.nex" --elf "$elf" $src || return
  [ -z "$stat" ] || "$HARTRACE" stat "$TMP/t.nex" --elf "$elf" -q --format json >"$stat" || [ $? = 1 ] || return
  python3 tests/view/totals_check.py "$TMP/all" $stat
}

stamps="--te trTsEnable=1"
programs=$BUILD/programs/rv64
# shellcheck disable=SC2086
{
check "contexts" totals "$programs/context.elf" $stamps --te trTeContext=1
check "two harts" totals "$programs/smpipi.elf" $stamps --harts 2 --max-instructions 100000
check "traps of instructions that are never executed" totals "$programs/user.elf" $stamps --te trTeContext=1
check "losses" totals "$programs/coroutine.elf" $stamps --te trTeInstSyncMode=3 --te trTeInstSyncMax=2 --param fifo_bytes=76 --param link_bytes=1
for elf in "$programs"/*.elf ${HARTRACE_SOAK:+"$BUILD"/programs/rv32/*.elf}; do
  [ -n "${SANITIZED:-}" ] && break # those above take the same ways
  check "$(basename "$elf" .elf)" totals "$elf" $stamps --max-instructions $most
done
}

# Messages by hand, BTM without timestamps. Two damaged ones and the whole ones after them are one gap, up to the sync. An empty
# message, the byte 0x03, is none. The Error message is a loss, not a gap; the messages before its sync are one.
cat >"$TMP/made.py" <<'PY'
import sys
from ntrace import *
turns = [m for t in pattern(12) for m in turn(t)]
damaged = message(3, 4) [:-1] + b"\x02"  # MSEO 2 is reserved
stream = [sync(0x1000, 5)] + turns[:8] + [b"\x03"] + turns[8:] + [damaged, direct(4), damaged, direct(2)] + [sync(0x1000, 2)]
stream += turns + [error(), direct(4), sync(0x1000, 7)] + turns + [stop(0)]
open(sys.argv[1] + "/made.nex", "wb").write(b"".join(stream))
open(sys.argv[1] + "/made.pcinfo", "w").write(PCINFO)
PY
made() {
  python3 "$TMP/made.py" "$TMP" && export_all "$TMP/made.nex" --pcinfo "$TMP/made.pcinfo" --no-sidecar || return
  "$HARTRACE" stat "$TMP/made.nex" --pcinfo "$TMP/made.pcinfo" --format json >"$TMP/stat.json"
  python3 tests/view/totals_check.py "$TMP/all" "$TMP/stat.json" &&
    sqlite3 "$TMP/all/sqlite" "SELECT value FROM totals WHERE name IN ('gaps', 'losses') ORDER BY name" | tr '\n' ' ' | grep -x '2 1 '
}
check "gaps and losses" made
finish
