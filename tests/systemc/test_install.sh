#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `make install-systemc` leaves behind is enough to build a design with our modules.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

prefix=$TMP/inst
sanitize=${SANITIZED:+-fsanitize=address,undefined}
cxx=g++
case ${CC:-gcc} in *clang*) cxx=clang++ ;; esac
check "make install-systemc" make -s install-systemc BUILD="$BUILD" CC="${CC:-gcc}" PREFIX="$prefix" \
  ${SANITIZED:+OPT=-O1 SAN=address,undefined}

{
  for h in "$prefix"/include/trsc/*.hpp; do echo "#include \"trsc/${h##*/}\""; done
  cat <<'CPP'
#include <cstdio>
int sc_main(int, char **)
{
    trm_encoder_cfg cfg;
    trm_encoder_cfg_init(&cfg);
    trsc::encoder encoder("encoder", trsc::make_encoder_model(cfg));
    sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
    encoder.clk(clk);
    sc_core::sc_start(100, sc_core::SC_NS);
    std::puts(encoder.empty() ? "empty" : "not empty");
    return 0;
}
CPP
} >"$TMP/design.cpp"
use_the_modules() {
  $cxx -std=c++17 -Wall -Wextra -Werror $sanitize -I"$prefix/include" -I"$prefix/include/regmap" -o "$TMP/design" \
    "$TMP/design.cpp" -L"$prefix/lib" -ltrsc -ltrm -lnexus -letrace -lsystemc || return
  SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 "$TMP/design" >"$TMP/out" && grep -qx empty "$TMP/out"
}
check "a design uses the installed modules" use_the_modules
check "the installed program finds its other half" bash -c "
  '$prefix/bin/hartrace' run '$BUILD/programs/rv64/linear.elf' --platform systemc | grep -q '^equal'"
removed() {
  make -s uninstall-systemc BUILD="$BUILD" PREFIX="$prefix" && [ -z "$(find "$prefix" ! -type d)" ] && [ ! -e "$prefix/include/trsc" ]
}
check "make uninstall-systemc" removed
finish
