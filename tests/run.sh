#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh LOGDIR TEST...: run test programs (cmocka) and scripts (TAP), a few at once; show what failed.
# A test that dies, times out or prints no result counts as one failure. Names the slowest. Exit 1 if anything failed.
set -u
log=$1
shift
rm -rf "$log/tap" && mkdir -p "$log/tap"
[ $# -gt 0 ] || { echo "run.sh: no test of that name" >&2; exit 2; }

# Debian's Python has the modules that `make check` installs. Another one that is first in PATH lacks them, and pyenv's is a shell script
# that costs more than most of what the tests run.
if [ -x /usr/bin/python3 ]; then
  mkdir -p "$log/bin" && ln -sf /usr/bin/python3 "$log/bin/python3" || exit 2
  PATH=$(cd "$log/bin" && pwd):$PATH
  export PATH
fi

run_one() {
  local log=$1 t=$2 name rc TIMEFORMAT
  case $t in /*) ;; *) t=./$t ;; esac
  name=$(echo "$t" | sed 's|.*tests/||; s|/|-|g; s|\.sh$|.sh|')
  TIMEFORMAT="%0R $name %1U %1S"
  {
    time CMOCKA_MESSAGE_OUTPUT=tap timeout -k 10 "${TEST_TIMEOUT:-900}" "$t" >"$log/tap/$name.raw" 2>"$log/tap/$name.err" </dev/null
    rc=$?
  } 2>"$log/tap/$name.time"
  # Keep result lines only; name each after its program.
  sed -n "s/^\(not ok\|ok\) \([0-9]*\) *-* */\1 \2 - $name: /p" "$log/tap/$name.raw" >"$log/tap/$name.tap"
  if [ "$rc" -ne 0 ] && ! grep -v '# SKIP' "$log/tap/$name.tap" | grep -q '^not ok'; then
    echo "not ok 0 - $name: ended with status $rc" >>"$log/tap/$name.tap"
  elif [ ! -s "$log/tap/$name.tap" ]; then
    echo "not ok 0 - $name: printed no result" >>"$log/tap/$name.tap"
  fi
  if grep -v '# SKIP' "$log/tap/$name.tap" | grep -q '^not ok'; then
    echo "--- ${TAP_PREFIX:-} $name"
    grep -v '# SKIP' "$log/tap/$name.tap" | grep '^not ok'
    grep '^#' "$log/tap/$name.raw" | head -n 40
    tail -n 40 "$log/tap/$name.err"
  fi
}
export -f run_one
# Those of slow.txt first, as it lists them: none of them is left for the end. Tests wait for each other's programs, sockets and clocks: twice as many
# as there are processors keep these busy.
printf '%s\n' "$@" | awk -v list="$(dirname "$0")/slow.txt" '
  BEGIN { while ((getline line <list) > 0) if (line !~ /^#/) rank[line] = ++ranks }
  { name = $0; sub(/.*tests\//, "", name); sub(/\.sh$/, "", name) }
  name in rank { first[rank[name]] = first[rank[name]] $0 "\n"; next }
  { rest[++others] = $0 }
  END { for (i = 1; i <= ranks; i++) printf "%s", first[i]; for (i = 1; i <= others; i++) print rest[i] }' |
  xargs -P $((2 * $(nproc))) -I{} bash -c 'run_one "$0" "$1"' "$log" {}
echo "slowest: $(cat "$log"/tap/*.time | sort -rn | head -n 6 | awk '{ printf "%s%s %d s", (NR > 1 ? ", " : ""), $2, $1 }')"
[ -n "${TAP_PREFIX:-}" ] && exit 0
"$(dirname "$0")"/tap-sum.sh "$log"/tap/*.tap
