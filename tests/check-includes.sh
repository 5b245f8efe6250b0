#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-includes.sh [--write] [ROOT]: who may include whom, which system headers, and which words each folder may use:
# layers.txt beside this script. A breach is printed as FILE:LINE: RULE. Exit 1 if there is one, 2 if there is nothing to
# look at. The table in ARCHITECTURE.md is made from the same rules; --write writes it.
set -u
HERE=$(cd "$(dirname "$0")" && pwd)
write=
[ "${1:-}" = --write ] && { write=1; shift; }
cd "${1:-$HERE/..}" || exit 2
LAYERS=$HERE/layers.txt

# The rules as rows of a table.
table() {
  awk -F'|' '
    function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
    function folders(s,   n, w, i, out) {
        n = split(trim(s), w, /[ \t]+/)
        for (i = 1; i <= n; i++) if (w[i] != self) out = out (out == "" ? "" : ", ") (w[i] == "*" ? "everything" : "`" w[i] "`")
        return out == "" ? "only itself" : out
    }
    BEGIN {
        system_of["free"] = "freestanding"; system_of["pure"] = "freestanding, string.h"
        system_of["fdt"] = "freestanding, string.h, libfdt.h"; system_of["libc"] = "all but SystemC"; system_of["any"] = "all"
        print "| Files in | may include, besides their own folder | system headers | may not use |"; print "|---|---|---|---|"
    }
    /^#/ || NF != 4 { next }
    { self = trim($1); w = trim($4)
      print "| `" self "` | " folders($2) " | " system_of[trim($3)] " | " (w ~ /quiet/ ? "output, heap, exit" : "") \
          (w ~ /quiet/ && w ~ /plain/ ? ", " : "") (w ~ /plain/ ? "volatile" : "") " |" }' "$LAYERS"
}

# ARCHITECTURE.md with the table between its two marks.
architecture() {
  TABLE=$(table) awk '/^<!-- layers -->$/ { print; print ENVIRON["TABLE"]; skip = 1 } /^<!-- end of layers -->$/ { skip = 0 } !skip && !/^<!-- layers -->$/' ARCHITECTURE.md
}
if [ -f ARCHITECTURE.md ]; then
  if [ -n "$write" ]; then
    architecture >ARCHITECTURE.md.new && mv ARCHITECTURE.md.new ARCHITECTURE.md
  elif ! architecture | cmp -s - ARCHITECTURE.md; then
    echo "ARCHITECTURE.md:1: the table is not that of tests/layers.txt; run tests/check-includes.sh --write"
    echo "check-includes: 1 breach in ARCHITECTURE.md"
    exit 1
  fi
fi

find . -type f \( -name '*.[chS]' -o -name '*.def' -o -name '*.inc' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.cc' \) \
  ! -path './build*' ! -path './.*' | sed 's|^\./||' | sort | LAYERS=$LAYERS awk '
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
function set_of(words, set,   i, n, w) { n = split(words, w, /[ \t\n]+/); for (i = 1; i <= n; i++) set[w[i]] = 1 }
function report(text) { print path ":" line ": " text; bad++ }
function inside(folder, file) { return file == folder || index(file, folder "/") == 1 }

# The rule folder of a file: the longest that fits, "" when none does.
function layer_of(file,   f, best) {
    best = ""
    for (f in sees) if (inside(f, file) && length(f) > length(best)) best = f
    return best
}

# The file of the tree that an include means, "" when it is a header of the system.
function resolve(name,   dir, i) {
    dir = path
    if (!sub(/\/[^\/]*$/, "", dir)) dir = "."
    if ((dir "/" name) in have) return dir "/" name
    for (i = 1; i <= nroots; i++) if ((roots[i] "/" name) in have) return roots[i] "/" name
    return ""
}

function check_system(name) {
    if (name ~ /^(systemc|sysc\/|tlm|tlm_utils\/)/ && system_kind[layer] != "any")
        report(layer " may not see SystemC: <" name ">")
    else if (system_kind[layer] == "free" && !(name in free))
        report(layer " may use freestanding headers only: <" name ">")
    else if (system_kind[layer] == "pure" && !(name in free) && name != "string.h")
        report(layer " may use freestanding headers and string.h only: <" name ">")
    else if (system_kind[layer] == "fdt" && !(name in free) && name != "string.h" && name != "libfdt.h")
        report(layer " may use freestanding headers, string.h and libfdt.h only: <" name ">")
}

function check_include(text,   name, quoted, file, n, w, i) {
    if (!match(text, /[<"][^>"]*[>"]/)) { report("an include must name its file"); return }
    quoted = substr(text, RSTART, 1) == "\""
    name = substr(text, RSTART + 1, RLENGTH - 2)
    if (name ~ /(^|\/)\.\.?\//) { report("no \"./\" or \"../\" in an include: " name); return }
    file = resolve(name)
    if (file == "" && quoted) { report("no such header in the tree: \"" name "\""); return }
    if (file == "") { check_system(name); return }
    n = split(sees[layer], w, /[ \t]+/)
    for (i = 1; i <= n; i++) if (w[i] == "*" || inside(w[i], file)) return
    report(layer " may not include " file " (it may see: " sees[layer] ")")
}

# Words of one line without comments and strings.
function check_words(text,   word, before, after) {
    while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(text, RSTART, RLENGTH)
        before = RSTART > 1 ? substr(text, RSTART - 1, 1) : " "
        text = substr(text, RSTART + RLENGTH)
        after = text
        if (word == "volatile" && words[layer] ~ /plain/)
            report("volatile belongs to driver/port/rvt_io_mmio.c only")
        if ((word in loud) && words[layer] ~ /quiet/ && before !~ /[.>]/ && after ~ /^[ \t]*\(/)
            report(layer " may not call " word "(): no output, no heap, no exit in this library")
    }
}

# Takes comments and literals out of a line; in_comment carries over lines.
function code_of(text,   out, two, c, end) {
    out = ""
    while (text != "") {
        if (in_comment) {
            end = index(text, "*/")
            if (!end) return out
            text = substr(text, end + 2); in_comment = 0; continue
        }
        two = substr(text, 1, 2); c = substr(text, 1, 1)
        if (two == "//") return out
        if (two == "/*") { in_comment = 1; text = substr(text, 3); continue }
        if ((c == "\"" && match(text, /^"([^"\\]|\\.)*"/)) || (c == "\047" && match(text, /^\047([^\047\\]|\\.)*\047/))) {
            text = substr(text, RLENGTH + 1); out = out " "; continue
        }
        out = out c; text = substr(text, 2)
    }
    return out
}

function scan(   text, was_comment) {
    layer = layer_of(path); line = 0; in_comment = 0
    if (layer == "") { line = 1; report("no rule for this folder: add it to tests/check-includes.sh"); return }
    while ((getline text < path) > 0) {
        line++
        was_comment = in_comment
        if (!was_comment && text ~ /^[ \t]*#[ \t]*include/) check_include(text)
        else check_words(code_of(text))
    }
    close(path)
}

BEGIN {
    while ((getline text < ENVIRON["LAYERS"]) > 0) {
        if (text ~ /^root /) roots[++nroots] = trim(substr(text, 6))
        if (text ~ /^#/ || split(text, part, "|") != 4) continue
        folder = trim(part[1])
        sees[folder] = trim(part[2]); system_kind[folder] = trim(part[3]); words[folder] = trim(part[4])
    }
    set_of("stdint.h stddef.h stdbool.h limits.h", free)
    set_of("printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf puts fputs putchar fputc perror", loud)
    set_of("malloc calloc realloc free aligned_alloc strdup alloca exit _Exit _exit abort quick_exit assert", loud)
}
{ files[NR] = $0; have[$0] = 1 }
END {
    for (i = 1; i <= NR; i++) if (files[i] !~ /^regmap\/gen\//) { path = files[i]; scan(); seen++ }
    if (!seen) { print "check-includes: no sources here"; exit 2 }
    if (bad) { print "check-includes: " bad " breach" (bad > 1 ? "es" : "") " in " seen " files"; exit 1 }
    print "check-includes: " seen " files keep the rules"
}'
