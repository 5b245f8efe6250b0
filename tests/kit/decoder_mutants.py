#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""decoder_mutants.py BUILD CC [PART-OF-NAME]...: how many bugs of a decoder `hartrace kit decoder` finds alone.

Operators and constants of the decoder's sources are changed, one at a time: every site is a mutant, and a fixed choice of MUTANTS of them is
planted, the same in every run. Left out is what an index, recorded code or a printer needs, and the files that are there for speed (blocks,
paths, plain messages): when they give up, the others do it. The device is our decoder with that bug, as a command of its own; the kit knows
nothing of it. Prints a line for each, with the rules that the kit names, and the sum. decoder_mutants.txt lists those that the kit cannot see, with
the reason. Exit 1 when the decoder without any bug breaks a rule, or fewer than the share below are found. KIT_CHOICE=80-120 plants other ones: those
after the first 80 in the same order. KIT_JOBS: how many at a time."""
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

MUTANTS = 80
SHARE = 0.95
FILES = ("lib/nexus/src/nexus_decoder.c", "lib/nexus/src/nexus_frame.c", "lib/nexus/src/nexus_msg_decode.c", "lib/nexus/src/nexus_flow.c",
         "lib/nexus/src/nexus_flow_end.c", "lib/nexus/src/nexus_flow_msg.c", "lib/nexus/src/nexus_flow_other.c", "lib/nexus/src/nexus_flow_state.c",
         "lib/nexus/src/nexus_flow_walk.c", "lib/flow/src/flow_insn*.c", "lib/flow/src/flow_retstack.c")
INCLUDES = ("lib/nexus/include", "lib/nexus/src", "lib/flow/include", "lib/flow/src")
CHANGES = ((r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" && ", " || "),
           (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \^ ", " | "), (r" << ", " >> "), (r" >> ", " << "), (r"\btrue\b", "false"),
           (r"\bfalse\b", "true"), (r"\+\+", "--"), (r" & ", " | "), (r" \|= ", " &= "), (r" \+= ", " -= "), (r" -= ", " += "), (r"\b1u\b", "2u"),
           (r"(?<![\w.])2(?![\w.])", "1"))


def sites():
    """Every place where a line of code can be changed: (name, file, line number, the line, the changed line)."""
    for pattern in FILES:
        for path in sorted(glob.glob(pattern)):
            comment = False
            for number, line in enumerate(open(path), 1):
                text = line.strip()
                comment = comment or text.startswith("/*")
                if not comment and text and not text.startswith(("#", "enum", "static const", "{", "_Static")) and '"' not in text and "position" not in text:
                    code = re.sub(r"/\*.*?\*/", lambda m: " " * len(m[0]), line)
                    for old, new in CHANGES:
                        for m in re.finditer(old, code):
                            yield path, number, line, line[: m.start()] + new + line[m.end():]
                if "*/" in text:
                    comment = False


def chosen(parts):
    """The same choice in each run, spread over the files by a hash of the change; named by file, hash and line."""
    found = []
    for path, number, line, changed in sites():
        key = hashlib.sha256(f"{path}:{line.strip()}:{changed.strip()}".encode()).hexdigest()[:8]
        found.append({"key": key, "name": f"{os.path.basename(path)[:-2]}-{key}", "path": path, "number": number, "old": line, "new": changed})
    found.sort(key=lambda m: m["key"])
    first, last = (int(n) for n in os.environ.get("KIT_CHOICE", f"0-{MUTANTS}").split("-"))
    some = found[first:last] if not parts else [m for m in found if any(p in m["name"] for p in parts)]
    return some, len(found)


def reasons():
    known = {}
    for line in open("tests/kit/decoder_mutants.txt"):
        if line.strip() and not line.startswith("#"):
            name, why = line.split(None, 1)
            known[name] = why.strip()
    return known


def device(build, cc, folder, objects):
    program = f"{folder}/dut"
    libs = [f"{build}/lib/lib{x}.a" for x in ("htk", "trm", "htr", "topology", "nexus", "etrace", "flow", "ingress")]
    done = subprocess.run([*cc, "-o", program, f"{build}/obj/tests/kit/dut_decoder.o", *objects, *libs, "-lfdt", "-lz", "-lzstd"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"decoder_mutants.py: cannot link: {done.stderr}")
    return program


def held(build, program):
    """The rules that a device breaks, or what stopped it."""
    run = subprocess.run([f"{build}/hartrace", "kit", "decoder", "--dut", f"exec {program} {{trace}} {{elf}} {{pcinfo}} {{settings}} {{out}}", "--format", "json",
                          "--timeout", "3", "--limit", "120"], capture_output=True, text=True)
    if run.returncode not in (0, 1, 2):
        sys.exit(f"decoder_mutants.py: kit: exit status {run.returncode}: {run.stderr}")
    if run.returncode == 2:
        return [run.stderr.strip()[:100]]
    return [r["rule"] for r in json.loads(run.stdout)["rules"] if r["verdict"] == "broken"]


def judge(build, cc, m):
    """None: the change is no C, or the compiler sees no difference."""
    with tempfile.TemporaryDirectory() as folder:
        lines = open(m["path"]).read().splitlines(keepends=True)
        flags = [*cc, "-std=c11", "-O1", "-w", "-D_POSIX_C_SOURCE=200809L", *(f"-I{i}" for i in INCLUDES)]
        objects = []
        for name, line in (("good", m["old"]), ("bug", m["new"])):
            lines[m["number"] - 1] = line
            open(f"{folder}/code.c", "w").write("".join(lines))
            done = subprocess.run([*flags, "-c", "-o", f"{folder}/{name}.o", f"{folder}/code.c"], capture_output=True)
            if done.returncode != 0:
                return None
            objects.append(open(f"{folder}/{name}.o", "rb").read())
        if objects[0] == objects[1]:
            return None
        return held(build, device(build, cc, folder, [f"{folder}/bug.o"]))


def main():
    build, cc, parts = sys.argv[1], sys.argv[2].split(), sys.argv[3:]
    some, total = chosen(parts)
    why = reasons()
    with tempfile.TemporaryDirectory() as folder:
        wrong = held(build, device(build, cc, folder, []))
        if wrong:
            sys.exit(f"decoder_mutants.py: without a bug: {' '.join(wrong)}")
    planted = killed = excused = 0
    with ThreadPoolExecutor(int(os.environ.get("KIT_JOBS", os.cpu_count()))) as pool:
        for m, rules in zip(some, pool.map(lambda m: judge(build, cc, m), some)):
            if rules is None:
                continue
            planted += 1
            killed += bool(rules)
            excused += not rules and m["name"] in why
            verdict = "killed: " + " ".join(rules[:6]) if rules else f"cannot be found: {why[m['name']]}" if m["name"] in why else "SURVIVED"
            print(f"decoder-mutants: {m['name']} line {m['number']}: {verdict}", flush=True)
            if not rules:
                print(f"    - {m['old'].strip()}\n    + {m['new'].strip()}", flush=True)
    possible = planted - excused
    print(f"decoder-mutants: {planted} planted of {total} that there are, {excused} cannot be seen; {killed} of the other {possible} killed "
          f"by the kit alone, {100 * killed / max(possible, 1):.1f} %")
    return 0 if killed >= SHARE * possible else 1


sys.exit(main())
