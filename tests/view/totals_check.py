#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Totals of one trace in several exports, each counted from what its file says of single calls, instructions and branches.

totals_check.py FOLDED SQLITE CALLGRIND SPEEDSCOPE FLAMEGRAPH
"""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict


def same(what, got, want):
    if got != want:
        sys.exit(f"{what}: {got!r} is not {want!r}")


def read_callgrind(path):
    """Instructions of each function, calls and their inclusive costs by caller and callee, branches."""
    own, calls, jumps, summary, target, jump = Counter(), defaultdict(lambda: [0, 0]), [0, 0], None, None, False
    for line in open(path, errors="surrogateescape"):
        line = line.rstrip("\n")
        key, eq, value = line.partition("=")
        if line.startswith("summary:"):
            summary = int(line.split()[1])
        elif key == "fn":
            function = value
        elif key == "cfn":
            callee = value
        elif key == "calls":
            target = int(value.split()[0])
        elif key == "jcnd":
            taken, executed = map(int, value.split()[0].split("/"))
            jumps, jump = [jumps[0] + executed, jumps[1] + taken], True
        elif line.startswith("0x"):
            fields = line.split()
            if target is not None:
                calls[function, callee][0] += target
                calls[function, callee][1] += int(fields[2])
                target = None
            elif jump:
                jump = False
            else:
                own[function] += int(fields[2])
    return own, calls, jumps, summary


def check_callgrind(db, totals, path):
    own, calls, jumps, summary = read_callgrind(path)
    same("callgrind: summary", summary, totals["instructions"])
    same("callgrind: instructions", sum(own.values()), totals["instructions"])
    same("callgrind: branches", jumps, [totals["branches"], totals["taken"]])
    want = Counter()
    for function, count in db.execute("SELECT function, sum(count) FROM instructions GROUP BY function"):
        want[function] += count
    same("callgrind: instructions of functions", dict(own), dict(want))
    # The caller has the instruction that called. A tail call is a part of the call before it, whose frame it took.
    inclusive, waiting = defaultdict(lambda: [0, 0]), {}
    holder = dict(db.execute("SELECT pc, function FROM instructions"))
    name_of = dict(db.execute("SELECT c.id, f.name FROM calls c JOIN functions f ON f.id = c.function"))
    for ident, parent, stack, pc, entered, left, insns in db.execute(
            "SELECT id, parent, stack, call_pc, entered, left, insns FROM calls ORDER BY id"):
        tail = entered == "tail call" and (stack, parent) in waiting
        edges = waiting.pop((stack, parent)) if tail else []
        if entered != "found" and (parent is not None or tail):
            edge = (holder.get(pc, name_of.get(parent)), name_of[ident])
            inclusive[edge][0] += 1
            edges = edges + [edge]
        for edge in edges:
            inclusive[edge][1] += insns
        if left == "tail call":
            waiting[stack, parent] = edges
    same("callgrind: calls and inclusive instructions", dict(calls), dict(inclusive))
    if shutil.which("callgrind_annotate"):
        out = subprocess.run(["callgrind_annotate", "--threshold=100", path], stdout=subprocess.PIPE, check=True).stdout.decode(errors="replace")
        line = next(l for l in out.splitlines() if "PROGRAM TOTALS" in l)
        same("callgrind_annotate", int(line.split()[0].replace(",", "")), totals["instructions"])


def check_speedscope(db, path):
    """Evented profiles, by speedscope's schema; frames opened and closed as the calls of the database."""
    doc = json.load(open(path, encoding="utf-8"))
    same("speedscope: schema", doc["$schema"], "https://www.speedscope.app/file-format-schema.json")
    frames = doc["shared"]["frames"]
    for f in frames:
        same(f"speedscope: members of {f}", set(f) <= {"name", "file", "line", "col"} and isinstance(f["name"], str), True)
    opened, switches = Counter(), db.execute("SELECT value FROM totals WHERE name = 'switches'").fetchone()[0]
    harts = db.execute("SELECT count(*) FROM harts").fetchone()[0]
    same("speedscope: profiles", len(doc["profiles"]), harts)
    for p in doc["profiles"]:
        same("speedscope: members of a profile", set(p), {"type", "unit", "name", "events", "startValue", "endValue"})
        same("speedscope: kind", (p["type"], p["unit"]), ("evented", "none"))
        stack, at = [], p["startValue"]
        for e in p["events"]:
            same("speedscope: members of an event", set(e), {"type", "frame", "at"})
            same("speedscope: times ascend", at <= e["at"] <= p["endValue"], True)
            at = e["at"]
            if e["type"] == "O":
                stack.append(e["frame"])
                opened[frames[e["frame"]]["name"]] += 1
            else:
                same("speedscope: frames are closed in order", stack.pop(), e["frame"])
        same("speedscope: open at the end", stack, [])
    want = Counter(dict(db.execute(
        "SELECT f.name, count(*) FROM calls c JOIN functions f ON f.id = c.function GROUP BY f.name")))
    if switches == 0:
        same("speedscope: functions entered", opened, want)
    else:  # frames are opened again when their stack goes on
        same("speedscope: functions entered", all(opened[n] >= want[n] for n in want), True)


def main(folded, sqlite, callgrind, speedscope, flamegraph):
    db = sqlite3.connect(sqlite)
    totals = dict(db.execute("SELECT name, value FROM totals"))
    sums = sum(int(l.rsplit(" ", 1)[1]) for l in open(folded, errors="replace"))
    same("folded: instructions", sums, totals["instructions"])
    root = ET.parse(flamegraph).getroot()
    same("flamegraph: totals", {k: int(v) for k, v in (t.split("=") for t in root.find("{http://www.w3.org/2000/svg}metadata").text.split())}, totals)
    same("flamegraph: instructions", int(root.get("data-total")), totals["instructions"])
    check_callgrind(db, totals, callgrind)
    check_speedscope(db, speedscope)


if __name__ == "__main__":
    main(*sys.argv[1:])
