#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cocotb_kit.py LIBRARY: kit/cocotb without cocotb. A hart executes four half-words and a taken branch; the encoder sends what N-Trace 1.0 says, byte by byte
as its chapters "Message Details" have it, then something else."""
import sys

sys.path.insert(0, "kit/cocotb")
sys.dont_write_bytecode = True
from htk_cocotb import Kit  # noqa: E402

CONTROL, BTM = 0, 3 << 4


def bench(out, drained=True):
    kit = Kit(sys.argv[1], params="xlen=32", exact=True)
    for value in (1, 1 | 2 | BTM, 1 | 2 | 4 | BTM):
        kit.clock += 1
        kit.write(CONTROL, value)
    kit.clock = 10
    kit.record([(0x1000, 2, 0, 0, 0)])
    kit.clock = 11
    kit.record([(0x1004, 2, 5, 1, 0)])
    kit.clock = 20
    for message in out:
        kit.bytes(message)
        kit.clock += 1
    kit.end(drained)
    result = kit.poll(), kit.rule(), kit.text()
    assert kit.summary().startswith(("good", "broken", "stopped")[result[0]])
    kit.close()
    return result


# ProgTraceSync: TCODE 9; SYNC 5 (4 bits) and I-CNT 0; F-ADDR 0x1000 >> 1 in two MDO of six bits. DirectBranch: TCODE 3; I-CNT 4.
branch = bytes([3 << 2, 4 << 2 | 3])
start = bytes([9 << 2, 5 << 2 | 1, 0x00 << 2, 0x20 << 2 | 3])
assert bench([start, branch]) == (Kit.GOOD, "", ""), bench([start, branch])
state, rule, text = bench([start, bytes([3 << 2, 3 << 2 | 3])])
assert (state, rule) == (Kit.BROKEN, "NT-CNT-003") and text.startswith("cycle 21: ") and "ICNT=0x4; got: DirectBranch ICNT=0x3" in text, text
state, rule, text = bench([start])
assert state == Kit.BROKEN and "got: no more messages" in text, text
assert bench([start], drained=False)[0] == Kit.GOOD
kit = Kit(sys.argv[1], elf="none.elf")
assert kit.poll() == Kit.STOPPED and "none.elf" in kit.text()
kit.close()
print("good")
