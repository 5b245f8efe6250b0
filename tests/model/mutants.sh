#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mutants.sh MAKE BUILD [PARTS-OF-NAMES]: the tests can fail. Each bug of tests/model/mutants.txt is planted in a copy of the tree,
# one after the other, and must be found by a test that docs/reference/conformance.md names for its rule; if not by one of those, then by
# another test of the models, and the line says so. Exit 1 when a bug is found by no test and mutants.txt does not say why, when
# its text does not occur in its file exactly once, or when a test fails without any.
# mutants.sh --check only looks whether all of them can be planted.
set -u
only_check=
if [ "${1:-}" = --check ]; then
  only_check=1
  set -- make build
fi
make=$1
build=$2
read -ra parts <<<"${3:-}"
list=tests/model/mutants.txt
doc=docs/reference/conformance.md
src=rtl-model/model/src

# Tests that may find what the tests of the rule do not.
others=(tests/model/test_*.c tests/e2e/test_random_f*.c tests/atb/test_atbbridge.c tests/atb/test_tree.c tests/pib/test_*.c
  tests/nexus/test_vectors.c)
others=("${others[@]%.c}")

fail() {
  echo "mutants: $*" >&2
  exit 2
}

# --- the list: name[], rule[], file[], old[], new[], reason[] ---
n=0
at=0
while IFS= read -r line || [ -n "$line" ]; do
  at=$((at + 1))
  case $line in
  '' | '#'*) ;;
  'mutant '*)
    read -r _ a b c d <<<"$line"
    if [ -z "$c" ] || [ -n "$d" ]; then
      fail "$list:$at: want: mutant NAME RULE FILE"
    fi
    [[ $c = */* ]] || c=$src/$c
    n=$((n + 1))
    name[n]=$a rule[n]=$b file[n]=$c where[n]=$at
    old[n]='' new[n]='' reason[n]=''
    ;;
  '- '* | -) old[n]+=${old[n]:+$'\n'}${line:2} ;;
  '+ '* | +) new[n]+=${new[n]:+$'\n'}${line:2} ;;
  '= '*) reason[n]+=${reason[n]:+ }${line:2} ;;
  *) fail "$list:$at: not a line of a mutant: $line" ;;
  esac
done <$list
[ $n -gt 0 ] || fail "$list: empty"

# The tests that docs/reference/conformance.md names for rule $1: lines "program case".
named() {
  awk -F' [|] ' -v id="| $1" '$1 == id { k = split($5, t, "; ")
    for (i = 1; i <= k; i++) {
      if (t[i] ~ /^vectors\//) print "tests/nexus/test_vectors " substr(t[i], 9)
      else if (split(t[i], p, ": ") == 2 && p[1] !~ /\.sh$/) print "tests/" p[1], p[2]
    } }' "$doc"
}

is_chosen() { # NAME
  local part
  [ ${#parts[@]} -gt 0 ] || return 0
  for part in "${parts[@]}"; do
    [[ $1 != *"$part"* ]] || return 0
  done
  return 1
}

chosen=()
used=("${others[@]}")
for ((i = 1; i <= n; i++)); do
  grep -q "^| ${rule[i]} |" $doc || fail "$list:${where[i]}: no rule ${rule[i]} in $doc"
  found=0
  for path in ${file[i]}; do
    text=
    [ ! -f "$path" ] || text=$(<"$path")
    rest=${text//"${old[i]}"/}
    [ "$text" = "$rest" ] || file[i]=$path
    found=$((found + ${#text} - ${#rest}))
  done
  if [ -z "${old[i]}" ] || [ $found != ${#old[i]} ]; then
    fail "$list:${where[i]}: ${name[i]}: the old text must occur in ${file[i]} exactly once"
  fi
  [ "${old[i]}" != "${new[i]}" ] || fail "$list:${where[i]}: ${name[i]} changes nothing"
  is_chosen "${name[i]}" || continue
  chosen+=("$i")
  while read -r t _; do
    [ ! -f "$t.c" ] || used+=("$t")
  done < <(named "${rule[i]}")
done
[ ${#chosen[@]} -gt 0 ] || fail "no mutant of that name"
mapfile -t used < <(printf '%s\n' "${used[@]}" | sort -u)
if [ -n "$only_check" ]; then
  echo "mutants: $n can be planted"
  exit 0
fi

# --- copies of the tree, one for each job, with all these tests built ---
case $build in /*) inner=build ;; *) inner=$build ;; esac
work=$build/mutants-model
rm -rf "$work" && mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
finish() {
  # shellcheck disable=SC2046
  kill $(jobs -p) 2>/dev/null
  wait
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 2' INT TERM

jobs=$(nproc)
[ "$jobs" -le ${#chosen[@]} ] || jobs=${#chosen[@]}

copy() {
  local to=$work/1 dir
  mkdir "$to"
  for dir in */; do
    [ "${dir%/}" = "${build%%/*}" ] || [[ $dir = build* ]] || cp -a "${dir%/}" "$to/"
  done
  cp -a Makefile "$to/"
  if [ "$inner" = "$build" ] && [ -d "$build/obj" ]; then
    mkdir -p "$to/$inner" && cp -a "$build/obj" "$build/lib" "$to/$inner/"
  fi
}

compile() { # JOBS OPT COPY TEST...
  local j=$1 opt=$2 to=$3
  shift 3
  "$make" -C "$to" -s -j"$j" OPT="$opt" WARN=-w BUILD="$inner" "${@/#/$inner/}" >"$to/make.log" 2>&1
}

run() { # COPY TEST: prints the cases that failed; "-" when the program did not end by itself
  local rc
  (cd "$1" && CMOCKA_MESSAGE_OUTPUT=tap timeout -k 5 100 "$inner/$2" >run.out 2>run.err </dev/null) 2>/dev/null
  rc=$?
  sed -n 's/^not ok [0-9]* - *//p' "$1/run.out"
  [ $rc -eq 0 ] || grep -q '^not ok' "$1/run.out" || echo -
}

copy
doc=$work/1/$doc # the tree may change while this runs
compile "$(nproc)" -O2 "$work/1" "${used[@]}" || { cat "$work/1/make.log" >&2; fail "the tests cannot be built"; }
for t in "${used[@]}"; do
  [ -z "$(run "$work/1" "$t")" ] || fail "$t fails without any mutant"
done
mkdir "$work/kept"
for i in "${chosen[@]}"; do
  cp "$work/1/${file[i]}" "$work/kept/"
done
for ((k = 2; k <= jobs; k++)); do
  cp -a "$work/1" "$work/$k"
done

# --- one mutant ---
judge() { # COPY NUMBER: prints a verdict and who found it
  local to=$1 i=$2 want t c failed tests
  want=$(named "${rule[i]}")
  tests=$(while read -r t c; do [ ! -f "$t.c" ] || echo "$t"; done <<<"$want" | sort -u)
  for t in $tests; do
    compile 1 -O1 "$to" "$t" || { echo "unbuilt $(grep -m 1 error "$to/make.log")"; return; }
    failed=$(run "$to" "$t")
    while read -r c; do
      [ -n "$c" ] || continue
      if [ "$c" = - ] || grep -qxF "$t $c" <<<"$want"; then
        echo "found ${t#tests/}: ${c/#-/does not end}"
        return
      fi
    done <<<"$failed"
  done
  for t in "${others[@]}"; do
    compile 1 -O1 "$to" "$t" || { echo "unbuilt $(grep -m 1 error "$to/make.log")"; return; }
    failed=$(run "$to" "$t" | head -n 1)
    [ -z "$failed" ] || { echo "elsewhere ${t#tests/}: $failed"; return; }
  done
  echo survived
}

plant() { # COPY NUMBER
  local path=$1/${file[$2]} text
  text=$(<"$path")
  printf '%s\n' "${text/"${old[$2]}"/"${new[$2]}"}" >"$path"
}

worker() { # WHICH
  local to=$work/$1 k i verdict
  for ((k = $1 - 1; k < ${#chosen[@]}; k += jobs)); do
    i=${chosen[k]}
    plant "$to" "$i"
    verdict=$(judge "$to" "$i")
    cp "$work/kept/${file[i]##*/}" "$to/${file[i]}" # now, so that make sees it
    case $verdict in
    survived) verdict=${reason[i]:+"excused ${reason[i]}"} && verdict=${verdict:-survived} ;;
    *) [ -z "${reason[i]}" ] || verdict="claimed ${verdict#* }" ;;
    esac
    echo "$verdict" >"$work/verdict.$i"
    case $verdict in
    found\ *) echo "mutants: ${name[i]} (${rule[i]}): ${verdict#* }" ;;
    elsewhere\ *) echo "mutants: ${name[i]} (${rule[i]}): only elsewhere: ${verdict#* }" ;;
    excused\ *) echo "mutants: ${name[i]} (${rule[i]}): not found: ${verdict#* }" ;;
    claimed\ *) echo "mutants: ${name[i]} (${rule[i]}): MUST NOT BE FOUND by $list, but is: ${verdict#* }" ;;
    unbuilt*) echo "mutants: ${name[i]} (${rule[i]}): CANNOT BE BUILT: ${verdict#* }" ;;
    *) echo "mutants: ${name[i]} (${rule[i]}): SURVIVED" ;;
    esac
  done
}
for ((k = 1; k <= jobs; k++)); do
  worker "$k" &
done
wait

count() {
  cat "$work"/verdict.* | grep -c "^$1"
}
found=$(count found)
elsewhere=$(count elsewhere)
excused=$(count excused)
echo "mutants: ${#chosen[@]} planted: $found found by a test of their rule, $elsewhere only elsewhere, $excused cannot be found"
[ $((found + elsewhere + excused)) = ${#chosen[@]} ]
