# SPDX-License-Identifier: Apache-2.0
# form.awk FILES: what clang-format does not see. Prints FILE:LINE: WHAT.
#   A statement after if, else, for, while and do has braces.
#   A variable is declared with its first value: not "int n;" and, later in the same block, "n = f();".
function report(line, what) { print FILENAME ":" line ": " what }

# Code alone: no comments, no text in quotes.
function code(s,    at) {
    gsub(/"(\\.|[^"\\])*"/, "\"\"", s)
    gsub(/'(\\.|[^'\\])+'/, "0", s)
    if (comment) {
        at = index(s, "*/")
        if (!at) return ""
        s = substr(s, at + 2)
        comment = 0
    }
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", s)
    sub(/\/\/.*/, "", s)
    if ((at = index(s, "/*"))) {
        s = substr(s, 1, at - 1)
        comment = 1
    }
    sub(/[ \t]*\\?$/, "", s)
    return s
}

function depth_of(s,    open, shut) {
    open = gsub(/\(/, "(", s)
    shut = gsub(/\)/, ")", s)
    return open - shut
}

# A control statement ends its line with { as soon as its parentheses are closed. While of do-while follows a brace; a macro that
# is the head of a loop alone ends with the parenthesis.
function braces(s) {
    if (!inside && s ~ /^[ \t]*(\} )?(else )?(if|for|while|switch) \(/ && s !~ /^[ \t]*\} while/) {
        inside = FNR
        depth = 0
        head = define
    } else if (!inside && s ~ /(^|[ \t])(else|do)$/) {
        report(FNR, "no braces")
    } else if (!inside && s ~ /^[ \t]*(\} )?else [^{i]/) {
        report(FNR, "no braces")
    }
    if (inside) {
        depth += depth_of(s)
        if (depth <= 0) {
            if (s !~ /\{$/ && s !~ /\{ .*\}$/ && s !~ /\{\}$/ && !(head && raw !~ /\\$/)) report(inside, "no braces")
            inside = 0
        }
    }
}

# Declarations of the function so far that have no value: name, indentation and line.
function declarations(s,    indent, names, n, i, name, rest) {
    match(s, /^[ \t]*/)
    indent = RLENGTH
    if (s ~ /^[ \t]+((const|volatile|unsigned|signed|struct|enum|union) )*[A-Za-z_][A-Za-z_0-9]*( const)? \**[A-Za-z_][A-Za-z_0-9]*(\[[^]]*\])*(, \**[A-Za-z_][A-Za-z_0-9]*(\[[^]]*\])*)*;$/ &&
        s !~ /^[ \t]+(return|goto|else|case|static|extern|typedef) /) {
        sub(/;$/, "", s)
        n = split(s, names, /, /)
        for (i = 1; i <= n; i++) {
            name = names[i]
            gsub(/\[[^]]*\]/, "", name)
            sub(/.*[ *]/, "", name)
            if (name != "") {
                line[name] = FNR
                at[name] = indent
            }
        }
        return
    }
    for (name in line) {
        if (s !~ "(^|[^A-Za-z_0-9.>])" name "($|[^A-Za-z_0-9])") continue
        rest = s
        if (indent == at[name] && sub("^[ \t]+" name " = ", "", rest) && rest !~ "(^|[^A-Za-z_0-9.>])" name "($|[^A-Za-z_0-9])")
            report(line[name], name ": declare it with its value, line " FNR)
        delete line[name]
    }
}

FNR == 1 { comment = inside = define = 0; split("", line) }
{
    raw = $0
    s = code($0)
    if (s ~ /^[ \t]*#[ \t]*define/) define = 1
    if (s != "" && (define || s !~ /^[ \t]*#/)) braces(s)
    if (s ~ /^[{}]/) split("", line)
    else if (s != "" && FILENAME !~ /pp$/) declarations(s)
    if (raw !~ /\\$/) define = 0
}
