# SPDX-License-Identifier: Apache-2.0
# units.awk SPEC.adoc: what a specification says, in pieces, one a line: CHAPTER <tab> KIND <tab> TEXT
# KIND is "s", a sentence with one of the words below; "t", any other text; or "r", a row of a table, its cells divided by
# " / " and, in the table of a register, the name of the register before them. Titles, pictures and comments are left out,
# and so is everything before the first chapter, which is the introduction, or with -v all=1 the first title.

BEGIN {
    words = "(^|[^a-z])(shall|must|require[sd]?|mandatory|never|always|cannot|should|invariably|guarantee[ds]?|" \
            "not allowed|is ignored|ignore writes|ensure|unspecified|reserved)($|[^a-z])"
}

# Text without markup: references by their title, no emphasis, single blanks.
function plain(s,   ref) {
    while (match(s, /<<[^<>]*>>/)) {
        ref = substr(s, RSTART + 2, RLENGTH - 4)
        sub(/^[^,]*, */, "", ref)
        s = substr(s, 1, RSTART - 1) ref substr(s, RSTART + RLENGTH)
    }
    gsub(/\[\[[^]]*\]\]/, "", s)
    gsub(/[*`]/, "", s)
    gsub(/__/, "", s)
    gsub(/\|/, "/", s)
    gsub(/[ \t]+/, " ", s)
    sub(/^ /, "", s)
    sub(/ $/, "", s)
    return s
}

function emit(kind, s) {
    if (chapter != "" && s != "") print chapter "\t" kind "\t" s
}

# The sentences of a paragraph; neither an abbreviation nor an ellipsis ends one.
function sentences(s,   n, i, part) {
    s = plain(s)
    gsub(/i\.e\. /, "i.e.~", s)
    gsub(/e\.g\. /, "e.g.~", s)
    gsub(/\.\. /, "..~", s)
    n = split(s, part, /\. +/)
    for (i = 1; i <= n; i++) {
        gsub(/~/, " ", part[i])
        emit(tolower(part[i]) ~ words ? "s" : "t", part[i])
    }
}

function end_paragraph() {
    if (para != "") sentences(para)
    para = ""
}

function end_row() {
    if (ncells > 0 && !(header && rows == 0)) emit("r", plain((register ? register " " : "") row))
    if (ncells > 0) rows++
    row = ""
    ncells = 0
}

# One more cell of a table, SPAN columns wide; a row is complete when it has as many as there are columns.
function cell(s, span) {
    if (ncells >= ncols) end_row()
    row = ncells ? row " / " s : s
    ncells += span
}

function table_line(line,   n, i, part, span) {
    if (line ~ /^[ \t]*$/ || line ~ /^\[\[[^]]*\]\]$/) return
    if (line ~ /^[0-9]+\+\|/) { # a title or a remark inside of the table
        end_row()
        return
    }
    gsub(/ a\|/, " |", line)
    n = split(line, part, /\|/)
    span = 1
    for (i = 1; i <= n; i++) {
        if (i > 1) cell("", span)
        span = 1
        if (match(part[i], / [0-9]+\+$/)) {
            span = substr(part[i], RSTART) + 0
            part[i] = substr(part[i], 1, RSTART - 1)
        }
        sub(/ \+$/, "", part[i])
        row = row " " part[i]
    }
}

# The name of the register in the title of a table, "" when there is none.
function register_of(title,   n, i, word) {
    if (title !~ /^\.\*Register: /) return ""
    n = split(plain(title), word, /[ :]+/)
    for (i = 2; i <= n; i++) if (word[i] ~ /^tr[A-Z][A-Za-z?]*$/ && word[i] !~ /^trBase/) return word[i]
    return ""
}

/^\/\/\/\// { skip = !skip; next }
skip { next }
/^(\.\.\.\.|----)[.-]*$/ { literal = !literal; end_paragraph(); next }
literal { next }
/^\|=====*$/ || /^\|===$/ {
    if (intable) { end_row(); intable = 0; register = "" } else { end_paragraph(); intable = 1; rows = 0; ncells = 0; row = "" }
    next
}
intable { table_line($0); next }
/^\[\[[^]]*\]\]$/ || /^\/\// || /^<<<$/ || /^image:/ || /^=====*$/ { end_paragraph(); next }
/^\[.*\]$/ {
    end_paragraph()
    if (match($0, /cols="[^"]*"/)) {
        ncols = split(substr($0, RSTART + 6, RLENGTH - 7), list, /,/)
        if (list[ncols] == "") ncols--
        header = /options="header/
    }
    next
}
/^=+ / {
    end_paragraph()
    title = $0
    sub(/^=+ /, "", title)
    title = plain(title)
    if (all || chapter != "" || title ~ /^Introduction/) chapter = title
    next
}
/^:[a-zA-Z-]+:/ || /^(ifdef|endif)/ { next }
/^\.[A-Z*]/ { end_paragraph(); register = register_of($0); next }
/^[ \t]*$/ { end_paragraph(); next }
/^ / && para == "" { emit("t", plain($0)); next }
/^\*+ / || /^\.+ / { end_paragraph(); sub(/^[*.]+ /, "") }
{ sub(/ \+$/, "."); para = para == "" ? $0 : para " " $0 }
END { end_paragraph() }
