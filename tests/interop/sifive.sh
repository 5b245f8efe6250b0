#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SIFIVE=/path/to/trace-decoder-tests tests/interop/sifive.sh [NAME...]
#
# Hold hartrace beside the captures that SiFive published with its decoder (trace-decoder-tests on GitHub), a checkout of which the
# user has: it is no part of this project. For each test with a trace of instructions, what `decode --auto` executes is compared
# with the instructions of the expected listing (reference/*.stdout, or the zip beside it). No settings are given, but where one
# capture is too short to find them. Output is a table: equal, explained (equal but for what known() has) or different, how many
# instructions, the first difference. Exit status: 0 none is different, 1 not, 2 wrong use, 77 nothing was compared. docs/results/interop.md
# has results, and why what differs does.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

SIFIVE=${SIFIVE:-}
if [ -z "$SIFIVE" ]; then
  echo "1..0 # SKIP SIFIVE is not set (checkout of trace-decoder-tests): nothing was compared, and nothing is proved"
  exit 77
fi
[ -d "$SIFIVE" ] || { echo "sifive.sh: $SIFIVE is not a folder" >&2; exit 2; }
[ -x "$HARTRACE" ] || { echo "sifive.sh: $HARTRACE is not there: make first" >&2; exit 2; }
TMP=$(mktemp -d) || exit 2
trap 'rm -rf "$TMP"' EXIT

# listing FOLDER NAME: the expected listing on stdout.
listing() {
  if [ -f "$1/reference/$2.stdout" ]; then
    cat "$1/reference/$2.stdout"
  else
    unzip -p "$1/reference/$2.stdout.zip" "$2.stdout" 2>/dev/null || unzip -p "$1/reference/$2.stdout.zip"
  fi
}

# Does the listing, when it has messages, have one of instruction trace?
has_instructions() {
  ! grep -aq 'TCode: ' "$1" || grep -aqE 'TCode: (SYNC|[A-Z ]*BRANCH)' "$1"
}

# addresses LISTING [SRC]: those of executed instructions, "[SRC] t:CYCLE [..] ADDRESS: OPCODE instruction". The line before an
# InCircuitTrace message shows the instruction that the message samples; it was not decoded.
addresses() {
  LC_ALL=C awk -v src="${2:-}" '
    /^(\[[0-9]+\] )?Trace: / {
      at = match($0, /Address: [0-9a-f]+ TCode: INCIRCUITTRACE/) ? substr($0, RSTART + 9) : ""
      sub(/ .*/, "", at)
      sub(/^0+/, "", at)
      if (at != "" && n > first && pc[n - 1] == at) n--
      first = n
      next
    }
    match($0, /^(\[[0-9]+\])?(t:[0-9]+)?( \[[^]]*\])? +[0-9a-f]+: +[0-9a-f][0-9a-f][0-9a-f][0-9a-f]/) {
      if (src != "" && index($0, "[" src "]") != 1) next
      line = substr($0, 1, RLENGTH)
      sub(/: +[0-9a-f]+$/, "", line)
      sub(/^.* 0*/, "", line)
      pc[n++] = line
      if (n - first > 8) { for (i = 0; i < n; i++) print pc[i]; n = first = 0 }
    }
    END { for (i = 0; i < n; i++) print pc[i] }' "$1"
}

# Numbers of the sources in a listing, or nothing when it has no more than one.
sources() {
  LC_ALL=C grep -aoE '^\[[0-9]+\]' "$1" | tr -d '[]' | sort -nu | awk '{ s[NR] = $1 } END { for (i = 1; i <= NR && NR > 1; i++) print s[i] }'
}

# known NAME: what docs/results/interop.md explains, as SETTINGS:LINES. SETTINGS are those that the trace is too short to show; LINES are
# instructions of the listing that did not run.
known() {
  case $1 in
  dv-850) echo "--te trTsEnable=1:" ;;
  e31_coremark_bin | e31_coremark_debug.htm) echo ":97908,97919" ;;
  *) echo : ;;
  esac
}

# compare NAME TRACE ELF LISTING: decode, and if it has to be, by what is known of NAME. Sets result.
compare() {
  local settings lines
  IFS=: read -r settings lines < <(known "$1")
  decode_all "$2" "$3" "$4" --auto
  result=equal
  if [ -n "$settings" ] && [ ! -s "$TMP/got" ]; then
    # shellcheck disable=SC2086
    decode_all "$2" "$3" "$4" $settings
    result="explained   with $settings"
  elif [ -n "$lines" ] && ! cmp -s "$TMP/want" "$TMP/got"; then
    sed -i "${lines}d" "$TMP/want"
    result="explained   without lines $lines of the listing"
  fi
  [ -s "$TMP/want" ] && cmp -s "$TMP/want" "$TMP/got" || result=different
}

# decode_all TRACE ELF LISTING SETTING...: PCs expected and decoded, source after source, to $TMP/want and $TMP/got; messages to $TMP/err.
decode_all() {
  local src trace=$1 elf=$2 listing=$3
  shift 3
  : >"$TMP/want"
  : >"$TMP/got"
  : >"$TMP/err"
  for src in $(sources "$listing" | grep . || echo one); do
    [ "$src" != one ] || src=
    addresses "$listing" "$src" >>"$TMP/want"
    rm -f "$TMP/pcs"
    timeout 300 "$HARTRACE" decode "$trace" --elf "$elf" "$@" --no-sidecar ${src:+--src "$src"} --allow-other --format pcs \
      -o "$TMP/pcs" 2>>"$TMP/err"
    [ ! -f "$TMP/pcs" ] || sed 's/^0x0*//' "$TMP/pcs" | tr A-F a-f >>"$TMP/got"
  done
}

[ $# -gt 0 ] || set -- "$SIFIVE"/*.test
equal=0 explained=0 different=0 none=0
for test in "$@"; do
  folder=$SIFIVE/$(basename "$test" .test).test
  trace=$(find "$folder" -maxdepth 1 -name '*.rtd' | head -1)
  [ -n "$trace" ] || continue
  file=$(basename "$trace" .rtd) name=$(basename "$folder" .test)
  listing "$folder" "$file" >"$TMP/listing"
  if ! has_instructions "$TMP/listing"; then
    printf '%-24s no instruction trace\n' "$name"
    none=$((none + 1))
    continue
  fi
  compare "$name" "$trace" "$folder/$file.elf" "$TMP/listing"
  count=$(wc -l <"$TMP/want")
  case $result in
  equal)
    printf '%-24s equal       %s instructions\n' "$name" "$count"
    equal=$((equal + 1))
    continue
    ;;
  explained*)
    printf '%-24s explained   %s instructions, %s\n' "$name" "$count" "${result#explained   }"
    explained=$((explained + 1))
    continue
    ;;
  esac
  different=$((different + 1))
  line=$(cmp "$TMP/want" "$TMP/got" 2>&1 | grep -oE 'line [0-9]+' | tail -1 | cut -d' ' -f2)
  printf '%-24s different   %s instructions, expected %s; first at %s: %s, expected %s\n' "$name" "$(wc -l <"$TMP/got")" \
    "$(wc -l <"$TMP/want")" "${line:-1}" "$(sed -n "${line:-1}p" "$TMP/got")" "$(sed -n "${line:-1}p" "$TMP/want")"
  head -1 "$TMP/err" | cut -c1-300 | sed 's/^/    /'
done
echo "$equal equal, $explained explained, $different different, $none without instruction trace"
[ $((equal + explained + different)) -gt 0 ] || exit 77
[ "$different" -eq 0 ]
