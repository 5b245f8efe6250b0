#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kit_held.py [--write] LIST REPORT...: the rules that LIST has are those that the kit held in one of its reports (JSON) at least,
and not only because the device sends what the golden model sends. With --write LIST becomes that. Exit 1 after a message for each rule
that differs, and when a rule is broken or a run did not come to its end."""
import json
import re
import sys

HEAD = """# SPDX-License-Identifier: Apache-2.0
# Rules that the conformance kit holds on the RTL by itself: with what the specification says, by decoding what was sent, or with a
# directed expectation, and never only by equality with the golden model. tests/rtl/kit_held.py compares, and writes, this list.
"""


def main():
    write = sys.argv[1] == "--write"
    path, *reports = sys.argv[2 if write else 1:]
    held, bad = set(), False
    for name in reports:
        report = json.load(open(name))
        for r in report["rules"]:
            if r["verdict"] == "broken":
                print(f"{report['device']}: {r['rule']} is broken: {r['first']['expected']}; got {r['first']['got']}")
            bad = bad or r["verdict"] == "broken"
            if r["verdict"] == "held" and r["times_held"] > r["times_by_model"] and not r["rule"].startswith("KIT-"):
                held.add(r["rule"])
        if report["stopped"] is not None:
            print(f"{report['device']}: {report['stopped']}")
            bad = True
    if write:
        open(path, "w").write(HEAD + "".join(f"{r}\n" for r in sorted(held)))
        return bad
    listed = {line.rstrip("\n") for line in open(path) if re.match(r"(TCI|NT)-", line)}
    for r in sorted(listed - held):
        print(f"{path}: {r}: the kit does not hold it by itself")
    for r in sorted(held - listed):
        print(f"{path}: {r} is missing (make kit-held)")
    return bad or listed != held


sys.exit(main())
