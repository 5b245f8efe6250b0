# SPDX-License-Identifier: Apache-2.0
# The encode half of bench.sh, which sources it: needs tmp, hartrace, code, n, best, line.

# ratio WHAT A B: how many times faster A is than B.
ratio() {
  case "$2$3" in *failed*) return ;; esac
  awk -v w="$1" -v a="$2" -v b="$3" 'BEGIN { printf "%-44s %8.2f times\n", w, b / a }'
}

encode_with() {
  "$hartrace" encode $code -q -o "$tmp/encode.nex" "$@"
}

# A whole PC list, from the file to the trace in a file.
bench_encode_lists() {
  local all='--te trTeInstEnRepeatedHistory=1 --te trTeInstEnImplicitReturn=1 --te trTeInstImplicitReturnMode=3'
  line 'encode htm' "$(best encode_with --mode htm --pcs "$tmp/pcs")" "$n" 'M instr/s'
  line 'encode btm' "$(best encode_with --mode btm --pcs "$tmp/pcs")" "$n" 'M instr/s'
  line 'encode htm, return stack, repeated history' \
    "$(best encode_with --mode htm $all --pcs "$tmp/pcs")" "$n" 'M instr/s'
  gzip -c "$tmp/pcs" >"$tmp/pcs.gz"
  line 'encode htm, list in gzip' "$(best encode_with --mode htm --pcs "$tmp/pcs.gz")" "$n" 'M instr/s'
  rm -f "$tmp/pcs.gz"
  if command -v zstd >/dev/null; then
    zstd -q -c "$tmp/pcs" >"$tmp/pcs.zst"
    line 'encode htm, list in zstd' "$(best encode_with --mode htm --pcs "$tmp/pcs.zst")" "$n" 'M instr/s'
    rm -f "$tmp/pcs.zst"
  fi
}

# The reference encoder, and ours on the same file: PCSEQ text, made by the reference tool.
bench_encode_reference() {
  local ours theirs
  reference_encode() {
    "$NEXRV" -enco "$tmp/pcseq" -nex "$tmp/reference.nex" -none
  }
  "$NEXRV" -conv -pcinfo "$tmp/pcinfo" -pconly "$tmp/pcs" -pcseq "$tmp/pcseq" >/dev/null 2>&1 || return
  theirs=$(best reference_encode)
  ours=$(best encode_with --mode htm --pcs "$tmp/pcseq")
  line 'encode htm, PCSEQ list' "$ours" "$n" 'M instr/s'
  line 'reference tool, encode htm, PCSEQ list' "$theirs" "$n" 'M instr/s'
  ratio 'encode: ours against the reference tool' "$ours" "$theirs"
  rm -f "$tmp/pcseq"
}

# The firmware boot that `make demo` records.
bench_encode_ingress() {
  local boot=$1 count
  encode_boot() {
    "$hartrace" encode --ingress "$boot" --mode htm -q -o "$tmp/boot.nex"
  }
  encode_boot || return
  count=$("$hartrace" verify "$tmp/boot.nex" --ingress "$boot" | sed -n 's/^equal: \([0-9]*\) .*/\1/p')
  line "encode htm, ingress stream of a boot ($count)" "$(best encode_boot)" "${count:-0}" 'M instr/s'
}

# The simulated hart, without and with its trace.
bench_run() {
  local elf=$1 count
  count=$("$hartrace" run "$elf" --no-trace --console /dev/null | sed -n 's/^program: [^,]*, \([0-9]*\) .*/\1/p')
  [ -n "$count" ] || return
  line "run without trace ($(basename "$elf"), $count)" \
    "$(best "$hartrace" run "$elf" --no-trace --console /dev/null)" "$count" 'M instr/s'
  line 'run, trace, decode, compare' \
    "$(best "$hartrace" run "$elf" --sink-size 67108864 --console /dev/null)" "$count" 'M instr/s'
}

bench_encode() {
  bench_encode_lists
  [ -n "${NEXRV:-}" ] && [ -r "$tmp/pcinfo" ] && bench_encode_reference
  [ -r "$BUILD/demo/boot.ing" ] && bench_encode_ingress "$BUILD/demo/boot.ing"
  [ -r "$BUILD/programs/rv64/sort-O0.elf" ] && bench_run "$BUILD/programs/rv64/sort-O0.elf"
}
