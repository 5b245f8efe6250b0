#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""etrace_decoder_mutants.py BUILD CC [PART-OF-NAME]...: bugs that are planted in our decoder of E-Trace, one at a time (etrace_decoder_mutants.txt),
on `hartrace kit decoder --etrace`, which knows nothing of them: the rules listed with each must be named. Prints a TAP line for each."""
import json
import subprocess
import sys
import tempfile

SOURCE = "lib/etrace/src"
INCLUDES = ("lib/etrace/include", SOURCE, "lib/flow/include", "lib/flow/src", "lib/ingress/include")
LIBS = ("htk", "trm", "htr", "topology", "nexus", "etrace", "flow", "ingress")
build, cc, *parts = sys.argv[1:]


def mutants():
    found = []
    for line in open("tests/kit/etrace_decoder_mutants.txt"):
        line = line.rstrip("\n")
        if line.startswith("mutant "):
            _, name, file, *rules = line.split()
            found.append({"name": name, "file": file, "rules": set(rules), "-": [], "+": []})
        elif line[:2] in ("- ", "+ "):
            found[-1][line[0]].append(line[2:])
    return [m for m in found if not parts or any(p in m["name"] for p in parts)]


def broken(m, folder):
    program = f"{folder}/dut"
    bug = []
    if m is not None:
        text = open(f"{SOURCE}/{m['file']}").read()
        old = "\n".join(m["-"])
        if text.count(old) != 1:
            return [f"cannot be planted: the text is there {text.count(old)} times"]
        bug = [f"{folder}/{m['file']}"]
        open(bug[0], "w").write(text.replace(old, "\n".join(m["+"])))
    subprocess.run([*cc.split(), "-std=c11", "-O1", "-w", *(f"-I{i}" for i in INCLUDES), "-o", program, *bug, f"{build}/obj/tests/kit/dut_decoder.o",
                    *(f"{build}/lib/lib{x}.a" for x in LIBS), "-lfdt", "-lz", "-lzstd"], check=True)
    run = subprocess.run([f"{build}/hartrace", "kit", "decoder", "--etrace", "--dut", f"exec {program} {{trace}} {{elf}} {{pcinfo}} {{settings}} {{out}}",
                          "-n", "30", "--format", "json", "--timeout", "2", "--limit", "100"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=150)
    if run.returncode not in (0, 1, 2):
        return [run.stderr.decode()[:100]]
    return sorted(r["rule"] for r in json.loads(run.stdout)["rules"] if r["verdict"] == "broken")


failed = 0
for number, m in enumerate([None] + mutants(), 1):
    with tempfile.TemporaryDirectory() as folder:
        got = broken(m, folder)
    good = m["rules"] <= set(got) if m is not None else got == []
    failed += not good
    print(f"{'' if good else 'not '}ok {number} - " + (f"a bug: {m['name']}" if m else "no bug") +
          ("" if good else f"\n# got {got}, want {sorted(m['rules']) if m else 'nothing'}"), flush=True)
sys.exit(1 if failed else 0)
