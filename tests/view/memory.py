# SPDX-License-Identifier: Apache-2.0
"""memory.py FOLDER SCALE: PC lists, code and messages for test_memory.c.

steady   a loop that calls a function: SCALE * 10,000 calls
chains   four functions that call each other at random, up to 24 deep: SCALE * 10,000 calls, nearly each by a new chain
contexts SCALE * 1500 switches among 1500 contexts, more than a hart has stacks, with losses and gaps
"""

import random
import sys

FUNCTIONS = 4
STEADY = """0x80000000,L4
0x80000004,CD4,0x80000100
0x80000008,BD4,0x80000004
0x8000000C,L4
0x80000100,L2
0x80000102,R2
"""


def steady(folder, scale):
    turn = "0x80000004\n0x80000100\n0x80000102\n0x80000008\n"
    open(folder + "/steady.pcinfo", "w").write(STEADY)
    with open(folder + "/steady.pcs", "w") as f:
        f.write("0x80000000\n" + turn * (10000 * scale) + "0x8000000c\n")


def chains(folder, scale):
    """Function f is at BASE + f * 0x100: for each callee a branch over the call, the call; then the return."""
    base, rnd = 0x80000000, random.Random(14)
    with open(folder + "/chains.pcinfo", "w") as f:
        for n in range(FUNCTIONS):
            at = base + 0x100 * n
            for k in range(FUNCTIONS):
                f.write(f"0x{at:x},BD4,0x{at + 8:x}\n0x{at + 4:x},CD4,0x{base + 0x100 * k:x}\n".replace("\\\n", "\n"))
                at += 8
            f.write(f"0x{at:x},R4\n")
        f.write(f"0x{base - 4:x},CD4,0x{base:x}\n")
    calls = 10000 * scale
    with open(folder + "/chains.pcs", "w") as f:
        f.write(f"0x{base - 4:x}\n")
        stack, called = [[0, 0]], 0  # function, next site
        while stack:
            n, site = stack[-1]
            at = base + 0x100 * n + 8 * site
            if site == FUNCTIONS:
                f.write(f"0x{at:x}\n")
                stack.pop()
                continue
            stack[-1][1] += 1
            f.write(f"0x{at:x}\n")
            deep = len(stack)
            if called < calls and deep < 24 and (deep < 12 or rnd.random() < 0.5):
                f.write(f"0x{at + 4:x}\n")
                stack.append([site, 0])
                called += 1
                if deep == 1 and site == FUNCTIONS - 1:
                    stack[0][1] = 0


def contexts(folder, scale):
    from ntrace import PCINFO, direct, error, message, sync, turn
    scontext = lambda n: message(2, n << 5 | 1 << 2 | 2)
    out = []
    for i in range(1500 * scale):
        if i % 50 == 0:
            out += [error(), direct(4)] if i > 0 else []
            out.append(sync(0x1000, 7 if i > 0 else 5))
        out.append(scontext(i * 7 % 1500 + 1))
        out += turn("AB"[i & 1])
    open(folder + "/contexts.nex", "wb").write(b"".join(out))
    open(folder + "/contexts.pcinfo", "w").write(PCINFO)


if __name__ == "__main__":
    for make in (steady, chains, contexts):
        make(sys.argv[1], int(sys.argv[2]))
