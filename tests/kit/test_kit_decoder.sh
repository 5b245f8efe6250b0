#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace kit decoder: our decoder breaks no rule, built in and as a command; decoders that crash, hang, flood, write nonsense or nothing, or do
# not report errors, break the rule that says so, in bounded time, and nothing counts as held that they did not hold; known defects; the files
# of a case are what the protocol says; the reports; element text of OpenCSD.
. tests/lib/tap.sh

kit() { "$HARTRACE" kit decoder "$@"; }
own="$BUILD/obj/tests/kit/dut_decoder"
# sum VERDICT: the number of the last line of $TMP/out.
sum() { sed -nE "s/^rules: .*\\b([0-9]+) $1.*/\\1/p" "$TMP/out"; }

# part NAME: the cases with NAME in their name; in the long form all. A case is three processes or more.
part() { [ -n "${HARTRACE_SOAK:-}" ] || echo "--only $1"; }

# passes ARGUMENT...: none broken, at least 90 held.
passes() {
  kit "$@" >"$TMP/out" 2>&1 || { head -n 40 "$TMP/out"; return 1; }
  [ "$(sum held)" -ge 90 ] && [ "$(sum broken)" = 0 ] || { cat "$TMP/out"; return 1; }
}
check "our decoder" passes ${SANITIZED:+-n 8}
once "other seeds" passes --seed 1000 -n ${HARTRACE_SOAK:-8}

# ---- decoders that are wrong ----

# bad COMMAND RULE PATTERN [ARGUMENT...]: status 1, RULE broken, a line like PATTERN, and no rule of N-Trace held.
bad() {
  local command=$1 rule=$2 pattern=$3 got
  shift 3
  timeout 400 "$HARTRACE" kit decoder --dut "$command" --rules "$@" >"$TMP/out" 2>"$TMP/err"
  got=$?
  [ $got = 1 ] || { echo "status $got"; cat "$TMP/err"; return 1; }
  grep -q "^$rule *broken" "$TMP/out" || { echo "$rule is not broken"; grep ' broken ' "$TMP/out"; return 1; }
  grep -Eq "$pattern" "$TMP/out" || { echo "no line like $pattern"; return 1; }
  ! grep -E '^(NT|TCI)-[A-Z]+-[0-9]+ *held' "$TMP/out"
}
check "one that writes nothing" bad 'true {trace} {out}' KIT-FLOW 'got: +no more instructions' --only icnt -n 0
check "and does not notice an error" bad 'true {trace} {out}' KIT-ERRORS 'got: +exit status 0, and no error' --only icnt -n 0
check "one that only fails" bad 'echo sorry >&2; exit 1; {trace}' KIT-GOOD 'got: +exit status 1: sorry' -n 1
check "one that crashes" bad 'kill -SEGV $$; : {trace}' KIT-CRASH 'got: +killed by signal 11' --only btype -n 0
check "in a process of its own" bad 'sh -c "kill -ABRT \$\$"; : {trace}; exit 134' KIT-CRASH 'got: +killed by signal 6' --only btype -n 0
check "one that a sanitizer ends" bad 'echo "==1==ERROR: AddressSanitizer: heap-buffer-overflow" >&2; exit 1; {trace}' KIT-CRASH 'got: +==1==ERROR: AddressSanitizer' --only btype -n 0
check "one that writes prose" bad 'echo hello world; : {trace}' KIT-OUTPUT 'line 1, "hello world": neither an address nor an event' --only btype -n 0
check "half a line" bad 'printf 0x1000z; : {trace}' KIT-OUTPUT 'line 1, "0x1000z": not an address' --only btype -n 0
check "a range of nothing" bad 'echo 0x1000-0x1001; : {trace}' KIT-OUTPUT 'a range that no instructions make up' --only btype -n 0
check "an unknown kind of event" bad 'echo events trace-on toast; : {trace}' KIT-OUTPUT 'no such kind of event' --only btype -n 0
check "bytes" bad 'head -c 5000 /dev/zero | tr "\\0" "\\377"; : {trace}' KIT-OUTPUT 'line 1' --only btype -n 0
check "one that floods" bad 'yes 0x1000 >{out}; : {trace}' KIT-HANG 'more than 64 MiB|too many' --only btype-0 -n 0
check "a wrong address" bad 'echo 0x1000; echo 0x7777; : {trace}' KIT-FLOW 'got: +0x7777' --only btype-0 -n 0
hangs() {
  local status start=$SECONDS
  timeout 400 "$HARTRACE" kit decoder --dut 'sleep 1000; : {trace}' --timeout 1 >"$TMP/out" 2>"$TMP/err"
  status=$?
  [ $status = 2 ] && grep -q 'the decoder hangs: in 5 cases' "$TMP/err" && grep -q '^rules: 0 held' "$TMP/out" && [ $((SECONDS - start)) -lt 60 ] ||
    { echo "status $status"; cat "$TMP/err"; return 1; }
}
check "one that hangs" hangs
check "the time of the run is over" fails 2 'takes too long: the time of the run is over' "$HARTRACE" kit decoder --dut 'sleep 0.3; : {trace}' --limit 1
check "not there" fails 2 'the decoder cannot be started: exit status 127' "$HARTRACE" kit decoder --dut 'no-such-decoder {trace}'
check "no program" fails 2 'the decoder cannot be started: exit status 126' "$HARTRACE" kit decoder --dut '/etc/passwd {trace}'
check "no {trace}" fails 2 'the command has no \{trace\}' "$HARTRACE" kit decoder --dut 'cat {elf}'
check "no such builtin" fails 2 'builtin:toaster: unknown' "$HARTRACE" kit decoder --dut builtin:toaster
check "the reference program, which is not there" env -u NEXRV bash -c '. tests/lib/tap.sh; fails 2 "NEXRV is not set" "$0" kit decoder --dut nexrv' "$HARTRACE"
check "options of encoders" fails 2 'are for kit encoder' "$HARTRACE" kit decoder --param htm=0
folders() { [ -z "$(find "$TMP/folder" -mindepth 1)" ]; }
mkdir "$TMP/folder"
TMPDIR="$TMP/folder" kit --only btype -n 1 >/dev/null
check "no files are left" folders

# ---- decoders made of ours, with a fault in its output ----

# ours SED: our decoder, its output changed by SED.
ours() { echo "$own {trace} {elf} {pcinfo} {settings} {out}; s=\$?; sed -i '$1' {out}; exit \$s"; }
own=$TMP/dut
link() {
  local libs=() x
  for x in htk trm htr topology nexus etrace flow ingress; do libs+=("$BUILD/lib/lib$x.a"); done
  # shellcheck disable=SC2086
  ${CC:-gcc} ${SAN:+-fsanitize=$SAN} -o "$own" "$BUILD/obj/tests/kit/dut_decoder.o" "${libs[@]}" -lfdt -lz -lzstd
}
case $BUILD in *san*) SAN=address,undefined CC=${CC:-clang} ;; esac
check "our decoder, linked as a program" link
once "our decoder, as a command" passes --dut "$own {trace} {elf} {pcinfo} {settings} {out}" -n 4
wrong() { # wrong RULE SED ONLY
  kit --dut "$(ours "$2")" --only "$3" -n 4 >"$TMP/out" 2>&1
  [ $? = 1 ] && grep -q "^$1 *broken" "$TMP/out" || { head -n 20 "$TMP/out"; return 1; }
}
check "SYNC that is not reported" wrong NT-SYN-015 's/sync=8/sync=5/' sync-08
check "an event in another place" wrong KIT-EVENTS '/^exception /{h;d};${p;x}' btype-2
check "a wrong B-TYPE" wrong KIT-EVENTS 's/btype=2/btype=3/' btype-2
check "a time that does not add up" wrong KIT-EVENTS 's/^time 0x2.*/time 0x1/' timestamp-
check "an error where there is none" wrong KIT-GOOD '$s/$/\nerror ICNT/' btype-0
check "an error that is passed over" bash -c '"$1" kit decoder --only icnt-incorrect --dut "$0 {trace} {elf} {pcinfo} {settings} {out}; sed -i /^error/d {out}" | grep -q "^KIT-ERRORS *broken"' "$own" "$HARTRACE"
less() { # a decoder without events, or with fewer fields, breaks nothing
  # shellcheck disable=SC2046
  kit --dut "$(ours 's/^events.*/events trace-on/;/^\(events\|trace-on\|error\|0\)/!d')" -n 4 $(part sync) >"$TMP/out" 2>&1 &&
    kit --dut "$(ours 's/ addr=.*//')" -n 4 $(part ownership) >>"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
}
once "fewer events, fewer fields" less
stops() { # one that ends at the first error: only a memory of zeros, which a decoder handles, is one to ours
  # shellcheck disable=SC2046
  kit --dut "$(ours '/^error/q')" -n 4 $(part zeros) >"$TMP/out" 2>&1
  [ $? = 1 ] && ! grep '^    [a-z].*: KIT-' "$TMP/out" | grep -v 'hostile: zeros before it' || { head -n 30 "$TMP/out"; return 1; }
}
once "one that ends at an error" stops

# ---- the files of a case ----

files() {
  cat >"$TMP/look.py" <<'PY'
import re, subprocess, sys
trace, elf, pcinfo, settings, out = sys.argv[1:]
s = dict(line.rstrip("\n").split("=") for line in open(settings))
assert s["kit"] == "1" and s["xlen"] == "64" and s["trTeSrcBits"] == "12" and s["trTsEnable"] == "0" and s["wrapped"] == "0", s
assert open(trace, "rb").read(), "empty trace"
head = subprocess.run(["readelf", "-hlS", elf], capture_output=True, text=True, check=True)
assert head.stderr == "" and "RISC-V" in head.stdout and "R E" in head.stdout and ".text" in head.stdout, head
rows = [line.strip().split(",") for line in open(pcinfo)]
assert ["0x1000", "BD4", "0x1100"] in rows and ["0x1100", "JI2"] in rows and ["0x2000", "L2"] in rows, rows
PY
  kit --only src-12-bits -n 0 --dut "python3 $TMP/look.py {trace} {elf} {pcinfo} {settings} {out} 2>$TMP/look.err; $own {trace} {elf} {pcinfo} {settings} {out}" >"$TMP/out" &&
    [ ! -s "$TMP/look.err" ] || { cat "$TMP/out" "$TMP/look.err"; return 1; }
}
check "ELF, PCINFO and settings" files
no_list() { kit --only pcinfo -n 0 --dut "$own {trace} {elf} none {settings} {out}" | grep -q '1 case left out: {pcinfo} in the command'; }
check "a list alone is left out without {pcinfo}" no_list

# ---- known defects ----

printf 'Knows no time\n  time*\n# none\nNever seen\n\tfoo*\n' >"$TMP/known"
known() {
  kit --dut "$(ours 's/^time .*/time 0x7/')" --only time --known "$TMP/known" -n 0 >"$TMP/out"
  [ $? = 1 ] && grep -q '^known: Knows no time: [0-9]* cases' "$TMP/out" && grep -q '^not seen: Never seen' "$TMP/out" &&
    grep -q '^1 of 2 known defects seen; [0-9]* cases show another one' "$TMP/out" && grep -q '    error-ecode-ownership-sent\|    src-with-timestamp' "$TMP/out" || { tail -n 20 "$TMP/out"; return 1; }
}
check "failures by known defects" known
printf '  foo*\n' >"$TMP/known"
check "a pattern without a name" fails 2 'known: line 1: a pattern before the first defect|line 1: a pattern before' "$HARTRACE" kit decoder --known "$TMP/known"
check "no such file" fails 2 'none: ' "$HARTRACE" kit decoder --known "$TMP/none"

# ---- reports ----

reports() {
  python3 - "$HARTRACE" "$TMP" <<'PY'
import json, subprocess, sys, xml.etree.ElementTree as ET
hartrace, tmp = sys.argv[1:]
def run(*args):
    r = subprocess.run([hartrace, "kit", "decoder", "-n", "2", "--only", "btype", "--junit", tmp + "/k.xml", "--sarif", tmp + "/k.sarif",
                        "--format", "json", *args], capture_output=True, text=True)
    return r.returncode, json.loads(r.stdout), ET.parse(tmp + "/k.xml").getroot(), json.load(open(tmp + "/k.sarif"))
status, j, x, s = run()
assert status == 0 and j["schema"] == "hartrace-kit-1" and j["kit"] == "decoder" and j["broken"] == 0 and j["failures"] == []
assert int(x.get("tests")) == len(j["rules"]) == len(x.findall("testcase")) and x.get("failures") == "0"
status, j, x, s = run("--dut", "true {trace}")
broken = [r for r in j["rules"] if r["verdict"] == "broken"]
assert status == 1 and len(broken) == j["broken"] > 0 and len(j["failures"]) >= 5
assert all(f["rule"].startswith("KIT-") and f["scenario"] and f["defect"] is None and f["expected"] and f["got"] for f in j["failures"])
assert int(x.get("failures")) == j["broken"] and [r["ruleId"] for r in s["runs"][0]["results"]] == [r["rule"] for r in broken]
status, j, x, s = run("--dut", "none {trace}")
assert status == 2 and "exit status 127" in j["stopped"] and j["held"] == 0 and x.get("errors") == "1"
PY
}
once "JSON, JUnit and SARIF" reports
repeatable() { kit -n 4 --seed 77 --format json >"$TMP/a" && kit -n 4 --seed 77 --format json | cmp - "$TMP/a"; }
once "the same seed, the same report" repeatable
rules_exist() { # the ids that the kit blames and holds are in the lists
  local id bad=0
  for id in $(grep -ohE '(NT|TCI)-[A-Z]+-[0-9]{3}' lib/kit/src/htk_dec*.c | sort -u); do
    grep -qE "\"$id\".*\"(decoder|codec)" "$BUILD/obj/lib/kit/gen/htk_rule_list.c" || { echo "$id"; bad=1; }
  done
  return $bad
}
check "every rule that it names is for decoders" rules_exist

# ---- elements of OpenCSD ----

opencsd() {
  cat >"$TMP/lister" <<'SH'
echo 'Idx:0; ID:10; OCSD_GEN_TRC_ELEM_NO_SYNC( [init-decoder])'
echo 'Idx:0; ID:10; OCSD_GEN_TRC_ELEM_TRACE_ON( [begin or filter])'
echo 'Idx:4; ID:10; OCSD_GEN_TRC_ELEM_INSTR_RANGE(exec range=0x1000:[0x100c] num_i(3) last_sz(4) (ISA=Custom) E --- )'
echo 'Idx:4; ID:10; OCSD_GEN_TRC_ELEM_EXCEPTION(pref ret addr:0x100c; excep num (0x02) )'
echo 'Idx:8; ID:10; OCSD_GEN_TRC_ELEM_TIMESTAMP( [ TS=0x00000000001f]; )'
echo 'Idx:8; ID:10; OCSD_GEN_TRC_ELEM_EO_TRACE( [end-of-trace])'
SH
  [ "$(examples/kit-opencsd.sh sh "$TMP/lister")" = 'events trace-on exception exception-return time
trace-on
0x1000-0x100c
exception at=0x100c
time 0x00000000001f' ]
}
check "elements of OpenCSD as lines of the kit" opencsd
check "its errors" fails 1 '^error no code' examples/kit-opencsd.sh echo 'OCSD_GEN_TRC_ELEM_ADDR_NACC( 0x1000)'
check "its exit status" fails 7 '^events' examples/kit-opencsd.sh sh -c 'exit 7'
finish
