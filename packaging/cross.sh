#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cross.sh OUT: program and libraries for RISC-V Linux (riscv64-linux-gnu) in OUT, installed in OUT/inst. Debian 12 has no packages for that architecture:
# zlib, zstd, libfdt, elfutils and SQLite are compiled from its sources, which apt-get fetches, or from
# CROSS_SOURCES: a folder with zlib, libzstd, device-tree-compiler, elfutils and sqlite3, each a folder of sources.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
out=$(cd "$1" && pwd)
host=riscv64-linux-gnu
deps=$out/deps
jobs=-j${CROSS_JOBS:-$(nproc)}
exec 3>&1 >"$out/log" 2>&1
trap 'rc=$?; [ $rc = 0 ] || { tail -n 20 "$out/log"; echo "cross.sh: failed; $out/log has all of it"; } >&3; exit $rc' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES BUILD CC CXX OPT DEBUG SAN PREFIX DESTDIR CFLAGS CXXFLAGS LDFLAGS

# source_of NAME: prints its folder.
source_of() {
  if [ -n "${CROSS_SOURCES:-}" ] && [ -d "$CROSS_SOURCES/$1" ]; then echo "$CROSS_SOURCES/$1"; return; fi
  if [ ! -d "$out/src/$1" ]; then
    # A list of sources of our own: the system's stays as it is.
    local apt=$out/apt
    mkdir -p "$apt/parts" "$apt/lists/partial" "$out/fetched/$1"
    echo 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main' >"$apt/sources.list"
    local options=(-o APT::Sandbox::User= -o "Dir::Etc::sourcelist=$apt/sources.list" -o "Dir::Etc::sourceparts=$apt/parts" -o "Dir::State::lists=$apt/lists")
    [ -e "$apt/updated" ] || { apt-get "${options[@]}" update >&2 && touch "$apt/updated"; }
    (cd "$out/fetched/$1" && rm -rf ./* && apt-get "${options[@]}" source --only-source "$1" >&2) || return
    mkdir -p "$out/src" && mv "$out/fetched/$1"/*/ "$out/src/$1"
  fi
  echo "$out/src/$1"
}

# copied NAME: its sources in a folder to build in, which becomes the current one.
copied() {
  local from
  from=$(source_of "$1") && [ -d "$from" ] || { echo "no sources of $1: apt-get source has none; name a folder with them by CROSS_SOURCES" >&2; exit 1; }
  rm -rf "$out/obj-$1" && cp -r "$from" "$out/obj-$1" && cd "$out/obj-$1"
}
done_before() { [ -e "$deps/$1.done" ]; }
mkdir -p "$deps/lib" "$deps/include"

done_before zlib || (copied zlib && CC=$host-gcc AR=$host-ar RANLIB=$host-ranlib CFLAGS='-O2 -fPIC' ./configure --static --prefix="$deps" && make "$jobs" install && touch "$deps/zlib.done")
done_before zstd || (copied libzstd && make "$jobs" -C lib CC=$host-gcc AR=$host-ar CFLAGS="-O2 -fPIC" PREFIX="$deps" install-static install-includes && touch "$deps/zstd.done")
done_before fdt || (copied device-tree-compiler && make "$jobs" CC=$host-gcc AR=$host-ar EXTRA_CFLAGS=-fPIC NO_PYTHON=1 NO_YAML=1 libfdt/libfdt.a &&
  cp libfdt/libfdt.a "$deps/lib/" && cp libfdt/fdt.h libfdt/libfdt.h libfdt/libfdt_env.h "$deps/include/" && touch "$deps/fdt.done")
done_before elfutils || (copied elfutils && ./configure --host=$host --prefix="$deps" --disable-debuginfod --disable-libdebuginfod --disable-nls \
  --without-bzlib --without-lzma --without-zstd CPPFLAGS="-I$deps/include" LDFLAGS="-L$deps/lib" CFLAGS='-O2 -fPIC -Wno-error' &&
  for d in lib libelf libcpu backends libebl libdwelf libdwfl libdw; do make "$jobs" -C $d || exit; done &&
  cp libelf/libelf.a libdw/libdw.a "$deps/lib/" && cp libelf/libelf.h libelf/gelf.h version.h libdw/dwarf.h "$deps/include/" &&
  mkdir -p "$deps/include/elfutils" && cp libdw/*.h libdwfl/*.h libdwelf/*.h version.h "$deps/include/elfutils/" && touch "$deps/elfutils.done")
# One file, which programs of this machine make.
done_before sqlite || (copied sqlite3 && ./configure --disable-tcl --disable-readline &&
  make "$jobs" sqlite3.c sqlite3.h && $host-gcc -O2 -fPIC -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_THREADSAFE=1 -c sqlite3.c -o sqlite3.o &&
  $host-ar rcs "$deps/lib/libsqlite3.a" sqlite3.o && cp sqlite3.h "$deps/include/" && touch "$deps/sqlite.done")

# Man pages and completions are what the program says, under QEMU. libdw needs libelf, libelf zlib: static libraries name neither.
printf '#!/bin/sh\nexec qemu-riscv64 -L /usr/%s "%s" "$@"\n' $host "$out/build/hartrace" >"$out/hartrace" && chmod +x "$out/hartrace"
make "$jobs" BUILD="$out/build" CC="${CROSS_CC:-$host-gcc} -isystem $deps/include" AR=$host-ar LDFLAGS="-L$deps/lib" PROGRAM="$out/hartrace" \
  htv_LDLIBS='-ldw -lelf -lsqlite3 -lz -lm' PREFIX="$out/inst" install
echo "$out/inst: program and libraries; $out/hartrace runs the program" >&3
