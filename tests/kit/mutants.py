#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutants.py BUILD CC [registers | both] [PART-OF-NAME]...: how many bugs `hartrace kit encoder`, or `hartrace kit registers`, finds alone.

Each bug of tests/model/mutants.txt that is in the models is planted in a copy of its file. For kit encoder the device is the encoder
model with that bug, at the other end of the pipe, for kit registers a platform of models; the kit knows nothing of it. With both, the golden
model of the kit has the bug too: what is found then is not found by comparison with the model. Prints a line for
each, with the rules that the kit names, and the sum. Exit 1 when a device without any bug breaks a rule, or fewer than the share below
are found."""
import fnmatch
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SOURCE = "rtl-model/model/src"
PARTS = ("trm_encoder", "trm_filter", "trm_regfile", "trm_timestamp")
SHARE = 0.93
BOTH_SHARE = 0.5
# The device comes with several sets of parameters: bugs of options that the first does not have.
SETS = (
    "",
    "hist_bits=8 icnt_bits=11 hcontext=1 context_bits=48 return_stack=5 hrepeat_bits=4 bcnt_bits=3 repeat_branch_htm=1 btype_split=0 hist_always=1 "
    "filters=16 comparators=8 ext_triggers=8 ts_modes=30",
    "xlen=32 itype_width=3 icnt_bits=9 icnt_late=1 fifo_bytes=76 link_bytes=1 src_bits=4 ts_width=20",
    "icnt_sync=1 icnt_bits=8 fifo_bytes=76 return_stack=1 hist_search=0",
    "data_trace=1 filters=3 comparators=3",
    "data_trace=1 data_level=30 restart_bytes=0",
)
TOOL_LIBS = ("tools", "htk", "hts", "sim", "trm", "htt", "rvtport", "rvtfdt", "rvt", "htv", "htr", "topology", "nexus", "etrace", "flow", "ingress")
INCLUDES = ("rtl-model/model/include", SOURCE, "lib/nexus/include", "lib/etrace/include", "lib/flow/include", "lib/ingress/include", "regmap/include", "regmap/gen/c")


def legal(path):
    lines = (line.rstrip("\n") for line in open(path))
    return dict(line.split(": ", 1) for line in lines if line and line[0] != "#")


def mutants(kit):
    found, allowed = [], legal(kit.legal)
    for line in open("tests/model/mutants.txt"):
        line = line.rstrip("\n")
        if line.startswith("mutant "):
            _, name, rule, file = line.split()
            found.append({"name": name, "rule": rule, "file": file, "old": [], "new": [], "reason": []})
        elif line[:2] in ("- ", "+ ", "= ") or line in "-+" and line:
            found[-1][{"-": "old", "+": "new", "=": "reason"}[line[0]]].append(line[2:])
    unused = set(allowed)
    for m in found:
        for pattern in allowed:
            if fnmatch.fnmatch(m["name"], pattern):
                m["reason"] = [allowed[pattern]]
                unused.discard(pattern)
    if unused:
        sys.exit(f"mutants.py: {kit.legal}: no such bug: {' '.join(unused)}")
    return [m for m in found if m["file"].startswith(kit.parts)]


def place(m):
    """The file that has the text, and the file with the bug."""
    old, new = "\n".join(m["old"]), "\n".join(m["new"])
    for name in sorted(os.listdir(SOURCE)):
        if fnmatch.fnmatch(name, m["file"]):
            text = open(f"{SOURCE}/{name}").read()
            if text.count(old) == 1:
                return name, text.replace(old, new)
    sys.exit(f"mutants.py: {m['name']} cannot be planted")


class Encoder:
    """kit encoder, on the model at the end of a pipe."""
    parts = PARTS
    share = SHARE
    legal = "tests/kit/legal.txt"

    @staticmethod
    def device(build, cc, folder, objects):
        program = f"{folder}/dut"
        libs = [f"{build}/lib/lib{x}.a" for x in ("htk", "trm", "htr", "topology", "nexus", "etrace", "flow", "ingress")]
        subprocess.run([*cc, "-o", program, f"{build}/obj/tests/kit/dut_model.o", *objects, *libs, "-lfdt", "-lz", "-lzstd"], check=True)
        return program

    @staticmethod
    def commands(build, program):
        return [[f"{build}/hartrace", "kit", "encoder", "--dut", f"{program} {params}", "--format", "json", "--timeout", "20", "--streams", "150",
                 "--limit", "120"] for params in SETS]


class Registers:
    """kit registers, on a platform of models: the whole program is linked with the bug."""
    parts = ("trm_ramsink", "trm_pibsink", "trm_atbbridge", "trm_funnel", "trm_regfile", "trm_timestamp", "trm_queue", "trm_fanout")
    share = SHARE
    legal = "tests/kit/legal-registers.txt"
    # Among them funnels that are slower than their encoders, with buffers and without, and a memory in wide words.
    boards = (("three-sinks", ""), ("single-sram-rv64", "ramsink.width=8"), ("mixed", "ts_modes=28 funnel.ts_modes=22"),
              ("single-sram-rv32", "ramsink.read_active=1 ramsink.data_writable=1 ramsink.async=1 filters=0 comparators=0"),
              ("quad-funnel-rv64", "funnel.link_bytes=1"), ("quad-funnel-rv64", "funnel.link_bytes=1 funnel.fifo_bytes=0"),
              ("single-smem-rv64", "ramsink.width=8"),
              ("single-smem-rv32", "ramsink.smem_data=1 power_ticks=9 ramsink.power_ticks=9 enable_ticks=3 ramsink.enable_ticks=5"))

    @staticmethod
    def device(build, cc, folder, objects):
        program = f"{folder}/hartrace"
        libs = [f"{build}/lib/lib{x}.a" for x in TOOL_LIBS]
        subprocess.run([*cc, "-o", program, f"{build}/obj/tools/cli/main.o", *objects, *libs, "-ldw", "-lelf", "-lsqlite3", "-lfdt", "-lz",
                        "-lzstd"], check=True)
        return program

    @classmethod
    def commands(cls, build, program):
        for board, params in cls.boards:
            subprocess.run(["dtc", "-q", "-O", "dtb", "-o", f"{os.path.dirname(program)}/{board}.dtb", f"dts/{board}.dts"], check=True)
            yield [program, "kit", "registers", "--io", "builtin:model", "--dtb", f"{os.path.dirname(program)}/{board}.dtb", "--format", "json",
                   *(x for p in params.split() for x in ("--param", p))]


class Both(Encoder):
    """kit encoder, with the bug in the device and in the golden model."""
    share = BOTH_SHARE
    device = staticmethod(Registers.device)

    @staticmethod
    def commands(build, program):
        return [[program, "kit", "encoder", "--format", "json", "--timeout", "20", "--streams", "150", "--limit", "120",
                 *(x for p in params.split() for x in ("--param", p))] for params in SETS]


def held(kit, build, program):
    """The rules that a device breaks, or what stopped it; by the set of parameters that shows it."""
    for command in kit.commands(build, program):
        run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if run.returncode not in (0, 1, 2):
            sys.exit(f"mutants.py: kit: exit status {run.returncode}: {run.stderr}")
        broken = [r["rule"] for r in json.loads(run.stdout)["rules"] if r["verdict"] == "broken"] if run.stdout else []
        if run.returncode == 2:
            return broken or [run.stderr.strip()[:100]]
        if broken:
            return broken
    return []


def judge(kit, build, cc, m):
    with tempfile.TemporaryDirectory() as folder:
        name, text = place(m)
        open(f"{folder}/{name}", "w").write(text)
        compiled = subprocess.run([*cc, "-std=c11", "-O1", "-w", *(f"-I{i}" for i in INCLUDES), "-c", "-o", f"{folder}/bug.o", f"{folder}/{name}"],
                                  capture_output=True, text=True)
        if compiled.returncode != 0:
            sys.exit(f"mutants.py: {m['name']} cannot be compiled: {compiled.stderr}")
        return held(kit, build, kit.device(build, cc, folder, [f"{folder}/bug.o"]))


def main():
    build, cc, parts = sys.argv[1], sys.argv[2].split(), sys.argv[3:]
    kit = {"registers": Registers, "both": Both}.get(parts[0] if parts else "", Encoder)
    parts = parts[1:] if kit is not Encoder else parts
    chosen = [m for m in mutants(kit) if not parts or any(p in m["name"] for p in parts)]
    with tempfile.TemporaryDirectory() as folder:
        wrong = held(kit, build, kit.device(build, cc, folder, []))
        if wrong:
            sys.exit(f"mutants.py: without a bug: {' '.join(wrong)}")
    killed = excused = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for m, rules in zip(chosen, pool.map(lambda m: judge(kit, build, cc, m), chosen)):
            killed += bool(rules)
            excused += not rules and bool(m["reason"])
            verdict = "killed: " + " ".join(rules[:8]) if rules else f"legal, or not to be seen: {' '.join(m['reason'])}" if m["reason"] else "SURVIVED"
            print(f"kit-mutants: {m['name']} ({m['rule']}): {verdict}", flush=True)
    possible = len(chosen) - excused
    print(f"kit-mutants: {len(chosen)} planted, {excused} legal or not to be seen; {killed} of the other {possible} killed "
          f"by the kit alone, {100 * killed / max(possible, 1):.1f} %")
    return 0 if killed >= kit.share * possible else 1


sys.exit(main())
