#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Shards that are killed at random moments, that are begun by several processes at once, and whose disk is full: what is there is whole, and running
# it again gives the result of one process. HARTRACE_SOAK: many more deaths, in every kind of result.
. tests/lib/tap.sh
unsanitized "processes are those of the other run"
. tests/tools/lib.sh
. tests/shard/same.sh

case $HARTRACE in /*) ;; *) HARTRACE=$PWD/$HARTRACE ;; esac
DEATHS=$PWD/tests/shard/deaths.py
cd "$TMP" || exit 1
calls 5000
"$HARTRACE" encode --pcs calls.pcs --pcinfo calls.pcinfo --mode btm --te trTeInstSyncMode=messages --te trTeInstSyncMax=4 -q -o t.nex || exit 1
CODE="--pcinfo calls.pcinfo"

planned() { # FORMAT PLAN
  # shellcheck disable=SC2086
  "$HARTRACE" shard plan t.nex $CODE --format "$1" -n 6 -o "$2" && serial "$1" t.nex $CODE && [ -s ser ]
}
deaths() { # FORMAT N SEED
  rm -rf p p.d out ser
  planned "$1" p && python3 "$DEATHS" "$HARTRACE" "$2" "$3"
}
if [ -z "${HARTRACE_SOAK:-}" ]; then
  check "killed at 12 random moments: text" deaths text 12 1
else
  seed=0
  for f in text pcs jsonl folded callgrind perfetto vcd; do
    seed=$((seed + 1))
    check "killed at 200 random moments: $f" deaths $f 200 $seed
  done
fi

# A shard is done, here by a copy of its result, and what a run of it that died left is still there. Other shards have locks of their own.
leftover() {
  rm -rf p p.d
  planned text p && "$HARTRACE" shard run p --id 2 && echo half >p.d/00002.result.tmp.1 && echo half >p.d/00003.result.tmp.1 &&
    "$HARTRACE" shard run p --id 2 && [ ! -e p.d/00002.result.tmp.1 ] && [ -e p.d/00003.result.tmp.1 ]
}
check "what a run that died left of a shard that is done" leftover

# Four processes at one shard: one does it, the others are refused by name, or find it done.
crowd() {
  local i round pid pids status
  rm -rf p p.d
  planned text p && "$HARTRACE" shard run p --id 2 && mv p.d/00002.result kept || return 1
  for round in 1 2 3; do
    rm -f p.d/00002.result
    pids=()
    for i in 1 2 3 4; do
      "$HARTRACE" shard run p --id 2 2>said.$i &
      pids+=($!)
    done
    pid=0
    for i in 1 2 3 4; do
      wait "${pids[i - 1]}"
      status=$?
      case $status in
        0) pid=$((pid + 1)) ;;
        2) grep -Eq "shard 2 is being written by process [0-9]+" said.$i || { cat said.$i; return 1; } ;;
        *) echo "exit status $status in round $round"; cat said.$i; return 1 ;;
      esac
    done
    [ $pid -ge 1 ] && cmp p.d/00002.result kept && [ -z "$(find p.d -name '*.tmp.*')" ] || return 1
  done
}
check "four processes at one shard, three times" crowd

# A disk of its own, too small: the shard is refused, nothing of it is left; with more room it goes on.
full() {
  local left
  rm -rf p p.d out
  planned text small/p && fails 2 "small/p.d/00001.result: cannot be written: No space left" "$HARTRACE" shard run small/p --id 1 || return 1
  left=$(find small/p.d -type f ! -name '*.lock')
  [ -z "$left" ] || { echo "left: $left"; return 1; }
  fails 2 "No space left" "$HARTRACE" shard all small/p -o out && [ ! -e out ] && mount -o remount,size=64m small &&
    "$HARTRACE" shard all small/p -o out && cmp out ser || return 1
  head -c 68000000 /dev/zero >small/rest 2>/dev/null # as much as goes in
  fails 2 "small/out: cannot be written: No space left" "$HARTRACE" shard join small/p -o small/out && [ ! -e small/out ] &&
    fails 2 "small/q: cannot be written: No space left" "$HARTRACE" shard plan t.nex $CODE -n 900 -o small/q && [ ! -e small/q ] &&
    [ -z "$(find small -name '*.tmp.*')" ]
}
mkdir small
if mount -t tmpfs -o size=128k none small 2>/dev/null; then
  trap 'umount "$TMP/small"; rm -rf "$TMP"' EXIT
  check "a disk that is full, for a shard, the join and the plan" full
else
  skip "a disk that is full" "a tmpfs cannot be mounted here"
fi
finish
