# SPDX-License-Identifier: Apache-2.0
"""Values of the signals of one scope of a VCD file at the end of each cycle of its clock: independent of scripts/vcd2svg.awk."""


def read_cycles(path, scope, clock="clk"):
    """-> [{signal: number}], one for each rising edge of the clock: what was there just before it."""
    names, values, cycles, now, inside = {}, {}, [], [], []
    for line in open(path, encoding="ascii"):
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            inside.append(words[2])
        elif words[0] == "$upscope":
            inside.pop()
        elif words[0] == "$var":
            if inside and inside[-1] == scope:
                names.setdefault(words[3], []).append(words[4])
        elif line[0] == "#":
            _step(names, values, cycles, now, clock)
            now = []
        elif line[0] == "b":
            now.append((words[1], words[0][1:]))
        elif line[0] in "01xz":
            now.append((words[0][1:], words[0][0]))
    return cycles


def _step(names, values, cycles, changes, clock):
    changed = [(name, int(bits.replace("x", "0").replace("z", "0"), 2)) for code, bits in changes for name in names.get(code, ())]
    if values.get(clock) == 0 and (clock, 1) in changed:
        cycles.append(dict(values))
    values.update(changed)
