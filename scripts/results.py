#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""results.py COMMAND: measurements of the documents, from one JSON file (docs/results/README.md has its schema).

  measure [PART...]   measure these parts (all), one after the other, and write the pages; the others keep their values and dates
  write               write the tables and the generated pages from the JSON
  check               exit status 1, with places, when a page is not what the JSON makes
  adopt PAGE          take the rows of the page's tables into the JSON: after an edit by hand, or a merge that changed them
  adopt PAGE:LINE PART.TABLE COMMAND   the table that begins in this line, too: it is between marks from now on
  release VERSION     keep the figures as those of a release, in docs/results/history
  list                the parts, their dates, and what measures them

--root FOLDER: the tree (that of this script).
"""
import argparse
import datetime
import json
import os
import re
import subprocess
import sys

FORMAT = 'hartrace-results-1'
JSON = 'docs/results/results.json'
FIGURES = 'docs/results/figures.md'
HISTORY = 'docs/results/history'
VERSION = 'lib/trace/include/htr/htr_version.h'
BEGIN = re.compile(r'^<!-- results: ([a-z0-9-]+)\.([a-z0-9-]+) -->$')
END = '<!-- end of results -->'
SPDX = '<!-- SPDX-License-Identifier: Apache-2.0 -->\n'
MINUS = '\u2212'


class Wrong(Exception):
    pass


def grouped(value):
    return f'{value:,}'.replace(',', ' ')


def signed(value):
    return f'+{grouped(value)}' if value > 0 else f'{MINUS}{grouped(-value)}' if value < 0 else '0'


def text_of(value, form):
    """A cell as it is in a page. Text and nothing are themselves, in any column."""
    if value is None:
        return ''
    if isinstance(value, str):
        return value
    if form == 'pair':
        many, more = value
        return f'{many} ({more:+d})' if more else f'{many}'
    if form == 'group':
        return grouped(value)
    if form == 'signed':
        return signed(value)
    if form == 'short':
        return f'{value:.10g}'
    return f'{value:.{int(form)}f}'


def row_of(part, table, row):
    """A row by its first cell; None when there is none."""
    return next((r for r in part['tables'].get(table, {'rows': []})['rows'] if r['cells'][0] == row), None)


def value_of(part, table, row, column):
    """The number of a figure, None when there is none."""
    found = row_of(part, table, row)
    if found is None or column not in part['tables'][table]['columns']:
        return None
    value = found['cells'][part['tables'][table]['columns'].index(column)]
    if isinstance(value, str):
        return number_of(value)  # written as text, for its digits
    return value[0] if isinstance(value, list) else value


def places(part):
    where = '' if part['machine'] == 'any' else f", {part['machine']}"
    return f"{part['date']}, hartrace {part['version']}{where}" + (
        '; ' + ', '.join(f'{k} {v}' for k, v in part['tools'].items()) if part['tools'] else '')


def table_lines(name, part, table):
    """A table and the line below it that says where its numbers are from."""
    lines = ['| ' + ' | '.join(table['columns']) + ' |', '|' + '---|' * len(table['columns'])]
    older = {}
    for row in table['rows']:
        cells = [text_of(c, f) for c, f in zip(row['cells'], table['forms'], strict=True)]
        lines.append('|' + '|'.join(f' {c} ' if c else ' ' for c in cells) + '|')
        if row.get('date', part['date']) != part['date']:
            older.setdefault(row['date'], []).append(text_of(row['cells'][0], table['forms'][0]))
    said = f'Measured {places(part)} (`{name}`).'
    for date, rows in sorted(older.items()):
        said += f" Of {date}: {'; '.join(rows)}."
    return lines + ['', said]


def pages(root):
    found = subprocess.run(['git', '-C', root, 'ls-files', '--cached', '--others', '--exclude-standard', '*.md'], capture_output=True, text=True)
    names = found.stdout.split('\n') if found.returncode == 0 else []
    if not any(names):
        names = [os.path.relpath(os.path.join(d, f), root) for d, _, files in os.walk(os.path.join(root, 'docs')) for f in files if f.endswith('.md')]
    return sorted(n for n in set(names) if n and os.path.isfile(os.path.join(root, n)))


def filled(name, text, parts, seen):
    """The text of a page with the tables that belong between its marks."""
    out, within = [], None
    for number, line in enumerate(text.split('\n'), 1):
        begin = BEGIN.match(line)
        if begin:
            if within:
                raise Wrong(f'{name}:{number}: results within results')
            part, table = within = begin.groups()
            if table not in parts.get(part, {}).get('tables', {}):
                raise Wrong(f'{name}:{number}: {JSON} has no table {part}.{table}')
            if within in seen:
                raise Wrong(f'{name}:{number}: {part}.{table} is in {seen[within]} too')
            seen[within] = name
            out += [line, ''] + table_lines(part, parts[part], parts[part]['tables'][table]) + ['']
        elif line == END:
            if not within:
                raise Wrong(f'{name}:{number}: an end of results without their beginning')
            out.append(line)
            within = None
        elif not within:
            out.append(line)
    if within:
        raise Wrong(f'{name}: results without an end')
    return '\n'.join(out)


def anchor(page):
    """From docs/results to a page."""
    return os.path.relpath(page, 'docs/results')


def figures(results, seen):
    lines = [SPDX + '# All measurements', '',
             'Written by `make results` from [results.json](results.json): do not change it here. [README.md](README.md) says how; '
             '[history](history/README.md) shows what moved.', '', '| Part | Date | Version | Machine | Measured by | Tables |', '|---|---|---|---|---|---|']
    here = []
    for name, part in results['parts'].items():
        where = []
        for table in part['tables']:
            if (name, table) in seen:
                page = seen[name, table]
                where.append(f'[{table}]({anchor(page)})')
            else:
                where.append(f'[{table}](#{name}-{table})')
                here.append((name, table))
        lines.append(f"| {name} | {part['date']} | {part['version']} | {part['machine']} | {part['command']} | {', '.join(where)} |")
    for name, table in here:
        part = results['parts'][name]
        lines += ['', f'## {name} {table}', '', part['title'] + '.', ''] + table_lines(name, part, part['tables'][table])
    return '\n'.join(lines) + '\n'


def tracked(results):
    """Figures of the history: (unit, part, table, row, column, the same on any machine)."""
    return [(t['unit'], t['part'], t['table'], t['row'], t['column'], t.get('anywhere', False)) for t in results['tracked']]


def versions(root):
    folder = os.path.join(root, HISTORY)
    names = [f[:-5] for f in os.listdir(folder) if f.endswith('.json')] if os.path.isdir(folder) else []
    return sorted(names, key=lambda v: [int(n) for n in re.findall(r'\d+', v)])


def history(root, results):
    kept = [(v, read(os.path.join(root, HISTORY, v + '.json'))) for v in versions(root)]
    columns = [(v, r['parts']) for v, r in kept] + [('now', results['parts'])]
    lines = [SPDX + '# From release to release', '',
             'Written by `make results` from one file per release in this folder, and from [results.json](../results.json) for *now*. '
             'Numbers of different machines are not comparable: (*n*) after a number names its machine, below.', '']
    lines += ['| Figure | Unit | ' + ' | '.join(v for v, _ in columns) + ' | moved |', '|---|---|' + '---|' * (len(columns) + 1)]
    machines = []
    for unit, part, table, row, column, anywhere in tracked(results):
        cells, last = [], []
        for _, parts in columns:
            p = parts.get(part)
            value = value_of(p, table, row, column) if p else None
            if not isinstance(value, (int, float)):
                cells.append('')
                continue
            machine = 'any' if anywhere else p['machine']
            if machine not in machines:
                machines.append(machine)
            form = p['tables'][table]['forms'][p['tables'][table]['columns'].index(column)]
            cells.append(f"{text_of(value, 'short' if form == 'pair' else form)} ({machines.index(machine) + 1})")
            last.append((value, machine, row_of(p, table, row).get('date', p['date'])))
        moved = ''
        if len(last) > 1 and last[-1] == last[-2]:
            moved = 'not measured again'
        elif len(last) > 1 and last[-1][1] == last[-2][1] and last[-2][0]:
            moved = f'{100 * (last[-1][0] / last[-2][0] - 1):+.1f} %'
        lines.append(f"| {part}: {row}, {column} | {unit} | {' | '.join(cells)} | {moved} |")
    lines += [''] + [f'{i}. {m}' for i, m in enumerate(machines, 1)]
    return '\n'.join(lines) + '\n'


def read(path):
    try:
        with open(path) as f:
            results = json.load(f)
    except (OSError, ValueError) as e:
        raise Wrong(f'{path}: {e}') from None
    if results.get('format') != FORMAT:
        raise Wrong(f"{path}: format is {results.get('format')!r}, not {FORMAT}")
    for name, part in results['parts'].items():
        for key in ('title', 'date', 'version', 'machine', 'tools', 'command', 'tables'):
            if key not in part:
                raise Wrong(f'{path}: part {name} has no {key}')
        for table, t in part['tables'].items():
            for row in t['rows']:
                if not len(t['columns']) == len(t['forms']) == len(row['cells']):
                    raise Wrong(f"{path}: {name}.{table}: a row has {len(row['cells'])} cells for {len(t['columns'])} columns")
    return results


def row_text(row):
    return json.dumps(row, ensure_ascii=False)


def save(path, results):
    """JSON with one line per row of a table, so that a difference shows rows."""
    held = []

    def hold(value):
        if isinstance(value, dict):
            if 'cells' in value:
                held.append(row_text(value))
                return f'@{len(held) - 1}@'
            return {k: hold(v) for k, v in value.items()}
        if isinstance(value, list) and all(not isinstance(v, (dict, list)) for v in value):
            held.append(row_text(value))
            return f'@{len(held) - 1}@'
        return [hold(v) for v in value] if isinstance(value, list) else value

    text = json.dumps(hold(results), indent=1, ensure_ascii=False)
    text = re.sub(r'"@(\d+)@"', lambda m: held[int(m.group(1))], text) + '\n'
    put(path, text)


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + '.new', 'w') as f:
        f.write(text)
    os.replace(path + '.new', path)


def made(root, results):
    """What every page should be, by name."""
    seen, out = {}, {}
    for name in pages(root):
        if name in (FIGURES, HISTORY + '/README.md'):
            continue
        with open(os.path.join(root, name)) as f:
            text = f.read()
        if '<!-- results: ' in text or END in text:
            out[name] = filled(name, text, results['parts'], seen)
    out[FIGURES] = figures(results, seen)
    out[HISTORY + '/README.md'] = history(root, results)
    return out


def write(root):
    for name, text in made(root, read(os.path.join(root, JSON))).items():
        path = os.path.join(root, name)
        try:
            with open(path) as f:
                if f.read() == text:
                    continue
        except OSError:
            pass
        put(path, text)
        print(f'written: {name}')


def check(root):
    bad = 0
    for name, text in made(root, read(os.path.join(root, JSON))).items():
        try:
            with open(os.path.join(root, name)) as f:
                is_now = f.read()
        except OSError:
            is_now = ''
        if is_now == text:
            continue
        bad = 1
        now, wanted = is_now.split('\n'), text.split('\n')
        at = next((i for i, (a, b) in enumerate(zip(now, wanted)) if a != b), min(len(now), len(wanted)))
        print(f'{name}:{at + 1}: is not what {JSON} makes; change that file and run scripts/results.py write')
        print(f'  is     {now[at] if at < len(now) else "(the end)"}\n  JSON   {wanted[at] if at < len(wanted) else "(the end)"}')
    return bad


def version(root):
    with open(os.path.join(root, VERSION)) as f:
        numbers = dict(re.findall(r'^#define HARTRACE_VERSION_(MAJOR|MINOR|PATCH) (\d+)$', f.read(), re.M))
    return '.'.join(numbers[k] for k in ('MAJOR', 'MINOR', 'PATCH'))


def merge(old, new, date):
    """Rows of a new measurement; rows and cells that it did not make stay, rows with the date that they had."""
    rows = {r['cells'][0]: r for r in new['rows']}
    out = []
    for row in old['rows'] if old else []:
        key = row['cells'][0]
        if key in rows:
            rows[key]['cells'] = [b if a is None else a for a, b in zip(rows[key]['cells'], row['cells'])]
        out.append(rows.pop(key) if key in rows else {**row, 'date': row.get('date', date)})
    new['rows'] = out + list(rows.values())
    return new


def measure(root, wanted):
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import results_machine
    import results_parts
    known = results_parts.PARTS
    for name in wanted:
        if name not in known:
            raise Wrong(f"no part {name} that can be measured; they are {', '.join(known)}")
    failed = 0
    for name in wanted or known:
        kind = known[name]
        print(f'measuring {name} ...', flush=True)
        try:
            tables = kind['measure'](root)
        except results_parts.Cannot as e:
            print(f'{name}: not measured: {e}; its figures stay as they were')
            failed = 1 if wanted else failed
            continue
        path = os.path.join(root, JSON)
        results = read(path)
        old = results['parts'].get(name, {'tables': {}, 'date': None})
        keep = {table: t if table in tables else merge(t, {**t, 'rows': []}, old['date']) for table, t in old['tables'].items()}
        for table, t in tables.items():
            keep[table] = merge(keep.get(table), t, old['date']) if not t.pop('whole', False) else t
        results['parts'][name] = {
            'title': kind['title'], 'date': datetime.date.today().isoformat(), 'version': version(root),
            'machine': results_machine.machine() if kind['speed'] else 'any', 'tools': {t: results_machine.tool_version(t) for t in kind['tools']},
            'command': f'`make results PART={name}`', 'tables': keep}
        save(path, results)
    write(root)
    return failed


# ---- tables of a page, into the JSON ----

def number_of(text):
    plain = text.replace(MINUS, '-')
    found = re.fullmatch(r'(\d+) \(([+-]\d+)\)', text)
    if found:
        return [int(found[1]), int(found[2])]
    if re.fullmatch(r'[+-]?\d{1,3}( \d{3})+|[+-]?\d+', plain):
        return int(plain.replace(' ', ''))
    return float(plain) if re.fullmatch(r'[+-]?\d*\.\d+', plain) else None


def form_of(cells):
    """The form in which most cells of a column are numbers, and the cells: the others stay text."""
    best = None
    for form in ('pair', '0', '1', '2', '3', '4', 'short', 'group', 'signed', 'text'):
        out = []
        for cell in cells:
            value = number_of(cell)
            if form == 'pair' and isinstance(value, int):
                value = [value, 0]
            fits = isinstance(value, list) if form == 'pair' else isinstance(value, int) or (isinstance(value, float) and form in '1234short')
            fits = fits and form != 'text' and text_of(value, form) == cell
            out.append(None if cell == '' else value if fits else cell)
        many = sum(not isinstance(c, (str, type(None))) for c in out)
        if form == 'pair' and not any(isinstance(c, list) and c[1] for c in out):
            continue
        if best is None or many > best[0]:
            best = (many, form, out)
    return (best[1], best[2]) if best[0] else ('text', [c or None for c in cells])


def split_row(line):
    return [c.strip() for c in re.split(r'(?<!\\)\|', line.strip())[1:-1]]


def table_of(lines):
    """A table from its lines in Markdown."""
    rows = [split_row(line) for line in lines]
    columns = [form_of([r[i] for r in rows[2:]]) for i in range(len(rows[0]))]
    columns[0] = ('text', [r[0] for r in rows[2:]])
    return {'columns': rows[0], 'forms': [f for f, _ in columns], 'rows': [{'cells': list(cells)} for cells in zip(*(c for _, c in columns))]}


def adopted(part, old, new, date):
    """Rows that are as they were keep their date."""
    def said(table, row):
        return [text_of(c, f) for c, f in zip(row['cells'], table['forms'])]
    if old is None:
        part['date'] = max(part['date'], date)
        return new
    before = {json.dumps(said(old, r)): r.get('date', part['date']) for r in old['rows']}
    now = [before.get(json.dumps(said(new, r))) for r in new['rows']]
    if None in now and not all(d is None for d in now):
        for row, d in zip(new['rows'], now):
            if d is not None and d != date:
                row['date'] = d
    part['date'] = date if None in now else part['date']
    return new


def table_at(lines, at):
    end = at
    while end < len(lines) and lines[end].startswith('|'):
        end += 1
    if end - at < 3:
        raise Wrong(f'line {at + 1}: no table begins here')
    return end


def adopt(root, names):
    where, _, line = names[0].partition(':')
    path, store = os.path.join(root, where), os.path.join(root, JSON)
    results, today = read(store), datetime.date.today().isoformat()
    with open(path) as f:
        lines = f.read().split('\n')
    if line:
        if len(names) != 3 or '.' not in names[1]:
            raise Wrong('adopt PAGE:LINE PART.TABLE COMMAND')
        part, table = names[1].split('.')
        at = int(line) - 1
        end = table_at(lines, at)
        p = results['parts'].setdefault(part, {'title': part, 'date': today, 'version': version(root), 'machine': 'any', 'tools': {}, 'command': names[2],
                                               'tables': {}})
        p['tables'][table] = adopted(p, p['tables'].get(table), table_of(lines[at:end]), today)
        lines[at:end] = [f'<!-- results: {part}.{table} -->', END]
    else:
        for at, text in enumerate(lines):
            begin = BEGIN.match(text)
            if begin:
                part, table = begin.groups()
                first = next(i for i in range(at, len(lines)) if lines[i].startswith('|') or lines[i] == END)
                new = table_of(lines[first:table_at(lines, first)])
                p = results['parts'][part]
                old = p['tables'].get(table)
                if old is None or [table_lines(part, p, old)[:-1]] != [table_lines(part, p, new)[:-1]]:
                    p['tables'][table] = adopted(p, old, new, today)
                    print(f'adopted: {part}.{table}')
    put(path, '\n'.join(lines))
    save(store, results)
    write(root)


def release(root, name):
    if not re.fullmatch(r'\d+\.\d+\.\d+', name):
        raise Wrong(f'{name}: no version; it is MAJOR.MINOR.PATCH')
    path = os.path.join(root, HISTORY, name + '.json')
    if os.path.exists(path):
        raise Wrong(f'{path}: is there already; figures of a release do not change')
    save(path, read(os.path.join(root, JSON)))
    write(root)


def main():
    ask = argparse.ArgumentParser(usage=__doc__)
    ask.add_argument('command', choices=['measure', 'write', 'check', 'adopt', 'release', 'list'])
    ask.add_argument('--root', default=os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    ask.add_argument('names', nargs='*')
    said = ask.parse_args()
    root = os.path.abspath(said.root)
    try:
        if said.command == 'measure':
            return measure(root, said.names)
        if said.command == 'release':
            if len(said.names) != 1:
                raise Wrong('release: one version')
            return release(root, said.names[0])
        if said.command == 'adopt':
            if not said.names:
                raise Wrong('adopt: a page')
            return adopt(root, said.names)
        if said.command == 'list':
            for name, part in read(os.path.join(root, JSON))['parts'].items():
                print(f"{name:18} {part['date']}  {part['version']:6} {part['command']}")
            return 0
        return write(root) if said.command == 'write' else check(root)
    except Wrong as e:
        print(f'results: {e}', file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(main())
