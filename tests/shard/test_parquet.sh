#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The database of shards as Parquet: the ten queries of exports.md give the same rows in SQLite and in DuckDB. Without DuckDB it is skipped;
# HARTRACE_SOAK installs it into build/npm.
. tests/lib/tap.sh
unsanitized "DuckDB is not ours"
. tests/tools/lib.sh

P=$PWD/$BUILD/programs/rv64
HERE=$PWD
case $HARTRACE in /*) ;; *) HARTRACE=$PWD/$HARTRACE ;; esac
export HARTRACE_NPM=${HARTRACE_NPM:-$PWD/$BUILD/npm}
if [ -n "${HARTRACE_SOAK:-}" ] && [ ! -d "$HARTRACE_NPM/node_modules/@duckdb" ]; then
  mkdir -p "$HARTRACE_NPM" && npm install --prefix "$HARTRACE_NPM" --no-audit --no-fund @duckdb/node-api@1.5.6-r.1 >/dev/null 2>&1
fi
for tool in node sqlite3; do
  command -v $tool >/dev/null || { skip "queries over Parquet" "no $tool"; finish; }
done
[ -d "$HARTRACE_NPM/node_modules/@duckdb" ] || { skip "queries over Parquet" "no @duckdb/node-api in $HARTRACE_NPM"; finish; }
parquet() { node "$HERE/scripts/parquet.mjs" "$@"; }
cd "$TMP" || exit 1
"$HARTRACE" run "$P/timer.elf" --save-trace t.nex --sidecar --te trTeInstSyncMode=messages --te trTeInstSyncMax=2 --te trTsEnable=1 -q >/dev/null 2>&1
python3 - <<'PY'
b = bytearray(open('t.nex', 'rb').read())
for at in (len(b) // 3, len(b) // 2): b[at] ^= 0x14
open('x.nex', 'wb').write(b)
PY
cp t.nex.toml x.nex.toml
for t in t x; do
  "$HARTRACE" shard plan $t.nex --elf "$P/timer.elf" --format sqlite -n 6 -o p.$t -q
  "$HARTRACE" shard all p.$t -o $t.sqlite -q
done
# The queries of the page, numbered.
python3 - "$HERE/docs/reference/exports.md" <<'PY'
import re, sys
page = open(sys.argv[1]).read()
found = re.findall(r'^(\d+)\. [^\n]*\n\n```sql\n(.*?)```', page, re.M | re.S)
for n, sql in found: open(f'q{n}.sql', 'w').write(sql.strip().rstrip(';'))
sys.exit(0 if [int(n) for n, _ in found][:10] == list(range(1, 11)) else 1)
PY
check "ten queries in exports.md" test -s q10.sql
tables() {
  local table counts='SELECT 0'
  parquet "$1.sqlite" "$1.pq" || return 1
  for table in about totals harts functions calls events ranges instructions branches messages edges losses lines; do
    counts="$counts, (SELECT count(*) FROM $table)"
  done
  parquet --query "$counts" "$1.pq" | tr -dc '0-9,\n' | sed 's/^0,//' >now
  sqlite3 -csv "$1.sqlite" "$counts" | sed 's/^0,//' >was
  [ "$(tr , '\n' <was | wc -l)" = 13 ] && diff was now
}
check "every table has its rows" tables t
check "and those of a damaged trace" tables x
# Rows as lists of text; numbers as numbers.
same_rows() {
  python3 - "$1" "$2" <<'PY'
import json, subprocess, sys
def plain(v):
    try: return round(float(v), 6)
    except (TypeError, ValueError): return v
sql = open(f'q{sys.argv[2]}.sql').read()
was = subprocess.run(['sqlite3', '-json', sys.argv[1] + '.sqlite', sql], capture_output=True, text=True, check=True).stdout
was = [[plain(v) for v in json.loads(r).values()] if isinstance(r, str) else [plain(v) for v in r.values()] for r in json.loads(was or '[]')]
import os
now = subprocess.run(['node', os.environ['PARQUET'], '--query', sql, sys.argv[1] + '.pq'], capture_output=True, text=True)
if now.returncode: sys.exit(now.stderr)
now = [[plain(v) for v in json.loads(line)] for line in now.stdout.splitlines()]
if was != now:
    print(len(was), len(now), [(a, b) for a, b in zip(was, now) if a != b][:3]); sys.exit(1)
print(len(was), 'rows')
PY
}
export PARQUET=$HERE/scripts/parquet.mjs
for n in 1 2 3 4 5 6 7 8 9 10; do check "query $n" same_rows t $n; done
check "query 9 of a damaged trace, which has rows" eval 'same_rows x 9 && [ "$(sqlite3 x.sqlite "SELECT count(*) FROM losses")" -gt 0 ]'
unfinished() { cp t.sqlite u.sqlite && sqlite3 u.sqlite 'PRAGMA user_version=0' && fails 2 "no finished export" parquet u.sqlite u.pq && [ ! -e u.pq ]; }
check "a database that was not finished is refused" unfinished
finish
