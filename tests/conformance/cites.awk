# SPDX-License-Identifier: Apache-2.0
# cites.awk FILE...: which test holds which rule of docs/reference/conformance.md, one a line: ID <tab> SIDE <tab> TEST <tab> ONLY
# A comment "Holds ID ID..." belongs to the test function that follows it (C, C++), to the check that follows it (shell) or
# to the whole file (vectors, RTL). ID..NNN is a range. SIDE is "rtl" for tests of the RTL, otherwise "model".
# "Holds all of PREFIX" is for a test that runs other tests on something else, as vectors on the RTL: all that tests whose
# name begins with PREFIX hold; ID is then "@PREFIX". Of vectors, only those for encoders, with ingress or "do": ONLY is "no ingress" for the others.
# PREFIX/.ett are the vectors of E-Trace there.
# "Holds all of PREFIX but FILE": not those that FILE names in a line, up to two spaces; "@PREFIX FILE". "... for KIND KIND": of
# these only the rules for one of these; ONLY are the kinds then.
# "Holds what FILE lists": the rules that begin the lines of FILE.
# Exit 1 after a message when a citation has no test, or the test is not in the list that its program runs.

function complain(text) { print FILENAME ":" FNR ": " text | "cat 1>&2"; bad = 1 }

function name_of_file(s) {
    sub(/^tests\//, "", s)
    sub(/\.c(pp)?$/, "", s)
    return s
}

function take(text,   n, i, word, stem, from, to, digits) {
    gsub(/[,;.]+( |$)/, " ", text)
    n = split(text, word, /[ \t]+/)
    for (i = 1; i <= n; i++) {
        if (word[i] !~ /^(TCI|NT|HT|ET)-[A-Z]+-[0-9][0-9][0-9](\.\.[0-9][0-9][0-9])?$/) continue
        stem = word[i]
        sub(/[0-9][0-9][0-9](\.\..*)?$/, "", stem)
        digits = substr(word[i], length(stem) + 1)
        from = substr(digits, 1, 3) + 0
        to = length(digits) > 3 ? substr(digits, 6, 3) + 0 : from
        for (; from <= to; from++) waiting[++nwaiting] = sprintf("%s%03d", stem, from)
    }
}

function take_all(text,   word, n, i, kinds) {
    sub(/^.*Holds all of /, "", text)
    sub(/[ \t]*\*\/[ \t]*$/, "", text)
    n = split(text, word, /[ \t]+/)
    sub(/[.,;]$/, "", word[1])
    waiting[++nwaiting] = "@" word[1] (word[2] == "but" ? " " word[3] : "")
    kinds = ""
    for (i = n; i > 1 && word[i] != "for"; i--) kinds = word[i] " " kinds
    if (i > 1) only[nwaiting] = kinds
}

function take_listed(text,   file, line, ok, any) {
    sub(/^.*Holds what /, "", text)
    sub(/ lists.*$/, "", text)
    file = text
    while ((ok = (getline line <file)) > 0) {
        if (line !~ /^(TCI|NT|HT|ET)-[A-Z]+-[0-9][0-9][0-9]( |$)/) continue
        sub(/ .*$/, "", line)
        waiting[++nwaiting] = line
        any = 1
    }
    if (ok < 0 || !any) complain(file ": no list of rules")
    close(file)
}

function give(test,   i) {
    for (i = 1; i <= nwaiting; i++) print waiting[i] "\t" side "\t" test "\t" (test ~ /\.[ne]tt$/ && !ingress ? "no ingress" : only[i])
    split("", only)
    if (nwaiting && language == "c") owner[++nowners] = test
    nwaiting = 0
}

# The end of a file: every function that holds something must be run.
function end_file(   i, fn) {
    if (language == "vector") give(name_of_file(file))
    if (nwaiting) { print file ": Holds without a test after it" | "cat 1>&2"; bad = 1; nwaiting = 0 }
    for (i = 1; i <= nowners; i++) {
        fn = owner[i]
        sub(/^.*: /, "", fn)
        if (fn != "LLVMFuzzerTestOneInput" && !(fn in run)) {
            print file ": " fn " holds a rule and is never run" | "cat 1>&2"
            bad = 1
        }
    }
    nowners = 0
    split("", run)
}

FNR == 1 {
    end_file()
    file = FILENAME
    language = file ~ /\.(c|cpp)$/ ? "c" : file ~ /\.sh$/ ? "shell" : file ~ /\.[ne]tt$/ ? "vector" : "whole"
    ingress = 0
    side = file ~ /^(tests\/rtl|rtl-model\/rtl)\// ? "rtl" : "model"
    collecting = 0
}
{
    if (match($0, /Holds (TCI|NT|HT|ET)-[A-Z]/)) collecting = 1
    if (match($0, /Holds all of [a-z]/)) take_all($0)
    if (match($0, /Holds what [^ ]+ lists/)) take_listed($0)
    if (collecting) take($0)
    if (language != "c" || $0 ~ /\*\//) collecting = 0
}
language == "vector" && /^(ingress|do) / { ingress = 1 }
language == "whole" && nwaiting { give(name_of_file(file)) }
language == "shell" && /^[ \t]*check "/ {
    match($0, /"[^"]*"/)
    give(name_of_file(file) ": " substr($0, RSTART, RLENGTH))
}
language == "c" {
    if (match($0, /^(static )?(void|int) [A-Za-z_0-9]+\(/)) {
        fn = substr($0, RSTART, RLENGTH - 1)
        sub(/^.* /, "", fn)
        give(name_of_file(file) ": " fn)
    } else {
        rest = $0
        while (match(rest, /[A-Za-z_0-9]+[,)}]/)) { # an entry of a list, or an argument
            run[substr(rest, RSTART, RLENGTH - 1)] = 1
            rest = substr(rest, RSTART + RLENGTH)
        }
    }
}
END {
    end_file()
    close("cat 1>&2")
    exit bad
}
