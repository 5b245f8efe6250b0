#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""doc-files.py: the files of hartrace-doc, one per line: pages, pictures, examples, vectors, and each file of the tree that a page links to, so that
every link leads somewhere when the folders are as in the tree. Exit status 1 if a link does not."""
import glob
import os
import re
import sys

PATTERNS = ["*.md", "docs/**/*.md", "docs/images/*", "docs/results/**/*.json", "examples/**/*", "regmap/gen/md/**/*.md", "tests/vectors/**/*"]
# What makes files, and is linked to by none.
NOT = re.compile(r"\.mk$")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")


def links(page):
    """Paths in the tree that a page links to; code between fences has none."""
    with open(page) as f:
        text = re.sub(r"(?ms)^\s*```.*?^\s*```\s*$", "", f.read())
    for link in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
        if not re.match(r"[a-z]+:", link):
            yield os.path.normpath(os.path.join(os.path.dirname(page), link))


def main():
    files = {f for p in PATTERNS for f in glob.glob(p, recursive=True) if os.path.isfile(f) and not NOT.search(f)}
    todo, folders, bad = [f for f in files if f.endswith(".md")], set(), []
    while todo:
        page = todo.pop()
        for path in links(page):
            if os.path.isdir(path):
                folders.add((page, path))
            elif not os.path.isfile(path):
                bad.append(f"{page}: link to {path}: not in the tree")
            elif path not in files:
                files.add(path)
                todo += [path] if path.endswith(".md") else []
    bad += [f"{page}: link to the folder {path}, of which nothing is in hartrace-doc" for page, path in sorted(folders)
            if not any(f.startswith(path + "/") for f in files)]
    print("\n".join(sorted(files)))
    print("\n".join(bad), end="\n" if bad else "", file=sys.stderr)
    return 1 if bad else 0


sys.exit(main())
