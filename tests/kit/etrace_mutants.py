#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""etrace_mutants.py BUILD CC [PART-OF-NAME]...: bugs that are planted in the encoder model, one at a time (etrace_mutants.txt), on
`hartrace kit encoder --etrace`, which knows nothing of them: each must break the rules listed with it, and no others. Prints a TAP
line for each."""
import json
import os
import subprocess
import sys
import tempfile

SOURCE = "rtl-model/model/src"
INCLUDES = ("rtl-model/model/include", SOURCE, "lib/etrace/include", "lib/nexus/include", "lib/flow/include", "lib/ingress/include", "regmap/include",
            "regmap/gen/c")
LIBS = ("htk", "trm", "htr", "topology", "nexus", "etrace", "flow", "ingress")
PARAMS = "etrace=1 return_stack_size=3 bpred_size=4 cache_size=3 f0s_width=1 nocontext=0 context_width=16 filters=2 comparators=3 data_trace=1"
build, cc, *parts = sys.argv[1:]


def mutants():
    found = []
    for line in open("tests/kit/etrace_mutants.txt"):
        line = line.rstrip("\n")
        if line.startswith("mutant "):
            _, name, file, *rules = line.split()
            found.append({"name": name, "file": file, "rules": {r for r in rules if r[0] != "+"}, "may": {r[1:] for r in rules if r[0] == "+"}, "-": [], "+": []})
        elif line[:2] in ("- ", "+ "):
            found[-1][line[0]].append(line[2:])
    return [m for m in found if not parts or any(p in m["name"] for p in parts)]


def broken(m, folder):
    text = open(f"{SOURCE}/{m['file']}").read()
    old = "\n".join(m["-"])
    if text.count(old) != 1:
        return ["cannot be planted"]
    bug, program = f"{folder}/{m['file']}", f"{folder}/dut"
    open(bug, "w").write(text.replace(old, "\n".join(m["+"])))
    subprocess.run([*cc.split(), "-std=c11", "-O1", "-w", *(f"-I{i}" for i in INCLUDES), "-o", program, bug, f"{build}/obj/tests/kit/dut_model.o",
                    *(f"{build}/lib/lib{x}.a" for x in LIBS), "-lfdt", "-lz", "-lzstd"], check=True)
    ntrace = m["name"].startswith("ntrace-")
    protocol = ["--dut", f"{program} data_trace=1", "--only", "accesses"] if ntrace else ["--etrace", "--dut", f"{program} {PARAMS}"]
    run = subprocess.run([f"{build}/hartrace", "kit", "encoder", *protocol, "--format", "json", "--limit", "60"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if run.returncode not in (0, 1):
        return [run.stderr.decode()[:100]]
    return sorted(r["rule"] for r in json.loads(run.stdout)["rules"] if r["verdict"] == "broken")


failed = 0
for number, m in enumerate(mutants(), 1):
    with tempfile.TemporaryDirectory() as folder:
        got = broken(m, folder)
    good = m["rules"] <= set(got) <= m["rules"] | m["may"]
    failed += not good
    print(f"{'' if good else 'not '}ok {number} - a bug: {m['name']}" + ("" if good else f"\n# got {got}, want {sorted(m['rules'])}"), flush=True)
sys.exit(1 if failed else 0)
