# SPDX-License-Identifier: Apache-2.0
# places.awk -v spec=TCI|NT|ET UNITS DOCUMENT: every place that the document names is in that chapter of the specification, and
# every normative sentence and row of the specification (units.awk, kinds s and r) is listed, or left out with a reason.
# Prints what is wrong, exit 1.

function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }

NR == FNR {
    split($0, part, "\t")
    n++
    chapter[n] = part[1]
    kind[n] = part[2]
    text[n] = part[3]
    gsub(/\|/, "/", text[n])
    next
}

function place(where, words,   i, found) {
    for (i = 1; i <= n; i++) {
        if (chapter[i] == where && index(text[i], words)) {
            listed[i] = 1
            found = 1
        }
    }
    if (!found) { print FILENAME ":" FNR ": not in chapter \"" where "\": " words; bad = 1 }
}

/^### / { heading = substr($0, 5) }
/^\| [A-Z]+-[A-Z]+-[0-9]+ \|/ {
    split($0, col, "|")
    words = trim(col[3])
    gsub(/`/, "", words)
    if (trim(col[2]) ~ "^" spec "-") place(heading, words)
}
heading ~ /^Not listed/ && /^\| [^-]/ && !/^\| Chapter/ {
    split($0, col, "|")
    words = trim(col[3])
    gsub(/`/, "", words)
    if (heading ~ (spec == "TCI" ? "Control" : spec == "NT" ? "N-Trace" : "Efficient")) place(trim(col[2]), words)
}
END {
    for (i = 1; i <= n; i++) {
        if (kind[i] == "t" || listed[i]) continue
        print spec ", chapter \"" chapter[i] "\": not listed: " substr(text[i], 1, 120)
        bad = 1
    }
    exit bad
}
