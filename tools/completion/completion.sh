#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# completion.sh HARTRACE TEMPLATE: the completion for a shell on standard output: TEMPLATE (hartrace.bash.in, hartrace.zsh.in) with
# the verbs and options that the program lists in place of the lines @TABLES@, @VERBS@ and @OPTIONS@.
set -eu
program=$1
template=$2

verbs() {
  "$program" help --options
}

# VERB<TAB>row, for each option of each verb; the columns of a row are those of help_options (tools/cli/help.h).
options() {
  local v
  while IFS=$'\t' read -r v _; do
    "$program" help --options "$v" | awk -v v="$v" '{ print v "\t" $0 }'
  done < <(verbs)
}

# Functions that set kind and words for one option, and words for the options of a verb.
bash_tables() {
  echo "_hartrace_verbs='$(verbs | cut -f 1 | paste -sd ' ')'"
  options | awk -F '\t' '
    function forms(glue) { return "--" $2 ($3 == "-" ? "" : glue "-" $3) }
    $5 != "flag" {
      sub(/ $/, "", $7)
      value[++n] = "    " $1 ":--" $2 ($3 == "-" ? "" : " | " $1 ":-" $3) ") " \
        ($5 == "choice" ? "kind=choice words=\047" $7 "\047" : $5 == "file" ? "kind=file" : "kind=other") " ;;"
    }
    !($1 in words) { verb[++verbs] = $1 }
    { words[$1] = words[$1] (words[$1] == "" ? "" : " ") forms(" ") }
    END {
      print "\n# VERB OPTION: kind of value (choice, file, other; nothing for a flag), and the words of a choice."
      print "_hartrace_value_of() {\n  case $1:$2 in"
      for (i = 1; i <= n; i++) print value[i]
      print "  esac\n}\n\n_hartrace_options_of() {\n  case $1 in"
      for (i = 1; i <= verbs; i++) print "    " verb[i] ") words=\047" words[verb[i]] "\047 ;;"
      print "  esac\n}\n"
    }'
}

zsh_verbs() {
  verbs | awk -F '\t' 'BEGIN { print "  verbs=(" } { gsub(/\047/, "\047\\\047\047", $2); print "    \047" $1 ":" $2 "\047" } END { print "  )" }'
}

# One call of _arguments per verb. In a specification [, ] and \ of the help, and : of the name of a value, are quoted.
zsh_options() {
  options | awk -F '\t' '
    function quoted(text) { gsub(/\047/, "\047\\\047\047", text); return text }
    function help(text) { gsub(/[][\\]/, "\\\\&", text); return quoted(text) }
    $1 != verb {
      if (verb != "") print "            \047*:file:_files\047\n          ;;"
      verb = $1
      print "        " verb ")\n          _arguments -S : \\"
    }
    {
      gsub(/:/, "\\:", $4)
      action = $5 == "choice" ? "(" $7 ")" : $5 == "file" ? "_files" : " "
      value = $5 == "flag" ? "" : ":" quoted($4) ":" action
      eq = $5 == "flag" ? "" : "="
      plus = $5 == "flag" ? "" : "+"
      other = $6 == "many" ? "*" : $3 == "-" ? "" : "(-" $3 " --" $2 ")"
      names = $3 == "-" ? "--" $2 eq : "\047{-" $3 plus ",--" $2 eq "}\047"
      print "            \047" other names "[" help($8) "]" value "\047 \\"
    }
    END { if (verb != "") print "            \047*:file:_files\047\n          ;;" }'
}

while IFS= read -r line; do
  case $line in
    @TABLES@) bash_tables ;;
    @VERBS@) zsh_verbs ;;
    @OPTIONS@) zsh_options ;;
    *) printf '%s\n' "$line" ;;
  esac
done <"$template"
