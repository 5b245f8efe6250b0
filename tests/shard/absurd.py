# SPDX-License-Identifier: Apache-2.0
"""absurd.py HARTRACE PLAN RESULT EVERY SEED: one node of the plan after another is replaced; `shard all` refuses it with a message, or makes RESULT.

Every EVERYth of the changed plans is tried, from one that SEED chooses. Ends with status 1 when one gave another result, a crash or no end."""
import copy
import json
import os
import shutil
import subprocess
import sys

GONE = object()
ANY = [GONE, None, {}, [], "x", -1, 0, 1, 2**20, 2**32, 2**64 - 1, 10**30, 1.5, True]

# Other options, or other sources without a synchronizing message, are another plan, not a wrong one.
CHOSEN = ("another result", "status 1")


def nodes(node, path=()):
    if path:
        yield path, node
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield from nodes(value, path + (key,))


def instead(value):
    """What a node is replaced by."""
    yield from ANY
    if isinstance(value, int) and not isinstance(value, bool):
        yield from (value + 1, value - 1, value * 2)
    if isinstance(value, str) and value.startswith("0x"):
        yield from ("0xffffffffffffffff", "0x10", "0x")
    if isinstance(value, list) and value:
        yield from (value[:-1], value + value[-1:], value[1:], value[::-1], value * 300)


def changed(plan, path, value):
    plan = copy.deepcopy(plan)
    node = plan
    for key in path[:-1]:
        node = node[key]
    if value is GONE:
        del node[path[-1]]
    else:
        node[path[-1]] = value
    return plan


def tried(hartrace, plan, want):
    """What came of a plan: "equal", "refused", or what is wrong."""
    shutil.rmtree("q.d", ignore_errors=True)
    if os.path.exists("out"):
        os.remove("out")
    with open("q", "w", encoding="utf-8") as f:
        json.dump(plan, f)
    try:
        r = subprocess.run([hartrace, "shard", "all", "q", "-o", "out"], capture_output=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return "no end"
    if r.returncode == 0:
        with open("out", "rb") as f:
            return "equal" if f.read() == want else "another result"
    return "refused" if r.returncode == 2 and r.stderr.startswith(b"hartrace shard: ") else f"status {r.returncode}"


def main():
    hartrace, name, result, every, seed = sys.argv[1:]
    with open(name, encoding="utf-8") as f:
        plan = json.load(f)
    with open(result, "rb") as f:
        want = f.read()
    # The version that made a plan, and what it says of itself, decide nothing.
    cases = [(path, value) for path, node in nodes(plan) if path[0] != "hartrace" for value in instead(node)]
    count = {"equal": 0, "refused": 0, "chosen": 0}
    for path, value in cases[int(seed) % int(every) :: int(every)]:
        is_so = tried(hartrace, changed(plan, path, value), want)
        if (path[0] == "options" or path[-1] == "left_out") and is_so in CHOSEN:
            is_so = "chosen"
        count[is_so] = count.get(is_so, 0) + 1
        if is_so not in ("equal", "refused", "chosen"):
            print(path, "gone" if value is GONE else repr(value)[:60], is_so)
    print(count)
    return 0 if set(count) == {"equal", "refused", "chosen"} and count["equal"] > 0 and count["refused"] > 0 else 1


sys.exit(main())
