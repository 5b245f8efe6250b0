# SPDX-License-Identifier: Apache-2.0
"""check_places.py ELF INGRESS EVENTS KNOWN FORM: every message of fwtplace is at the call that the simulator's log of stores says.

What a message carries is unique, and is stored to a slot of the ring (or of the queue) or to a port: the hart that does it, and the last
call site that it has passed in the same trap, are those of the message. EVENTS is the output of hartrace fwtrace -f jsonl; at least
KNOWN percent of them must have a pc, and none a wrong one.
"""
import bisect
import json
import re
import struct
import subprocess
import sys

from ingress import STORE, records

TOOL = "riscv64-unknown-elf-"
PORT, PORTS = 0x3020E80, 0x1000
elf, stream, events, least = sys.argv[1:5]
stim = sys.argv[5] == "form-stim"


def symbols():
    out = {}
    for line in subprocess.check_output([TOOL + "nm", "-S", elf], text=True).splitlines():
        part = line.split()
        if len(part) == 4:
            out[part[3]] = (int(part[0], 16), int(part[1], 16))
    return out


def sites():
    """pc: what of each call site, from the section itself."""
    path = events + ".sites"
    subprocess.check_call([TOOL + "objcopy", "--dump-section", ".fwtrace.sites=" + path, elf, "/dev/null"])
    data = open(path, "rb").read()
    form = "<QI" if open(elf, "rb").read(5)[4] == 2 else "<II"
    return dict(struct.iter_unpack(form, data))


symbol, site = symbols(), sites()
low, high = symbol["memory"] if not stim else (0, 0)
low, high = low + 64, low + high
text, send = symbol["fwt_text"][0], symbol["fwt_send"][0]


class Level:
    """What was passed in a trap: call sites of words that were not sent yet, the last one of a print; where fwt_text was called from."""

    def __init__(self):
        self.words = []
        self.word = self.print = self.text = self.last = None


truth, harts = {}, {}
size_at = {}
for line in subprocess.check_output([TOOL + "objdump", "-d", elf], text=True).splitlines():
    m = re.match(r" *([0-9a-f]+):\t([0-9a-f]+) *\t", line)
    if m:
        size_at[int(m[1], 16)] = len(m[2]) // 2
marks = sorted(list(site) + [text, send])
runs = {}


def run_of(block):
    """The marks in a block, and its last instruction."""
    pc = last = block.address
    while pc < block.end:
        last, pc = pc, pc + size_at[pc]
    inside = marks[bisect.bisect_left(marks, block.address):bisect.bisect_left(marks, block.end)]
    return runs.setdefault((block.address, block.end), (inside, last))


def executed(level, block):
    if block.end <= block.address:
        return
    inside, last = runs.get((block.address, block.end)) or run_of(block)
    for pc in inside:
        if pc in site and site[pc] >> 31 and site[pc] >> 16 != 0xffff:
            level.print = pc
        elif pc in site:
            level.words.append(pc)
        elif pc == text:
            level.text = level.last
        elif pc == send:
            level.word = level.words.pop()
    level.last = last


def stored(hart, level, a):
    """A word that reaches its destination, under what makes it unique."""
    if stim:
        wanted = a.address >= PORT and (a.address - PORT) % PORTS < 128
        channel = (a.address - PORT) % PORTS // 4
    else:
        wanted = low <= a.address < high and (a.address - low) % 8 == 4
        channel = None
    if not wanted or a.dtype != STORE or a.size != 4:
        return
    if a.written >> 29 in (1, 2, 3) and (channel is None or 1 <= channel <= 8) and site.get(level.word) == a.written >> 29 << 7 | a.written >> 22 & 127:
        truth[a.written] = (hart, level.word)
    if channel is None or channel >= 24:
        truth.setdefault(("n", a.written), (hart, level.print))
        truth.setdefault(("text", hart), set()).add(level.text)


for r in records(stream):
    levels = harts.setdefault(r.hart, [Level()])
    for block in r.blocks:
        # what precedes a store in its block comes before it
        done = block.address
        for a in r.accesses:
            if block.address <= a.pc < block.end:
                executed(levels[-1], block._replace(address=done, end=a.pc))
                stored(r.hart, levels[-1], a)
                done = a.pc
        executed(levels[-1], block._replace(address=done))
        if block.itype in (1, 2):
            levels.append(Level())
        elif block.itype == 3 and len(levels) > 1:
            levels.pop()

total = known = 0
for line in open(events):
    e = json.loads(line)
    if e["kind"] not in ("debug", "print"):
        continue
    total += 1
    number = re.match(r"n=(\d+) (\S+)", e["text"])
    if e["kind"] == "debug":
        hart, pc = truth[int(e["word"], 16)]
    elif number[2] == "made":
        hart = int(number[1]) >> 20
        pc = None
    else:
        hart, pc = truth[("n", int(number[1]))]
    if "pc" not in e:
        continue
    known += 1
    got = int(e["pc"], 16)
    if pc is None:
        assert got in truth[("text", hart)], (line, [hex(p) for p in truth[("text", hart)]])
    else:
        assert got == pc, f"{line} the simulator has {pc:#x}"
    if "hart" in e and "about" not in e:
        assert e["hart"] == hart, f"{line} the simulator has hart {hart}"
print(f"{known} of {total} with their pc")
assert total > 50 and known * 100 >= total * int(least), (known, total)
