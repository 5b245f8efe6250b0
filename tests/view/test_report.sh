#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hartrace report: the page in a headless Chromium; tiles, names and source that try to be HTML, places that cannot be written.
. tests/lib/tap.sh
. tests/tools/lib.sh

P=$BUILD/programs/rv64
export PYTHONDONTWRITEBYTECODE=1
"$HARTRACE" run "$P/timer.elf" --console "$TMP/console" --save-trace "$TMP/timer.nex" --sidecar >"$TMP/run.txt" 2>&1

# A name and a line that would do something in a page. The source is a copy; the line stays the last one.
EVIL='</script><img src=x onerror="window.injected=1">'
mkdir "$TMP/programs"
cp tests/programs/timer.c "$TMP/programs"
printf '// %s \\ \302\202 \377\n' "$EVIL" >>"$TMP/programs/timer.c"
riscv64-unknown-elf-objcopy --remove-section '.debug*' --redefine-sym "bsp_time=$EVIL" "$P/timer.elf" "$TMP/evil.elf"

made() {
  "$HARTRACE" report "$TMP/timer.nex" --elf "$P/timer.elf" --source-path "$PWD/tests/programs=$TMP/programs" -o "$TMP/report" 2>"$TMP/err" &&
    [ -s "$TMP/report/index.html" ] && [ "$(grep -c . "$TMP/err")" = 1 ] && ! find "$TMP/report" -name '*.tmp.*' | grep .
}
check "a report is made; one remark about the sidecar, no temporary files" made
again() {
  "$HARTRACE" report "$TMP/timer.nex" --elf "$P/timer.elf" --source-path "$PWD/tests/programs=$TMP/programs" -o "$TMP/report" 2>/dev/null
}
check "and again in the same folder" again

# Each of STORM interrupts increments `ticks` once.
STORM=$(sed -n 's/^ *STORM = \([0-9]*\),$/\1/p' tests/programs/timer.c)
LINE=$(grep -n '^    ticks++;' tests/programs/timer.c | cut -d: -f1)
if chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome); then
  "$HARTRACE" stat "$TMP/timer.nex" --elf "$P/timer.elf" --format json >"$TMP/stat.json" 2>/dev/null
  page() {
    timeout -k 5 400 python3 tests/view/report_page.py "$chromium" "$TMP/report" "$TMP/stat.json" "timer.c:$LINE" "$STORM" >"$TMP/page.txt" 2>&1
    local status=$?
    sed 's/^/# /' "$TMP/page.txt"
    return $status
  }
  check "the page in Chromium: loads, zooms, searches, shows counts" page
  evil() {
    "$HARTRACE" report "$TMP/timer.nex" --elf "$TMP/evil.elf" -o "$TMP/evil" 2>/dev/null &&
      timeout -k 5 400 python3 tests/view/report_evil.py "$chromium" "$TMP/evil" "$EVIL" "$TMP/report" timer.c 2>&1
  }
  check "a function and a line of source that are HTML are shown as text" evil
else
  skip "the page in Chromium: loads, zooms, searches, shows counts" "no Chromium"
  skip "a function and a line of source that are HTML are shown as text" "no Chromium"
fi

calls 80000
tiles() {
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" --mode htm -q -o "$TMP/calls.nex" &&
    "$HARTRACE" report "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" -o "$TMP/tiles" &&
    python3 tests/view/report_tiles.py "$TMP/tiles" 0x80000100 80000 320002
}
check "every call is in the tiles of every level" tiles

refused() {
  : >"$TMP/file"
  fails 2 "$TMP/file: cannot be written" "$HARTRACE" report "$TMP/timer.nex" --elf "$P/timer.elf" -o "$TMP/file" &&
    fails 2 "$TMP/no/folder: cannot be made" "$HARTRACE" report "$TMP/timer.nex" --elf "$P/timer.elf" -o "$TMP/no/folder" &&
    fails 2 'add -o FOLDER' "$HARTRACE" report "$TMP/timer.nex" --elf "$P/timer.elf"
}
check "a place that is no folder, that cannot be made, none at all" refused
full() { # files of at most 8 KiB: as on a full disk
  (
    trap '' XFSZ
    ulimit -f 8
    "$HARTRACE" report "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" -o "$TMP/full" 2>"$TMP/full.err"
    [ $? = 2 ]
  ) && grep -q 'cannot be written' "$TMP/full.err" && [ ! -e "$TMP/full" ]
}
check "a full disk: an error, and nothing is left" full
gaps() { # exit status 1, and the page says where
  "$HARTRACE" encode --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" --mode htm --te trTeInstSyncMode=messages --te trTeInstSyncMax=1 -q -o "$TMP/syncs.nex" &&
    head -c 600 "$TMP/syncs.nex" >"$TMP/gap.nex" && printf '\000\000\003' >>"$TMP/gap.nex" && tail -c +700 "$TMP/syncs.nex" >>"$TMP/gap.nex"
  fails 1 '1 gap' "$HARTRACE" report "$TMP/gap.nex" --pcinfo "$TMP/calls.pcinfo" -o "$TMP/gaps" &&
    grep -q '"gaps":[1-9]' "$TMP/gaps/data/summary.js" && grep -q 'gap: ' "$TMP/gaps/data/summary.js" && grep -q '"losses":[1-9]' "$TMP/gaps/data/health.js"
}
check "a gap: exit status 1, a remark and a place on the page" gaps
finish
