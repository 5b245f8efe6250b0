#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh: the site in BUILD/docs/html; called by `make docs`. The same tree gives the same bytes.
set -eu
out=${BUILD:-build}/docs
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-0} PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
rm -rf "$out"
mkdir -p "$out/html"

# The contracts: Doxygen's own header, and in it the way back to the site.
doxygen -w html "$out/header.html" "$out/footer.html" "$out/style.css"
sed -i 's|<body>|&\n<div class="site-back"><a href="$relpath^../index.html">hartrace</a> / <a href="$relpath^../c/index.html">C interfaces</a></div>|' "$out/header.html"
grep -q site-back "$out/header.html" && grep -q 'name="viewport"' "$out/header.html"
{
  cat docs/site/Doxyfile
  echo "HTML_HEADER = $out/header.html"
  echo "OUTPUT_DIRECTORY = $out/html"
  echo "GENERATE_TAGFILE = $out/api.tag"
  echo "INPUT = $(git ls-files '*/include/*.h' | grep -v '/gen/\|^tests/' | tr '\n' ' ')"
} >"$out/Doxyfile"
doxygen "$out/Doxyfile"

docs/site/stage.py "${BUILD:-build}/man" "$out/api.tag" "$out/src"
cp docs/site/conf.py "$out/src"
sphinx-build -q -W --keep-going -j auto -b html -d "$out/doctrees" "$out/src" "$out/html"

# Debian's theme is for a web server that has /javascript and modules: a page that is opened as a file has neither.
static=$out/html/_static
cp /usr/share/javascript/normalize.css/normalize.css "$static/styles/normalize.css"
sed -i 's|@import url(/javascript/normalize.css/normalize.css);|@import url(normalize.css);|' "$static/styles/furo.css"
{
  sed 's/typeof exports === "object"/false/' "$static/scripts/gumshoe-patched.js" # else a heading Exports is an object of that name
  sed '/^import Gumshoe from/d' "$static/scripts/furo.js"
} >"$static/scripts/furo.tmp"
mv "$static/scripts/furo.tmp" "$static/scripts/furo.js"
# The titles come in the order in which processes were done.
python3 - "$out/html/searchindex.js" <<'PY'
import json
import sys
with open(sys.argv[1]) as f:
    head, body = f.read().split("(", 1)
index = json.loads(body.rstrip(")\n"))
index["alltitles"] = {title: sorted(where) for title, where in sorted(index["alltitles"].items())}
with open(sys.argv[1], "w") as f:
    f.write(head + "(" + json.dumps(index) + ")")
PY
rm -rf "$out/html/.buildinfo" "$out/html/objects.inv"
echo "$out/html/index.html: $(find "$out/html" -name '*.html' | wc -l) pages"
