#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The table of proofs in docs/reference/rtl.md names every tr_*_fv.sv, each once, and says what it is for, what holds and how far; what
# proof_mutants.sh plants is in files that are there, at least five bugs for each proof; each proof that assumes something, or has clocks
# of its own, says what its assumptions leave room for (cover).
. tests/lib/tap.sh

table() {
  diff <(sed -nE 's/^\| `(tr_[a-z_]+_fv)` \|.*/\1/p' docs/reference/rtl.md | sort) <(ls rtl-model/rtl/tr_*_fv.sv | sed 's|.*/||; s|\.sv$||' | sort)
}
check "every proof is in the table" table
planted() {
  local count proof file
  while read -r proof file; do
    [ -f "rtl-model/rtl/${proof}_fv.sv" ] && [ -f "rtl-model/rtl/$file" ] || { echo "no $proof, $file"; return 1; }
  done < <(sed -nE 's/^mutant ([a-z_]+) ([a-z_.]+) .*/\1 \2/p' tests/rtl/proof_mutants.sh)
  for file in rtl-model/rtl/tr_*_fv.sv; do
    proof=$(basename "$file" _fv.sv)
    count=$(grep -c "^mutant $proof " tests/rtl/proof_mutants.sh)
    [ "$count" -ge 5 ] || { echo "$proof: $count"; return 1; }
  done
}
check "bugs are planted where they can be" planted
covered() {
  local file
  for file in $(grep -lE 'assume \(|^// formal.sh: clocks' rtl-model/rtl/tr_*_fv.sv); do
    grep -q '^// formal.sh: induction' "$file" || [ "$(grep -cE '^ *(if \(.*\) )?cover \(' "$file")" -ge 2 ] || { echo "$file"; return 1; }
  done
}
check "what is assumed leaves room" covered
bounds() {
  local row
  while read -r row; do
    [[ $row =~ \|\ (any\ number\ of\ cycles|any\ inputs)\ \|$ ]] || { echo "$row"; return 1; }
  done < <(grep -E '^\| `tr_[a-z_]+_fv` \|' docs/reference/rtl.md)
}
check "every row says how far" bounds
finish
