#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every command of the tutorials and how-tos is run, as the page has it, in a folder of the page's own that looks like the top of the tree. tests/docs/commands.py
# says how a page marks what cannot run here, what takes minutes (make soak), and what a test of its own runs. Some pages have such a test.
. tests/lib/tap.sh
unsanitized "the tests of the verbs run what the commands do"
top=$PWD
export PYTHONDONTWRITEBYTECODE=1
unset MAKEFLAGS MFLAGS MAKELEVEL

own() { # the test that runs all of a page
  case $1 in
    docs/tutorial/library.md) echo tests/tree/test_tutorial.sh ;;
    docs/howto/openocd.md) echo tests/openocd/test_howto.sh ;;
    */install.md) echo tests/packages/test_deb.sh ;;
    docs/howto/fwtrace.md) echo tests/fwtrace/test_fwtrace_doc.sh ;;
  esac
}

folder() { # what a page finds: the tree, with BUILD as build
  rm -rf "$TMP/page"
  mkdir "$TMP/page"
  ln -s "$top"/* "$TMP/page/"
  rm -f "$TMP/page/build"
  ln -s "$(realpath "$BUILD")" "$TMP/page/build"
}

# run PAGE: its lines of TAP become ours.
run() {
  folder
  PATH=$(realpath "$BUILD"):$PATH python3 tests/docs/commands.py "$1" "$TMP/page" >"$TMP/lines" 2>"$TMP/err" || [ -s "$TMP/lines" ] || echo "not ok - $1" >>"$TMP/lines"
  while IFS= read -r line; do
    case $line in
      'ok - '*) tap_count=$((tap_count + 1)) && echo "ok $tap_count - ${line#ok - }" ;;
      'not ok - '*) tap_count=$((tap_count + 1)) && tap_failed=1 && echo "not ok $tap_count - ${line#not ok - }" ;;
      *) echo "$line" ;;
    esac
  done <"$TMP/lines"
  sed 's/^/# /' "$TMP/err"
}

for page in docs/tutorial/*.md docs/howto/*.md; do
  test=$(own "$page")
  if [ -n "$test" ]; then
    check "$page is run by $test" grep -qF "$page" "$test"
  else
    run "$page"
  fi
done

# What is there to find is found: a command that fails, output that differs, a mark without its test.
planted() {
  folder
  printf '# Page\n\n```sh\n%s\n```\n\n```text\n%s\n```\n\n%s\n' "$1" "$2" "${4:-}" >"$TMP/page.md"
  ! python3 tests/docs/commands.py "$TMP/page.md" "$TMP/page" >"$TMP/lines" 2>&1 && grep -q "$3" "$TMP/lines"
}
check "planted: a command that fails" planted 'build/hartrace --no-such-option' '' '^not ok - .*:3$'
check "planted: a line that is not printed" planted 'echo one; echo two' 'one
three' '^# not: three'
check "planted: a failure before the last command of a block" planted 'false
true' '' '^not ok - .*:3$'
check "planted: a mark with a test that is not there" planted true '' 'not ok - .*tests/none.sh' '<!-- run by tests/none.sh -->

    hartrace info'
check "planted: an indented block" planted true '' '^not ok - .*:11$' '    hartrace nonsense'
check "planted: a command that changes the machine" planted 'apt-get --version' '' '# it changes the machine'
finish
