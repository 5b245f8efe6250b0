#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-conformance.sh finds each way in which docs/reference/conformance.md and the tests can disagree, and with the specification.
. tests/lib/tap.sh
unsanitized "nothing of ours that is compiled runs in it"

SCRIPT=$PWD/tests/check-conformance.sh
H=Holds # spelled out, the word would be a citation of this script
unset HARTRACE_SPEC

# tree: three rules, held by a C test, a check of a script and a vector, one of them by a test of the RTL too.
tree() {
  rm -rf "$TMP/tree"
  mkdir -p "$TMP/tree/docs/reference" "$TMP/tree/regmap/gen/md" "$TMP/tree/tests/a" "$TMP/tree/tests/rtl" "$TMP/tree/spec"
  cd "$TMP/tree" || return 1
  cat >docs/reference/conformance.md <<'END'
# Conformance

### First chapter

| Id | Place | Rule | For | Held by | RTL |
|---|---|---|---|---|---|
| TCI-A-001 | `The bit must` | The bit is set | encoder | a/test_x: sets | rtl/tr_x.sv |
| TCI-A-002 | `trR 0 / trA` | trA: bit 0 | encoder | a/test_s.sh: "reads"; a/test_x: sets | pending |
| TCI-A-003 | `A decoder should` | It is told | decoder | a/v.ntt | - |
| TCI-A-004 | `Nobody shall` | Nobody sees it | tool | reason: nobody looks | - |
| TCI-REG-001 | `trR 1 / trB` | trB: bit 1 of trR, RW, reset 0xA | encoder | a/v.ntt | pending |

### Not listed: Control Interface

| Chapter | Place | Why |
|---|---|---|
| First chapter | `Tea should be` | not ours |
END
  printf '/* %s TCI-A-001\n * TCI-A-002 */\nstatic void sets(void **state)\n{\n}\n\nint main(void)\n{\n    run(sets);\n}\n' $H >tests/a/test_x.c
  printf '# %s TCI-A-002\ncheck "reads" true\n' $H >tests/a/test_s.sh
  printf '## trR\n\n| 1 | trB | RW | 10 | second bit |\n' >regmap/gen/md/encoder.md
  printf '# %s TCI-A-003 TCI-REG-001\ncase x\ningress iaddr=0\n' $H >tests/a/v.ntt
  printf '// %s TCI-A-001\nmodule tr_x;\nendmodule\n' $H >tests/rtl/tr_x.sv
  spec
  cd - >/dev/null || return 1
}

# The specifications that these rules are from.
spec() {
  cat >spec/RISC-V-Trace-Control-Interface.adoc <<'END'
== Introduction

Nothing.

== First chapter

The bit *must* be set. It is blue.

.*Register: trR: A Register*
[cols="6%,24%,~,7%,7%",options="header"]
|===
|*Bit* |*Field* |*Description* |*RW* |*Reset*
|0 |trA |First bit|RW|0
|1 |trB |Second bit|RW|0xA
|===

* A decoder should tell.
** Nobody shall see it.

Tea should be hot.
END
  printf '== Introduction\n\nNothing here.\n' >spec/RISC-V-N-Trace.adoc
}

# breach SED-EXPRESSION FILE PATTERN: that change of a file in the clean tree is reported.
breach() {
  tree
  sed -i "$1" "$TMP/tree/$2"
  fails 1 "$3" "$SCRIPT" "$TMP/tree"
}
spec_breach() {
  tree
  sed -i "$1" "$TMP/tree/$2"
  fails 1 "$3" env HARTRACE_SPEC="$TMP/tree/spec" "$SCRIPT" "$TMP/tree"
}
# write SED-EXPRESSION FILE PATTERN: --write fixes it, and PATTERN is in the document then.
write() {
  tree
  sed -i "$1" "$TMP/tree/$2"
  "$SCRIPT" --write "$TMP/tree" && "$SCRIPT" "$TMP/tree" && grep -q -- "$3" "$TMP/tree/docs/reference/conformance.md"
}

tree
check "a tree in order passes" "$SCRIPT" "$TMP/tree"
check "and with the specification" env HARTRACE_SPEC="$TMP/tree/spec" "$SCRIPT" "$TMP/tree"
check "it counts" sh -c "'$SCRIPT' '$TMP/tree' 2>&1 | grep -q '^5 rules: 4 held by tests, 1 with a reason; RTL: 1 held, 0 of them by comparison with the model alone, 2 pending$'"
check "no document is an error" sh -c "mkdir '$TMP/empty'; '$SCRIPT' '$TMP/empty'; [ \$? = 2 ]"

check "a rule without test and reason" breach 's/TCI-A-003//' tests/a/v.ntt 'nothing holds TCI-A-003: write a test, or a reason'
check "a reason that says nothing" breach 's/reason: nobody looks/reason:/' docs/reference/conformance.md 'nothing holds TCI-A-004'
check "a rule that does not exist" breach 's/TCI-A-003/TCI-A-009/' tests/a/v.ntt 'a/v.ntt: holds TCI-A-009, which'
check "a rule twice" breach 's/TCI-A-002 /TCI-A-001 /' docs/reference/conformance.md 'conformance.md:[0-9]*: TCI-A-001 twice'
check "a rule without words" breach 's/It is told//' docs/reference/conformance.md 'TCI-A-003 has no rule'
check "a column that is old" breach 's/a\/v.ntt/a\/old.ntt/' docs/reference/conformance.md 'the columns of TCI-A-003 are not what the tests say'
check "a test that is never run" breach '/run/d' tests/a/test_x.c 'a/test_x.c: sets holds a rule and is never run'
check "a citation without a test" breach '/check/d' tests/a/test_s.sh 'a/test_s.sh: Holds without a test after it'

check "--write fills the columns" write 's/a\/v.ntt/a\/old.ntt/' docs/reference/conformance.md 'A-003.*| a/v.ntt | - |$'
check "--write takes all that other tests hold" write 's/TCI-A-001/all of a\/test_/' tests/rtl/tr_x.sv 'A-002.*| rtl/tr_x.sv |$'
check "all of what is not there" breach 's/TCI-A-001/all of b\//' tests/rtl/tr_x.sv 'rtl/tr_x.sv: holds all of b/, which holds nothing'
# all_of BUT SED-EXPRESSION PATTERN: a test of the RTL holds all of a/ BUT, the vector is changed.
all_of() {
  tree
  sed -i "s/TCI-A-001/all of a\/ $1/" "$TMP/tree/tests/rtl/tr_x.sv"
  sed -i "$2" "$TMP/tree/tests/a/v.ntt"
  echo "a/v.ntt  why" >"$TMP/tree/list"
  "$SCRIPT" --write "$TMP/tree" && grep -q -- "$3" "$TMP/tree/docs/reference/conformance.md"
}
check "all of the vectors" all_of "" "" 'REG-001.*| a/v.ntt | rtl/tr_x.sv |$'
check "but those without ingress" all_of "" '/ingress/d' 'REG-001.*| a/v.ntt | pending |$'
check "but those that a file names" all_of "but list" "" 'REG-001.*| a/v.ntt | pending |$'
check "only those for the kinds it names" all_of "for funnel encoder" "" 'REG-001.*| a/v.ntt | rtl/tr_x.sv |$'
check "not those for others" all_of "for funnel" "" 'REG-001.*| a/v.ntt | pending |$'
check "a list that is not there" breach 's/TCI-A-001/all of a\/ but none.txt/' tests/rtl/tr_x.sv 'no none.txt'
check "--write takes a range" write 's/TCI-A-003/TCI-A-002..003/' tests/a/v.ntt 'A-002.*"reads"; a/test_x: sets; a/v.ntt |'
check "--write drops a reason that is not needed any more" write 's/TCI-A-003/TCI-A-003 TCI-A-004/' tests/a/v.ntt 'A-004.*| a/v.ntt |'
check "--write keeps a reason" write 's/a\/v.ntt/a\/old.ntt/' docs/reference/conformance.md 'reason: nobody looks'

# by_model TESTS ALONE PATTERN: of the RTL these tests compare with the model alone, these rules may rest on them. No PATTERN: all is well.
by_model() {
  tree
  mkdir -p "$TMP/tree/tests/conformance"
  printf "$1" >"$TMP/tree/tests/conformance/by-model.txt"
  printf "$2" >"$TMP/tree/tests/conformance/by-model-alone.txt"
  if [ -n "$3" ]; then fails 1 "$3" "$SCRIPT" "$TMP/tree"; else "$SCRIPT" "$TMP/tree"; fi
}
check "a rule that is compared with the model alone" by_model 'rtl/tr_x.sv\n' '' 'TCI-A-001: the RTL is compared with the model'
check "with a reason" by_model 'rtl/tr_x.sv\n' 'TCI-A-001 it only permits\n' ''
check "with an empty one" by_model 'rtl/tr_x.sv\n' 'TCI-A-001\n' 'TCI-A-001 has no reason'
check "a reason that is not needed" by_model '# none\n' 'TCI-A-001 it only permits\n' 'TCI-A-001 has a test of its own'
check "a reason for a rule that is not there" by_model '# none\n' 'TCI-A-009 none\n' 'there is no rule TCI-A-009'
check "a comparison that holds nothing" by_model 'rtl/tr_y.sv\n' '' 'no rule is held by rtl/tr_y.sv'
# listed LINES PATTERN: the test of the RTL holds what a file lists.
listed() {
  tree
  sed -i "s/$H TCI-A-001/$H what list lists/" "$TMP/tree/tests/rtl/tr_x.sv"
  printf "$1" >"$TMP/tree/list"
  "$SCRIPT" --write "$TMP/tree" >"$TMP/listed" 2>&1
  cat "$TMP/listed" "$TMP/tree/docs/reference/conformance.md" | grep -q -- "$2"
}
check "rules that a file lists" listed '# two\nTCI-A-002\nTCI-A-001\n' 'A-002.*| rtl/tr_x.sv |$'
check "a file without rules" listed '# none\n' 'list: no list of rules'

check "a place that is not there" spec_breach 's/`The bit must/`The wing must/' docs/reference/conformance.md 'not in chapter "First chapter": The wing must'
check "a place in another chapter" spec_breach 's/### First/### Last/' docs/reference/conformance.md 'not in chapter "Last chapter": The bit must'
check "a row that is not listed" spec_breach '/A-002/d' docs/reference/conformance.md 'not listed: trR 0 / trA / First bit'
check "a sentence that is not listed" spec_breach '/Tea/d' docs/reference/conformance.md 'not listed: Tea should be hot'
check "a sentence of a list that is not listed" spec_breach '/A-004/d' docs/reference/conformance.md 'not listed: Nobody shall see it'
check "a field that is not what the register map says" breach 's/bit 1 of/bit 2 of/' docs/reference/conformance.md \
  'trR trB is 1, RW, 10 in the register map, not 2, RW, 10'
check "a field that the register map does not have" breach 's/## trR/## trQ/' regmap/gen/md/encoder.md 'trR trB is not there in'
check "a field that is not what the specification says" spec_breach 's/|RW|0xA/|RO|0xA/' spec/RISC-V-Trace-Control-Interface.adoc \
  'trR trB is 1, RO, 10 in the specification, not 1, RW, 10'
check "a specification that is not there" env HARTRACE_SPEC="$TMP/none" sh -c "! '$SCRIPT' '$TMP/tree'"
finish
