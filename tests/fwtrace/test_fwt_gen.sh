#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The generator of tables: refuses a wrong table and names the place; what it writes compiles; the u32 path stays small.
. tests/lib/tap.sh
unsanitized "Python and the cross compiler"

GEN=fwtrace/fwtrace.py
TABLE=fwtrace/ti-sysfw.toml

# refuses SED PATTERN: the table with one edit, which must change something; status 1, PATTERN, and nothing written.
refuses() {
  sed -E "$1" $TABLE >"$TMP/t.toml"
  ! cmp -s $TABLE "$TMP/t.toml" || { echo "the edit changed nothing"; return 1; }
  rm -rf "$TMP/out"
  fails 1 "$2" python3 $GEN "$TMP/t.toml" "$TMP/out" || return 1
  [ ! -e "$TMP/out" ] || { echo "something was written"; return 1; }
}

same_as_checked_in() {
  python3 $GEN $TABLE "$TMP/ok" || return 1
  for d in c md; do diff -r "regmap/gen/$d/fwtrace" "$TMP/ok/$d/fwtrace" || return 1; done
}

# The page names the pair that nobody can tell apart, and no other: PM has no action 61, 62 or 63.
page_names_the_ambiguous() {
  [ "$(grep -c Indistinguishable regmap/gen/md/fwtrace/ti-sysfw.md)" = 1 ] &&
    grep -q 'Indistinguishable.*RESOURCE_GET_NUM that failed (63 + 0x40 = 127) and GENERIC_DEBUG' regmap/gen/md/fwtrace/ti-sysfw.md
}

# Packing macros against numbers from the original's bit ranges.
packs() {
  cat >"$TMP/a.c" <<'END'
#include "fwtrace/ti_sysfw.h"
_Static_assert(TI_SYSFW_PM_CLOCK_SET_RATE_DATA(31, 127, 1023) == 0x3fffff, "limits");
_Static_assert(TI_SYSFW_PM_CLOCK_SET_RATE_DATA(1, 0, 0) == 1u << 17, "21:17");
_Static_assert(TI_SYSFW_PM_CLOCK_SET_RATE_DATA(0, 1, 0) == 1u << 10, "16:10");
_Static_assert(TI_SYSFW_PM_CLOCK_SET_RATE_DATA(32, 128, 1024) == 0, "excess bits are cut off");
_Static_assert(TI_SYSFW_RM_RESOURCE_GET_DATA(63, 1, 2) == 0x3f0042, "21:16, 15:6, 5:0");
_Static_assert(TI_SYSFW_WORD(TI_SYSFW_PM, TI_SYSFW_PM_BAD_DEVICE, 5) == 0x7f800005, "31:29, 28:22, 21:0");
END
  ${CC:-gcc} -std=c11 -Wall -Wextra -Wconversion -Werror -fsyntax-only -Iregmap/gen/c "$TMP/a.c"
}

# What a program with one ring, one UART or the stimulus port links for fwt_debug alone: code and constants below 2 kB.
small() {
  local target=$1 dest=$2 put=$3 size
  cat >"$TMP/s.c" <<END
#include "fwtrace/fwt_ring.h"
#include "fwtrace/fwt_stim.h"
struct fwt t;
struct fwt_ring r;
unsigned memory[1024];
void _start(void)
{
    fwt_init(&t, 15);
    if ($dest fwt_attach(&t, &(struct fwt_port){.put = $put, .ctx = &r}, 0) == FWT_OK && fwt_enable(&t, 0, 1, 1) == FWT_OK) {
        fwt_debug(&t, 3, 4, memory[0]);
    }
    while (fwt_flush(&t) != FWT_OK) {
    }
}
void *memcpy(void *to, const void *from, __SIZE_TYPE__ n) { while (n-- > 0) ((char *)to)[n] = ((const char *)from)[n]; return to; }
void *memset(void *p, int c, __SIZE_TYPE__ n) { unsigned char *b = p; while (n-- > 0) b[n] = (unsigned char)c; return p; }
END
  riscv64-unknown-elf-gcc -march="${target%/*}" -mabi="${target#*/}" -mcmodel=medany -Os -ffreestanding -nostdlib -ffunction-sections \
    -Wl,--gc-sections -Ifwtrace/include -Ifwtrace/src -o "$TMP/s.elf" "$TMP/s.c" fwtrace/src/*.c fwtrace/port/*.c || return 1
  size=$(riscv64-unknown-elf-size "$TMP/s.elf" | awk 'NR == 2 { print $1 }')
  echo "# $target $put: $size bytes"
  [ "$size" -lt 2048 ]
}

# The macros of fwt_macros.h under strict warnings, by two compilers; what cannot be sent does not compile.
macros() {
  cat >"$TMP/m.c" <<'END'
#include "fwtrace/fwtrace.h"
#include "fwtrace/ti_sysfw.h"
void f(struct fwt *t, unsigned char port, int v, long long w, const char *s);
void f(struct fwt *t, unsigned char port, int v, long long w, const char *s)
{
    fwt_debug(t, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, port);
    fwt_debug(t, port, v, w);
    fwt_print(t, "%d %lld %s %p %s", v, w, s, (void *)t, "literal");
    fwt_printf(t, "%d %lld %s", v, w, s);
    fwt_print(t, "none");
    BAD
}
END
  "$1" -std=c11 -ffreestanding -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wpointer-arith -Werror -Ifwtrace/include -Iregmap/gen/c \
    "-DBAD=$3" $2 -c -o "$TMP/m.o" "$TMP/m.c"
}
rv() { macros riscv64-unknown-elf-gcc "-march=$1imac_zicsr -mabi=$2" "$3"; }
check "the macros compile for rv32" rv rv32 ilp32 ""
check "the macros compile for rv64" rv rv64 lp64 ""
check "the macros compile with clang" macros clang "--target=riscv64 -march=rv64imac" ""
check "a floating-point argument does not compile" fails 1 'fwt_no_float|aggregate value' rv rv64 lp64 'fwt_print(t, "%f", 1.0);'
check "an argument that is not of its conversion does not compile" fails 1 'Werror=format' rv rv64 lp64 'fwt_print(t, "%d", s);'
check "too many words do not compile" fails 1 'too many arguments' rv rv64 lp64 'fwt_print(t, "%p%p%p%p%p%p%p%p", (void *)t, (void *)t, (void *)t, (void *)t, (void *)t, (void *)t, (void *)t, (void *)t);'

check "the table as it is generates what is checked in" same_as_checked_in
check "the page names the messages that cannot be told apart" page_names_the_ambiguous
check "the macros pack the data" packs
check "fields that overlap are refused" refuses 's/"16:10 significand/"17:10 significand/' \
  "t.toml: action.pm.CLOCK_SET_RATE: field 'significand' 17:10 overlaps 'exponent'"
check "a field beyond the data is refused" refuses 's/"21:17 exponent/"22:17 exponent/' "action.pm.CLOCK_SET_RATE: field 'exponent' 22:17 is not within the data"
check "bits in the wrong order are refused" refuses 's/"21:17 exponent/"17:21 exponent/' 'CLOCK_SET_RATE: bits 17:21 are not msb:lsb'
check "two fields of one name are refused" refuses 's/significand: /exponent: /' "CLOCK_SET_RATE: two fields 'exponent'"
check "a layout that overlaps is refused" refuses 's/^action = "28:22"/action = "29:22"/' 't.toml: table: action 29:22 overlaps'
check "a layout with a hole is refused" refuses 's/^action = "28:22"/action = "28:23"/' 't.toml: table: .*leave bits 0x00400000 unused'
check "an action too large is refused" refuses 's/^value = 126/value = 128/' 'action.pm.BAD_DEVICE: value 128 is not a number in 0x0..0x7f'
check "two actions of one value are refused" refuses 's/^value = 126/value = 125/' 'action.pm.BAD_DEVICE: value 125 is that of INVALID_STATE too'
check "an action without domain is refused" refuses 's/^\[domain.pm\]/[domain.mp]/' 't.toml: action.pm: no section .domain.pm.'
check "an unknown key is refused" refuses 's/^channel = 4/chanel = 4/' "domain.pm: 'channel' is missing"
check "a channel that is taken is refused" refuses 's/^channel = 4/channel = 21/' 'domain.pm: channel 21 carries print'
check "a modifier of two bits is refused" refuses 's/^fail = 0x40/fail = 0x41/' 't.toml: table: fail 0x41 is not one bit'
check "text that ends a comment of C is refused" refuses 's/Bad device/x/; s/API received bad device ID/a *\/ b/' 'BAD_DEVICE: doc is not one line'
check "a value that is no number is refused" refuses '/^\[domain.pm\]/,/^value/s/^value = 3/value = "3"/' "t.toml: domain.pm: value '3' is not a number in 0x0..0x7"
check "a domain that is no table is refused" refuses '/^\[domain.security\]/,/^fail/{s/^\[domain.security\]/[domain]\nsecurity = 1/;/^(value|channel|title|fail)/d}' \
  't.toml: domain.security: is not a table'
check "actions that are no table are refused" refuses 's/^\[action.security.FIREWALL_ACTIVE\]/[action]\nsecurity = 1\n[action.pm.X]/; s/^\[action.security.GEN/[action.pm.GENX/' \
  't.toml: action.security: is not a table'
check "no table at all is refused" refuses '1,$d; $a domain = 1' "t.toml: 'table' is missing"
check "what is no TOML is refused" refuses 's/^value = 126/value = /' 't.toml: .*line'
for target in rv32imac/ilp32 rv64imac/lp64; do
  check "fwt_debug to the stimulus port on ${target%/*} is below 2 kB" small $target "" fwt_stim_put
  check "fwt_debug to a ring on ${target%/*} is below 2 kB" small $target "fwt_ring_init(&r, memory, sizeof memory, FWT_RING_OVERWRITE) == FWT_OK &&" fwt_ring_put
done
finish
