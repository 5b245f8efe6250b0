#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What packages are made from, without making them: the list of exported names is what the libraries export, every installed file belongs to one
# package, the bill of materials has every file, licenses are stated, the installed files serve CMake. test_deb.sh makes and installs them.
cd "$(dirname "$0")/../.." || exit 2
. tests/lib/tap.sh
unsanitized "scripts and lists; a sanitized build has no shared libraries"
debian=packaging/debian
version=$(awk '/^#define HARTRACE_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }' lib/trace/include/htr/htr_version.h)
abi=0 # packages libhartrace0 (docs/howto/install.md)
libdir=lib/$(gcc -print-multiarch)

check "make install, as the packages do it" make -s install install-rtl install-openocd BUILD="$BUILD" CC="${CC:-gcc}" DESTDIR="$TMP/root" PREFIX=/usr LIBDIR="$libdir"

# The names of the installed libraries, read from the libraries, against the list.
symbols() {
  local l
  for l in hartrace hartrace-view hartrace-target; do
    nm -D --defined-only "$TMP/root/usr/$libdir/lib$l.so" | awk '{ print $3 }' | sed 's/@@/@/; s/^\(HARTRACE[A-Z_]*_[0-9]*\)$/\1@\1/' | sort >"$TMP/exported"
    sed "s/@SO@/$abi/g" $debian/libhartrace.symbols.in |
      awk -v l="lib$l.so.$abi" '/^lib/ { on = $1 == l; next } on && /^ / { print $1 }' | sort >"$TMP/listed"
    [ "$(wc -l <"$TMP/listed")" -gt 15 ] && diff "$TMP/listed" "$TMP/exported" || { echo "$l: if this is meant: make deb-symbols"; return 1; }
  done
}
check "packaging/debian/libhartrace.symbols.in is what the libraries export" symbols

# Each installed file is matched by the list of exactly one package; each line of a list matches something.
owners() {
  local f list line bad=0
  (cd "$TMP/root" && find . ! -type d -printf '%P\n' | sed 's|zsh/site-functions|zsh/vendor-completions|' | grep -v '^usr/share/hartrace/rtl/LICENSE$' | sort) >"$TMP/files"
  [ "$(wc -l <"$TMP/files")" -gt 200 ] || return
  for list in $debian/*.install; do
    while read -r line; do
      awk -v p="$line" 'BEGIN { gsub(/[.]/, "\\.", p); gsub(/\*/, "[^/]*", p) } $0 ~ ("^" p "(/|$)") { print; n++ } END { exit !n }' "$TMP/files" |
        sed "s|\$|\t${list##*/}|" || bad=1
      [ "${PIPESTATUS[0]}" = 0 ] || { echo "$list: $line matches nothing" >&2; touch "$TMP/bad"; }
    done <"$list"
  done | sort -u >"$TMP/owned"
  cut -f 1 "$TMP/owned" | sort | uniq -d | sed 's/$/: two packages/' >"$TMP/wrong"
  cut -f 1 "$TMP/owned" | sort -u | comm -3 - "$TMP/files" | sed 's/$/: no package/' >>"$TMP/wrong"
  cat "$TMP/wrong"
  [ ! -s "$TMP/wrong" ] && [ ! -e "$TMP/bad" ]
}
check "every installed file is in one package" owners

# Below a prefix with a blank, in a DESTDIR: nothing of it is left, and what others have put there is.
removed() {
  local to=(BUILD="$BUILD" DESTDIR="$TMP/dest" PREFIX="/opt/h t" LIBDIR="$libdir")
  mkdir -p "$TMP/dest/opt" && cp -r "$TMP/root/usr" "$TMP/dest/opt/h t" && touch "$TMP/dest/opt/h t/share/hartrace/rtl/mine.sv" || return
  make -s uninstall uninstall-rtl uninstall-openocd "${to[@]}" && [ "$(cd "$TMP/dest" && find . ! -type d)" = './opt/h t/share/hartrace/rtl/mine.sv' ] || return
  rm "$TMP/dest/opt/h t/share/hartrace/rtl/mine.sv" && make -s uninstall-rtl "${to[@]}" && [ ! -e "$TMP/dest/opt/h t/share/hartrace" ] && make -s uninstall-rtl "${to[@]}"
}
check "make uninstall, uninstall-rtl, uninstall-openocd" removed

# hartrace-doc: pages, what they link to, and nothing that makes pages.
documents() {
  local page link
  mkdir "$TMP/doc" && packaging/doc-files.py >"$TMP/doc-files" && [ "$(wc -l <"$TMP/doc-files")" -gt 500 ] && xargs -a "$TMP/doc-files" cp --parents -t "$TMP/doc" || return
  ! grep -E '^docs/(site|man)/|\.(sh|mk|in)$|^build/' "$TMP/doc-files" | grep -v '^examples/' || return
  for page in $(git ls-files 'docs/*.md' README.md CHANGELOG.md 'examples/*.c' 'regmap/gen/md/*.md'); do [ -f "$TMP/doc/$page" ] || { echo "$page"; return 1; }; done
  (cd "$TMP/doc" && find . -name '*.md' -exec grep -HoE '\]\([A-Za-z0-9_./-]+\.[a-z]+[#)]' {} + | sed 's/](//; s/[#)]$//' >"$TMP/doc-links"
    while IFS=: read -r page link; do [ -f "${page%/*}/$link" ] || { echo "$page: link to $link"; touch "$TMP/dead"; }; done <"$TMP/doc-links")
  [ "$(wc -l <"$TMP/doc-links")" -gt 300 ] && [ ! -e "$TMP/dead" ]
}
check "hartrace-doc: pages whose links lead somewhere, and nothing that makes them" documents

one_version() {
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] && ! grep -nF "$version" -r packaging CITATION.cff .reuse || return
  [ "$(PKG_CONFIG_PATH="$TMP/root/usr/$libdir/pkgconfig" pkg-config --modversion hartrace)" = "$version" ] &&
    [ "$(PKG_CONFIG_PATH="$TMP/root/usr/$libdir/pkgconfig" pkg-config --variable=libdir hartrace)" = /usr/$libdir ]
}
check "the version is stated in one place" one_version

# ---- bill of materials: sums by sha1sum, clauses of SPDX 2.3 by hand ----
sbom() { # TREE: prints it
  packaging/tree.sh files "$BUILD" | python3 packaging/sbom.py "$version" 1700000000
}
check "sbom.py" eval 'sbom >"$TMP/sbom.json"'
sums() {
  packaging/tree.sh files "$BUILD" | sort -z | xargs -0 sha1sum | sed 's/  / .\//' | sort >"$TMP/want"
  python3 -c 'import json, sys
for f in json.load(open(sys.argv[1]))["files"]: print({c["algorithm"]: c["checksumValue"] for c in f["checksums"]}["SHA1"], f["fileName"])' "$TMP/sbom.json" | sort >"$TMP/got"
  [ "$(wc -l <"$TMP/want")" -gt 1000 ] && cmp "$TMP/want" "$TMP/got" || return
  # 7.9: the SHA1 of all SHA1, sorted, without separators.
  code=$(cut -d ' ' -f 1 "$TMP/want" | sort | tr -d '\n' | sha1sum | cut -d ' ' -f 1)
  grep -q "\"packageVerificationCodeValue\": \"$code\"" "$TMP/sbom.json"
}
check "it has every file with its checksum, and the code of the package" sums
clauses() {
  python3 - "$TMP/sbom.json" "$version" <<'PY'
import json, re, sys
d = json.load(open(sys.argv[1]))
assert d["spdxVersion"] == "SPDX-2.3" and d["dataLicense"] == "CC0-1.0" and d["SPDXID"] == "SPDXRef-DOCUMENT" and d["name"]
assert re.fullmatch(r"https?://[^#\s]+", d["documentNamespace"])
assert d["creationInfo"]["created"] == "2023-11-14T22:13:20Z"
assert d["creationInfo"]["creators"] and all(re.match(r"(Tool|Person|Organization): ", c) for c in d["creationInfo"]["creators"])
ids = [e["SPDXID"] for e in d["packages"] + d["files"]] + ["SPDXRef-DOCUMENT"]
assert len(set(ids)) == len(ids) and all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", i) for i in ids)
for p in d["packages"]:
    assert p["name"] and p["downloadLocation"] and p["filesAnalyzed"] == ("packageVerificationCode" in p) and p["licenseConcluded"] and p["copyrightText"]
for r in d["relationships"]:
    assert r["spdxElementId"] in ids and r["relatedSpdxElement"] in ids
kinds = [(r["relationshipType"], r["relatedSpdxElement"]) for r in d["relationships"]]
assert kinds.count(("DESCRIBES", "SPDXRef-Package-hartrace")) == 1
root = next(p for p in d["packages"] if p["SPDXID"] == "SPDXRef-Package-hartrace")
assert root["versionInfo"] == sys.argv[2] and sorted(root["hasFiles"]) == sorted(f["SPDXID"] for f in d["files"])
# What readelf says of the program, but for the C library and what elfutils brings.
depends = {i for k, i in kinds if k == "DEPENDS_ON"}
assert depends == {f"SPDXRef-Package-{n}" for n in ("zlib", "zstd", "libfdt", "elfutils", "sqlite")}, depends
PY
}
check "it is SPDX 2.3" clauses
linked() { # libraries of the program: libz, libzstd, libfdt, libdw and libelf, libsqlite3, libc
  [ "$(readelf -d "$TMP/root/usr/bin/hartrace" | sed -n 's/.*NEEDED.*\[lib\([a-z0-9]*\)\.so.*/\1/p' | grep -vx 'c\|m\|elf' | sort | tr '\n' ' ')" = 'dw fdt sqlite3 z zstd ' ]
}
check "and names what the program is linked with" linked

# ---- licenses, citation ----
check "LICENSES has the license of the tree" cmp LICENSE LICENSES/Apache-2.0.txt
if command -v reuse >/dev/null; then
  # In a copy: it takes every file that it sees.
  compliant() { mkdir "$TMP/tree" && packaging/tree.sh files "$BUILD" | tar -c --null -T - | tar -xC "$TMP/tree" && reuse --root "$TMP/tree" lint | grep -i 'congratulations'; }
  [ -n "${HARTRACE_SOAK:-}" ] && check "reuse lint" compliant || skip "reuse lint" "HARTRACE_SOAK"
else
  skip "reuse lint" "reuse is not installed"
fi
citation() {
  python3 - <<'PY'
import yaml
c = yaml.safe_load(open("CITATION.cff"))
assert c["cff-version"] == "1.2.0" and c["message"] and c["title"] and c["license"] == "Apache-2.0" and c["type"] == "software"
assert c["authors"] and all("name" in a or "family-names" in a for a in c["authors"])
assert set(c) <= {"cff-version", "message", "type", "title", "abstract", "authors", "license", "keywords"}
PY
}
check "CITATION.cff" citation

# ---- CMake ----
if command -v cmake >/dev/null; then
  cmake_finds() {
    mkdir "$TMP/cmake" && cp examples/decode.c examples/target.c examples/simulate.c "$TMP/cmake" && cat >"$TMP/cmake/CMakeLists.txt" <<'C' || return
cmake_minimum_required(VERSION 3.18)
project(examples C)
find_package(hartrace ${WANT} REQUIRED)
add_executable(decode decode.c)
target_link_libraries(decode PRIVATE hartrace::hartrace)
add_executable(decode-static decode.c)
target_link_libraries(decode-static PRIVATE hartrace::static)
add_executable(target target.c)
target_link_libraries(target PRIVATE hartrace::hartrace-target)
add_executable(simulate simulate.c)
target_link_libraries(simulate PRIVATE hartrace::sim)
C
    mv "$TMP/root" "$TMP/moved root" # it is found from where it is
    cmake -S "$TMP/cmake" -B "$TMP/cmake/build" -DCMAKE_PREFIX_PATH="$TMP/moved root/usr" -DWANT="${version%.*}" &&
      cmake --build "$TMP/cmake/build" && ldd "$TMP/cmake/build/decode" | grep -q "libhartrace.so.$abi => $TMP/moved root/" &&
      ! ldd "$TMP/cmake/build/decode-static" | grep libhartrace &&
      fails 1 'cannot be' "$TMP/cmake/build/decode" nothing.nex nothing.elf
  }
  check "find_package, shared and static" cmake_finds
  wants() { cmake -S "$TMP/cmake" -B "$TMP/cmake/$1" -DCMAKE_PREFIX_PATH="$TMP/moved root/usr" -DWANT="$1"; }
  check "find_package: a later version is refused" fails 1 'compatible with requested' wants "$((${version%%.*} + 1)).0"
  check "find_package: a later patch is refused" fails 1 'compatible with requested' wants "${version%.*}.99"
  # While the number of the interface is 0, another minor version is another interface, whatever the major version is.
  sed -i 's/^set(PACKAGE_VERSION .*/set(PACKAGE_VERSION "7.3.1")/' "$TMP/moved root/usr/$libdir/cmake/hartrace/hartraceConfigVersion.cmake"
  check "find_package: an earlier minor version is refused" fails 1 'compatible with requested' wants 7.2
  check "find_package: the same minor version is taken" wants 7.3
  check "find_package: and the major version alone" wants 7
else
  skip "find_package" "cmake is not installed"
fi
finish
