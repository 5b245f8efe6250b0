# SPDX-License-Identifier: Apache-2.0
# A trace in shards against the same in one process. Sourced after tests/tools/lib.sh; works in the folder it is called in.

# damage FROM TO SEED N: bits flipped, and the first bytes gone.
damage() {
  python3 - "$@" <<'PY'
import random, sys
b = bytearray(open(sys.argv[1], 'rb').read())
r = random.Random(int(sys.argv[3]))
for _ in range(int(sys.argv[4])):
    b[r.randrange(len(b))] ^= 1 << r.randrange(8)
open(sys.argv[2], 'wb').write(b[101:])
PY
}

serial() { # FORMAT TRACE OPTION...
  local f=$1
  shift
  case $f in
    text | pcs | ranges | nexrv | jsonl | csv) "$HARTRACE" decode "$@" --format "$f" -o ser ;;
    stat) "$HARTRACE" stat "$@" >ser ;;
    stat-json) "$HARTRACE" stat "$@" --format json >ser ;;
    calls | hot | path) "$HARTRACE" "$f" "$@" >ser ;;
    calls-json | hot-json | path-json) "$HARTRACE" "${f%-json}" "$@" --format json >ser ;;
    verify) "$HARTRACE" verify "$@" >ser ;;
    *) "$HARTRACE" export "$@" --to "$f" -o ser ;;
  esac
}
# same N FORMAT TRACE OPTION...: the same result and the same exit status as one process.
same() {
  local n=$1 f=$2 got want
  shift 2
  rm -rf out ser p p.d
  "$HARTRACE" shard plan "$@" --format "$f" -n "$n" -o p || return 1
  "$HARTRACE" shard all p --jobs 2 -o out
  got=$?
  serial "$f" "$@"
  want=$?
  [ $got = $want ] && [ $want -lt 2 ] || { echo "exit status $got, expected $want"; return 1; }
  [ -s ser ] || { echo "nothing to compare"; return 1; }
  case $f in
    sqlite) cmp <(sqlite3 out .dump) <(sqlite3 ser .dump) ;;
    ctf | report) diff -r out ser ;;
    *) cmp out ser ;;
  esac
}
each() { # COMMAND WORD...: for each word
  local command=$1 w
  shift
  # shellcheck disable=SC2086
  for w in "$@"; do $command $w || { echo "$command $w"; return 1; }; done
}
