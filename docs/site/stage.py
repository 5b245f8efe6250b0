#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stage.py MAN API OUT: the folder OUT of sources for Sphinx, from the tree in which it is called.

Pages of Markdown that git tracks, with links that fit; the folder MAN of man pages as pages; a table of messages from nexus_messages.def; a list of
what each header declares, from Doxygen's tag file API; a page for each other file of the tree that a page links to. docs/README.md is the
first page and says what is where: a page that it does not list is an error."""
import html
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

LANGUAGES = {"c": "c", "h": "c", "cpp": "cpp", "sh": "bash", "py": "python", "mk": "make", "toml": "toml", "tcl": "tcl", "sv": "systemverilog",
             "v": "verilog", "yml": "yaml", "dts": "devicetree", "json": "json", "S": "gas"}
LINK = re.compile(r"(!?\[(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*\]\()([^) ]+)(\))")


def tracked():
    names = subprocess.run(["git", "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
    return [n for n in names if n and os.path.exists(n)]


class Stage:
    def __init__(self, out):
        self.out, self.files = out, tracked()
        self.folders = {os.path.dirname(f) for f in self.files}
        for f in list(self.folders):
            while "/" in f:
                f = os.path.dirname(f)
                self.folders.add(f)
        self.wanted, self.bad, self.listed = [], [], []

    def write(self, page, text):
        path = os.path.join(self.out, page)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)

    def place(self, path):
        """Where a file of the tree is in the site, without a suffix for what is no page."""
        if path == "docs/README.md":
            return "index.md"
        if path.endswith(".md"):
            name = path[5:] if path.startswith("docs/") else "tree/" + path
            return os.path.join(os.path.dirname(name), os.path.basename(name).replace("README.md", "readme.md"))
        if path.startswith("docs/images/"):
            return path[5:]
        return "tree/" + path + ".md"

    def target(self, page, link):
        """A link on the page `page` of the tree, as one on its page of the site."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        name, _, part = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), name))
        if path in self.folders and path + "/README.md" in self.files:
            path += "/README.md"
        elif path in self.folders:
            path += "/"
        elif path not in self.files:
            self.bad.append("%s: link to %s: not in the tree" % (page, link))
        to = self.place(path.rstrip("/") + "/folder" if path.endswith("/") else path)
        if not path.endswith(".md") and not path.startswith("docs/images/") and path not in self.wanted:
            self.wanted.append(path)
        return os.path.relpath(to, os.path.dirname(self.place(page))) + ("#" + part if part else "")

    def links(self, page, text):
        """Paragraph by paragraph, code apart: the text of a link may go over lines."""
        out, code = [], False
        for part in re.split(r"(?m)(^\s*```.*\n|\n\n)", text):
            if part.lstrip().startswith("```"):
                code = not code
            out.append(part if code else re.sub(r"(`[^`]*`)|" + LINK.pattern, lambda m: m.group(1) or self.link(page, m), part))
        return "".join(out)

    def link(self, page, m):
        if not m.group(2).startswith("!") and m.group(3).partition("#")[0].endswith(".md") and ".md" in m.group(2):
            return "[" + self.named(m.group(2)[1:-2], page, m.group(3)) + "](" + self.target(page, m.group(3)) + m.group(4)
        inner = LINK.sub(lambda i: i.group(1) + self.target(page, i.group(2)) + i.group(3), m.group(2)[1:])
        return m.group(2)[0] + inner + self.target(page, m.group(3)) + m.group(4)

    def named(self, text, page, link):
        """`name.md` as the text of a link is the title of that page."""
        path = os.path.normpath(os.path.join(os.path.dirname(page), link.partition("#")[0]))
        title = path in self.files and text.strip("`") in (path, os.path.basename(path)) and re.search(r"(?m)^# (.*)", open(path).read())
        return title.group(1).replace("`", "") if title else text

    def page(self, path):
        self.write(self.place(path), self.links(path, open(path).read()))

    def index(self):
        """The first page: docs/README.md, with what the sidebar lists below each of its chapters."""
        text, out, pages = open("docs/README.md").read(), [], []
        for part in re.split(r"(?m)^(?=## )", text):
            title = re.match(r"## ([^:\n]*)", part)
            if title:
                mine = [self.place(os.path.normpath("docs/" + t)) for t in re.findall(r"(?m)^\| \[[^\]]*\]\(([^)#]+\.md)\)", part)]
                pages += mine
                part += toctree(title.group(1), mine)
            out.append(part)
        self.listed = pages
        return self.links("docs/README.md", "".join(out))

    def sources(self):
        """Pages of files and folders that are linked to."""
        for path in self.wanted:
            if path.endswith("/"):
                names = sorted({f[len(path):].split("/")[0] for f in self.files if f.startswith(path)})
                self.write("tree/" + path + "folder.md", "# %s\n\n%s" % (path, "".join("- `%s`\n" % n for n in names)))
                continue
            try:
                text = open(path).read()
            except UnicodeDecodeError:
                self.bad.append("%s: is linked to and no text" % path)
                continue
            fence = "`" * max(3, 1 + max([len(r) for r in re.findall("`+", text)] or [0]))
            language = LANGUAGES.get(path.rsplit(".", 1)[-1], "text")
            self.write("tree/" + path + ".md", "# %s\n\n%s%s\n%s\n%s\n" % (os.path.basename(path), fence, language, text.rstrip("\n"), fence))
        return sorted("tree/" + p + ("folder.md" if p.endswith("/") else ".md") for p in self.wanted)


def toctree(caption, pages, hidden=True):
    return "\n```{toctree}\n%s%s\n%s\n```\n\n" % (":hidden:\n" if hidden else "", ":caption: %s\n" % caption if caption else "",
                                                 "\n".join(p[:-3] for p in pages))


def man_pages(stage, folder):
    names = sorted(n[:-2] for n in os.listdir(folder) if n.endswith(".1"))
    for name in names:
        made = subprocess.run(["mandoc", "-T", "html", "-O", "fragment,man=%N.html", os.path.join(folder, name + ".1")], stdout=subprocess.PIPE,
                              check=True, text=True).stdout
        text = "# %s\n\n" % name
        for title, body in re.findall(r'<section class="Sh">\s*<h1[^>]*>(?:<a[^>]*>)?([^<]*)(?:</a>)?</h1>(.*?)</section>', made, re.S):
            body = re.sub(r'<a class="Xr" href="([^"]*)\.html">(.*?)</a>', lambda m: m.group(0) if m.group(1) in names else m.group(2), body)
            body = re.sub(r"\b(docs/[a-z0-9/-]+\.md)", lambda m: '<a href="../%s.html">%s</a>' % (stage.place(m.group(1))[:-3], m.group(1)), body)
            body = re.sub(r'\bid="', 'id="o-', re.sub(r'href="#', 'href="#o-', body))
            text += "## %s\n\n```{raw} html\n%s\n```\n\n" % (html.unescape(title).capitalize(), body.strip())
        if "## Name" not in text:
            sys.exit("stage.py: nothing in the man page " + name)
        stage.write("man/%s.md" % name, text)
    rows = "".join("| [%s](%s.md) | %s |\n" % (n, n, summary(os.path.join(folder, n + ".1"))) for n in names)
    stage.write("man/index.md", "# Commands and options\n\nThe man pages, made from the program's own tables of options.\n\n| Page | |\n|---|---|\n" + rows +
                toctree("", ["%s.md" % n for n in names]))


def summary(path):
    text = open(path).read()
    return re.sub(r"\\f.|\\", "", re.search(r"\.SH NAME\n(.*)", text).group(1)).split(" - ", 1)[1]


def messages(stage):
    """The table of messages, from the definition that encoder, decoder and printer use."""
    source = "lib/nexus/include/nexus/nexus_messages.def"
    text = re.sub(r"/\*.*?\*/", "", open(source).read(), flags=re.S)
    rows, fields, head = [], [], None
    for kind, arguments in re.findall(r"^\s*NEXUS_([A-Z]+)(?:\((.*)\))?$", text, re.M):
        a = [x.strip().strip('"') for x in re.split(r",(?![^(]*\))", arguments)] if arguments else []
        if kind == "MSG":
            head, fields = a, []
        elif kind == "END":
            ntrace = head[2] == "NTRACE_HEAD"
            rows.append((head[0], head[1], (["SRC: as configured"] if ntrace else []) + fields + (["TSTAMP: variable"] if ntrace else [])))
        elif kind == "RAW":
            rows.append((a[0], a[1], ["SRC: as configured", "the rest unknown"]))
        else:
            limit = a[2] if len(a) > 2 else "0"
            limit = "" if limit == "0" else ", at most " + limit.replace("NEXUS_MAX_", "").replace("_BITS", "'s limit of") + " bits"
            fields.append(a[1] + ": " + {"FIX": a[2] + " bits" if len(a) > 2 else "", "CFG": "fixed, as configured", "VAR": "variable" + limit,
                                         "ADR": "variable, an address", "SEL": "variable, there when " + (a[3] if len(a) > 3 else ""),
                                         "RES": "variable, limit by RCODE"}[kind].replace("'s limit of bits", "'s limit"))
    if len(rows) < 30:
        sys.exit("stage.py: only %d messages in %s" % (len(rows), source))
    table = "".join("| %s | %s | %s |\n" % (n, name, "<br>".join(f.replace("|", "\\|") for f in fs)) for n, name, fs in rows)
    stage.write("reference/message-table.md", "# Table of messages\n\nTCODE, name and fields in order of transmission; made from "
                "%s. TCODE has 6 bits. [The codec's choices](../explanation/messages.md) are on a page of their own.\n\n"
                "| TCODE | Message | Fields |\n|---|---|---|\n%s" % ("`nexus_messages.def`", table))


def api(stage, tag):
    """What the headers declare, by library, with links to the pages of Doxygen."""
    libraries = {}
    for c in ElementTree.parse(tag).getroot().iter("compound"):
        if c.get("kind") != "file":
            continue
        folder = re.search(r"(?:^|/)((?:lib/|rtl-model/|driver/)?[a-z-]+)/include/", c.findtext("path") + c.findtext("name"))
        library = folder.group(1) if folder else "regmap"
        members = sorted({(m.findtext("name"), m.findtext("anchorfile"), m.findtext("anchor"), m.get("kind")) for m in c.iter("member")
                          if m.get("kind") in ("function", "enumeration", "typedef")} | {(s.text, "", "", "struct") for s in c.iter("class")})
        libraries.setdefault(library, []).append((c.findtext("path") + c.findtext("name"), c.findtext("filename"), members))
    structs = {c.findtext("name"): c.findtext("filename") for c in ElementTree.parse(tag).getroot().iter("compound") if c.get("kind") in ("struct", "union")}
    for library, headers in libraries.items():
        text = "# Headers of %s\n\nThe contract of each function is in its header; the links lead to it.\n\n" % library
        for path, filename, members in sorted(headers):
            name = re.sub(r"^.*/include/", "", path)
            text += "## %s\n\n<a href=\"../api/%s\">The whole header</a>\n\n" % (name, filename)
            for label, kind in (("Functions", "function"), ("Structures", "struct"), ("Enumerations and types", ("enumeration", "typedef"))):
                links = ['<a href="../api/%s">%s</a>' % (structs[n] if k == "struct" else "%s#%s" % (f, a), n)
                         for n, f, a, k in members if n and (k == kind or k in kind and not isinstance(kind, str)) and (k != "struct" or n in structs)]
                text += "%s: %s\n\n" % (label, ", ".join(links)) if links else ""
        stage.write("c/%s.md" % library.replace("/", "-"), text)
    names = sorted(libraries)
    rows = "".join("| [%s](%s.md) | %d headers, %d functions |\n" % (n, n.replace("/", "-"), len(libraries[n]), sum(
        m[3] == "function" for h in libraries[n] for m in h[2])) for n in names)
    stage.write("c/index.md", "# C interfaces\n\nThe headers are contracts: units, ranges, and every status that can come back. "
                "<a href=\"../api/files.html\">All of them, by Doxygen</a>; below, what each library declares.\n\n| Library | |\n|---|---|\n%s%s" % (
                    rows, toctree("", [n.replace("/", "-") + ".md" for n in names])))


def main():
    man, tag, out = sys.argv[1:]
    shutil.rmtree(out, ignore_errors=True)
    stage = Stage(out)
    for path in stage.files:
        if path.endswith(".md") and path != "docs/README.md":
            stage.page(path)
        elif path.startswith("docs/images/"):
            os.makedirs(os.path.join(out, "images"), exist_ok=True)
            shutil.copy(path, os.path.join(out, "images"))
    os.makedirs(os.path.join(out, "_static"), exist_ok=True)
    shutil.copy("docs/site/site.css", os.path.join(out, "_static"))
    man_pages(stage, man)
    messages(stage)
    api(stage, tag)
    index = stage.index()
    rest = [stage.place(f) for f in stage.files if f.endswith(".md") and f != "docs/README.md" and stage.place(f) not in stage.listed]
    unlisted = [p for p in rest if not p.startswith("tree/")]
    stage.bad += ["docs/README.md: does not list %s" % p for p in unlisted]
    index += toctree("Commands and interfaces", ["man/index.md", "c/index.md", "reference/message-table.md"])
    sources = stage.sources()
    stage.write("tree/index.md", "# Files of the tree\n\nWhat the pages link to.\n\n" + toctree("", [p[5:] for p in sorted(p for p in rest if p.startswith("tree/")) + sources], False))
    stage.write("index.md", index + toctree("The tree", ["tree/index.md"]))
    for b in stage.bad:
        print("stage.py: " + b, file=sys.stderr)
    sys.exit(1 if stage.bad else 0)


main()
