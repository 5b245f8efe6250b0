#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-calls.sh LIBRARY.a...: the files of a library call each other in one direction. A file calls another when its
# object has an undefined symbol that the other defines. Of each group of files that all reach each other, a shortest
# circle is printed, "LIBRARY: a.c -> b.c -> a.c", and a symbol for each arrow. Exit 1 when there is a circle, 2 when a
# library cannot be read. NM names another nm.
set -u
[ $# -gt 0 ] || { echo "usage: check-calls.sh LIBRARY.a..." >&2; exit 2; }

# circles NAME: the output of nm on stdin.
circles() {
  awk -v lib="$1" '
# via[f]: the file by which f is entered on a shortest way from `from`, for all that are reached.
function reach(from,   head, tail, f, i) {
    split("", via); head = tail = 0; todo[++tail] = from
    while (head < tail) {
        f = todo[++head]
        for (i = 1; i <= n; i++)
            if ((f, file[i]) in call && !(file[i] in via)) { via[file[i]] = f; todo[++tail] = file[i] }
    }
}

# The way from a file back to itself, after reach; files[start] counts its arrows.
function circle(start,   f, way, why) {
    f = start; way = f ".c"
    do {
        why = "  " via[f] ".c: " call[via[f], f] " of " f ".c\n" why
        f = via[f]; way = f ".c -> " way; arrows[start]++
    } while (f != start)
    return lib ": " way "\n" why
}

/^[^ ]+\.o:$/ { f = substr($0, 1, length($0) - 3); file[++n] = f; next }
NF < 2 { next }
$(NF - 1) ~ /^[TDBRVWC]$/ { home[$NF] = f; next }
$(NF - 1) == "U" { needs[f, ++count[f]] = $NF }

END {
    if (!n) { print lib ": no files here"; exit 2 }
    for (i = 1; i <= n; i++) for (k = 1; k <= count[file[i]]; k++) {
        symbol = needs[file[i], k]; to = home[symbol]
        if (to != "" && to != file[i] && !((file[i], to) in call)) call[file[i], to] = symbol
    }
    for (i = 1; i <= n; i++) {
        reach(file[i])
        for (f in via) reaches[file[i], f] = 1
        if (file[i] in via) text[file[i]] = circle(file[i])
    }
    for (i = 1; i <= n; i++) {
        if (!(file[i] in text) || file[i] in done) continue
        best = file[i]; members = 0
        for (k = i; k <= n; k++) {
            f = file[k]
            if (!((file[i], f) in reaches) || !((f, file[i]) in reaches)) continue
            done[f] = 1; members++
            if (arrows[f] < arrows[best]) best = f
        }
        printf "%s", text[best]
        if (members > arrows[best]) print "  one of the circles among " members " files"
        bad = 1
    }
    if (!bad) print lib ": " n " files, no circle"
    exit bad + 0
}'
}

failed=0
for lib; do
  symbols=$("${NM:-nm}" "$lib") || exit 2
  name=${lib##*/lib}
  circles "${name%.a}" <<<"$symbols"
  rc=$?
  [ $rc -lt 2 ] || exit 2
  [ $rc -eq 0 ] || failed=1
done
exit $failed
