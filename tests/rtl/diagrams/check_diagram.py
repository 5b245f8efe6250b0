#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does a timing diagram show what the simulation did?

check_diagram.py NAME FOLDER: FOLDER/rtl-NAME.svg against FOLDER/diagrams.vcd, which is read here (vcd_cycles.py) by itself: each level and
each number of each cycle that is drawn; then the rules of the port's protocol, in the cycles of the whole simulation.
"""
import re
import sys
import xml.dom.minidom
from pathlib import Path

from vcd_cycles import read_cycles

# The signal of a row: label -> name in diagrams.sv. Other labels are the names with their ending.
UPPER = {"ATCLKEN", "ATVALID", "ATREADY", "ATBYTES", "ATDATA", "AFVALID", "AFREADY", "AWVALID", "AWREADY", "AWADDR", "AWLEN", "WVALID",
         "WREADY", "WDATA", "WLAST", "BVALID", "BREADY"}
DECIMAL = {"iretire", "itype", "awlen", "atbytes"}


def signal_of(label):
    return label.lower() if label in UPPER else re.sub("_[io]$", "", label)


def drawn_rows(path):
    """-> first cycle, number of cycles, {signal: [level or text or None]} as the SVG has them."""
    document = xml.dom.minidom.parse(str(path))
    texts = [(float(t.getAttribute("x")), float(t.getAttribute("y")), t.firstChild.data) for t in document.getElementsByTagName("text")]
    grid = [float(e.getAttribute("x1")) for e in document.getElementsByTagName("line")]
    left, per_five = grid[0], grid[1] - grid[0]
    step = per_five / 5
    width = float(document.documentElement.getAttribute("width")) - 10
    cycles = round((width - left) / step)
    first = int(next(text for x, y, text in texts if x == left and y == max(t[1] for t in texts)))
    labels = {y - 12: text for x, y, text in texts if x == 6 and text != "clock"}
    rows = {signal_of(text): [None] * cycles for text in labels.values()}
    for shape in document.getElementsByTagName("polyline"):
        points = [tuple(map(float, p.split(","))) for p in shape.getAttribute("points").split()]
        top = next((y for y in labels if all(y <= p[1] <= y + 16 for p in points)), None)
        if top is None:
            continue  # the clock
        for (x, y), (end, same) in zip(points, points[1:]):
            if y == same and end > x:
                for c in range(round((x - left) / step), round((end - left) / step)):
                    rows[signal_of(labels[top])][c] = int(y == top)
    for shape in document.getElementsByTagName("polygon"):
        points = [tuple(map(float, p.split(","))) for p in shape.getAttribute("points").split()]
        x, end, top = points[0][0], points[3][0], points[1][1]
        inside = [text for tx, ty, text in texts if x < tx < end and ty == top + 12]
        for c in range(round((x - left) / step), round((end - left) / step)):
            rows[signal_of(labels[top])][c] = inside[0] if inside else "?"
    return first, cycles, rows


def compare(name, folder, waves):
    first, cycles, rows = drawn_rows(folder / f"rtl-{name}.svg")
    first += 1  # the picture counts the cycle after the first edge as 0
    if cycles < 10 or len(rows) < 4:
        sys.exit(f"{name}: {cycles} cycles, {len(rows)} rows")
    texts = changes = 0
    for signal, drawn in rows.items():
        wide = max(wave[signal] for wave in waves) > 1
        for c, shown in enumerate(drawn):
            value = waves[first + c][signal]
            expected = value if not wide else 0 if value == 0 else str(value) if signal in DECIMAL else f"{value:x}"
            if shown != expected and shown != "?":
                sys.exit(f"{name}: {signal} in cycle {first + c} is {expected}, drawn is {shown}")
            texts += isinstance(shown, str) and shown != "?"
            changes += c > 0 and shown != drawn[c - 1]
    if changes < 10:
        sys.exit(f"{name}: only {changes} changes are drawn")
    return first, cycles


def held(waves, valid, ready, signals, when=lambda wave: True):
    """AXI, ATB, links: what is offered stays until it is taken. -> how often something waited."""
    waits = 0
    for a, b in zip(waves, waves[1:]):
        if a[valid] and not (a[ready] and when(a)):
            waits += 1
            if not b[valid] or any(a[s] != b[s] for s in signals):
                sys.exit(f"{valid} or what comes with it has changed while it waits")
    return waits


def check_apb(waves):
    for a, b in zip(waves, waves[1:]):
        if a["psel"] and not (a["penable"] and a["pready"]) and (not b["psel"] or not b["penable"] or a["paddr"] != b["paddr"] or a["pwdata"] != b["pwdata"]):
            sys.exit("an access changes before PREADY")
        if b["penable"] and not a["psel"]:
            sys.exit("PENABLE without a setup cycle")
    done = [w for w in waves if w["psel"] and w["penable"] and w["pready"]]
    reads = [w["prdata"] for w in done if not w["pwrite"] and not w["pslverr"]]
    errors = [w["paddr"] for w in done if w["pslverr"]]
    return reads == [0x4000] and errors == [0x1f000] and len(done) == 12   # trRamWP as it was written; nothing at 0x1f000


def check_ingress(waves):
    taken = [w["iaddr"] for w in waves if w["valid"] and not w["stall"]]
    blocks = [0x80004000 + 10 * n if n % 2 else 0x80000000 + 34 * n for n in range(120)]
    return held(waves, "valid", "free", ("iaddr", "iretire", "itype")) > 5 and taken == blocks


def message_bytes(waves, valid, ready, data, count=lambda wave: 4, when=lambda wave: True):
    out = bytearray()
    for w in waves:
        if w[valid] and w[ready] and when(w):
            out += w[data].to_bytes(4, "little")[:count(w)]
    return bytes(b for b in out if b != 0xff)


def main(name, folder):
    waves = read_cycles(folder / "diagrams.vcd", "diagrams")
    for wave in waves:
        wave["free"] = 1 - wave["stall"]
    first, cycles = compare(name, folder, waves)
    shown = waves[first:first + cycles]
    clocked = lambda wave: wave["atclken"]
    link = message_bytes(waves, "link_valid", "link_ready", "link_data")
    if name == "apb":
        good = check_apb(waves) and any(not w["pready"] for w in shown) and any(w["pslverr"] for w in shown)
    elif name == "ingress":
        good = check_ingress(waves) and any(w["stall"] for w in shown)
    elif name == "link":
        # A message ends where MSEO is 11, and link_last says so.
        ends = all(w["link_last"] == any((b & 3) == 3 for b in w["link_data"].to_bytes(4, "little")) for w in waves if w["link_valid"])
        good = held(waves, "link_valid", "link_ready", ("link_data", "link_last")) > 5 and ends and any(w["link_valid"] and not w["link_ready"] for w in shown)
    elif name == "atb":
        atb = message_bytes(waves, "atvalid", "atready", "atdata", lambda w: w["atbytes"] + 1, clocked)
        good = held(waves, "atvalid", "atready", ("atdata", "atbytes"), clocked) > 5 and link.startswith(atb) and len(link) - len(atb) < 64 and len(atb) > 100
    elif name == "axi":
        axi = message_bytes(waves, "wvalid", "wready", "wdata")
        addresses = [w["awaddr"] for w in waves if w["awvalid"] and w["awready"]]
        good = held(waves, "awvalid", "awready", ("awaddr", "awlen")) > 2 and held(waves, "wvalid", "wready", ("wdata", "wlast")) > 2 and \
            link.startswith(axi) and len(link) - len(axi) < 64 and len(axi) > 100 and addresses[0] == 0x4000
    else:
        answers = [i for i, w in enumerate(waves) if w["afready"] and w["afvalid"] and w["atclken"]]
        asked = next(i for i, w in enumerate(waves) if w["afvalid"])
        # What the encoder had sent when it answered has left on ATB by the end.
        before = message_bytes(waves[:next(i for i in range(asked, len(waves)) if waves[i]["flushed"] and waves[i]["flush"])], "link_valid", "link_ready", "link_data")
        atb = message_bytes(waves[:answers[0] + 1], "atvalid", "atready", "atdata", lambda w: w["atbytes"] + 1, clocked)
        good = len(answers) == 1 and first < asked < answers[0] < first + cycles and atb == before
    if not good:
        sys.exit(f"{name}: the waves are not what the port's rules ask for")


main(sys.argv[1], Path(sys.argv[2]))
