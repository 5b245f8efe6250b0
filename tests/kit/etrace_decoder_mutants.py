#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""etrace_decoder_mutants.py BUILD CC [PART-OF-NAME]...: bugs that are planted in our decoder of E-Trace, one at a time (etrace_decoder_mutants.txt),
on `hartrace kit decoder --etrace`, which knows nothing of them: the rules listed with each must be named. The decoder without any
comes first, and breaks none. Prints a TAP line for each."""
import sys

sys.dont_write_bytecode = True
import planted

SOURCE = "lib/etrace/src"
INCLUDES = ("lib/etrace/include", SOURCE, "lib/flow/include", "lib/flow/src", "lib/ingress/include")
build, cc, *parts = sys.argv[1:]


def judge(m, folder):
    program, why = planted.device(build, cc, folder, "dut_decoder.o", SOURCE, INCLUDES, m)
    if program is None:
        return [why]
    return planted.broken([f"{build}/hartrace", "kit", "decoder", "--etrace", "--dut", f"exec {program} {{trace}} {{elf}} {{pcinfo}} {{settings}} {{out}}",
                           "-n", "30", "--timeout", "2", "--limit", "100"], (0, 1, 2), 150)


sys.exit(planted.tap([None] + planted.read("tests/kit/etrace_decoder_mutants.txt", parts), judge, True))
