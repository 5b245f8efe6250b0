# SPDX-License-Identifier: Apache-2.0
"""Streams of N-Trace messages written by hand, from the tables of the specification; no encoder of this project.

The program: a loop of two branches.
  1000 addi; 1004 branch 1010; 1008 addi; 100c addi; 1010 branch 1000; 1014 addi
A turn is A: 1000 1004 1008 100c 1010 (first branch not taken), or B: 1000 1004 1010 (taken).
"""
A = [0x1000, 0x1004, 0x1008, 0x100C, 0x1010]
B = [0x1000, 0x1004, 0x1010]
PCINFO = "0x1000,L4\n0x1004,BD4,0x1010\n0x1008,L4\n0x100C,L4\n0x1010,BD4,0x1000\n0x1014,L4\n"


def message(tcode, *fields, src=None, src_bits=0):
    """Fields: (value, width) fixed; value: variable, as few bytes as it takes; [bytes of MDO]: as they are."""
    out, bits, count = [], tcode, 6
    if src is not None:
        bits, count = bits | src << 6, 6 + src_bits
    for field in fields:
        if isinstance(field, tuple):
            bits |= field[0] << count
            count += field[1]
            continue
        while count >= 6:
            out.append((bits & 63) << 2)
            bits, count = bits >> 6, count - 6
        bits |= field << count
        while True:
            out.append((bits & 63) << 2)
            bits >>= 6
            if bits == 0:
                break
        out[-1] |= 1
        count = 0
    out[-1] |= 3
    return bytes(out)


def stamped(msg, time):
    """The message with a TSTAMP at its end."""
    out = bytearray(msg)
    out[-1] &= ~2
    while True:
        out.append((time & 63) << 2)
        time >>= 6
        if time == 0:
            break
    out[-1] |= 3
    return bytes(out)


def sync(addr, reason, icnt=0, **kw):
    return message(9, (reason, 4), icnt, addr >> 1, **kw)


def direct(icnt, **kw):
    return message(3, icnt, **kw)


def error(ecode=4, **kw):
    return message(8, (0, 4), ecode, **kw)


def stop(icnt, **kw):
    return message(33, (4, 4), (0, 2), icnt, **kw)


def full_history(bits, **kw):
    """bits: the oldest first."""
    return message(27, (1, 4), int("1" + bits, 2), **kw)


def turn(kind, **kw):
    """BTM: a message for each taken branch."""
    return [direct(10, **kw)] if kind == "A" else [direct(4, **kw), direct(2, **kw)]


def pcs(turns):
    return [pc for kind in turns for pc in (A if kind == "A" else B)]


def pattern(n, seed=1):
    """Turns that repeat nowhere for long."""
    out = ""
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2**31
        out += "AB"[seed >> 16 & 1]
    return out


def write_pcs(path, list_of_pcs):
    with open(path, "w") as f:
        f.writelines("0x%x\n" % pc for pc in list_of_pcs)


def write(path, messages):
    with open(path, "wb") as f:
        f.write(b"".join(messages))
