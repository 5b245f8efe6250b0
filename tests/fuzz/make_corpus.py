#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write tests/fuzz/corpus: inputs to start from, out of the golden vectors and made by hand.

Files are named after their content, so that running it twice changes nothing; files that it would not make any more
are removed. Files with other names (inputs that a fuzzer found, kept as regression tests) are left alone: name them
found-*.
"""
import hashlib
import re
import struct
import subprocess
import sys
from pathlib import Path

import corpus_etrace, corpus_fwtrace, corpus_perf, corpus_waves

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
VECTORS = HERE.parent / "vectors"
PER_TARGET = 60  # files from vectors


def put(target, data):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ("seed-" + hashlib.sha256(data).hexdigest()[:12])).write_bytes(data)
    if target == "fuzz_flow":
        put("fuzz_index", data)  # the same input
    if target == "fuzz_msg":
        put("fuzz_lint", data)


class Packer:
    """A message bit by bit: fixed fields, variable fields, MSEO (N-Trace, MSEO Sequences)."""

    def __init__(self, tcode):
        self.bits, self.ends = [], set()
        self.fix(tcode, 6)

    def fix(self, value, width):
        self.bits += [value >> i & 1 for i in range(width)]
        return self

    def var(self, value):
        self.fix(value, max(1, value.bit_length()))
        self.bits += [0] * (-len(self.bits) % 6)
        self.ends.add(len(self.bits) // 6 - 1)
        return self

    def done(self):
        self.bits += [0] * (-len(self.bits) % 6)
        if len(self.bits) == 6:
            self.bits += [0] * 6
        n = len(self.bits) // 6
        out = bytearray()
        for i in range(n):
            mdo = sum(b << k for k, b in enumerate(self.bits[6 * i:6 * i + 6]))
            out.append(mdo << 2 | (3 if i == n - 1 else 1 if i in self.ends else 0))
        return bytes(out)


def sync(addr, icnt=0, reason=5):
    return Packer(9).fix(reason, 4).var(icnt).var(addr >> 1).done()


def direct(icnt):
    return Packer(3).var(icnt).done()


def indirect(icnt, uaddr, btype=0):
    return Packer(4).fix(btype, 2).var(icnt).var(uaddr >> 1).done()


def indirect_sync(icnt, addr, reason=2, btype=0):
    return Packer(12).fix(reason, 4).fix(btype, 2).var(icnt).var(addr >> 1).done()


def hist(icnt, uaddr, bits, btype=0):
    return Packer(28).fix(btype, 2).var(icnt).var(uaddr >> 1).var(bits).done()


def hist_sync(icnt, addr, bits, reason=2, btype=0):
    return Packer(29).fix(reason, 4).fix(btype, 2).var(icnt).var(addr >> 1).var(bits).done()


def full(rcode, data, repeat=None):
    p = Packer(27).fix(rcode, 4).var(data)
    return (p.var(repeat) if repeat is not None else p).done()


def off(icnt, bits=None, why=4):
    p = Packer(33).fix(why, 4).fix(0 if bits is None else 1, 2).var(icnt)
    return (p.var(bits) if bits is not None else p).done()


def repeat(count):
    return Packer(30).var(count).done()


def error():
    return Packer(8).fix(0, 4).var(8).done()


def owner(process):
    return Packer(2).var(process).done()


# Code at 0x80000000: 00 addi; 04 beq +8 -> 0c; 08 addi; 0c jal x1, +12 -> 18; 10 c.j -16 -> 00; 12 c.nop;
# 14 addi; 18 c.addi; 1a ret; 1c lui x10; 20 jalr x0, x10; 24 mret; 28 ecall.
CODE = bytes.fromhex("13051500" "63040500" "13051500" "ef00c000" "c5bf" "0100" "13051500" "0505" "8280"
                     "37050080" "67000500" "73002030" "73000000")
BASE = 0x80000000

# One turn, branch not taken: 00 04 08 0c | 18 1a | 10 (18 half-words); taken: without 08.
FLOWS = [
    # btm: branch taken (4 half-words), then the call's return, then off.
    sync(BASE) + direct(4) + indirect(2 + 2, (BASE ^ (BASE + 0x10))) + off(1),
    sync(BASE) + indirect(8 + 2, 0x10) + off(1),
    sync(BASE) + hist(8 + 2, 0x10, 2) + hist(1 + 6 + 2, 0, 3) + off(1, 1),
    sync(BASE) + full(2, 2, 3) + hist(100, 0x10, 3) + off(1, 1),
    sync(BASE) + full(1, 0x3F) + full(0, 0x3FFFFF) + hist_sync(9, BASE + 0x10, 1) + off(1, 1),
    sync(BASE) + direct(4) + repeat(5) + error() + sync(BASE, 3, 7) + off(2),
    sync(BASE) + owner(2 | 3 << 2 | 77 << 5) + indirect(0, 0x14, 2) + indirect_sync(0, BASE + 0x1C, 2, 3) + off(2),
    sync(BASE + 0x1C) + off(4) + sync(BASE + 0x24, 0, 3) + indirect(2, 0x24) + off(2),
    sync(BASE) + sync(BASE + 4, 2, 2) + sync(BASE + 8, 2, 6) + off(2, 1, 0),
    indirect(4, 0x80) + sync(BASE) + b"\xff\xff" + direct(4)[:-1],
    sync(BASE) + b"\x0c\x1e\x1f" + direct(4) + sync(BASE) + indirect(1, 0),
    sync(BASE) + indirect(4000, 0x10) + direct(3) + sync(BASE, 1, 2),
]


def vector_bytes():
    """Each case of each vector: the bytes of all its lines."""
    for path in sorted(VECTORS.rglob("*.ntt")):
        data = b""
        for line in path.read_text().splitlines() + ["case end"]:
            if re.match(r"case\b", line):
                if data:
                    yield data
                data = b""
            m = re.match(r"\s*bytes((?:\s+[0-9A-Fa-f]{2})+)\s*$", line)
            if m:
                data += bytes.fromhex(m.group(1))
        if data:
            yield data


def evenly(items, n):
    step = max(1, len(items) // n)
    return items[::step][:n]


def make_messages():
    vectors = evenly(sorted(set(vector_bytes()), key=lambda b: (len(b), b)), PER_TARGET)
    for data in vectors:
        put("fuzz_msg", bytes([0, 0, 0, 1, 8]) + data)
        put("fuzz_frame", bytes([4, 6, 4, 40, 40]) + data)
    put("fuzz_msg", bytes([3, 2, 4, 1, 8]) + b"".join(FLOWS))
    put("fuzz_msg", bytes([1, 128, 0, 1, 8, 7, 3, 4, 0x9B, 15]) + b"".join(FLOWS))
    for widths in ([40, 40, 40], [6, 12, 32, 33], [1, 5, 200, 1], [0, 0, 99], []):
        put("fuzz_frame", bytes([len(widths)] + widths) + b"".join(FLOWS[:3]))


def make_roundtrips():
    for which in range(0, 64, 2):
        for options in ([0, 0, 0, 8], [2, 3, 31, 8], [6, 12, 31, 8], [7, 5, 31, 8]):
            if which % 8 == 0 or options[0] == 2:
                put("fuzz_roundtrip", bytes(options) + bytes([which] + [17, 0xA5, 0x5A, 0x3C] * 5 + [2]))


def make_flows():
    code = bytes([len(CODE)]) + CODE
    for i, flow in enumerate(FLOWS):
        put("fuzz_flow", bytes([0, 0, 1, 32, i % 2 * 2, i]) + code + flow)
        put("fuzz_flow", bytes([0x38, 0x30, 1, 3, 4, 31]) + code + flow)
        put("fuzz_flow", bytes([0x38, 0x30, 1, 3, 34, 0]) + code + flow)
        put("fuzz_flow", bytes([0x40, 0x10, 1, 8, 1 | 16, i]) + code + flow)
        put("fuzz_stream", bytes([0, 0, 1, 32, i % 8, 17 * i]) + flow)
        put("fuzz_stream", bytes([2, 2, 17, 32, 3, 255 - i]) + flow + FLOWS[0])
    put("fuzz_flow", bytes([1, 0, 1, 32, 18, 5]) + code + b"".join(FLOWS))
    # c.j to itself and the largest I-CNT: the most work that a few bytes can ask for
    loop = bytes.fromhex("01a0")
    put("fuzz_flow", bytes([0, 0, 1, 32, 2, 9, 2]) + loop + sync(BASE) + off(0x3FFFFF))
    put("fuzz_flow", bytes([0, 0, 1, 32, 0, 9, 2]) + loop + sync(BASE) + full(2, 3, 0x3FFFF) * 3)


def elf(bits, code, flags=1, symbols=(), entry=BASE, **change):
    """An ELF executable with one segment and a symbol table. change: e_machine, p_filesz, ..."""
    wide = bits == 64
    eh, ph, sh, sym = (64, 56, 64, 24) if wide else (52, 32, 40, 16)
    text_at = eh + ph
    names, table = b"\0", bytes(sym)
    for name, value in symbols:
        if wide:
            table += struct.pack("<IBBHQQ", len(names), 2, 0, 1, value, 4)
        else:
            table += struct.pack("<IIIBBH", len(names), value, 4, 2, 0, 1)
        names += name.encode() + b"\0"
    sym_at = text_at + len(code)
    str_at = sym_at + len(table)
    sh_at = str_at + len(names)
    get = change.get
    ident = b"\x7fELF" + bytes([2 if wide else 1, get("data", 1), 1]) + bytes(9)
    word = "Q" if wide else "I"
    head = ident + struct.pack(f"<HHI{word}{word}{word}IHHHHHH", get("e_type", 2), get("e_machine", 243), 1, entry, eh,
                               get("e_shoff", sh_at), flags, eh, ph, get("e_phnum", 1), sh,
                               get("e_shnum", 4 if "text_size" in change or "text_at" in change else 3), 0)
    filesz, memsz = get("p_filesz", len(code)), get("p_memsz", len(code) + 8)
    if wide:
        prog = struct.pack("<IIQQQQQQ", 1, 5, get("p_offset", text_at), BASE, BASE, filesz, memsz, 4)
    else:
        prog = struct.pack("<IIIIIIII", 1, get("p_offset", text_at), BASE, BASE, filesz, memsz, 5, 4)

    def section(kind, at, size, link, entsize):
        return struct.pack(f"<II{word}{word}{word}{word}II{word}{word}", 0, kind, 0, 0, at, size, link, 0, 1, entsize)

    sections = bytes(sh) + section(2, sym_at, get("sym_size", len(table)), get("link", 2), sym) + \
        section(3, str_at, get("str_size", len(names)), 0, 0)
    if "text_size" in change or "text_at" in change:
        sections += struct.pack(f"<II{word}{word}{word}{word}II{word}{word}", 0, 1, 6, get("text_addr", BASE),
                                get("text_at", text_at), get("text_size", len(code)), 0, 0, 4, 0)
    return head + prog + code + table + names + sections


def make_elfs():
    names = (("main", BASE), ("loop", BASE + 4), ("end", BASE + 0x28))
    for bits in (32, 64):
        put("fuzz_elf", elf(bits, CODE, symbols=names))
        put("fuzz_elf", elf(bits, CODE, flags=0))
        for change in ({"e_machine": 62}, {"e_type": 1}, {"data": 2}, {"p_filesz": 0xFFFFFFFF}, {"p_memsz": 0xFFFFFFF0},
                       {"p_offset": 0xFFFFFFF0}, {"e_phnum": 0xFFFF}, {"e_shnum": 0xFFFF}, {"e_shoff": 0xFFFFFFF0},
                       {"sym_size": 0xFFFFFFF0}, {"str_size": 3}, {"link": 77}, {"e_phnum": 0}):
            put("fuzz_elf", elf(bits, CODE, symbols=names, **change))
        top = 2**bits
        for change in ({"text_size": len(CODE)}, {"text_size": 2**31}, {"text_size": top // 2}, {"text_size": top - 1},
                       {"text_size": 0x1000}, {"text_at": top - 2}, {"text_size": len(CODE), "text_addr": top - 4}):
            put("fuzz_elf", elf(bits, CODE, symbols=names, **change))
        if bits == 64:
            put("fuzz_elf", elf(bits, CODE, symbols=names, text_size=2**33))
        put("fuzz_elf", elf(bits, CODE, symbols=names)[:150])
    put("fuzz_elf", b"\x7fELF")


def varint(v):
    out = bytearray()
    while v > 0x7F:
        out.append(v & 0x7F | 0x80)
        v >>= 7
    return bytes(out + bytes([v]))


def zigzag(v):
    return varint(2 * v if v >= 0 else -2 * v - 1)


def ingress(records, xlen=64, itype=4, harts=1, note=b"", version=1):
    return b"\x89HTING\r\n" + struct.pack("<HBBIHHQ", version, xlen, itype, 1, harts, len(note), 0) + note + records


def make_ingress():
    opcode = b"\x81" + zigzag(BASE // 2) + CODE[:4] + b"\x80" + zigzag(0) + CODE[0x10:0x12]
    first = b"\x01" + b"\x20" + zigzag(BASE // 2) + varint(8)  # bit 0: address given; 4-byte last instruction
    more = b"\x02\x05\x04\x04" + b"\x04\x02\x05\x02\x4b" + zigzag(-3) + varint(2)
    fields = b"\x0a\x03" + varint(0x7FF) + b"\x01\x02" + varint(99) + varint(5) + varint(7) + varint(1 << 63) + \
        zigzag(-9) + b"\x01\x02\x01" + varint(3) + b"\x00\x01"
    reg = b"\x84\x00\x01" + varint(0x10) + varint(0x43)
    end = b"\x8f\x05" + varint(24)
    put("fuzz_ingress", ingress(opcode + first + more + fields + reg + end))
    put("fuzz_ingress", ingress(opcode + first + end, xlen=32, itype=3, note=b"a note"))
    put("fuzz_ingress", ingress(b"\x13\x01\x02" + b"\x20" + zigzag(4) + varint(8) + reg, harts=2))
    for data in (b"", b"\x8f\x00\x00", b"\x8e", b"\x04\x05", b"\x01\x20" + b"\xff" * 11, b"\x02" + b"\xff" * 9 + b"\x01\x04\x04",
                 b"\x84\x00\x01\x03\x00", b"\x84\x00\x01\x04" + varint(1 << 40), b"\x84\x09\x01\x04\x00", b"\x80\x02\x13"):
        put("fuzz_ingress", ingress(data))
        put("fuzz_ingress", ingress(first + data + end))
    put("fuzz_ingress", ingress(b"", version=2))
    put("fuzz_ingress", ingress(b"", harts=65))
    put("fuzz_ingress", ingress(b"", xlen=16))
    put("fuzz_ingress", ingress(opcode, note=b"x" * 40)[:50])


def make_pcinfo():
    good = ["0x80000000,L4", "0x80000004,BD4,0x80000010", "0x80000008,JD2,0x80000000", "0x8000000a,JI2",
            "0x8000000C,CD4,0x80000100", "0x80000010,CI2", "0x80000012,R2", "0x80000014,B2,0x80000000",
            "0xFFFFFFFFFFFFFFFE,L2", "0x0,L8", "0x2,L6"]
    bad = ["0x80000001,L4", "80000000,L4", "0x,L4", "0x80000000,L3", "0x80000000,BD4", "0x80000000,BD4,",
           "0x80000000,BD4,0x1", "0x80000000,X4", "0x12345678123456789,L4", "0x80000000,L4,0x80000000", "0x80000000,J4",
           ",,,", "0x80000000,L", "0x80000000", "#", "0x80000000,L4 4"]
    put("fuzz_pcinfo", "\n".join(good).encode() + b"\n")
    put("fuzz_pcinfo", "\r\n".join(good).encode())
    put("fuzz_pcinfo", "\n".join(good + bad).encode())
    for line in good + bad:
        put("fuzz_pcinfo", line.encode())


LOGS = {
    0: """VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT
1,80000000,297,3,0,0,0,0
0,0,0,0,0,0,0,0
1,80000004,1028067,3,0,0,0,0
1,80000010,c399,3,0,0,0,0
1,80000012,73,3,1,b,0,0
1,80000100,1,3,0,b,0,0
1,80000102,30200073,3,0,b,0,0
1,80000016,1,3,0,7,0,1
1,80000100,1,0,0,7,0,0
""",
    1: """core   0: 0x0000000080000000 (0x00000297) auipc   t0, 0x0
core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000
core   0: >>>>  label
core   1: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000
core   0: 0x0000000080000004 (0x01028067) jr      16(t0)
core   0: 3 0x0000000080000004 (0x01028067)
core   0: 3 0x0000000080000010 (0xc399)
core   0: 0x0000000080000012 (0x00000073) ecall
core   0: exception trap_machine_ecall, epc 0x0000000080000012
core   0:           tval 0x0000000000000000
core   0: exception interrupt #7, epc 0x0000000080000012
core   0: 3 0x0000000080000100 (0x0001)
core   0: 3 0x0000000080000102 (0x30200073) c784_mcycle 0x1 mem 0x10 0x20
core   0: 0 0x0000000080000016 (0x0001)
""",
    2: """rvfi_valid,rvfi_order,rvfi_insn,rvfi_trap,rvfi_intr,rvfi_mode,rvfi_pc_rdata,rvfi_pc_wdata,cause
1,0,00000297,0,0,3,0x80000000,0x80000004,0
0,,,,,,,,
1,1,01028067,0,0,3,0x80000004,0x80000010,0
1,2,c399,0,0,3,0x80000010,0x80000012,0
1,3,00000073,1,0,3,0x80000012,0x80000100,b
1,4,0001,0,1,3,0x80000100,0x80000102,0
1,5,30200073,0,0,0,0x80000102,0x80000016,0
""",
}


def make_logs():
    for kind, log in LOGS.items():
        lines = log.splitlines(True)
        for options in (0, 4, 8):  # hart 1, XLEN 32
            put("fuzz_import", bytes([kind | options]) + log.encode())
        put("fuzz_import", bytes([kind]) + log.replace("\n", "\r\n").encode())
        put("fuzz_import", bytes([kind]) + "".join(lines[:1] + lines[2:]).encode())  # the flow breaks
        for n, line in enumerate(lines):
            put("fuzz_import", bytes([kind]) + "".join(lines[:min(n, 1)] + [line]).encode())
        put("fuzz_import", bytes([kind]) + log.replace("80000", "fffff").encode()[:-5])
        put("fuzz_import", bytes([kind]) + log.replace("8000001", "8000000000000000000").encode())
        put("fuzz_import", bytes([kind]))
    put("fuzz_import", b"\x02insn,pc_rdata\n0001,1000\n")
    put("fuzz_import", b"\x02insn,intr,trap,pc_rdata,pc_wdata\n0001,0,0,1000,1002\n0001,1,0,2000,2002\n")


def make_info_and_diff():
    stamped = sync(BASE)[:-1] + bytes([sync(BASE)[-1] & 0xFC | 1, 0x47])  # a field more: TSTAMP
    code = bytes([len(CODE)]) + CODE
    for i, flow in enumerate(FLOWS):
        put("fuzz_info", bytes([i % 3]) + flow)
        put("fuzz_info", bytes([0]) + flow[3:] + b"\xff" * i + flow[:3])  # a ring
        for options in (0, 1, 4):
            put("fuzz_diff", bytes([i % 2 * 2, i % 2 * 0xC0, 1, 32, options]) + code + flow)
    put("fuzz_info", bytes([4]) + stamped * 5 + b"\x00" * 60)
    put("fuzz_info", bytes([0]) + b"\x7fELF\x02\x01\x01" + bytes(57))
    put("fuzz_info", bytes([0]) + ingress(b"\x8f\x00\x00", note=b"a note"))
    put("fuzz_info", bytes([0]) + b"0x80000000,L4\n0x80000004,BD4,0x80000010\n")
    put("fuzz_info", bytes([0]) + b"0x80000000\n0x80000004\n")
    put("fuzz_diff", bytes([2, 2, 1, 32, 2]) + code + b"".join(FLOWS))
    for data in evenly(sorted(set(vector_bytes()), key=lambda b: (len(b), b)), PER_TARGET // 3):
        put("fuzz_info", bytes([0]) + data)
        put("fuzz_diff", bytes([0, 0, 1, 8, 0, 0]) + data)


def make_sifive():
    code = bytes([len(CODE)]) + CODE
    for counts in (full(8, 3), full(9, 3), full(8, 1) + full(9, 2) + full(1, 5)):
        put("fuzz_flow", bytes([2, 0xC0, 0x11, 255, 0, 3]) + code + sync(BASE) + counts + indirect(8, 0x10) + off(1))
    put("fuzz_msg", bytes([3, 2, 0xC2, 1, 8]) + b"".join(FLOWS))


# Streams that were once decoded wrongly, or without a word, by this project or by others (with the ELF headers of make_elfs).
FOUND = [
    sync(BASE) + b"\x03" + direct(4) + b"\x03\x03" + off(2),              # empty messages between whole ones
    sync(BASE) + b"\x7f" + direct(4) + off(2),                            # an end byte with bits that belong to no message
    sync(BASE) + b"\x0d\x03" + off(2),                                    # DirectBranch with an empty I-CNT
    sync(BASE + 0x1C) + indirect(4, 0x40) + off(2),                       # a jump to a constant, and another address
    sync(BASE) + Packer(56).var(3).done() + direct(4) + off(2),           # vendor, reserved and data TCODEs in place of a branch
    sync(BASE) + Packer(26).var(3).done() + Packer(5).var(1).var(2).var(3).done() + off(2),
    sync(BASE) + full(0, 0x3FFFFF) + direct(4) + repeat(3) + off(2),      # RepeatBranch after an I-CNT that was split
    sync(BASE) + hist(8 + 2, 0x10, 2) + sync(BASE + 0x10, 4, 1) + sync(BASE + 0x10, 0, 0) + off(1, 1),  # SYNC 1, then 0
    sync(BASE) + full(1, 0x1FFFFFFFF) + off(1, 1),                        # HIST of 33 bits
    sync(BASE) + owner(77 << 5 | 3) + sync(BASE, 0, 4) + off(1, 1),       # Ownership FORMAT 3 alone; SYNC 4 in history trace
    hist(8 + 2, 0x10, 2) * 9 + off(1, 1),                                 # no synchronizing message at all
    b"\x00" * 300 + b"\x03" + FLOWS[0],                                  # a message of many bytes without a field
    b"\xff" * 200,                                                        # idle bytes alone
    FLOWS[2][4:] + FLOWS[1],                                              # begins inside a message
    sync(BASE) + direct(4) + Packer(8).fix(0, 4).var(8).done() + off(2),  # a loss, and no SYNC 7
    sync(BASE) + direct(4) + Packer(8).fix(0, 4).var(8).done() + sync(BASE + 8, 0, 7) + off(2),
]


def make_found():
    code = bytes([len(CODE)]) + CODE
    for data in FOUND:
        put("fuzz_msg", bytes([0, 0, 0, 1, 8]) + data)
        put("fuzz_flow", bytes([0, 0, 1, 32, 0, 7]) + code + data)
        put("fuzz_info", bytes([0]) + data)
        put("fuzz_diff", bytes([0, 0, 1, 32, 0]) + code + data)
    put("fuzz_frame", bytes([4, 6, 4, 40, 40]) + FOUND[0])
    put("fuzz_frame", bytes([4, 6, 4, 40, 40]) + FOUND[11])
    # A stimulus with letters for a number, and one that ends in the middle of it.
    put("fuzz_import", b"\x02valid,insn,pc_rdata,pc_wdata\nzzz,,,\n")
    put("fuzz_import", b"\x02valid,insn,pc_rdata,pc_wdata\n1,0001,10")


def make_trees():
    root = HERE.parent.parent
    trees = [*root.glob("dts/*.dts"), *root.glob("dts/bad/*.dts"), *root.glob("tests/topology/*.dts")]
    for tree in sorted(trees):
        data = subprocess.run(["dtc", "-q", "-O", "dtb", tree], check=True, capture_output=True).stdout
        if len(data) <= 2048:  # what the fuzzer takes
            put("fuzz_dtb", data)
            put("fuzz_dtb", data[:-40])


def make_debug():
    def write(reg, value):  # by the place in fuzz_dm.c's list of registers
        return bytes([5 if reg == 3 else 1, reg]) + value.to_bytes(4, "big")

    halt = write(3, 0) + write(3, 0x80000000) + bytes([3, 0])
    block = write(9, 1 << 20 | 2 << 17 | 1 << 16 | 1 << 15) + write(10, 0x1000) + bytes([0, 12]) * 4
    steps = [halt + write(6, 0x00231005) + write(7, 1) + bytes([0, 0]) * 3, halt + write(8, 0x13) + write(6, 1 << 18),
             halt + write(2, 8) + write(6, 2 << 24 | 3 << 20 | 1 << 19) + write(3, 0x40000000), write(3, 0) + block,
             write(3, 0) + write(14, 15) + write(3, 0x84000000) + write(15, 0x16) + bytes([3, 0, 7, 0]) + write(3, 2)]
    for first in (b"\x0f\x1f", b"\x8d\xff\x07\x05", b"\x02\x1e"):
        for step in steps:
            put("fuzz_dm", first + step)
    # fuzz_jtag.c: bytes of the protocol, DMI accesses, System Bus Access, cycles.
    dmi = bytes([5 | 8, 0]) + bytes([5 | 8, 0x80]) + bytes([0x3F])
    command = bytes([4, 0x13]) + bytes(4) + (0x002207B1).to_bytes(4, "big") + bytes([3, 0])
    for first in (0, 0x5F, 0x63):
        put("fuzz_jtag", bytes([first]) + dmi + command + bytes([6, 8]) + bytes(8) + bytes([0x3F]))
        put("fuzz_jtag", bytes([first, 8, 40]) + bytes([4, 0] * 20) + bytes([2]) + b"\x12" * 9)
    put("fuzz_jtag", b"\x00\x00\x30" + b"rstuBb01234567RRRQ" * 3)


def frame(items):
    """A CoreSight frame of up to 8 pairs (even byte, is it an ID, flag, odd byte); the last pair has no odd byte."""
    data, flags = bytearray(), 0
    for pair, (even, is_id, flag, odd) in enumerate(items):
        data += bytes([even << 1 & 0xFE | is_id, odd] if pair < 7 else [even << 1 & 0xFE | is_id])
        flags |= flag << pair
    return bytes(data) + bytes([flags])


def make_frames():
    full, half = b"\xff\xff\xff\x7f", b"\xff\x7f"
    one = frame([(5, 1, 0, 0x11)] + [(n, 0, n & 1, n) for n in range(1, 7)] + [(9, 0, 1, 0)])
    two = frame([(6, 1, 1, 0x22), (3, 0, 1, 0x33), (7, 1, 0, 0x44)] + [(n, 0, 0, n) for n in range(4)] + [(8, 1, 0, 0)])
    padding = frame([(0, 1, 0, 0)] + [(0, 0, 0, 0)] * 7)
    for control in (0, 2, 14, 1, 3, 15):
        head = bytes([control])
        put("fuzz_deframe", head + full + one + two + padding + one)
        put("fuzz_deframe", head + one + full + full + two + full + one[:9])
        put("fuzz_deframe", head + b"\x01\x02" + full + one[:6] + half + one[6:] + half + half + two)
        put("fuzz_deframe", head + full + one[:7] + full + two)


def make_gdb():
    hello = b"qSupported:swbreak+\nQStartNoAckMode\nHg0\n?\nqXfer:features:read:target.xml:0,fff\nqXfer:threads:read::0,fff\n"
    for kind in range(8):
        head = bytes([kind]) + hello
        put("fuzz_gdb", head + b"qXfer:btrace-conf:read::0,ffb\nqXfer:btrace:read:all:0,3000\nQbtrace:off\nQbtrace:bts\ng\np20\nm1000,40\nD\n")
        put("fuzz_gdb", head + b"Z0,1010,2\nZ2,1810,4\nbc\nbs\nvCont;s:1;c\nvCont;r1000,1010:2\nc\nz0,1010,2\nbc\nk\n")
        put("fuzz_gdb", head + b"qRcmd," + b"calls 40".hex().encode() + b"\nqRcmd," + b"goto 7".hex().encode() + b"\n\0$m0,}#\n-\n\0\3\n")


def make_replays():
    def number(size, value):
        return value.to_bytes(size, "little")

    # Two steps, one with memory; then a block with a trap and many registers: docs/reference/formats.md.
    first = bytes([0x01 | 2 << 1, 0x80, 0x02, 0x7F, 2 | 1 << 2, 8, 5, 0x11, 2, 4])
    second = bytes([3 << 2, 0x90, 1, 3, 64, 3, 1, 1, 2, 1])
    for xlen, harts in ((64, 1), (32, 2)):
        head = b"hartrec\n" + b"".join(number(4, v) for v in (1, xlen, harts, 1, 3, 1 << 16))
        head += b"".join(number(8, v) for v in (0x80000000, 0x3000, 3, 2, 2, 2)) + number(4, 0xFFFF) + b"abc"
        head += bytes(34 * 8 * harts) + number(4, 1) + bytes(16) * 256 + number(4, 0xFFFFFFFF)
        short = head[:-4104] + number(4, 0xFFFFFFFF)
        log = b""
        for step, steps, payload in ((0, 2, first), (2, 1, second)):
            block = number(4, len(payload)) + number(4, steps) + number(8, step) + number(8, step) + payload
            log += number(2, len(block)) + block
        for state in (head, short):
            put("fuzz_replay", number(2, len(state)) + state + log)


for old in CORPUS.glob("*/seed-*"):
    old.unlink()
for make in (make_messages, make_roundtrips, make_flows, make_elfs, make_ingress, make_pcinfo, make_logs,
             make_info_and_diff, make_sifive, make_found, make_trees, make_debug, make_frames, make_gdb, make_replays):
    make()
corpus_perf.make(put, frame)
for more in (corpus_waves, corpus_fwtrace, corpus_etrace): more.make(put)
