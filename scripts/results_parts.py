# SPDX-License-Identifier: Apache-2.0
"""What `results.py measure` can measure: for each part a function that runs the tools of the project and returns tables.

A table that is not `whole` replaces the rows that it has, by their first cell; rows that were not measured this time stay with their date.
"""
import json
import os
import re
import subprocess


class Cannot(Exception):
    """What is missing on this machine."""


def run(root, *command, **env):
    said = subprocess.run(command, cwd=root, env={**os.environ, **env}, capture_output=True, text=True)
    if said.returncode != 0:
        raise Cannot(f"{' '.join(command)}: exit status {said.returncode}: {(said.stderr + said.stdout).strip()[-300:]}")
    return said.stdout


def workloads():
    folder = os.environ.get('HARTRACE_WORKLOADS')
    if not folder:
        raise Cannot('HARTRACE_WORKLOADS is not set')
    return folder


def instructions():
    """Of the published programs, by name."""
    with open(os.path.join(workloads(), 'README.md')) as f:
        return {name: int(n) for name, n in re.findall(r'^\| *(\S+) *\| *(\d+) *\|', f.read(), re.M)}


def table(columns, forms, rows, whole=False):
    return {'columns': columns, 'forms': forms, 'rows': [{'cells': r} for r in rows], 'whole': whole}


def rounded(value, digits=3):
    """To a number of digits that count: 118.9 is 119, with three."""
    value = float(f'{value:.{digits}g}')
    return int(value) if value == int(value) else value


def bench(root, part):
    """Lines of `make bench` by name: seconds, rate; and ratios, one number."""
    workloads()
    rates, ratios = {}, {}
    for line in run(root, 'make', '-s', 'bench', f'BENCH={part}', BENCH=part).split('\n'):
        found = re.match(r'(.*?) +([\d.]+) s +([\d.]+) (\S+)', line)
        if found:
            rates[found[1]] = (float(found[2]), float(found[3]))
        found = re.match(r'(.*?) +([\d.]+) times$', line)
        if found:
            ratios[found[1]] = float(found[2])
    if not rates:
        raise Cannot(f'make bench BENCH={part} printed no rate')
    return rates, ratios


def encode(root):
    names = {'HTM, PC list as text (367 MB)': 'encode htm', 'BTM': 'encode btm',
             'HTM, implicit return and repeated history': 'encode htm, return stack, repeated history',
             'HTM, list in gzip (5 MB)': 'encode htm, list in gzip', 'HTM, list in zstd (2 MB)': 'encode htm, list in zstd',
             'HTM, PCSEQ list (470 MB)': 'encode htm, PCSEQ list',
             'reference encoder, HTM, the same PCSEQ list': 'reference tool, encode htm, PCSEQ list'}
    rates, _ = bench(root, 'encode')
    rows = [[what, rates[name][0], rounded(rates[name][1])] for what, name in names.items() if name in rates]
    return {'rates': table(['CoreMark', 'seconds', 'M instructions a second'], ['text', '3', 'short'], rows)}


def harts(root):
    rows = []
    for line in run(root, 'make', '-s', 'bench', 'BENCH=sim', BENCH='sim').split('\n'):
        found = re.match(r' *(\d+) harts? +([\d.]+) M instr/s trace off +([\d.]+) on +([\d.]+) M cycles', line)
        if found:
            rows.append([found[1]] + [rounded(float(n), 2 + (float(n) >= 100)) for n in found.groups()[1:]])
    return {'rates': table(['Harts', 'trace off', 'on', 'million cycles a second, on'], ['text', '0', '0', 'short'], rows)}


def decode(root):
    names = {'`hartrace decode -f ranges`, whole program': 'program: decode to ranges', '`hartrace decode -f pcs`, text': 'decode to PCs (text)',
             'reference decoder, whole program, PCs to nowhere': 'reference tool, decode to PCs',
             'library: ranges by the batch (`nexus_decoder_next_ranges`)': 'library: ranges by the batch',
             'library: every PC in a callback (`flow_range_pcs`)': 'library: every PC in a callback',
             'library: elements one by one (`nexus_decoder_next`), `ahead`': 'library: elements, one by one',
             'limit: walk a decoded table, every PC stored': 'limit: walk a decoded table, store PCs',
             'limit: walk cached blocks, every range stored, outcomes as bytes': 'limit: walk cached blocks, store ranges',
             "limit: the same, outcomes as bits and the file's whole record": 'limit: walk blocks by HIST bits, whole records'}
    rates, _ = bench(root, 'decode')
    rows = [[what] + [rounded(rates[f'{mode} {name}'][1], 4) for mode in ('htm', 'btm')] for what, name in names.items() if f'htm {name}' in rates]
    return {'rates': table(['M instructions a second', 'HTM', 'BTM'], ['text', 'short', 'short'], rows)}


def threads(root):
    _, ratios = bench(root, 'decode')
    rows = [[what] + [f"{ratios[f'{mode} {name}: 2 threads against 1']:.2f}" for mode in ('htm', 'btm')]
            for what, name in (('ranges', 'ranges'), ('PCs, text', 'pcs'))]
    return {'gain': table(['2 threads against 1', 'HTM', 'BTM'], ['text', 'text', 'text'], rows)}


def etrace(root):
    workloads()
    said = run(root, 'make', '-s', 'bench', 'BENCH=etrace', BENCH='etrace')
    names = {'library: ranges by the batch (`etrace_decoder_next_ranges`), M instructions a second': 'ranges', 'library: every PC in a callback': 'every PC',
             'library: elements one by one (`etrace_decoder_next`)': 'elements', 'library: packets alone, M packets a second': 'packets alone',
             'library: encapsulation alone': 'frames alone'}
    rows = {what: [what] for what in ['packets', 'bits per instruction', *names]}
    for which in ('base', 'ir8', 'best'):
        size = re.search(rf'^etrace {which}: (\d+) packets, \d+ bytes, ([\d.]+) bits', said, re.M)
        rows['packets'].append(int(size[1]))
        rows['bits per instruction'].append(float(size[2]))
        for what, name in names.items():
            found = re.search(rf'^etrace {which}, [^\n]*{name}[^\n]*? +[\d.]+ s +([\d.]+) ', said, re.M)
            if not found:
                raise Cannot(f'make bench BENCH=etrace printed no line "{name}" of {which}')
            rows[what].append(rounded(float(found[1])))
    return {'rates': table(['', 'base', 'ir8', 'best'], ['text', 'short', 'short', 'short'], list(rows.values()))}


def systemc(root):
    names = {'C models': 'C models', 'every cycle': 'SystemC, every cycle a clock edge', 'quantum 100': 'SystemC, quantum 100',
             'quantum 10000': 'SystemC, quantum 10000'}
    rows = {what: [what, None, None] for what in names.values()}
    for line in run(root, 'make', '-s', 'bench', 'BENCH=systemc', BENCH='systemc').split('\n'):
        found = re.match(r'(.*?) +(\d) harts? +([\d.]+) M instr/s +([\d.]+) x', line)
        if found:
            name = max((n for n in names if n in found[1]), key=len)
            rows[names[name]][1 if found[2] == '1' else 2] = float(found[4])
    return {'rates': table(['time against the C models', 'one hart (sort)', 'four harts (smpwork)'], ['text', '1', '1'], list(rows.values()))}


def compression(root):
    """Three tables from one run of table.sh: bytes, what conformance costs, and the two plain sets."""
    sets = {'btm': 'BTM', 'htm': 'HTM', 'htm+rpt': 'HTM rpt', 'htm+cs8': 'HTM cs8', 'htm+cs8+rpt': 'HTM cs8 rpt', 'best': 'best'}
    rows, means = {}, {}
    said = run(root, 'tests/workloads/table.sh')
    for line in said.split('\n'):
        f = line.split()
        if len(f) == 9 and f[1] in sets:
            if f[7] != 'yes':
                raise Cannot(f'{f[0]} {f[1]}: its trace is not equal to its list')
            rows.setdefault(f[0], {})[f[1]] = [int(n) for n in f[2:7]]
        found = re.match(r'(\S+) \(\d+ programs\) +([\d.]+) +([\d.]+)', line)
        if found:
            means[found[1]] = (found[2], found[3])
    count = instructions()
    many = [[p, count[p]] + [[r[s][0], r[s][0] - r[s][1]] for s in sets] for p, r in rows.items()]
    many.append(['mean bits/instruction, ours', None] + [means[s][0] for s in sets])
    many.append(['published', None] + [means[s][1] if s != 'best' else None for s in sets])
    costs = [[p, sets[s], n[3] // 6, n[3], n[2], n[0] - n[1], n[4]] for p, r in rows.items() for s, n in r.items() if s in ('htm', 'htm+cs8') and (n[2] or n[3])
             and n[0] != n[1]]
    plain = []
    for p, r in rows.items():
        b, h = r['btm'], r['htm']
        more = h[0] - h[1]
        plain.append([p, count[p], b[0], b[1], h[0], h[1], f"{more:+d} ({'b' if h[3] else 'a'})" if more else '0'])
    return {'bytes': table(['program', 'instructions', *sets.values()], ['text', '0', 'pair', 'pair', 'pair', 'pair', 'pair', 'pair'], many, True),
            'costs': table(['program', 'set', 'messages', 'bytes', 'cdf', 'difference from the published', 'rest'],
                           ['text', 'text', '0', '0', '0', 'signed', '0'], costs, True),
            'plain': table(['program', 'instructions', 'BTM', 'published', 'HTM', 'published', 'difference'],
                           ['text', '0', '0', '0', '0', '0', 'text'], plain, True)}


def floor(root):
    count = instructions()
    rows, total, bits = [], [0, 0], [0, 0]
    said = run(root, 'tests/workloads/floor.sh')
    for line in said.split('\n'):
        f = line.split()
        if len(f) == 10 and f[1].isdigit():
            rows.append([f[0]] + [int(n) for n in f[1:9]] + [float(f[9])])
            total = [total[0] + int(f[7]), total[1] + int(f[8])]
            bits = [b + 8 * int(n) / count[f[0]] for b, n in zip(bits, f[7:9])]
    if not rows:
        raise Cannot('floor.sh printed no program')
    rows.append(['sum'] + [None] * 6 + total + [round(total[1] / total[0], 3)])
    rows.append(['mean bits/instruction'] + [None] * 6 + [round(b / (len(rows) - 1), 4) for b in bits] + [round(bits[1] / bits[0], 3)])
    return {'floor': table(['program', 'branches', 'jumps reported', 'start, end', 'jumps', 'I-CNT', 'history', 'floor', 'best', 'best / floor'],
                           ['text'] + ['0'] * 6 + ['short', 'short', '3'], rows, True)}


def options(root):
    """The set "best" with one change each: EXTRA comes after its own options."""
    workloads()
    changes = {'none': '', 'no RepeatBranch (`repeat_branch_htm=0`)': '--param repeat_branch_htm=0',
               'patterns of 28, 30 and 31 outcomes only (`hist_search=1`, as the reference encoder)': '--param hist_search=1',
               'equal registers only (`hist_search=0`)': '--param hist_search=0',
               'no repeated history, no RepeatBranch': '--te trTeInstEnRepeatedHistory=0 --param repeat_branch_htm=0',
               'overflow flag instead of the late I-CNT (`icnt_late=0`)': '--param icnt_late=0',
               'return stack of 4': '--param return_stack=4', 'return stack of 2': '--param return_stack=2',
               'HIST of 31 bits (`hist_bits`)': '--param hist_bits=31', 'HIST of 25 bits': '--param hist_bits=25',
               'trTeInstEnAllJumps': '--te trTeInstEnAllJumps=1'}
    rows = []
    for what, extra in changes.items():
        said = run(root, 'bash', '-c', 'tests/workloads/table.sh || [ $? -eq 1 ]', SETS='best', EXTRA=extra)
        found = [line.split() for line in said.split('\n') if ' best ' in line]
        if not found or any(f[7] != 'yes' for f in found if len(f) == 9):
            raise Cannot(f'{what}: a trace is not equal to its list')
        sizes = [f for f in found if len(f) == 9]
        rows.append([what, sum(float(f[8]) for f in sizes) / len(sizes), sum(int(f[2]) for f in sizes)])
    return {'contribution': table(['Change', 'mean', 'bytes'], ['text', '4', '0'], [[w, round(m, 4), b] for w, m, b in rows])}


def protocols(root):
    workloads()
    lists, programs, columns, now = [], [], None, None
    for line in run(root, 'tests/workloads/etrace.sh').split('\n'):
        cells = [c.strip() for c in line.split('|')[1:-1]]
        if not cells or cells[0].startswith('---'):
            continue
        if cells[0] == 'program':
            columns = cells
            continue
        row = [cells[0], int(cells[1]) if cells[1] else None] + [float(c) for c in cells[2:]]
        if row[0].startswith('mean'):
            row[0] = f'**{row[0]}**'
            (lists if 'list' in row[0] else programs).append(row)
        else:
            now = lists if os.path.exists(os.path.join(workloads(), row[0] + '.pcs.gz')) else programs
            now.append(row)
    forms = ['text', '0'] + ['4'] * 10
    return {'lists': table(columns, forms, lists, True), 'programs': table(columns, forms, programs, True)}


def kit(root):
    """The verdicts of the models, which the program runs itself."""
    head = ['Implementation', 'Command', 'Held', 'Broken', 'Not applicable', 'Not reached']
    forms = ['text', 'text', '0', '0', '0', '0']
    out = {}
    for name, what, command in (('encoders', 'hartrace, C model', ['encoder']), ('decoders', 'hartrace', ['decoder']),
                                ('components', 'hartrace, C models: two encoders, funnel, RAM sink', ['registers'])):
        said = json.loads(run(root, f"{os.environ.get('BUILD', 'build')}/hartrace", 'kit', *command, '--format', 'json'))
        out[name] = table(head, forms, [[what, f"`hartrace kit {' '.join(command)}`"] +
                                        [said[v] for v in ('held', 'broken', 'not_applicable', 'not_reached')]])
    return out


def conformance(root):
    """Rules by page: all, held by a test, with a reason instead, and held on the RTL."""
    rows = []
    for page, what in (('conformance', 'Trace Control Interface, N-Trace'), ('conformance-etrace', 'E-Trace')):
        with open(os.path.join(root, f'docs/reference/{page}.md')) as f:
            rules = [[c.strip() for c in re.split(r'(?<!\\)\|', line)[1:-1]] for line in f if re.match(r'\| [A-Z]+-[A-Z]+-\d+ \|', line)]
        tested, on_rtl = (sum(not r[i].startswith('reason:') and bool(re.search(r'\w/\w', r[i])) for r in rules) for i in (4, 5))
        rows.append([what, len(rules), tested, len(rules) - tested, on_rtl, sum(r[5] == 'pending' for r in rules)])
    vectors = os.listdir(os.path.join(root, 'tests/vectors')) if os.path.isdir(os.path.join(root, 'tests/vectors')) else []
    many = [[kind, sum(v.endswith(end) for v in vectors)] for kind, end in (('N-Trace', '.ntt'), ('E-Trace', '.ett'))]
    return {'rules': table(['Specification', 'rules', 'held by a test', 'a reason instead', 'held on the RTL', 'pending on the RTL'],
                           ['text'] + ['0'] * 5, rows, True),
            'vectors': table(['Golden vectors', 'files'], ['text', '0'], many, True)}


def shards(root):
    """Seconds and bytes per GB of trace, from one run of bench-shards.py."""
    folder = workloads()
    said = json.loads(run(root, 'scripts/bench-shards.py', f"{os.environ.get('BUILD', 'build')}/hartrace", os.path.join(folder, 'coremark.pcs.gz'),
                          os.path.join(folder, 'coremark.pcinfo.gz')))
    trace, plan, cut, start = (said[k] for k in ('trace', 'plan', 'cut', 'start'))
    gb = trace['bytes'] / 1e9
    rows = []
    for name, f in said['formats'].items():
        part = gb * f['share']
        cells = [f['run'][0] / part, f['bytes'] / 1e9 / part, f['run'][1] / 1e3]
        for step in ('join', 'one'):
            cells += [f[step][0] / gb, f[step][1] / 1e3] if step in f else [None, None]
        rows.append([f'`{name}`'] + [None if c is None else rounded(c) if c >= 0.001 else 0 for c in cells])
    fixed = [['trace', rounded(trace['bytes'] / 1e6, 4), 'MB'], ['instructions', rounded(trace['instructions'] / 1e6, 4), 'million'],
             ['plan of 8 shards: processor', rounded(plan['seconds'] / gb), 's per GB of trace'],
             ['plan of 8 shards: memory', rounded(plan['kb'] / 1e3), 'MB'],
             ['plan, each shard', rounded(plan['bytes'] / plan['shards']), 'bytes of its file'],
             ['cut, mean of 1,000', rounded(cut['mean']), 'bytes to the next synchronizing message'],
             ['cut, longest of 1,000', cut['most'], 'bytes to the next synchronizing message'],
             ['start', rounded(1e3 * start['wall']), f"ms, all of a shard of {rounded(start['bytes'] / 1e3)} kB among 1,000, with the disk"],
             ['start: processor', rounded(1e3 * start['cpu']), 'ms']]
    head = ['Format', 'run, s', 'result, GB', 'run, MB', 'join, s', 'join, MB', 'one process, s', 'one process, MB']
    return {'cost': table(head, ['text'] + ['short'] * 7, rows, True), 'fixed': table(['What', 'measured', 'unit'], ['text', 'short', 'text'], fixed, True)}


def scale(root):
    rows = [[c.strip() for c in line.split('|')[1:-1]] for line in run(root, 'python3', 'scripts/shard-cost.py').split('\n') if line.startswith('|')]
    return {'simulated': table(rows[0], ['text', '0', '0', '0', 'text', 'text', 'text'],
                               [[r[0]] + [int(c) for c in r[1:4]] + r[4:] for r in rows[2:]], True)}


# Lines of `make bench-rtl`: the table of each, and its first cell there. Those that begin with "option " are found by their parameters.
AREA = {
    'encoder, minimal: BTM, 32 bits': ('encoders', 'minimal: BTM, 32 bits, no options'),
    'encoder, typical: HTM, 32 bits': ('encoders', 'typical: HTM, 32 bits, return stack 8, repeated history, timestamps, context, 32-bit link'),
    'encoder, typical, 64 bits': ('encoders', 'the same with 64-bit addresses'),
    'encoder, typical, E-Trace alone': ('encoders', 'typical with E-Trace alone (`Ntrace=0 Etrace=1`)'),
    'encoder, typical, both protocols': ('encoders', 'typical with both (`Etrace=1`)'),
    'encoder, full: 64 bits, all but filters': ('encoders', 'full: BTM and HTM, 64 bits, every option but filters'),
    'encoder, full, two blocks per cycle': ('encoders', 'full, two blocks per cycle'),
    'encoder, full, 1 filter, 1 comparator': ('encoders', 'full, 1 filter, 1 comparator'),
    'encoder, full, 2 filters, 2 comparators': ('encoders', 'full, 2 filters, 2 comparators'),
    'encoder, full, 16 filters, 8 comparators': ('encoders', 'full, 16 filters, 8 comparators'),
    'synth_xilinx: minimal': ('xilinx', 'minimal'), 'synth_xilinx: typical': ('xilinx', 'typical'), 'synth_xilinx: full': ('xilinx', 'full'),
    'E-Trace back end, typical: 32 bits': ('etrace', 'typical: 32 bits, return stack 8, 32-bit link'),
    'E-Trace back end, a call counter of 3 bits': ('etrace', 'the same with a call counter of 3 bits'),
    'E-Trace back end, a branch predictor of 16 entries': ('etrace', 'with a branch predictor of 16 entries'),
    'E-Trace back end, a jump target cache of 16 entries': ('etrace', 'with a jump target cache of 16 entries'),
    'E-Trace back end, without implicit return': ('etrace', 'without implicit return'),
    'E-Trace back end, without srcID': ('etrace', 'without srcID'),
    'E-Trace back end, timestamps of 40 bits': ('etrace', 'timestamps of 40 bits'),
    'E-Trace back end, contexts of 16 bits': ('etrace', 'contexts of 16 bits'),
    'E-Trace back end, 8-bit link': ('etrace', '8-bit link'), 'E-Trace back end, 64 bits': ('etrace', '64-bit addresses'),
    'funnel, 2 inputs, no buffers': ('components', 'funnel, 2 inputs, no buffers'), 'funnel, 8 inputs': ('components', 'funnel, 8 inputs'),
    'funnel, 8 inputs, timestamps': ('components', 'funnel, 8 inputs, timestamps'), 'RAM sink, SRAM of 1 KiB': ('components', 'RAM sink, SRAM of 1 KiB'),
    'RAM sink, system memory, AXI4': ('components', 'RAM sink, system memory, AXI4'),
    'RAM sink, system memory, AHB-Lite': ('components', 'RAM sink, system memory, 32-bit AHB-Lite'),
    'system, 1 hart, RAM sink': ('components', 'system of typical encoders: 1 hart, RAM sink'),
    'system, 2 harts, funnel, RAM sink': ('components', 'system of typical encoders: 2 harts, funnel, RAM sink'),
    'PIB sink, all modes': ('pib', 'all modes, a 16-bit divider'), 'PIB sink, 1 to 16 pins': ('pib', '1 to 16 pins, no SWT'),
    'PIB sink, 8 pins, centered': ('pib', '8 pins, centered clock, a 4-bit divider, no calibration'), 'PIB sink, UART': ('pib', 'UART, no calibration'),
    'ATB bridge, 32 bits': ('atb', '32 bits, 32-bit link'), 'ATB bridge, 128 bits': ('atb', '128 bits, 32-bit link'),
    'ATB bridge, 8 bits, 8-bit link': ('atb', '8 bits, 8-bit link'),
}


# The set of parameters of the tests with which an encoder of the table is simulated.
SIMULATED = {'encoder, minimal: BTM, 32 bits': 'min', 'encoder, typical: HTM, 32 bits': 'typ', 'encoder, full: 64 bits, all but filters': 'full',
             'encoder, full, two blocks per cycle': 'dual'}


def simulation_rates(said):
    """The best rate of each set, in million cycles per second, from what bench_rtl prints, run several times."""
    best = {}
    for name, rate in re.findall(r'^(\w+) +([\d.]+) million cycles/s', said, re.M):
        best[name] = max(best.get(name, 0.0), float(rate))
    return best


def area_rows(said, old, rates=None):
    """Rows by table, from what `make bench-rtl` prints and the tables that there are: their forms, and the names of options."""
    found, rows = {}, {}
    for line in said.split('\n'):
        at = re.match(r'(.*?) +(\d+) LUT4, (\d+) flip-flops, longest path (\d+) LUTs$', line)
        if at:
            found[at[1]] = [int(n) for n in at.groups()[1:]]
        at = re.match(r'(synth_xilinx: \S+) +(\d+) LUT \((.*)\), (\d+) flip-flops, (\d+) MUXF7/8, (\d+) CARRY4, (\d+) LUT as memory', line)
        if at:
            luts = {name: int(n) for n, name in (each.split() for each in at[3].split(', '))}
            found[at[1]] = [int(at[2])] + [luts.get(f'LUT{i}', 0) for i in range(1, 7)] + [int(n) for n in at.groups()[3:]]
    typical = found.get('encoder, typical: HTM, 32 bits')
    for name, numbers in found.items():
        if name.startswith('option '):
            key = name[len('option '):]
            row = next((r for r in old['options']['rows'] if (p := r['cells'][1].strip('`')) == key or p[:4] == '... ' and key.endswith(' ' + p[4:])), None)
            if row and typical:
                rows.setdefault('options', []).append(row['cells'][:2] + [a - b for a, b in zip(numbers[:2], typical)])
            else:
                print(f"area: {name}: {'no row has these parameters' if typical else 'the typical encoder was not measured'}; left out")
        elif name in AREA:
            which, label = AREA[name]
            room = len(old[which]['columns']) - 1 - len(numbers)
            before = [None] * room if which == 'etrace' else []
            after = [None] * (room - len(before))
            rate = (rates or {}).get(SIMULATED.get(name))
            if rate is not None:
                after = [f'{rate:.2f} (`{SIMULATED[name]}`)']
            rows.setdefault(which, []).append([label] + before + numbers + after)
        else:
            print(f'area: {name}: no row is known for it; left out')
    return rows


def area(root):
    """All of it, or the lines whose name has AREA in it."""
    with open(os.path.join(root, 'docs/results/results.json')) as f:
        old = json.load(f)['parts']['area']['tables']
    only = os.environ.get('AREA', '')
    said = run(root, 'rtl-model/rtl/bench.sh', 'regmap/gen/sv', only)
    rates = None
    if any(line.startswith(name + ' ') for line in said.split('\n') for name in SIMULATED):
        program = f"{os.environ.get('BUILD', 'build')}/tests/rtl/bench_rtl"
        run(root, 'make', '-s', program)
        rates = simulation_rates(''.join(run(root, program) for _ in range(10)))
    rows = area_rows(said, old, rates)
    if not rows:
        raise Cannot(f'rtl-model/rtl/bench.sh measured nothing that has "{only}" in its name')
    return {which: table(old[which]['columns'], old[which]['forms'], r) for which, r in rows.items()}


def timing(root):
    """Place and route, of the components in the table, or of those whose name has AREA in it; what was before stays."""
    rows = []
    for line in run(root, 'make', '-s', 'bench-rtl', f"T=timing {os.environ.get('AREA', '')}".strip()).split('\n'):
        found = re.match(r'(.{44}) (.*(?:levels).*)', line)
        if found:
            rows.append([found[1].strip(), None, re.sub(r'(\d)(\d{3})\b', r'\1 \2', found[2])])
    return {'components': table(['Component', 'Before', 'After'], ['text', 'text', 'text'], rows)}


def coverage(root):
    rows = [[c.strip() or None for c in line.split('|')[1:-1]] for line in run(root, 'make', '-s', 'coverage-rtl').split('\n') if line.startswith('| `tr_')]
    return {'modules': table(['Module', 'Lines', 'Toggles', 'Cover points'], ['text'] * 4, rows, True)}


def part(measure, title, speed=True, tools=('gcc',)):
    return {'measure': measure, 'title': title, 'speed': speed, 'tools': tools}


PARTS = {
    'conformance': part(conformance, 'Rules of the specifications, and what holds them', False, ()),
    'kit': part(kit, 'Verdicts of the conformance kit', False, ()),
    'compression': part(compression, 'Bytes of the encoder model, beside the published ones', False, ()),
    'options': part(options, 'What each option contributes', False, ()),
    'floor': part(floor, 'The fewest bytes that the format allows', False, ()),
    'protocols': part(protocols, 'Bits per instruction of N-Trace and E-Trace', False, ()),
    'shards': part(shards, 'Cost of shards'),
    'scale': part(scale, 'Shards of a capture on more processors, simulated', False, ()),
    'encode': part(encode, 'Encoding of CoreMark'),
    'harts': part(harts, 'Harts of the platform, traced and not'),
    'decode': part(decode, 'Decoding of CoreMark'),
    'threads': part(threads, 'Two threads against one'),
    'etrace': part(etrace, 'E-Trace of CoreMark'),
    'area': part(area, 'Area of the SystemVerilog by yosys, and speed of its simulation', True, ('yosys', 'verilator')),
    'timing': part(timing, 'Speed of the SystemVerilog after place and route', False, ('yosys', 'nextpnr-ice40')),
    'coverage': part(coverage, 'What the tests of the RTL reach', False, ('verilator',)),
    'systemc': part(systemc, 'SystemC against the C models'),
}
