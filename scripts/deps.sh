#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deps.sh GOAL...: install the Debian packages that the goals need; say nothing when all are there.
# deps.sh --headers CC: only look whether CC finds the headers of the libraries; exit 2 and one command when it does not.
# As root it calls apt-get, otherwise sudo; without either it prints the one command to run and exits 2.
set -eu

packages() {
  case "$1" in
    build) echo "gcc make libc6-dev zlib1g-dev libzstd-dev libfdt-dev libdw-dev libsqlite3-dev python3" ;;
    programs) echo "gcc-riscv64-unknown-elf binutils-riscv64-unknown-elf" ;;
    dts) echo "device-tree-compiler" ;;
    demo) echo "device-tree-compiler sigrok-cli libopencsd-bin" ;;
    firmware) echo "qemu-system-misc opensbi u-boot-qemu" ;;
    systemc) echo "g++ libsystemc-dev" ;;
    rtl) echo "g++ verilator" ;;
    waves) echo "gtkwave" ;;
    pnr) echo "yosys nextpnr-ice40 fpga-icestorm iverilog python3" ;;
    browser) echo "chromium" ;;
    docs) echo "furo python3-myst-parser doxygen mandoc" ;;
    deb) echo "debhelper dpkg-dev fakeroot" ;;
    deb-test) echo "lintian autopkgtest mmdebstrap reuse cmake" ;;
    cross) echo "gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user dpkg-dev xz-utils bzip2 python3 tcl" ;;
    test) echo "groff-base pkgconf g++ libsystemc-dev device-tree-compiler clang libclang-rt-14-dev clang-format libcmocka-dev tcl verilator iverilog yosys sigrok-cli libopencsd-dev libopencsd-bin openocd gdb-multiarch protobuf-compiler babeltrace2 gtkwave lcov sqlite3 valgrind chromium python3-jsonschema python3-yaml slurm-wlm munge" ;;
    *) echo "deps.sh: unknown goal '$1' (build, programs, dts, demo, firmware, systemc, rtl, waves, pnr, browser, docs, deb, deb-test, cross, test)" >&2; exit 2 ;;
  esac
}

# deps.sh --headers CC: is there a compiler, and does it find the headers of the libraries that every build needs? Installs nothing.
if [ "${1:-}" = --headers ]; then
  if ! echo | $2 -E -x c - >/dev/null 2>&1; then
    echo "There is no working compiler '$2'. Run this as root, then make again (or name another: make CC=...):" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends $(packages build)" >&2
    exit 2
  fi
  absent=
  while read -r header package; do
    printf '#include <%s>\n' "$header" | $2 -E -x c - >/dev/null 2>&1 || absent="$absent $package"
  done <<'HEADERS'
stdio.h libc6-dev
zlib.h zlib1g-dev
zstd.h libzstd-dev
libfdt.h libfdt-dev
elfutils/libdwfl.h libdw-dev
sqlite3.h libsqlite3-dev
HEADERS
  [ -z "$absent" ] && exit 0
  echo "The compiler ($2) does not find what these Debian packages hold:$absent. Run this as root, then make again:" >&2
  echo "  apt-get update && apt-get install -y --no-install-recommends$absent" >&2
  exit 2
fi

missing=
for goal in "$@"; do
  for p in $(packages "$goal"); do
    dpkg-query -W -f='${db:Status-Status}\n' "$p" 2>/dev/null | grep -qx installed ||
      missing="$missing $p"
  done
done
[ -z "$missing" ] && exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
  as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  as_root=sudo
else
  echo "These Debian packages are missing. Run this as root, then try again:" >&2
  echo "  apt-get update && $install" >&2
  exit 2
fi
echo "Installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq >&2
$as_root $install -qq >&2
