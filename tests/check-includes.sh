#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-includes.sh [ROOT]: who may include whom, which system headers, and which words each folder may use.
# A breach is printed as FILE:LINE: RULE. Exit 1 if there is one, 2 if there is nothing to look at.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 2

# FOLDER : FOLDERS IT MAY SEE : SYSTEM HEADERS : FORBIDDEN WORDS. The longest FOLDER that fits a file decides.
#   system   free = the four freestanding headers; pure = those and string.h; fdt = pure and libfdt.h;
#            libc = all but SystemC; any = all
#   words    quiet = no output, no heap, no exit; plain = no volatile
RULES='
regmap                  : regmap : free : quiet plain
nexus/include           : nexus/include : free : quiet plain
nexus/src               : nexus/include nexus/src : free : quiet plain
topology                : topology : fdt : quiet plain
driver/include          : driver/include regmap : free : quiet plain
driver/src              : driver/include driver/src regmap : free : quiet plain
driver/port             : driver/include driver/port regmap topology/include : libc : plain
driver/port/rvt_io_mmio.c : driver/include driver/port regmap : free : quiet
driver/fdt              : driver/include driver/fdt regmap topology/include : fdt : quiet plain
rtl-model/model/include : rtl-model/model/include nexus/include regmap : pure : quiet plain
rtl-model/model/src     : rtl-model/model nexus/include regmap : pure : quiet plain
rtl-model/systemc       : rtl-model/systemc rtl-model/model/include regmap : any :
rtl-model/verilated     : rtl-model/verilated rtl-model/systemc/include rtl-model/model/include nexus/include regmap : any :
sim                     : sim rtl-model/model/include rtl-model/systemc rtl-model/verilated nexus/include topology/include : any : plain
sim/bsp                 : sim/bsp driver/include regmap : free : quiet
tools                   : tools nexus/include topology/include driver/include driver/port/include driver/fdt rtl-model/model/include sim/include regmap : libc :
tests                   : * : any :
'

# Where a header is looked for after the folder of the file that includes it: the -I folders of the build.
ROOTS='nexus/include nexus/src topology/include driver/include driver/src driver/port driver/port/include driver/fdt/include
rtl-model/model/include rtl-model/model/src rtl-model/systemc/include rtl-model/verilated sim/include sim sim/bsp
regmap/include regmap/gen/c tools tests/lib tests/fakes'

find . -type f \( -name '*.[chS]' -o -name '*.def' -o -name '*.inc' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.cc' \) \
  ! -path './build*' ! -path './.*' | sed 's|^\./||' | sort | RULES=$RULES ROOTS=$ROOTS awk '
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
    n = split(ENVIRON["RULES"], rule, "\n")
    for (i = 1; i <= n; i++) if (split(rule[i], part, ":") == 4) {
        folder = trim(part[1])
        sees[folder] = trim(part[2]); system_kind[folder] = trim(part[3]); words[folder] = trim(part[4])
    }
    nroots = split(ENVIRON["ROOTS"], roots, /[ \n]+/)
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
