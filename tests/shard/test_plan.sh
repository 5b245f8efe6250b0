#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plans that are not as they were made: what is in them is replaced, taken away, doubled, put in another order. Each is refused with a message, or
# its result is that of one process; never another result, a crash or a hang. In the short form a sample; all of them with HARTRACE_SOAK.
. tests/lib/tap.sh
. tests/tools/lib.sh
. tests/shard/same.sh

case $HARTRACE in /*) ;; *) HARTRACE=$PWD/$HARTRACE ;; esac
P=$PWD/$BUILD/programs/rv64
ABSURD=$PWD/tests/shard/absurd.py
cd "$TMP" || exit 1
te='--te trTeInstSyncMode=messages --te trTeInstSyncMax=0 --te trTsEnable=1'
# shellcheck disable=SC2086
for id in 1 2; do
  "$HARTRACE" run "$P/recursion.elf" --max-instructions 20000 --save-trace s$id.nex $te --te trTeSrcBits=2 --te trTeSrcID=$id -q --console console >/dev/null 2>&1
done
"$HARTRACE" merge s1.nex s2.nex --te trTeSrcBits=2 --te trTsEnable=1 -q -o m.nex || exit 1
one="s1.nex --te trTeSrcBits=2 --te trTsEnable=1 --elf $P/recursion.elf"
two="m.nex --te trTeSrcBits=2 --te trTsEnable=1 --src all --elf $P/recursion.elf"

planned() { # FORMAT N TRACE OPTION...: the plan p, and ser
  local f=$1 n=$2
  shift 2
  rm -rf p p.d ser
  "$HARTRACE" shard plan "$@" --format "$f" -n "$n" -o p && serial "$f" "$@" && [ -s ser ]
}
absurd() { # SEED FORMAT N TRACE OPTION...
  local seed=$1 some=60
  shift
  planned "$@" || return 1
  [ -z "${HARTRACE_SOAK:-}" ] || some=1
  python3 "$ABSURD" "$HARTRACE" p ser "$some" "$seed"
}
# shellcheck disable=SC2086
check "a plan of one source" absurd 1 csv 3 $one
# shellcheck disable=SC2086
check "a plan of two sources" absurd 2 text 3 $two

# edited MEMBER PYTHON: with the plan as `p` (its traces: t), `shard all` names this member and writes nothing.
edited() {
  python3 - "$2" <<'PY' || return 1
import json, sys
p = json.load(open("p"))
t = p["traces"]
exec(sys.argv[1])
json.dump(p, open("q", "w"))
PY
  rm -rf q.d out
  fails 2 "q: is no plan of this version .*: $1: " timeout 400 "$HARTRACE" shard all q -o out && [ ! -e out ] && [ ! -e q.d ]
}
spans() {
  # shellcheck disable=SC2086
  planned pcs 4 $one || return 1
  edited "traces\[0\].spans\[0\]" 'del t[0]["spans"][0]' && edited "traces\[0\].spans\[1\]" 'del t[0]["spans"][1]' &&
    edited "traces\[0\]" 'del t[0]["spans"][3]' && edited "traces\[0\].spans\[1\]" 't[0]["spans"][1]["begin"] -= 1' &&
    edited "traces\[0\].spans\[0\]" 't[0]["spans"].reverse()' && edited "traces\[0\].spans\[2\]" 't[0]["spans"][2]["shard"] = 1' &&
    edited "traces\[0\].spans\[3\]" 't[0]["spans"][3]["shard"] = 4' && edited "traces\[0\].spans\[1\]" 't[0]["spans"][1]["end"] = 2**64 - 1'
}
check "spans that leave bytes out, overlap, end elsewhere, belong to no shard or to one twice" spans
entries() {
  edited "traces\[0\].spans\[2\].from\[0\]" 'del t[0]["spans"][2]["from"][0]["offset"]' &&
    edited "traces\[0\].spans\[2\].from\[0\]" 't[0]["spans"][2]["from"][0]["prv"] = 9' && edited "traces\[0\].spans\[2\]" 't[0]["spans"][2]["from"] = []'
}
check "entries that are none" entries
numbers() {
  edited "shards" 'p["shards"] = 0' && edited "shards" 'p["shards"] = 10**9' && edited "shards" 'p["shards"] = 2**32 + 4' &&
    edited "traces" 'p["traces"] = []' && edited "folder" 'del p["folder"]' && edited "files\[0\]" 'p["files"][0]["crc32"] = []' &&
    edited "traces\[0\].sources\[0\]" 't[0]["sources"] = [70000]' && edited "traces\[0\].sources\[0\]" 't[0]["sources"] = ["x"]' &&
    edited "options" 'p["options"] = [3]' && edited "format" 'p["format"] = "hartrace-shard-plan-9"'
}
check "numbers out of range, members that are missing" numbers
deep() {
  python3 -c 'print("{\"format\":" + "[" * 100000)' >q && fails 2 "q: is no plan: offset [0-9]+ is not JSON" "$HARTRACE" shard all q &&
    head -c 700 p >q && fails 2 "q: is no plan: offset 700 is not JSON" "$HARTRACE" shard all q && : >q && fails 2 "q: is no plan" "$HARTRACE" shard all q &&
    head -c 5000 /dev/urandom >q && fails 2 "q: is no plan" "$HARTRACE" shard all q && fails 2 "cannot be opened" "$HARTRACE" shard all none &&
    fails 2 "is a folder|cannot be read|Is a directory" "$HARTRACE" shard all .
}
check "no JSON, JSON cut off, a folder, nothing" deep
finish
