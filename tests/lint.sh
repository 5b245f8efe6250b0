#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh [ROOT]: the form of the tracked files, generated ones apart. Prints FILE:LINE: WHAT, exit 1 if anything.
#   format (clang-format), braces and declarations (form.awk), SystemVerilog (form_sv.awk), pointers compared with NULL (clang-query), SPDX line,
#   functions of at most 80 lines, files of at most 500 (ports, connections, declarations of SystemVerilog apart), no trailing blanks,
#   no path of somebody's machine, American spelling, no words of tests/words.txt; links of Markdown lead to a file and a heading that are
#   there, pages of docs/ that any file names exist, and docs/README.md lists them all; in tools/ and lib/ only htr_outputs.c, htr_host.c and htr_lock.c open anything for writing.
set -u
tests=$(cd "$(dirname "$0")" && pwd) || exit 2
cd "${1:-$tests/..}" || exit 2
MAX_FUNCTION=80
MAX_FILE=500

# Files named by git that still exist, generated ones apart.
tracked() {
  git ls-files -z -- "$@" | while IFS= read -r -d '' f; do
    case $f in */gen/*) ;; *) [ -f "$f" ] && printf '%s\0' "$f" ;; esac
  done
}

C_FILES=('*.c' '*.h' '*.def' '*.cpp' '*.hpp')
SOURCES=("${C_FILES[@]}" '*.S' '*.ld' '*.sh' '*.py' '*.toml' '*.mk' '*Makefile' '*.tcl' '*.sv' '*.awk' '*.dts' '*.dtsi' '.ci/run')

# An SPDX line in the first three.
spdx() {
  tracked "${SOURCES[@]}" | xargs -0 -r awk '
    FNR == 1 { if (NR > 1 && !found) print file ":1: no SPDX-License-Identifier"; file = FILENAME; found = 0 }
    FNR <= 3 && /SPDX-License-Identifier: Apache-2\.0/ { found = 1 }
    END { if (NR && !found) print file ":1: no SPDX-License-Identifier" }'
}

# A function body starts and ends with a brace in the first column (the format sees to that).
lengths() {
  tracked "${SOURCES[@]}" | xargs -0 -r awk -v maxfile=$MAX_FILE -v maxfn=$MAX_FUNCTION '
    function file_end() { if (lines > maxfile) print file ":" lines ": file has more than " maxfile " lines" }
    FNR == 1 { file_end(); file = FILENAME; start = lines = 0 }
    # ports, connections and declarations, which are one per line by rule, apart
    !(FILENAME ~ /\.sv$/ && /^ *((input|output|inout) |\.[A-Za-z_]|logic [^=]*;)/) { lines++ }
    FILENAME ~ /\.(c|h|def|cpp|hpp)$/ && /^\{/ { start = FNR }
    /^\};/ { start = 0 } # a class
    /^\}/ && start {
        n = FNR - start + 1
        if (n > maxfn) print FILENAME ":" start ": function has " n " lines, more than " maxfn
        start = 0
    }
    END { file_end() }'
}

blanks() {
  tracked | xargs -0 -r grep -nIE '[[:blank:]]+$' /dev/null | sed -E 's/^([^:]*:[0-9]*):.*/\1: trailing blank/'
}

# The character classes keep this script from finding itself.
machine_paths() {
  tracked | xargs -0 -r grep -nIE "(^|[^][A-Za-z0-9_.}*?)/-])/([w]ork|[h]ome|[r]oot|[U]sers|[t]mp)/[A-Za-z0-9_]" /dev/null |
    sed -E 's/^([^:]*:[0-9]*):(.*)/\1: path of one machine: \2/' | cut -c1-160
}

# American spelling, as in the specifications. The character classes keep this script from finding itself.
BRITISH='([s]ynchronis|[o]ptimis(e|ing|ation)|[r]ecognis|[i]nitialis|[s]erialis|[n]ormalis|[o]rganis(e|ing|ation)|[m]inimis|[m]aximis'
BRITISH+='|[u]tilis|[g]eneralis|[s]pecialis(e|ing|ation)|[s]ummaris|[c]ustomis|[s]tandardis|[e]mphasis(e|ing)|[v]isualis|[r]andomis'
BRITISH+='|[b]ehaviour|[c]olour|[h]onour|[n]eighbour|[f]avour|[f]lavour|[a]nalys(ed?|ing|ers?)\b|[l]icence|\b[c]entr(e|es|ed|ing)\b'
BRITISH+='|[l]abell(ed|ing)|[c]ancell(ed|ing)|[m]odell(ed|ing)|[s]ignall(ed|ing)|\b[l]earnt\b|\b[g]rey|[a]rtefact|[c]atalogue|[j]udgement)'
spelling() {
  # Titles of chapters of E-Trace are quoted as they are.
  tracked ':!LICENSE' | xargs -0 -r grep -nIiE "$BRITISH" /dev/null |
    grep -vE '^docs/reference/conformance-etrace\.md:[0-9]+:### (Format 3 subformat 0 - )?([S]|[R]es)ynchroni[s]ation$' |
    sed -E "s/^([^:]*:[0-9]*):.*/\1: British spelling; write it as the specifications do (-ize, -or, -er)/"
}

# Words that read badly: tests/words.txt says which, and what to write. CONTRIBUTING.md lists them; CHANGELOG.md is history.
WORDS=tests/words.txt
words() {
  local pattern advice
  [ -f "$WORDS" ] || return
  grep -P '^allow\t' "$WORDS" >"$allowed"
  while IFS=$'\t' read -r pattern advice; do
    case $pattern in '' | '#'* | allow) continue ;; esac
    tracked '*.md' '*.in' '*.txt' '*.ntt' '*.cfg' '*.ys' '*.sby' "${SOURCES[@]}" ':!CHANGELOG.md' ':!CONTRIBUTING.md' ":!$WORDS" \
      ':!tests/tree/test_lint.sh' |
      xargs -0 -r grep -niE "$pattern" /dev/null | awk -F '\t' -v advice="$advice" '
        FILENAME == ARGV[1] { file[++n] = $2; text[n] = $3; next }
        { for (i = 1; i <= n; i++) if (index($0, file[i] ":") == 1 && index($0, text[i])) next
          split($0, part, ":"); print part[1] ":" part[2] ": word; better: " advice }' "$allowed" -
  done <"$WORDS"
}

# The headings of a Markdown file as a link names them, one per line.
anchors() {
  awk '/^```/ { code = !code } !code && /^#/ { sub(/^#+ */, ""); $0 = tolower($0); gsub(/[^a-z0-9 _-]/, ""); gsub(/ /, "-"); print }' "$1"
}
# FILE:LINE TARGET of every link to a file in Markdown, code apart.
md_links() {
  tracked '*.md' | xargs -0 -r awk '
    FNR == 1 { code = 0 }
    /^```/ { code = !code }
    code { next }
    { gsub(/`[^`]*`/, "")
      while (match($0, /\]\([^) ]+\)/)) { print FILENAME ":" FNR "\t" substr($0, RSTART + 2, RLENGTH - 3); $0 = substr($0, RSTART + RLENGTH) } }'
}
links() {
  local place target file page
  md_links | while IFS=$'\t' read -r place target; do
    case $target in *:*) continue ;; '#'*) file=${place%%:*} ;; *) file=$(dirname "${place%%:*}")/${target%%#*} ;; esac
    if [ ! -e "$file" ]; then echo "$place: link to $target: no such file"; continue; fi
    case $target in *#*) anchors "$file" | grep -qxF "${target#*#}" || echo "$place: link to $target: no such heading" ;; esac
  done
  tracked | xargs -0 -r grep -noIE '(^|[^[:alnum:]_./-])docs/[a-z0-9/\-]+\.md\b' /dev/null | while IFS=: read -r file place page; do
    page=docs/${page#*docs/}
    [ -e "${page//\\/}" ] || echo "$file:$place: $page: no such page"
  done
  [ ! -f docs/README.md ] || tracked 'docs/*.md' | while IFS= read -r -d '' page; do
    [ "$page" = docs/README.md ] || grep -qF "(${page#docs/})" docs/README.md || echo "docs/README.md:1: $page is not listed"
  done
}

# htr_outputs.c refuses clashes, writes temporaries and checks every write: nothing goes past it. (The plugin and the kit's devices write to a
# descriptor that they are given, the log of PCs to a file without a name, nobody to a lock; /dev/null loses nothing.)
outputs() {
  tracked 'tools/*.c' 'tools/*.h' 'lib/*.c' 'lib/*.h' | grep -zvE '^(tools/record/qemu/.*|lib/kit/src/htk_dut_stream\.c|lib/trace/src/htr_(host|lock|outputs|pc_log_chunks)\.c)$' |
    xargs -0 -r grep -nE '\b(f|fd|fre|gz|gzd)open *\([^;]*"[wa]|"r[bt]?\+|\bO_(WRONLY|RDWR|CREAT|APPEND|TRUNC)\b|\b(creat|mkdir|mkstemp|mkostemp|tmpfile|rename|link|symlink|truncate|ftruncate) *\(' /dev/null |
    grep -v '"/dev/null"' | sed -E 's/^([^:]*:[0-9]*):.*/\1: opens or makes a file; htr_outputs.h and htr_host.h do that/'
}

format() {
  command -v clang-format >/dev/null || { echo "lint: no clang-format, format not checked" >&2; return; }
  tracked "${C_FILES[@]}" | xargs -0 -r clang-format --dry-run --Werror 2>&1 |
    sed -nE 's/^([^:]*:[0-9]+):[0-9]+: error: .*/\1: not formatted (make format)/p' |
    sort -t: -k1,1 -k2,2n | awk -F: '!seen[$1]++'
}

# Braces and declarations.
form() {
  tracked "${C_FILES[@]}" | xargs -0 -r awk -f "$tests/form.awk"
}

# SystemVerilog, but for the kit's, which other simulators and styles share. tests/form_sv.txt names files that are not in form yet.
form_sv() {
  tracked '*.sv' ':!kit' ':!tests/kit' | xargs -0 -r awk -v listed=tests/form_sv.txt -f "$tests/form_sv.awk"
  [ ! -f tests/form_sv.txt ] || grep -v '^#' tests/form_sv.txt | while IFS= read -r file; do
    [ -f "$file" ] || echo "tests/form_sv.txt:1: $file: no such file"
  done
}

# What run.sh starts first is there.
slow() {
  [ ! -f tests/slow.txt ] || grep -v '^#' tests/slow.txt | while IFS= read -r test; do
    [ -f "tests/$test.c" ] || [ -f "tests/$test.sh" ] || echo "tests/slow.txt:1: $test: no such test"
  done
}

# In C a pointer is compared with NULL; its type is known to clang only.
pointers() {
  local folders
  command -v clang-query >/dev/null || { echo "lint: no clang-query, pointers not checked" >&2; return; }
  folders=$(sed -n 's/^root /-I/p' "$tests/layers.txt")
  tracked '*.c' '*.h' | xargs -0 -r -n 60 -P 2 sh -c 'clang-query -f "$0" "$@" -- -xc -std=c11 -D_GNU_SOURCE -I. '"$(echo $folders)" "$tests/pointers.query" 2>&1 |
    sed -nE "s,^($PWD/)?([^ :]*:[0-9]+):[0-9]+: note: \"pointer\" binds here,\2: a pointer as a condition; compare it with NULL,p" | sort -u
}

[ -n "$(git ls-files | head -n 1)" ] || { echo "lint: no tracked files here" >&2; exit 2; }
allowed=$(mktemp)
trap 'rm -f "$allowed"' EXIT
found=$(spdx; lengths; blanks; machine_paths; spelling; links; outputs; words; format; form; form_sv; slow; pointers)
if [ -n "$found" ]; then
  printf '%s\n' "$found"
  echo "lint: $(printf '%s\n' "$found" | wc -l) complaints"
  exit 1
fi
echo "lint: $(git ls-files | wc -l) files are in form"
