# SPDX-License-Identifier: Apache-2.0
"""hostile.py KIND N FILE: a RISC-V executable with N of something that no compiler writes, over the code of the loop of memory.py
("steady"), 1 MiB of it. Bytes by the ELF and DWARF specifications.

symbols    N functions of 16 bytes in the symbol table
labels     N functions without a size at one address
functions  N functions in the DWARF of one unit, each a word long
inlined    an inlined call in an inlined call, N deep
blocks     255 blocks inside each other, and N functions in the innermost one
origins    a function that is a copy of one that is a copy of the first; N inlined copies of it
ranges     N functions that share a list of N ranges
lines      a line table of N rows
shared     N units that share a line table of N rows
units      N units
files      a line table of N files
sizes      N functions; the sizes of sections, units and line table are wrong
"""

import struct
import sys

BASE, TEXT = 0x80000000, 1 << 20
CODE = [(0, 0x00000013), (4, 0x0FC000EF), (8, 0xFE000EE3), (12, 0x00000013), (0x100, 0x80820001)]


def uleb(v):
    out = bytearray()
    while True:
        out.append(v & 127 | (128 if v > 127 else 0))
        v >>= 7
        if v == 0:
            return bytes(out)


# Abbreviations: number: (tag, children, [(attribute, form)]).
ADDR, DATA1, DATA4, STRING, SEC, REF4, RANGES = 1, 0x0B, 6, 8, 0x17, 0x13, 0x23
ABBREVS = {
    1: (0x11, 1, [(3, STRING), (0x11, ADDR), (0x12, DATA4), (0x10, SEC)]),  # unit with code and lines
    2: (0x2E, 0, [(3, STRING), (0x11, ADDR), (0x12, DATA4)]),  # function
    3: (0x1D, 1, [(0x31, REF4), (0x11, ADDR), (0x12, DATA4), (0x58, DATA1), (0x59, DATA1)]),  # inlined, with more in it
    4: (0x0B, 1, []),  # block
    5: (0x2E, 0, [(3, STRING), (0x20, DATA1)]),  # abstract function
    6: (0x2E, 0, [(0x31, REF4)]),  # function that is a copy of another
    7: (0x2E, 0, [(3, STRING), (0x55, SEC)]),  # function with a list of ranges
    8: (0x2E, 1, [(3, STRING), (0x11, ADDR), (0x12, DATA4)]),  # function with more in it
    9: (0x1D, 0, [(0x31, REF4), (0x11, ADDR), (0x12, DATA4)]),  # inlined
    10: (0x11, 0, [(3, STRING), (0x10, SEC)]),  # unit with lines only
    11: (0x11, 0, [(3, STRING), (0x11, ADDR), (0x12, DATA4)]),  # unit without lines
}


def abbrev():
    out = b""
    for n, (tag, children, attributes) in ABBREVS.items():
        out += uleb(n) + uleb(tag) + bytes([children])
        for a, f in attributes + [(0, 0)]:
            out += uleb(a) + uleb(f)
    return out + b"\0"


def unit(dies, wrong=0):
    """DWARF 5: length, version, type, size of addresses, abbreviations."""
    body = struct.pack("<HBBI", 5, 1, 8, 0) + dies
    return struct.pack("<I", len(body) + wrong) + body


HEAD = 12  # bytes of a unit before its entries


def top(name=b"x.c", lines=0, size=TEXT):
    return b"\1" + name + b"\0" + struct.pack("<QII", BASE, size, lines)


def function(n, low, size, kind=2):
    return bytes([kind]) + b"f%d\0" % n + struct.pack("<QI", low, size)


def table(rows=1, files=1):
    """DWARF 4: each row a special opcode, address + 2, line + 0 (or back to the first line)."""
    names = b"\0" + b"".join(b"s%d.c\0\0\0\0" % i for i in range(files)) + b"\0"
    head = struct.pack("<BBBbBB", 1, 1, 1, 0, 4, 13) + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]) + names
    step = TEXT // max(rows, 1) & ~1
    program = b"\0\x09\x02" + struct.pack("<Q", BASE)
    program += bytes([13 + 4 * min(step, 50) & 255 if step else 13]) * rows  # special opcode, line_range 4
    program += b"\0\x01\x01"
    body = struct.pack("<HI", 4, len(head)) + head + program
    return struct.pack("<I", len(body)) + body


def make(kind, n):
    """Sections by name."""
    if kind in ("symbols", "labels"):
        out, names = [struct.pack("<IBBHQQ", 0, 0, 0, 0, 0, 0)], bytearray(b"\0")
        for i in range(n):
            at = BASE + (16 * i % TEXT if kind == "symbols" else 0)
            out.append(struct.pack("<IBBHQQ", len(names), 0x12, 0, 1, at, 16 if kind == "symbols" else 0))
            names += b"g%d\0" % i
        return {".symtab": b"".join(out), ".strtab": bytes(names)}
    info, line, more = b"", table(), {}
    if kind in ("functions", "sizes"):
        info = unit(top() + b"".join(function(i, BASE + 4 * i % TEXT, 4) for i in range(n)) + b"\0", 0x100000 if kind == "sizes" else 0)
    elif kind == "inlined":
        at = HEAD + len(top())
        inner = b"\3" + struct.pack("<IQIBB", at, BASE, 16, 1, 1)
        info = unit(top() + b"\5in\0\1" + function(0, BASE, 16, 8) + inner * n + b"\0" * n + b"\0\0")
    elif kind == "blocks":
        info = unit(top() + b"\4" * 255 + b"".join(function(i, BASE + 4 * i % TEXT, 4) for i in range(n)) + b"\0" * 256)
    elif kind == "origins":
        at = HEAD + len(top())
        first = b"\6" + struct.pack("<I", at + 5) + b"\6" + struct.pack("<I", at)
        copies = b"".join(b"\x09" + struct.pack("<IQI", at, BASE + 4 * i % TEXT, 4) for i in range(n))
        info = unit(top() + first + function(0, BASE, TEXT, 8) + copies + b"\0\0")
    elif kind == "ranges":
        info = unit(top() + b"".join(b"\7f%d\0" % i + struct.pack("<I", 12) for i in range(n)) + b"\0")
        body = struct.pack("<HBBI", 5, 8, 0, 0) + b"".join(b"\7" + struct.pack("<Q", BASE + 4 * i % TEXT) + b"\4" for i in range(n)) + b"\0"
        more[".debug_rnglists"] = struct.pack("<I", len(body)) + body
    elif kind in ("lines", "files"):
        info = unit(top() + b"\0")
        line = table(rows=n) if kind == "lines" else table(files=n)
    elif kind == "shared":
        info, line = unit(b"\x0Ax.c\0" + struct.pack("<I", 0)) * n, table(rows=n)
    elif kind == "units":
        info = b"".join(unit(b"\x0Bx.c\0" + struct.pack("<QI", BASE + 4 * i % TEXT, 4)) for i in range(n))
    if kind == "sizes":
        line = struct.pack("<I", 0x7FFFFFFF) + line[4:]
    return {".debug_info": info, ".debug_abbrev": abbrev(), ".debug_line": line, **more}


def main(kind, n, path):
    text = bytearray(TEXT)
    for at, word in CODE:
        text[at:at + 4] = struct.pack("<I", word)
    parts = {".text": bytes(text), **make(kind, int(n))}
    names = b"\0" + b"\0".join(s.encode() for s in parts) + b"\0.shstrtab\0"
    parts[".shstrtab"] = names
    with open(path, "wb") as f:
        f.write(b"\0" * (64 + 56))
        headers, order = [b"\0" * 64], list(parts)
        for name, data in parts.items():
            f.write(b"\0" * (-f.tell() % 16))
            size = len(data) + (1 << 40 if kind == "sizes" and name == ".debug_abbrev" else 0)
            type_, flags, link, entry = {".text": (1, 6, 0, 0), ".symtab": (2, 0, order.index(".strtab") + 1 if ".strtab" in parts else 0, 24),
                                         ".strtab": (3, 0, 0, 0), ".shstrtab": (3, 0, 0, 0)}.get(name, (1, 0, 0, 0))
            headers.append(struct.pack("<IIQQQQIIQQ", names.index(b"\0" + name.encode() + b"\0") + 1, type_, flags,
                                       BASE if name == ".text" else 0, f.tell(), size, link, 1 if name == ".symtab" else 0, 16, entry))
            f.write(data)
        f.write(b"\0" * (-f.tell() % 16))
        at = f.tell()
        f.write(b"".join(headers))
        f.seek(0)
        f.write(b"\x7fELF\2\1\1" + b"\0" * 9 + struct.pack("<HHIQQQIHHHHHH", 2, 243, 1, BASE, 64, at, 0, 64, 56, 1, 64, len(headers), len(headers) - 1))
        offset = (64 + 56 + 15) & ~15
        f.write(struct.pack("<IIQQQQQQ", 1, 5, offset, BASE, BASE, TEXT, TEXT, 16))


main(*sys.argv[1:])
