#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --format json of calls, hot and path: exactly the names that formats.md lists, with values of their types, and sums that fit.
. tests/lib/tap.sh

elf=$BUILD/programs/rv64/timer.elf
"$HARTRACE" run "$elf" --te trTsEnable=1 --save-trace "$TMP/t.nex" --sidecar -q >/dev/null 2>&1 || exit 1
insns=$("$HARTRACE" stat "$TMP/t.nex" --elf "$elf" -q | sed -n 's/^\([0-9]*\) instructions.*/\1/p')
cat >"$TMP/schema.py" <<'PY'
import json, re, sys
import jsonschema

docs, instructions, kind, found = sys.argv[1], int(sys.argv[2]), sys.argv[3], json.load(open(sys.argv[4]))
N, T, Z = {"type": "integer", "minimum": 0}, {"type": "string"}, {"type": ["integer", "null"], "minimum": 1}
A, F = {"type": "string", "pattern": "^0x[0-9a-f]{8,16}$"}, {"type": ["string", "null"]}


def object_(**members):
    return {"type": "object", "properties": members, "required": sorted(members), "additionalProperties": False}


def list_(of):
    return {"type": "array", "items": of, "minItems": 1}


UNIT = {"const": "timestamp ticks"}
PLACE = dict(function=T, file=F, line=Z, address=A)
COST = dict(instructions=N, inclusive_instructions=N, time=N, inclusive_time=N, entered=N)
HOW = {"enum": ["call", "tail call", "swap", "trap", "found"]}
ROW = {"function": COST, "line": dict(instructions=N), "instruction": dict(executed=N),
       "branch": dict(target=A, executed=N, taken=N, not_taken=N, mispredicted={"type": ["integer", "null"]})}
verb, _, by = kind.partition("-")
if verb == "calls":
    node = object_(parent={"type": ["integer", "null"]}, depth=N, traps=N, folded=N, **PLACE, **COST)
    hart = object_(hart=N, instructions=N, time=N, folded=N, nodes=list_(node))
    schema = object_(schema={"const": "hartrace-calls-1"}, trace=T, time_unit=UNIT, instructions=N, gaps=N, losses=N, harts=list_(hart))
elif verb == "hot":
    schema = object_(schema={"const": "hartrace-hot-1"}, trace=T, by={"const": by}, predictor={"enum": ["2bit", None]}, time_unit=UNIT,
                     instructions=N, branches=N, taken=N, gaps=N, losses=N, rows_in_all=N, rows=list_(object_(**PLACE, **ROW[by])))
else:
    step = object_(kind={"const": "instruction"}, number={"type": "integer", "minimum": 1}, instruction=F, **PLACE)
    event = object_(kind={"not": {"const": "instruction"}, "type": "string"}, how=F, function=F)
    schema = object_(schema={"const": "hartrace-path-1"}, trace=T, to=T, reached=N, hart=N, time_unit=UNIT, time=N,
                     path=list_({"oneOf": [step, event]}), stack=list_(object_(entered=HOW, **PLACE)))
jsonschema.validate(found, schema)

# The page names all of it, between the verb's heading and the next one.
text = re.search(r"^`%s --format json`:\n(.*?)(?=^`\w+ --format json`:|\Z)" % verb, open(docs).read(), re.M | re.S)[1]
names = set()


def walk(value):
    for v in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        walk(v)
    names.update(value if isinstance(value, dict) else ())


walk(found)
missing = {n for n in names if "`%s`" % n not in text}
assert not missing, f"{docs} does not name {missing}"
if verb == "calls":
    for h in found["harts"]:
        nodes = h["nodes"]
        assert sum(n["inclusive_instructions"] for n in nodes if n["parent"] is None) == instructions == found["instructions"]
        assert all(n["depth"] == (0 if n["parent"] is None else nodes[n["parent"]]["depth"] + 1) for n in nodes)
elif by == "function":
    assert sum(r["instructions"] for r in found["rows"]) == instructions == found["instructions"]
elif by == "branch":
    assert [sum(r[k] for r in found["rows"]) for k in ("executed", "taken")] == [found["branches"], found["taken"]]
elif verb == "path":
    assert [s["number"] for s in found["path"] if s["kind"] == "instruction"][-1] <= instructions and len(found["path"]) == 40
PY

# fits KIND VERB OPTION...
fits() {
  local kind=$1 verb=$2
  shift 2
  "$HARTRACE" "$verb" "$TMP/t.nex" --elf "$elf" -q -f json "$@" >"$TMP/found.json" &&
    python3 "$TMP/schema.py" docs/reference/formats.md "$insns" "$kind" "$TMP/found.json"
}
if python3 -c 'import jsonschema' 2>/dev/null; then
  check "calls" fits calls calls
  check "hot by function" fits hot-function hot --limit 0
  check "hot by line" fits hot-line hot --by line
  check "hot by instruction" fits hot-instruction hot --by instruction
  check "hot by branch" fits hot-branch hot --by branch --limit 0
  check "hot by branch, predicted" fits hot-branch hot --by branch --limit 0 --predictor 2bit
  check "path" fits path path --to main -n 40
else
  skip "JSON of views" "no python3-jsonschema"
fi
finish
