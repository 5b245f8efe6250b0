# SPDX-License-Identifier: Apache-2.0
"""report_page.py CHROMIUM REPORT STAT SOURCE_LINE TIMES: use the page of a report as a reader would, in a headless Chromium.
STAT is what `hartrace stat --format json` prints; FILE:LINE was executed TIMES times. Prints "ok" or "not ok" lines."""
import json
import os
import sys
import time

from browser import Browser

chromium, report, stat, where, times = sys.argv[1:]
with open(stat) as f:
    stat = json.load(f)
failed = 0


def check(what, good, detail=""):
    global failed
    failed += not good
    print(("ok - " if good else "not ok - ") + what + ("" if good else ": %s" % (detail,)))


def digits(text):
    return int("".join(c for c in text if c.isdigit()))


b = Browser(chromium)
try:
    begin = time.monotonic()
    b.open("file://" + os.path.abspath(report) + "/index.html")
    check("the page loads", b.wait("document.querySelector('#total-instructions')?.textContent"))
    for key in ("instructions", "messages"):
        shown = digits(b.value("document.getElementById('total-%s').textContent" % key))
        check("%s are those of hartrace stat" % key, shown == stat[key], (shown, stat[key]))
    size = os.path.getsize(stat["trace"])
    shown = digits(b.value("document.getElementById('total-bytes').textContent"))
    check("bytes are those of the file", shown == size, (shown, size))
    b.click("document.getElementById('nav-health')")
    rows = b.wait("document.querySelector('#health table') && [...document.querySelectorAll('#health table')[0].tBodies[0].rows].map(r => [...r.cells].map(c => c.textContent))")
    shown = sorted((r[0], digits(r[1]), digits(r[2])) for r in rows)
    check("bytes by message are those of hartrace stat", shown == sorted((t["name"], t["count"], t["bytes"]) for t in stat["types"]), shown)
    bytes_ = b.value("hartrace.health.bands.reduce((a, n) => a + n, 0)")
    check("the bandwidth adds up to the trace", bytes_ == size, (bytes_, size))

    b.click("document.getElementById('nav-timeline')")
    b.wait("timeline.ready && timeline.pending === 0 && timeline.canvas[0].boxes?.length > 0")
    width = b.value("timeline.to - timeline.from")
    covered = b.value("timeline.canvas[0].boxes.filter(x => x[2] === 0).reduce((a, x) => a + x[5], 0)")
    check("the outermost frames cover the timeline", covered >= 0.95 * width, (covered, width))
    x, y = b.value("(() => { const r = timeline.canvas[0].getBoundingClientRect(); return [r.x + r.width / 2, r.y + 40]; })()")
    for _ in range(12):
        b.mouse("mouseWheel", x, y, deltaX=0, deltaY=-100)
    b.wait("timeline.to - timeline.from < %f && timeline.pending === 0" % (width / 8))
    check("the wheel zooms", True)
    check("there are frames after zooming", b.wait("timeline.canvas[0].boxes.length > 0"))
    b.mouse("mouseMoved", x, b.value("timeline.canvas[0].getBoundingClientRect().y + RULER + 5"))
    check("a frame says its name", b.wait("!$('tip').hidden && $('tip').textContent.length > 0"))

    name = b.value("hartrace.functions.slice().sort((a, b) => b[FUNCTION.self] - a[FUNCTION.self])[0][FUNCTION.name]")
    b.click("document.getElementById('nav-functions')")
    b.wait("document.querySelector('#functions-table tbody tr')")
    everything = b.value("document.querySelectorAll('#functions-table tbody tr').length")
    b.click("document.getElementById('search')")
    b.type(name)
    b.wait("wanted === %s" % json.dumps(name.lower()))
    rows = b.value("[...document.querySelectorAll('#functions-table tbody tr')].map(r => r.cells[6].textContent)")
    check("a search finds the function", name in rows and len(rows) < everything, rows)
    b.value("[...document.querySelectorAll('#functions-table .link')].find(l => l.textContent === 'first run').click()")
    b.wait("location.hash.startsWith('#timeline') && timeline.pending === 0 && timeline.canvas[0].boxes.some(x => x[3] === [...found][0] && x[0] < innerWidth)")
    check("it is in the timeline at its first run", True)

    b.value("$('search').value = ''; search()")
    instructions = b.value("hartrace.tree[0][NODE.total]")
    check("the call tree holds every instruction", instructions == stat["instructions"], instructions)
    b.click("document.getElementById('nav-flame')")
    b.wait("$('flame-canvas')?.boxes?.length > 2")
    b.value("calls.root = calls.children[0][0]; flameDraw()")
    check("the flame graph zooms", b.value("$('flame-canvas').boxes.find(x => x[3] === calls.root)[1] === $('flame-canvas').clientWidth"))
    b.click("document.getElementById('nav-calls')")
    check("the call tree opens", b.wait("document.querySelectorAll('#calls-tree .row').length > 2"))

    file, line = where.rsplit(":", 1)
    b.click("document.getElementById('nav-source')")
    b.wait("document.querySelector('#source table')")
    b.value("[...document.querySelectorAll('#source a')].find(a => a.textContent.endsWith(%s)).click()" % json.dumps("/" + file))
    b.wait("document.getElementById('line-%s')" % line)
    b.value("document.getElementById('line-%s').scrollIntoView({block: 'center'})" % line)
    b.click("document.querySelector('#line-%s td.text')" % line)
    text = b.wait("$('source-line').textContent.startsWith('Line %s') && $('source-line').textContent" % line)
    check("a click on a line shows its count", "executed %s times" % format(int(times), ",") in text, text)
    check("the page names the line in its address", b.value("location.hash").endswith(":" + line))

    b.click("document.getElementById('nav-traps')")
    groups = b.wait("document.querySelector('#traps h2') && hartrace.traps.groups")
    total = b.value("hartrace.summary.totals.traps")
    check("every trap is in a group", sum(g[1][1] for g in groups) == total, (groups, total))
    check("nothing runs that the trace has named", b.value("typeof window.injected") == "undefined")
    check("no error in the console", not b.errors, b.errors)
    print("# %.1f s in Chromium" % (time.monotonic() - begin))
except (TimeoutError, RuntimeError) as e:
    check(str(e), False, b.errors)
finally:
    b.close()
sys.exit(failed != 0)
