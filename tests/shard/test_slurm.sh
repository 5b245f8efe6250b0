#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace-slurm on a Slurm of one node: eight shards, one killed in the middle and queued again, joined, equal to one process. Without Slurm
# it is skipped. HARTRACE_SOAK: a longer trace, every format, and a shard that is refused: nothing is joined.
. tests/lib/tap.sh
unsanitized "processes and jobs are those of the other run"
. tests/tools/lib.sh
. tests/shard/slurm.sh

case $HARTRACE in /*) ;; *) HARTRACE=$PWD/$HARTRACE ;; esac
SLURM=$PWD/tools/hartrace-slurm
S=$TMP/slurm
mkdir "$S"
if ! why=$(slurm_start "$S" 2>&1); then
  slurm_stop "$S"
  skip "a Slurm of one node" "$why"
  finish
fi
export SLURM_CONF=$S/slurm.conf
PATH=$PATH:/usr/sbin:/sbin
trap 'slurm_stop "$S"; rm -rf "$TMP"' EXIT
loops=30000
[ -z "${HARTRACE_SOAK:-}" ] || loops=300000
cd "$TMP" || exit 1
calls $loops
"$HARTRACE" encode --pcs calls.pcs --pcinfo calls.pcinfo --mode btm --te trTeInstSyncMode=messages --te trTeInstSyncMax=4 -q -o t.nex || exit 1

# The first run of shard 3 is killed when its result has begun.
cat >dies <<'DIES'
#!/bin/sh
if [ "$2" = run ] && [ "$5" = 3 ] && mkdir "$DIES_ONCE" 2>/dev/null; then
  "$DIES_HARTRACE" "$@" &
  while kill -0 $! 2>/dev/null; do
    for f in "$3".d/00003.result.tmp.*; do
      [ -s "$f" ] && kill -KILL $! && : >"$DIES_ONCE/killed" && wait $!
    done
  done
  exit 137
fi
exec "$DIES_HARTRACE" "$@"
DIES
chmod +x dies
export DIES_HARTRACE=$HARTRACE DIES_ONCE=$TMP/once

sharded() { # FORMAT EXPORT-OR-DECODE
  rm -rf once out ser p.json p.json.d
  "$HARTRACE" shard plan t.nex --pcinfo calls.pcinfo -f "$1" -n 8 -o p.json || return 1
  HARTRACE=$PWD/dies timeout 400 "$SLURM" --wait --mem 100M --join-mem 100M p.json out || { cat p.json.d/*.log; return 1; }
  case $2 in
    export) "$HARTRACE" export t.nex --pcinfo calls.pcinfo --to "$1" -o ser ;;
    *) "$HARTRACE" decode t.nex --pcinfo calls.pcinfo --format "$1" -o ser ;;
  esac
  [ -e once/killed ] || { echo "shard 3 was not killed"; return 1; }
  grep -q "queued again" p.json.d/3.log || { cat p.json.d/3.log; return 1; }
  [ -s ser ] && cmp out ser
}
check "eight shards, one killed and queued again: text" sharded text decode

refused() {
  rm -rf out p.json p.json.d
  "$HARTRACE" shard plan t.nex --pcinfo calls.pcinfo -f pcs -n 8 -o p.json || return 1
  cp t.nex kept.nex
  printf 'x' | dd of=t.nex bs=1 seek=5000 conv=notrunc 2>/dev/null
  HARTRACE=$HARTRACE timeout 400 "$SLURM" --wait --mem 100M --join-mem 100M p.json out
  mv kept.nex t.nex
  grep -q "have changed since the plan was made" p.json.d/*.log && [ ! -e out ]
}
if [ -n "${HARTRACE_SOAK:-}" ]; then
  for f in pcs ranges jsonl csv; do check "eight shards, one killed and queued again: $f" sharded $f decode; done
  for f in folded callgrind sqlite vcd; do check "eight shards, one killed and queued again: $f" sharded $f export; done
  check "a trace that has changed: its shards fail, nothing is joined" refused
fi
finish
