#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh finds each kind of bad form, names file and line, and leaves good files alone.
. tests/lib/tap.sh

# It runs nothing of ours that is compiled.
if [ -n "${SANITIZED:-}" ]; then
  skip "lint.sh" "nothing of it is compiled: runs in the other build"
  finish
fi

SCRIPT=$PWD/tests/lint.sh
STYLE=$PWD/.clang-format
SPDX='/* SPDX-License-Identifier: Apache-2.0 */'

# repo: a repository in $TMP/repo with one clean file.
repo() {
  rm -rf "$TMP/repo"
  mkdir -p "$TMP/repo/a" "$TMP/repo/regmap/gen"
  cp "$STYLE" "$TMP/repo/.clang-format"
  printf '%s\nint one;\n' "$SPDX" >"$TMP/repo/a/ok.c"
  printf 'int   unformatted;  \n' >"$TMP/repo/regmap/gen/generated.c"
  git -C "$TMP/repo" init -q
}

# complains FILE PATTERN: FILE comes from stdin; lint.sh reports it as FILE:PATTERN, and nothing else.
complains() {
  repo
  cat >"$TMP/repo/$1"
  git -C "$TMP/repo" add .
  local out
  out=$("$SCRIPT" "$TMP/repo") && { echo "not found"; return 1; }
  echo "$out"
  echo "$out" | grep -Eq "^$1:$2" && echo "$out" | grep -q '^lint: 1 complaints'
}

# lines N: N statements.
lines() { yes '    x++;' | head -n "$1"; }
function_of() { printf '%s\nstatic int x;\nvoid f(void)\n{\n' "$SPDX" && lines "$1" && echo '}'; }

clean() { repo && git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"; }
check "good files pass, generated ones are not looked at" clean
no_spdx() { printf 'int one;\n' | complains a/b.c '1: no SPDX'; }
check "a missing SPDX line is found" no_spdx
late_spdx() { printf '#!/bin/sh\n\n\n# SPDX-License-Identifier: Apache-2.0\n' | complains a/b.sh '1: no SPDX'; }
check "an SPDX line too far down is found" late_spdx
last_spdx() { printf 'x = 1\n' | complains z.toml '1: no SPDX'; }
check "the last file counts too" last_spdx
long_function() { function_of 79 | complains a/b.c '4: function has 81 lines'; }
check "a function of 81 lines is found" long_function
fitting_function() { repo && function_of 78 >"$TMP/repo/a/b.c" && git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"; }
check "a function of 80 lines passes" fitting_function
long_file() { { echo "$SPDX" && yes 'extern int x;' | head -n 500; } | complains a/b.c '501: file has more than 500'; }
check "a file of 501 lines is found" long_file
braces() {
  { echo "$SPDX" && printf '%s\n' 'int f(int a)' '{' '    if (a > 0)' '        return 1;' '    return 0;' '}'; } | complains a/b.c '4: no braces'
}
check "an if without braces is found" braces
loop_braces() {
  { echo "$SPDX" && printf '%s\n' 'int f(int a)' '{' '    while (a > 0 && a != 7 && a != 17 && a != 18 && a != 19 && a != 20 && a != 21 && a != 22 &&' '           a != 23)' '        a--;' '    return a;' '}'; } |
    complains a/b.cpp '4: no braces'
}
check "a loop without braces, over two lines, in C++, is found" loop_braces
else_braces() {
  { echo "$SPDX" && printf '%s\n' 'int f(int a)' '{' '    if (a > 0) {' '        a = 1;' '    } else' '        a = 2;' '    return a;' '}'; } |
    complains a/b.c '6: no braces'
}
check "an else without braces is found" else_braces
late_value() {
  { echo "$SPDX" && printf '%s\n' 'int g(void);' 'int f(void)' '{' '    int n, m = 1;' '    int k;' '    g();' '    k = g();' '    return k + m;' '}'; } |
    complains a/b.c '6: k: declare it with its value, line 8'
}
check "a variable declared before it gets its value is found" late_value
filled() {
  repo && { echo "$SPDX" && printf '%s\n' 'int g(int *n);' 'int f(int a)' '{' '    int n, last;' '    do {' '        last = a;' '        a--;' \
    '    } while (g(&n) != 0);' '    if (n > 0) {' '        n = a;' '    } else if (n < 0) { /* less */' '        n = 1;' '    }' '    return n + last;' \
    '}'; } >"$TMP/repo/a/b.c" && git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"
}
check "variables that a call or a loop fills pass" filled
# pointer EXPRESSION: as a condition.
pointer() {
  { echo "$SPDX" && printf '%s\n' 'int f(const char *p, int a)' '{' "    return $1 ? a : 0;" '}'; } | complains a/b.c '4: a pointer'
}
compared() {
  repo && { echo "$SPDX" && printf '%s\n' 'int f(const char *p, int a)' '{' '    return p == (void *)0 && !a;' '}'; } >"$TMP/repo/a/b.c" &&
    git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"
}
if command -v clang-query >/dev/null; then
  check "a pointer negated is found" pointer '!p'
  check "a pointer as a condition is found" pointer 'p'
  check "a pointer before && is found" pointer 'p && a'
  check "a pointer compared passes" compared
fi
blank() { printf '%s\n\nint one; \n' "# text" | complains a/b.md '3: trailing blank'; }
check "a trailing blank is found" blank
tab() { printf '# SPDX-License-Identifier: Apache-2.0\nall:\t\n' | complains Makefile '2: trailing blank'; }
check "a trailing tab is found" tab
machine_path() { printf '%s\n/* see /%s/someone/x */\nint one;\n' "$SPDX" home | complains a/b.c '2: path of one machine'; }
check "a path of a machine is found" machine_path
relative_path() {
  repo && printf '# x\nbuild/%s/x and $TMP/%s/x\n' tmp home >"$TMP/repo/a.md" &&
    git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"
}
check "a relative path is none" relative_path
# The list comes with the repository; it and a line that it allows are in two parts, so that this file has none of its words.
word_repo() {
  repo && mkdir "$TMP/repo/tests" && cp "${SCRIPT%/*}/words.txt" "$TMP/repo/tests/words.txt"
}
# word TEXT: found in a document, as a word of the list.
word() {
  word_repo
  printf '%s\n' "$1" >"$TMP/repo/b.md"
  git -C "$TMP/repo" add .
  local out
  out=$("$SCRIPT" "$TMP/repo") && { echo "not found: $1"; return 1; }
  echo "$out" | grep -q '^b.md:1: word; better: '
}
# no_word TEXT...: none of them is found.
no_word() {
  word_repo
  printf '%s\n' "$@" >"$TMP/repo/b.md"
  git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"
}
while read -r text; do
  check "a word of the list: $text" word "$text"
done <<'TEXTS'
It stands at 0x000.
What stood there is gone.
Every so many cycles it is asked.
The next PC is behind it.
It comes directly behind a branch.
The message tells the address.
The size, 0 when not told.
One block a cycle.
It sends 2 bits a clock.
The tool is content with a list.
We mended it.
Ingress without sense is refused.
What a decoder must know besides.
The scope is not said.
TEXTS
check "words that are right" no_word 'times=N stands for N elements; the rule holds as it stands.' 'A target behind a JTAG port, behind OpenCSD.' \
  'A byte starts a message.' 'B-TYPE cannot be told apart; this tells damage from a trap.' 'A line of text in a file, besides its own folder.' \
  'A write to a component that a source feeds.' '200 million instructions a second.'
allowed_word() {
  word_repo
  printf 'allow\tb.md\tan old name\n' >>"$TMP/repo/tests/words.txt"
  printf '%s\n' "What stands there: an old name." >"$TMP/repo/b.md"
  git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo" || return
  printf '%s\n' "What stands there: a new name." >>"$TMP/repo/b.md"
  ! "$SCRIPT" "$TMP/repo" && "$SCRIPT" "$TMP/repo" | grep -q '^b.md:2: word'
}
check "a line that the list allows" allowed_word
# british WORD: found in a text. Words are in two parts, so that this file does not have them.
british() { printf '# x\n\nThe %s is.\n' "$1" | complains a/b.md '3: British spelling'; }
for word in behavio'ur' synchron'ising' Optim'isation' neighbo'urs' licen'ce' analys'er' cent're' 'to_ini'tialis'e'; do
  check "British spelling is found: ${word%??}.." british "$word"
done
american() {
  repo && printf '# x\nbehavior, synchronizing, optimism, analyses, analysis, center, centralized, license, trPibClkCenter\n' \
    >"$TMP/repo/a.md" && git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"
}
check "American spelling passes" american
# link TEXT PATTERN: what lint.sh reports of a page with TEXT; a good page and a heading are beside it. $D keeps this file from being
# one that names pages.
D=docs
link() {
  repo && mkdir -p "$TMP/repo/$D/howto"
  printf '# x\n\n## Two words: `one`\n' >"$TMP/repo/$D/howto/a.md"
  printf '# Index\n[a](howto/a.md) [b](howto/b.md)\n' >"$TMP/repo/$D/README.md"
  printf '%s\n' "$1" >"$TMP/repo/$D/howto/b.md"
  git -C "$TMP/repo" add .
  "$SCRIPT" "$TMP/repo" >"$TMP/links"
  cat "$TMP/links"
  grep -qE "^$2" "$TMP/links" && { [ "${2#lint}" != "$2" ] || grep -q '^lint: 1 complaints' "$TMP/links"; }
}
check "a link to a file that is not there is found" link 'See [a](no.md).' "$D/howto/b.md:1: link to no.md: no such file"
check "so is the second link of a line" link '[a](a.md) [b](../no.md)' "$D/howto/b.md:1: link to ../no.md: no such file"
check "a link to a heading that is not there is found" link '[a](a.md#two)' "$D/howto/b.md:1: link to a.md#two: no such heading"
check "the name of a page that is not there is found" link "See $D/howto/no.md." "$D/howto/b.md:1: $D/howto/no.md: no such page"
check "good links pass, and what is code is none" link \
  "a [a](a.md), [b](a.md#two-words-one), [c](https://example.org/x.md), \`[d](x.md)\`; $D/howto/a.md, x/$D/no.md" 'lint: .*in form'
unlisted() {
  repo && mkdir -p "$TMP/repo/$D/howto" && printf '# x\n' | tee "$TMP/repo/$D/README.md" >"$TMP/repo/$D/howto/a.md" &&
    git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo" | grep -q "^$D/README.md:1: $D/howto/a.md is not listed"
}
check "a page that the index does not list is found" unlisted
# opens MODE NAME: the report of lint.sh for a file NAME that opens another.
opens() {
  repo && mkdir -p "$TMP/repo/$(dirname "$2")" &&
    printf '%s\n#include <stdio.h>\nFILE *f(const char *name)\n{\n    return fopen(name, "%s");\n}\n' "$SPDX" "$1" \
      >"$TMP/repo/$2" && git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"
}
past_output() {
  local mode
  for mode in w wb a r+; do
    opens $mode tools/x.c | grep -q '^tools/x.c:5: opens or makes a file' || { echo "mode $mode"; return 1; }
  done
}
check "a file of tools/ that opens an output by itself is found" past_output
no_output() { opens rb tools/x.c && opens w lib/trace/src/htr_outputs.c; }
check "opening to read passes, and htr_outputs.c may write" no_output
# SystemVerilog: MODULE is in form; each of the lines put into it is found, with its line and nothing else.
module() {
  cat <<'END'
// SPDX-License-Identifier: Apache-2.0
module m #(
  parameter int unsigned W = 4
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  output logic [W-1:0] y_o
);

  logic [W-1:0] a_d, a_q;
  logic [W-1:0] mem [0:3];
  logic b;

  tr_x #(
    .W(W)
  ) u_x (
    .clk_i,
    .y_o({1'b0, b & a_q[0]})
  );

  if (W == 4) begin : gen_four
    assign b = ((a_q & 4'h3) == '0 || |(a_q & mem[0])) ? a_q[0] : ~a_q[1] & a_q[2];
  end

  always_comb begin
    a_d = a_q;
    unique case (a_q)
      4'd0: a_d = {W{!b}};
      default: ;
    endcase
    if (b && (a_q & ~mem[1]) != '0 &&
        W'(a_q | 4'h1) > 4'h2) begin
      a_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_q <= W'(tr_pkg::First);
    end else begin
      a_q <= a_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (b) mem[0] <= a_q;
  end

endmodule
END
}
module_passes() { module >"$TMP/m.sv" && ! awk -f tests/form_sv.awk "$TMP/m.sv" | grep .; }
check "SystemVerilog in form passes" module_passes
# bad LINE SED WHAT
bad() {
  module | sed -E "$1$2" >"$TMP/m.sv"
  ! module | cmp -s - "$TMP/m.sv" || { echo "changes nothing"; return 1; }
  awk -f tests/form_sv.awk "$TMP/m.sv" | tee "$TMP/found"
  grep -q "m.sv:[0-9]*: $3" "$TMP/found" && [ "$(wc -l <"$TMP/found")" = 1 ]
}
sv_connections() { bad 17 's/.*/    .clk_i, .rst_ni,/' 'one connection per line'; }
check "two connections in a line are found" sv_connections
sv_parameters() { bad 14,16 '{14d;15d;s/.*/  tr_x #(.W(W)) u_x (/}' 'one connection per line'; }
check "a parameter in the line of its instance is found" sv_parameters
sv_positions() { bad 19 's/$/\n  tr_x u_y (clk_i, b);/' 'connections by name'; }
check "connections by position are found" sv_positions
sv_ports() { bad 5 's/.*/  input  logic         clk_i, test_i,/' 'one port per line'; }
check "two ports in a line are found" sv_ports
sv_declarations() { bad 12 's/b;/b, c;/' 'one signal per declaration'; }
check "two signals in a declaration are found" sv_declarations
sv_label() { bad 21 's/gen_four/four/' 'four: the label'; }
check "a label without gen_ is found" sv_label
sv_no_label() { bad 21 's/ : gen_four//' 'a generate block without a label'; }
check "a generate block without a label is found" sv_no_label
sv_case() { bad 27 's/unique //' 'unique case'; }
check "a bare case is found" sv_case
sv_casez() { bad 27 's/case/casez/' 'casex, casez'; }
check "casez is found" sv_casez
sv_and() { bad 31 's/&&$/\&/' '& . ~ in a condition'; }
check "a condition with &, over two lines, is found" sv_and
sv_not() { bad 31 's/b &&/~b \&\&/' '& . ~ in a condition'; }
check "a condition with ~ is found" sv_not
sv_ternary() { bad 22 's/ \|\| / | /' '& . ~ in the condition of'; }
check "a condition of ?: with | is found" sv_ternary
sv_register() { bad 39 's/a_q/y_o/' 'y_o: a register'; }
check "a register without _q is found" sv_register
sv_next() { bad 41 's/a_d/a_d + 1/' 'a_q: a register gets a_d'; }
check "a register that gets something else than its _d is found" sv_next
sv_enable() { bad 41 's/a_q <=/if (b) a_q <=/' 'a condition in always_ff'; }
check "a condition in always_ff is found" sv_enable
sv_indent() { bad 33 's/^/ /' 'indented by 7, not by 6'; }
check "an indentation by an odd number of blanks is found" sv_indent
sv_tab() { bad 5 's/logic  /logic\t/' 'a tab'; }
check "a tab is found" sv_tab
sv_long() { bad 12 's/$/  \/\/ b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b b/' 'longer than 100'; }
check "a line of more than 100 columns is found" sv_long
# listed COMMAND: lint.sh on a repository with m.sv made of the module by COMMAND, and on the list.
listed() {
  repo && mkdir -p "$TMP/repo/tests" && echo a/m.sv >"$TMP/repo/tests/form_sv.txt" && module | eval "$1" >"$TMP/repo/a/m.sv" &&
    git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo"
}
check "a file that the list names may be out of form" listed 'sed s/gen_four/four/'
sv_shrinks() { listed cat | grep -q '^a/m.sv:1: is in form now; take it out'; }
check "a file that is in form has to leave the list" sv_shrinks
sv_lines() {
  repo && { echo '// SPDX-License-Identifier: Apache-2.0' && yes '    .clk_i(clk_i),' | head -n 300 && yes '  logic [3:0] a_d, a_q;' | head -n 300 &&
    yes '  logic [3:0] a = 4;' | head -n "$1"; } >"$TMP/repo/a/l.sv" &&
    git -C "$TMP/repo" add . && "$SCRIPT" "$TMP/repo" | grep -c 'has more than 500'
}
sv_length() { [ "$(sv_lines 499)" = 0 ] && [ "$(sv_lines 500)" = 1 ]; }
check "ports, connections and declarations do not count in the lines of a file" sv_length
unformatted() { printf '%s\nint  one;\n' "$SPDX" | complains a/b.c '2: not formatted'; }
if command -v clang-format >/dev/null; then
  check "an unformatted line is found" unformatted
else
  skip "an unformatted line is found" "no clang-format"
fi
check "a folder without tracked files is not called clean" sh -c "
  mkdir '$TMP/none' && git -C '$TMP/none' init -q; '$SCRIPT' '$TMP/none'; [ \$? = 2 ]"
finish
