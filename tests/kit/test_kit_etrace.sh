#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit encoder --etrace: the encoder model breaks no rule, whatever its parameters; an encoder without E-Trace breaks the rules about its
# registers; planted bugs break their rules and no others (etrace_mutants.py; all of them with HARTRACE_SOAK). kit decoder --etrace: our decoder
# breaks no rule, built in, as a command and as hartrace decode; planted bugs are named (etrace_decoder_mutants.py). Data trace of both protocols.
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
# Holds ET-DAT-001..008 ET-DAT-017 ET-DAT-019 ET-DAT-020 ET-DAT-023..026 ET-CTL-005 ET-CTL-032..034 ET-PKT-039
check "data trace" model 85 data_trace=1
check "split data trace, 32 bits" model 80 data_trace=1 data_split=1 lrid_width=2 xlen=32 data_diff_width=1

# N-Trace's prototype of data trace: what N-Trace 1.0 says of it is not applicable, and its own rules are held.
ntrace_data() {
  "$HARTRACE" kit encoder --param data_trace=1 --only data -n 8 --rules >"$TMP/out" 2>&1 && "$HARTRACE" kit encoder --param data_trace=1 --only accesses -n 8 --rules >>"$TMP/out" 2>&1 || { grep -A3 broken "$TMP/out"; return 1; }
  local id
  for id in HT-DATA-003 HT-DATA-004 HT-DATA-007 HT-DATA-008 HT-DATA-009 HT-DATA-013 HT-DATA-014 HT-DATA-024; do
    grep -q "^$id held" "$TMP/out" || { echo "$id"; return 1; }
  done
}
# Holds HT-DATA-003 HT-DATA-004 HT-DATA-007..009 HT-DATA-013 HT-DATA-014
check "data trace of N-Trace" ntrace_data
# A device that states data_trace=1 and has none: the model without it, whose answer to HELLO is changed on its way.
cat >"$TMP/claims.py" <<'PY'
import os, subprocess, sys, threading
p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def back():
    first = True
    while data := os.read(p.stdout.fileno(), 65536):
        if first:
            data = data.replace(b"data_trace=0", b"data_trace=1")
        first = False
        os.write(1, data)
threading.Thread(target=back, daemon=True).start()
while data := os.read(0, 65536):
    p.stdin.write(data)
    p.stdin.flush()
p.stdin.close()
sys.exit(p.wait())
PY

# ---- decoders ----

dec() { "$HARTRACE" kit decoder --etrace "$@"; }
# decodes AT-LEAST ARGUMENT...: none broken, AT-LEAST held.
decodes() {
  local least=$1
  shift
  dec "$@" >"$TMP/out" 2>&1 && [ "$(sum held)" -ge "$least" ] && [ "$(sum broken)" = 0 ] || { head -n 40 "$TMP/out"; return 1; }
}
check "our decoder" decodes 120
[ -z "${HARTRACE_SOAK:-}" ] || check "other seeds" decodes 120 --seed 1000 -n "$HARTRACE_SOAK"
# wrong RULE COMMAND [ARGUMENT...]: a decoder that breaks RULE, and holds no rule of E-Trace.
wrong() {
  local rule=$1 command=$2
  shift 2
  dec --rules --dut "$command" "$@" >"$TMP/out" 2>"$TMP/err"
  [ $? = 1 ] && grep -q "^$rule *broken" "$TMP/out" && ! grep -E '^ET-[A-Z]+-[0-9]+ *held' "$TMP/out" || { head -n 20 "$TMP/out" "$TMP/err"; return 1; }
}
check "one that writes nothing" wrong KIT-FLOW 'true {trace} {out}' --only branches -n 0
check "one that only fails" wrong KIT-FLOW 'echo sorry >&2; exit 1; {trace}' --only trap- -n 0
check "one that crashes" wrong KIT-CRASH 'kill -SEGV $$; : {trace}' --only encap -n 0
check "one that writes prose" wrong KIT-OUTPUT 'echo hello world; : {trace}' --only addr -n 0
check "a wrong address" wrong KIT-FLOW 'echo 0x1000; echo 0x7777; : {trace}' --only addr -n 0
check "the program for N-Trace" fails 2 'nexrv: it decodes N-Trace alone; leave out --etrace' "$HARTRACE" kit decoder --etrace --dut nexrv
# The settings are those of hartrace decode: a script of a few lines makes a command of it.
cat >"$TMP/decode.sh" <<'SH'
#!/bin/sh
# decode.sh HARTRACE TRACE ELF SETTINGS OUT
hartrace=$1 trace=$2 elf=$3 out=$5
while IFS='=' read -r name value; do
  case $name in
    kit | xlen | daddress_width | data_width) ;;
    wrapped) [ "$value" = 0 ] || set -- "$@" --wrapped ;;
    src) set -- "$@" --src "$value" ;;
    ts_bytes) [ "$value" = 0 ] || set -- "$@" --te trTsEnable=1 --param "ts_width=$((value < 8 ? 8 * value : 63))" ;;
    tr*) set -- "$@" --te "$name=$value" ;;
    *) set -- "$@" --param "$name=$value" ;;
  esac
done <"$4"
shift 5
"$hartrace" decode "$trace" --elf "$elf" --format pcs "$@" >"$out"
SH
once "hartrace decode as a command" decodes 35 --only traps -n 12 --dut "sh $TMP/decode.sh $HARTRACE {trace} {elf} {settings} {out}"
if [ -z "${SANITIZED:-}" ]; then
  few="privilege outcomes updiscon no-end loss-not-told filters data-value data-no-sync ntrace-relative"
  [ -z "${HARTRACE_SOAK:-}" ] || few=
  # shellcheck disable=SC2086
  check "planted bugs" tests/kit/etrace_mutants.py "$BUILD" "${CC:-gcc}" $few
  claims() {
    "$HARTRACE" kit encoder --etrace -n 4 --only accesses --dut "python3 $TMP/claims.py $TMP/model etrace=1" >"$TMP/out" 2>&1
    [ $? = 1 ] && grep -q '^ET-CTL-005 *broken' "$TMP/out" && grep -q 'though the device states data_trace=1' "$TMP/out" || { cat "$TMP/out"; return 1; }
  }
  check "data trace that is stated, and not there" claims
  few="outcomes-upside-down data-difference"
  [ -z "${HARTRACE_SOAK:-}" ] || few=
  # shellcheck disable=SC2086
  check "planted bugs of a decoder" tests/kit/etrace_decoder_mutants.py "$BUILD" "${CC:-gcc}" $few
fi
finish
