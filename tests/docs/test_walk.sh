#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The walk over the site finds what it is there for: a site of three pages without fault, then with one fault at a time. With HARTRACE_SOAK
# (make soak) the site itself is built, twice with the same bytes, and walked.
. tests/lib/tap.sh
unsanitized "nothing of C in it"
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
  skip "the site, in a browser" "no Chromium"
  finish
}
export PYTHONDONTWRITEBYTECODE=1
walk() { python3 tests/docs/walk.py "$chromium" "$@"; }

site() {
  rm -rf "$TMP/s"
  mkdir "$TMP/s"
  local form='<form action="search.html"><input name="q"></form>'
  echo "<!DOCTYPE html><title>i</title><h1>All</h1><a href='a.html'>a</a> <a href='b.html#part'>b</a>$form" >"$TMP/s/index.html"
  echo '<!DOCTYPE html><title>a</title><a href="index.html">back</a><img alt="" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">' >"$TMP/s/a.html"
  echo '<!DOCTYPE html><title>b</title><a href="index.html#">back</a><h2 id="part">Part</h2><div style="width:2000px;max-width:100%">x</div>' >"$TMP/s/b.html"
  echo '<!DOCTYPE html><title>s</title><a href="index.html">back</a><div id="search-results"></div><script>
    if (location.search === "?q=word") document.querySelector("div").innerHTML = "<ul><li><a href=a.html?highlight=word>a</a></ul>"</script>' >"$TMP/s/search.html"
}
site
check "a site without fault" walk "$TMP/s" word=a.html

# All faults in one site: a browser takes a second to start.
site
add() { printf '%s\n' "$2" >>"$TMP/s/$1"; }
add a.html '<a href="gone.html">x</a> <a href="b.html#nowhere">x</a> <a href="c.html">c</a> <img alt="" src="data:image/gif;base64,AAAA">'
add b.html '<div style="width:600px">x</div><script>nothing()</script>'
echo '<!DOCTYPE html><title>c</title>' >"$TMP/s/c.html"
cp "$TMP/s/index.html" "$TMP/s/d.html"
walk "$TMP/s" word=b.html >"$TMP/faults"
check "faults are an exit status" [ $? = 1 ]
while IFS='|' read -r name pattern; do
  check "$name" grep -qE "^$pattern" "$TMP/faults"
done <<'END'
a dead link|a.html: dead link to gone.html
a link to a place that is not there|a.html: no place #nowhere in b.html
a page that is too wide for a phone|b.html: wider than a phone: 6[0-9][0-9] of 390
a picture that does not load|a.html: picture data:
a script that fails|b.html: .*ReferenceError
a page without a way back|c.html: no way back
a page that nothing leads to|d.html: nothing leads there
a search that does not find|search for word does not find b.html
END
check "and no others" grep -q ", 8 faults$" "$TMP/faults"

if [ -n "${HARTRACE_SOAK:-}" ]; then
  built() { make -s BUILD="$BUILD" docs && [ -s "$BUILD/docs/html/index.html" ] && (cd "$BUILD/docs/html" && find . -type f -exec sha256sum {} + | sort) >"$TMP/$1"; }
  check "make docs" built one
  check "again, without a word, the same bytes" eval 'built two && cmp "$TMP/one" "$TMP/two"'
  check "the site" walk "$BUILD/docs/html" htr_verify_open=c/lib-trace.html trTeInstMode=tree/regmap/gen/md/encoder.html IndirectBranchHistSync=reference/message-table.html
  pages() { # every page of docs/ is one of the site
    local p
    for p in $(git ls-files 'docs/*.md' ':!docs/README.md'); do
      p=${p#docs/}
      case $p in */README.md) p=${p%README.md}readme.md ;; esac # the page of a folder
      [ -s "$BUILD/docs/html/${p%.md}.html" ] || { echo "$p"; return 1; }
    done
    for p in docs/man/*.in; do [ -s "$BUILD/docs/html/man/$(basename "$p" .1.in).html" ] || { echo "$p"; return 1; }; done
  }
  check "it has all pages" pages
else
  skip "the site itself" "make soak builds and walks it"
fi
finish
