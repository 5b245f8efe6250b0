#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""profile_cases.py HARTRACE FOLDER: streams with one quirk each, written by hand. Without a profile hartrace lint names the rule that the quirk
breaks; with one that has the quirk it finds nothing, and counts each use. Prints TAP lines."""
import json
import subprocess
import sys

from ntrace import direct, message, stamped, stop, sync, write

hartrace, folder = sys.argv[1:]
done = 0
TIME = ["--te", "trTsEnable=1"]


def lint(messages, *options):
    write(f"{folder}/q.nex", messages)
    r = subprocess.run([hartrace, "lint", f"{folder}/q.nex", "--format", "json", *options], capture_output=True, text=True)
    return r.returncode, json.loads(r.stdout) if r.stdout else {"error": r.stderr}


def case(name, quirk, uses, messages, broken, *options):
    """broken: a rule that breaks without the profile, or None when lint has none for it."""
    global done
    done += 1
    open(f"{folder}/q.toml", "w").write(f'# one quirk\nname = "mine"\n{quirk} = true\n')
    plain, a = lint(messages, *options)
    quirky, b = lint(messages, "--profile", f"{folder}/q.toml", *options)
    rules = [f["rule"] for f in a.get("findings", [])]
    good = ((plain == 1 and broken in rules) if broken else plain == 0) and quirky == 0 and b["findings"] == [] and b["profile"] == "mine" and \
        b["quirks"] == [{"name": quirk, "rule": b["quirks"][0]["rule"], "uses": uses}] and \
        not any(r["rule"] == b["quirks"][0]["rule"] and r["verdict"] == "held" for r in b["rules"])
    print(f"{'ok' if good else 'not ok'} {done} - {name}")
    if not good:
        print(f"# {plain} {rules}\n# {quirky} {b.get('findings')} {b.get('quirks')} {b.get('error', '')}")


def check(name, good, what=""):
    global done
    done += 1
    print(f"{'ok' if good else 'not ok'} {done} - {name}" + ("" if good else f"\n# {what}"))


on = sync(0x1000, 5)
case("idle bytes of any 11", "idle_any", 3, [b"\x03", on, b"\x03", direct(4), b"\xff\x07", stop(1)], "NT-TX-017")
# SRC of 4 bits: TCODE 4, SRC 3 and B-TYPE 0 fill two bytes, and I-CNT has none.
nothing = bytes([4 << 2, 3 << 2 | 1, 5 << 2 | 3])
case("an I-CNT without a bit", "empty_field", 1, [sync(0x1000, 5, src=3, src_bits=4), nothing, stop(1, src=3, src_bits=4)], "NT-MSG-006",
     "--te", "trTeSrcBits=4")
case("ProgTraceSync without I-CNT", "no_sync_icnt", 1, [message(9, (5, 4), 0x800), direct(4), stop(1)], "NT-MSG-008")
case("ProgTraceCorrelation without CDF", "no_cdf", 1, [on, direct(4), message(33, (4, 4), 0x3D)], "NT-MSG-015")
at = lambda m, t: stamped(m, t)
# Read as differences they add up to 201 and 328: the synchronizing message would be in the past.
times = [at(on, 100), at(direct(4), 101), at(sync(0x1000, 2), 150), at(stop(1), 151)]
case("absolute times", "time_absolute", 2, times, "NT-TIM-003", *TIME)
times = [at(on, 100), at(direct(4), 100 ^ 128), at(sync(0x1000, 2), 200), at(stop(1), 200 ^ 201)]
case("times by XOR", "time_xor", 2, times, "NT-TIM-003", *TIME)
# 0x1000 jumps to 0x2000 and back. Repeated with its XOR the jump is at 0x1000 again; with its target it is at 0x2000.
open(f"{folder}/q.pcinfo", "w").write("0x1000,JI2\n0x2000,JI2\n")
jump = message(4, (0, 2), 1, 0x1800)
case("RepeatBranch by XOR", "repeat_xor", 1, [on, jump, message(30, 3), sync(0x1000, 2), stop(0)], "NT-PTS-010", "--pcinfo", f"{folder}/q.pcinfo",
     "--te", "trTeInstEnRepeatedHistory=1")
case("Ownership FORMAT 0 with a context", "owner_format_0", 1, [on, message(2, 0x51 << 5 | 3 << 2), direct(4), stop(1)], None)

# HTM: branches at 0x1000 and 0x1004 are taken. The periodic sync comes after the second one, at 0x1000 again; its HIST has the first alone.
open(f"{folder}/b.pcinfo", "w").write("0x1000,BD4,0x1004\n0x1004,BD4,0x1000\n0x1008,L4\n")
history = lambda icnt, reason, addr, bits: message(29, (reason, 4), (0, 2), icnt, addr >> 1, bits)
branches = ["--pcinfo", f"{folder}/b.pcinfo"]
stops = message(33, (4, 4), (1, 2), 0, 1)
case("HIST without the branch before a sync", "sync_branch", 1, [on, history(4, 2, 0x1000, 0b11), stops], "NT-HST-001", *branches)
case("which was not taken", "sync_branch", 1, [on, history(4, 2, 0x1008, 0b11), stops], "NT-HST-001", *branches)
case("twice, one after the other", "sync_branch", 2, [on, history(4, 2, 0x1000, 0b11), history(2, 2, 0x1004, 0b1), stops], "NT-HST-001", *branches)
status, got = lint([on, history(4, 2, 0x1000, 0b111), stops], "--profile", f"{folder}/q.toml", *branches)
check("a HIST with it is no use", status == 0 and got["quirks"][0]["uses"] == 0, got)
status, got = lint([on, history(4, 2, 0x1234, 0b11), stops], "--profile", f"{folder}/q.toml", *branches)
check("F-ADDR that the branch does not lead to is a finding", status == 1 and got["quirks"][0]["uses"] == 0, got)
# 32 outcomes in HIST, the 33rd before the sync: the full HIST goes ahead.
turns = (1 << 31) | ((1 << 31) - 1)
status, got = lint([on, history(64, 2, 0x1000, turns), stops], "--profile", f"{folder}/q.toml", *branches)
check("a full HIST", status == 0 and got["quirks"][0]["uses"] == 1, got)

# lui ra,0x2 and ret: with itypes of 3 bits a jump that can be inferred, with those of 4 a return that needs a call.
open(f"{folder}/r.pcinfo", "w").write("0x1000,L4\n0x1004,R4\n0x2000,L4\n")
open(f"{folder}/r.img", "wb").write(bytes.fromhex("b7200000 67800000".replace(" ", "")) + bytes(0xff8) + bytes.fromhex("13000000"))
returns = ["--image", f"{folder}/r.img@0x1000", "--te", "trTeInstEnImplicitReturn=1", "--te", "trTeInstImplicitReturnMode=3", "--te", "trTeInstEnSequentialJump=1"]
case("returns that are not implicit", "itype_3", 1, [on, stop(6)], "NT-IBR-002", *returns)
status, got = lint([on, stop(6)], "--profile", f"{folder}/q.toml", *returns[:2], *returns[-2:])
check("implicit returns that are not set are no use", status == 0 and got["quirks"][0]["uses"] == 0, got)


def vendor(name, uses, messages, tcodes):
    open(f"{folder}/q.toml", "w").write(f'vendor_tcodes = "{tcodes}"\n')
    plain, a = lint(messages)
    quirky, b = lint(messages, "--profile", f"{folder}/q.toml")
    check(name, plain == 1 and "NT-MSG-017" in [f["rule"] for f in a["findings"]] and quirky == 0 and b["findings"] == [] and
          b["quirks"] == [{"name": "vendor_tcodes", "rule": "NT-MSG-017", "uses": uses}] and
          [(r["verdict"], r["quirks"]) for r in b["rules"] if r["rule"] == "NT-MSG-017"] == [("quirk", uses)], (plain, a, quirky, b))


vendor("reserved TCODEs of a vendor", 3, [on, message(40, 1), direct(4), message(63, 5, 6), message(40, 2), stop(1)], "40, 63")
status, got = lint([on, message(40, 1), direct(4), message(41, 1), stop(1)], "--profile", f"{folder}/q.toml")
check("another reserved TCODE is a finding, at its place", [(f["rule"], f["message"]) for f in got["findings"]] == [("NT-MSG-017", 3)], got)

open(f"{folder}/q.toml", "w").write("repeat_xor = true\n")
status, got = lint([on, jump, message(30, 1 << 40), stop(0)], "--profile", f"{folder}/q.toml")
check("more repetitions than B-CNT has bits for are no quirk", status == 1 and "NT-MSG-040" in [f["rule"] for f in got["findings"]], got)

# The place of a finding is that in the file, though four idle bytes before it are gone.
write_me = [on, b"\x03\x03", direct(4), b"\x03\x03", message(40, 1), direct(4), message(33, (4, 4), (0, 2), 1)]
open(f"{folder}/q.toml", "w").write('idle_any = true\nsource = "a # b"\n')
status, got = lint(write_me, "--profile", f"{folder}/q.toml")
offset = len(on) + 2 + len(direct(4)) + 2
check("findings are at their place in the file", [(f["rule"], f["message"], f["offset"]) for f in got["findings"]] == [("NT-MSG-017", 2, offset)] and
      got["source"] == "a # b", got)
open(f"{folder}/q.toml", "w").write('excused = "NT-MSG-017"\n')
status, got = lint([on, message(40, 1), direct(4), stop(1)], "--profile", f"{folder}/q.toml")
row = next(r for r in got["rules"] if r["rule"] == "NT-MSG-017")
check("a rule that is excused is a quirk, and not held", status == 0 and row["verdict"] == "quirk" and row["quirks"] == 1 and row["broken"] == 0, row)
status, got = lint([on, direct(4), stop(1)], "--profile", "tt-dfd")
check("a built-in profile without a use", status == 0 and [q["uses"] for q in got["quirks"]] == [0, 0, 0] and "f8a2186" in got["source"], got)
status, got = lint([message(9, (5, 4), 0x800), at(direct(4), 5)], "--profile", "spike-n-trace", *TIME)
check("two quirks in two messages", status in (0, 1) and {q["name"]: q["uses"] for q in got["quirks"]} == {"no_sync_icnt": 1, "no_cdf": 0, "time_xor": 1}, got)
for text, words in (("idle_any = 3\n", "no quirk"), ("toast = true\n", "no quirk"), ("excused = XX-1\n", "no quirk"), ('vendor_tcodes = "3"\n', "TCODEs that N-Trace reserves"), ('vendor_tcodes = "57"\n', "reserves"),
                    ('vendor_tcodes = "64"\n', "reserves"), ('vendor_tcodes = "4x"\n', "reserves"), ("vendor_tcodes = true\n", "reserves"), ("idle_any\n", "")):
    open(f"{folder}/bad.toml", "w").write(text)
    status, got = lint([on], "--profile", f"{folder}/bad.toml")
    check(f"a file with {text.strip()!r}", status == 2 and words in got["error"], got)
status, got = lint([on], "--profile", "toast")
check("no such profile", status == 2 and "unknown; it is tt-dfd" in got["error"], got)
status, got = lint([on], "--profile", f"{folder}/none.toml")
check("no such file", status == 2 and "none.toml" in got["error"], got)
