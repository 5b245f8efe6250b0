#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports of one trace against the events that they were made of.

exports.py LOG RANGES FOLDED FORMAT=FILE...

LOG is what test_writers.c collected: a line for each event, fields separated by tabs, the function's name in hexadecimal;
RANGES the same with ranges, all harts in the order of time. FOLDED is the export of that name. Every file is read by a reader
of its own here, or by the format's public tool; what is wrong is printed, and the exit status is 1.
"""

import json
import re
import shutil
import struct
import subprocess
import sys
from collections import Counter, defaultdict
from decimal import Decimal

NUMBERS = "hart time insns offset stack depth code pc from value guessed".split()
WINDOW = 8192  # instructions between two values of a counter, at least


class Wrong(Exception):
    pass


def same(what, got, want):
    if got == want:
        return
    if isinstance(got, list) and isinstance(want, list):
        for i, (g, w) in enumerate(zip(got, want)):
            if g != w:
                raise Wrong(f"{what}: item {i} of {len(got)} and {len(want)}: {g!r} is not {w!r}")
        raise Wrong(f"{what}: {len(got)} items, {len(want)} expected")
    raise Wrong(f"{what}: {got!r} is not {want!r}")


def clean(name):
    """Bytes of a name as text. What is not UTF-8 becomes U+FFFD, one for each byte."""
    out, i = "", 0
    while i < len(name):
        for n in (1, 2, 3, 4):
            try:
                out += name[i:i + n].decode()
                break
            except UnicodeDecodeError:
                pass
        else:
            out, n = out + "\ufffd", 1
        i += n
    return out


class Log:
    """The events, the totals, what was chosen."""

    def __init__(self, path):
        self.events, self.totals, self.set = [], {}, {}
        for line in open(path):
            f = line.rstrip("\n").split("\t")
            if f[0] == "total":
                self.totals[f[1]] = int(f[2])
            elif f[0] == "set":
                self.set[f[1]] = f[2]
            else:
                e = dict(zip(NUMBERS, map(int, f[3:])))
                e.update(kind=f[0], how=f[1], raw=bytes.fromhex(f[2]))
                e["name"] = clean(e["raw"])
                self.events.append(e)
        self.hz = int(self.set["hz"])

    def ticks(self, e, per_second):
        return e["time"] * per_second // self.hz if self.hz else e["time"]

    def calls(self):
        """Enter and leave, in order. A frame that is left was entered."""
        return [e for e in self.events if e["kind"] in ("enter", "leave")]

    def rates(self):
        """Windows: hart, time, instructions and bytes per tick."""
        last = {}
        for e in self.events:
            b = last.setdefault(e["hart"], e)
            if e["insns"] - b["insns"] >= WINDOW and e["time"] > b["time"]:
                ticks = e["time"] - b["time"]
                yield e["hart"], b, (e["insns"] - b["insns"]) / ticks, max(0, e["offset"] - b["offset"]) / ticks
                last[e["hart"]] = e


def check_timeline(log, what, got, traps):
    """got: (+ or -, time, name, notes) in the order of the file; notes: the words in annotations."""
    want = []
    for e in log.calls():
        notes = {"synthetic"} if e["how"] == "found" else set() if e["how"] in ("call", "return") else {e["how"]}
        if e["guessed"]:
            notes.add("extrapolated")
        want.append(("+" if e["kind"] == "enter" else "-", log.ticks(e, 10**9), e["name"], notes))
    same(f"{what}: functions entered and left", got, want)
    same(f"{what}: traps linked to handlers", traps, sum(e["how"] == "trap" and e["kind"] == "enter" for e in log.events))
    same(f"{what}: calls", sum(g[0] == "+" and not g[3] - {"extrapolated"} for g in got), log.totals["calls"])


def check_instants(log, what, got, software):
    same(f"{what}: software trace", software, [(e["pc"], e["value"]) for e in log.events if e["kind"] == "software trace"])
    kinds = {"trace on": "on", "trace off": "off", "sync": "sync", "loss": "loss", "gap": "gap", "privilege": "privilege",
             "software trace": "software"}
    of_log = {"trace on": "on", "trace off": "off", "sync": "sync", "lost": "loss", "gap": "gap", "privilege": "privilege",
              "software trace": "software"}
    want = Counter(of_log[e["kind"]] for e in log.events if e["kind"] in of_log)
    seen = Counter(kinds[k] for k in (re.split(r":|(?<=privilege) ", n)[0] for n in got) if k in kinds)
    same(f"{what}: instants", dict(seen), dict(want))


def near(a, b):
    a, b = float(a), float(b)
    return abs(a - b) <= 1e-5 * max(abs(a), abs(b))


def check_rates(log, what, insns, size):
    """Lists of (hart, time, value), and (time, value) for bytes."""
    want = list(log.rates())
    if log.set["axis"] != "instructions":
        same(f"{what}: values of instructions per tick", [i[:2] for i in insns],
             [(hart, log.ticks(b, 10**9)) for hart, b, _, _ in want])
        if not all(near(i[2], w[2]) for i, w in zip(insns, want)):
            raise Wrong(f"{what}: instructions per tick: {insns} is not {want}")
    factor = log.hz or 1
    want = [(log.ticks(b, 10**9), r * factor) for hart, b, _, r in want if hart == 0]
    same(f"{what}: values of bytes", [s[0] for s in size], [w[0] for w in want])
    if not all(near(s[1], w[1]) for s, w in zip(size, want)):
        raise Wrong(f"{what}: bytes of trace: {size} is not {want}")


# ---- Perfetto: protocol buffers ----

def fields(b):
    """Numbers and values of the fields of a message; a message inside is bytes."""
    i = 0

    def varint():
        nonlocal i
        v = shift = 0
        while True:
            c = b[i]
            i += 1
            v |= (c & 0x7F) << shift
            shift += 7
            if c < 0x80:
                return v

    while i < len(b):
        key = varint()
        if key & 7 == 0:
            v = varint()
        elif key & 7 == 1:
            v, i = b[i:i + 8], i + 8
        elif key & 7 == 2:
            n = varint()
            if i + n > len(b):
                raise Wrong("perfetto: a field is longer than its message")
            v, i = b[i:i + n], i + n
        else:
            raise Wrong(f"perfetto: wire type {key & 7}")
        yield key >> 3, v


def one(b):
    return dict(fields(b))


class Perfetto:
    def __init__(self, data):
        self.names, self.tracks, self.process, self.open = {}, {}, {}, defaultdict(list)
        self.calls, self.instants, self.insns, self.size, self.totals = [], [], [], [], None
        self.begun, self.ended, self.software = set(), 0, []
        for number, packet in fields(data):
            same("perfetto: field of Trace", number, 1)
            p = one(packet)
            same("perfetto: sequence", p[10], 1)
            same("perfetto: needs incremental state", p[13] & 2, 2)
            if 60 in p:
                t = one(p[60])
                self.tracks[t[1]] = t
                if 4 in t:
                    thread = one(t[4])
                    same("perfetto: process of a thread", self.process.setdefault(thread[2], thread[1]), thread[1])
                    same("perfetto: track of the process", one(self.tracks[t[5]][3])[1], thread[1])
            for n, v in fields(p.get(12, b"")):
                if n == 2:
                    e = one(v)
                    self.names[e[1]] = e[2].decode()
            if 11 in p:
                self.event(p[8], list(fields(p[11])))

    def event(self, time, f):
        e = dict(f)
        track = self.tracks[e[11]]
        notes = {}
        for n in (one(v) for k, v in f if k == 4):
            notes[n[10].decode()] = n[6].decode() if 6 in n else n.get(2, n.get(3, n.get(7)))
        words = {"synthetic" if k == "synthetic" else "extrapolated" if "extra" in k else v for k, v in notes.items()}
        if e[9] == 1:
            name = self.names[e[10]]
            self.open[e[11]].append(name)
            self.calls.append(("+", time, name, words))
            same("perfetto: a slice is on a thread of a process", (4 in track, 3 in self.tracks[track[5]]), (True, True))
        elif e[9] == 2:
            self.calls.append(("-", time, self.open[e[11]].pop(), words))
        elif e[9] == 4:
            same("perfetto: a counter's track", 8 in track, True)
            value = struct.unpack("<d", e[44])[0]
            if b"instructions" in track[2]:
                self.insns.append((e[11] & 0xFFFF, time, value))
            else:
                self.size.append((time, value))
        elif e[23] == b"totals":
            self.totals = notes
        else:
            self.instants.append(e[23].decode())
            if "channel" in notes:
                self.software.append((notes["channel"], notes["value"]))
        if 47 in e:
            self.begun.add(e[47])
        if 48 in e:
            same("perfetto: the flow has a beginning", e[48] in self.begun, True)
            self.ended += 1


def check_perfetto(log, ranges, folded, path):
    data = open(path, "rb").read()
    p = Perfetto(data)
    check_timeline(log, "perfetto", p.calls, p.ended)
    check_instants(log, "perfetto", p.instants, p.software)
    check_rates(log, "perfetto", p.insns, p.size)
    same("perfetto: totals", {k: p.totals[k] for k in log.totals}, log.totals)
    same("perfetto: open at the end", [t for t in p.open.values() if t], [])
    if shutil.which("protoc"):
        out = subprocess.run(["protoc", "--decode_raw"], input=data, stdout=subprocess.PIPE, check=True).stdout
        same("perfetto: packets that protoc sees", len(re.findall(rb"^1 \{", out, re.M)), sum(1 for _ in fields(data)))


# ---- Chrome ----

NUMBER, TEXT = (int, Decimal), str
COMMON = {"ph": TEXT, "pid": int, "tid": int}
SCHEMA = {  # members that an event must have; others: args
    "M": {"name": TEXT, "args": dict},
    "B": {"name": TEXT, "ts": NUMBER},
    "E": {"ts": NUMBER},
    "i": {"name": TEXT, "ts": NUMBER, "s": TEXT},
    "C": {"name": TEXT, "ts": NUMBER, "args": dict},
    "s": {"name": TEXT, "cat": TEXT, "ts": NUMBER, "id": int},
    "f": {"name": TEXT, "cat": TEXT, "ts": NUMBER, "id": int, "bp": TEXT},
}


def check_schema(e):
    members = {**COMMON, **SCHEMA[e["ph"]]}
    for k, t in members.items():
        if not isinstance(e.get(k), t):
            raise Wrong(f"chrome: member {k} of {e}")
    same(f"chrome: members beside args of {e}", set(e) - set(members) - {"args"}, set())
    if e["ph"] == "C" and not all(isinstance(v, NUMBER) for v in e["args"].values()):
        raise Wrong(f"chrome: a counter's value is no number: {e}")


class Chrome:
    def __init__(self, path, hz):
        doc = json.load(open(path, encoding="utf-8"), parse_float=Decimal)
        same("chrome: members", set(doc), {"displayTimeUnit", "traceEvents", "otherData"})
        self.totals, self.open, self.begun, self.ended = doc["otherData"], defaultdict(list), set(), 0
        self.calls, self.instants, self.insns, self.size, self.software = [], [], [], [], []
        for e in doc["traceEvents"]:
            check_schema(e)
            self.event(e, round(e.get("ts", 0) * 1000) if hz else e.get("ts", 0), e.get("args", {}))

    def event(self, e, time, args):
        frames = self.open[e["pid"], e["tid"]]
        words = {"synthetic" if k == "synthetic" else "extrapolated" if "extra" in k else v for k, v in args.items()}
        if e["ph"] == "B":
            frames.append(e["name"])
            self.calls.append(("+", time, e["name"], words))
        elif e["ph"] == "E":
            self.calls.append(("-", time, frames.pop(), words))
        elif e["ph"] == "i":
            self.instants.append(e["name"])
            if "channel" in args:
                self.software.append((args["channel"], int(args["value"], 16)))
        elif e["ph"] == "C" and e["name"].startswith("instructions"):
            self.insns.append((e["tid"], time, args["value"]))
        elif e["ph"] == "C":
            self.size.append((time, args["value"]))
        elif e["ph"] == "s":
            self.begun.add(e["id"])
        elif e["ph"] == "f":
            self.ended += e["id"] in self.begun


def check_chrome(log, ranges, folded, path):
    c = Chrome(path, log.hz)
    check_timeline(log, "chrome", c.calls, c.ended)
    check_instants(log, "chrome", c.instants, c.software)
    check_rates(log, "chrome", c.insns, c.size)
    same("chrome: totals", {k: c.totals[k] for k in log.totals}, log.totals)
    same("chrome: open at the end", [f for f in c.open.values() if f], [])


# ---- perf script ----

def collapse(path):
    """Chains and their periods, by the rules of the flame graph script for perf: a line that begins with a word and a number
    begins a sample, a number before the event's name is its period; a line with an address, a symbol and a module in
    parentheses is a frame; an empty line ends the sample; # begins a comment."""
    chains, frames, name, period = Counter(), [], None, 1
    comments = {}
    for line in open(path, encoding="utf-8", errors="surrogateescape"):
        line = line.rstrip("\n")
        if line.startswith("#"):
            k, _, v = line[2:].partition(": ")
            comments[k] = v
        elif not line:
            if name is None:
                raise Wrong("perfscript: a stack without a sample")
            chains[";".join([name] + frames[::-1])] += period
            frames, name = [], None
        elif head := re.match(r"(\S.+?)\s+(\d+)/*(\d+)*\s+\[\d+\]\s+\d+\.\d+:\s*(\d+)*\s+(\S+):\s*$", line):
            name, period = head[1].replace(" ", "_"), int(head[4] or 1)
        elif frame := re.match(r"\s*(\w+)\s*(.+) \((.*)\)$", line):
            frames.append(re.sub(r"\+0x[\da-f]+$", "", frame[2]).replace(";", ":"))
        else:
            raise Wrong(f"perfscript: no sample, frame or comment: {line!r}")
    return chains, comments


def check_perfscript(log, ranges, folded, path):
    chains, comments = collapse(path)
    got = Counter()
    for chain, n in chains.items():
        got[chain.partition(";")[2] or "[not traced]"] += n
    want = Counter()
    for line in open(folded, encoding="utf-8", errors="surrogateescape"):
        chain, _, n = line.rstrip("\n").rpartition(" ")
        want[re.sub(r"[\x01-\x1f\x7f]", "?", chain)] += int(n)
    same("perfscript: chains as folded has them", sorted(got.items()), sorted(want.items()))
    same("perfscript: totals", {k: int(comments[k]) for k in log.totals}, log.totals)
    same("perfscript: instructions", sum(got.values()), log.totals["instructions"])


# ---- waves ----

def unescape(m):
    """As in C."""
    return chr(int(m[1], 8)) if len(m[1]) == 3 else {"n": "\n", "t": "\t"}.get(m[1], m[1])


def read_waves(lines):
    """For each wave: its values, [(tick, value)], the last one of a tick, changes only. Text, or a number; None is x."""
    scope, names, values, tick = [], {}, defaultdict(dict), None
    for line in lines:
        w = line.split()
        if not w:
            continue
        if w[0] == "$scope":
            scope.append(w[2])
        elif w[0] == "$upscope":
            scope.pop()
        elif w[0] == "$var":
            names[w[3]] = ".".join(scope + [w[4]])
        elif w[0][0] == "#":
            now = int(w[0][1:])
            if tick is not None and now <= tick:
                raise Wrong(f"waves: time {now} after {tick}")
            tick = now
        elif w[0][0] == "s":
            value, _, code = line[1:].rstrip("\n").rpartition(" ")
            values[names[code]][tick] = re.sub(r"\\([0-7]{3}|.)", unescape, value)
        elif w[0][0] == "b":
            values[names[w[1]]][tick] = None if "x" in w[0] else int(w[0][1:], 2)
        elif w[0][0] in "01x" and tick is not None:
            values[names[w[0][1:]]][tick] = None if w[0][0] == "x" else int(w[0][0])
    return {name: changes(at) for name, at in values.items()}


def changes(at):
    out = []
    for t, v in at.items():
        if not out or out[-1][1] != v:
            out.append((t, v))
    return out


def expected_waves(log):
    at = defaultdict(dict)
    frames = defaultdict(list)  # of each stack: was it a trap that entered it?
    replaced = {}
    per_second = 10**12 if log.hz > 10**9 else 10**9
    for e in log.events:
        tick, hart = log.ticks(e, per_second), f"hart_{e['hart']}"
        if not at:
            first = tick
        stack = frames[e["stack"]]
        if e["kind"] == "range":
            at[hart + ".pc"][tick] = e["pc"]
            at[hart + ".function"][tick] = e["raw"].decode("latin-1")
            at[hart + ".depth"][tick] = e["depth"]
            at[hart + ".traced"][tick] = 1
        elif e["kind"] == "enter":
            stack.append(e["how"] == "trap" or replaced.pop(e["stack"], False))
        elif e["kind"] == "leave":
            was = stack.pop()
            replaced.pop(e["stack"], None)
            if e["how"] in ("tail call", "swap"):
                replaced[e["stack"]] = was
        elif e["kind"] == "privilege":
            at[hart + ".privilege"][tick] = e["code"]
        elif e["kind"] in ("trace off", "lost", "gap", "end"):
            at[hart + ".traced"][tick] = 0
        if e["kind"] == "switch" and e["code"]:
            at[hart + ".scontext"][tick] = e["value"]
        if e["kind"] in ("enter", "leave", "switch") and e["how"] != "closed":
            at[hart + ".trap"][tick] = int(any(stack) or replaced.get(e["stack"], False))
    return {k: changes(v) for k, v in at.items()}, first


def check_waves(log, what, waves):
    want, first = expected_waves(log)
    for name, values in want.items():
        got = waves[name]
        if got[0] in ((first, None), (first, "")):
            got = got[1:]
        same(f"{what}: {name}", got, values)
    same(f"{what}: totals", {k: waves["totals." + k][-1][1] for k in log.totals}, log.totals)


def check_vcd(log, ranges, folded, path):
    check_waves(ranges, "vcd", read_waves(open(path)))
    if shutil.which("vcd2fst") and shutil.which("fst2vcd"):
        subprocess.run(["vcd2fst", path, path + ".fst"], check=True, stdout=subprocess.DEVNULL)
        back = subprocess.run(["fst2vcd", path + ".fst"], check=True, stdout=subprocess.PIPE).stdout
        check_waves(ranges, "vcd and back from fst", read_waves(back.decode("latin-1").splitlines(True)))


# ---- CTF ----

def ctf_totals(path):
    """The environment of the metadata."""
    return {k: int(v) for k, v in re.findall(r"^\t(\w+) = (\d+);", open(path + "/metadata").read(), re.M)}


def ctf_events(path):
    """Lines that babeltrace2 makes."""
    out = subprocess.run(["babeltrace2", "--clock-cycles", "--no-delta", path], check=True, stdout=subprocess.PIPE).stdout
    return out.decode(errors="surrogateescape").splitlines()


def check_ctf(log, ranges, folded, path):
    env = ctf_totals(path)
    same("ctf: totals", {k: env[k] for k in log.totals}, log.totals)
    if not shutil.which("babeltrace2"):
        return
    names = {"trace on": "on", "trace off": "off", "software trace": "software"}
    got, software = defaultdict(list), []
    for line in ctf_events(path):
        m = re.match(r"\[0*(\d+)\] (\w+): \{ hart = (\d+) \}, \{ insns = (\d+), offset = (\d+), guessed = (\d) \}, (.*)", line)
        if m is None:
            raise Wrong(f"ctf: {line!r}")
        if m[2] == "software":
            software.append((int(m[3]), *map(int, re.findall(r"(?:channel|value) = (\d+)", m[7]))))
        how = re.search(r'how = \( "([^"]*)"', m[7])
        name = re.search(r'function = "(.*)" }$', m[7])
        got[int(m[3])].append((m[2], how[1] if how else "", *map(int, (m[1], m[4], m[5], m[6])),
                               name[1] if name and "\\" not in name[1] else None))
    same("ctf: software trace", software,
         [(e["hart"], e["pc"], e["value"]) for e in log.events if e["kind"] == "software trace"])
    for hart in {e["hart"] for e in log.events}:
        want = []
        for e, g in zip((e for e in log.events if e["hart"] == hart), got[hart]):
            name = None if e["kind"] not in ("enter", "leave") or g[6] is None else e["name"]
            want.append((names.get(e["kind"], e["kind"]), e["how"], e["time"], e["insns"], e["offset"], e["guessed"], name))
        same(f"ctf: events of hart {hart}", len(got[hart]), sum(e["hart"] == hart for e in log.events))
        same(f"ctf: events of hart {hart}", got[hart], want)


def main(log, ranges, folded, *files):
    log, ranges = Log(log), Log(ranges)
    for f in files:
        kind, _, path = f.partition("=")
        globals()["check_" + kind](log, ranges, folded, path)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Wrong as w:
        sys.exit(str(w))
