#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# model_sets.sh MAKE BUILD [SEED [COUNT]]: random legal sets of parameters are compared with the models, COUNT of them or a few more
# (default 8), with SEED, SEED + 1, ... Each round has eight: two encoders of N-Trace in the places of `tiny` and `deep` of test_rtl_encoder
# (random ingress, no programs), two of E-Trace in those of `etone` and `ntet` of test_rtl_protocols, the latter with both protocols, and
# one each of funnel, RAM sink, PIB sink and ATB bridge. The encoders stall: where messages are lost, model and RTL may differ. They have
# Requests, which the tests make. Those of E-Trace take the blocks of the random hart as they are (RetireW), and have room for the records that
# come while trTeEnable is 0, where none is refused (docs/reference/rtl.md, Limits).
set -eu
make=$1
build=$2
first=${3:-$(date +%s)}
count=${4:-8}

# encoders PROTOCOLS: the sets of the seed that have these.
encoders() {
  printf '%s\n' "$sets" | sed -n "s/^tr_encoder \($1 .*\)/\1/p"
}
fit_for_etrace() {
  awk '{ for (i = 1; i <= NF; i++) { split($i, p, "="); v[p[1]] = p[2] } } v["RetireW"] >= 6 && v["QueueDepth"] >= 8 { print; exit }'
}

seed=$first
done=0
while [ "$done" -lt "$count" ]; do
  sets=$(python3 tests/rtl/param_sets.py "$seed" 900 | sed -n 's/Requests=0/Requests=1/; / Stall=1 /p')
  alone=$(encoders 'Ntrace=1 Etrace=0')
  etrace=$(encoders 'Ntrace=0 Etrace=1' | fit_for_etrace)
  both=$(encoders 'Ntrace=1 Etrace=1' | fit_for_etrace)
  one=$(printf '%s\n' "$alone" | sed -n 1p)
  two=$(printf '%s\n' "$alone" | sed -n 2p)
  echo "seed $seed"
  printf '%s: %s\n' tiny "$one" deep "$two" etone "$etrace" ntet "$both"
  "$make" -s check-rtl-sets-here BUILD="$build" RTL_SEED="$seed" tiny_PARAMS="$one" deep_PARAMS="$two" etone_PARAMS="$etrace" ntet_PARAMS="$both" ||
    { echo "seed $seed: a set differs from its model; repeat with SEED=$seed" >&2; exit 1; }
  seed=$((seed + 1))
  done=$((done + 8))
done
echo "$done sets, each equal to its model"
