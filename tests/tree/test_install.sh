#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `make install` installs, into a folder with blanks in its name and nowhere else, is enough: each header compiles alone, in C
# and C++, a program links and runs. And make's message for missing packages.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh

dest="$TMP/a b"
prefix="$dest/opt/h t"
installs() {
  mkdir "$dest" && make -s install BUILD="$BUILD" CC="${CC:-gcc}" DESTDIR="$dest" PREFIX="/opt/h t" \
    ${SANITIZED:+OPT=-O1 SAN=address,undefined} && [ ! -e b ] && [ ! -e "$TMP/a" ] && [ "$(ls "$dest")" = opt ] &&
    [ "$(ls "$prefix" | tr '\n' ' ')" = 'bin include lib share ' ]
}
check "make install, into a folder with blanks" installs

each_header_alone() {
  local h bad=0
  [ "$(find "$prefix/include" -name '*.h' | wc -l)" -gt 40 ] || { echo "headers missing"; return 1; }
  for h in $(cd "$prefix/include" && find . -name '*.h' | sort); do
    printf "#include \"%s\"\nextern int used;\n" "${h#./}" | gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
      -I"$prefix/include" -I"$prefix/include/regmap" -x c - || { echo "$h"; bad=1; }
  done
  return $bad
}
check "each header compiles alone" each_header_alone
# All headers at once, as the compilers see them that users have.
headers() {
  (cd "$prefix/include" && find . -name '*.h' | sed 's|^\./||') >"$TMP/headers"
  while read -r h; do echo "#include <$h>"; done <"$TMP/headers" >"$TMP/all.c"
  cp "$TMP/all.c" "$TMP/all.cpp"
  "$1" -std="$2" -Wall -Wextra -Wpedantic -Werror -isystem "$prefix/include" -fsyntax-only "$TMP/all.$3"
}
check "all headers in C11" headers gcc c11 c
check "all headers in C++11" headers g++ c++11 cpp
check "all headers in C++20" headers g++ c++20 cpp

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
    if (nexus_msg_decoder_init(&d, &cfg, bytes, sizeof bytes) != 0 || nexus_msg_next(&d, &m) != 0)
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
# The simulator as a library: the harts do what the program says, and it is in their traces.
simulate() {
  local flags # a blank in the folder's name comes as "\ "
  flags=$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --define-variable=prefix="${prefix// /\\ }" --static --cflags --libs hartrace-sim)
  eval "${CC:-gcc} ${SANITIZED:+-fsanitize=address,undefined} -std=c11 -Wall -Wextra -Wpedantic -Werror examples/simulate.c $flags" \
    '-Wl,-rpath,"$prefix/lib" -o "$TMP/simulate"' || return
  "$TMP/simulate" "$BUILD"/programs/rv64/{crc,crc-second}.elf >"$TMP/got" || return
  "$prefix/bin/hartrace" run "$BUILD"/programs/rv64/{crc,crc-second}.elf --harts 2 --console "$TMP/console" |
    sed -n 's/^\(hart [01]: equal\): \([0-9]* instructions\).*/\1, \2/p' >"$TMP/want" || return
  [ "$(wc -l <"$TMP/got")" = 2 ] && cmp "$TMP/want" "$TMP/got"
}
check "examples/simulate.c" simulate
check "examples/simulate.c: no program" fails 2 '0 programs; 1 to' "$TMP/simulate"
# The kit, as a simulator takes it: VPI from its source, SystemVerilog, Python, the header.
kit() {
  local share=$prefix/share/hartrace/kit
  if [ -e "${VPI_INC:-/usr/include/iverilog}/vpi_user.h" ]; then
    gcc -std=c11 -Wall -Wextra -fsyntax-only -D_POSIX_C_SOURCE=200809L -I"$prefix/include/htk" -I"$prefix/include" -isystem "${VPI_INC:-/usr/include/iverilog}" \
      "$share/vpi/htk_vpi.c" || return
  fi
  [ -s "$share/dpi/htk_monitor.sv" ] && [ -s "$share/dpi/htk_dpi_pkg.sv" ] && [ -s "$share/vpi/htk_monitor.v" ] && [ -s "$share/uvm/htk_scoreboard.sv" ] || return
  [ -n "${SANITIZED:-}" ] || PYTHONPATH=$share/cocotb PYTHONDONTWRITEBYTECODE=1 \
    python3 -c 'import sys, htk_cocotb; htk_cocotb.Kit(sys.argv[1], params="xlen=32")' "$prefix/lib/libhartrace_dpi.so"
}
check "the kit for simulations" kit
check "the installed program runs" "$prefix/bin/hartrace" --version
check "and hartrace-slurm beside it" "$prefix/bin/hartrace-slurm" --help
man_pages() {
  local v
  for v in '' $("$prefix/bin/hartrace" help --verbs | sed 's/^/-/'); do
    [ -s "$prefix/share/man/man1/hartrace$v.1" ] || { echo "no hartrace$v.1"; return 1; }
  done
}
check "the man pages are installed, one per verb" man_pages
check "the completion for bash is installed" bash -c '. "$1" && complete -p hartrace' - "$prefix/share/bash-completion/completions/hartrace"
check "the completion for zsh is installed" grep -q '^#compdef hartrace' "$prefix/share/zsh/site-functions/_hartrace"
uninstalls() { # and leaves what others have put there
  echo mine >"$prefix/include/htk/mine.h" && echo mine >"$prefix/lib/libmine.a"
  make -s uninstall BUILD="$BUILD" DESTDIR="$dest" PREFIX="/opt/h t" && [ "$(cd "$prefix" && find . ! -type d | sort | tr '\n' ' ')" = './include/htk/mine.h ./lib/libmine.a ' ] &&
    [ ! -e "$prefix/share/hartrace" ] && [ "$(ls "$prefix/include")" = htk ] || { find "$prefix" ! -type d; return 1; }
  make -s uninstall DESTDIR="$TMP/nothing there"
}
check "make uninstall" uninstalls
# A library whose headers the compiler does not find: make says which package has them, before anything is compiled.
cat >"$TMP/cc" <<'CC'
#!/usr/bin/env bash
text=$(cat)
case $text in *zlib.h*) exit 1 ;; esac
printf '%s\n' "$text" | gcc "$@"
CC
chmod +x "$TMP/cc"
without_zlib() {
  fails 2 'apt-get install .* zlib1g-dev$' make -s BUILD="$TMP/build" CC="$TMP/cc" all && [ ! -e "$TMP/build/obj" ] &&
    ! grep -Eq 'libfdt|libzstd|libc6' "$TMP/fails.err"
}
check "make without zlib names its package" without_zlib
check "all packages of headers" fails 2 ': libc6-dev zlib1g-dev libzstd-dev libfdt-dev libdw-dev libsqlite3-dev\.' scripts/deps.sh --headers 'gcc -nostdinc'
check "no compiler: it is named with everything else" \
  fails 2 'apt-get install .* gcc make libc6-dev zlib1g-dev libzstd-dev libfdt-dev libdw-dev libsqlite3-dev python3$' scripts/deps.sh --headers no-such-compiler
check "nothing is missing: not a word" bash -c "[ -z \"\$(scripts/deps.sh --headers gcc 2>&1)\" ]"
finish
