# SPDX-License-Identifier: Apache-2.0
"""report_tiles.py REPORT NAME CALLS INSTRUCTIONS: the tiles of a report's timeline hold each call of a function once, on every level;
no tile reaches past its width; a level shows what the level below it shows."""
import json
import re
import sys

report, name, calls, instructions = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def text(path):
    with open(report + "/data/" + path) as f:
        return f.read()


index = json.loads(re.search(r"=(\{.*\});", text("timeline-0.js"), re.S).group(1))
rows = json.loads(re.search(r"hartrace.functions=(\[.*?\n?\]);\n", text("functions.js"), re.S).group(1))
wanted = [i for i, r in enumerate(rows) if r[0] == name][0]
bad = [] if index["span"] == instructions else ["span %d" % index["span"]]
bad += [] if len(index["levels"][-1]["tiles"]) == 1 else ["the last level has several tiles"]
for k, level in enumerate(index["levels"]):
    seen = covered = outer = 0
    for tile in level["tiles"]:
        data = json.loads(re.search(r",(\[.*\])\);", text("tile-0-%d-%d.js" % (k, tile)), re.S).group(1))
        for depth, start, length, function, count in zip(*[iter(data)] * 5):
            if start + length > level["width"]:
                bad.append("level %d, tile %d: a slice ends after it" % (k, tile))
            outer += length if depth == 0 else 0
            if function == wanted:
                covered += length
                seen += 0 if count & 2 else count >> 2  # one that goes on is counted where it ends
    print("# level %d: %d tiles, %d calls, %d of %d instructions in the outermost frame" % (k, len(level["tiles"]), seen, outer, instructions))
    if seen != calls:
        bad.append("level %d: %d calls" % (k, seen))
    if outer > instructions or outer < 0.99 * instructions:
        bad.append("level %d: the outermost frame has %d" % (k, outer))
print("\n".join(bad))
sys.exit(bool(bad))
