# SPDX-License-Identifier: Apache-2.0
# form_sv.awk [-v listed=FILE] FILES: the form of SystemVerilog. Prints FILE:LINE: WHAT. A file that is named in LISTED is not in form
# yet: it is reported only when nothing is left to complain about in it. CONTRIBUTING.md has the rules.
function report(line, what) { count[FILENAME]++; found[FILENAME, count[FILENAME]] = FILENAME ":" line ": " what }

# Code alone: no comments, no text in quotes, no attributes.
function code(s) {
    gsub(/"(\\.|[^"\\])*"/, "\"\"", s)
    sub(/\/\/.*/, "", s)
    gsub(/\/\*[^*]*\*\//, "", s)
    sub(/[ \t]+$/, "", s)
    return s
}
function indent_of(s) { match(s, /^ */); return RLENGTH }
function count_of(s, what) { return gsub(what, "", s) }

# The operators & | ~ between the bits of a condition. They are right where a value is made of them: in (...) that is compared,
# reduced, cast or an argument, in [...] and in {...}.
function bitwise(c,    i, ch, depth, open, fine, before, prev) {
    depth = 0
    fine[0] = 0
    for (i = 1; i <= length(c); i++) {
        ch = substr(c, i, 1)
        prev = substr(c, 1, i - 1)
        sub(/ +$/, "", prev)
        if (ch == "(" || ch == "[" || ch == "{") {
            depth++
            fine[depth] = fine[depth - 1] || ch != "(" || prev ~ /[A-Za-z0-9_']$/ || prev ~ /(^|[^&|])[&|^]$/ && substr(c, i - 1, 1) != " " ||
                          prev ~ /(==|!=|<|>|<=|>=)$/ || compared(substr(c, i))
        } else if (ch == ")" || ch == "]" || ch == "}") {
            depth--
        } else if (!fine[depth]) {
            if ((ch == "&" || ch == "|") && substr(c, i - 1, 3) ~ /^ [&|] $/) return 1
            if (ch == "~" && substr(c, i + 1, 1) !~ /[&|^]/) return 1
        }
    }
    return 0
}
# What is in the parenthesis that begins here is compared.
function compared(s,    i, depth, ch) {
    depth = 0
    for (i = 1; i <= length(s); i++) {
        ch = substr(s, i, 1)
        if (ch ~ /[([{]/) depth++
        if (ch ~ /[])}]/ && --depth == 0) return substr(s, i + 1) ~ /^ *(==|!=|<|>)/
    }
    return 0
}
# What is before position AT: back to the parenthesis or the sign at which a condition begins.
function condition_before(s, at,    i, ch, depth) {
    depth = 0
    for (i = at - 1; i > 0; i--) {
        ch = substr(s, i, 1)
        if (ch ~ /[])}]/) depth++
        if (ch ~ /[([{]/ && depth-- == 0) break
        if (depth == 0 && (ch ~ /[?:,;]/ || ch == "=" && substr(s, i - 1, 2) !~ /^[=!<>]=/ && substr(s, i, 2) != "==" ||
                           ch == "=" && substr(s, i - 1, 3) ~ /^<= / && !index(substr(s, 1, i - 2), "="))) break
    }
    return substr(s, i + 1, at - 1 - i)
}
# A whole statement, on one line.
function conditions(s, line,    i, c, depth, rest) {
    rest = s
    while (match(rest, /(^|[^A-Za-z_0-9])if \(/)) {
        rest = substr(rest, RSTART + RLENGTH)
        depth = 1
        for (i = 1; i <= length(rest) && depth > 0; i++) {
            c = substr(rest, i, 1)
            if (c == "(") depth++
            if (c == ")") depth--
        }
        if (bitwise(substr(rest, 1, i - 2))) report(line, "& | ~ in a condition; write && || !")
        rest = substr(rest, i)
    }
    for (i = 1; i <= length(s); i++)
        if (substr(s, i, 1) == "?" && substr(s, i - 1, 1) == " " && bitwise(condition_before(s, i)))
            report(line, "& | ~ in the condition of ?:; write && || !")
}

# A register of always_ff: foo_q gets foo_d, or what it is after a reset.
function registers(s, line,    name, value) {
    if (s ~ /(^| )if \(/ && s !~ /if \(!?[a-z_]*(rst|reset)[a-z_]*n[a-z_]*\)/ && s !~ /mem/ && !(s ~ /if \(/ && memory)) bad_if = line
    if (s ~ /mem[a-z_]*\[/) memory = 1
    while (match(s, /[a-z][A-Za-z_0-9]*(\[[^]]*\])* +<= /)) {
        name = substr(s, RSTART, RLENGTH)
        s = substr(s, RSTART + RLENGTH)
        sub(/[ [].*/, "", name)
        value = s
        sub(/;.*/, "", value)
        if (name ~ /^mem/) continue
        if (name !~ /_q$/) { report(line, name ": a register; its name ends with _q"); continue }
        sub(/_q$/, "", name)
        gsub(/\[[^]]*\]/, "", value)
        if (value == name "_d") continue
        gsub(/[A-Za-z_0-9]+::/, "", value)
        gsub(/'[0-9a-zA-Z]+/, "", value)
        if (value ~ /(^|[^A-Za-z_0-9$])[a-z]/) report(line, name "_q: a register gets " name "_d")
    }
}

function statement(s, line) {
    conditions(s, line)
    if (FILENAME !~ /_fv\.sv$/ && kind[top] == "ff" || s ~ /always_ff .*<=/ && FILENAME !~ /_fv\.sv$/) registers(s, line)
}

function begin_file() { top = 0; level[0] = 0; kind[0] = ""; text = ""; depth = header = 0; fresh = 1; memory = bad_if = macro = 0 }
FNR == 1 { begin_file(); files[++nfiles] = FILENAME; count[FILENAME] = 0 }

{
    raw = $0
    s = code(raw)
    if (raw ~ /\t/) report(FNR, "a tab")
    if (raw ~ /[ \t]$/) report(FNR, "trailing blank")
    if (length(raw) > 100 && raw !~ /^ *"[^"]*"\)?[;,]?$/) report(FNR, "longer than 100 columns")
    # Directives, and macros of any number of lines.
    if (macro > 0 || s ~ /^ *`/) {
        macro += count_of(s, "[([{]") - count_of(s, "[])}]")
        next
    }
    if (s == "") next
    in_ = indent_of(s)
    body = substr(s, in_ + 1)

    # One connection, one port, one signal to a line.
    t = body
    if (t ~ /^\./) t = substr(t, 2)
    if (t ~ /(^|[(, ])\.[A-Za-z_]/) report(FNR, "one connection per line")
    if (body ~ /^[a-z][a-z_0-9]* (#\(.*\) )?u_[a-z_0-9]+ \(.*[A-Za-z]/) report(FNR, "connections by name, one per line")
    if (body !~ /^(function|task)/) {
        if (body ~ /^(input|output|inout) / && (count_of(body, "(^|[^A-Za-z_])(input|output|inout) ") > 1 || body ~ /,.*[A-Za-z]/))
            report(FNR, "one port per line")
        if (body ~ /^logic( signed)?( *\[[^;]*\])* +[a-z]/ && depth == 0) {
            t = body
            gsub(/\[[^]]*\]/, "", t)
            sub(/^logic( signed)? +/, "", t)
            sub(/;.*/, "", t)
            if (t !~ /[=({]/ && t ~ /,/) {
                n = split(t, part, / *, */)
                stem = part[1]
                sub(/_d$/, "", stem)
                if (n != 2 || part[1] == stem || part[2] != stem "_q") report(FNR, "one signal per declaration, or foo_d, foo_q")
            }
        }
    }

    # case.
    t = " " body
    if (t ~ /[^a-z_0-9]case[xz] *\(/) report(FNR, "casex, casez: write case (...) inside or ?:")
    else if (t ~ /[^a-z_0-9]case *\(/ && t !~ /(unique|unique0|priority) case *\(/) report(FNR, "unique case, unique0 case or priority case")

    # Blocks: indentation, labels.
    if (fresh && depth == 0) {
        first = in_
        want = level[top]
        if (body ~ /^(end|endcase|endfunction|endtask|endmodule|endpackage|endinterface)($|[^a-z_A-Z0-9])/ && top > 0) want = own[top]
        if (body ~ /^}/) want = in_
        if (in_ != want) report(FNR, "indented by " in_ ", not by " want)
        start = FNR
        text = ""
    } else if (depth > 0 && body ~ /^\./ && in_ != first + 2) {
        report(FNR, "a connection is indented by " in_ ", not by " first + 2)
    }
    text = text (text == "" ? "" : " ") body
    n = count_of(body, "[([{]") - count_of(body, "[])}]")
    depth += n

    line_ = body
    if (depth == 0) {
        # What ends here, and what begins.
        if (body ~ /^end($|[^a-z_A-Z0-9])/ && top > 0) {
            if (kind[top] == "ff" && kind[top - 1] != "ff") {
                if (bad_if && !memory && FILENAME !~ /_fv\.sv$/) report(bad_if, "a condition in always_ff; it belongs to the next value, foo_d")
                memory = bad_if = 0
            }
            top--
        } else if (body ~ /^(endcase|endfunction|endtask|endmodule|endpackage|endinterface)($|[^a-z_A-Z0-9])/ && top > 0) {
            top--
        }
        opens = 0
        if (text ~ /(^|[^a-z_A-Z0-9])begin( : [a-zA-Z_0-9]+)?$/) opens = 1
        if (opens) {
            label = ""
            if (match(text, /begin : [a-zA-Z_0-9]+$/)) label = substr(text, RSTART + 8)
            k = kind[top]
            if (text ~ /^always_ff/) k = "ff"
            else if (text ~ /^(always|initial|final)/) k = "proc"
            if (k == "" && label == "") report(FNR, "a generate block without a label gen_...")
            if (label != "" && label !~ /^gen_/) report(FNR, label ": the label of a block begins with gen_")
            statement(text, start)
            own[++top] = first
            level[top] = first + 2
            kind[top] = k
            fresh = 1
        } else if (text ~ /^(unique |unique0 |priority )?case[xz]? *\(.*\)( inside)?$/) {
            own[++top] = first
            level[top] = first + 2
            kind[top] = kind[top - 1]
            conditions(text, start)
            fresh = 1
        } else if (text ~ /^(module|package|interface) .*;$/) {
            own[++top] = first
            level[top] = first + 2
            kind[top] = ""
            fresh = 1
        } else if (text ~ /^(function|task) .*;$/) {
            own[++top] = first
            level[top] = first + 2
            kind[top] = "proc"
            fresh = 1
        } else if (text ~ /;$/ || text ~ /^end[a-z]*( : [a-z_A-Z0-9]+)?$/) {
            statement(text, start)
            fresh = 1
        } else {
            fresh = 0
        }
        if (fresh) text = ""
    } else {
        fresh = 0
    }
}

END {
    while (listed != "" && (getline row < listed) > 0) if (row !~ /^#/ && row != "") late[row] = 1
    for (i = 1; i <= nfiles; i++) {
        f = files[i]
        if (f in late && count[f] == 0) print f ":1: is in form now; take it out of " listed
        if (f in late) continue
        for (k = 1; k <= count[f]; k++) print found[f, k]
    }
}
