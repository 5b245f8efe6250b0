#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Debian's firmware under QEMU, recorded, encoded and decoded: OpenSBI, which starts U-Boot in S mode, and
# U-Boot in M mode, which relocates itself. U-Boot goes to its prompt, except in sanitized builds,
# which stop after two million instructions. `make demo` boots both to the prompt.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
SBI=/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_jump.elf
UBOOT_M=/usr/lib/u-boot/qemu-riscv64/u-boot.bin
UBOOT_S=/usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin

# boot NAME OPTION...: record.
boot() {
  local name=$1
  shift
  "$HARTRACE" record "$@" -o "$TMP/$name.ing" --console "$TMP/$name.txt" 2>"$TMP/$name.err"
  local rc=$?
  cat "$TMP/$name.err"
  return $rc
}

# traced NAME MODE: encoded and decoded, equal to what was executed.
traced() {
  "$HARTRACE" encode -q --ingress "$TMP/$1.ing" --mode "$2" -o "$TMP/$1.nex" &&
    "$HARTRACE" verify "$TMP/$1.nex" --ingress "$TMP/$1.ing" | grep '^equal'
}

# count NAME WHAT: a number of the recording's summary.
count() {
  sed -n "s/.* \([0-9]*\) $2.*/\1/p" "$TMP/$1.err"
}

if ! command -v qemu-system-riscv64 >/dev/null; then
  skip "firmware" "no qemu-system-riscv64"
elif [ ! -r $SBI ] || [ ! -r $UBOOT_M ] || [ ! -r $UBOOT_S ]; then
  skip "firmware" "packages opensbi and u-boot-qemu are not installed"
else
  if [ -n "${SANITIZED:-}" ]; then
    until=(--max-instructions 2000000)
  else
    until=(--until '=> ')
  fi
  check "OpenSBI and U-Boot: record" boot sbi --bios $SBI --kernel $UBOOT_S --max-instructions 3000000
  check "OpenSBI: has exceptions" [ "$(count sbi exceptions)" -ge 5 ]
  check "U-Boot: record" boot uboot --bios $UBOOT_M "${until[@]}"
  [ -n "${SANITIZED:-}" ] || check "U-Boot: prompt" grep -q '^=> ' "$TMP/uboot.txt"
  for mode in htm btm; do
    check "OpenSBI: $mode" traced sbi $mode
    check "U-Boot: $mode" traced uboot $mode
  done
fi
finish
