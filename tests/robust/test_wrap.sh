#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A buffer of 4 KiB that a long program fills many times: what is left decodes to the last instructions that were
# retired, and with StopOnWrap to the first ones. Compared here with tail, head and cmp, not with hartrace verify.
. tests/lib/tap.sh

options() { # programs and settings of the encoder: periodic syncs of each kind, with and without more options
  cat <<'END'
rv64/sort htm trTeInstSyncMode=messages trTeInstSyncMax=0
rv64/sort btm trTeInstSyncMode=messages trTeInstSyncMax=0
rv64/sha256 htm trTeInstSyncMode=messages trTeInstSyncMax=1
rv64/vm btm trTeInstSyncMode=cycles trTeInstSyncMax=4 trTeSrcBits=7 trTeSrcID=99
rv32/recursion htm trTeInstSyncMode=3 trTeInstSyncMax=4 trTeInstEnRepeatedHistory=1
rv32/matrix btm trTeInstSyncMode=messages trTeInstSyncMax=1 trTeContext=1
rv64/vm-high htm trTeInstSyncMode=messages trTeInstSyncMax=0 trTeInstExtendAddrMSB=1
rv64/sort etrace trTeInstSyncMode=messages trTeInstSyncMax=0
rv64/vm etrace trTeInstSyncMode=cycles trTeInstSyncMax=4 trTeSrcBits=7 trTeSrcID=99 trTsEnable=1
rv32/recursion etrace trTeInstSyncMode=3 trTeInstSyncMax=4 trTeInstNoAddrDiff=1
END
}

# traced NAME MODE [FIELD=VALUE]...: MODE etrace is E-Trace, which has none. Sets te and decode; runs with the options in $more.
traced() {
  local elf=$BUILD/programs/$1.elf mode=$2
  shift 2
  te=() modes=(--mode "$mode") decodes=(--te trTeInstMode="$mode")
  if [ "$mode" = etrace ]; then modes=() decodes=() te=(--te trTeFormat=0); fi
  for f in "$@"; do te+=(--te "$f"); done
  "$HARTRACE" run "$elf" "${modes[@]}" --sink sram --sink-size 4096 "${te[@]}" "${more[@]}" \
    --save-trace "$TMP/t.nex" --save-pcs "$TMP/t.pcs" --console "$TMP/console" 2>"$TMP/err" || cat "$TMP/err"
  [ "$(wc -c <"$TMP/t.nex")" -le 4096 ] || return 1
  # 1: bytes before the first sync, or after the last whole message, were skipped
  "$HARTRACE" decode "$TMP/t.nex" --elf "$elf" "${decodes[@]}" "${te[@]}" "${decode[@]}" \
    --format pcs -o "$TMP/d.pcs" 2>"$TMP/decode.err" || [ $? = 1 ] || return 1
  n=$(wc -l <"$TMP/d.pcs")
  echo "$n of $(wc -l <"$TMP/t.pcs") instructions"
  cat "$TMP/decode.err"
  ! grep -q ERROR "$TMP/decode.err" && [ "$n" -gt 1000 ]
}

tail_is_right() {
  more=() decode=(--wrapped)
  traced "$@" && grep -q 'the sink wrapped' "$TMP/err" && [ "$n" -lt "$(wc -l <"$TMP/t.pcs")" ] &&
    tail -n "$n" "$TMP/t.pcs" | cmp - "$TMP/d.pcs"
}

head_is_right() {
  more=(--stop-on-wrap) decode=()
  traced "$@" && grep -q 'the sink is full' "$TMP/err" && [ "$n" -lt "$(wc -l <"$TMP/t.pcs")" ] &&
    head -n "$n" "$TMP/t.pcs" | cmp - "$TMP/d.pcs"
}

while read -r line; do
  # shellcheck disable=SC2086
  check "wrapped 4 KiB, $line: the decoded tail is the tail of what was retired" tail_is_right $line
  # shellcheck disable=SC2086
  check "stopped at 4 KiB, $line: the decoded head is the head of what was retired" head_is_right $line
done < <(options)
finish
