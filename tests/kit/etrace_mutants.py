#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""etrace_mutants.py BUILD CC [PART-OF-NAME]...: bugs that are planted in the encoder model, one at a time (etrace_mutants.txt), on
`hartrace kit encoder --etrace`, which knows nothing of them: each must break the rules listed with it, and no others. Prints a TAP
line for each."""
import sys

sys.dont_write_bytecode = True
import planted

SOURCE = "rtl-model/model/src"
INCLUDES = ("rtl-model/model/include", SOURCE, "lib/etrace/include", "lib/nexus/include", "lib/flow/include", "lib/ingress/include", "regmap/include",
            "regmap/gen/c")
PARAMS = "etrace=1 return_stack_size=3 bpred_size=4 cache_size=3 f0s_width=1 nocontext=0 context_width=16 filters=2 comparators=3 data_trace=1"
build, cc, *parts = sys.argv[1:]


def judge(m, folder):
    program, why = planted.device(build, cc, folder, "dut_model.o", SOURCE, INCLUDES, m)
    if program is None:
        return [why]
    ntrace = m["name"].startswith("ntrace-")
    protocol = ["--dut", f"{program} data_trace=1", "--only", "accesses"] if ntrace else ["--etrace", "--dut", f"{program} {PARAMS}"]
    return planted.broken([f"{build}/hartrace", "kit", "encoder", *protocol, "--limit", "60"], (0, 1), 120)


sys.exit(planted.tap(planted.read("tests/kit/etrace_mutants.txt", parts), judge, False))
