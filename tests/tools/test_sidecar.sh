#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Settings beside a trace (T.nex.toml), and the command that decodes it.
. tests/lib/tap.sh
. tests/tools/lib.sh

calls 50
code="--pcinfo $TMP/calls.pcinfo"
all="--te trTeSrcBits=4 --te trTeSrcID=9 --te trTsEnable=1 --te trTeInstEnImplicitReturn=1
  --te trTeInstImplicitReturnMode=3 --te trTeInstEnSequentialJump=1 --te trTeInstExtendAddrMSB=1"
encode() {
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" $code --mode htm -o "$TMP/$1" "${@:2}"
}
verify() {
  "$HARTRACE" verify "$TMP/$1" $code --pcs "$TMP/calls.pcs" "${@:2}"
}
encode t.nex $all --param xlen=32 --sidecar 2>"$TMP/said"

check "what is in it" diff - "$TMP/t.nex.toml" <<'TOML'
# Settings that decode the trace beside this file. Written by hartrace; see docs/reference/formats.md.
sidecar = 1

[te]
trTeSrcBits = 4
trTsEnable = 1
trTeInstExtendAddrMSB = 1
trTeInstEnSequentialJump = 1
trTeInstEnImplicitReturn = 1
trTeInstImplicitReturnMode = 3

[param]
xlen = 32
TOML
check "it is TOML" python3 -c "
import tomllib
t = tomllib.load(open('$TMP/t.nex.toml', 'rb'))
assert t['sidecar'] == 1 and t['te']['trTeSrcBits'] == 4 and t['param'] == {'xlen': 32}"
check "verify reads it" says 0 '^equal: 202 ' verify t.nex
check "and says so" bash -c "'$HARTRACE' verify '$TMP/t.nex' $code --pcs '$TMP/calls.pcs' 2>&1 |
  grep -q 't.nex.toml: settings read from this file'"
check "decode reads it" bash -c "'$HARTRACE' decode '$TMP/t.nex' $code -f pcs -o - 2>/dev/null | cmp - '$TMP/calls.pcs'"
check "dump reads it" bash -c "'$HARTRACE' dump '$TMP/t.nex' 2>/dev/null | grep -q 'SRC=9.* TSTAMP='"
check "--no-sidecar leaves it out" fails 1 'differs at instruction' verify t.nex --no-sidecar
check "options count more" fails 1 'differs at instruction' verify t.nex --te trTsEnable=0
printf '[te]\nsidecar' >"$TMP/bad.nex.toml"
cp "$TMP/t.nex" "$TMP/bad.nex"
check "--no-sidecar does not even look" says 0 '^equal: 202 ' verify bad.nex --no-sidecar $all --param xlen=32

# The command is the one that decodes it.
command_decodes() {
  local line
  line=$(sed -n 's/.*decode it with: hartrace //p' "$TMP/$1")
  [ -n "$line" ] && eval "\"$HARTRACE\" $line --no-sidecar -f pcs -o \"$TMP/by.pcs\"" && cmp "$TMP/by.pcs" "$TMP/calls.pcs"
}
check "encode prints the command that decodes" command_decodes said
cp "$TMP/calls.pcinfo" "$TMP/it's a \$file.pcinfo"
"$HARTRACE" encode --pcs "$TMP/calls.pcs" --pcinfo "$TMP/it's a \$file.pcinfo" --mode btm -o "$TMP/two words.nex" 2>"$TMP/said2"
check "with names that a shell would read otherwise" command_decodes said2
check "without --sidecar none is written" test ! -e "$TMP/two words.nex.toml"
check "standard output has no sidecar" fails 2 'needs a trace with a file name' encode x --sidecar -o -

# What is not what we write is refused, with its place.
refuse() {
  printf "$3" >"$TMP/bad.nex.toml"
  fails 2 "bad.nex.toml: line $1, column [0-9]+: $2.*; remove the file, or use --no-sidecar" verify bad.nex
}
check "no version" refuse 1 "'sidecar = 1' is missing" ''
check "another version" refuse 1 "expected 'sidecar = 1'" 'sidecar = 2\n'
check "an unknown table" refuse 2 'unknown table' 'sidecar = 1\n[other]\n'
check "a table twice" refuse 4 'the table is repeated' 'sidecar = 1\n[te]\n\n[te]\n'
check "a key twice" refuse 4 'the key is repeated' 'sidecar = 1\n[te]\ntrTsEnable = 1\ntrTsEnable = 0\n'
check "no value" refuse 3 'not a value' 'sidecar = 1\n[te]\ntrTsEnable =\n'
check "a number that is none" refuse 3 "'1e' is not a number" 'sidecar = 1\n[te]\ntrTsEnable = 1e\n'
check "an array" refuse 3 'not a value' 'sidecar = 1\n[te]\ntrTsEnable = [1]\n'
check "an escape" refuse 3 '.*with an escape' 'sidecar = 1\n[param]\nprofile = "1\\\\u0041"\n'
check "an open string" refuse 3 '.*closing quote' 'sidecar = 1\n[param]\nprofile = "1.0\n'
check "text after a value" refuse 3 'text after the value' 'sidecar = 1\n[te]\ntrTsEnable = 1 2\n'
check "no key" refuse 2 'not a setting' 'sidecar = 1\n= 1\n'
check "a line that is too long" refuse 1 'the line is too long' "#$(printf 'x%.0s' $(seq 400))\n"
printf 'sidecar = 1\n[te]\ntrTeSrcBit = 4\n' >"$TMP/bad.nex.toml"
check "a field that does not exist" fails 2 "trTeSrcBit" verify bad.nex
printf 'sidecar = 1 # version\r\n\n  [te] # fields\n\ttrTeSrcBits=0x4\n trTsEnable = 1\n[param]\nprofile = "1.0"\n' >"$TMP/ok.nex.toml"
encode ok.nex --te trTeSrcBits=4 --te trTsEnable=1 2>/dev/null
check "blanks, comments, hexadecimal numbers and strings" says 0 '^equal: 202 ' verify ok.nex

# run
check "run writes it, and verify needs nothing else" bash -c "
  '$HARTRACE' run $BUILD/programs/rv64/mixed.elf --save-trace '$TMP/r.nex' --save-pcs '$TMP/r.pcs' --sidecar \
    --te trTeSrcBits=3 --te trTsEnable=1 >/dev/null 2>&1
  '$HARTRACE' verify '$TMP/r.nex' --elf $BUILD/programs/rv64/mixed.elf --pcs '$TMP/r.pcs' | grep -q ^equal"
check "run needs a trace to write it beside" fails 2 '--sidecar needs --save-trace' \
  "$HARTRACE" run "$BUILD/programs/rv64/mixed.elf" --sidecar
finish
