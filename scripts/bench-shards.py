#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench-shards.py HARTRACE PCS PCINFO: what shards cost, as one JSON object (docs/reference/shard.md, "What it costs").

PCS and PCINFO: one execution, compressed by gzip, as published. Its trace, HTM with timestamps and a synchronizing message every 256 messages, is
taken eight times in a row. Times are those of one core, user and system, of the process and what it started; memory is the largest resident set,
seen every 5 ms. One run each: it takes some minutes on a machine without other work, and is worth little on another.

  trace   bytes, instructions
  plan    seconds and kB of a plan of 8 shards; bytes of a plan of 1,000
  cut     bytes from where a shard's own bytes begin to its first message: mean and most, of 1,000 shards
  start   of a shard that has nearly nothing to do: `wall` and `cpu` seconds, the mean of 20
  formats by name: run, join, one (one process): seconds, kB; bytes: of all results; share: the part of the shards that was run and measured
"""
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

TIMES, SHARDS = 8, 8
DECODE = ["ranges", "pcs", "text"]
EXPORT = ["folded", "callgrind", "perfetto", "sqlite"]
# Some write so much that a part of the shards, and no join, is measured: shards, and those that are run.
PART = {"text": (64, 4)}


class Bench:
    def __init__(self, hartrace, pcs, pcinfo, folder):
        self.hartrace, self.pcs, self.pcinfo, self.folder = (os.path.abspath(p) for p in (hartrace, pcs, pcinfo, folder))
        self.code = ["--pcinfo", self.pcinfo]
        self.trace = self.at("t.nex")

    def at(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments):
        """Seconds of the processor, kB."""
        command = [self.hartrace, *arguments]
        with open(self.at("said"), "wb") as to:
            p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=to, cwd=self.folder, close_fds=False)
        kb = 0
        # The largest set that the kernel reports at the end has that of this script in it.
        while not os.waitid(os.P_PID, p.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
            with open("/proc/%d/status" % p.pid) as f:
                found = re.search(r"VmHWM:\s*(\d+)", f.read())
            kb = max(kb, int(found.group(1))) if found else kb
            time.sleep(0.005)
        _, status, used = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode != 0:
            with open(self.at("said"), errors="replace") as f:
                raise SystemExit("%s: exit status %d: %s" % (" ".join(command), p.returncode, f.read()[-400:]))
        return used.ru_utime + used.ru_stime, kb

    def make_trace(self):
        one = self.at("one.nex")
        self.run("encode", "--pcs", self.pcs, *self.code, "--mode", "htm", "-q", "--te", "trTsEnable=1", "--te", "trTeInstSyncMode=messages", "--te",
                 "trTeInstSyncMax=4", "-o", one)
        for name, part in ((self.trace, one), (self.at("t.pcs.gz"), self.pcs)):
            with open(name, "wb") as to:
                for _ in range(TIMES):
                    with open(part, "rb") as f:
                        shutil.copyfileobj(f, to)
        self.options = [*self.code, "--te", "trTsEnable=1"]
        said = subprocess.run([self.hartrace, "stat", self.trace, *self.options, "--format", "json"], capture_output=True, check=True, text=True).stdout
        return {"bytes": os.path.getsize(self.trace), "instructions": json.loads(said)["instructions"]}

    def plan(self, form, shards, *more):
        shutil.rmtree(self.at("p.d"), ignore_errors=True)
        used = self.run("shard", "plan", self.trace, *self.options, *more, "--format", form, "-n", str(shards), "-o", self.at("p"))
        with open(self.at("p")) as f:
            return used, json.load(f)

    def cuts(self):
        (seconds, kb), _ = self.plan("ranges", SHARDS)
        (_, _), plan = self.plan("ranges", 1000)
        spans = plan["traces"][0]["spans"]
        number = lambda n: int(n, 16) if isinstance(n, str) else n
        far = [number(s["from"][0]["offset"]) - number(s["begin"]) for s in spans[1:] if s["from"][0] is not None]
        begin = time.monotonic()
        used = [self.run("shard", "run", self.at("p"), "--id", str(k))[0] for k in range(100, 120)]
        wall = (time.monotonic() - begin) / len(used)
        bytes_each = sum(number(s["end"]) - number(s["begin"]) for s in spans) / len(spans)
        return {"plan": {"seconds": seconds, "kb": kb, "bytes": os.path.getsize(self.at("p")), "shards": 1000},
                "cut": {"mean": sum(far) / len(far), "most": max(far)},
                "start": {"wall": wall, "cpu": sum(used) / len(used), "bytes": bytes_each}}

    def one(self, form, more):
        """By one process, to nowhere."""
        to = self.at("one.out")
        if form in DECODE:
            used = self.run("decode", self.trace, *self.options, "--format", form, "-o", "/dev/null", "-q", "-j", "1")
        elif form in EXPORT:
            used = self.run("export", self.trace, *self.options, "--to", form, "-o", to, "-q")
        else:
            used = self.run(form, self.trace, *self.options, *more)
        if os.path.exists(to):
            os.remove(to)
        return used

    def format(self, form, *more):
        shards, some = PART.get(form, (SHARDS, SHARDS))
        self.plan(form, shards, *more)
        runs = [self.run("shard", "run", self.at("p"), "--id", str(k)) for k in range(some)]
        kept = sum(os.path.getsize(os.path.join(self.at("p.d"), f)) for f in os.listdir(self.at("p.d")))
        out = {"share": some / shards, "run": [sum(r[0] for r in runs), max(r[1] for r in runs)], "bytes": kept}
        if some == shards:
            out["join"] = self.run("shard", "join", self.at("p"), "-o", self.at("joined"))
            os.remove(self.at("joined"))
        shutil.rmtree(self.at("p.d"))
        return {**out, "one": self.one(form, more)}

    def all(self):
        out = {"trace": self.make_trace()}
        out.update(self.cuts())
        wanted = {f: [] for f in (*DECODE, "stat", "verify", *EXPORT, "calls", "hot", "path")}
        wanted["verify"] = ["--pcs", self.at("t.pcs.gz")]
        wanted["path"] = ["--to", "end"]
        out["formats"] = {}
        for form, more in wanted.items():
            print(form, file=sys.stderr, flush=True)
            out["formats"][form] = self.format(form, *more)
        return out


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(sys.argv[1]))) as folder:
        print(json.dumps(Bench(*sys.argv[1:], folder).all()))


if __name__ == "__main__":
    main()
