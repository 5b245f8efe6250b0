#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A coverage file of the export lcov against gcov's counts of the same source.

lcov_check.py INFO GCOV.json SOURCE [EXCEPTION...]

All lines, functions and branches are equal, but: gcov has no count for a line with a brace only, we have none for one with a
label only, and the branches of a switch are those of its cases in gcov, those of its code here. An EXCEPTION is the
name of a function whose count may differ, or line:N.
"""

import json
import re
import sys
from collections import defaultdict


def read_info(path, source):
    """Lines, functions and branches of one source; the sums are checked for all."""
    lines, functions, branches, found, sums = {}, {}, defaultdict(list), False, {}
    for line in open(path, errors="replace"):
        key, _, rest = line.rstrip("\n").partition(":")
        if key == "SF":
            mine, here, sums = rest.endswith("/" + source), defaultdict(int), {}
            found = found or mine
        elif key == "DA":
            n, count = map(int, rest.split(","))
            here["LF"] += 1
            here["LH"] += count > 0
            if mine:
                lines[n] = count
        elif key == "FNDA":
            count, name = rest.split(",", 1)
            here["FNF"] += 1
            here["FNH"] += count != "0"
            if mine:
                functions[name] = int(count)
        elif key == "BRDA":
            n, _, _, count = rest.split(",")
            here["BRF"] += 1
            here["BRH"] += count not in "-0"
            if mine:
                branches[int(n)].append(0 if count == "-" else int(count))
        elif key in ("LF", "LH", "FNF", "FNH", "BRF", "BRH"):
            sums[key] = int(rest)
        elif key == "end_of_record":
            if sums != {k: here[k] for k in sums} or len(sums) != 6:
                sys.exit(f"sums {sums}, counted {dict(here)}")
    if not found:
        sys.exit(f"{path} has no file {source}")
    return lines, functions, {n: sorted(b) for n, b in branches.items()}


def main(info, gcov, source, *exceptions):
    lines, functions, branches = read_info(info, source)
    file = next(f for f in json.load(open(gcov))["files"] if f["file"].endswith(source))
    text = dict(enumerate(open(file["file"]).read().split("\n"), 1))
    want_lines, want_branches, bad = defaultdict(int), defaultdict(list), []
    for line in file["lines"]:
        want_lines[line["line_number"]] += line["count"]
        want_branches[line["line_number"]] += [b["count"] for b in line["branches"]]
    for f in file["functions"]:
        if functions.get(f["name"]) != f["execution_count"] and f["name"] not in exceptions:
            bad.append(f"function {f['name']}: {functions.get(f['name'])}, gcov has {f['execution_count']}")
    if set(functions) != {f["name"] for f in file["functions"]}:
        bad.append(f"functions {sorted(functions)}")
    for n in sorted(set(lines) | set(want_lines)):
        brace = n not in want_lines and re.fullmatch(r"\s*[{}]\s*", text[n])
        label = n not in lines and re.fullmatch(r"\s*((case .*|default):\s*)+(/\*.*\*/)?\s*", text[n])
        if lines.get(n) != want_lines.get(n) and not brace and not label and f"line:{n}" not in exceptions:
            bad.append(f"line {n}: {lines.get(n)}, gcov has {want_lines.get(n)}: {text[n]}")
    for n in sorted(set(branches) | set(want_branches)):
        want = sorted(want_branches.get(n, []))
        if branches.get(n, []) != want and not re.match(r"\s*switch ", text[n]):
            bad.append(f"branches of line {n}: {branches.get(n)}, gcov has {want}: {text[n]}")
    if bad:
        sys.exit(f"{source}: " + "\n".join(bad))
    print(f"{source}: {len(lines)} lines, {len(functions)} functions, {sum(map(len, branches.values()))} branches")


if __name__ == "__main__":
    main(*sys.argv[1:])
