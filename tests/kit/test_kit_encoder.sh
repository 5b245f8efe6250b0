#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit encoder: the encoder model breaks no rule, whatever its parameters; a device that hangs, floods, dies, answers nonsense
# or lies is named within bounded time, and nothing counts as held then; a planted bug is named by its rule; the reports. The RTL and an
# encoder with five bugs are in tests/rtl/test_rtl_kit.sh.
. tests/lib/tap.sh

kit() { "$HARTRACE" kit encoder "$@"; }
# sum VERDICT: the number of the last line of $TMP/out.
sum() { sed -nE "s/^rules: .*\\b([0-9]+) $1.*/\\1/p" "$TMP/out"; }

streams=10
[ -z "${SANITIZED:-}" ] || streams=4
# model AT-LEAST PARAM...: none broken, AT-LEAST held.
model() {
  local least=$1 p params=()
  shift
  for p in "$@"; do params+=(--param "$p"); done
  kit --streams "$streams" "${params[@]}" >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
  [ "$(sum held)" -ge "$least" ] && [ "$(sum broken)" = 0 ] || { cat "$TMP/out"; return 1; }
}
once "the model" model 600
check "a short HIST, a small I-CNT, pairs of contexts" model 600 hist_bits=8 icnt_bits=11 hcontext=1 return_stack=5 hrepeat_bits=4 bcnt_bits=3
check "32 bits, an itype of 3 bits, a narrow link" model 550 xlen=32 itype_width=3 fifo_bytes=76 link_bytes=1
check "BTM alone, SYNC 4" model 490 htm=0 icnt_sync=1 icnt_bits=8 btype_split=0
check "HTM alone, no options" model 380 btm=0 filters=0 comparators=0 ext_triggers=0 context=0 stall=0 triggers=0 all_jumps=0 \
  sequential_jump=0 implicit_return=0 repeated_history=0 src_bits=0 ts_modes=0 sync_modes=2
once "data trace of which some is dropped" model 600 data_trace=1 data_level=30 restart_bytes=0

# A rule is held only by a stream that has what the rule is about. Of the first streams some have traps and some have none.
with_and_without() {
  local seed
  for seed in 1 2 3 4 5 6 7 8; do
    kit -n 1 --seed "$seed" --only "random stream" --rules >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
    awk '$1 == "NT-RUL-004" { print $2, $3 }' "$TMP/out"
  done | sort -u >"$TMP/verdicts"
  grep -q '^held' "$TMP/verdicts" && grep -q '^not reached' "$TMP/verdicts" || { cat "$TMP/verdicts"; return 1; }
}
check "what a stream does not have is not held" with_and_without

# ---- what a device says of itself ----

check "parameters in a file" bash -c 'printf "# mine\n[encoder]\nhist_bits = 16 # bits\nbtype_split = false\n" >"$0/caps.toml" &&
  "$1" kit encoder --param hist_bits=16 --param btype_split=0 --caps "$0/caps.toml" --only case-1 -n 0 | grep -q "hist_bits=16 btype_split=0"' "$TMP" "$HARTRACE"
contradicted() {
  printf 'htm = true\nhist_bits = 32\n' >"$TMP/caps.toml"
  kit --param htm=0 --caps "$TMP/caps.toml" --only none >"$TMP/out" 2>&1
  [ $? = 1 ] && grep -q '^KIT-CLAIM *broken' "$TMP/out" && grep -q 'expected: htm=1, as stated' "$TMP/out"
}
check "a claim that registers contradict" contradicted
measured() {
  printf 'hist_bits = 32\n' >"$TMP/caps.toml"
  kit --param hist_bits=9 --caps "$TMP/caps.toml" --only none >"$TMP/out" 2>&1
  [ $? = 1 ] && grep -q 'got: *hist_bits=9: bits of HIST in the first ResourceFull' "$TMP/out"
}
check "or what it sends" measured
printf 'flux = 3\n' >"$TMP/bad.toml"
check "an unknown parameter" fails 2 'bad.toml: .*flux = 3: no parameter of an encoder' "$HARTRACE" kit encoder --caps "$TMP/bad.toml"
printf 'hist_bits = 99\n' >"$TMP/bad.toml"
check "a value beyond its range" fails 2 'hist_bits = 99: no parameter' "$HARTRACE" kit encoder --caps "$TMP/bad.toml"
check "no such file" fails 2 'none.toml: ' "$HARTRACE" kit encoder --caps "$TMP/none.toml"
check "a parameter for another device" fails 2 'is for builtin:model' "$HARTRACE" kit encoder --dut cat --param htm=0
check "no such kit" fails 2 'toaster: unknown; the kit is encoder, decoder or registers' "$HARTRACE" kit toaster
check "no kit" fails 2 'which kit' "$HARTRACE" kit
check "no such builtin" fails 2 'builtin:toaster: unknown' "$HARTRACE" kit encoder --dut builtin:toaster
check "no RTL there" fails 2 'no program .*; build it with .make kit-rtl' "$HARTRACE" kit encoder --dut builtin:rtl --rtl "$TMP/none"

# ---- devices that behave badly ----

# hostile HOW PATTERN: status 2, that message, nothing held, and no process stays. They run side by side: those that hang wait. The others have time enough to
# start on a machine that is busy.
hostiles="hangs silent trickles floods killed exits exits-0 at-once closes nonsense stray short long fails version port no-name empty-hello
  never-ends bad-end"
for how in $hostiles; do
  case $how in hangs | silent | trickles | never-ends) wait=20 ;; *) wait=60 ;; esac
  { timeout 400 "$HARTRACE" kit encoder --dut "exec python3 -SE tests/kit/hostile.py $how" --timeout $wait --only none >"$TMP/$how.out" 2>"$TMP/$how.err"
    echo $? >"$TMP/$how.status"; } &
done
wait
hostile() {
  cat "$TMP/$1.err"
  [ "$(<"$TMP/$1.status")" = 2 ] || { cat "$TMP/$1.status"; return 1; }
  grep -Eq "^hartrace kit: the device $2" "$TMP/$1.err" || return 1
  grep -q '^rules: 0 held, ' "$TMP/$1.out" || { cat "$TMP/$1.out"; return 1; }
  ! pgrep -f "hostile.py $1\$" || { echo "it still runs"; return 1; }
}
check "hangs" hostile hangs 'hangs: no answer within 20000 ms, in what the device can do$'
check "says nothing" hostile silent 'hangs'
check "sends a byte now and then, for ever" hostile trickles 'hangs'
check "floods" hostile floods 'floods: more than [0-9]+ bytes of trace in [0-9]+ clocks'
check "is killed" hostile killed 'died: killed by signal 11'
check "exits" hostile exits 'died: exited with status 3'
check "exits well, too early" hostile exits-0 'died: exited with status 0'
check "exits at once" hostile at-once 'died: exited with status 1'
check "closes its output" hostile closes 'died: closed its output'
check "prints to its output" hostile nonsense 'answers nonsense: a frame of type 0x53'
check "answers what was not asked" hostile stray 'answers nonsense: a frame of type 0x88 with 0 bytes that nothing asked for'
check "answers too little" hostile short 'answers nonsense: an answer of 1 bytes instead of 4'
check "answers too much" hostile long 'answers nonsense: a frame of type 0x83 with 60000 bytes'
check "gives up" hostile fails 'gave up: it says: assertion failed\?\[31m in line 7'
check "has another version" hostile version 'answers nonsense: version 2 of the protocol; this kit has 1'
check "has an impossible port" hostile port 'answers nonsense: a HELLO that describes no port'
check "has no name" hostile no-name 'answers nonsense: a HELLO'
check "an empty HELLO" hostile empty-hello 'answers nonsense: version 0'
check "never ends" hostile never-ends 'hangs'
check "ends badly" hostile bad-end 'died: did not end'
check "is not there" fails 2 'cannot be started: the shell does not find the command' "$HARTRACE" kit encoder --dut no-such-device
check "the time of the run is over" fails 2 'takes too long: the time of the run is over' "$HARTRACE" kit encoder --limit 1 --streams 100000
lies() {
  kit --dut "python3 -SE tests/kit/hostile.py lies" --streams 2 >"$TMP/out" 2>&1
  [ $? = 1 ] && grep -q '^KIT-CLAIM *broken' "$TMP/out" && grep -q '^TCI-TE-005 *broken' "$TMP/out"
}
once "a device that claims what it lacks, and sends nothing" lies
unknown() {
  kit --dut "python3 -SE tests/kit/hostile.py unknown" --only none >"$TMP/out" 2>&1
  [ $? = 1 ] && grep -A3 '^KIT-CLAIM *broken' "$TMP/out" | grep -q 'flux_capacitor'
}
check "one that claims what nobody knows" unknown
silent() { # nothing about messages is held by a device that sends none; NT-CTL and MODE-004 are about registers
  kit --dut "python3 -SE tests/kit/hostile.py accepts" --streams 2 --rules >"$TMP/out" 2>&1
  [ $? = 1 ] && ! grep -E '^NT-.* held ' "$TMP/out" | grep -vE '^NT-(CTL|MODE-004)' | grep .
}
once "a device without trace holds no rule of N-Trace" silent

# ---- quirks ----

link_model() {
  local libs=() x
  for x in htk trm htr topology nexus etrace flow ingress; do libs+=("$BUILD/lib/lib$x.a"); done
  case $BUILD in *san*) set -- -fsanitize=address,undefined ;; *) set -- ;; esac
  ${CC:-$([ $# = 0 ] && echo gcc || echo clang)} "$@" -o "$TMP/model" "$BUILD/obj/tests/kit/dut_model.o" "${libs[@]}" -lfdt -lz -lzstd
}
check "the model as a program" link_model
quirky=(--dut "exec python3 -SE tests/kit/quirky.py idle $TMP/model" --only btype --streams 2 --timeout 60)
check "idle bytes 0x03 break a rule" fails 1 '^NT-TX-017 *broken' "$HARTRACE" kit encoder "${quirky[@]}"
printf 'idle_any = true\n' >"$TMP/quirk.toml"
quirk() { # counted, neither held nor broken, and all else as it is
  kit "${quirky[@]}" --profile "$TMP/quirk.toml" --format json >"$TMP/out" || { head -n 30 "$TMP/out"; return 1; }
  python3 - "$TMP/out" <<'PY'
import json, sys
j = json.load(open(sys.argv[1]))
rule = {r["rule"]: r for r in j["rules"]}
assert j["broken"] == 0 and j["quirks"] == 1 and j["held"] > 60, (j["broken"], j["quirks"], j["held"])
assert rule["NT-TX-017"]["verdict"] == "quirk" and rule["NT-TX-017"]["quirks"] > 20, rule["NT-TX-017"]
assert rule["NT-MSG-028"]["verdict"] == "held"
PY
}
check "with a profile they are a quirk" quirk
printf 'excused = "NT-TX-017"\n' >"$TMP/quirk.toml"
check "a rule that is excused" fails 1 '^NT-TX-017 *quirk .* \([0-9]+ times\)' "$HARTRACE" kit encoder "${quirky[@]}" --profile "$TMP/quirk.toml" --only none
# other QUIRK BROKEN RULE PROFILE PARAM ARGUMENT...: without the profile BROKEN is broken; with it nothing is, and RULE is a quirk that is used.
other() {
  local dut="exec python3 -SE tests/kit/quirky.py $1 $TMP/model $5" broken=$2 rule=$3
  printf '%s\n' "$4" >"$TMP/quirk.toml"
  shift 5
  "$HARTRACE" kit encoder --dut "$dut" --timeout 60 "$@" >"$TMP/out"
  [ $? = 1 ] && grep -q "^$broken *broken" "$TMP/out" || { head -n 20 "$TMP/out"; return 1; }
  "$HARTRACE" kit encoder --dut "$dut" --timeout 60 "$@" --rules --profile "$TMP/quirk.toml" >"$TMP/out" &&
    grep -Eq "^$rule *quirk .* \([0-9]+ times?\)" "$TMP/out" || { grep -A3 -E 'broken|quirk' "$TMP/out" | head -n 20; return 1; }
}
small=(--only btype --streams 0)
check "a vendor's messages between others" other vendor NT-MSG-017 NT-MSG-017 'vendor_tcodes = "40"' ts_modes=10 "${small[@]}"
check "itypes of 3 bits, and implicit returns that can be set" other returns TCI-TE-036 TCI-TE-036 'itype_3 = true' itype_width=3 "${small[@]}"
check "no HIST bit for the branch before a sync" other branch NT-HST-001 NT-SYN-017 'sync_branch = true' src_bits=0 --only loses-history-at-sync --streams 0
check "among other syncs" other branch NT-HST-001 NT-SYN-017 'sync_branch = true' src_bits=0 --only case- --streams 0
check "no such profile" fails 2 'profile toast: unknown' "$HARTRACE" kit encoder --profile toast

# ---- after the first difference, and after a loss ----

after_loss() { # BUG RULE TEXT: "random stream" loses nothing, and does not see the bug
  local device=(--dut "exec python3 -SE tests/kit/quirky.py $1 $TMP/model stall=0 fifo_bytes=76 link_bytes=1" --timeout 60)
  kit "${device[@]}" --only "random stream" --streams 8 >"$TMP/out" || { cat "$TMP/out"; return 1; }
  kit "${device[@]}" --only "random losses" --streams 16 >"$TMP/out"
  [ $? = 1 ] && grep -A3 "^$2 *broken" "$TMP/out" | grep -q "$3" || { cat "$TMP/out"; return 1; }
}
once "after a loss: a message is missing" after_loss forgets NT-CNT-003 'in a random stream with losses'
once "after a loss: the trace ends" after_loss stops NT-PTC-001 'expected: what was executed, also after messages were lost'
all_stretches() { # trace and code agree again at the next synchronizing message
  kit --dut "$BUILD/tests/kit/dut_object.so icnt" --only "random stream" --streams 10 >"$TMP/out" 2>"$TMP/err"
  grep -Eq 'in all of the stream [0-9]+ instructions are right, and it differs from these messages on: #[0-9]+(, #[0-9]+)*;' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
check "all stretches that differ" all_stretches

# ---- reports ----

reports() {
  python3 - "$HARTRACE" "$TMP" <<'PY'
import json, subprocess, sys, xml.etree.ElementTree as ET
hartrace, tmp = sys.argv[1:]
def run(*args):
    r = subprocess.run([hartrace, "kit", "encoder", "--streams", "2", "--only", "btype", "--junit", tmp + "/k.xml", "--sarif", tmp + "/k.sarif",
                        "--format", "json", *args], capture_output=True, text=True)
    return r.returncode, json.loads(r.stdout), ET.parse(tmp + "/k.xml").getroot(), json.load(open(tmp + "/k.sarif"))
status, j, x, s = run()
assert status == 0 and j["schema"] == "hartrace-kit-1" and j["stopped"] is None and j["broken"] == 0 and j["held"] > 20
verdicts = [r["verdict"] for r in j["rules"]]
assert all(verdicts.count(v.replace("_", " ")) == j[v] for v in ("held", "broken", "not_applicable", "not_reached"))
assert int(x.get("tests")) == len(j["rules"]) == len(x.findall("testcase")) and x.get("failures") == x.get("errors") == "0"
assert int(x.get("skipped")) == len(x.findall("testcase/skipped")) == j["not_reached"] + j["not_applicable"]
assert s["version"] == "2.1.0" and s["runs"][0]["results"] == [] and s["runs"][0]["invocations"][0]["executionSuccessful"] is True
status, j, x, s = run("--dut", "python3 -SE tests/kit/hostile.py accepts")
broken = [r for r in j["rules"] if r["verdict"] == "broken"]
assert status == 1 and len(broken) == j["broken"] > 0 and all(r["first"]["scenario"] and r["first"]["expected"] for r in broken)
assert int(x.get("failures")) == len(x.findall("testcase/failure")) == j["broken"]
assert [r["ruleId"] for r in s["runs"][0]["results"]] == [r["rule"] for r in broken]
status, j, x, s = run("--dut", "python3 -SE tests/kit/hostile.py killed", "--timeout", "20")
assert status == 2 and "killed by signal 11" in j["stopped"] and j["held"] == 0 and x.get("errors") == "1"
assert s["runs"][0]["invocations"][0]["executionSuccessful"] is False
PY
}
check "JSON, JUnit and SARIF" reports
repeatable() {
  kit --streams 5 --seed 77 --format json >"$TMP/a" && kit --streams 5 --seed 77 --format json | cmp - "$TMP/a"
}
once "the same seed, the same report" repeatable
rules_exist() { # the ids that the kit blames and holds are in the conformance list
  local id bad=0
  for id in $(grep -ohE '"?(NT|TCI)-[A-Z]+-[0-9]{3}' lib/kit/src/*.c lib/kit/include/htk/*.def | tr -d '"' | sort -u); do
    grep -q "\"$id\"" "$BUILD/obj/lib/kit/gen/htk_rule_list.c" || { echo "$id"; bad=1; }
  done
  return $bad
}
check "every rule that it names is in the list" rules_exist
finish
