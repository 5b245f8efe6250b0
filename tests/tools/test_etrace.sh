#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Verbs on E-Trace: streams of one source and of two, from the same run whose N-Trace is compared; expected values are those
# of the run. tests/interop/etrace_io writes the streams, by the model's algorithm.
. tests/lib/tap.sh
. tests/tools/lib.sh
IO=$BUILD/tests/interop/etrace_io
ELF=$BUILD/programs/rv64/irqnest.elf
ING=$TMP/run.ing
"$HARTRACE" run "$ELF" --mode htm --save-ingress "$ING" --save-trace "$TMP/run.nex" --quiet --console "$TMP/console" >"$TMP/run.out" 2>&1
N=$(sed -n 's/^equal: \([0-9]*\) instructions.*/\1/p' "$TMP/run.out")
one='--te trTeFormat=0'
two='--te trTeFormat=0 --te trTeSrcBits=3 --te trTsEnable=1 --param ts_width=24'
"$IO" stream "$TMP/one.etr" "0:$ING"
"$IO" stream "$TMP/two.etr" te.trTeSrcBits=3 te.trTsEnable=1 param.ts_width=24 sync=200 "2:$ING" "5:$ING"
"$IO" stream "$TMP/opts.etr" te.trTeInstEnImplicitReturn=1 te.trTeInstEnBranchPrediction=1 te.trTeInstEnJumpTargetCache=1 \
  te.trTeInstEnSequentialJump=1 param.return_stack_size=3 param.bpred_size=4 param.cache_size=3 param.f0s_width=1 "0:$ING"

check "the run has instructions" test "${N:-0}" -gt 1000
check "verify: one source" says 0 "^equal: $N instructions" "$HARTRACE" verify "$TMP/one.etr" $one --ingress "$ING"
check "verify: a source of two" says 0 "^equal: $N instructions" "$HARTRACE" verify "$TMP/two.etr" $two --src 5 --ingress "$ING"
check "verify: all options, whose sizes are parameters" says 0 "^equal: $N instructions" "$HARTRACE" verify "$TMP/opts.etr" $one \
  --param return_stack_size=3 --param bpred_size=4 --param cache_size=3 --param f0s_width=1 --ingress "$ING"
check "verify: an option without its size" fails 1 'a support packet turns on an option: give the configuration its size' "$HARTRACE" verify "$TMP/opts.etr" $one --ingress "$ING"
check "an option of --te without its size is refused" fails 2 '--param bpred_size' \
  "$HARTRACE" decode "$TMP/one.etr" $one --te trTeInstEnBranchPrediction=1 --ingress "$ING"
"$HARTRACE" decode "$TMP/run.nex" --ingress "$ING" --format pcs >"$TMP/n.pcs"
pcs_equal() { "$HARTRACE" decode "$@" --ingress "$ING" --format pcs | cmp - "$TMP/n.pcs"; }
check "decode: the PCs are those of N-Trace" pcs_equal "$TMP/one.etr" $one
check "decode: from a pipe" bash -c "'$HARTRACE' decode - $one --ingress '$ING' --format pcs <'$TMP/one.etr' | cmp - '$TMP/n.pcs'"
check "--auto finds E-Trace, by its packets alone and with code" eval 'pcs_equal "$TMP/one.etr" --auto && says 0 "^sync-start: [1-9]|sync-start" "$HARTRACE" stat "$TMP/one.etr" --auto &&
  pcs_equal "$TMP/two.etr" --auto --src 5 && pcs_equal "$TMP/one.etr" --auto --te trTeFormat=0'
check "--auto asks for a source of two" fails 2 "auto: 2 sources are mixed .*--src N" "$HARTRACE" decode "$TMP/two.etr" --auto --elf "$ELF"
check "--auto leaves N-Trace alone when it was asked for" fails 2 "auto: nothing can be decoded|not clear" "$HARTRACE" decode "$TMP/one.etr" --auto --te trTeFormat=1 --elf "$ELF"
check "decode --jobs changes nothing" pcs_equal "$TMP/one.etr" $one --jobs 4
check "decode --follow" bash -c "cat '$TMP/two.etr' | timeout 400 '$HARTRACE' decode - --follow $two --src 2 --elf '$ELF' --format pcs | cmp - '$TMP/n.pcs'"
check "decode --src all: both sources" bash -c "'$HARTRACE' decode '$TMP/two.etr' $two --src all --elf '$ELF' --format csv |
  awk -F, '\$3 == \"range\" { n[\$NF] += \$6 } END { exit !(n[2] == $N && n[5] == $N) }'"

# A wrapped buffer: from the first synchronization sequence on.
tail -c +3001 "$TMP/two.etr" >"$TMP/wrapped.etr"
check "verify --wrapped: equal in part" says 0 "^equal in part: [0-9]+ of $N" \
  "$HARTRACE" verify "$TMP/wrapped.etr" $two --src 2 --wrapped --ingress "$ING"
tail -c +1001 "$TMP/one.etr" >"$TMP/nosync.etr"
check "--wrapped without a synchronization sequence says so" fails 2 'no synchronization sequence, 32 null bytes' \
  "$HARTRACE" decode "$TMP/nosync.etr" $one --wrapped --elf "$ELF"

# A damaged byte: typed, with its place and a hint; the rest goes on.
cp "$TMP/two.etr" "$TMP/bad.etr"
at=$("$HARTRACE" dump "$TMP/two.etr" $two | awk '$1 == "#300" { print substr($2, 2) }') # its header: another length
printf '\x1f' | dd of="$TMP/bad.etr" bs=1 seek="$at" conv=notrunc 2>"$TMP/dd.err"
check "decode names packet, offset and a remedy" fails 1 'packet [0-9]+ at offset [0-9]+: .*; ' \
  "$HARTRACE" decode "$TMP/bad.etr" $two --src 2 --elf "$ELF" --format pcs
verify_resync() {
  "$HARTRACE" verify "$TMP/bad.etr" $two --src 2 --ingress "$ING" --resync >"$TMP/v.out" 2>"$TMP/v.err"
  local got=$? compared
  cat "$TMP/v.out" "$TMP/v.err"
  compared=$("$HARTRACE" decode "$TMP/bad.etr" $two --src 2 --elf "$ELF" --format pcs 2>"$TMP/d.err" | wc -l)
  [ $got = 1 ] && grep -q 'differs at instruction' "$TMP/v.out" && [ "$compared" -gt $((N / 2)) ] && [ "$compared" -le "$N" ]
}
check "verify --resync goes on after it" verify_resync
sed '100d' "$TMP/n.pcs" >"$TMP/short.pcs"
check "verify: a missing line is found, with the packets around it" says 1 '#[0-9]+ @[0-9]+ (branch-addr|branches|addr|sync-[a-z]+) .*format=' \
  "$HARTRACE" verify "$TMP/one.etr" $one --elf "$ELF" --pcs "$TMP/short.pcs"

check "dump has the fields by the specification's names" says 0 \
  '^#2 @12 len=10 sync-start srcID=2 timestamp=[0-9]+ flow=0 format=3 subformat=0 branch=1 privilege=3 address=0x80000000$' \
  "$HARTRACE" dump "$TMP/two.etr" $two
check "dump --format jsonl is JSON" bash -c "'$HARTRACE' dump '$TMP/two.etr' $two --format jsonl | python3 -c '
import json, sys
for line in sys.stdin: json.loads(line)'"
check "dump --format csv has as many columns in each row" bash -c "'$HARTRACE' dump '$TMP/opts.etr' $one --param f0s_width=1 --param return_stack_size=3 \
  --param bpred_size=4 --param cache_size=3 --format csv | awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }'"
check "dump --format nexrv is refused" fails 2 'nexrv is for N-Trace alone' "$HARTRACE" dump "$TMP/one.etr" $one --format nexrv

index_agrees() { # the synchronization packets of index are those of dump
  "$HARTRACE" index "$TMP/two.etr" $two --format csv 2>"$TMP/i.err" | awk -F, 'NR > 1 { print $1, $2 }' >"$TMP/i"
  "$HARTRACE" dump "$TMP/two.etr" $two | awk '/ sync-/ { print substr($2, 2), substr($1, 2) }' | cmp - "$TMP/i"
}
check "index lists the synchronization packets" index_agrees
check "stat: bits per instruction" says 0 "^$N instructions" "$HARTRACE" stat "$TMP/one.etr" $one --elf "$ELF"
check "stat --format json" bash -c "'$HARTRACE' stat '$TMP/one.etr' $one --format json | python3 -c '
import json, sys
s = json.load(sys.stdin)
assert sum(t[\"count\"] for t in s[\"types\"]) == s[\"messages\"] and sum(t[\"bytes\"] for t in s[\"types\"]) == s[\"bytes\"]'"
split_and_verify() {
  "$HARTRACE" split "$TMP/two.etr" $two --by src -o "$TMP/p" &&
    "$HARTRACE" verify "$TMP/p.src5.etr" $two --src 5 --ingress "$ING"
}
check "split --by src" split_and_verify
# srcID of 16 bits: numbers above those of N-Trace, in one stream and taken apart.
wide="--te trTeFormat=0 --param srcid_bits=16"
"$IO" stream "$TMP/wide.etr" param.srcid_bits=16 "5000:$ING" "65535:$ING"
for src in 5000 65535; do
  check "srcID $src of 16 bits" says 0 "^equal: $N instructions" "$HARTRACE" verify "$TMP/wide.etr" $wide --src $src --ingress "$ING"
done
check "srcIDs of 16 bits: --src all" bash -c "'$HARTRACE' decode '$TMP/wide.etr' $wide --src all --elf '$ELF' --format csv |
  awk -F, '\$3 == \"range\" { n[\$NF] += \$6 } END { exit !(n[5000] == $N && n[65535] == $N) }'"
check "a srcID that is none" fails 2 '.-src 65536: not a source number, 0 to 65535' "$HARTRACE" decode "$TMP/wide.etr" $wide --src 65536 --elf "$ELF"
check "SRC of N-Trace has 12 bits" fails 2 '.-src 4096: not a source number, 0 to 4095' "$HARTRACE" decode "$TMP/run.nex" --src 4096 --elf "$ELF"
taken_apart() {
  "$HARTRACE" split "$TMP/wide.etr" $wide --by src -o "$TMP/w" && "$HARTRACE" merge "$TMP/w.src65535.etr" "$TMP/w.src5000.etr" $wide --order turn -o "$TMP/w.etr" &&
    "$HARTRACE" verify "$TMP/w.etr" $wide --src 65535 --ingress "$ING" && "$HARTRACE" verify "$TMP/w.src5000.etr" $wide --src 5000 --ingress "$ING"
}
check "srcIDs of 16 bits: split and merge" taken_apart
split_by_sync() {
  "$HARTRACE" split "$TMP/two.etr" $two --by sync -o "$TMP/q" && cat "$TMP"/q.[0-9]*.etr | cmp - "$TMP/two.etr"
}
check "split --by sync: the pieces are the trace" split_by_sync
check "diff: two sources of the same run" says 0 'equal in meaning' "$HARTRACE" diff "$TMP/two.etr" "$TMP/p.src5.etr" $two --src 5 --elf "$ELF"
check "diff without code is refused" fails 2 'add --elf' "$HARTRACE" diff "$TMP/one.etr" "$TMP/one.etr" $one
merged() { # the sources, put together again, are what they were
  "$HARTRACE" split "$TMP/two.etr" $two -o "$TMP/s" && "$HARTRACE" merge "$TMP/s.src2.etr" "$TMP/s.src5.etr" $two -o "$TMP/m.etr" || return 1
  for src in 2 5; do "$HARTRACE" verify "$TMP/m.etr" $two --src $src --ingress "$ING" || return 1; done
}
check "merge" merged
check "lint: no rule is broken" says 0 ' 0 findings; rules: [0-9]+ held, 0 broken' "$HARTRACE" lint "$TMP/one.etr" $one --ingress "$ING"

same_calls() { # calls of E-Trace and of N-Trace
  "$HARTRACE" calls "$TMP/one.etr" $one --elf "$ELF" >"$TMP/e.calls" && "$HARTRACE" calls "$TMP/run.nex" --elf "$ELF" >"$TMP/n.calls" &&
    cmp "$TMP/e.calls" "$TMP/n.calls"
}
check "calls: as N-Trace of the same run" same_calls
same_hot() {
  "$HARTRACE" hot "$TMP/one.etr" $one --elf "$ELF" >"$TMP/e.hot" && "$HARTRACE" hot "$TMP/run.nex" --elf "$ELF" >"$TMP/n.hot" &&
    cmp "$TMP/e.hot" "$TMP/n.hot"
}
check "hot: as N-Trace of the same run" same_hot
check "report" "$HARTRACE" report "$TMP/one.etr" $one --elf "$ELF" -o "$TMP/report.html"
check "export" "$HARTRACE" export "$TMP/one.etr" $one --elf "$ELF" --to chrome -o "$TMP/export.json"

check "info with settings: the contents" says 0 'E-Trace, [0-9]+ bytes, [0-9]+ packets, 0 damaged' "$HARTRACE" info "$TMP/two.etr" $two
check "info tells E-Trace from N-Trace, and its framing" says 1 'E-Trace, srcID of 0 bits, timestamps of 0 bytes' "$HARTRACE" info "$TMP/one.etr"
# Options whose parameters no packet states: the framing and the packets of format 3 are enough.
best="--param f0s_width=1 --param bpred_size=5 --param cache_size=4 --param return_stack_size=3 --te trTeInstEnBranchPrediction=1
  --te trTeInstEnJumpTargetCache=1 --te trTeInstEnImplicitReturn=1 --te trTeInstSyncMode=1 --te trTeInstSyncMax=1"
"$HARTRACE" run -q "$ELF" --te trTeFormat=0 $best --save-trace "$TMP/best.etr" >"$TMP/out" 2>&1
check "info of one with all options: what it needs" says 1 'E-Trace, srcID of 0 bits.*by --param those of the encoder: return_stack_size bpred_size cache_size' \
  "$HARTRACE" info "$TMP/best.etr"
check "decode --auto says what it is" fails 2 'auto: .* look like encapsulated packets of E-Trace' "$HARTRACE" decode "$TMP/best.etr" --elf "$ELF" --auto
check "decode without settings points to info" fails 1 '; 0 instructions decoded; hartrace info says' "$HARTRACE" decode "$TMP/best.etr" --elf "$ELF"
check "info: N-Trace stays N-Trace" says 0 'N-Trace messages \(confident\)' "$HARTRACE" info "$TMP/run.nex"
printf 'sidecar = 1\n\n[te]\ntrTeFormat = 0\n' >"$TMP/one.etr.toml"
check "the sidecar says the protocol" pcs_equal "$TMP/one.etr"
check "what E-Trace does not have is refused" fails 2 'trTeInstEnRepeatedHistory' \
  "$HARTRACE" decode "$TMP/two.etr" $two --te trTeInstEnRepeatedHistory=1 --elf "$ELF"
# docs/reference/etrace.md says of each verb what it does with E-Trace.
every_verb() {
  "$HARTRACE" --help | sed -nE '/^Verbs:/,/^$/s/^  ([a-z0-9]+) +[a-z].*/\1/p' | grep -vx help | sort >"$TMP/verbs"
  sed -n '/^| Verb | E-Trace |/,/^$/p' docs/reference/etrace.md | cut -d'|' -f2 | grep -oE '`[a-z][a-z0-9]+( [a-z]+)?`' | tr -d '`' | cut -d' ' -f1 | sort -u >"$TMP/rows"
  [ "$(wc -l <"$TMP/verbs")" -gt 30 ] && diff "$TMP/verbs" "$TMP/rows"
}
check "every verb is in the table" every_verb
finish
