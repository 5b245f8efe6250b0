#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libhartrace_dpi as Python calls it (kit/cocotb), on a hart of two records; it exports htk_dpi_* alone. Simulations are in tests/rtl/test_rtl_dpi.sh.
. tests/lib/tap.sh

so=$BUILD/lib/libhartrace_dpi.so
[ -e "$so" ] || { skip "libhartrace_dpi.so" "not built"; finish; }
check "two records, by ctypes" python3 tests/kit/cocotb_kit.py "$so"
exports() { [ -z "$(nm -D --defined-only "$so" | awk '$2 != "A" && $3 !~ /^htk_dpi_/')" ] && [ "$(nm -D --defined-only "$so" | grep -c ' T htk_dpi_')" = 10 ]; }
check "what it exports" exports
declared() { # every function of the header is in the package, and the other way round
  diff <(grep -oE '\bhtk_dpi_[a-z]+\(' kit/dpi/htk_dpi.h | sort -u) <(grep -oE '\bhtk_dpi_[a-z]+\(' kit/dpi/htk_dpi_pkg.sv | sort -u)
}
check "header and package" declared
finish
