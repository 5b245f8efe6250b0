#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit encoder --etrace: the encoder model breaks no rule, whatever its parameters; an encoder without E-Trace breaks the rules about its
# registers; planted bugs break their rules and no others (etrace_mutants.py; all of them with HARTRACE_SOAK).
. tests/lib/tap.sh

kit() { "$HARTRACE" kit encoder --etrace "$@"; }
sum() { sed -nE "s/^rules: .*\\b([0-9]+) $1.*/\\1/p" "$TMP/out"; }
# model AT-LEAST PARAM...: none broken, AT-LEAST held.
model() {
  local least=$1 p params=()
  shift
  for p in "$@"; do params+=(--param "$p"); done
  kit --streams 64 "${params[@]}" >"$TMP/out" 2>&1 && [ "$(sum held)" -ge "$least" ] && [ "$(sum broken)" = 0 ] || { cat "$TMP/out"; return 1; }
}
check "the model" model 50
check "all options" model 75 return_stack_size=3 bpred_size=4 cache_size=3 f0s_width=1 filters=2 comparators=3
check "32 bits, a call counter, contexts" model 50 xlen=32 call_counter_size=3 nocontext=0 context_width=16
check "a narrow link" model 50 link_bytes=1 fifo_bytes=96
fields() {
  ${CC:-gcc} -o "$TMP/model" "$BUILD/obj/tests/kit/dut_model.o" "$BUILD"/lib/lib{htk,trm,htr,topology,nexus,etrace,flow,ingress}.a -lfdt -lz -lzstd || return
  kit --dut "$TMP/model" --streams 1 >"$TMP/out" 2>&1
  [ $? = 1 ] || { cat "$TMP/out"; return 1; }
  local id
  for id in ET-CTL-018 ET-CTL-022 ET-CTL-036; do
    grep -q "^$id *broken" "$TMP/out" || { echo "$id"; cat "$TMP/out"; return 1; }
  done
}
[ -n "${SANITIZED:-}" ] || check "an encoder without E-Trace" fields
check "a decoder has no such rules" fails 2 '\-\-etrace is for kit encoder' "$HARTRACE" kit decoder --etrace
if [ -z "${SANITIZED:-}" ]; then
  few="privilege outcomes updiscon no-end loss-not-told filters"
  [ -z "${HARTRACE_SOAK:-}" ] || few=
  # shellcheck disable=SC2086
  check "planted bugs" tests/kit/etrace_mutants.py "$BUILD" "${CC:-gcc}" $few
fi
finish
