#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Totals of one trace in all exports, each counted from what its file says of single calls, instructions and branches.

totals_check.py FOLDER [STAT]

FOLDER holds an export for each writer under the writer's name; one without a reader here is an error. STAT is what
`hartrace stat --format json` prints.
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict

import exports

WANTED = ("instructions", "calls", "branches", "traps", "losses")  # and everything else that has a place


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


def check_callgrind(path, db, totals):
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


def check_speedscope(path, db, totals):
    """Evented profiles, by speedscope's schema; frames opened and closed as the calls of the database."""
    doc = json.load(open(path, encoding="utf-8"))
    same("speedscope: schema", doc["$schema"], "https://www.speedscope.app/file-format-schema.json")
    frames = doc["shared"]["frames"]
    for f in frames:
        same(f"speedscope: members of {f}", set(f) <= {"name", "file", "line", "col"} and isinstance(f["name"], str), True)
    opened, switches = Counter(), totals["switches"]
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


def check_folded(path, db, totals):
    sums = sum(int(l.rsplit(" ", 1)[1]) for l in open(path, errors="replace"))
    same("folded: instructions", sums, totals["instructions"])


def check_flamegraph(path, db, totals):
    root = ET.parse(path).getroot()
    same("flamegraph: totals", {k: int(v) for k, v in (t.split("=") for t in root.find("{http://www.w3.org/2000/svg}metadata").text.split())}, totals)
    same("flamegraph: instructions", int(root.get("data-total")), totals["instructions"])


def check_sqlite(path, db, totals):
    one = lambda q: db.execute(q).fetchone()[0] or 0
    same("sqlite: instructions", one("SELECT sum(self_insns) FROM calls") + one("SELECT value FROM about WHERE name = 'outside'"), totals["instructions"])
    same("sqlite: branches", [one("SELECT sum(count) FROM branches"), one("SELECT sum(taken) FROM branches")], [totals["branches"], totals["taken"]])
    for how, name in (("call", "calls"), ("tail call", "tail_calls"), ("swap", "swaps"), ("trap", "traps")):
        same("sqlite: " + name, one(f"SELECT count(*) FROM calls WHERE entered = '{how}'"), totals[name])
    for kind, name in (("lost", "losses"), ("gap", "gaps")):
        same("sqlite: " + name, one(f"SELECT count(*) FROM events WHERE kind = '{kind}'"), totals[name])


def check_timeline(what, t, totals):
    """Calls, traps and losses as slices, links and instants. The totals are those of the file."""
    same(f"{what}: totals", {k: t.totals[k] for k in totals}, totals)
    entered = [c[3] - {"extrapolated"} for c in t.calls if c[0] == "+"]
    same(f"{what}: calls", sum(not notes for notes in entered), totals["calls"])
    for how, name in (("tail call", "tail_calls"), ("swap", "swaps"), ("trap", "traps")):
        same(f"{what}: {name}", sum(how in notes for notes in entered), totals[name])
    same(f"{what}: handlers that are linked to what was interrupted", t.ended, totals["traps"])
    for word, name in (("loss", "losses"), ("gap", "gaps")):
        same(f"{what}: {name}", sum(re.split("[: ]", i)[0] == word for i in t.instants), totals[name])


def check_perfetto(path, db, totals):
    check_timeline("perfetto", exports.Perfetto(open(path, "rb").read()), totals)


def check_chrome(path, db, totals):
    check_timeline("chrome", exports.Chrome(path, 0), totals)


def check_perfscript(path, db, totals):
    chains, comments = exports.collapse(path)
    same("perfscript: totals", {k: int(comments[k]) for k in totals}, totals)
    same("perfscript: instructions", sum(chains.values()), totals["instructions"])


def check_vcd(path, db, totals):
    waves = exports.read_waves(open(path))
    same("vcd: totals", {k: waves["totals." + k][-1][1] for k in totals}, totals)


def check_ctf(path, db, totals):
    env = exports.ctf_totals(path)
    same("ctf: totals", {k: env[k] for k in totals}, totals)
    if shutil.which("babeltrace2"):
        got = Counter()
        for line in exports.ctf_events(path):
            kind = re.match(r"\[\d+\] (\w+):", line)[1]
            got[kind, re.search(r'how = \( "([^"]*)"', line)[1] if kind == "enter" else ""] += 1
        want = {("enter", "call"): "calls", ("enter", "tail call"): "tail_calls", ("enter", "swap"): "swaps",
                ("enter", "trap"): "traps", ("lost", ""): "losses", ("gap", ""): "gaps"}
        same("ctf: events", {name: got[key] for key, name in want.items()}, {name: totals[name] for name in want.values()})


def check_report(path, db, totals):
    def data(file, name):
        text = open(f"{path}/data/{file}.js", encoding="utf-8").read()
        return json.JSONDecoder().raw_decode(text, text.index(f"hartrace.{name}=") + len(f"hartrace.{name}="))[0]

    same("report: totals", {k: data("summary", "summary")["totals"][k] for k in totals}, totals)
    traps, health, tree = data("traps", "traps"), data("health", "health"), data("functions", "tree")
    same("report: traps", sum(g[1][1] for g in traps["groups"]) + traps["ungrouped"], totals["traps"])
    same("report: instructions of the call tree", [tree[0][5], sum(row[4] for row in tree)], 2 * [totals["instructions"]])
    entered = dict(db.execute("SELECT entered = 'trap', count(*) FROM calls GROUP BY 1"))
    same("report: traps of the call tree", sum(row[3] for row in tree), entered.get(1, 0))
    same("report: functions entered", sum(row[2] for row in tree), entered.get(0, 0) + entered.get(1, 0))
    same("report: losses and gaps", [health["losses"], sum(not row[3] for row in health["lost"]), sum(row[3] for row in health["lost"])],
         [totals["losses"] + totals["gaps"], totals["losses"], totals["gaps"]])


def check_lcov(path, db, totals):
    """Branches of lines, by line; functions by how often their first instruction ran; which lines ran. Not every instruction
    has a line."""
    branches, functions, lines, file = defaultdict(lambda: [0, 0]), Counter(), set(), None
    for line in open(path, errors="replace"):
        key, _, value = line.rstrip("\n").partition(":")
        if key == "SF":
            file = value
        elif key == "BRDA" and not value.endswith("-"):
            number, _, way, count = map(int, value.split(","))
            branches[file, number][way] += int(count)
        elif key == "FNDA":
            count, _, name = value.partition(",")
            functions[name] += int(count)
        elif key == "DA" and not value.endswith(",0"):
            lines.add((file, int(value.split(",")[0])))
    want = {(f, l): [taken, count - taken] for f, l, count, taken in
            db.execute("SELECT file, line, sum(count), sum(taken) FROM branches WHERE line > 0 GROUP BY 1, 2")}
    same("lcov: branches of lines", dict(branches), want)
    without = db.execute("SELECT coalesce(sum(count), 0) FROM branches WHERE coalesce(line, 0) = 0").fetchone()[0]
    same("lcov: branches", sum(map(sum, branches.values())) + without, totals["branches"])
    ran = set(db.execute("SELECT DISTINCT file, line FROM instructions WHERE line > 0"))
    same("lcov: lines that did not run or are missing", [ran - lines, {l for l in lines - ran if l[1] == 0}], [set(), set()])
    entries = Counter()
    for name, count in db.execute("SELECT function, sum(count) FROM instructions WHERE pc = function_pc AND line > 0 GROUP BY 1"):
        entries[name] += count
    same("lcov: functions entered", {k: v for k, v in functions.items() if v}, dict(entries))


def main(folder, stat=None):
    db = sqlite3.connect(f"{folder}/sqlite")
    totals = dict(db.execute("SELECT name, value FROM totals"))
    same("totals", set(WANTED) - set(totals), set())
    for name in os.listdir(folder):
        globals()["check_" + name](f"{folder}/{name}", db, totals)
    if stat is not None:
        stat = json.load(open(stat))
        same("stat", {k: stat[k] for k in ("instructions", "losses", "gaps")}, {k: totals[k] for k in ("instructions", "losses", "gaps")})


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except exports.Wrong as w:
        sys.exit(str(w))
