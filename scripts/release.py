#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""release.py sort|check|VERSION: CHANGELOG.md and the version, which lib/trace/include/htr/htr_version.h states.

  sort      each version has one section Added, Changed, Fixed, in this order: sections that a merge by union left twice are joined, entries
            that are there twice, or once more with a longer end, are left once
  check     exit status 1, with lines, where sort would change something, and when the newest release is not the version of the header
  VERSION   sort, what is Unreleased becomes VERSION of today, the header states it, tutorials show it where they showed the one before, and the figures
            of docs/results are kept as its own

--root FOLDER: the tree (that of this script).
"""
import argparse
import datetime
import glob
import os
import re
import subprocess
import sys

HEADER = 'lib/trace/include/htr/htr_version.h'
ORDER = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']


def entries(lines):
    """Each begins with "- "; lines that follow it belong to it."""
    out = []
    for line in lines:
        if line.startswith('- ') or not out:
            out.append([line])
        else:
            out[-1].append(line)
    return ['\n'.join(e).rstrip() for e in out if '\n'.join(e).strip()]


def without_older(held):
    """Entries that go on as a longer one does, which a merge left beside it, are left out."""
    def is_older(e):
        return any(o != e and o.startswith(e.rstrip('.')) for o in held)
    return [e for e in held if not is_older(e)]


def sort(text):
    parts = re.split(r'^(## .*)$', text, flags=re.M)
    out = [parts[0].rstrip()]
    for head, body in zip(parts[1::2], parts[2::2]):
        sections = re.split(r'^### (.*)$', body, flags=re.M)
        kept = {}
        for name, lines in zip(sections[1::2], sections[2::2]):
            held = kept.setdefault(name.strip(), [])
            held += [e for e in entries(lines.strip('\n').split('\n')) if e not in held]
        out.append(head + ('\n\n' + sections[0].strip() if sections[0].strip() else ''))
        for name in sorted(kept, key=lambda n: ORDER.index(n) if n in ORDER else len(ORDER)):
            out.append(f'### {name}\n\n' + '\n'.join(without_older(kept[name])))
    return '\n\n'.join(out) + '\n'


def read(root, name):
    with open(os.path.join(root, name)) as f:
        return f.read()


def write(root, name, text):
    with open(os.path.join(root, name), 'w') as f:
        f.write(text)


def version(root):
    numbers = dict(re.findall(r'^#define HARTRACE_VERSION_(MAJOR|MINOR|PATCH) (\d+)$', read(root, HEADER), re.M))
    return '.'.join(numbers[k] for k in ('MAJOR', 'MINOR', 'PATCH'))


def check(root):
    text, bad = read(root, 'CHANGELOG.md'), 0
    if sort(text) != text:
        print('CHANGELOG.md: sections are twice, or not in order, or entries are twice: scripts/release.py sort')
        bad = 1
    newest = re.search(r'^## (\d+\.\d+\.\d+)', text, re.M)
    if newest and newest[1] != version(root):
        print(f'CHANGELOG.md: the newest release is {newest[1]}, {HEADER} states {version(root)}')
        bad = 1
    return bad


def release(root, name):
    text = sort(read(root, 'CHANGELOG.md'))
    if not re.fullmatch(r'\d+\.\d+\.\d+', name):
        sys.exit(f'release: {name}: no version; it is MAJOR.MINOR.PATCH')
    if re.search(rf'^## {re.escape(name)}\b', text, re.M):
        sys.exit(f'release: {name} is in CHANGELOG.md already')
    if '## Unreleased\n' not in text:
        sys.exit('release: CHANGELOG.md has nothing that is Unreleased')
    write(root, 'CHANGELOG.md', text.replace('## Unreleased\n', f'## {name} - {datetime.date.today().isoformat()}\n', 1))
    before = version(root)
    for page in glob.glob(os.path.join(root, 'docs/tutorial/*.md')):  # as commands print it, on a line by itself
        write(root, page, re.sub(rf'^(hartrace )?{re.escape(before)}$', rf'\g<1>{name}', read(root, page), flags=re.M))
    header = read(root, HEADER)
    for what, number in zip(('MAJOR', 'MINOR', 'PATCH'), name.split('.')):
        header = re.sub(rf'^(#define HARTRACE_VERSION_{what}) \d+$', rf'\1 {number}', header, flags=re.M)
    write(root, HEADER, header)
    return subprocess.run([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'results.py'), 'release', name, '--root', root]).returncode


def main():
    ask = argparse.ArgumentParser(usage=__doc__)
    ask.add_argument('what')
    ask.add_argument('--root', default=os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    said = ask.parse_args()
    root = os.path.abspath(said.root)
    if said.what == 'check':
        return check(root)
    if said.what == 'sort':
        write(root, 'CHANGELOG.md', sort(read(root, 'CHANGELOG.md')))
        return 0
    return release(root, said.what)


if __name__ == '__main__':
    sys.exit(main())
