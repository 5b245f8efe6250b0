#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deb.sh BUILD VERSION ABI: packages for Debian, in BUILD; beside them, in BUILD/deb, the source package and what dpkg-buildpackage says. They are built
# in a copy of the tree, so that nothing is written into this one. The same tree makes the same bytes: all times are that of
# SOURCE_DATE_EPOCH, otherwise of the last commit, or of CHANGELOG.md where there is no git.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 version=$2 abi=$3
major=${version%%.*}
minor=${version#*.}
minor=${minor%%.*}
# The versions that what is linked with this one runs with.
below=$((major + 1)).0.0~ base=$major.0.0
[ "$abi" != 0 ] || { below=$major.$((minor + 1)).0~ && base=$major.$minor.0; }

epoch=$(packaging/tree.sh epoch)
export SOURCE_DATE_EPOCH=$epoch

out=$build/deb
rm -rf "$out" "$build"/*.deb
mkdir -p "$out"
out=$(cd "$out" && pwd)
# Where the name of a folder has a blank, dpkg's flags do not keep it out of the bytes: the copy is elsewhere then.
at=$out
case $out in *[[:space:]]*) at=$(mktemp -d) && trap 'rm -rf "$at"' EXIT ;; esac
copy=$at/hartrace-$version
mkdir "$copy"
packaging/tree.sh files "$build" | tar -c --null -T - | tar -xC "$copy"

# packaging/debian becomes debian: @SO@ is the number of the shared libraries, in names of files too.
cp -r "$copy/packaging/debian" "$copy/debian"
for f in "$copy"/debian/libhartrace.* "$copy"/debian/control.in; do
  to=${f%.in}
  case $f in */libhartrace.*) to=${to/libhartrace./libhartrace$abi.} ;; esac
  sed "s/@SO@/$abi/g; s/@BASE@/$base/g; s/@BELOW@/$below/g" "$f" >"$f.tmp"
  rm "$f" && mv "$f.tmp" "$to"
done
maintainer=$(sed -n "s/^Maintainer: //p" "$copy/debian/control")
cat >"$copy/debian/changelog" <<CHANGELOG
hartrace ($version) unstable; urgency=medium

  * Version $version. /usr/share/doc/hartrace/CHANGELOG.md in hartrace-doc
    says what has changed.

 -- $maintainer  $(date -u -R -d "@$epoch")
CHANGELOG

# dbgsym packages are for archives. Variables of this make are no business of that one.
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES BUILD CC CXX OPT DEBUG SAN PREFIX DESTDIR LIBDIR CFLAGS CXXFLAGS LDFLAGS
jobs=${DEB_JOBS:-$(nproc)}
if ! (cd "$copy" && LC_ALL=C.UTF-8 DEB_BUILD_OPTIONS="noautodbgsym parallel=$jobs ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage -us -uc) >"$out/log" 2>&1; then
  tail -n 30 "$out/log" >&2
  echo "deb.sh: dpkg-buildpackage failed; $out/log has all of it" >&2
  exit 1
fi
mv "$at"/*.deb "$build"/
[ "$at" = "$out" ] || mv "$at"/hartrace_* "$out"/
ls "$build"/*.deb
