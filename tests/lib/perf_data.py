#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write perf.data files with AUX trace, after tools/perf/Documentation/perf.data-file-format.txt and
include/uapi/linux/perf_event.h of Linux; nothing of it comes from the reader that is tested.

perf_data.py OUT COMMAND...: records in this order, then the features. Numbers as in C.
  pipe                                    as perf record -o - writes (first)
  endian | magic TEXT                     another magic
  graft FILE                              add the records to those of this perf.data file (first)
  no-data                                 the size of the records stays 0
  k3 CPUS [SRCBITS [FORMAT]]              AUXTRACE_INFO as SpacemiT's perf writes it
  plain                                   AUXTRACE_INFO of the series "RISC-V: trace"
  info TYPE WORD...                       any other
  map PID ADDR SIZE OFFSET PATH           MMAP, of code
  map2 PID TID ADDR SIZE OFFSET PROT ID PATH   MMAP2; ID: build ID in hex, or -
  kernel ADDR SIZE PATH                   MMAP of the kernel
  comm PID TID NAME | fork PID PPID TID PTID | start PID TID | switch
  aux OFFSET SIZE FLAGS
  trace IDX OFFSET CPU TID FILE           AUXTRACE with the bytes of FILE
  record-trace IDX OFFSET HEX             the same with these bytes
  record TYPE HEX                         anything
  build-id PATH HEX                       in the feature BUILD_ID (in a pipe: a record)
  frames OUT ID=FILE...                   (alone) CoreSight frames: fourteen bytes of one ID, then of the next
"""
import struct
import sys

NONE = 0xFFFFFFFF


def u64(*v):
    return struct.pack("<%dQ" % len(v), *v)


def u32(*v):
    return struct.pack("<%dI" % len(v), *v)


def text(s):
    b = s.encode() + b"\0"
    return b + b"\0" * (-len(b) % 8)


def record(kind, body, misc=0):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def build_id(path, hexa):
    b = bytes.fromhex(hexa)
    return record(67, u32(NONE) + b.ljust(20, b"\0") + bytes([len(b), 0, 0, 0]) + text(path), 1 << 15)


def number(s):
    return NONE if s == "-1" else int(s, 0)


class File:
    def __init__(self, args):
        self.args, self.records, self.ids = args, b"", b""
        self.pipe = self.empty = False
        self.magic = b"PERFILE2"
        self.base = None

    def arg(self):
        return self.args.pop(0)

    def num(self, n=1):
        return [number(self.arg()) for _ in range(n)]

    def put(self, kind, body, misc=0):
        self.records += record(kind, body, misc)

    def optional(self, default):
        return number(self.arg()) if self.args and self.args[0][0].isdigit() else default

    def command(self, c):
        if c == "pipe":
            self.pipe = True
        elif c == "graft":
            with open(self.arg(), "rb") as f:
                self.base = f.read()
        elif c == "endian":
            self.magic = self.magic[::-1]
        elif c == "magic":
            self.magic = self.arg().encode()
        elif c == "no-data":
            self.empty = True
        elif c == "k3":
            cpus = self.num()[0]
            bits, form = self.optional(12), self.optional(1)
            words = [(37 << 32) | cpus]
            for cpu in range(cpus):
                words += [cpu, 5, form, 1, 0, bits, cpu]
            self.put(70, u32(8, 0) + u64(*words))
        elif c == "plain":
            self.put(70, u32(8, 0) + u64(37))
        elif c == "info":
            kind = self.num()[0]
            words = []
            while self.args and self.args[0][0].isdigit():
                words += self.num()
            self.put(70, u32(kind, 0) + u64(*words))
        elif c == "map":
            pid, addr, size, offset = self.num(4)
            self.put(1, u32(pid, pid) + u64(addr, size, offset) + text(self.arg()), 2)
        elif c == "map2":
            pid, tid, addr, size, offset, prot = self.num(6)
            hexa, path = self.arg(), self.arg()
            if hexa == "-":
                ident, misc = u32(8, 1) + u64(1234, 1), 2
            else:
                b = bytes.fromhex(hexa)
                ident, misc = bytes([len(b), 0, 0, 0]) + b.ljust(20, b"\0"), 2 | 1 << 14
            self.put(10, u32(pid, tid) + u64(addr, size, offset) + ident + u32(prot, 2) + text(path), misc)
        elif c == "kernel":
            addr, size = self.num(2)
            self.put(1, u32(NONE, 0) + u64(addr, size, addr) + text(self.arg()), 1)
        elif c == "comm":
            self.put(3, u32(*self.num(2)) + text(self.arg()))
        elif c == "fork":
            self.put(7, u32(*self.num(4)) + u64(0))
        elif c == "start":
            self.put(12, u32(*self.num(2)))
        elif c == "switch":
            self.put(14, b"")
        elif c == "aux":
            self.put(11, u64(*self.num(3)))
        elif c == "trace":
            idx, offset, cpu, tid = self.num(4)
            with open(self.arg(), "rb") as f:
                data = f.read()
            self.put(71, u64(len(data), offset, 0) + u32(idx, tid, cpu, 0))
            self.records += data
        elif c == "record-trace":
            idx, offset = self.num(2)
            data = bytes.fromhex(self.arg())
            self.put(71, u64(len(data), offset, 0) + u32(idx, 1, NONE, 0))
            self.records += data
        elif c == "record":
            kind = self.num()[0]
            self.put(kind, bytes.fromhex(self.arg()))
        elif c == "build-id":
            self.ids += build_id(self.arg(), self.arg())
        else:
            sys.exit("perf_data.py: %s?" % c)

    def bytes(self):
        while self.args:
            self.command(self.arg())
        if self.base is not None:
            out = self.grafted()
        elif self.pipe:
            out = self.magic + u64(16) + self.ids + self.records
        else:
            # A perf_event_attr would be at 104; nobody here reads one. HOSTNAME (3) is there to be skipped.
            ids_at = 104 + len(self.records) + 32
            out = self.magic + u64(104, 136, 104, 0, 104, 0 if self.empty else len(self.records), 0, 0)
            out += u64(1 << 2 | 1 << 3, 0, 0, 0)
            out += self.records + u64(ids_at, len(self.ids), ids_at + len(self.ids), 8)
            out += self.ids + u32(4) + b"k3\0\0"
        return out

    def grafted(self):
        """Behind the records are the sections of the features, which move."""
        base, n = self.base, len(self.records)
        start, size = struct.unpack_from("<QQ", base, 40)
        features = sum(bin(b).count("1") for b in base[72:104])
        rest = bytearray(base[start + size:])
        for i in range(features):
            at, = struct.unpack_from("<Q", rest, 16 * i)
            struct.pack_into("<Q", rest, 16 * i, at + n)
        return base[:48] + u64(size + n) + base[56:start + size] + self.records + bytes(rest)

    def write(self, path):
        out = self.bytes()
        with open(path, "wb") as f:
            f.write(out)


def frames(path, parts):
    """Byte 0 has the new ID; even bytes leave their bit 0 to byte 15. What is left of the last frame of
    an ID is idle (0xFF)."""
    data = []
    for p in parts:
        ident, name = p.split("=", 1)
        with open(name, "rb") as f:
            data.append((int(ident, 0), f.read()))
    out = b""
    at = 0
    while any(at < len(d) for _, d in data):
        for ident, d in data:
            if at < len(d):
                b = bytearray([ident << 1 | 1]) + d[at:at + 14].ljust(14, b"\xff")
                flags = 0
                for i in range(2, 15, 2):
                    flags |= (b[i] & 1) << (i // 2)
                    b[i] &= 0xFE
                out += bytes(b) + bytes([flags])
        at += 14
    with open(path, "wb") as f:
        f.write(out)


if __name__ == "__main__":
    if sys.argv[1] == "frames":
        frames(sys.argv[2], sys.argv[3:])
    else:
        File(sys.argv[2:]).write(sys.argv[1])
