#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""For tests/interop/etrace.sh: executions as lists (NAME.pcs, NAME.pcinfo) in the forms that the reference scripts of E-Trace
read. Nothing here is shared with hartrace.

  etrace_list.py listing PCINFO                     a listing as objdump writes it, with instructions of the same class
  etrace_list.py items PCINFO PCS CSV OUT MAX       the input of the reference encoder; OUT: the PCs in it. At most MAX of them
                                                    (0: all), more or fewer, so that three linear ones are the end: the
                                                    reference encoder takes its last instruction twice
  etrace_list.py reframe RAW TYPE OUT               encapsulated packets without source and time, with flow (2: as the reference
                                                    scripts write them; 0: as hartrace does), and no idle bytes
  etrace_list.py same OURS THEIRS OPTION            the packets are the same, but for the support packets at the end: the
                                                    reference encoder has one, with ienable cleared, hartrace two, for the end of
                                                    tracing and of the encoder. Named, and no difference: an address of ours
                                                    before a start packet; a trap at the target of a trap return, for which
                                                    ours has a trap and a start packet, and the reference encoder a start
                                                    and a trap; OPTION resync, from a resynchronization on that the two do
                                                    not make at the same instruction, which is free: all that follows
  etrace_list.py random SEED XLEN N PCINFO CSV OUT LOG  a random program, and N instructions or more of a walk in it. LOG: what
                                                    the hart did, for --ingress-format etrace. Odd seeds: with traps; of these
                                                    every second one: also before the first instruction of the handler

PCS may be - for standard input.
"""
import random
import sys

# Class and size of PCINFO: mnemonic, operands. {} is the destination.
FORMS = {
    "L2": ("c.nop", ""), "L4": ("addi", "zero,zero,0"),
    "BD2": ("c.beqz", "s0,{}"), "BD4": ("beq", "zero,zero,{}"),
    "JD2": ("c.j", "{}"), "JD4": ("jal", "zero,{}"),
    "CD2": ("c.jal", "{}"), "CD4": ("jal", "ra,{}"),
    "JI2": ("c.jr", "t3"), "JI4": ("jalr", "zero,0(t3)"),
    "CI2": ("c.jalr", "t3"), "CI4": ("jalr", "ra,0(t3)"),
    "R2": ("c.jr", "ra"), "R4": ("jalr", "zero,0(ra)"), "M4": ("mret", ""),
}
# itype of the hart to encoder interface; a branch has 4 or 5.
# A trap return is 14 and not 3: the reference encoder does not report where one without a change of privilege goes.
ITYPE = {"L": 0, "JD": 15, "CD": 9, "JI": 14, "CI": 8, "R": 13, "M": 14}
PRIVILEGE = 3
EXCEPTION, INTERRUPT = 1, 2
HEADER = "itype_0,cause,tval,priv,iaddr_0,context,ctype,iretire_0,ilastsize_0\n"


def read_code(name):
    code = {}
    with open(name) as f:
        for line in f:
            field = line.strip().split(",")
            if len(field) >= 2:
                kind = field[1]
                dest = int(field[2], 16) if len(field) > 2 else None
                code[int(field[0], 16)] = (kind[:-1], int(kind[-1]), dest)
    return code


def listing(pcinfo):
    for addr, (cls, size, dest) in sorted(read_code(pcinfo).items()):
        name, operands = FORMS["%s%d" % (cls, size)]
        print("%x:\t%s\t%s\t%s" % (addr, "0" * (2 * size), name, operands.format("%x" % dest if dest is not None else "")))


def items(pcinfo, pcs, csv, out, most):
    code = read_code(pcinfo)
    rows = open(csv, "w")
    shown = open(out, "w")
    rows.write(HEADER)
    source = sys.stdin if pcs == "-" else open(pcs)
    n = linear = 0
    pc = None
    held = []  # since the last good end
    for line in source:
        after = int(line, 16)
        if pc is not None:
            cls, size, dest = code[pc]
            itype = (5 if after == dest else 4) if cls == "BD" else ITYPE[cls]
            held.append((itype, pc, size // 2 - 1))
            n += 1
            linear = linear + 1 if cls == "L" else 0
            if linear >= 3:
                rows.write("".join("%d,0,0,%d,%x,0,0,1,%d\n" % (i, PRIVILEGE, a, last) for i, a, last in held))
                shown.write("".join("%x\n" % a for _, a, _ in held))
                held.clear()
                if most and n >= most:
                    break
        pc = after


def read_packets(name):
    with open(name, "rb") as f:
        data = f.read()
    at, packets = 0, []
    while at < len(data):
        size = data[at] & 31
        if size:
            packets.append(data[at + 1 : at + 1 + size])
        at += 1 + size
    return packets


def reframe(raw, flow, out):
    with open(out, "wb") as f:
        for packet in read_packets(raw):
            f.write(bytes([flow << 5 | len(packet)]) + packet)


def is_support(packet):
    return packet[0] & 15 == 15


def is_start(packet):
    return packet[0] & 15 == 3


def is_trap(packet):
    return packet[0] & 15 == 7


def same(ours, theirs, resync):
    ours, theirs = read_packets(ours), read_packets(theirs)
    if not (is_support(theirs[-1]) and is_support(ours[-1]) and is_support(ours[-2])):
        sys.exit("no support packets at the end")
    ours, theirs = ours[:-2], theirs[:-1]
    i = k = reports = traps = 0
    while k < len(theirs) and i < len(ours):
        a, b = ours[i : i + 2], theirs[k : k + 2]
        if a[0] == b[0]:
            i, k = i + 1, k + 1
        elif is_start(b[0]) and a[0][0] & 3 in (1, 2) and a[1:] == b[:1]:
            reports, i = reports + 1, i + 1
        elif len(a) == len(b) == 2 and is_start(b[0]) and is_trap(b[1]) and is_trap(a[0]) and is_start(a[1]):
            traps, i, k = traps + 1, i + 2, k + 2
        elif resync and any(map(is_start, theirs[k : k + 6])) and any(map(is_start, ours[i : i + 6])):
            print("remark: the first %d of %d packets, then a resynchronization at another instruction" % (k, len(theirs)))
            return
        else:
            sys.exit("packet %d of %d: ours %s, theirs %s (%d of %d)" % (i, len(ours), a[0].hex(), b[0].hex(), k, len(theirs)))
    if len(ours) - i != len(theirs) - k:
        sys.exit("%d more of ours, %d more of theirs" % (len(ours) - i, len(theirs) - k))
    if reports or traps:
        print("remark: %d packets, but for %d reports before a start and %d traps after a trap return" % (len(ours), reports, traps))


def scatter(value, pieces):
    """Bits of an immediate at their places: (high, low, place) each."""
    return sum((value >> low & (1 << high - low + 1) - 1) << place for high, low, place in pieces)


# Immediates of B, J, CB and CJ (RISC-V Unprivileged, "Immediate Encoding Variants" and "C").
B = ((12, 12, 31), (10, 5, 25), (4, 1, 8), (11, 11, 7))
J = ((20, 20, 31), (10, 1, 21), (11, 11, 20), (19, 12, 12))
CB = ((8, 8, 12), (4, 3, 10), (7, 6, 5), (2, 1, 3), (5, 5, 2))
CJ = ((11, 11, 12), (4, 4, 11), (9, 8, 9), (10, 10, 8), (6, 6, 7), (7, 7, 6), (3, 1, 3), (5, 5, 2))
OPCODES = {
    "L2": (0x0001, ()), "L4": (0x13, ()), "BD2": (0xC001, CB), "BD4": (0x63, B), "JD2": (0xA001, CJ), "JD4": (0x6F, J),
    "CD2": (0x2001, CJ), "CD4": (0xEF, J), "JI2": (0x8E02, ()), "JI4": (0xE0067, ()), "CI2": (0x9E02, ()),
    "CI4": (0xE00E7, ()), "R2": (0x8082, ()), "R4": (0x8067, ()), "M4": (0x30200073, ()),
}


class Program:
    """Functions of random instructions, and a trap handler. Direct jumps and branches stay in a function, forward more often
    than not; a backward branch is taken a bounded number of times in a row, so that no loop is endless."""

    def __init__(self, rng, xlen):
        self.rng = rng
        self.xlen = xlen
        self.code = {}
        self.targets = {}  # of indirect jumps
        at = 0x80000000 if xlen == 32 or rng.random() < 0.5 else 0xFFFFFFC000000000
        starts = []
        for _ in range(rng.randrange(4, 10)):
            starts.append(at)
            at += rng.choice((0x400, 0x1000, 0x18000))
        self.entry = starts[1:]
        self.handler = starts[0]
        self.function(starts[0], "M4")
        for start in self.entry:
            self.function(start, None)

    def function(self, start, end):
        rng = self.rng
        n = rng.randrange(6, 16) if end else rng.randrange(12, 60)
        mix = "LLLLB" if end else rng.choice(("LLLLLLBBBJCXY", "LLBBBBBBBBJC", "L" * 20 + "BJCXYR", "LBJXXYYCC"))
        kinds = [rng.choice(mix) if i < n - 4 else "LLLR"[i - n + 4] for i in range(n)]
        sizes = [rng.choice((2, 4)) for _ in range(n)]
        if end:
            kinds[-1], sizes[-1] = "M", 4
        at = [start]
        for size in sizes:
            at.append(at[-1] + size)
        later = [s for s in self.entry if s > start]
        for i, kind in enumerate(kinds):
            pc, size = at[i], sizes[i]
            what = ("L", size, None)
            if kind in "BJ":
                if kind == "B" and i > 0 and rng.random() < 0.3:
                    what = ("BD", size, at[rng.randrange(max(0, i - 12), i)])
                elif i + 2 < n:
                    what = (kind + "D", size, at[rng.randrange(i + 2, min(n, i + 14))])
            elif kind == "C" and later:
                near = [s for s in later if s - pc < 2000] if size == 2 else later
                if near and (size == 4 or self.xlen == 32):
                    what = ("CD", size, rng.choice(near))
            elif kind == "X" and later:
                what = ("CI", size, None)
                self.targets[pc] = later
            elif kind == "Y" and i + 2 < n - 4:
                what = ("JI", size, None)
                self.targets[pc] = [at[rng.randrange(i + 1, n - 3)] for _ in range(rng.randrange(1, 4))]
            elif kind in "RM":
                what = (kind, size, None)
            self.code[pc] = what

    def opcode(self, pc):
        cls, size, dest = self.code[pc]
        bits, pieces = OPCODES["%s%d" % (cls, size)]
        return bits | scatter((dest or 0) - pc & (1 << 64) - 1, pieces)

    def walk(self, most, traps):
        """Yields (pc, privilege, itype, cause, tval, next pc); of a trap pc is where it was taken."""
        rng = self.rng
        pc, stack, handled, n, linear = self.entry[0], [], [], 0, 0
        priv = rng.choice((0, 3)) if traps else PRIVILEGE
        traps, at_once = traps % 2 == 1, traps % 4 == 3
        left = {}  # of each backward branch: times it may still be taken
        while n < most or linear < 3:
            place = at_once or pc != self.handler
            if traps and place and len(handled) < 2 and rng.random() < (0.03 if len(handled) == 0 else 0.01):
                itype = rng.choice((EXCEPTION, INTERRUPT))
                tval = rng.choice((0, pc, 0x1234, (1 << self.xlen) - 8)) if itype == EXCEPTION else 0
                yield pc, priv, itype, rng.choice((2, 3, 7, 8, 11)), tval, self.handler
                handled.append((pc, priv))
                pc, priv, linear = self.handler, 3, 0
                continue
            cls, size, dest = self.code[pc]
            after, itype = pc + size, ITYPE.get(cls, 4)
            if cls == "BD":
                if dest > pc:
                    taken = rng.random() < 0.5
                else:
                    if left.get(pc, 0) == 0:
                        left[pc] = rng.choice((1, 2, 5, 40, 120))
                    left[pc] -= 1
                    taken = left[pc] > 0
                itype, after = (5, dest) if taken else (4, after)
            elif cls == "JD":
                after = dest
            elif cls in ("CD", "CI"):
                stack.append(after)
                after = dest if cls == "CD" else rng.choice(self.targets[pc])
            elif cls == "JI":
                after = rng.choice(self.targets[pc])
            elif cls == "R":
                after = stack.pop() if stack else rng.choice(self.entry)
            now = priv
            if cls == "M":
                after, priv = handled.pop()
            yield pc, now, itype, 0, 0, after
            n += 1
            linear = linear + 1 if cls == "L" else 0
            pc = after


def make_random(seed, xlen, most, pcinfo, csv, out, log):
    program = Program(random.Random("%s %s" % (seed, xlen)), xlen)
    with open(pcinfo, "w") as f:
        for addr, (cls, size, dest) in sorted(program.code.items()):
            kind = "JI" if cls == "M" else cls # PCINFO has no trap returns; for a decoder of PCs it is a jump as any other
            f.write("0x%X,%s%d%s\n" % (addr, kind, size, ",0x%X" % dest if dest is not None else ""))
    with open(csv, "w") as rows, open(out, "w") as pcs, open(log, "w") as hart:
        rows.write(HEADER)
        hart.write("VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT\n")
        for pc, priv, itype, cause, tval, _ in program.walk(most, int(seed) % 4):
            trap = itype in (EXCEPTION, INTERRUPT)
            size = program.code[pc][1]
            rows.write("%d,%d,%x,%d,%x,0,0,%d,%d\n" % (itype, cause, tval, priv, pc, not trap, 1 if trap else size // 2 - 1))
            hart.write("1,%x,%x,%x,%d,%x,%x,%d\n" % (pc, program.opcode(pc), priv, itype == EXCEPTION, cause, tval, itype == INTERRUPT))
            if not trap:
                pcs.write("%x\n" % pc)


if __name__ == "__main__":
    verb, given = sys.argv[1], sys.argv[2:]
    if verb == "listing":
        listing(given[0])
    elif verb == "items":
        items(given[0], given[1], given[2], given[3], int(given[4]))
    elif verb == "reframe":
        reframe(given[0], int(given[1]), given[2])
    elif verb == "same":
        same(given[0], given[1], given[2] == "resync")
    else:
        make_random(given[0], int(given[1]), int(given[2]), *given[3:7])
