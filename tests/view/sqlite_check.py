#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A database of the export sqlite against itself, the export folded and the numbers of `hartrace stat`.

sqlite_check.py DATABASE FOLDED INSTRUCTIONS DOCS
"""

import re
import shutil
import sqlite3
import subprocess
import sys

QUERIES = 12


def same(what, got, want):
    if got != want:
        sys.exit(f"{what}: {got!r} is not {want!r}")


def main(path, folded, instructions, docs):
    db = sqlite3.connect(path)
    one = lambda q: db.execute(q).fetchone()[0] or 0
    totals = dict(db.execute("SELECT name, value FROM totals"))
    same("user_version", one("PRAGMA user_version"), 1)
    same("integrity", one("PRAGMA integrity_check"), "ok")
    entered = lambda how: one(f"SELECT count(*) FROM calls WHERE entered = '{how}'")
    outside = one("SELECT value FROM about WHERE name = 'outside'")
    same("instructions and stat", totals["instructions"], int(instructions))
    same("instructions of calls", one("SELECT sum(self_insns) FROM calls") + outside, totals["instructions"])
    same("instructions of ranges", one("SELECT sum(count * insns) FROM ranges"), totals["instructions"])
    same("instructions one by one", one("SELECT sum(count) FROM instructions"), totals["instructions"])
    same("branches", one("SELECT sum(count) FROM branches"), totals["branches"])
    same("branches of ranges", one("SELECT sum(count * branches) FROM ranges"), totals["branches"])
    same("branches taken", one("SELECT sum(taken) FROM branches"), totals["taken"])
    same("taken of ranges", one("SELECT sum(count * taken) FROM ranges"), totals["taken"])
    for how, name in (("call", "calls"), ("tail call", "tail_calls"), ("swap", "swaps"), ("trap", "traps")):
        same(name, entered(how), totals[name])
    same("returns", one("SELECT count(*) FROM calls WHERE left = 'return'"), totals["returns"])
    same("losses", one("SELECT count(*) > 0 FROM losses"), int(totals["losses"] + totals["gaps"] > 0))
    same("ids of calls", one("SELECT max(id) = count(*) FROM calls"), 1)
    same("inclusive instructions", one(
        "SELECT count(*) FROM calls c WHERE insns != self_insns + coalesce("
        "(SELECT sum(insns) FROM calls k WHERE k.parent = c.id), 0)"), 0)
    same("inclusive times", one(
        "SELECT count(*) FROM calls c WHERE time != self_time + coalesce("
        "(SELECT sum(time) FROM calls k WHERE k.parent = c.id), 0)"), 0)
    same("calls are inside their callers", one(
        "SELECT count(*) FROM calls c JOIN calls p ON p.id = c.parent WHERE p.stack != c.stack OR "
        "p.id > c.id OR p.begin > c.begin OR p.end < c.end OR p.depth != c.depth - 1"), 0)
    same("lines", one("SELECT sum(insns) FROM lines"),
         one("SELECT sum(count) FROM instructions WHERE line > 0"))

    queries = re.findall(r"```sql\n(.*?)```", open(docs).read(), re.S)
    same("queries in the documentation", len(queries), QUERIES)
    for q in queries:
        rows = db.execute(q).fetchall()
        if shutil.which("sqlite3"):
            run = subprocess.run(["sqlite3", "-batch", "-bail", path, f"SELECT count(*) FROM ({q.rstrip().rstrip(';')})"],
                                 stdout=subprocess.PIPE, check=True)
            same(f"rows that sqlite3 has of {q}", int(run.stdout), len(rows))
        if not rows and "losses" not in q and "messages" not in q and "'trap'" not in q:
            sys.exit(f"no row of {q}")
        if "chain" in q:
            want = {}
            for line in open(folded, errors="replace"):
                name, _, n = line.rstrip("\n").rpartition(" ")
                if name != "[not traced]":
                    want[name] = int(n)
            same("chains as folded has them", {name: n for name, n in rows}, want)
    traps = [r for q in queries if "GROUP BY 1, 2" in q for r in db.execute(q)]
    same("traps in query 7", sum(r[2] for r in traps), totals["traps"])


if __name__ == "__main__":
    main(*sys.argv[1:])
