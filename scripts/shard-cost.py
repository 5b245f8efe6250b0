#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""shard-cost.py [BYTES]: shards of a capture on more and more processors, simulated event by event with measured figures.

Each processor takes the next shard; a shard dies with the given chance, at a random moment, and is queued again; at the end comes the join.
The figures are those of docs/reference/shard.md, in docs/results/results.json (`make results PART=shards`): seconds of one core per gigabyte of trace,
for ranges.
"""
import heapq
import os
import random
import sys

import results

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
SHARDS = results.read(os.path.join(ROOT, results.JSON))['parts']['shards']


def measured(table, row, column):
    value = results.value_of(SHARDS, table, row, column)
    if value is None:
        sys.exit(f'shard-cost: {results.JSON} has no shards.{table}: {row}, {column}; make results PART=shards')
    return value


PLAN = measured('fixed', 'plan of 8 shards: processor', 'measured')  # s per GB of trace
RUN, JOIN = (measured('cost', '`ranges`', column) for column in ('run, s', 'join, s'))
START = measured('fixed', 'start', 'measured') / 1e3        # s per shard
CUT = measured('fixed', 'cut, mean of 1,000', 'measured')   # bytes up to the next synchronizing message
DIES = 0.001                            # of the shards, each time
PLAN_BYTES = 1e12                       # of trace in one plan; plans are made, and joined, side by side


def simulate(size, cores, shard, rng):
    plans = max(1, round(size / PLAN_BYTES))
    shards = max(1, round(size / shard))
    side = min(plans, cores)
    plan = size / 1e9 * PLAN / side
    free = [plan] * min(cores, shards)
    waiting, again, end = shards, 0, plan
    one = START + (size / shards + CUT) / 1e9 * RUN
    while waiting:
        waiting -= 1
        at = heapq.heappop(free)
        took = one
        if rng.random() < DIES:
            took, waiting, again = one * rng.random(), waiting + 1, again + 1
        heapq.heappush(free, at + took)
        end = max(end, at + took)
    return plan, end - plan, size / 1e9 * JOIN / side, shards, again


def hours(s):
    return f"{s:.1f} s" if s < 90 else f"{s / 60:.1f} min" if s < 5400 else f"{s / 3600:.1f} h" if s < 172800 else f"{s / 86400:.1f} d"


def main():
    sizes = [float(sys.argv[1])] if len(sys.argv) > 1 else [1e9, 1e12, 1e15]
    print("| Trace | Cores | Shards | Died | Plan | Run | Join |")
    print("|---|---|---|---|---|---|---|")
    for size in sizes:
        for cores in (1, 100, 10000):
            shard = min(1e10, size / cores)
            plan, run, join, shards, again = simulate(size, cores, shard, random.Random(1))
            print(f"| {size:.0e} B | {cores} | {shards} | {again} | {hours(plan)} | {hours(run)} | {hours(join)} |")


if __name__ == "__main__":
    main()
