#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# formal.sh PACKAGE-FOLDER OUTPUT-FOLDER: prove every tr_*_fv.sv here. abc's pdr proves for runs of any length; each proof
# has at most HARTRACE_FORMAL seconds (default 180). When pdr does not finish, nothing is claimed: the proof fails. A file
# that says "formal.sh: induction" states all that an induction needs: no assertion fails in the first cycles, nor in a
# cycle before which none has failed in two. One that says "formal.sh: clocks" has several clocks, which move as it states; a step
# is what $global_clock counts. One that says "formal.sh: instead of MODULE" has a module of that name in place of the real one: what the proof of
# that one states, and no more. What a file covers must be reached, in at most HARTRACE_COVER cycles (default 40): its assumptions
# leave that much. With HARTRACE_COVER=0 that is left out, as in make check: it takes as long as half of the proofs.
set -u
rtl=$(dirname "$0")
gen=$1
out=$2
limit=${HARTRACE_FORMAL:-180}
frames=${HARTRACE_COVER:-40}
mkdir -p "$out"
export rtl gen out limit frames

# A run that reaches what is covered fails an assertion of the contrary.
cat >"$out/cover.v" <<'END'
(* techmap_celltype = "$cover" *)
module cover_is_assert (input A, input EN);
  wire not_a = ~A;
  \$assert _TECHMAP_REPLACE_ (.A(not_a), .EN(EN));
endmodule
END

# covered FILE TOP: every cover of the file is reached.
covered() {
  local count reached
  [ "$frames" != 0 ] || return 0
  count=$(grep -cE '^ *(if \(.*\) )?cover \(' "$1")
  [ "$count" -gt 0 ] || return 0
  yosys-abc -c "read_aiger $out/$2.cover.aig; fold; strash; bmc3 -a -F $frames -T $limit" >"$out/$2.cover.log" 2>&1
  reached=$(grep -cE 'Output +[0-9]+ .*was asserted in frame' "$out/$2.cover.log")
  [ "$reached" -ge "$count" ] || { tail -n 3 "$out/$2.cover.log"; echo "check-formal: $2: $reached of $count covers are reached"; return 1; }
}

# prove FILE
prove() {
  local top aig sources clocks covers gates instead
  top=$(basename "$1" .sv)
  aig=$out/$top.aig
  instead=$(sed -n 's/^\/\/ formal.sh: instead of //p' "$1")
  mapfile -t sources < <(for f in "$rtl"/tr_*.sv; do case $f in *_pkg.sv | *_sva.sv | *_fv.sv | */"$instead".sv) ;; *) echo "$f" ;; esac; done)
  clocks="async2sync; memory_map"
  if grep -q "^// formal.sh: clocks" "$1"; then clocks="memory_map; clk2fflogic"; fi
  gates="opt -full -nodffe -nosdff; techmap; opt -fast -nodffe -nosdff; dffunmap; abc -g AND -fast; opt_clean"
  covers="chformal -cover -remove;"
  if [ "$frames" != 0 ] && grep -qE '^ *(if \(.*\) )?cover \(' "$1"; then
    covers="design -save both; chformal -assert -remove; techmap -map $out/cover.v; $gates; write_aiger -I -B -zinit -no-startoffset $out/$top.cover.aig;
      design -load both; chformal -cover -remove;"
  fi
  yosys -q -p "read_verilog -formal -sv -defer -I$gen $gen/*_pkg.sv $rtl/tr_pkg.sv ${sources[*]} $1; prep -top $top -flatten; $clocks;
    $covers $gates; write_aiger -I -B -zinit -no-startoffset $aig" \
    >"$out/$top.log" 2>&1 || { cat "$out/$top.log"; echo "check-formal: $top: yosys fails"; return 1; }
  if grep -q "^// formal.sh: induction" "$1"; then
    timeout $((3 * limit)) yosys-abc -c "read_aiger $aig; fold; orpos; strash; bmc3 -F 5 -T $limit; ind -F 2 -C 100000000" >>"$out/$top.log" 2>&1
    grep -q "No output asserted in 5 frames" "$out/$top.log" && grep -q "Networks are equivalent" "$out/$top.log"
  else
    yosys-abc -c "read_aiger $aig; fold; strash; scorr; pdr -T $limit" >>"$out/$top.log" 2>&1
    grep -q "Property proved" "$out/$top.log"
  fi || { tail -n 5 "$out/$top.log"; echo "check-formal: $top: not proved"; return 1; }
  covered "$1" "$top" || return 1
  echo "check-formal: $top: proved"
}
export -f prove covered

bad=0
count=$(ls "$rtl"/tr_*_fv.sv | wc -l)
# The largest first: nothing long is left for the end.
ls -S "$rtl"/tr_*_fv.sv | xargs -P "$(nproc)" -I{} bash -c 'prove "$0"' {} || bad=1
[ $bad = 0 ] && echo "check-formal: $count proofs, none of them bounded"
exit $bad
