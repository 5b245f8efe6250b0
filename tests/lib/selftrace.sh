# SPDX-License-Identifier: Apache-2.0
# For test scripts: selftrace PROGRAM XLEN OPTION...: a program that traces itself, on the tree in $TMP/rvXLEN.dtb; what it prints
# decodes to a section of what the hart retired.
selftrace() {
  local program=$1 xlen=$2 elf
  shift 2
  elf=$BUILD/programs/rv$xlen/$program.elf
  "$HARTRACE" run "$elf" --no-trace --dtb "$TMP/rv$xlen.dtb" "$@" --console "$TMP/console" --save-pcs "$TMP/pcs" || return 1
  # shellcheck disable=SC2059
  printf "$(tr -d '\n' <"$TMP/console" | sed 's/../\\x&/g')" >"$TMP/t.nex"
  "$HARTRACE" decode "$TMP/t.nex" --elf "$elf" -f pcs -o "$TMP/decoded" && python3 - "$TMP/decoded" "$TMP/pcs" <<'PY'
import sys
decoded, executed = (open(f).read() for f in sys.argv[1:])
sys.exit(not (decoded.count("\n") > 1000 and "\n" + decoded in executed))
PY
}
