#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The table of proofs in docs/reference/rtl.md names every tr_*_fv.sv, each once; what proof_mutants.sh plants is in files that are there,
# at least five bugs for each proof that it names.
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
  while read -r count proof; do
    [ "$count" -ge 5 ] || { echo "$proof: $count"; return 1; }
  done < <(sed -nE 's/^mutant ([a-z_]+) .*/\1/p' tests/rtl/proof_mutants.sh | sort | uniq -c)
}
check "bugs are planted where they can be" planted
finish
