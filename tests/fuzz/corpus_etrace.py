# SPDX-License-Identifier: Apache-2.0
"""Inputs of fuzz_etrace: packets of every format, over a few instructions; of fuzz_etrace_packet: packets and null packets; of
fuzz_etrace_roundtrip: executions with all sets of options. Used by make_corpus.py."""


def make(put):
    # beqz a0, +8; c.j -2; c.jr a0; ret; jal ra, +4
    code = bytes.fromhex("11c1fdbf02858280ef004000")
    payloads = ("1f", "1f04", "73000000000040", "730000000000400000", "0e", "fe", "0500", "8f2a", "4c", "14", "77000000000140", "7f")
    packets = b"".join(bytes([0x40 | len(p) // 2]) + bytes.fromhex(p) for p in payloads)
    for i in range(8):
        head = bytes([(0, 1, 16, 50, 2, 65, 1, 48)[i], 9 * i & 63 | 64 * (i & 1), 5 * i & 15, 16, 8 * i & 63])
        put("fuzz_etrace", head + bytes([len(code)]) + code + packets)
    put("fuzz_etrace", bytes([0, 0, 0x60, 8, 0, len(code)]) + code + bytes.fromhex("0681320400000200000000") + bytes(40) + b"\x80" + packets)
    # Data trace, in the flow of type 3: unified and split, loads, stores, atomics, CSRs, a support packet with other options.
    data = ("10e003080040", "1e", "0b01", "26", "cd0000", "2d", "4600", "0f", "5b00000000", "1c", "77000000000140")
    data = b"".join(bytes([(0x60 if p[0] != "7" else 0x40) | len(p) // 2]) + bytes.fromhex(p) for p in data)
    for i in range(8):
        head = bytes([(3, 0, 2, 3, 16, 32, 48, 67)[i], (0, 1, 2, 3, 16, 18, 4, 8)[i], (0, 1, 2, 4, 8, 0, 12, 3)[i], 0x50 | 0x80 * (i & 1), 0])
        put("fuzz_etrace", head + bytes([len(code)]) + code + packets[:10] + data + packets)
    # Packets: flags (the format in bits 1:0), what follows, and null packets in front of each; 255 is a synchronization sequence.
    for i in range(6):
        head = bytes([(0, 0xFF, 0x35, 0x88, 0x42, 0xF2)[i], (0, 0xFF, 0x1B, 0x47, 7, 0x2D)[i], (0, 0x47, 0x23, 0xC8, 9, 0x8F)[i], (0, 0x59, 8, 0x83, 0x21, 3)[i]])
        body = b"".join(bytes([(0, 2, 255, 0)[n & 3], n * 37 & 255, n & 3, 20 + n, n * 11 & 255, n * 91 & 255, n * 7 & 255, 3, n]) for n in range(24))
        put("fuzz_etrace_packet", head + body)
    # jal ra, +8; c.nop; ret; beqz a0, -4; c.jr a0; lui t0, 1; jr 8(t0); ecall; mret
    code = bytes.fromhex("ef008000010082806dfd0285b712000067808200730000007300203001000100")
    for i in range(8):
        head = bytes([(0x30, 0x11, 4, 0x26, 0x34, 8, 0x15, 0x20)[i], (0, 0x1B, 3, 0x2F, 9, 0x12, 0x3F, 0)[i], (0, 63, 16, 8, 1, 32, 61, 4)[i], len(code)])
        put("fuzz_etrace_roundtrip", head + code + bytes((n * 29 + i * 13 & 255) | (0xF0 if n % 11 == i else 0) for n in range(160)))
    # Found: the instruction after a return, passed before inside the call, then a resynchronization.
    found = (
        "111b3f20ef008000010082806dfd0285b7000000000000007300000073003101fc0001ffffff156442424242ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
        "ffffffffffffffffffffffffffffffffff819ebbd8f522122f4cf900000000000000000000000000000000000000000000000000f8001d3a778ca9c6aac7e401fe3b78757a97b4d9ee48b7199aff7f0000f210"
    )
    put("fuzz_etrace_roundtrip", bytes.fromhex(found))
