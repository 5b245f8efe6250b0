# SPDX-License-Identifier: Apache-2.0
# registers.awk -v source=map|spec FACTS DOCUMENT: the rules about the fields of registers (group TCI-REG) are what the
# generated pages of the register map say (FACTS: all of regmap/gen/md, map), or what the specification says (FACTS: its units,
# spec). Prints what differs, exit 1. Left out: fields that the specification numbers, and those that have two answers.

function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }

# "reset 0x1", "undefined after reset" and the words of both sources as one word.
function reset_word(s) {
    s = trim(s)
    if (s ~ /^[Uu]ndef/) return "undefined"
    if (s ~ /^(SD|system)/) return "system"
    if (s == "--" || s ~ /^no value/) return "0"
    sub(/^reset /, "", s)
    return s ~ /^0x/ ? hex(substr(s, 3)) : s
}

function hex(s,   i, value) {
    for (i = 1; i <= length(s); i++) value = 16 * value + index("0123456789abcdef", tolower(substr(s, i, 1))) - 1
    return value ""
}

function name(s) {
    sub(/Filteri/, "Filter", s)
    sub(/Compj/, "Comp", s)
    return s
}

function fact(register, field, bits, access, reset) {
    key = name(register) " " field
    facts[key] = bits ", " access ", " reset_word(reset)
}

FILENAME != ARGV[ARGC - 1] && source == "map" {
    if (/^## /) register = $2
    if (/^\| [0-9]+(:[0-9]+)? \| tr/) {
        split($0, col, "|")
        fact(register, trim(col[3]), trim(col[2]), trim(col[4]), col[5])
    }
    next
}
FILENAME != ARGV[ARGC - 1] {
    split($0, part, "\t")
    n = split(part[3], cell, / \/ /)
    if (part[2] == "r" && split(cell[1], head, " ") == 2 && head[1] ~ /^tr[A-Z]/ && head[2] ~ /^[0-9]+(:[0-9]+)?$/)
        fact(head[1], cell[2], head[2], cell[n - 1], cell[n])
    next
}
/^\| TCI-REG-/ {
    split($0, col, "|")
    rule = trim(col[4])
    if (rule !~ /: bits? [0-9:]+ of tr/ || rule ~ /(ActionN|EventN): / || rule ~ /(by its column|read-only or RW)/) next
    field = rule
    sub(/:.*/, "", field)
    sub(/^[^:]*: bits? /, "", rule)
    split(rule, piece, ", ")
    split(piece[1], of, " of ")
    said = of[1] ", " piece[2] ", " reset_word(piece[3])
    key = name(of[2]) " " field
    compared++
    if (facts[key] != said) {
        print "docs/reference/conformance.md:" FNR ": " key " is " (facts[key] == "" ? "not there" : facts[key]) " in the " \
            (source == "map" ? "register map" : "specification") ", not " said
        bad = 1
    }
}
END { exit bad }
