# SPDX-License-Identifier: Apache-2.0
"""Inputs of fuzz_etrace: packets of every format, over a few instructions. Used by make_corpus.py."""


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
