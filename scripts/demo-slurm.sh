# SPDX-License-Identifier: Apache-2.0
# The long form of demo.sh (DEMO=long), which sources it: the same trace decoded by one process and by the jobs of a Slurm of one node.
# Where Slurm cannot be started, it says why, and nothing more is done. Needs BUILD, hartrace, out, status.
. "$(dirname "$0")/../tests/shard/slurm.sh"

# took COMMAND...: its seconds in $seconds.
took() {
  local start end
  start=$(date +%s%N)
  "$@" || return
  end=$(date +%s%N)
  seconds=$(awk -v n="$((end - start))" 'BEGIN { printf "%.2f", n / 1e9 }')
}

slurm_row() {
  printf '%-10s %-24s %-24s %s\n' "$@"
}

slurm_export() {
  case $1 in
    pcs | text | ranges) "$hartrace" decode "$slurm/t.nex" --elf "$slurm_elf" --format "$1" -o "$slurm/one" -q ;;
    *) "$hartrace" export "$slurm/t.nex" --elf "$slurm_elf" --to "$1" -o "$slurm/one" -q ;;
  esac
}

slurm_jobs() {
  HARTRACE=$PWD/$hartrace tools/hartrace-slurm --wait --mem 200M --join-mem 200M "$slurm/plan" "$slurm/jobs" >"$slurm/said" 2>&1
}

demo_slurm() {
  local format one slurm_elf=$BUILD/programs/rv64/sort-O0.elf slurm=$out/slurm why seconds
  echo
  echo 'Shards: one trace, decoded by one process and by eight jobs of a Slurm array on this machine, which are joined by a ninth (docs/reference/shard.md).'
  echo 'Starting jobs is most of what Slurm takes here: it is for captures that one machine cannot hold.'
  echo
  rm -rf "$slurm"
  mkdir -p "$slurm/node"
  if ! slurm_start "$PWD/$slurm/node" >"$slurm/why" 2>&1; then
    slurm_stop "$PWD/$slurm/node"
    echo "No Slurm here: $(tail -n 1 "$slurm/why")"
    return
  fi
  trap 'slurm_stop "$PWD/$out/slurm/node"' EXIT
  "$hartrace" run "$slurm_elf" --save-trace "$slurm/t.nex" --sidecar --sink-size 67108864 --te trTeInstSyncMode=messages --te trTeInstSyncMax=4 \
    -q --console /dev/null >/dev/null 2>&1
  slurm_row result 'one process' 'Slurm, 8 shards' equal
  for format in pcs text callgrind sqlite; do
    rm -rf "$slurm/plan" "$slurm/plan.d" "$slurm/jobs" "$slurm/one"
    if took slurm_export $format && one=$seconds && "$hartrace" shard plan "$slurm/t.nex" --elf "$slurm_elf" --format $format -n 8 -o "$slurm/plan" -q &&
      took slurm_jobs && cmp "$slurm/one" "$slurm/jobs" >"$slurm/differs"; then
      slurm_row $format "$one s, $(wc -c <"$slurm/one") bytes" "$seconds s, $(wc -c <"$slurm/jobs") bytes" equal
    else
      slurm_row $format - - DIFFERENT
      cat "$slurm/said" "$slurm/differs" "$slurm"/plan.d/*.log 2>/dev/null
      status=1
    fi
  done
  slurm_stop "$PWD/$slurm/node"
  trap - EXIT
}

[ "${DEMO:-}" != long ] || demo_slurm
