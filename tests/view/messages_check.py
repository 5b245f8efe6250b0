# SPDX-License-Identifier: Apache-2.0
"""messages_check.py WANTED FOLDER [LEFT_OUT]: messages of firmware in every export of FOLDER, each by a reader of its own.

WANTED is the output of hartrace fwtrace -f jsonl. On the axis of instructions the time of a message is the number of instructions
before it: hart, time, address of the call and text are compared. LEFT_OUT is the number of messages without a place (0).
"""
import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter

import exports

wanted_path, folder = sys.argv[1:3]
wanted = Counter()
for line in open(wanted_path):
    e = json.loads(line)
    if "instruction" in e and "about" not in e:
        wanted[e["hart"], e["instruction"], int(e.get("pc", "0"), 16), e["text"]] += 1
assert sum(wanted.values()) > 100, "few messages"


def check(what, got, parts=(0, 1, 2, 3)):
    """All that are wanted are there; parts: what the format has."""
    want = Counter()
    for key, n in wanted.items():
        want[tuple(key[i] for i in parts)] += n
    missing, more = want - got, got - want
    assert not missing, f"{what}: not there: {list(missing)[:3]}; there: {list(more)[:3]}"
    print(f"{what}: {sum(want.values())} messages, {sum(more.values())} more")
    return sum(got.values())


def read_sqlite(path):
    db = sqlite3.connect(path)
    rows = db.execute("SELECT h.src, m.time, coalesce(m.pc, 0), m.text FROM messages m JOIN harts h ON h.id = m.hart WHERE about = 0").fetchall()
    # the innermost call is the function that stores
    names = {n for (n,) in db.execute("SELECT DISTINCT f.name FROM messages m JOIN calls c ON c.id = m.call JOIN functions f ON f.id = c.function"
                                      " WHERE m.store IS NOT NULL AND about = 0")}
    assert names and names <= {"fwt_stim_put", "fwt_ring_put", "fwt_ring_put_block", "put_stop", "reserve"}, names
    wrong = db.execute("SELECT count(*) FROM messages m LEFT JOIN calls c ON c.id = m.call WHERE m.time < c.begin OR m.time > c.end").fetchone()
    assert wrong == (0,), "outside of their call"
    for q in re.findall(r"```sql\n(.*?)```", open("docs/reference/exports.md").read(), re.S):
        assert "messages" not in q or db.execute(q).fetchall(), q
    return Counter(rows)


def read_chrome(path):
    trace = json.load(open(path))
    names = {e["tid"]: e["args"]["name"] for e in trace["traceEvents"] if e["ph"] == "M" and e["pid"] == 0 and e["name"] == "thread_name"}
    out = Counter()
    for e in trace["traceEvents"]:
        name = names.get(e["tid"], "") if e["pid"] == 0 and e["ph"] == "i" else ""
        m = re.fullmatch(r"hart (\d+): firmware", name)
        if m and "about" not in e["args"]:
            out[int(m[1]), e["ts"], int(e["args"].get("pc", "0"), 16), e["name"]] += 1
    return out


class Perfetto(exports.Perfetto):
    def __init__(self, data):
        self.messages = Counter()
        super().__init__(data)

    def event(self, time, f):
        e = dict(f)
        m = re.fullmatch(rb"hart (\d+): firmware", self.tracks[e[11]].get(2, b""))
        if not m:
            super().event(time, f)
            return
        notes = {}
        for n in (exports.one(v) for k, v in f if k == 4):
            notes[n[10].decode()] = n.get(7, n.get(3, n.get(2)))
        if "about" not in notes:
            self.messages[int(m[1]), time, notes.get("pc", 0), e[23].decode()] += 1


def read_speedscope(path):
    file = json.load(open(path))
    frames = [f["name"] for f in file["shared"]["frames"]]
    out = Counter()
    for p in file["profiles"]:
        m = re.fullmatch(r"hart (\d+): firmware", p["name"])
        open_at = None
        for e in p["events"] if m else []:
            assert (e["type"] == "O") == (open_at is None) and p["startValue"] <= e["at"] <= p["endValue"]
            open_at = e["frame"] if open_at is None else None
            if e["type"] == "O":
                out[int(m[1]), e["at"], frames[e["frame"]]] += 1
    return out


def read_perfscript(path):
    out = Counter()
    for line in open(path):
        m = re.match(r"\S+ \d+/\d+ \[(\d+)\] 0\.(\d{9}): 1 firmware:message: (?:pc=0x([0-9A-F]+) )?(.*)", line)
        if m:
            out[int(m[1]), int(m[2]), int(m[3] or "0", 16), m[4]] += 1
    return out


def read_ctf(path):
    out = Counter()
    for line in subprocess.check_output(["babeltrace2", "--clock-cycles", path], text=True).splitlines():
        m = re.match(r"\[0*(\d+)\].* message: \{ hart = (\d+) \}.*\{ pc = 0x([0-9A-F]+),.* about = 0, name = \"[^\"]*\", text = \"(.*)\" \}$", line)
        if m:
            out[int(m[2]), int(m[1]), int(m[3], 16), m[4]] += 1
    return out


def read_vcd(path):
    out = Counter()
    for name, values in exports.read_waves(open(path)).items():
        m = re.fullmatch(r"hart_(\d+)\.message", name)
        for time, text in values if m else []:
            out[int(m[1]), time, text] += text != ""
    return out


def read_report(path):
    text = open(path + "/data/messages.js").read()
    data = json.loads(text[text.index("=") + 1:text.rindex(";")])
    assert data["count"] == len(data["list"])
    return Counter((m[0], m[1], int(m[3] or "0", 16), m[6]) for m in data["list"] if m[4] == 0)


check("sqlite", read_sqlite(folder + "/sqlite"))
check("chrome", read_chrome(folder + "/chrome"))
check("perfetto", Perfetto(open(folder + "/perfetto", "rb").read()).messages)
check("speedscope", read_speedscope(folder + "/speedscope"), (0, 1, 3))
check("perfscript", read_perfscript(folder + "/perfscript"))
check("ctf", read_ctf(folder + "/ctf"))
check("report", read_report(folder + "/report"))
# a wave has the last message of a tick, and only changes of it
last = {}
for (hart, time, _, text), _ in wanted.items():
    last.setdefault((hart, time), set()).add(text)
waves = read_vcd(folder + "/vcd")
for (hart, time, text) in waves:
    assert (hart, time) not in last or text in last[hart, time], (hart, time, text)
shown = {(hart, text) for hart, _, text in waves}
assert {(h, t) for h, _, _, t in wanted} <= shown, "vcd"
print(f"vcd: {len(waves)} changes")
