# SPDX-License-Identifier: Apache-2.0
"""Bugs that are planted in our own sources, one at a time, in a device of the kit, which knows nothing of them.

A list has for each: "mutant NAME FILE RULE...", "- " lines that are in the file once, and "+ " lines that take their place. The kit must
name each RULE as broken; one with + before it, it may."""
import json
import subprocess
import tempfile

LIBS = ("htk", "trm", "htr", "topology", "nexus", "etrace", "flow", "ingress")


def read(path, parts):
    """The bugs of a list, or those that have one of PARTS in their names."""
    found = []
    with open(path) as f:
        for line in (line.rstrip("\n") for line in f):
            if line.startswith("mutant "):
                _, name, file, *rules = line.split()
                found.append({"name": name, "file": file, "rules": {r for r in rules if r[0] != "+"}, "may": {r[1:] for r in rules if r[0] == "+"},
                              "-": [], "+": []})
            elif line[:2] in ("- ", "+ "):
                found[-1][line[0]].append(line[2:])
    return [m for m in found if not parts or any(p in m["name"] for p in parts)]


def device(build, cc, folder, main, source, includes, m):
    """A program of MAIN, an object file, and our libraries, with the bug M (None: without any), and None; or None, and why there is no program."""
    program, bug = f"{folder}/dut", []
    if m is not None:
        with open(f"{source}/{m['file']}") as f:
            text = f.read()
        old = "\n".join(m["-"])
        if text.count(old) != 1:
            return None, f"cannot be planted: the text is there {text.count(old)} times"
        bug = [f"{folder}/{m['file']}"]
        with open(bug[0], "w") as f:
            f.write(text.replace(old, "\n".join(m["+"])))
    subprocess.run([*cc.split(), "-std=c11", "-O1", "-w", *(f"-I{i}" for i in includes), "-o", program, *bug, f"{build}/obj/tests/kit/{main}",
                    *(f"{build}/lib/lib{x}.a" for x in LIBS), "-lfdt", "-lz", "-lzstd"], check=True)
    return program, None


def broken(command, statuses, seconds):
    """The rules that a run of the kit names as broken, or what it says instead."""
    run = subprocess.run([*command, "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    if run.returncode not in statuses:
        return [run.stderr.decode()[:100]]
    return sorted(r["rule"] for r in json.loads(run.stdout)["rules"] if r["verdict"] == "broken")


def tap(bugs, judge, others):
    """A TAP line for each bug. JUDGE(bug, folder): the rules that are broken. OTHERS: rules that are not listed with it may be, too. Returns the exit status."""
    failed = 0
    for number, m in enumerate(bugs, 1):
        with tempfile.TemporaryDirectory() as folder:
            got = judge(m, folder)
        want, may = (m["rules"], m["may"]) if m is not None else (set(), set())
        good = want <= set(got) and ((others and m is not None) or set(got) <= want | may)
        failed += not good
        print(f"{'' if good else 'not '}ok {number} - " + (f"a bug: {m['name']}" if m is not None else "no bug") +
              ("" if good else f"\n# got {got}, want {sorted(want)}"), flush=True)
    return 1 if failed else 0
