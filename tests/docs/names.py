# SPDX-License-Identifier: Apache-2.0
"""names.py HARTRACE PAGE...: what pages name is there. Each `hartrace VERB --option` and each `--param NAME=` against the program's own tables, each
default (`NAME` VALUE in a table) too, each field or register trXyz against regmap. Prints PAGE:LINE: WHAT; exit 1 if anything."""
import re
import subprocess
import sys
import tomllib
from pathlib import Path

program, pages = sys.argv[1], sys.argv[2:]


def said(*arguments):
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=True, text=True).stdout


def options(verb):
    """From the page that the tables make: what comes after .TP or in the synopsis, and one dash for what is short."""
    return set(re.findall(r"--[a-z][a-z0-9-]*", said("help", "--man", *verb).replace("\\-", "-"))) | {"--help"}


VERBS = set(re.findall(r"^  ([a-z0-9]+) +[a-z]", said("help").split("Verbs:")[1].split("\nhartrace VERB")[0], re.M))
OPTIONS = {v: options([v]) for v in VERBS - {"help", "all"}}
OPTIONS["help"] = {"--man"}
ALL = {"--version"}.union(*OPTIONS.values())
PARAMETERS = dict(re.findall(r"(?m)^  ([a-z][a-z0-9_]*)=(\S*) ", said("help", "params")))


def names(value):
    """All values of keys `name`, and of `prefix`, anywhere in a map."""
    if isinstance(value, dict):
        return ({value["name"]} if isinstance(value.get("name"), str) else set()).union(*map(names, value.values()), set())
    return set().union(*map(names, value)) if isinstance(value, list) else set()


FIELDS = set().union(*(names(tomllib.loads(f.read_text())) for f in Path("regmap").glob("*.toml")))
bad = []


def commands(text):
    """(line, verb, options) of each command in text; a line with a backslash at its end goes on."""
    joined = re.sub(r"\\\n\s*", lambda m: " " * len(m.group(0)), text)
    for m in re.finditer(r"(?:build/|\b)hartrace ([a-z0-9]+)((?: +(?:'[^'\n]*'|[^\s|;&`<>']+))*)", joined):
        line = text.count("\n", 0, m.start()) + 1
        yield line, m.group(1), re.findall(r"(?<=\s)--[a-z][a-z0-9-]*", m.group(2).split(" -- ")[0])


for page in pages:
    text = Path(page).read_text()
    for line, verb, used in commands(text):
        if verb not in VERBS:
            continue  # prose, or the objects of OpenOCD
        for o in used:
            if o not in OPTIONS[verb]:
                bad.append("%s:%d: hartrace %s has no %s" % (page, line, verb, o))
    for number, line in enumerate(text.split("\n"), 1):
        for name in re.findall(r"--param ([a-z][a-z0-9_]*)=", line):
            if name not in PARAMETERS:
                bad.append("%s:%d: --param %s: no such parameter" % (page, number, name))
        for name, value in re.findall(r"^\| `([a-z_]+)` (\d+) \|", line):
            if name in PARAMETERS and PARAMETERS[name] != value:
                bad.append("%s:%d: the default of %s is %s" % (page, number, name, PARAMETERS[name]))
        for name in re.findall(r"\btr(?:Te|Ram|Pib|Ts|Funnel|Atb)[A-Z][A-Za-z0-9]*\b(?![*<])", line):
            plain = re.sub(r"(?<=Filter)(i|\d+)(?=[A-Z]|$)|(?<=Comp)(j|\d+)(?=[A-Z]|$)", "", name)
            if not {name, plain} & FIELDS and not any(f.startswith(name) for f in FIELDS):
                bad.append("%s:%d: %s: neither a register nor a field" % (page, number, name))

print("\n".join(bad))
print("%d pages, %d verbs, %d parameters, %d registers and fields, %d faults" % (len(pages), len(OPTIONS), len(PARAMETERS), len(FIELDS), len(bad)))
sys.exit(1 if bad else 0)
