# SPDX-License-Identifier: Apache-2.0
# table.awk CITES DOCUMENT: the document with the columns "Held by" and "RTL" as the citations say; what is wrong goes to
# stderr, and then the exit status is 1. The last line on stderr counts the rules.
# A cell that no test fills must say "reason: ...", or in the column of the RTL "pending".

function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
function complain(text) { print text | "cat 1>&2"; bad = 1 }

FILENAME == ARGV[1] {
    split($0, part, "\t")
    key = part[2] SUBSEP part[1]
    if (!((key, part[3]) in seen)) tests[key] = tests[key] (key in tests && tests[key] != "" ? "; " : "") part[3]
    seen[key, part[3]] = 1
    cited[part[1]] = part[3]
    next
}

# What a cell must hold: the tests, or what stands there when there are none.
function cell(side, id, old) {
    if ((side, id) in tests) return tests[side, id]
    if (old ~ /^reason: ./) return old
    return ""
}

/^\| (TCI|NT)-/ {
    split($0, col, "|")
    id = trim(col[2])
    if (id in known) complain("docs/conformance.md:" FNR ": " id " twice")
    known[id] = 1
    if (trim(col[4]) == "" || trim(col[5]) == "") complain("docs/conformance.md:" FNR ": " id " has no rule or nobody it is for")
    model = cell("model", id, trim(col[6]))
    if (model == "") complain("docs/conformance.md:" FNR ": nothing holds " id ": write a test, or a reason")
    rtl = cell("rtl", id, trim(col[7]))
    software = trim(col[5]) ~ /^(tool|decoder)$/
    if (rtl == "") rtl = software ? "-" : "pending"
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
    for (id in cited) if (!(id in known)) complain(cited[id] ": holds " id ", which docs/conformance.md does not have")
    printf "%d rules: %d held by tests, %d with a reason; RTL: %d held, %d pending\n", rules, rules - reasons - none, reasons, inrtl, \
        pending | "cat 1>&2"
    close("cat 1>&2")
    exit bad
}
