#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Verbs, options, help and the register printer: what is accepted, and what is said when it is not.
. tests/lib/tap.sh

# says STATUS PATTERN COMMAND...: like fails, but the pattern is looked for on stdout.
says() {
  local want=$1 pattern=$2
  shift 2
  "$@" >"$TMP/out" 2>"$TMP/err"
  [ $? = "$want" ] && grep -Eq -- "$pattern" "$TMP/out" && return
  cat "$TMP/out" "$TMP/err"
  return 1
}

check "without a verb it prints the usage and cannot" fails 2 '^Usage: hartrace VERB' "$HARTRACE"
check "help lists every verb" says 0 '^  verify ' "$HARTRACE" help
check "--version prints a version" says 0 '^hartrace [0-9]+\.[0-9]+' "$HARTRACE" --version
check "an unknown verb is named, with the nearest" \
  fails 2 "unknown verb 'decod'; did you mean 'decode'" "$HARTRACE" decod
check "an unknown verb without a near one" fails 2 "hartrace help lists them" "$HARTRACE" xyzzy
check "help of an unknown verb" fails 2 "unknown verb" "$HARTRACE" help xyzzy
for verb in run record encode dump decode verify topo regs; do
  check "$verb --help has options and an example" says 0 "^ *hartrace $verb" "$HARTRACE" $verb --help
  check "help $verb is the same" says 0 "^Usage: hartrace $verb" "$HARTRACE" help $verb
  check "$verb refuses an unknown option" fails 2 "hartrace $verb: unknown option --no-such-thing" \
    "$HARTRACE" $verb --no-such-thing
done
check "an unknown option gets a hint" fails 2 'unknown option --fromat; did you mean --format' \
  "$HARTRACE" decode T.nex --fromat pcs
check "an unknown short option" fails 2 'unknown option -Z' "$HARTRACE" dump -Z
check "an option without its value" fails 2 '\-\-mode needs a value' "$HARTRACE" encode --mode
check "a flag with a value" fails 2 '\-\-bytes takes no value' "$HARTRACE" dump --bytes=1 x
check "too many operands" fails 2 "too many arguments, first of them 'b'" "$HARTRACE" dump a b
check "a bad number" fails 2 "'12x' is not a number" "$HARTRACE" run a.elf --max-instructions 12x

check "-V is --version" says 0 '^hartrace [0-9]+\.[0-9]+' "$HARTRACE" -V

# A number of instructions counts in thousands, a size in units of 1024: a trace that fills its buffer is as long as the buffer.
P=$BUILD/programs/rv64/crc.elf
check "k after a number is a thousand" says 0 ' 2000 instructions,' "$HARTRACE" run "$P" --max-instructions 2k
size_of_wrapped() {
  "$HARTRACE" run "$P" --mode btm --te trTeInstSyncMode=messages --sink-size 4k --save-trace "$TMP/4k.nex" >/dev/null 2>&1
  [ "$(stat -c %s "$TMP/4k.nex")" = 4096 ]
}
check "k after a size is 1024 bytes" size_of_wrapped
check "M in hexadecimal is no digit" fails 2 "'0x1M' is not a number" "$HARTRACE" run "$P" --max-instructions 0x1M
check "a number that is too large with its letter" \
  fails 2 "'99999999999999999999G' is not a number" "$HARTRACE" run "$P" --max-instructions 99999999999999999999G
check "a number that overflows by its letter" \
  fails 2 "'18446744073709551615k' is not a number" "$HARTRACE" run "$P" --max-instructions 18446744073709551615k

# -q: no remark and no summary; what is an error still comes.
silent() {
  "$@" >/dev/null 2>"$TMP/err" && [ ! -s "$TMP/err" ]
}
printf '0x80000000\n' >"$TMP/one.pcs"
printf '0x80000000,L4\n' >"$TMP/one.pcinfo"
ENCODE="$HARTRACE encode --pcs $TMP/one.pcs --pcinfo $TMP/one.pcinfo --mode htm -o $TMP/one.nex"
check "encode has a summary, and one is no plural" fails 0 '1 instruction, [0-9]+ messages' $ENCODE
check "-q leaves it out" silent $ENCODE -q
check "an error is said all the same" fails 2 'cannot be' "$HARTRACE" dump -q "$TMP/nowhere.nex"

# A verb's help lists the parameters that it reads; help params, and a verb that encodes and decodes, all of them.
# params_of WANTED UNWANTED COMMAND...: parameters, separated by commas, that are on its output and that are not.
params_of() {
  local wanted=$1 unwanted=$2 p
  shift 2
  "$@" >"$TMP/params" || return 1
  for p in ${wanted//,/ }; do grep -q "^  $p=" "$TMP/params" || { echo "no $p"; return 1; }; done
  for p in ${unwanted//,/ }; do ! grep -q "^  $p=" "$TMP/params" || { echo "$p"; return 1; }; done
}
for verb in decode dump index stat diff split merge info; do
  check "the parameters of $verb" params_of return_depth,profile,oversize,xlen,ts_width,c,jvt \
    fifo_bytes,hist_bits,garbage,btype_split "$HARTRACE" $verb --help
done
check "verify --strict reads three more" params_of return_depth,xlen,btype_split,ts_select,ts_messages \
  fifo_bytes,garbage "$HARTRACE" verify --help
check "the parameters of encode" params_of fifo_bytes,hist_bits,garbage,btype_split,xlen,ts_width,c,jvt \
  return_depth,profile,oversize "$HARTRACE" encode --help
check "the parameters of convert" params_of xlen,c,zcmp,zcmt,jvt fifo_bytes,return_depth "$HARTRACE" convert --help
for all in "help params" "run --help" "serve --help"; do
  # shellcheck disable=SC2086
  check "$all lists all parameters" params_of fifo_bytes,return_depth,xlen,ts_width,garbage,funnel.fifo_bytes '' \
    "$HARTRACE" $all
done
check "what only decoders read is remarked on" fails 0 'oversize=1 has no effect here' $ENCODE --param oversize=1
check "what the encoder reads is not" silent $ENCODE -q --param fifo_bytes=4096

# The environment's target: an option wins; a variable that is empty is none.
check "HARTRACE_IO and HARTRACE_DTB" says 0 'encoder-0' \
  env HARTRACE_IO=sim HARTRACE_DTB="$BUILD/dts/three-sinks.dtb" "$HARTRACE" probe
check "an option wins over the environment" says 0 'encoder-0' \
  env HARTRACE_IO=nonsense HARTRACE_DTB="$BUILD/dts/three-sinks.dtb" "$HARTRACE" probe --io sim
check "an empty variable is none" fails 2 'HARTRACE_IO in the environment' \
  env HARTRACE_IO= "$HARTRACE" probe --dtb "$BUILD/dts/three-sinks.dtb"

check "an unknown field gets a hint" fails 2 "unknown field 'trTeInstMod'; did you mean trTeInstMode" \
  "$HARTRACE" dump T.nex --te trTeInstMod=3
check "a value that is none: the names are told" \
  fails 2 'trTsMode=foo: not a valid value; use trTsMode=NUMBER, or one of none, external, ' "$HARTRACE" dump T.nex --te trTsMode=foo
check "a value too wide for its field" fails 2 'trTeSrcBits has 4 bits, at most 15' \
  "$HARTRACE" dump T.nex --te trTeSrcBits=16
check "a field without a value" fails 2 'use trTeSrcBits=NUMBER' \
  "$HARTRACE" dump T.nex --te trTeSrcBits
check "a read-only field" fails 2 'trTeEmpty=1: read-only' "$HARTRACE" dump T.nex --te trTeEmpty=1
check "a field that the tool sets itself" fails 2 'hartrace sets this field itself' \
  "$HARTRACE" dump T.nex --te trTeEnable=1
check "a field of another component" fails 2 "unknown field 'trRamMode'" \
  "$HARTRACE" dump T.nex --te trRamMode=1
check "an unknown parameter gets a hint" fails 2 "unknown parameter 'hist_bit'; did you mean 'hist_bits'" \
  "$HARTRACE" dump T.nex --param hist_bit=3
check "a parameter out of range" fails 2 'hist_bits=33: out of range; it can be 2 to 32' \
  "$HARTRACE" dump T.nex --param hist_bits=33
check "a sum of bits that are not all there" fails 2 'ts_modes=1: out of range; it can be 0 to 30, with bits of the largest only' \
  $ENCODE --param ts_modes=1
check "without the bit that is needed" fails 2 'comp_modes=2: out of range; it can be 1 to 15, an odd number' \
  $ENCODE --param comp_modes=2
check "XLEN is 32 or 64" fails 2 'xlen=48: out of range' "$HARTRACE" dump T.nex --param xlen=48
check "SRC wider than 12 bits" fails 2 'src_bits' "$HARTRACE" dump "$BUILD/hartrace" --te trTeSrcBits=13

# trTeControl = 0x63: Active, Enable and mode 6, from the bit numbers of the standard.
check "regs: the fields of a value" says 0 'trTeInstMode +.*= 6 +htm' "$HARTRACE" regs trTeControl=0x63
check "regs: trTeEnable of 0x63" says 0 'trTeEnable +.*= 1' "$HARTRACE" regs trtecontrol=0x63
check "regs: trTeInstTracing of 0x63" says 0 'trTeInstTracing +.*= 0' "$HARTRACE" regs trTeControl=0x63
check "regs: reserved bits are told" says 0 'reserved bits 0x80000000' \
  "$HARTRACE" regs trTeControl=0x80000000
check "regs: a component" says 0 '0x010 +trRamStartLow' "$HARTRACE" regs ramsink
check "regs: a register by its offset" says 0 'trRamStartLow' "$HARTRACE" regs ramsink:0x010
check "regs: a register by one of its fields" says 0 'trRamControl' "$HARTRACE" regs trRamStopOnWrap
for c in encoder funnel ramsink pibsink atbbridge; do
  check "regs lists the $c" says 0 "^$c: " "$HARTRACE" regs
done
check "regs: unknown name gets a hint" fails 2 "did you mean trTeControl" "$HARTRACE" regs trTeContrl
check "regs: value of a component" fails 2 "is a component" "$HARTRACE" regs encoder=1
check "regs: value that is no number" fails 2 "is not a 32-bit number" "$HARTRACE" regs trTeControl=z
check "regs: no register there" fails 2 "no register at" "$HARTRACE" regs ramsink:0xABC
finish
