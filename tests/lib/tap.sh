# SPDX-License-Identifier: Apache-2.0
# For test scripts: check NAME COMMAND..., skip NAME WHY, and finish at the end. Output is TAP.
set -u
tap_count=0
tap_failed=0
BUILD=${BUILD:-build}
HARTRACE=$BUILD/hartrace
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT

# check NAME COMMAND...: passes when the command succeeds; its output is shown when it does not.
check() {
  local name=$1
  shift
  tap_count=$((tap_count + 1))
  if "$@" >"$TMP/tap.out" 2>&1; then
    echo "ok $tap_count - $name"
  else
    echo "not ok $tap_count - $name"
    sed 's/^/# /' "$TMP/tap.out" | head -n 30
    tap_failed=1
  fi
}

# fails STATUS PATTERN COMMAND...: true when the command ends with STATUS and says PATTERN, on stderr or stdout.
fails() {
  local want=$1 pattern=$2 got
  shift 2
  "$@" >"$TMP/fails.out" 2>"$TMP/fails.err"
  got=$?
  cat "$TMP/fails.err"
  [ "$got" = "$want" ] || { echo "exit status $got, expected $want"; return 1; }
  cat "$TMP/fails.out" "$TMP/fails.err" | grep -Eq -- "$pattern" || { echo "no message like: $pattern"; return 1; }
}

# unsanitized WHY: in the run with sanitizers there is nothing to see here that another test does not show, and why.
unsanitized() {
  [ -n "${SANITIZED:-}" ] || return 0
  echo "ok 1 - with sanitizers # SKIP $1"
  echo "1..1"
  exit 0
}

# once NAME COMMAND...: not with sanitizers, where it costs much and what else runs there is enough.
once() { [ -n "${SANITIZED:-}" ] || check "$@"; }

skip() {
  tap_count=$((tap_count + 1))
  echo "ok $tap_count - $1 # SKIP $2"
}

finish() {
  echo "1..$tap_count"
  exit $tap_failed
}
