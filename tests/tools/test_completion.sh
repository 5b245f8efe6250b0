#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The completions: what bash offers, in a bash that has nothing else loaded; and zsh accepts its file.
. tests/lib/tap.sh
unsanitized "shells"

make_completion() {
  tools/completion/completion.sh "$HARTRACE" "tools/completion/hartrace.$1.in" >"$TMP/hartrace.$1"
}
check "the completion for bash is made" make_completion bash
check "the completion for zsh is made" make_completion zsh

# offer.sh LINE: what the function offers at the end of LINE, one per line, "FILES" when readline completes file names. The words are
# those that bash makes: = and : are words of their own.
cat >"$TMP/offer.sh" <<'E2'
set -u
files=1
compopt() { [ "$*" != '+o default +o bashdefault' ] || files=0; }
. "${0%/*}/hartrace.bash"
COMP_LINE=$1 COMP_POINT=${#1}
read -ra COMP_WORDS <<<"$(sed 's/[=:]/ & /g' <<<"$1")"
case $1 in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_hartrace
[ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}"
[ $files = 0 ] || echo FILES
E2
# offers LINE WORD...: exactly these are offered.
offers() {
  local line=$1
  shift
  diff <(printf '%s' "${*:+$(printf '%s\n' "$@" | sort)}") <(printf '%s' "$(env -i PATH="$PATH" bash --norc "$TMP/offer.sh" "$line" | sort)")
}
check "a verb" offers 'hartrace dec' decode
check "verbs that begin so" offers 'hartrace s' serve shard stat split start stop status snapshot
check "all verbs, and help" offers 'hartrace ' $("$HARTRACE" help --verbs) help --help --version
check "a verb of help" offers 'hartrace help dtb' dtb2tcl
check "an option" offers 'hartrace decode T.nex --form' --format
check "options of this verb only" offers 'hartrace split --by' --by
check "no option of another verb" offers 'hartrace dump --by' --bytes
check "a short option is one of all" offers 'hartrace regs --q' --quiet
check "a value" offers 'hartrace decode --format js' jsonl
check "a value after the short option" offers 'hartrace decode T.nex -f ' text pcs ranges nexrv jsonl csv
check "a value after =" offers 'hartrace decode --format=r' ranges
check "all values after =" offers 'hartrace split --by=' src sync
check "a value of a choice that is common to verbs" offers 'hartrace verify T.nex --profile si' sifive-0.x
check "a number is not completed" offers 'hartrace decode --jobs '
check "a text is not completed" offers 'hartrace encode --te trTeInst'
check "a file is" offers 'hartrace decode --elf P.e' FILES
check "a file after =" offers 'hartrace decode --elf=P.e' FILES
check "an operand is a file" offers 'hartrace decode T.n' FILES
check "an operand after a flag" offers 'hartrace decode --follow ' FILES
check "after -- there are operands only" offers 'hartrace decode -- --form' FILES
check "a line of several blanks" offers 'hartrace decode   --format   j' jsonl

# On a terminal: the words that a command gets after the tab key, in a folder with the file "some trace.nex".
cat >"$TMP/type.py" <<'PY'
import os, pty, select, sys, time
completion, folder, keys = sys.argv[1:]
pid, fd = pty.fork()
if pid == 0:
    os.chdir(folder)
    os.execve("/usr/bin/env", ["env", "-i", "PATH=" + os.environ["PATH"], "TERM=dumb", "PS1=$ ", "INPUTRC=/dev/null", "bash", "--norc", "--noprofile", "-i"], {})
def until(text, seconds=20):
    got, end = "", time.time() + seconds
    while text not in got and time.time() < end:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                got += os.read(fd, 4096).decode()
            except OSError:
                break
    return got
os.write(fd, ("hartrace() { printf '<%s>' \"$@\"; echo; }; . '" + completion + "'; echo rea''dy\n").encode())
until("ready")
os.write(fd, keys.encode().decode("unicode_escape").encode() + b"; echo do''ne\n")
print(until("done"))
os.close(fd)
PY
types() {
  python3 "$TMP/type.py" "$TMP/hartrace.bash" "$TMP/folder" "$1" >"$TMP/typed" && grep -qF -- "$2" "$TMP/typed" || { cat -v "$TMP/typed"; return 1; }
}
mkdir "$TMP/folder"
: >"$TMP/folder/some trace.nex"
check "typed: verb, option, value" types 'hartrace dec\t--form\tjs\t' '<decode><--format><jsonl>'
check "typed: a value after =" types 'hartrace decode --format=n\t' '<decode><--format=nexrv>'
check "typed: the name of a file, with a blank" types 'hartrace decode --elf so\t' '<decode><--elf><some trace.nex>'
check "typed: a file after =" types 'hartrace decode --elf=so\t' '<decode><--elf=some trace.nex>'
check "typed: an operand" types 'hartrace info so\t' '<info><some trace.nex>'

# The values that are offered are those that the program takes: a value that is none of them is refused with a message that lists them.
printf '0x80000000\n' >"$TMP/one.pcs"
printf '0x80000000,L4\n' >"$TMP/one.pcinfo"
"$HARTRACE" encode -q --pcs "$TMP/one.pcs" --pcinfo "$TMP/one.pcinfo" --mode htm -o "$TMP/one.nex"
# refusal VERB OPTION: with arguments that lead to the check.
refusal() {
  local t=$TMP/one.nex code="--pcinfo $TMP/one.pcinfo" args
  case $2 in ingress-format) code="--ingress $t" ;; esac
  case $1 in
    run | serve) args=$BUILD/programs/rv64/sort.elf ;;
    record) args="-o $TMP/none.ing" ;;
    encode) args="--mode htm $code -o $TMP/none.nex" ;;
    verify) args="$t $code" ;;
    decode | stat | lint | calls | hot | gdbserver) args="$t $code" ;;
    path) args="$t $code --to end" ;;
    export) args="$t $code --to folded -o $TMP/none" ;;
    report) args="$t $code -o $TMP/none" ;;
    kit) args="encoder --only none -n 0" ;;
    diff) args="$t $t $code" ;;
    merge) args="$t $t -o $TMP/none.nex" ;;
    split) args="$t -o $TMP/none" ;;
    convert) args="--to ingress $code" ;;
    shard) args="plan $t $code -n 1 -o $TMP/none" ;;
    topo) args=$BUILD/dts/three-sinks.dtb ;;
    start | status) args="--io sim --dtb $BUILD/dts/three-sinks.dtb" ;;
    *) args=$t ;;
  esac
  case $1:$2 in *:ingress-format) ;; encode:*) args="$args --pcs $TMP/one.pcs" ;; verify:*) args="$args --pcs $TMP/one.pcs" ;; esac
  # shellcheck disable=SC2086
  timeout 200 "$HARTRACE" "$1" $args "--$2" "$3" 2>&1 </dev/null
}
# The list in a message: "it is A, B or C", "it can be A or B".
listed() {
  sed -nE 's/.*it (is|can be) ([^;]*)$/\2/p' | sed 's/,//g; s/ or / /'
}
values_are_taken() {
  local v name kind values said n=0
  while IFS=$'\t' read -r v _; do
    while IFS=$'\t' read -r name _ _ kind _ values _; do
      [ "$kind" = choice ] || continue
      case $v:$name in record:xlen) said=32\ 64 ;; serve:sink) continue ;; *) said=$(refusal "$v" "$name" no-such-value | listed) ;; esac
      n=$((n + 1))
      [ "$said" = "$values" ] || { echo "$v --$name: $values are offered, but: "; refusal "$v" "$name" no-such-value; return 1; }
    done < <("$HARTRACE" help --options "$v")
  done < <("$HARTRACE" help --options)
  [ $n -gt 35 ] || { echo "only $n"; return 1; }
}
check "the values that are offered are those that the program takes" values_are_taken
# What the message does not list.
check "record takes 64 for --xlen" bash -c "! '$HARTRACE' record --xlen 64 -o '$TMP/x.ing' 2>&1 | grep -- --xlen"
check "record refuses 48 for --xlen" fails 2 '\-\-xlen' "$HARTRACE" record --xlen 48 -o "$TMP/x.ing" x.elf

if command -v zsh >/dev/null; then
  check "zsh reads its completion" zsh -n "$TMP/hartrace.zsh"
else
  skip "zsh reads its completion" "no zsh"
fi
# Without zsh: one call of _arguments per verb, and a specification for each option.
zsh_has_all() {
  [ "$(grep -c '^          _arguments -S : \\$' "$TMP/hartrace.zsh")" = "$("$HARTRACE" help --verbs | wc -l)" ] &&
    [ "$(grep -cE "^            '.*--[a-z0-9-]+=?(\}'|\[)" "$TMP/hartrace.zsh")" = \
      "$(for v in $("$HARTRACE" help --verbs); do "$HARTRACE" help --options "$v"; done | wc -l)" ] &&
    grep -qF "'(-f --format)'{-f+,--format=}'[text, pcs, ranges, nexrv, jsonl or csv (text)]:FORMAT:(text pcs ranges nexrv jsonl csv)'" "$TMP/hartrace.zsh"
}
check "the completion for zsh has each option of each verb" zsh_has_all
finish
