#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make rtl-packages: the .f, the FuseSoC core and Bender.yml name the same files, all of them, and Verilator finds nothing in what each names.
. tests/lib/tap.sh
MAKE=${MAKE:-make}
dir=$TMP/build/rtl-packages

files() {
  python3 tests/rtl/package_files.py "$dir" "$@"
}

# every_file: what is in the folders of the sources, proofs and cover points apart, is in the package; each file has its own text.
every_file() {
  local f sources=(regmap/gen/sv/* regmap/gen/rdl/* regmap/gen/ipxact/* rtl-model/rtl/tr_*.sv rtl-model/rtl/tr_*.svh rtl-model/rtl/waivers.vlt)
  [ -d rtl-model/rtl/adapters ] && sources+=(rtl-model/rtl/adapters/tr_*.sv)
  for f in "${sources[@]}"; do
    case $f in *_fv.sv | *_fv.svh | *_cover_sva.sv) continue ;; esac
    basename "$f"
    cmp "$f" "$(find "$dir" -name "$(basename "$f")")" || return 1
  done | sort >"$TMP/want"
  [ "$(wc -l <"$TMP/want")" -gt 60 ] || { echo "few files"; return 1; }
  (cd "$dir" && find src sva include lint regs -type f -printf '%f\n') | sort | diff "$TMP/want" -
}

# The same files, in the same order: that of the three lists is that in which a tool reads them.
same_set() {
  local kind
  for kind in f core bender; do
    files $kind >"$TMP/$kind.list" || return 1
    diff "$TMP/f.list" "$TMP/$kind.list" || return 1
    [ "$(sort "$TMP/$kind.list" | uniq -d | wc -l)" = 0 ] || { echo "$kind: a file twice"; return 1; }
  done
  (cd "$dir" && find src sva -name '*.sv') | sort >"$TMP/want"
  grep -v '^+' "$TMP/f.list" | sort | diff "$TMP/want" -
}

# A package is read before what uses it.
packages_first() {
  files f | awk '/_pkg\.sv$/ { if (other) { print $0 " comes late"; bad = 1 } n++ } !/_pkg\.sv$|^\+/ { other = 1 } END { exit bad || n < 5 }'
}

# lint FLAG...: with the assertions in or not, Verilator says nothing.
lint() {
  (cd "$dir" && verilator --lint-only "$@") >"$TMP/lint" 2>&1 && [ ! -s "$TMP/lint" ] || { head -n 20 "$TMP/lint"; return 1; }
}

# from KIND TOP: every file of the list but the assertions.
from() {
  lint -Wall --top-module "$2" lint/waivers.vlt $(files "$1" | grep -v _sva.sv)
}

# What a user types, with the assertions.
as_a_user() {
  lint --assert -Wall -Wno-SYNCASYNCNET --top-module "$1" lint/waivers.vlt -F hartrace.f -F hartrace_sva.f
}

check "make rtl-packages" "$MAKE" -s rtl-packages BUILD="$TMP/build"
check "every file is in the package" every_file
check "three lists, one set" same_set
check "packages first" packages_first
for top in tr_encoder tr_funnel tr_ramsink tr_pibsink tr_atbbridge tr_system; do
  check "FuseSoC's lint target of $top" lint $(files core lint_$top)
done
check "lint by hartrace.f" as_a_user tr_system
check "lint by Bender.yml" from bender tr_system
check "a list without one of its files is found" sh -c "! (cd '$dir' && sed /tr_gather.sv/d hartrace.f >less.f &&
  verilator --lint-only -Wall --top-module tr_atbbridge lint/waivers.vlt -F less.f)"
check "install-rtl" sh -c "'$MAKE' -s install-rtl BUILD='$TMP/build' DESTDIR='$TMP/root' PREFIX=/p && diff -r '$dir' '$TMP/root/p/share/hartrace/rtl'"
finish
