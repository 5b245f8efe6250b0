#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generate from a table of firmware trace messages: fwtrace.py TABLE.toml OUTPUT

Writes below OUTPUT, with NAME from the table ('-' becomes '_' in C):
  c/fwtrace/NAME.h        for the firmware: domains, actions, fields, a macro that packs the data of each action
  c/fwtrace/NAME_table.h  the same table for a decoder, constant data
  md/fwtrace/NAME.md      a page
A mistake is reported as `file: action: reason` with exit status 1, and nothing is written.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "regmap"))
sys.dont_write_bytecode = True
from tables import TableError, check_int, check_keys, fail, parse_bits, read, write  # noqa: E402

FILE_KEYS = (("table", "domain", "action"), ())
TABLE_KEYS = (("name", "title", "domain", "action", "data"), ("fail",))
DOMAIN_KEYS = (("value", "title", "channel"), ("fail",))
ACTION_KEYS = (("value", "doc", "fields"), ())
FIELDS_MAX = 8     # of an action; a decoder has room for as many
DOMAINS_MAX = 16
TEXT_MAX = 119     # bytes of a text
USED_CHANNELS = {0: "print", 21: "print", 22: "print", 23: "print", 24: "arguments", 25: "arguments", 26: "arguments",
                 27: "arguments", 28: "counts", 29: "torn words", 30: "losses", 31: "the build id"}


def check_text(place, what, text):
    if not isinstance(text, str) or not text.strip() or text != text.strip() or not text.isprintable() or '"' in text \
            or "\\" in text or "*/" in text or len(text.encode()) > TEXT_MAX:
        fail(place, f"{what} is not one line of text of at most {TEXT_MAX} bytes without quotes and backslashes")
    return text


def check_bool(place, value):
    if not isinstance(value, bool):
        fail(place, "fail is neither true nor false")
    return value


def ones(bits):
    return (1 << (bits[0] - bits[1] + 1)) - 1


def load_layout(file, raw):
    """Domain, action and data cover the 32 bits, each bit once."""
    place = (file, "table")
    check_keys(place, raw, TABLE_KEYS)
    if not isinstance(raw["name"], str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,31}", raw["name"]):
        fail(place, "name is not lower case letters, digits and '-'")
    check_text(place, "title", raw["title"])
    layout = {key: parse_bits(place, raw[key]) for key in ("domain", "action", "data")}
    seen = 0
    for key, bits in layout.items():
        mask = ones(bits) << bits[1]
        if seen & mask:
            fail(place, f"{key} {raw[key]} overlaps another field")
        seen |= mask
    if seen != 0xFFFFFFFF:
        fail(place, f"domain, action and data leave bits {~seen & 0xFFFFFFFF:#010x} unused")
    if layout["data"][1] != 0:
        fail(place, "data does not end with bit 0")
    if ones(layout["domain"]) + 1 > DOMAINS_MAX or ones(layout["action"]) > 0xFFF:
        fail(place, f"more than {DOMAINS_MAX} domains or 12 bits of action")
    modifier = check_int(place, "fail", raw.get("fail", 0), 0, ones(layout["action"]))
    if modifier & (modifier - 1):
        fail(place, f"fail {modifier:#x} is not one bit")
    return {"name": raw["name"], "title": raw["title"], "fail": modifier, **layout}


def load_field(place, text, data, taken):
    match = re.fullmatch(r"([0-9:]+) ([a-z][a-z0-9_]{0,31}): (.+)", text) if isinstance(text, str) else None
    if not match:
        fail(place, f"field {text!r} is not \"BITS NAME: TEXT\"")
    bits = parse_bits(place, match[1])
    if bits[0] > data[0]:
        fail(place, f"field '{match[2]}' {match[1]} is not within the data, {data[0]}:{data[1]}")
    for other in taken:
        if other["name"] == match[2]:
            fail(place, f"two fields '{match[2]}'")
        if bits[1] <= other["bits"][0] and other["bits"][1] <= bits[0]:
            fail(place, f"field '{match[2]}' {match[1]} overlaps '{other['name']}'")
    return {"name": match[2], "bits": bits, "doc": check_text(place, "field", match[3])}


def load_domain(file, name, raw, layout):
    place = (file, f"domain.{name}")
    check_keys(place, raw, DOMAIN_KEYS)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,31}", name):
        fail(place, "the name is not lower case")
    value = check_int(place, "value", raw["value"], 0, ones(layout["domain"]))
    channel = check_int(place, "channel", raw["channel"], 0, 31)
    if channel in USED_CHANNELS:
        fail(place, f"channel {channel} carries {USED_CHANNELS[channel]}")
    if channel != 1 + value:
        fail(place, f"channel {channel} is not 1 + value: fwt_debug uses that one")
    return {"name": name, "value": value, "channel": channel,
            "title": check_text(place, "title", raw["title"]), "fail": check_bool(place, raw.get("fail", False)),
            "actions": []}


def load_action(file, domain, name, raw, layout):
    place = (file, f"action.{domain['name']}.{name}")
    check_keys(place, raw, ACTION_KEYS)
    if not re.fullmatch(r"[A-Z][A-Z0-9_]{0,39}", name):
        fail(place, "the name is not upper case")
    value = check_int(place, "value", raw["value"], 0, ones(layout["action"]))
    for other in domain["actions"]:
        if other["value"] == value:
            fail(place, f"value {value} is that of {other['name']} too")
    if not isinstance(raw["fields"], list) or len(raw["fields"]) > FIELDS_MAX:
        fail(place, f"fields are not a list of at most {FIELDS_MAX}")
    fields = []
    for text in raw["fields"]:
        fields.append(load_field(place, text, layout["data"], fields))
    return {"name": name, "value": value, "doc": check_text(place, "doc", raw["doc"]), "fields": fields}


def load(path):
    file = path.name
    raw = read(path)
    check_keys((file,), raw, FILE_KEYS)
    table = load_layout(file, raw["table"])
    table["file"] = file
    table["domains"] = []
    for part in ("domain", "action"):
        if not isinstance(raw[part], dict):
            fail((file, part), "is not a table")
    for name, part in raw["domain"].items():
        domain = load_domain(file, name, part, table)
        if any(d["value"] == domain["value"] for d in table["domains"]):
            fail((file, f"domain.{name}"), f"value {domain['value']} is used twice")
        if domain["fail"] and not table["fail"]:
            fail((file, f"domain.{name}"), "fail is true, and [table] has no fail")
        table["domains"].append(domain)
    for name, part in raw["action"].items():
        domain = next((d for d in table["domains"] if d["name"] == name), None)
        if domain is None:
            fail((file, f"action.{name}"), f"no section [domain.{name}]")
        if not isinstance(part, dict):
            fail((file, f"action.{name}"), "is not a table")
        for action, text in part.items():
            domain["actions"].append(load_action(file, domain, action, text, table))
    return table


def ambiguous(table, domain):
    """Pairs (action, exact): action with the modifier is the value of exact."""
    if not domain["fail"]:
        return []
    by_value = {a["value"]: a for a in domain["actions"]}
    return [(a, by_value[a["value"] | table["fail"]]) for a in domain["actions"]
            if not a["value"] & table["fail"] and a["value"] | table["fail"] in by_value]


def head(table, begin, end):
    return (f"{begin} SPDX-License-Identifier: Apache-2.0 {end}\n"
            f"{begin} Generated from {table['file']} by fwtrace.py (here: `make regs`); do not edit. {end}\n")


def define(name, value):
    return f"#define {name:<55} {value}"


def firmware(table):
    """NAME.h"""
    prefix = re.sub("-", "_", table["name"]).upper()
    guard = f"FWTRACE_{prefix}_H"
    out = [head(table, "/*", "*/") + f"#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n",
           f"/* {table['title']}. A word is {prefix}_WORD(domain, action, data). */"]
    for key in ("domain", "action", "data"):
        out += [define(f"{prefix}_{key.upper()}_SHIFT", table[key][1]),
                define(f"{prefix}_{key.upper()}_MAX", f"{ones(table[key]):#x}u")]
    parts = [f"((uint32_t)(d) << {table['domain'][1]})", f"((uint32_t)(a) << {table['action'][1]})",
             f"((uint32_t)(x) & {ones(table['data']):#x}u)"]
    out.append(f"#define {prefix}_WORD(d, a, x) ({' | '.join(parts)})")
    domains = sum(1 << d["value"] for d in table["domains"])
    out.append("\n/* The domains that are not reserved, for fwt_init. */\n" + define(f"{prefix}_DOMAINS", f"{domains:#x}u"))
    if table["fail"]:
        out.append("\n/* Or this to an action that failed. */\n" + define(f"{prefix}_FAIL", f"{table['fail']:#x}u"))
    for d in table["domains"]:
        base = f"{prefix}_{d['name'].upper()}"
        out.append(f"\n/* {d['title']}. */\n" + define(base, f"{d['value']}u"))
        for a in d["actions"]:
            name = f"{base}_{a['name']}"
            out.append(f"/* {a['doc']}. */\n" + define(name, f"{a['value']}u"))
            terms = []
            for f in a["fields"]:
                field = f"{name}_{f['name'].upper()}"
                out += [define(f"{field}_SHIFT", f["bits"][1]), define(f"{field}_MAX", f"{ones(f['bits']):#x}u")]
                terms.append(f"(((uint32_t)({f['name']}) & {ones(f['bits']):#x}u) << {f['bits'][1]})")
            if terms:
                args = ", ".join(f["name"] for f in a["fields"])
                out.append(f"#define {name}_DATA({args}) ({' | '.join(terms)})")
    return "\n".join(out) + "\n\n#endif\n"


def decoder(table):
    """NAME_table.h: the table as calls of macros, in order."""
    name = re.sub("-", "_", table["name"])
    guard = f"FWTRACE_{name.upper()}_TABLE_H"
    out = [head(table, "/*", "*/") + f"#ifndef {guard}\n#define {guard}\n",
           "/* LAYOUT(name, title, msb and lsb of domain, action and data, fail). DOMAIN(name, title, value, channel, fail) begins a domain,",
           " * ACTION(name, value, doc) an action of it; FIELD(name, msb, lsb, doc) is a field of that. */",
           f"#define {name.upper()}_LAYOUT(LAYOUT) " + "\\\n    LAYOUT(" + ", ".join(
               [f'"{table["name"]}"', f'"{table["title"]}"'] + [f"{table[k][0]}, {table[k][1]}" for k in ("domain", "action", "data")]
               + [f"{table['fail']:#x}"]) + ")",
           f"#define {name.upper()}_TABLE(DOMAIN, ACTION, FIELD) \\"]
    rows = []
    for d in table["domains"]:
        rows.append(f'    DOMAIN("{d["name"]}", "{d["title"]}", {d["value"]}, {d["channel"]}, {int(d["fail"])})')
        for a in d["actions"]:
            rows.append(f'    ACTION("{a["name"]}", {a["value"]}, "{a["doc"]}")')
            rows += [f'    FIELD("{f["name"]}", {f["bits"][0]}, {f["bits"][1]}, "{f["doc"]}")' for f in a["fields"]]
    out.append(" \\\n".join(rows))
    return "\n".join(out) + "\n\n#endif\n"


def span(bits):
    return str(bits[0]) if bits[0] == bits[1] else f"{bits[0]}:{bits[1]}"


def page(table):
    """NAME.md"""
    out = [head(table, "<!--", "-->") + f"# {table['title']}\n",
           f"A message has 32 bits: domain in bits {span(table['domain'])}, action in {span(table['action'])}, data in "
           f"{span(table['data'])}.\n", "| Domain | Value | Channel | Actions |", "|---|---|---|---|"]
    for d in table["domains"]:
        out.append(f"| [{d['title']}](#{d['title'].lower().replace(' ', '-')}) (`{d['name']}`) | {d['value']} | {d['channel']} "
                   f"| {len(d['actions'])} |")
    used = {d["value"] for d in table["domains"]}
    reserved = [str(v) for v in range(ones(table["domain"]) + 1) if v not in used]
    if reserved:
        out.append(f"| reserved | {', '.join(reserved)} | | messages are ignored, and counted |")
    for d in table["domains"]:
        out.append(f"\n## {d['title']}\n")
        if d["fail"]:
            out.append(f"An action with {table['fail']:#x} added has failed, unless the sum is an action of this table.\n")
        for action, exact in ambiguous(table, d):
            out.append(f"**Indistinguishable**: {action['name']} that failed ({action['value']} + {table['fail']:#x} = {exact['value']}) "
                       f"and {exact['name']}. It is decoded as {exact['name']}.\n")
        out += ["| Action | Value | Use | Data |", "|---|---|---|---|"]
        for a in d["actions"]:
            data = ", ".join(f"{span(f['bits'])} `{f['name']}`: {f['doc']}" for f in a["fields"]) or "unused"
            out.append(f"| {a['name']} | {a['value']} | {a['doc']} | {data} |")
    return "\n".join(out) + "\n"


def main(argv):
    if len(argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        table = load(Path(argv[1]))
    except TableError as err:
        print(f"fwtrace: {err}", file=sys.stderr)
        return 1
    name = re.sub("-", "_", table["name"])
    files = {f"c/fwtrace/{name}.h": firmware(table), f"c/fwtrace/{name}_table.h": decoder(table),
             f"md/fwtrace/{table['name']}.md": page(table)}
    write(Path(argv[2]), files)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
