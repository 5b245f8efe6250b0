# SPDX-License-Identifier: Apache-2.0
"""report_evil.py CHROMIUM REPORT NAME OTHER FILE: a function of REPORT, and the last line of FILE in OTHER, are HTML that would run."""
import json
import os
import sys

from browser import Browser

chromium, report, name, other, file = sys.argv[1:]
b = Browser(chromium)
bad = []
try:
    b.open("file://" + os.path.abspath(report) + "/index.html")
    for part in ("summary", "timeline", "flame", "calls", "functions", "source", "traps", "health"):
        b.value("location.hash = '%s'" % part)
        b.wait("$('%s').classList.contains('on')" % part)
    b.wait("timeline.ready && timeline.pending === 0")
    if not b.value("[...document.querySelectorAll('#functions td')].some(c => c.textContent === %s)" % json.dumps(name)):
        bad.append("the name is not in the table of functions")
    b.value("$('search').value = %s; search()" % json.dumps(name))
    b.open("file://" + os.path.abspath(other) + "/index.html")
    b.value("location.hash = 'source:' + hartrace.sources.find(s => s[1].endsWith(%s))[0]" % json.dumps("/" + file))
    b.wait("document.querySelector('#source-file table')")
    if not b.value("[...document.querySelectorAll('#source-file td.text')].pop().textContent").startswith("// " + name):
        bad.append("the line is not in the source")
    if b.value("typeof window.injected") != "undefined" or b.value("document.images.length") != 0:
        bad.append("it ran")
    bad += b.errors
finally:
    b.close()
print("\n".join(bad))
sys.exit(bool(bad))
