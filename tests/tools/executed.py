# SPDX-License-Identifier: Apache-2.0
"""What a program did, counted from its executed PCs with objdump and nm: no code of this project.

Calls and returns are those of the psABI's registers (jal and jalr with ra, ret); functions are what nm lists.
"""
import bisect
import collections
import re
import subprocess

TOOL = "riscv64-unknown-elf-"


def pcs(path):
    return [int(line, 16) for line in open(path)]


def instructions(elf):
    """pc: (size, mnemonic, operands) of every instruction, as objdump prints them."""
    out = {}
    for line in subprocess.check_output([TOOL + "objdump", "-d", elf], text=True).splitlines():
        m = re.match(r" *([0-9a-f]+):\t([0-9a-f]+) *\t([^\t]+)(?:\t(.*))?", line)
        if m:
            out[int(m[1], 16)] = (len(m[2]) // 2, m[3].strip(), (m[4] or "").strip())
    return out


def is_branch(insn):
    return re.fullmatch(r"(c\.)?b(eq|ne|lt|ge|gt|le)u?z?", insn[1]) is not None


def is_call(insn):
    return insn[1] in ("jal", "jalr") and not re.match(r"(zero|t0),", insn[2])


def is_return(insn):
    return insn[1] == "ret"


class Functions:
    def __init__(self, elf):
        rows = subprocess.check_output([TOOL + "nm", elf], text=True).split("\n")
        rows = [r.split() for r in rows if re.match(r"[0-9a-f]+ [tTwW] ", r)]
        rows = sorted((int(a, 16), n) for a, _, n in rows if not n.startswith((".", "$")))
        self.at, self.names = [a for a, _ in rows], [n for _, n in rows]

    def of(self, pc):
        return self.names[bisect.bisect_right(self.at, pc) - 1]


def by_function(trace, code, functions):
    """name: [own instructions, inclusive ones], recursion counted once; and the tree: chain of names: [own, entered]."""
    own, inclusive, chains = collections.Counter(), collections.Counter(), collections.defaultdict(lambda: [0, 0])
    stack = [functions.of(trace[0])]
    chains[tuple(stack)][1] += 1
    for pc, after in zip(trace, trace[1:] + [None]):
        own[stack[-1]] += 1
        chains[tuple(stack)][0] += 1
        for name in set(stack):
            inclusive[name] += 1
        if after is None:
            break
        if is_call(code[pc]):
            stack.append(functions.of(after))
            chains[tuple(stack)][1] += 1
        elif is_return(code[pc]):
            stack.pop()
        elif functions.of(after) != stack[-1] and after != pc + code[pc][0]:  # tail call
            stack[-1] = functions.of(after)
            chains[tuple(stack)][1] += 1
    return own, inclusive, chains


def branches(trace, code):
    """pc: [executed, taken, wrong by a two-bit counter that begins weakly not taken]."""
    out, counter = collections.defaultdict(lambda: [0, 0, 0]), collections.defaultdict(lambda: 1)
    for pc, after in zip(trace, trace[1:]):
        if is_branch(code[pc]):
            taken = after != pc + code[pc][0]
            row = out[pc]
            row[0] += 1
            row[1] += taken
            row[2] += taken != (counter[pc] > 1)
            counter[pc] = min(3, counter[pc] + 1) if taken else max(0, counter[pc] - 1)
    return out


def lines(elf, addresses):
    """pc: (name of the source file without its folder, line or 0), from the rows of the line table."""
    rows = []
    for row in subprocess.check_output([TOOL + "objdump", "--dwarf=decodedline", elf], text=True).splitlines():
        m = re.match(r"(\S+) +(\d+|-) +(0x[0-9a-f]+|0)( |$)", row)
        if m:
            rows.append((int(m[3], 16), m[2] != "-", m[1], int(m[2]) if m[2] != "-" else 0))
    rows.sort(key=lambda r: r[:2])  # where one sequence ends another may begin; the last row of an address counts
    at = [r[0] for r in rows]
    out = {}
    for pc in addresses:
        _, known, file, line = rows[bisect.bisect_right(at, pc) - 1]
        out[pc] = (file, line) if known else ("??", 0)
    return out


def path_to(trace, code, functions, index):
    """The path up to trace[index]: ("instruction", number from 1, pc), ("enter", name), ("leave", name); and the stack, top first:
    (name, pc), where pc is of the instruction there or of the call."""
    path, stack = [], [[functions.of(trace[0]), trace[0]]]
    for i, (pc, after) in enumerate(zip(trace[: index + 1], trace[1 : index + 1] + [None])):
        path.append(("instruction", i + 1, pc))
        stack[-1][1] = pc
        if after is None:
            break
        if is_call(code[pc]):
            stack.append([functions.of(after), after])
            path.append(("enter", stack[-1][0]))
        elif is_return(code[pc]):
            path.append(("leave", stack.pop()[0]))
    return path, [tuple(f) for f in reversed(stack)]
