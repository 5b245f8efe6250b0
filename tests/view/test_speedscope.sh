#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# export --to speedscope: the schema that npm's speedscope has, and its page in Chromium, which has to read the file.
# HARTRACE_SPEEDSCOPE=FOLDER: where that package is; otherwise npm fetches it, when it can.
# (What the file says of calls is compared by test_totals.sh.)
. tests/lib/tap.sh

package=${HARTRACE_SPEEDSCOPE:-$TMP/npm/node_modules/speedscope}
if [ ! -d "$package" ] && command -v npm >/dev/null; then
  mkdir -p "$TMP/npm" && (cd "$TMP/npm" &&
    timeout 200 npm install --no-audit --no-fund --fetch-retries=0 --prefix . speedscope@1.25 >/dev/null 2>&1)
fi
release=$(cd "$package/dist/release" 2>/dev/null && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# exported NAME OPTION...
exported() {
  local elf=$BUILD/programs/rv64/$1.elf src=
  shift
  rm -f "$TMP"/t.*
  case " $* " in *--harts*) src="--src all" ;; esac
  "$HARTRACE" run "$elf" --save-trace "$TMP/t.nex" --sidecar -q --any-exit "$@" || return
  # shellcheck disable=SC2086
  "$HARTRACE" export "$TMP/t.nex" --elf "$elf" $src --to speedscope -o "$TMP/t.json" -q
  [ $? -le 1 ]
}
valid() {
  exported "$@" && python3 - "$TMP/t.json" "$release/file-format-schema.json" <<'PY'
import json, sys
import jsonschema
document, schema = (json.load(open(f, encoding="utf-8")) for f in sys.argv[1:])
jsonschema.validate(document, schema)
try:  # a schema that takes everything would say nothing
    document["profiles"][0]["events"][0]["type"] = "X"
    jsonschema.validate(document, schema)
except jsonschema.ValidationError:
    sys.exit(0)
sys.exit("the schema takes an event X")
PY
}
# The page names the trace and its first hart when it has read a file.
page() {
  exported smpipi --te trTsEnable=1 --harts 2 || return
  echo "speedscope.loadFileFromBase64('t.json', '$(base64 -w0 "$TMP/t.json")')" >"$TMP/t.js"
  timeout 400 "$browser" --headless --no-sandbox --disable-gpu --allow-file-access-from-files --user-data-dir="$TMP/browser" \
    --virtual-time-budget=5000 --dump-dom "file://$release/index.html#localProfilePath=$TMP/t.js" >"$TMP/dom" 2>/dev/null || return
  sed -n 's/.*\(<title>.*<\/title>\).*/\1/p' "$TMP/dom"
  grep -q '<title>.*t.nex.* - speedscope' "$TMP/dom" && grep -q 'hart 0' "$TMP/dom"
}

if [ -z "$release" ]; then
  skip "schema" "speedscope is not there, and npm cannot fetch it"
  skip "the page reads it" "speedscope is not there, and npm cannot fetch it"
else
  if python3 -c 'import jsonschema' 2>/dev/null; then
    check "schema: interrupts" valid timer --te trTsEnable=1
    check "schema: two harts" valid smpipi --te trTsEnable=1 --harts 2
  else
    skip "schema" "no python3-jsonschema"
  fi
  if [ -n "$browser" ]; then
    check "the page reads it" page
  else
    skip "the page reads it" "no chromium"
  fi
fi
finish
