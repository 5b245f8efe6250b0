#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Colors and the pager: on a terminal (a pty) only, and what turns them off. The text is the same everywhere.
. tests/lib/tap.sh
. tests/tools/lib.sh

calls 100
"$HARTRACE" encode --mode htm --pcs "$TMP/calls.pcs" --pcinfo "$TMP/calls.pcinfo" -q -o "$TMP/calls.nex"
cat >"$TMP/on_pty.py" <<'PY'
"""on_pty.py OUT COMMAND...: run it on a terminal, which writes to OUT; exit with its status."""
import os, pty, sys
out = open(sys.argv[1], "wb")
def run():
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp(sys.argv[2], sys.argv[2:])
    while True:
        try:
            data = os.read(fd, 65536)
        except OSError:
            break
        if not data:
            break
        out.write(data.replace(b"\r\n", b"\n"))
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(run())
PY
unset NO_COLOR LESS
export TERM=xterm
# on_terminal VERB [OPTION]...: what a terminal gets is in $TMP/tty.
on_terminal() {
  timeout 400 python3 "$TMP/on_pty.py" "$TMP/tty" "$HARTRACE" "$1" "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" -q "${@:2}"
}
colored() { grep -q $'\033\\[' "$TMP/tty"; }
plain() { sed $'s/\033\\[[0-9]*m//g' "$TMP/tty"; }
same() { # VERB [OPTION]...
  "$HARTRACE" "$1" "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" -q "${@:2}" >"$TMP/pipe" || return
  ! grep -q $'\033' "$TMP/pipe" || { echo "color in a pipe"; return 1; }
  PAGER=cat on_terminal "$@" && colored && plain | diff "$TMP/pipe" -
}
check "hot" same hot
check "hot by branch" same hot --by branch
check "calls" same calls
check "path" same path --to end
without() { "$@" && ! colored && [ -s "$TMP/tty" ]; }
export PAGER=cat
check "--no-color" without on_terminal hot --no-color
NO_COLOR=1 check "NO_COLOR" without on_terminal hot
NO_COLOR='' check "NO_COLOR, but empty" eval 'on_terminal hot && colored'
TERM=dumb check "a terminal without colors" without on_terminal hot
check "JSON" without on_terminal hot --format json
paged() { on_terminal hot && [ "$(plain | head -n 1)" = PAGED ] && plain | grep -q '0x80000100$'; }
PAGER='echo PAGED; cat' check "PAGER" paged
PAGER=/nowhere/pager check "a pager that is not there" eval 'on_terminal hot && plain | grep -q "instructions in all"'
PAGER=true check "a pager that ends at once" on_terminal hot --by instruction
PAGER='echo LESS=$LESS; cat >/dev/null' check "options of less" eval 'on_terminal hot && grep -q "^LESS=FRX" "$TMP/tty"'
no_pager() { "$HARTRACE" hot "$TMP/calls.nex" --pcinfo "$TMP/calls.pcinfo" -q >"$TMP/pipe" && ! grep -q PAGED "$TMP/pipe"; }
PAGER='echo PAGED; cat' check "no pager in a pipe" no_pager
wrong() { on_terminal hot --by nothing; [ $? = 2 ] && plain | grep -q 'unknown kind of row'; }
check "the status of what went wrong" wrong
finish
