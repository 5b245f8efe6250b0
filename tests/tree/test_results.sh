#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/results.py: pages are what the JSON makes; a difference is found, on either side; parts and rows that were not measured keep their
# values and dates; a release is kept.
. tests/lib/tap.sh
unsanitized "nothing compiled is run"
HERE=$PWD
R=$HERE/scripts/results.py
cd "$TMP" || exit 1
mkdir -p t/docs/results/history t/lib/trace/include/htr
cat >t/lib/trace/include/htr/htr_version.h <<'H'
#define HARTRACE_VERSION_MAJOR 3
#define HARTRACE_VERSION_MINOR 4
#define HARTRACE_VERSION_PATCH 5
H
cat >t/docs/results/results.json <<'J'
{"format": "hartrace-results-1",
 "tracked": [{"part": "speed", "table": "rates", "row": "go", "column": "M/s", "unit": "M"}],
 "parts": {"speed": {"title": "Speed", "date": "2020-01-02", "version": "0.1.0", "machine": "one core", "tools": {"gcc": "9"}, "command": "by hand",
  "tables": {"rates": {"columns": ["what", "M/s", "size", "change", "bytes"], "forms": ["text", "2", "group", "signed", "pair"],
   "rows": [{"cells": ["go", 12.5, 1234567, -1200, [10, -3]]}, {"cells": ["stop", null, 12, 5, [10, 0]], "date": "2019-05-06"}]}}},
  "other": {"title": "Other", "date": "2020-02-02", "version": "0.1.0", "machine": "any", "tools": {}, "command": "by hand",
  "tables": {"one": {"columns": ["what", "n"], "forms": ["text", "0"], "rows": [{"cells": ["a", 7]}]}}}}}
J
cat >t/docs/Page.md <<'P'
Before.
<!-- results: speed.rates -->
<!-- end of results -->
After.
P
res() { python3 "$R" "$@" --root "$TMP/t"; }
wrong() { # PATTERN COMMAND...
  local pattern=$1 rc=0
  shift
  "$@" >said 2>&1 || rc=$?
  grep -q -- "$pattern" said && [ $rc -ne 0 ] || { cat said; return 1; }
}
check "the tables of this tree are what its JSON makes" python3 "$R" check
check "a page without its table" wrong 'docs/Page.md:3: is not' res check
written() {
  res write && res check && cat >wanted <<'W'
Before.
<!-- results: speed.rates -->

| what | M/s | size | change | bytes |
|---|---|---|---|---|
| go | 12.50 | 1 234 567 | −1 200 | 10 (-3) |
| stop | | 12 | +5 | 10 |

Measured 2020-01-02, hartrace 0.1.0, one core; gcc 9 (`speed`). Of 2019-05-06: stop.

<!-- end of results -->
After.
W
  diff t/docs/Page.md wanted
}
check "is written, in the forms of its columns, with its date and machine" written
check "figures.md has the table that no page has" grep -q '^| a | 7 |$' t/docs/results/figures.md
changed() { sed -i 's/12\.50/12.60/' t/docs/Page.md && wrong 'docs/Page.md:6' res check && res write; }
check "a number changed in a page" changed
json() { cp t/docs/results/results.json kept && sed -i 's/"n"\]/"m"]/' t/docs/results/results.json && wrong 'figures.md' res check; mv kept t/docs/results/results.json; }
check "a name changed in the JSON" json
short() { cp t/docs/results/results.json kept; sed -i 's/\["a", 7\]/["a"]/' t/docs/results/results.json; wrong 'has 1 cells for 2 columns' res check; r=$?; mv kept t/docs/results/results.json; return $r; }
check "a row without all cells" short
unknown() { printf '<!-- results: speed.none -->\n<!-- end of results -->\n' >t/docs/x.md; wrong 'x.md:1.*no table speed.none' res check; r=$?; rm t/docs/x.md; return $r; }
check "a mark for a table that is not there" unknown
twice() { printf '<!-- results: speed.rates -->\n<!-- end of results -->\n' >t/docs/x.md; wrong 'speed.rates is in docs/Page.md too' res check; r=$?; rm t/docs/x.md; return $r; }
check "a table in two pages" twice
open_end() { printf '<!-- results: speed.rates -->\n' >t/docs/x.md; mv t/docs/Page.md p; wrong 'without an end' res check; r=$?; mv p t/docs/Page.md; rm t/docs/x.md; return $r; }
check "a beginning without an end" open_end
check "a part that nothing measures" wrong 'no part speed that can be measured' res measure speed

# One part measured by a function of the test: half of its rows, then all.
measured() {
  cat >measure.py <<'M'
import datetime, json, os, sys, types
here, root = sys.argv[1:3]
sys.path.insert(0, os.path.join(here, 'scripts'))
import results
fake = types.ModuleType('results_parts')
fake.Cannot = type('Cannot', (Exception,), {})
def cannot(root): raise fake.Cannot('no machine')
fake.PARTS = {'speed': {'measure': lambda root: {'rates': {'columns': ["what", "M/s", "size", "change", "bytes"], 'forms': ["text", "2", "group", "signed", "pair"],
  'rows': [{'cells': ['go', 25, 2, 0, [1, 1]]}, {'cells': ['new', 1, 1, 1, [1, 0]]}]}}, 'title': 'Speed', 'speed': True, 'tools': ()},
  'gone': {'measure': cannot, 'title': '', 'speed': True, 'tools': ()}}
sys.modules['results_parts'] = fake
old = results.read(root + '/docs/results/results.json')
old['parts']['speed']['tables']['rest'] = {'columns': ['x'], 'forms': ['text'], 'rows': [{'cells': ['p']}, {'cells': ['q'], 'date': '2018-01-01'}]}
results.save(root + '/docs/results/results.json', old)
os.environ['HARTRACE_MACHINE'] = 'two cores'
assert results.measure(root, []) == 0
assert results.measure(root, ['gone']) == 1
now = json.load(open(root + '/docs/results/results.json'))['parts']
today = datetime.date.today().isoformat()
speed = now['speed']
assert (speed['date'], speed['version'], speed['machine']) == (today, '3.4.5', 'two cores'), speed
assert [(r['cells'][0], r.get('date')) for r in speed['tables']['rates']['rows']] == [('go', None), ('stop', '2019-05-06'), ('new', None)], speed
assert [(r['cells'][0], r['date']) for r in speed['tables'].pop('rest')['rows']] == [('p', '2020-01-02'), ('q', '2018-01-01')], speed
results.save(root + '/docs/results/results.json', {**old, 'parts': now})
results.write(root)
assert now['other']['date'] == '2020-02-02' and now['other']['tables']['one']['rows'] == [{'cells': ['a', 7]}], now['other']
M
  res release 0.9.0 && wrong 'is there already' res release 0.9.0 && python3 measure.py "$HERE" "$TMP/t" >out && res check &&
    grep -q 'gone: not measured: no machine' out && grep -qF '| go | 25.00 | 2 | 0 | 1 (+1) |' t/docs/Page.md
}
check "a part that is measured again: rows, date, version, machine; the others stay" measured
check "the history has release and now, each with its machine, and no difference between machines" \
  grep -qF '| speed: go, M/s | M | 12.50 (1) | 25.00 (2) |  |' t/docs/results/history/README.md
moved() { sed -i 's/two cores/one core/' t/docs/results/results.json && res write && grep -qF '| 12.50 (1) | 25.00 (1) | +100.0 % |' t/docs/results/history/README.md; }
check "and one between equal machines" moved
again() { res release 1.0.0 && grep -qF '| 12.50 (1) | 25.00 (1) | 25.00 (1) | not measured again |' t/docs/results/history/README.md; }
check "a figure that was not measured since the release has not stayed the same" again
edited() { # PYTHON: with the JSON as r
  python3 -c 'import json, sys; f = "t/docs/results/results.json"; r = json.load(open(f)); exec(sys.argv[1]); json.dump(r, open(f, "w"))' "$1" && res write
}
anywhere() {
  edited 'r["parts"]["speed"].update(machine="two cores", date="2030-01-01"); r["parts"]["speed"]["tables"]["rates"]["rows"][0]["cells"][1] = "20.0"' &&
    grep -qF '| speed: go, M/s | M | 12.50 (1) | 25.00 (1) | 20.00 (2) |  |' t/docs/results/history/README.md &&
    edited 'r["tracked"][0]["anywhere"] = True' && grep -qF '| speed: go, M/s | M | 12.50 (1) | 25.00 (1) | 20.00 (1) | -20.0 % |' t/docs/results/history/README.md
}
cp t/docs/results/results.json kept
check "a number that is text for its digits; one that is the same on any machine" anywhere
mv kept t/docs/results/results.json && rm t/docs/results/history/1.0.0.json && res write >/dev/null
# Lines that `make bench-rtl` prints, as rows of the tables; options are differences from the typical encoder of the same run.
lines() {
  local name
  cat >area.py <<'M'
import os, sys
sys.path.insert(0, os.path.join(sys.argv[1], 'scripts'))
import results, results_parts
old = {'encoders': {'columns': list('abcde')}, 'atb': {'columns': list('abcd')}, 'etrace': {'columns': list('abcde')}, 'xilinx': {'columns': list('abcdefghijkl')},
       'options': {'rows': [{'cells': ['no SRC', '`SrcW=0`', 1, 1]}, {'cells': ['one', '`Filters=1 Comparators=1`', 1, 1]}, {'cells': ['masks', '`... CompInputs=1 CompModes=1`', 1, 1]}]}}
option = 'option SrcW=0                                900 LUT4, 110 flip-flops, longest path 9 LUTs\n'
said = """encoder, typical: HTM, 32 bits               1000 LUT4, 100 flip-flops, longest path 9 LUTs
option Filters=1 Comparators=1 CompInputs=1 CompModes=1 1500 LUT4, 100 flip-flops, longest path 9 LUTs
E-Trace back end, 64 bits                    7 LUT4, 8 flip-flops, longest path 9 LUTs
ATB bridge, 32 bits                          534 LUT4, 170 flip-flops, longest path 6 LUTs
synth_xilinx: minimal                        11 LUT (2 LUT2, 9 LUT6), 5 flip-flops, 3 MUXF7/8, 4 CARRY4, 6 LUT as memory, 0 block RAM
something else                               1 LUT4, 1 flip-flops, longest path 1 LUTs
""" + option
rows = results_parts.area_rows(said, old)
assert rows['options'] == [['masks', '`... CompInputs=1 CompModes=1`', 500, 0], ['no SRC', '`SrcW=0`', -100, 10]], rows
assert rows['encoders'] == [['typical: HTM, 32 bits, return stack 8, repeated history, timestamps, context, 32-bit link', 1000, 100, 9, None]], rows
assert rows['etrace'] == [['64-bit addresses', None, 7, 8, 9]] and rows['atb'] == [['32 bits, 32-bit link', 534, 170, 6]], rows
assert rows['xilinx'] == [['minimal', 11, 0, 2, 0, 0, 0, 9, 5, 3, 4, 6]], rows
assert results_parts.area_rows(option, old) == {}
# How fast it is simulated: the best of several runs, in the row of its set.
rates = results_parts.simulation_rates('min      2.20 million cycles/s, and more\ntyp      1.25 million cycles/s, and more\n'
                                       'min      2.10 million cycles/s, and more\ntyp      1.38 million cycles/s, and more\n')
assert rates == {'min': 2.2, 'typ': 1.38}, rates
assert [row[-1] for row in results_parts.area_rows(said, old, rates)['encoders']] == ['1.38 (`typ`)']
assert set(results_parts.SIMULATED) <= set(results_parts.AREA)
# Every row of this tree that has an area is one that a line is for, and the other way round.
now = results.read(os.path.join(sys.argv[1], results.JSON))['parts']['area']['tables']
known = {(t, label) for t, label in results_parts.AREA.values()}
assert known == {(t, r['cells'][0]) for t in now if t != 'options' for r in now[t]['rows']}, known
M
  python3 area.py "$HERE" >out && grep -qx 'area: something else: no row is known for it; left out' out && grep -q 'SrcW=0: the typical encoder was not measured' out || return
  # And bench.sh measures what the lines are for.
  python3 -c 'import sys; sys.path.insert(0, sys.argv[1] + "/scripts"); import results_parts; print("\n".join(results_parts.AREA))' "$HERE" >names
  while read -r name; do grep -qF "$name|" "$HERE/rtl-model/rtl/bench.sh" || { echo "$name"; return 1; }; done <names
}
check "lines of make bench-rtl" lines
# What bench-shards.py says, per GB of trace: 2 GB of it, and of "text" a quarter of the shards.
shards() {
  cat >shards.py <<'M'
import json, os, sys
sys.path.insert(0, os.path.join(sys.argv[1], 'scripts'))
import results_parts
one = {"run": [20, 9000], "join": [4, 5000], "one": [1.5, 8000], "bytes": 6e9, "share": 1}
said = {"trace": {"bytes": 2000000000, "instructions": 30000000}, "plan": {"seconds": 3, "kb": 6000, "bytes": 640000, "shards": 1000},
        "cut": {"mean": 1200.4, "most": 2400}, "start": {"wall": 0.04, "cpu": 0.002, "bytes": 16000},
        "formats": {"ranges": one, "text": {k: v for k, v in {**one, "share": 0.25}.items() if k != "join"}}}
results_parts.run = lambda *command, **env: json.dumps(said)
os.environ['HARTRACE_WORKLOADS'] = '.'
tables = results_parts.shards('.')
rows = [r['cells'] for r in tables['cost']['rows']]
assert rows == [['`ranges`', 10, 3, 9, 2, 5, 0.75, 8], ['`text`', 40, 12, 9, None, None, 0.75, 8]], rows
fixed = {r['cells'][0]: r['cells'][1] for r in tables['fixed']['rows']}
assert fixed['plan of 8 shards: processor'] == 1.5 and fixed['start'] == 40 and fixed['cut, mean of 1,000'] == 1200 and fixed['plan, each shard'] == 640, fixed
M
  python3 shards.py "$HERE"
}
check "shards: costs per GB" shards
# A reason may name a test; it holds nothing.
rules() {
  mkdir -p c/docs/reference
  printf '| A-B-1 | q | r | k | x/test_y | rtl/z |\n| A-B-2 | q | r | k | reason: none; see x/test_y | reason: as x/test_y |\n| A-B-3 | q | r | k | x/z | pending |\n' |
    tee c/docs/reference/conformance.md >c/docs/reference/conformance-etrace.md
  python3 -c 'import sys; sys.path.insert(0, sys.argv[1] + "/scripts"); import results_parts
rows = results_parts.conformance("c")["rules"]["rows"]
assert [r["cells"][1:] for r in rows] == [[3, 2, 1, 1, 1]] * 2, rows' "$HERE"
}
check "rules: held by a test, with a reason, on the RTL" rules
# Rows changed in a page, as by hand or by a merge, go into the JSON; a table without marks gets them.
adopt() {
  sed -i 's/^| stop | | 12 /| stop | 3.50 | 12 /; s/^| go | 25.00/| go | 26.00/' t/docs/Page.md && wrong 'Page.md:6' res check && res adopt docs/Page.md && res check &&
    grep -qF '["stop", 3.5, 12, 5, [10, 0]]' t/docs/results/results.json && grep -qF '["go", 26.0, 2, 0, [1, 1]]' t/docs/results/results.json
}
check "a page's rows are adopted" adopt
marks() {
  printf 'Text.\n\n| a | b | c |\n|---|---|---|\n| x | 1 234 | −7 |\n| y | 56 | |\n\nMore.\n' >t/docs/Y.md
  wrong 'no table begins here' res adopt docs/Y.md:1 third.one 'by hand' && res adopt docs/Y.md:3 third.one 'by hand' && res check &&
    grep -qF '| x | 1 234 | −7 |' t/docs/Y.md && grep -qF '["x", 1234, -7]' t/docs/results/results.json && grep -qF '<!-- results: third.one -->' t/docs/Y.md && grep -q '^More' t/docs/Y.md
}
check "a table without marks is adopted" marks
finish
