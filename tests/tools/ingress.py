# SPDX-License-Identifier: Apache-2.0
"""Reader of ingress streams (docs/reference/ingress-format.md), written from that page: what harts retired and accessed, in the order
of the stream."""
import collections
import struct

Record = collections.namedtuple("Record", "hart cycle blocks accesses")
Block = collections.namedtuple("Block", "address end itype")
Access = collections.namedtuple("Access", "dtype size pc address read written")

STORE, ADD, SC_FAILED = 1, 9, 15


class _Bytes:
    def __init__(self, data, at):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        value = shift = 0
        while True:
            b = self.byte()
            value |= (b & 0x7f) << shift
            shift += 7
            if b < 0x80:
                return value

    def zigzag(self):
        v = self.varint()
        return v >> 1 if v & 1 == 0 else -(v >> 1) - 1


_FIELDS = ["byte", "byte", "varint", "varint", "varint", "varint", "zigzag", "varint", "byte", "byte", "varint"]


def records(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x89HTING\r\n"
    note = struct.unpack_from("<H", data, 18)[0]
    b = _Bytes(data, 28 + note)
    mask = 2 ** 64 - 1
    hart = opcode_after = 0
    follow, daddr, cycle = collections.Counter(), collections.Counter(), collections.Counter()
    while True:
        first = b.byte()
        if first == 0x8f:
            return
        if first in (0x80, 0x81):
            opcode_after = b.zigzag()
            b.at += 2 if first == 0x80 else 4
            continue
        if first == 0x84:
            hart = b.varint()
            cycle[hart] += b.varint()
            b.varint(), b.varint()
            continue
        assert first < 0x20, hex(first)
        hart = b.varint() if first & 16 else hart
        cycle[hart] += b.varint() if first & 2 else 1
        count = b.byte() if first & 4 else 1
        fields = b.varint() if first & 8 else 0
        for i, kind in enumerate(_FIELDS):
            if fields >> i & 1:
                getattr(b, kind)()
        raw = []
        if fields >> 11 & 1:
            for _ in range(b.byte()):
                k = b.byte()
                place = (b.byte(), b.byte()) if k & 64 else (0, 0)
                daddr[hart] = (daddr[hart] + b.zigzag()) & mask
                dtype = k & 15
                read = b.varint() if dtype == 0 or 4 <= dtype <= 14 else None
                written = b.varint() if dtype == 1 or 4 <= dtype <= 14 else None
                raw.append((dtype, 1 << (k >> 4 & 3), place, daddr[hart], read, written))
        blocks = []
        for i in range(count):
            k = b.byte()
            if (i == 0 and first & 1) or k & 64:
                follow[hart] = (follow[hart] + 2 * b.zigzag()) & mask
            start = follow[hart]
            follow[hart] = (start + 2 * b.varint()) & mask
            blocks.append(Block(start, follow[hart], k & 15))
        yield Record(hart, cycle[hart], blocks,
                     [Access(t, s, blocks[p[0]].address + 2 * p[1], a, r, w) for t, s, p, a, r, w in raw])
