# SPDX-License-Identifier: Apache-2.0
"""insn_objdump.py XLEN OURS OBJDUMP: compare our classification with what objdump (-M
no-aliases,numeric) says. The rules for jalr and jal are those of N-Trace 1.0, table "Generating
itype for different instructions"."""
import re
import sys

LINK = (1, 5)
BRANCH = {"beq", "bne", "blt", "bge", "bltu", "bgeu", "c.beqz", "c.bnez"}


def direct(rd):
    return "direct call" if rd in LINK else "direct jump" if rd == 0 else "other direct jump"


def indirect(rd, rs):
    if rd in LINK and rs in LINK and rd != rs:
        return "co-routine swap"
    if rd in LINK:
        return "call"
    if rs in LINK:
        return "return"
    return "jump" if rd == 0 else "other jump"


def reg(text):
    assert text[0] == "x", text
    return int(text[1:])


def expect(xlen, pc, name, args):
    """-> class, rd, rs, offset, target, const"""
    mask = (1 << xlen) - 1
    a = args.split(",") if args else []
    if name in BRANCH:
        return "branch", 0, 0, 0, int(a[-1], 16) & mask, 0
    if name in ("jal", "c.jal", "c.j"):
        rd = reg(a[0]) if name == "jal" else 1 if name == "c.jal" else 0
        return direct(rd), rd, 0, 0, int(a[-1], 16) & mask, 0
    if name == "jalr":
        offset, rs = re.fullmatch(r"(-?\d+)\((x\d+)\)", a[1]).groups()
        return indirect(reg(a[0]), reg(rs)), reg(a[0]), reg(rs), int(offset), 0, 0
    if name in ("c.jr", "c.jalr"):
        rd = 1 if name == "c.jalr" else 0
        return indirect(rd, reg(a[0])), rd, reg(a[0]), 0, 0, 0
    if name == ".4byte" and args == "0x70200073":
        return "trap return", 0, 0, 0, 0, 0  # mnret of Smrnmi, which binutils 2.40 does not know
    if name in ("mret", "sret", "dret"):
        return "trap return", 0, 0, 0, 0, 0
    if name in ("ecall", "ebreak", "c.ebreak"):
        return "trap", 0, 0, 0, 0, 0
    if name in ("lui", "auipc", "c.lui") and reg(a[0]) != 0:
        value = int(a[1], 16) << 12
        value -= (value & 0x80000000) << 1
        return "linear", reg(a[0]), 0, 0, (value + (pc if name == "auipc" else 0)) & mask, 1
    return "linear", 0, 0, 0, 0, 0  # uret too: its extension was withdrawn


def objdump(path):
    line = re.compile(r"\s*([0-9a-f]+):\s+((?:[0-9a-f]{2,8} ?)+)\s+(\S+)\s*([^#<]*)")
    for text in open(path):
        m = line.match(text)
        if m:
            size = len(m[2].replace(" ", "")) // 2
            yield int(m[1], 16), size, m[3], m[4].strip()


def main():
    xlen = int(sys.argv[1])
    ours = {}
    for text in open(sys.argv[2]):
        pc, size, rest = text.split(" ", 2)
        cls, rd, rs, offset, target, const = rest.strip().split(";")
        ours[int(pc, 16)] = (int(size), cls, int(rd), int(rs), int(offset), int(target, 16),
                             int(const))
    seen = wrong = 0
    kinds = set()
    for pc, size, name, args in objdump(sys.argv[3]):
        want = (size,) + expect(xlen, pc, name, args)
        seen += 1
        kinds.add(want[1])
        if ours.get(pc) != want:
            wrong += 1
            print(f"{pc:x}: {name} {args}: expected {want}, got {ours.get(pc)}")
    print(f"{seen} of {len(ours)} instructions compared, {wrong} differ; {len(kinds)} classes")
    sys.exit(0 if wrong == 0 and seen == len(ours) and len(kinds) >= 7 else 1)


main()
