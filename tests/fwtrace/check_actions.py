#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_actions.py TABLE.toml EVENTS.jsonl: the firmware tests/programs/fwtrace.c has sent each action of the table three
times, in its order: data 0, all ones, and with FAIL the number of the row. Domains are rows, too. A reader of TOML that is not
ours works out what the decoder has to say."""
import json
import sys
import tomllib


def expected(table):
    fail = table["table"]["fail"]
    row = 0
    for name, domain in table["domain"].items():
        row += 1
        values = {a["value"]: n for n, a in table["action"][name].items()}
        for action, a in table["action"][name].items():
            bits = [f.split(" ", 2)[:2] for f in a["fields"]]
            for value, data in ((a["value"], 0), (a["value"], 0x3FFFFF), (a["value"] | fail, row)):
                if value in values:
                    found, failed = values[value], False
                elif domain["fail"]:
                    found, failed = values[value & ~fail], True
                else:
                    found, failed = None, None
                fields = table["action"][name][found]["fields"] if found else []
                got = {}
                for text in fields:
                    span, field = text.split(" ")[:2]
                    msb, lsb = (int(b) for b in (span.split(":") * 2)[:2]) if ":" in span else (int(span), int(span))
                    got[field.rstrip(":")] = data >> lsb & ((1 << (msb - lsb + 1)) - 1)
                yield {"domain": name, "action": found, "failed": failed, "fields": got if found else None}
            row += 1


with open(sys.argv[1], "rb") as file:
    want = list(expected(tomllib.load(file)))
with open(sys.argv[2], encoding="utf-8") as file:
    events = [e for e in map(json.loads, file) if e["kind"] == "debug"]
got = [{k: e.get(k) for k in ("domain", "action", "failed", "fields")} for e in events][-len(want):]
if len(sys.argv) > 3:  # a message follows
    got = [{k: e.get(k) for k in ("domain", "action", "failed", "fields")} for e in events][-len(want) - 1:-1]
for i, (a, b) in enumerate(zip(want, got)):
    if a != b:
        sys.exit(f"message {i}: {b}, expected {a}")
if len(got) != len(want):
    sys.exit(f"{len(got)} messages, expected {len(want)}")
print(f"{len(want)} messages are right")
