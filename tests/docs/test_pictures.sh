#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every picture of docs/images is on a page, and a target draws it; docs/images/overview.svg alone is a drawing, a source by itself.
. tests/lib/tap.sh
unsanitized "nothing of C in it"

# drawn_by PICTURE: the target, or nothing.
drawn_by() {
  local name=${1%.*}
  case $1 in
    report-*.png) grep -q "picture(b, \"${name#report-}\"" scripts/screenshots.py && echo screenshots ;;
    rtl-waves.svg) grep -q 'cp .*/capture.svg docs/images/rtl-waves.svg$' tools/module.mk && echo waves ;;
    rtl-*.svg) grep -q "^picture ${name#rtl-} " scripts/diagrams.sh && echo diagrams ;;
  esac
}
pictures=0
for picture in $(git ls-files docs/images | sed 's|.*/||'); do
  pictures=$((pictures + 1))
  check "$picture is on a page" grep -rqF "images/$picture)" README.md docs --include=*.md
  if [ "$picture" = overview.svg ]; then
    check "$picture is a source" grep -q SPDX-License-Identifier docs/images/overview.svg
  else
    target=$(drawn_by "$picture")
    check "$picture is drawn by make $target" grep -q "^$target:.*  ## .*docs/images" tools/module.mk
  fi
done
check "there are pictures" [ "$pictures" -ge 10 ]
check "a picture that nothing draws is found" [ -z "$(drawn_by report-nothing.png)$(drawn_by rtl-nothing.svg)$(drawn_by other.png)" ]
finish
