#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# NEXUSRV_DUMP=/path/to/nexusrv-dump tests/interop/nexusrv.sh [PROGRAM.elf...]
#
# Hold hartrace beside libnexus-rv (ganboing/libnexus-rv on GitHub), whose nexusrv-dump the user has built: it is no part of this
# project. Programs run on the platform, in BTM, in HTM, and in HTM with repeated history, with SRC, timestamps and Ownership messages
# where they send them; every field of every message that nexusrv-dump lists has to be what hartrace dump lists, and there have to be
# as many. Output is a table. Exit status: 0 all equal, 1 not, 2 wrong use, 77 nothing was compared.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

NEXUSRV_DUMP=${NEXUSRV_DUMP:-}
if [ -z "$NEXUSRV_DUMP" ]; then
  echo "1..0 # SKIP NEXUSRV_DUMP is not set (nexusrv-dump of libnexus-rv): nothing was compared, and nothing is proved"
  exit 77
fi
[ -x "$NEXUSRV_DUMP" ] || { echo "nexusrv.sh: $NEXUSRV_DUMP is not a program" >&2; exit 2; }
[ -x "$HARTRACE" ] || { echo "nexusrv.sh: $HARTRACE is not there: make first" >&2; exit 2; }
[ $# -gt 0 ] || set -- "$BUILD"/programs/rv64/{overlay,context,nested,irqnest,recursion,sort,crc,strings}.elf

# A line for each message: names and numbers, sorted. PROCESS is taken apart; RDATA is named after RCODE, as nexusrv-dump does.
same_form() {
  python3 -c '
import re, sys
for line in sys.stdin:
    words = line.split()
    if not words or words[0] not in ("Msg",) and not words[0].startswith("#"):
        continue
    f = {k.upper(): int(v, 0) for k, v in re.findall(r"\b(\w+)=(\w+)", line)}
    name = words[3]
    if name == "Idle":
        continue
    f.pop("LEN", None), f.pop("TCODE", None)
    for a, b in (("FADDR", "XADDR"), ("UADDR", "XADDR"), ("TSTAMP", "TIME"), ("BCNT", "HREPEAT")):
        if a in f:
            f[b] = f.pop(a)
    if "PROCESS" in f:
        p = f.pop("PROCESS")
        f.update(FORMAT=p & 3, PRV=p >> 2 & 3, V=p >> 4 & 1, CONTEXT=p >> 5)
    if "RDATA" in f:
        f[{0: "ICNT", 1: "HIST", 2: "HIST"}.get(f["RCODE"], "RDATA")] = f.pop("RDATA")
    print(name, sorted(f.items()))'
}

different=0 messages=0
for program in "$@"; do
  for mode in btm htm repeated; do
    fields=(--mode "${mode/repeated/htm}" --te trTeContext=1 --te trTeSrcBits=12 --te trTeSrcID=5 --te trTsEnable=1
      --te trTsMode=internal_core --te trTeInstSyncMode=messages)
    [ "$mode" = repeated ] && fields+=(--te trTeInstEnRepeatedHistory=1)
    timeout 300 "$HARTRACE" run -q "$program" "${fields[@]}" --any-exit --save-trace "$TMP/t.nex" >"$TMP/run" 2>&1 || { cat "$TMP/run"; exit 2; }
    "$HARTRACE" dump -q "$TMP/t.nex" --te trTeSrcBits=12 --te trTsEnable=1 | same_form >"$TMP/ours"
    timeout 300 "$NEXUSRV_DUMP" -w model=generic64,src=12,ts=40 "$TMP/t.nex" 2>"$TMP/err" | same_form >"$TMP/theirs"
    n=$(wc -l <"$TMP/ours")
    if [ "$n" -gt 0 ] && cmp -s "$TMP/ours" "$TMP/theirs"; then
      printf '%-16s %-9s equal       %s messages\n' "$(basename "$program" .elf)" $mode "$n"
      messages=$((messages + n))
    else
      printf '%-16s %-9s different   %s messages, %s there\n' "$(basename "$program" .elf)" $mode "$n" "$(wc -l <"$TMP/theirs")"
      diff "$TMP/ours" "$TMP/theirs" | head -4
      head -1 "$TMP/err"
      different=$((different + 1))
    fi
  done
done
echo "$messages messages equal, $different different"
[ "$different" -eq 0 ]
