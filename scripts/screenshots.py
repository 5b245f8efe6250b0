# SPDX-License-Identifier: Apache-2.0
"""screenshots.py CHROMIUM REPORTS IMAGES: pictures of the reports `sort` and `timer` in the folder REPORTS. Called by screenshots.sh."""
import os
import sys

from browser import Browser

chromium, reports, images = sys.argv[1:]


def picture(b, name, height):
    b.value("tip(null, ''); new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")
    path = "%s/report-%s.png" % (images, name)
    b.screenshot(path, height)
    size = os.path.getsize(path)
    print("%s: %d bytes" % (path, size))
    if size >= 150000 or b.errors:
        sys.exit("too large, or errors: %s" % b.errors)


def page(b, report, where, ready):
    b.open("about:blank")  # another part of the same page is no load
    b.open("file://%s/%s/index.html#%s" % (os.path.abspath(reports), report, where))
    b.wait(ready)
    b.value("document.documentElement.style.colorScheme = 'light'; $('trace').textContent = '%s.nex'" % report)


b = Browser(chromium, 1000, 700)
try:
    drawn = "timeline.ready && timeline.pending === 0 && timeline.canvas[0].boxes?.length > 0"
    page(b, "sort", "summary", "$('total-messages')")
    b.value("for (const c of document.querySelectorAll('#summary td')) c.textContent = c.textContent.replace(/^.*[/](sort[.])/, '$1')")
    picture(b, "summary", 700)
    page(b, "sort", "timeline", drawn)
    picture(b, "timeline", 480)
    page(b, "sort", "flame", "$('flame-canvas')?.boxes?.length > 2")
    picture(b, "flame", 420)
    page(b, "sort", "calls", "$('calls-tree')?.firstChild")
    for _ in range(3):
        b.value("[...document.querySelectorAll('#calls-tree .row')].filter(r => r.textContent.includes('\\u25b8')).slice(0, 2).forEach(r => r.click())")
    picture(b, "calls", 420)
    page(b, "sort", "summary", "$('total-messages')")
    file = b.value("hartrace.sources.find(s => s[1].endsWith('/sort.c'))[0]")
    page(b, "sort", "source:%d:42" % file, "document.querySelector('tr.marked')")
    b.value("$('source').replaceChildren(...[...$('source').children].filter(c => c.id === 'source-file')); $('source-name').textContent = 'sort.c'; sourceMark(42, true); scrollTo(0, 0)")
    picture(b, "source", 640)
    page(b, "timer", "traps", "document.querySelector('#traps table')")
    picture(b, "traps", 640)
    page(b, "sort", "health", "document.querySelector('#bandwidth')")
    picture(b, "health", 700)
finally:
    b.close()
