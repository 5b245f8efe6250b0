#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# model_sets.sh MAKE BUILD [SEED]: test_rtl_encoder, with two random legal sets of parameters in the places of `tiny` and `deep`, which
# get random ingress and no programs. Encoders that stall only: where messages are lost, model and RTL may differ. With Requests, which
# the test makes. Funnel, PIB sink and ATB bridge have a random set each, too.
set -eu
make=$1
build=$2
seed=${3:-$(date +%s)}
sets=$(python3 tests/rtl/param_sets.py "$seed" 600 | sed -n 's/Requests=0/Requests=1/; s/^tr_encoder \(Ntrace=1 Etrace=0 .* Stall=1 .*\)/\1/p')
one=$(printf '%s\n' "$sets" | sed -n 1p)
two=$(printf '%s\n' "$sets" | sed -n 2p)
echo "seed $seed"
echo "tiny: $one"
echo "deep: $two"
exec "$make" -s check-rtl-sets-here BUILD="$build" RTL_SEED="$seed" tiny_PARAMS="$one" deep_PARAMS="$two"
