# SPDX-License-Identifier: Apache-2.0
"""Inputs of fuzz_perf: perf.data files of both layouts, as files and as pipes."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import perf_data  # noqa: E402


def make(put, frame):
    one = "".join("%02x" % b for b in frame([(0x10, 1, 0, 3 << 2)] + [(n, 0, n & 1, n * 3) for n in range(1, 7)] + [(9, 0, 1, 0)]))
    aux = ["record-trace", "0", "0", one * 2, "record-trace", "0", "32", "ffffff7f" * 4 + one]
    tasks = ["comm", "1", "1", "one", "map", "1", "0x10000", "64", "0", "/usr/bin/one", "fork", "2", "1", "3", "1", "start", "2", "2",
             "map2", "2", "2", "0x20000", "64", "4096", "5", "0123456789abcdef0123456789abcdef01234567", "/lib/two"]
    names = ["build-id", "/usr/bin/one", "0123456789abcdef0123456789abcdef01234567"]
    for how in ([], ["pipe"]):
        for info in (["k3", "2"], ["plain"], ["k3", "1", "0"], ["info", "3", "1"]):
            put("fuzz_perf", perf_data.File(how + info + tasks + aux + names).bytes())
        put("fuzz_perf", perf_data.File(how + ["k3", "1", "aux", "0", "32", "0x101", "switch"] + aux).bytes())
        put("fuzz_perf", perf_data.File(how + ["plain", "record", "66", "00000000"] + aux + ["record", "81", "00"]).bytes())
    put("fuzz_perf", perf_data.File(["endian", "plain"] + aux).bytes())
