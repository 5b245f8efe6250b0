#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The packages, with HARTRACE_SOAK and as root: made twice, in other folders and at other times, they are the same bytes; lintian finds nothing; in a Debian
# 12 with nothing in it, docs/howto/install.md and both tutorials work word by word, their tests pass, and `make install` needs no root, no network, no
# compiler but gcc and no place in the tree. HARTRACE_ROOT: a tar file of that Debian, otherwise mmdebstrap makes one.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
unsanitized "packages are not sanitized"
if [ -z "${HARTRACE_SOAK:-}" ]; then
  skip "packages for Debian" "HARTRACE_SOAK"
  finish
fi
if [ "$(id -u)" != 0 ] || ! command -v mmdebstrap lintian autopkgtest dpkg-buildpackage >/dev/null; then
  skip "packages for Debian" "needs root and: scripts/deps.sh deb deb-test"
  finish
fi
unset BUILD MAKEFLAGS MAKELEVEL
here=$PWD

# ---- the same bytes ----

# tree FOLDER: a copy of the tree as it was at the start, with one commit of a time of its own.
packaging/tree.sh files build | tar -c --null -T - >"$TMP/tree.tar"
tree() {
  mkdir -p "$1" && tar -xf "$TMP/tree.tar" -C "$1" || return
  (cd "$1" && git init -q && git add -A && GIT_AUTHOR_DATE=@1700000000 GIT_COMMITTER_DATE=@1700000000 git -c user.name=t -c user.email=t@example.com commit -qm t)
}
built() { tree "$TMP/one" && make -s -C "$TMP/one" deb && [ "$(ls "$TMP"/one/build/*.deb | wc -l)" = 6 ]; }
check "make deb" built
again() { # another folder, another mask, another language, another hour
  tree "$TMP/another/folder of two" || return
  (umask 027 && cd "$TMP/another/folder of two" && LC_ALL=C TZ=Asia/Tokyo make -s deb BUILD=out DEB_JOBS=1 >&2 && sha256sum out/*.deb | sed 's|out/||') >"$TMP/two.sums" || return
  (cd "$TMP/one/build" && sha256sum ./*.deb | sed 's|\./||') | diff - "$TMP/two.sums"
}
check "built twice: the same bytes" again
names() {
  local v
  v=$(awk '/^#define HARTRACE_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }' lib/trace/include/htr/htr_version.h)
  (cd "$TMP/one/build" && for p in *.deb; do dpkg-deb -f "$p" Package Version | paste -sd ' '; done) | sed 's/Package: //; s/Version: //' >"$TMP/names"
  for p in hartrace libhartrace0 libhartrace-dev hartrace-openocd hartrace-rtl hartrace-doc; do grep -qx "$p $v" "$TMP/names" || { cat "$TMP/names"; return 1; }; done
  # Times: none is later than the commit.
  ! dpkg-deb -c "$TMP/one/build/hartrace_$v"_*.deb | awk '{ print $4 }' | grep -v '^2023-11-1'
}
check "six packages of one version" names
lintian_says() {
  mkdir "$TMP/lint" && cp "$TMP"/one/build/*.deb "$TMP"/one/build/deb/hartrace_* "$TMP/lint/" || return
  LC_ALL=C.UTF-8 lintian --allow-root --fail-on error,warning "$TMP"/lint/*.changes
}
check "lintian: no error, no warning" lintian_says

# ---- a Debian with nothing in it ----

root=$TMP/root
debian() {
  local tar=${HARTRACE_ROOT:-$TMP/root.tar}
  [ -s "$tar" ] || mmdebstrap --variant=minbase --include=ca-certificates bookworm "$tar" ${HARTRACE_SOURCES:-/etc/apt/sources.list.d/debian.sources} || return
  mkdir "$root" && tar -xf "$tar" -C "$root" && cp /etc/resolv.conf "$root/etc/" && tree "$root/srv/hartrace" && mkdir "$root/srv/home" || return
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod +x "$root/usr/sbin/policy-rc.d"
}
check "a Debian 12" debian

# inside COMMAND...: in that Debian; what is mounted is gone afterwards.
inside() {
  unshare -m sh -c 'root=$1; shift; mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && exec chroot "$root" env -i HOME=/srv/home \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' - "$root" "$@"
}

# walk PAGE FOLDER [SED]: all commands of the page in one shell, in FOLDER of that Debian; each block prints, at its end, what the page shows after it.
walk() {
  local work=$root$2 i bad=0
  rm -rf "$TMP/blocks" && mkdir -p "$TMP/blocks" "$work" || return
  awk -v dir="$TMP/blocks" '
    /^```$/ { on = ""; next }
    /^```sh$/ { on = dir "/" ++n ".sh"; printf "" >on; next }
    /^```text$/ { on = dir "/" n ".text"; next }
    /^```cpp$/ { on = dir "/check.cpp"; next }
    on != "" { print >on }' "$here/$1"
  [ -e "$TMP/blocks/1.sh" ] || return
  [ ! -e "$TMP/blocks/check.cpp" ] || cp "$TMP/blocks/check.cpp" "$work/"
  mkdir -p "$root/blocks" && rm -f "$root"/blocks/*
  { echo "cd '$2'"
    for i in $(seq "$(ls "$TMP"/blocks/*.sh | wc -l)"); do
      echo "exec >/blocks/$i.out 2>&1"
      sed "s|REPOSITORY|/srv/hartrace|; ${3:-}" "$TMP/blocks/$i.sh"
    done; } >"$root/blocks/all"
  inside bash -e /blocks/all || { for i in $(ls -t "$root"/blocks/*.out | head -n 1); do echo "$i:"; tail -n 12 "$i"; done; return 1; }
  for i in "$TMP"/blocks/*.text; do
    [ -e "$i" ] || continue
    tail -n "$(wc -l <"$i")" "$root/blocks/$(basename "$i" .text).out" | diff "$i" - || bad=1
  done
  return $bad
}
check "docs/howto/install.md, word by word" walk docs/howto/install.md /srv/install
gone() { # what was purged, and what was uninstalled
  ! inside dpkg -l 2>/dev/null | grep 'hartrace' && ! find "$root/usr" "$root/etc" "$root/var/lib" -name '*hartrace*' ! -path '*/apt/*' | grep . &&
    [ -z "$(find "$root/srv/home/my tools" ! -type d)" ]
}
check "nothing of it is left" gone
debs() { cp "$TMP"/one/build/*.deb "$root/srv/" && inside sh -c 'apt-get install -y --no-install-recommends /srv/*.deb'; }
check "the packages of the other build" debs
check "docs/tutorial/library.md, word by word" walk docs/tutorial/library.md /srv/library
prepared() { inside sh -c 'cd /srv/library/hartrace && make -s all programs'; }
check "make all programs" prepared
check "docs/tutorial/report.md, word by word" walk docs/tutorial/report.md /srv/library/hartrace
# The same with the installed program.
check "docs/tutorial/report.md, with the installed program" walk docs/tutorial/report.md /srv/library/hartrace 's|^build/hartrace |/usr/bin/hartrace |'
pictures() { [ -s "$root/srv/library/hartrace/look/sort/index.html" ] && [ -s "$root/srv/library/hartrace/look/timer/index.html" ]; }
check "and there are reports" pictures

# No root, no network, no compiler but gcc, out of the tree, a prefix with a blank.
alone() {
  inside sh -c 'apt-get purge -y "g++*" clang 2>/dev/null; ! command -v g++ && ! command -v clang && mkdir -p /srv/user && chown 1000:1000 /srv/user' || return
  inside unshare -n setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/srv/user sh -ec '
    ! getent hosts deb.debian.org
    cd /srv/user
    make -s -C /srv/hartrace BUILD=/srv/user/out PREFIX="/srv/user/my opt" install install-openocd install-rtl
    "/srv/user/my opt/bin/hartrace" --version
    make -s -C /srv/hartrace BUILD=/srv/user/out DESTDIR=/srv/user/dest PREFIX="/opt/h t" install
    [ "$(ls dest/opt)" = "h t" ] && [ "$(ls /srv/user | tr "\n" " ")" = "dest my opt out " ]
    make -s -C /srv/hartrace BUILD=/srv/user/out PREFIX="/srv/user/my opt" uninstall uninstall-openocd uninstall-rtl
    [ "$(find "/srv/user/my opt" ! -type d | wc -l)" = 0 ]' || return
  [ -z "$(cd "$root/srv/hartrace" && git status --porcelain --ignored)" ]
}
check "make install: no root, no network, gcc alone, out of the tree" alone

autopkg() {
  rm -rf "$TMP/adt" && autopkgtest -U -B "$TMP"/one/build/deb/hartrace_*.dsc "$TMP"/one/build/*.deb -o "$TMP/adt" -- chroot "$root" >"$TMP/adt.log" 2>&1 ||
    { tail -n 30 "$TMP/adt.log"; return 1; }
  [ "$(grep -c ' PASS' "$TMP/adt/summary")" = 5 ]
}
check "autopkgtest" autopkg
finish
