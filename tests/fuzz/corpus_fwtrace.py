# SPDX-License-Identifier: Apache-2.0
"""Seeds of fuzz_fwtrace: frames, lines, rings, tables, stimulus messages. And of fuzz_accesses: lists."""
import binascii
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from ntrace import error, message  # noqa: E402


def cobs(data):
    out = b""
    for group in data.split(b"\0"):
        out += bytes([len(group) + 1]) + group
    return out + b"\0"


def frame(channel, position, *words):
    data = struct.pack("<BH", channel, position) + struct.pack(f"<{len(words)}I", *words)
    return cobs(data + struct.pack("<H", binascii.crc_hqx(data, 0xFFFF)))


def ring(mode, wpos, rpos, words, slots=16):
    head = [0x31545746, 64 << 16 | 1, slots, mode]
    head += [~(head[0] ^ head[1] ^ head[2] ^ head[3]) & 0xFFFFFFFF, wpos, 0, rpos, 3, 1] + [0] * 6
    slot = [0] * (2 * slots)
    for p, (channel, value) in words.items():
        slot[2 * (p % slots)] = (p << 8 | 0x80 | channel) & 0xFFFFFFFF
        slot[2 * (p % slots) + 1] = value
    return struct.pack(f"<{16 + 2 * slots}I", *head, *slot)


def make(put):
    binary = frame(1, 0, 0) + frame(4, 1, 0x7FFFFFFF) + frame(0, 2, 5 << 26 | 1, 1, 16, 0, 2, 3) + frame(30, 8, 7) + frame(31, 9, 0x123456)
    text = b"0x60000005\n# 0x04000001 0x00000001\n!lost 3\n!torn\n!id 0x00123456\nhello\n0x6\n"
    words = {p: (4, 3 << 29 | p) for p in range(20)}
    table = Path(__file__).resolve().parents[2] / "fwtrace" / "ti-sysfw.toml"
    for data in (binary, binary[3:], binary[:-4]):
        put("fuzz_fwtrace", b"\0" + data)
    for data in (text, text.replace(b"\n", b"\r\n")):
        put("fuzz_fwtrace", b"\1" + data)
    for data in (ring(0, 20, 0, words), ring(1, 20, 10, words), ring(1, 5, 6, words), ring(0, 20, 0, words)[:100]):
        put("fuzz_fwtrace", b"\2" + data)
    put("fuzz_fwtrace", b"\3" + b"".join(table.read_bytes().splitlines(True)[6:60]))
    for bits, choice in ((0, 0), (2, 1)):
        trace = b"".join(message(7, (4 * channel, 8), value, src=1 if bits else None, src_bits=bits)
                         for channel, value in ((4, 3 << 29 | 5), (0, 2 << 26 | 1), (24, 1), (28, 9), (21, 1 << 26), (25, 7), (30, 2), (31, 0x123456)))
        put("fuzz_fwtrace", b"\4" + bytes([choice]) + trace + error(src=1 if bits else None, src_bits=bits) + trace)
    for text in (b"0x80000276,R,0x80001000,8,0x3073\n", b"# x\n\n0x80000282,W,0x80001000,4,0x3111\r\n1,W,2,0,0\n", b"0x80000000,R,0x80000000,3,0"):
        put("fuzz_accesses", text)
