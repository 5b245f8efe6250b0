# SPDX-License-Identifier: Apache-2.0
# table.awk CITES DOCUMENT: the document with the columns "Held by" and "RTL" as the citations say; what is wrong goes to
# stderr, and then the exit status is 1. The last line on stderr counts the rules.
# equal: a file with the tests of the RTL that compare it with the model, and nothing else. alone: rules that rest on these tests alone,
# each with the reason; every other rule needs a test that has its expectation from elsewhere.
# A cell that no test fills must say "reason: ...", or in the column of the RTL "pending".

function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
function complain(text) { print text | "cat 1>&2"; bad = 1 }

function add(side, id, test) {
    if ((side, id, test) in seen) return
    seen[side, id, test] = 1
    if ((side, id) in tests) test = tests[side, id] "; " test
    tests[side, id] = test
}

# The lines of a file, up to two spaces, in but[].
function read_but(file,   line, word, ok) {
    split("", but)
    if (file == "") return
    while ((ok = (getline line <file)) > 0) {
        split(line, word, /  +/)
        but[word[1]] = 1
    }
    if (ok < 0) complain("no " file)
    close(file)
}

# "Holds all of PREFIX": what the tests of that name hold, this one holds too; of PREFIX/.ett, the vectors there of E-Trace.
function add_all(   i, k, found, prefix, end) {
    for (i = 1; i <= nall; i++) {
        found = 0
        read_but(all_but[i])
        prefix = all_prefix[i]
        end = sub(/\/\.ett$/, "/", prefix) ? ".ett" : ""
        for (k = 1; k <= ncites; k++) {
            if (index(cite_test[k], prefix) != 1 || (end != "" && substr(cite_test[k], length(cite_test[k]) - 3) != end) || cite_only[k] != "" || cite_test[k] in but) continue
            if (all_for[i] == "") add(all_side[i], cite_id[k], all_test[i])
            else some[all_side[i], cite_id[k]] = some[all_side[i], cite_id[k]] i " "
            found = 1
        }
        if (!found) complain(all_test[i] ": holds all of " all_prefix[i] ", which holds nothing")
    }
    all_done = 1
}

BEGIN { read_model_lists() }

FILENAME == ARGV[1] {
    split($0, part, "\t")
    if (part[1] ~ /^@/) {
        split(substr(part[1], 2), word, " ")
        all_prefix[++nall] = word[1]
        all_but[nall] = word[2]
        all_side[nall] = part[2]
        all_test[nall] = part[3]
        all_for[nall] = part[4]
        next
    }
    cite_id[++ncites] = part[1]
    cite_test[ncites] = part[3]
    cite_only[ncites] = part[4]
    cited[part[1]] = part[3]
    add(part[2], part[1], part[3])
    next
}
nall && !all_done { add_all() }

# The tests that hold a rule when it is for one of their kinds.
function add_some(side, id, kind,   n, i, number) {
    n = split(some[side, id], number, " ")
    for (i = 1; i <= n; i++)
        if (index(" " all_for[number[i]], " " kind " ")) add(side, id, all_test[number[i]])
}

function read_model_lists(   line, word, ok) {
    while (equal != "" && (ok = (getline line <equal)) > 0)
        if (line !~ /^(#|$)/) by_model[line] = 1
    if (ok < 0) complain("no " equal)
    while (alone != "" && (ok = (getline line <alone)) > 0) {
        if (line !~ /^(TCI|NT|HT|ET)-/) continue
        if (match(line, / +/)) reason[substr(line, 1, RSTART - 1)] = substr(line, RSTART + RLENGTH)
        else reason[line] = ""
    }
    if (ok < 0) complain("no " alone)
}

# Do only tests hold this cell that compare with the model?
function rests_on_model(cell,   n, i, test, others) {
    if (cell ~ /^(-|pending|reason: .*)$/) return 0
    n = split(cell, test, /; /)
    for (i = 1; i <= n; i++) {
        if (test[i] in by_model) by_model_used[test[i]] = 1
        else others++
    }
    return !others
}

function look_at_model(id, cell) {
    if (rests_on_model(cell)) {
        nalone++
        if (!(id in reason)) complain(id ": the RTL is compared with the model, and nothing else: write a test, or a reason into " alone)
        else if (reason[id] == "") complain(alone ": " id " has no reason")
    } else if (id in reason) complain(alone ": " id " has a test of its own, or is none for the RTL")
    delete reason[id]
}

# What a cell must hold: the tests, or what it has when there are none.
function cell(side, id, old) {
    if ((side, id) in tests) return tests[side, id]
    if (old ~ /^reason: ./) return old
    return ""
}

/^\| (TCI|NT|HT|ET)-/ {
    split($0, col, "|")
    id = trim(col[2])
    if (id in known) complain(ARGV[2] ":" FNR ": " id " twice")
    known[id] = 1
    if (trim(col[4]) == "" || trim(col[5]) == "") complain(ARGV[2] ":" FNR ": " id " has no rule or nobody it is for")
    add_some("rtl", id, trim(col[5]))
    model = cell("model", id, trim(col[6]))
    if (model == "") complain(ARGV[2] ":" FNR ": nothing holds " id ": write a test, or a reason")
    rtl = trim(col[5]) ~ /^(tool|decoder|hart)$/ ? "-" : cell("rtl", id, trim(col[7]))
    if (rtl == "") rtl = "pending"
    if (equal != "") look_at_model(id, rtl)
    rules++
    if (model == "") none++
    else if (model ~ /^reason: /) reasons++
    if (rtl == "pending") pending++
    else if (rtl != "-" && rtl !~ /^reason: /) inrtl++
    print "|" col[2] "|" col[3] "|" col[4] "|" col[5] "| " model " | " rtl " |"
    next
}
{ print }

END {
    for (id in cited) if (!(id in known)) complain(cited[id] ": holds " id ", which " ARGV[2] " does not have")
    for (id in reason) complain(alone ": there is no rule " id)
    for (test in by_model) if (!(test in by_model_used)) complain(equal ": no rule is held by " test)
    if (!quiet) printf "%d rules: %d held by tests, %d with a reason; RTL: %d held, %d of them by comparison with the model alone, %d pending\n", rules, \
        rules - reasons - none, reasons, inrtl, nalone, pending | "cat 1>&2"
    close("cat 1>&2")
    exit bad
}
