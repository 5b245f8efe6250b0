# SPDX-License-Identifier: Apache-2.0
"""Streams of E-Trace that break one rule each, written by hand from the tables of the specification, and streams that break none; then runs of
programs, one packet of which says something else than the hart did.

lint_etrace.py HARTRACE FOLDER PROGRAMS: run `hartrace lint` on each, print a TAP line for each.
"""
import json
import re
import subprocess
import sys

hartrace, folder, programs = sys.argv[1:]
rules = re.findall(r'^HTK_RULE\((\w+), "([^"]+)"', open("lib/kit/include/htk/htk_etrace_rules.def").read(), re.M)
RULES = {name[3:]: rule for name, rule in rules}
INGRESS = {"TAKEN", "PLACE", "TRAP", "STOP"}
TE = ["--te", "trTeFormat=0"]


def payload(*fields):
    """Fields (value, width), lowest bit first, without equal bits at the top but one, in whole bytes."""
    bits = [value >> i & 1 for value, width in fields for i in range(width)]
    while len(bits) > 1 and bits[-1] == bits[-2]:
        bits.pop()
    bits += [bits[-1]] * (-len(bits) % 8)
    return bytes(sum(b << k for k, b in enumerate(bits[i : i + 8])) for i in range(0, len(bits), 8))


def framed(body, extend=0):
    return bytes([len(body) | extend << 7]) + body


def packet(*fields):
    return framed(payload(*fields))


def support(ienable=1, mode=0, qual=0, ioptions=0, denable=0, doptions=0):
    return packet((3, 2), (3, 2), (ienable, 1), (mode, 1), (qual, 2), (ioptions, 6), (denable, 1), (0, 1), (doptions, 4))


def start(address=0x1000, privilege=3, branch=1):
    return packet((3, 2), (0, 2), (branch, 1), (privilege, 2), (address >> 1, 63))


def trap(thaddr=1, address=0x2000, privilege=3):
    return packet((3, 2), (1, 2), (1, 1), (privilege, 2), (2, 5), (0, 1), (thaddr, 1), (address >> 1, 63), (0, 64))


def tail(address, updiscon=0, irreport=0, depth=0):
    """address, notify, updiscon, irreport, irdepth: each bit that is not the one before it says something."""
    top = address >> 63 & 1
    return ((address >> 1, 63), (top, 1), (top ^ updiscon, 1), (top ^ updiscon ^ irreport, 1), ((1 << depth) - 1 if top ^ updiscon else 0, depth))


def addr(difference, **more):
    return packet((2, 2), *tail(difference & (1 << 64) - 1, **more))


def branches(n, taken, difference, **more):
    """A map of n branches, of which those in taken are 0."""
    width = next(w for w in (1, 3, 7, 15, 31) if n <= w)
    return packet((1, 2), (n, 5), (taken, width), *tail(difference & (1 << 64) - 1, **more))


def torn(body, byte):
    """A packet with one more byte."""
    return framed(body[1:] + bytes([byte]))


def data(diff, size=2):
    """A unified store of one byte's worth of data, of flow 3: the flow of data trace in files of the reference scripts."""
    body = payload((2, 3), (size, 2), (diff, 2), (0, size), (1, 8), (8, 64))
    return bytes([len(body) | 3 << 5]) + body


def inst(p):
    return bytes([p[0] | 2 << 5]) + p[1:]


on, end, off = support(), support(qual=1), support(ienable=0)
FLOW = ["--param", "type_in_flow=1"]
# 1000 addi; 1004 branch 1010; 1008 addi; 100c addi; 1010 branch 1000; 1014 addi; 1018 addi; 101c jalr; 1020 branch 1000; 1030 jump 1030
CODE = ["--pcinfo", folder + "/code"]
PREDICT, CACHE, RETURN = ["--param", "bpred_size=2"], ["--param", "cache_size=2"], ["--param", "return_stack_size=2"]
predicted = packet((0, 2), (3, 32), (0, 2))
index = packet((0, 2), (1, 2), (0, 5), (0, 1))
datas = [inst(support(denable=1)), inst(start())]

# Packets, options, the rules that are broken.
CASES = [
    ("a trace", [on, start(), addr(0x18), start(0x1000), branches(3, 5, 0x14), end, off], [], ""),
    ("ended and begun again", [on, start(), end, start(0x1000), end, off], [], ""),
    ("a loss", [on, start(), support(qual=2), start(0x1000), end], [], ""),
    ("null packets", [on, b"\0\0", start(), b"\x80", addr(0x18), end], [], ""),
    ("a trap and its handler", [on, start(), trap(), addr(8), trap(0, 0x1000), start(0x2000), end], [], ""),
    ("a trap before the handler's first instruction", [on, start(), trap(0, 0x1000), trap(), end], [], ""),
    ("updiscon", [on, start(), addr(0x18, updiscon=1), end, start(), addr(8, updiscon=1), trap(), end], [], ""),
    ("options", [support(ioptions=16), start(), predicted, support(ioptions=1), start(), addr(8, irreport=1, depth=3), end], PREDICT + RETURN, ""),
    ("a file that begins later", [b"\0" * 32, addr(8), start(), addr(8), end], ["--wrapped"], ""),
    ("data", datas + [data(0), data(2), inst(start()), data(0), data(3), inst(end)], FLOW, ""),
    ("code", [on, start(), branches(2, 3, 0x14), end], CODE, ""),
    ("no room after type", [b"\1\0"], ["--param", "type_bits=8"], "LENGTH"),
    ("extend without timestamps", [framed(on[1:], 1), start(), end], [], "EXTEND"),
    ("one more byte that is the sign", [on, torn(start(), 0), end], [], "COMPRESSED"),
    ("one more byte that is not", [on, start(), addr(8), framed(payload((2, 2), *tail(8), (5, 8))), end], [], "EXTENDED"),
    ("branch_fmt 1", [support(ioptions=16), start(), packet((0, 2), (3, 32), (1, 2), *tail(8)), end], PREDICT, "BRANCH_FMT"),
    ("format 0 without an option", [on, start(), predicted, end], [], "OPTION"),
    ("subformat 3", [support(ioptions=24), start(), packet((0, 2), (3, 2), (0, 5), (1, 1)), end], PREDICT + CACHE + ["--param", "f0s_width=2"], "SUBFORMAT"),
    ("privilege 2", [on, start(privilege=2), end], [], "PRIVILEGE"),
    ("privilege 2 in a trap", [on, start(), trap(privilege=2), end], [], "PRIVILEGE"),
    ("encoder_mode 1", [support(mode=1), start(), end], [], "MODE"),
    ("a count, and branch prediction is off", [on, start(), packet((0, 2), (0, 1), (3, 32), (0, 2)), end], PREDICT + ["--param", "f0s_width=1"], "OPTION"),
    ("an index, and the cache is off", [on, start(), packet((0, 2), (1, 1), (0, 2), (0, 5), (1, 1)), end], CACHE + ["--param", "f0s_width=1"], "OPTION"),
    ("irreport without implicit returns", [on, start(), addr(8, irreport=1, depth=3), end], RETURN, "OPTION"),
    ("no support packet", [start(), addr(8), end], [], "BEGIN"),
    ("an address first", [on, addr(8), start(), end], [], "BEGIN"),
    ("an address after the end", [on, start(), end, addr(8), start(), end], [], "BEGIN"),
    ("packets after ienable 0", [on, start(), end, off, start(), end], [], "ENABLED"),
    ("disabled without an end", [on, start(), addr(8), off], [], "ENDED"),
    ("an address after a loss", [on, start(), support(qual=2), addr(8), start(), end], [], "LOST"),
    ("a branch map after updiscon", [on, start(), addr(8, updiscon=1), branches(1, 1, 8), end], [], "UPDISCON"),
    ("an address after thaddr 0", [on, start(), trap(0, 0x1000), addr(8), end], [], "HANDLER"),
    ("data, and denable is 0", [inst(on), inst(start()), data(0), inst(end)], FLOW, "DATA"),
    ("data of format 4", datas + [data(0), bytes([0x61, 4]), inst(end)], FLOW, "DATA_FIELDS"),
    ("relative data after a synchronization packet", datas + [data(0), inst(start()), data(2), inst(end)], FLOW, "DATA_SYNC"),
    ("one branch too many", [on, start(), branches(3, 7, 0x14), end], CODE, "BRANCHES"),
    ("a branch that is missing", [on, start(), addr(0x14), end], CODE, "BRANCHES"),
    ("a jump that is missing", [on, start(0x1018), packet((1, 2), (0, 5), (0, 31)), end], CODE, "TARGET"),
    ("an address that is not on the path", [on, start(0x1030), addr(8), end], CODE, "ADDRESS"),
    ("an entry that was never filled", [support(ioptions=8), start(0x1018), packet((0, 2), (2, 2), (0, 5), (0, 1)), end], CACHE + CODE, "INDEX"),
]


def lint(path, options):
    p = subprocess.run([hartrace, "lint", path, "--format", "json", *TE, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    out = json.loads(p.stdout)
    assert p.returncode == (1 if out["broken"] else 0), (p.returncode, p.stderr)
    broken = [r["rule"] for r in out["rules"] if r["verdict"] == "broken"]
    assert sorted({f["rule"] for f in out["findings"]}) == sorted(broken), out["findings"]
    assert all((r["verdict"] == "not reached") == (r["looked_at"] == 0) for r in out["rules"])
    return broken, out


number = 0


def tell(name, good, text=""):
    global number
    number += 1
    print(f"{'' if good else 'not '}ok {number} - {name}" + ("" if good or not text else f"\n# {text}"))


open(folder + "/code", "w").write(
    "0x1000,L4\n0x1004,BD4,0x1010\n0x1008,L4\n0x100C,L4\n0x1010,BD4,0x1000\n0x1014,L4\n0x1018,L4\n0x101c,JI4\n0x1020,BD4,0x1000\n0x1030,JD4,0x1030\n")
for name, packets, options, want in CASES:
    try:
        open(folder + "/case.etr", "wb").write(b"".join(packets))
        broken, out = lint(folder + "/case.etr", options)
    except Exception as e:
        broken, out = repr(e), {}
    tell("E-Trace: " + name, broken == ([RULES[want]] if want else []), f"got {broken}, want {want}: {out.get('findings')}")
rest = sorted(set(RULES) - {c[3] for c in CASES} - INGRESS)
tell("E-Trace: every rule is broken by a case", not rest, f"but {rest}")
known = set(re.findall(r"^\| (ET-[A-Z]+-\d+) ", open("docs/reference/conformance-etrace.md").read(), re.M))
tell("E-Trace: every rule is in docs/reference/conformance-etrace.md", set(RULES.values()) <= known)

# ---- what the hart did ----


def run(program, *options):
    """A trace with its packets, as dump has them."""
    base = f"{folder}/{program}"
    subprocess.run([hartrace, "run", f"{programs}/{program}.elf", "-q", "--any-exit", "--max-instructions", "20000", *TE, *options,
                    "--save-trace", base + ".etr", "--save-ingress", base + ".ing"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    text = subprocess.run([hartrace, "dump", base + ".etr", *TE, "--format", "jsonl"], stdout=subprocess.PIPE, check=True).stdout
    return base, bytearray(open(base + ".etr", "rb").read()), [p for p in map(json.loads, text.splitlines()) if "name" in p]


def changed(name, want, base, stream):
    open(folder + "/changed.etr", "wb").write(stream)
    broken, out = lint(folder + "/changed.etr", ["--ingress", base + ".ing"])
    tell("E-Trace: " + name, RULES[want] in broken, f"got {broken}: {out['findings'][:3]}")


base, good, packets = run("timer", "--te", "trTeInstSyncMode=1", "--te", "trTeInstSyncMax=0")
broken, out = lint(base + ".etr", ["--ingress", base + ".ing"])
tell("E-Trace: what the hart did", broken == [], broken)
tell("E-Trace: ... with all of its rules reached", all(r["verdict"] == "held" for r in out["rules"] if r["rule"] in {RULES[n] for n in INGRESS}))


def place(names, after=0):
    return [p for p in packets[after:] if p["name"] in names][0]


bad = bytearray(good)  # the first branch of a map: bit 7 of the payload, after format and branches
bad[place(("branches", "branch-addr"), 20)["offset"] + 1] ^= 0x80
changed("a branch that went the other way", "TAKEN", base, bad)
p = place(("sync-start",), 20)  # address: from bit 7 of the payload on
bad = bytearray(good)
bad[p["offset"] + 2] ^= 0x02
changed("a synchronization packet elsewhere", "PLACE", base, bad)
p = place(("sync-trap",))
changed("a trap that is not reported", "TRAP", base, good[: p["offset"]] + good[p["offset"] + p["length"] :])
cut = packets[-3]["offset"]
changed("the last packets are missing", "STOP", base, good[:cut])
