#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""first_wrong.py CLEAN BAD: of two simulations of dpi_main.cpp, the clock in which the first message of BAD left that CLEAN did not send there, and
its number. When BAD only sends less: a pattern for any clock, and the number of the message that is missing."""
import sys


def messages(path):
    out, now = [], []
    for line in open(path):
        clock, word = line.split()
        for byte in bytes.fromhex(word)[::-1]:
            if now or byte != 0xFF:
                now.append(byte)
                if byte & 3 == 3:
                    out.append((int(clock), bytes(now)))
                    now = []
    assert not now
    return out


clean, bad = messages(sys.argv[1]), messages(sys.argv[2])
for i, (clock, message) in enumerate(bad):
    if i >= len(clean) or clean[i][1] != message:
        print(clock, i)
        sys.exit(0)
if len(bad) < len(clean):
    print("[0-9]+", len(bad))
    sys.exit(0)
sys.exit("no difference")
