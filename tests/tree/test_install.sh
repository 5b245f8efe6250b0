#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `make install` leaves behind is enough: each header compiles alone, a program links and runs.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

prefix=$TMP/inst
check "make install" make -s install BUILD="$BUILD" CC="${CC:-gcc}" PREFIX="$prefix" \
  ${SANITIZED:+OPT=-O1 SAN=address,undefined}

each_header_alone() {
  local h bad=0
  [ "$(find "$prefix/include" -name '*.h' | wc -l)" -ge 30 ] || { echo "headers missing"; return 1; }
  for h in $(cd "$prefix/include" && find . -name '*.h' | sort); do
    printf "#include \"%s\"\nextern int used;\n" "${h#./}" | gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
      -I"$prefix/include" -I"$prefix/include/regmap" -x c - || { echo "$h"; bad=1; }
  done
  return $bad
}
check "each header compiles alone" each_header_alone

cat >"$TMP/user.c" <<'C'
#include <stdio.h>
#include "nexus/nexus_msg.h"
int main(void)
{
    /* The message of the N-Trace Message Example: 0x70 0xD0 0x1D 0x1D 0xF8 0xFF. */
    static const uint8_t bytes[] = {0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF};
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    nexus_cfg_init(&cfg);
    if (nexus_msg_decoder_init(&d, &cfg, bytes, sizeof bytes) != 0 || nexus_decode_next(&d, &m) != 0)
        return 1;
    printf("%s HIST=0x%llX\n", nexus_tcode_name(m.tcode), (unsigned long long)m.value[NEXUS_F_HIST]);
    return 0;
}
C
use_the_library() {
  ${CC:-gcc} -std=c11 ${SANITIZED:+-fsanitize=address,undefined} -I"$prefix/include" -o "$TMP/user" \
    "$TMP/user.c" -L"$prefix/lib" -lnexus && [ "$("$TMP/user")" = "IndirectBranchHist HIST=0xFFE" ]
}
check "a program uses the installed library" use_the_library
check "the installed program runs" "$prefix/bin/hartrace" --version
check "the man page is installed" test -s "$prefix/share/man/man1/hartrace.1"
finish
