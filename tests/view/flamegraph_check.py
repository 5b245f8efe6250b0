#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A flame graph against the export folded of the same trace, and, given --page, as a browser shows it after a search.

flamegraph_check.py SVG FOLDED
flamegraph_check.py --page DOM NAME
"""

import sys
import xml.etree.ElementTree as ET
from collections import Counter

SVG = "{http://www.w3.org/2000/svg}"
WIDTH = 1200


def same(what, got, want):
    if got != want:
        sys.exit(f"{what}: {got!r} is not {want!r}")


def boxes(root):
    out = [g for g in root.iter(SVG + "g") if g.get("class", "").split()[:1] == ["b"]]
    same("boxes", bool(out), True)
    return out


def clean(name):
    text = name.decode(errors="replace")
    return "".join("\ufffd" if ord(c) < 32 or c == "\x7f" else c for c in text)


def against_folded(svg, folded):
    want = Counter()
    for line in open(folded, "rb"):
        chain, _, n = line.rstrip(b"\n").rpartition(b" ")
        names = [] if chain == b"[not traced]" else [clean(c) for c in chain.split(b";")]
        for i in range(len(names) + 1):
            want[tuple(names[:i])] += int(n)
    root = ET.parse(svg).getroot()
    for tag in root.iter():  # nothing from elsewhere
        for key, value in tag.attrib.items():
            same(f"a reference: {key}={value}", "href" in key or "url(" in value, False)
    totals = dict(t.split("=") for t in root.find(SVG + "metadata").text.split())
    same("instructions", int(root.get("data-total")), int(totals["instructions"]))
    got, parents = {}, []
    for g in boxes(root):
        x, w, level = float(g.get("data-x")), float(g.get("data-w")), int(g.get("data-l"))
        inside = [p for p in parents if p[2] == level - 1 and p[0] - 0.01 <= x and x + w <= p[0] + p[1] + 0.01]
        same(f"boxes below {g.get('data-name')}", len(inside), int(level > 0))
        chain = inside[0][3] + (g.get("data-name").replace(";", ":"),) if level else ()
        parents.append((x, w, level, chain))
        got[chain] = int(g.get("data-n"))
        rect = g.find(SVG + "rect")
        same("x and width of a box", (float(rect.get("x")), float(rect.get("width"))), (x, w))
        same(f"width of {chain}", abs(w - WIDTH * got[chain] / want[()]) < 0.002, True)
        same(f"title of {chain}", f": {got[chain]} " in g.find(SVG + "title").text, True)
    narrow = {c for c in want if want[c] * WIDTH * 20 < want[()]}
    same("boxes and chains", got, {c: n for c, n in want.items() if c in got or c not in narrow})


def page(dom, name):
    root = ET.fromstring(open(dom, encoding="utf-8").read())
    hits = [g.get("data-name") for g in boxes(root) if "hit" in g.get("class").split()]
    want = [g.get("data-name") for g in boxes(root) if name in g.get("data-name")]
    same("boxes that were found", hits, want)
    same("at least one", len(hits) > 0, True)
    same("number that is shown", root.get("data-found"), str(len(hits)))
    text = {g.get("data-name"): g.find(SVG + "text").text for g in boxes(root)}
    same("text in the widest box", text["all"], "all")


if __name__ == "__main__":
    if sys.argv[1] == "--page":
        page(*sys.argv[2:])
    else:
        against_folded(*sys.argv[1:])
