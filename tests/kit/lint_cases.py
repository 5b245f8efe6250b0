# SPDX-License-Identifier: Apache-2.0
"""Streams that break one rule each, written by hand from the sentence of the rule (tests/tools/ntrace.py), and streams that break none.

lint_cases.py HARTRACE FOLDER: run `hartrace lint` on each, print a TAP line for each.
"""
import json
import re
import subprocess
import sys

from ntrace import *

hartrace, folder = sys.argv[1:]
RULES = dict(re.findall(r'^HTK_RULE\((\w+), "([^"]+)"', open("lib/kit/include/htk/htk_rules.def").read(), re.M))
INGRESS = set(re.findall(r"^HTK_RULE\((\w+)", open("lib/kit/include/htk/htk_rules.def").read().partition("With the ingress")[2], re.M))  # lint_ingress.py
TIME, CODE = ["--te", "trTsEnable=1"], ["--pcinfo", folder + "/code"]


def torn(tcode):
    """Two bytes, which end before all fields have come; where they would be a whole message, one with a field too many."""
    return message(tcode, (0, 4), 1, 1) if tcode in (2, 3, 8, 27, 30) else bytes([tcode << 2, 3])


def zeros(msg, n=1):
    """The last field goes on for n bytes of zeros."""
    return msg[:-1] + bytes([msg[-1] & ~3]) + bytes(n - 1) + b"\x03"


def hist(icnt, history, addr=1, btype=0):
    return message(28, (btype, 2), icnt, addr, history)


def process(fmt, prv, v=0, context=0):
    return message(2, fmt | prv << 2 | v << 4 | context << 5)


on, again, off = sync(0x1000, 5), sync(0x1000, 2), stop(0)
htm_off = message(33, (4, 4), (1, 2), 0, 1)
wide = message(3, 10 | 1 << 66)
u = message(4, (0, 2), 3, 5)

# Messages, options, the rules that are broken.
CASES = [
    ("BTM", [on, direct(10), u, message(30, 3), again, direct(4), b"\xff\xff", off, on, off], [], ""),
    ("HTM", [on, hist(5, 6), full_history("01"), message(27, (0, 4), 9), again, htm_off], [], ""),
    ("an overflow", [on, direct(10), error(), sync(0x1000, 7), direct(10), off], [], ""),
    ("Error as the last message", [on, direct(10), error()], [], ""),
    ("disabled from the start", [stop(0), on, off], [], ""),
    ("contexts", [on, process(3, 3, context=2), process(2, 3, context=1), direct(10), process(0, 0), again, process(2, 1), off], [], ""),
    ("times", [stamped(on, 1000), stamped(direct(10), 50), stamped(again, 1050), off], TIME, ""),
    ("a time that wraps", [stamped(on, 1000), stamped(direct(10), 50), stamped(again, 20), off], TIME, ""),
    ("a vendor's message", [on, message(56, 77), direct(10), off], [], ""),
    ("a file that begins in a message", [direct(10)[1:], direct(10), u, sync(0x1000, 7), off], ["--wrapped"], ""),
    ("two sources", [sync(0x1000, 5, src=1, src_bits=2), sync(0x1000, 5, src=2, src_bits=2), direct(10, src=1, src_bits=2)], ["--te", "trTeSrcBits=2"], ""),
    ("code", [on] + turn("A") + turn("B") + [off], CODE, ""),
    ("an empty message", [on, b"\x03", off], [], "IDLE"),
    ("a byte with MSEO 11 between messages", [on, b"\xf3", again, off], [], "IDLE"),
    ("MSEO 10", [on, direct(1 << 12)[:1] + b"\x06" + direct(1 << 12)[2:], again, off], [], "MSEO_10"),
    ("MSEO 01 after a message", [on, b"\x41", direct(10), again, off], [], "MSEO_START"),
    ("39 bytes", [on, zeros(direct(10), 37), off], [], "MESSAGE_SIZE"),
    ("38 bytes", [on, zeros(direct(10), 36), off], [], ""),
    ("a reserved TCODE", [on, message(16, 3), off], [], "TCODE"),
    ("a Nexus message that N-Trace has not", [on, message(15, 3), off], [], "TCODE"),
    ("a field of 67 bits", [on, wide, off], [], "FIELD_SIZE"),
    ("I-CNT of 23 bits", [on, direct(1 << 22), off], [], "ICNT_SIZE"),
    ("RDATA with I-CNT of 23 bits", [on, message(27, (0, 4), 1 << 22), off], [], "ICNT_SIZE"),
    ("an address of 64 bits", [message(9, (5, 4), 0, 1 << 63), off], [], "ADDR_SIZE"),
    ("HIST of 33 bits", [on, hist(5, 1 << 32), htm_off], [], "HIST_SIZE"),
    ("RDATA with HIST of 33 bits", [on, message(27, (1, 4), 1 << 32), htm_off], [], "HIST_SIZE"),
    ("HREPEAT of 19 bits", [on, message(27, (2, 4), 5, 1 << 18), htm_off], [], "HREPEAT_SIZE"),
    ("B-CNT of 19 bits", [on, direct(10), message(30, 1 << 18), off], [], "BCNT_SIZE"),
    ("zeros on top of F-ADDR", [zeros(on), off], [], "ADDR_ZEROS"),
    ("zeros on top of U-ADDR", [on, zeros(u), off], [], "ADDR_ZEROS"),
    ("zeros on top of an extended address are its sign", [zeros(sync(0x7FFFFFE, 5)), off], ["--te", "trTeInstExtendAddrMSB=1"], ""),
    ("zeros on top of a time", [zeros(stamped(on, 1000)), off], TIME, "TIME_ZEROS"),
    ("SYNC 8", [sync(0x1000, 8), off], [], "SYNC_8"),
    ("SYNC 10", [sync(0x1000, 10), off], [], "SYNC_10"),
    ("SYNC 13", [sync(0x1000, 13), off], [], "SYNC_10"),
    ("SYNC 14 is a vendor's", [sync(0x1000, 14), off], [], ""),
    ("RCODE 3", [on, message(27, (3, 4), 1), off], [], "RCODE"),
    ("RCODE 8 is a vendor's", [on, message(27, (8, 4), 1), off], [], ""),
    ("EVCODE 5", [on, message(33, (5, 4), (0, 2), 0)], [], "EVCODE"),
    ("ETYPE 7", [on, message(8, (7, 4), 4)], [], "ETYPE"),
    ("FORMAT 01", [on, process(1, 3), off], [], "FORMAT"),
    ("PRV 2", [on, process(2, 2), off], [], "PRIVILEGE"),
    ("a virtual M mode", [on, process(2, 3, v=1), off], [], "PRIVILEGE"),
    ("HIST without its stop bit", [on, hist(5, 0), htm_off], [], "HIST_STOP"),
    ("a full HIST without its stop bit", [on, message(27, (1, 4), 0), htm_off], [], "HIST_STOP"),
    ("a full HIST without a branch", [on, message(27, (1, 4), 1), htm_off], [], "HIST_FULL"),
    ("a branch first", [direct(10), on, off], [], "START"),
    ("a branch while trace is off", [on, off, u, on, off], [], "START"),
    ("I-CNT at the start", [sync(0x1000, 5, icnt=2), off], [], "START_ICNT"),
    ("I-CNT at a restart", [on, off, sync(0x1000, 3, icnt=2), off], [], "START_ICNT"),
    ("I-CNT at another synchronizing message", [on, sync(0x1000, 2, icnt=2), off], [], ""),
    ("a branch after Error that lost data alone", [on, error(ecode=2), direct(10), off], [], ""),
    ("a branch after Error that lost program trace, too", [on, error(ecode=6), direct(10), sync(0x1000, 7), off], [], "AFTER_ERROR"),
    ("a branch after Error", [on, error(), direct(10), sync(0x1000, 7), off], [], "AFTER_ERROR"),
    ("a context after Error", [on, error(), process(2, 3), sync(0x1000, 7), off], [], "AFTER_ERROR"),
    ("SYNC 7 without Error", [on, direct(10), sync(0x1000, 7), off], [], "OVERRUN"),
    ("RepeatBranch first", [on, message(30, 3), off], [], "REPEAT"),
    ("RepeatBranch of a synchronizing message", [on, message(11, (2, 4), 4, 0x800), message(30, 3), off], [], "REPEAT"),
    ("RepeatBranch after a context", [on, direct(10), process(0, 3), message(30, 3), off], [], ""),
    ("RepeatBranch twice: B-CNT was full", [on, direct(10), message(30, 7), message(30, 3), off], [], ""),
    ("DirectBranch among history", [on, hist(5, 6), direct(10), htm_off], [], "BTM_ONLY"),
    ("history after DirectBranch", [on, direct(10), full_history("01"), off], [], "BTM_ONLY"),
    ("another mode after a restart", [on, direct(10), off, on, hist(5, 6), htm_off], [], ""),
    ("CDF 1 in BTM", [on, direct(10), htm_off], [], "CDF_BTM"),
    ("CDF 0 in HTM", [on, hist(5, 6), off], [], "CDF_HTM"),
    ("SYNC 4 in HTM", [on, hist(5, 6), sync(0x1000, 4), htm_off], [], "SYNC_ICNT"),
    ("traps told apart, and not", [on, message(4, (2, 2), 3, 5), message(4, (1, 2), 3, 5), off], [], "BTYPE"),
    ("traps told apart", [on, message(4, (2, 2), 3, 5), message(4, (3, 2), 3, 5), off], [], ""),
    ("a synchronizing message without its context", [on, process(2, 3), direct(10), again, direct(10), off], [], "CONTEXT"),
    ("hcontext without scontext", [on, process(3, 3), direct(10), off], [], "HCONTEXT"),
    ("hcontext after scontext", [on, process(2, 3), process(3, 3), off], [], "HCONTEXT"),
    ("a synchronizing message without time", [stamped(on, 1000), again, off], TIME, "TIME"),
    ("a time before the last one", [stamped(on, 1000), stamped(direct(10), 50), stamped(again, 1049), off], TIME, "TIME_ORDER"),
    ("I-CNT within an instruction", [on, direct(9), again, off], CODE, "ICNT"),
    ("I-CNT past an indirect jump", [sync(0x1018, 5), direct(6), off], CODE, "INFERABLE"),
    ("DirectBranch at no branch", [on, direct(2), again, off], CODE, "BRANCH"),
    ("a bit of HIST too many", [on, hist(4, 0b1101, addr=0), htm_off], CODE, "HIST"),
    ("an address beyond XLEN", [on, message(9, (2, 4), 0, 1 << 40), again, off], CODE + ["--param", "xlen=32"], "ADDRESS"),
    ("F-ADDR where the program is not", [on, sync(0x1000, 2, icnt=2), off], CODE, "LINEAR"),
] + [("fields: " + n.replace("_", " ").lower(), [on, torn(t), again, off], [], n) for t, n in (
    (2, "OWNERSHIP"), (3, "DIRECT_BRANCH"), (4, "INDIRECT_BRANCH"), (8, "ERROR"), (9, "PROG_TRACE_SYNC"), (11, "DIRECT_BRANCH_SYNC"),
    (12, "INDIRECT_BRANCH_SYNC"), (27, "RESOURCE_FULL"), (28, "INDIRECT_BRANCH_HIST"), (29, "INDIRECT_BRANCH_HIST_SYNC"),
    (30, "REPEAT_BRANCH"), (33, "PROG_TRACE_CORRELATION"))]


def lint(messages, options):
    write(folder + "/case.nex", messages)
    p = subprocess.run([hartrace, "lint", folder + "/case.nex", "--format", "json", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    out = json.loads(p.stdout)
    assert p.returncode == (1 if out["broken"] else 0), (p.returncode, p.stderr)
    broken = [r["rule"] for r in out["rules"] if r["verdict"] == "broken"]
    assert sorted({f["rule"] for f in out["findings"]}) == sorted(broken), out["findings"]
    assert all((r["verdict"] == "not reached") == (r["looked_at"] == 0) for r in out["rules"])
    return broken, out


open(folder + "/code", "w").write(PCINFO + "0x1018,L4\n0x101c,JI4\n0x1020,BD4,0x1000\n")
for number, (name, messages, options, want) in enumerate(CASES, 1):
    try:
        broken, out = lint(messages, options)
        good = broken == ([RULES[want]] if want else [])
        if good and want and name.startswith("fields"):  # the place: after ProgTraceSync
            good = out["findings"][0]["message"] == 1 and out["findings"][0]["offset"] == len(on)
    except Exception as e:
        good, broken, out = False, repr(e), {}
    print(f"{'' if good else 'not '}ok {number} - {name}" + ("" if good else f"\n# got {broken}, want {want}: {out.get('findings')}"))
rest = sorted(set(RULES) - {c[3] for c in CASES} - INGRESS)
print(f"{'not ' if rest else ''}ok {len(CASES) + 1} - every rule is broken by a case" + (f"\n# but {rest}" if rest else ""))
known = set(re.findall(r"^\| (NT-[A-Z]+-\d+) ", open("docs/reference/conformance.md").read(), re.M))
print(f"{'not ' if set(RULES.values()) - known else ''}ok {len(CASES) + 2} - every rule is in docs/reference/conformance.md")
