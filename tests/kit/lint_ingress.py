#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lint_ingress.py HARTRACE FOLDER PROGRAMS: traces of programs in which one message says something else than the hart did, and the rule that
hartrace lint --ingress must name, with that message or a neighbor. Messages are read from a dump, and encoded again by ntrace.py. Prints TAP lines."""
import re
import subprocess
import sys

import ntrace

hartrace, folder, programs = sys.argv[1:]
done = 0


def run(*args):
    return subprocess.run([hartrace, *args], capture_output=True, text=True)


def record(program, mode, *te):
    """A trace with its ingress, and its messages as text."""
    base = f"{folder}/{program}-{mode}{''.join('-' + re.sub('[^A-Za-z]', '', t) for t in te)}"
    settings = [x for t in te if not t.startswith("param:") for x in ("--te", t)]
    params = [x for t in te if t.startswith("param:") for x in ("--param", t[6:])]
    r = run("run", f"{programs}/{program}.elf", "-q", "--any-exit", "--max-instructions", "20000", "--mode", mode, *settings, *params, "--save-trace", base + ".nex",
            "--save-ingress", base + ".ing")
    assert r.returncode in (0, 1), r.stderr
    return base, settings, run("dump", base + ".nex", *settings).stdout.splitlines()


def field(line, name):
    m = re.search(rf"\b{name}=(0x[0-9A-Fa-f]+|\d+)", line)
    return int(m[1], 0) if m else None


# Fields of messages: with a width, fixed; else variable.
TABLE = {"Ownership": (2, ["PROCESS"]), "DirectBranch": (3, ["ICNT"]), "IndirectBranch": (4, [("BTYPE", 2), "ICNT", "UADDR"]),
         "ProgTraceSync": (9, [("SYNC", 4), "ICNT", "FADDR"]), "ResourceFull": (27, [("RCODE", 4), "RDATA"]),
         "IndirectBranchHist": (28, [("BTYPE", 2), "ICNT", "UADDR", "HIST"]),
         "ProgTraceCorrelation": (33, [("EVCODE", 4), ("CDF", 2), "ICNT", "HIST"])}


def encode(line):
    tcode, fields = TABLE[line.split()[3]]
    values = [(field(line, f[0]), f[1]) if isinstance(f, tuple) else field(line, f) for f in fields]
    msg = ntrace.message(tcode, *(v for v in values if v is not None))
    return ntrace.stamped(msg, field(line, "TSTAMP")) if field(line, "TSTAMP") is not None else msg


def put(line, name, value):
    return re.sub(rf"\b{name}=(0x[0-9A-Fa-f]+|\d+)", f"{name}=0x{value:X}", line)


def case(name, recorded, pick, change, rule, drop=0, *options):
    """Change the first message that pick takes, and leave out `drop` messages before it; rule must be broken there, or in a neighbor."""
    global done
    base, settings, lines = recorded
    done += 1
    at = next(i for i, line in enumerate(lines) if i > 5 and pick(line, lines[i - 1]))
    new = lines[: at - drop] + change(lines[at]) + lines[at + 1:]
    ntrace.write(f"{folder}/changed.nex", [encode(line) for line in new])
    got = run("lint", f"{folder}/changed.nex", "--ingress", base + ".ing", "-n", "1000", *settings, *options)
    found = [(int(m[1]), m[2]) for m in re.finditer(r"^#(\d+) .*?: ((?:NT|TCI)-[A-Z]+-\d+): ", got.stdout, re.M)]
    good = got.returncode == 1 and any(n in (at - 1, at, at + 1, at + 2) and r == rule for n, r in found)
    print(f"{'ok' if good else 'not ok'} {done} - {name}: {rule}")
    if not good:
        print("# " + (got.stderr + got.stdout + f"changed: {lines[at]}")[:1500].replace("\n", "\n# "))


htm, btm = record("timer", "htm"), record("timer", "btm")
timed, owned = record("timer", "htm", "trTsEnable=1"), record("user", "htm", "trTeContext=1")


def outcomes(line):
    """HIST without its stop bit, and the number of outcomes in it."""
    hist = field(line, "HIST") if "IndirectBranchHist " in line else None
    return (hist ^ 1 << hist.bit_length() - 1, hist.bit_length() - 1) if hist else (0, 0)


def oldest(line, value):
    """The bit of the oldest outcome that is value."""
    bits, n = outcomes(line)
    return next((1 << i for i in reversed(range(n)) if bits >> i & 1 == value), 0)


for value, words, rule in ((1, "a taken branch that is a 0", "NT-HST-002"), (0, "a branch not taken that is a 1", "NT-HST-003")):
    case(words, htm, lambda l, p: oldest(l, value), lambda l: [put(l, "HIST", field(l, "HIST") ^ oldest(l, value))], rule)
jump = lambda l, _: " IndirectBranch" in l and field(l, "BTYPE") == 0
case("U-ADDR of another target", htm, jump, lambda l: [put(l, "UADDR", field(l, "UADDR") ^ 4)], "NT-ADR-005")
case("the same in BTM", btm, jump, lambda l: [put(l, "UADDR", field(l, "UADDR") ^ 4)], "NT-ADR-005")
trap = lambda l, _: " IndirectBranch" in l and field(l, "BTYPE") == 3
case("a trap with another handler", htm, trap, lambda l: [put(l, "UADDR", field(l, "UADDR") ^ 4)], "NT-IBR-003")
case("an interrupt as an exception", htm, trap, lambda l: [put(l, "BTYPE", 2)], "NT-MSG-028")
case("the same in BTM", btm, trap, lambda l: [put(l, "BTYPE", 2)], "NT-MSG-028")
case("a DirectBranch for a block that ends elsewhere", btm, lambda l, p: " DirectBranch " in l and field(l, "ICNT") > 6,
     lambda l: [put(l, "ICNT", field(l, "ICNT") - 2)], "NT-DBR-007")
before = []
case("a taken branch without its DirectBranch", btm, lambda l, p: " DirectBranch " in p and field(l, "ICNT") and not before.append(p),
     lambda l: [put(l, "ICNT", field(l, "ICNT") + field(before[-1], "ICNT"))], "NT-DBR-002", 1)
case("a time that is too early", timed, lambda l, p: " IndirectBranch" in l and field(l, "TSTAMP") >= 3, lambda l: [put(l, "TSTAMP", field(l, "TSTAMP") - 3)],
     "NT-TIM-002")
case("Ownership of another privilege", owned, lambda l, p: " Ownership " in l, lambda l: [put(l, "PROCESS", field(l, "PROCESS") ^ 8)], "NT-OWN-010")
base, settings, lines = htm
case("the last message is missing", (base, settings, lines), lambda l, p: "ProgTraceCorrelation" in l, lambda l: [], "NT-PTC-001")
user = record("user", "htm", "param:filters=1", "trTeInstFilters=1", "trTeFilterEnable[0]=1", "trTeFilterMatchPrivilege[0]=1", "trTeFilterMatchChoicePrivilege[0]=1")
case("SYNC 3 without debug mode", user, lambda l, p: "ProgTraceSync SYNC=5" in l, lambda l: [put(l, "SYNC", 3)], "NT-SYN-005", 0, "--partial")
case("EVCODE 0 without debug mode", user, lambda l, p: "ProgTraceCorrelation EVCODE=4" in l, lambda l: [put(l, "EVCODE", 0)], "NT-PTC-004", 0, "--partial")
for recorded in (htm, btm, timed, owned):
    base, settings, lines = recorded
    got = run("lint", base + ".nex", "--ingress", base + ".ing", *settings)
    done += 1
    print(f"{'ok' if got.returncode == 0 and ' 0 findings' in got.stdout else 'not ok'} {done} - {base.rsplit('/', 1)[-1]} as it is")
