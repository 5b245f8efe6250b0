# SPDX-License-Identifier: Apache-2.0
"""walk.py CHROMIUM SITE [SEARCH=PAGE...]: a browser walks a folder of HTML from its index.html. Each page has to be reached by links, to lead to files and
places that are there, to have a way back to index.html, to have pictures that load and no errors, and to fit a phone and a desktop without
scrolling sideways. SEARCH=PAGE: the word, typed into the search of index.html, finds the page. What is wrong is printed; exit 1 if anything."""
import os
import sys
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "view"))
from browser import Browser  # noqa: E402

PAGE = """(() => {
  const links = [...document.querySelectorAll('a[href], area[href]')].map(a => a.href).concat([...document.forms].filter(f => f.hasAttribute('action')).map(f => f.action));
  const ids = [...document.querySelectorAll('[id], a[name]')].flatMap(e => [e.id, e.getAttribute('name')]).filter(x => x);
  const pictures = [...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src);
  return {links: [...new Set(links)], ids: [...new Set(ids)], pictures};
})()"""
WIDTH = "({width: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth), room: innerWidth})"


class Walk:
    def __init__(self, chromium, site):
        self.root = os.path.realpath(site)
        self.start = "file://" + urllib.parse.quote(self.root) + "/index.html"
        self.browser = Browser(chromium, 390, 844)
        self.bad, self.ids, self.links, self.outside = [], {}, {}, set()

    def name(self, url):
        return urllib.parse.unquote(url[len(self.start) - len("index.html"):])

    def size(self, width, height):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def page(self, url):
        b, name = self.browser, self.name(url)
        b.errors.clear()
        b.open(url)
        seen = b.value(PAGE)
        for width, what in ((390, "phone"), (1280, "desktop")):
            self.size(width, 844)
            w = b.value(WIDTH)
            if w["width"] > w["room"]:
                self.bad.append("%s: wider than a %s: %d of %d" % (name, what, w["width"], w["room"]))
        self.size(390, 844)
        self.bad += ["%s: picture %s" % (name, p) for p in seen["pictures"]] + ["%s: %s" % (name, e) for e in b.errors]
        self.ids[url] = set(seen["ids"])
        links = [urllib.parse.urldefrag(u) for u in seen["links"]]
        self.links[url] = [(u.split("?")[0], f) for u, f in links if u.startswith("file:")]
        self.outside |= {u for u, _ in links if u.startswith("http")}
        self.bad += ["%s: link to %s" % (name, u) for u, _ in links if not u.startswith(("file:", "http", "mailto:", "javascript:"))]
        if url != self.start and (self.start, "") not in [(u, "") for u, _ in self.links[url]]:
            self.bad.append("%s: no way back" % name)

    def walk(self):
        todo, found = [self.start], {self.start}
        while todo:
            url = todo.pop()
            self.page(url)
            for u, _ in self.links[url]:
                path = urllib.parse.unquote(u[len("file://"):])
                if not path.startswith(self.root + "/") or not os.path.isfile(path):
                    self.bad.append("%s: dead link to %s" % (self.name(url), path[len(self.root) + 1:] if path.startswith(self.root) else path))
                elif path.endswith(".html") and u not in found:
                    found.add(u)
                    todo.append(u)
        for url, links in self.links.items():
            for u, part in links:
                if part and u in self.ids and urllib.parse.unquote(part) not in self.ids[u]:
                    self.bad.append("%s: no place #%s in %s" % (self.name(url), part, self.name(u)))
        for folder, _, names in os.walk(self.root):
            for n in names:
                path = os.path.join(folder, n)
                name = path[len(self.root) + 1:]
                if n.endswith(".html") and not name.startswith(("_static/", "api/search/")) and \
                        "file://" + urllib.parse.quote(path) not in found:
                    self.bad.append("%s: nothing leads there" % name)

    def search(self, word, page):
        b = self.browser
        self.size(1280, 844)
        b.open(self.start)
        b.value("document.querySelector('input[name=q]').focus()")
        b.type(word)
        b.loaded = False
        b.value("document.querySelector('input[name=q]').form.submit()")
        try:
            deadline = time.monotonic() + 30
            while not b.loaded:  # what is asked of a page that is being left is an error
                b.receive(deadline)
            b.wait("location.pathname.endsWith('/search.html') && [...document.querySelectorAll('#search-results li a, ul.search a')].some("
                   "a => a.href.split(/[?#]/)[0].endsWith('/%s'))" % page, 3 + len(self.ids) / 50)  # an index of many pages takes time
        except (TimeoutError, RuntimeError) as e:
            self.bad.append("search for %s does not find %s: %s" % (word, page, e))


def main():
    walk = Walk(sys.argv[1], sys.argv[2])
    try:
        walk.walk()
        for s in sys.argv[3:]:
            walk.search(*s.split("=", 1))
    finally:
        walk.browser.close()
    print("\n".join(walk.bad))
    print("%d pages, %d links, %d addresses outside (not followed), %d faults" % (
        len(walk.ids), sum(len(x) for x in walk.links.values()), len(walk.outside), len(walk.bad)))
    sys.exit(1 if walk.bad else 0)


if __name__ == "__main__":
    main()
