#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Flushes that the far side of an ATB bridge asks for, through platforms of models and of RTL (run_fabric.c): at the end of each
# all that was queued is there, and in the end all platforms have sent the same.
. tests/lib/tap.sh

# same TREE.dts IMPL: what the models answer.
same() {
  local name
  name=$(basename "$1" .dts)
  [ -f "$TMP/$name.dtb" ] || dtc -q -O dtb -o "$TMP/$name.dtb" "$1" || return
  "$BUILD/tests/rtl/run_fabric" "$TMP/$name.dtb" model >"$TMP/model" || return
  "$BUILD/tests/rtl/run_fabric" "$TMP/$name.dtb" "$2" >"$TMP/these" && [ -s "$TMP/model" ] && diff "$TMP/model" "$TMP/these"
}

# Holds TCI-ATB-002 TCI-COMP-025
for impl in c rtl encoder-0=rtl atbbridge=rtl system=rtl; do
  check "one hart: $impl" same dts/single-atb.dts $impl
done
for impl in c rtl encoder-1=rtl funnel=rtl atbbridge=rtl rtl,encoder-0=model system=rtl; do
  check "two harts, a funnel, system memory that fails once: $impl" same dts/three-sinks.dts $impl
done
for impl in c rtl ramsink=rtl system=rtl; do
  check "one hart, every sink, system memory over AXI and AHB-Lite: $impl" same tests/rtl/all-sinks.dts $impl
done
finish
