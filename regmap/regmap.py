#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generate the register map: regmap.py SOURCE OUTPUT

SOURCE holds common.toml, timestamp.toml and one file per component; params/ has their parameters. Every file is checked
(alignment, overlap, names, values that fit), then constants for C and SystemVerilog, tables for C, dictionaries for
Tcl, register pages, maps in SystemRDL and IP-XACT (standards.py), and what params.py makes of the parameters are
written below OUTPUT. A mistake is reported as `file: register.field: reason` with exit status 1.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import emit  # noqa: E402
import params  # noqa: E402
import standards  # noqa: E402
from tables import TableError, check_int, check_keys, fail, parse_bits, read, write  # noqa: E402

PARTS = ("common", "timestamp")  # every other file is a component
ACCESSES = ("RO", "RW", "RW1C", "W1", "WARL", "WO")
BLOCK_SIZE = 0x1000

# Allowed keys, the mandatory ones first.
FILE_KEYS = (("component", "register"), ("enums",))
COMPONENT_KEYS = (("name", "title", "prefix", "chapter"), ("comp_type", "include"))
REGISTER_KEYS = (("name", "offset", "doc", "fields"), ("required", "count", "stride", "vendor"))
FIELD_KEYS = (("name", "bits", "access", "reset", "doc"), ("default", "values", "setting"))


def check_doc(place, doc):
    if not isinstance(doc, str) or not doc.strip() or "\n" in doc or doc != doc.strip():
        fail(place, "doc is not one line of text")


def parse_values(place, raw, enums, limit):
    """Named values of a field: a table in place or the name of an [enums] table -> [(value, name)]."""
    if isinstance(raw, str):
        if raw not in enums:
            fail(place, f"no [enums] table '{raw}'")
        raw = enums[raw]
    for name, value in raw.items():
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            fail(place, f"value name '{name}' is not lower case words joined by '_'")
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= limit:
            fail(place, f"value {name} = {value!r} does not fit in the field")
    if len(set(raw.values())) != len(raw):
        fail(place, "two names for one value")
    return sorted((value, name) for name, value in raw.items())


def parse_reset(place, raw, limit):
    """-> (kind, number). Kinds: VALUE, UNDEF, SD."""
    reset = raw["reset"]
    if reset == "sd":
        if "default" not in raw:
            fail(place, "reset \"sd\" needs our 'default'")
        kind, number = "SD", raw["default"]
    elif "default" in raw:
        fail(place, "'default' goes with reset \"sd\" only")
    elif reset == "undef":
        return "UNDEF", 0
    else:
        kind, number = "VALUE", reset
    if isinstance(number, bool) or not isinstance(number, int):
        fail(place, f"reset {number!r} is not a number, \"undef\" or \"sd\"")
    if not 0 <= number <= limit:
        fail(place, f"reset value {number} does not fit in the field")
    return kind, number


def check_name(place, name, prefix):
    if not isinstance(name, str) or not re.fullmatch(r"tr[A-Z][A-Za-z0-9]*", name):
        fail(place, f"name {name!r} is not in the spec's spelling")
    if not name.startswith(prefix):
        fail(place, f"name '{name}' does not start with '{prefix}'")


def load_field(place, raw, prefix, enums):
    place = (place[0], f"{place[1]}.{raw.get('name', '?')}")
    check_keys(place, raw, FIELD_KEYS)
    check_name(place, raw["name"], prefix)
    check_doc(place, raw["doc"])
    msb, lsb = parse_bits(place, raw["bits"])
    limit = (1 << (msb - lsb + 1)) - 1
    if raw["access"] not in ACCESSES:
        fail(place, f"unknown access '{raw['access']}' (known: {' '.join(ACCESSES)})")
    kind, reset = parse_reset(place, raw, limit)
    setting = raw.get("setting")
    if setting is not None and (not isinstance(setting, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", setting)):
        fail(place, f"setting {setting!r} is not a name of C in lower case")
    return {"name": raw["name"], "lsb": lsb, "msb": msb, "mask": limit << lsb, "access": raw["access"],
            "kind": kind, "reset": reset, "doc": raw["doc"], "setting": setting,
            "values": parse_values(place, raw.get("values", {}), enums, limit)}


def load_register(file, raw, prefix, enums):
    place = (file, raw.get("name", "?"))
    check_keys(place, raw, REGISTER_KEYS)
    check_name(place, raw["name"], prefix)
    check_doc(place, raw["doc"])
    offset = check_int(place, "offset", raw["offset"], 0, BLOCK_SIZE - 4)
    count = check_int(place, "count", raw.get("count", 1), 1, 255)
    stride = check_int(place, "stride", raw.get("stride", 0), 4 if count > 1 else 0, 252)
    if offset % 4 or stride % 4:
        fail(place, f"offset {offset:#x} or stride {stride:#x} is not aligned to 4 bytes")
    if offset + (count - 1) * stride > BLOCK_SIZE - 4:
        fail(place, "the last one lies outside the 4 KiB block")
    if raw.get("vendor", False) != (offset >= 0xE00):
        fail(place, "vendor registers, and only they, are at 0xE00 and above")
    fields = [load_field(place, f, prefix, enums) for f in raw["fields"]]
    if not fields:
        fail(place, "no fields")
    for low, high in zip(fields, fields[1:]):
        if high["lsb"] <= low["msb"]:
            fail((file, f"{raw['name']}.{high['name']}"), f"overlaps '{low['name']}' or is out of order")
    return {"name": raw["name"], "offset": offset, "count": count, "stride": stride, "doc": raw["doc"],
            "required": raw.get("required", False), "vendor": raw.get("vendor", False), "fields": fields}


def load(source, stem):
    """One TOML file, checked by itself."""
    file = f"{stem}.toml"
    raw = read(source / file)
    check_keys((file,), raw, FILE_KEYS)
    component = raw["component"]
    check_keys((file, "component"), component, COMPONENT_KEYS)
    if component["name"] != stem:
        fail((file, "component"), f"name '{component['name']}' is not that of the file")
    prefix = component["prefix"]
    registers = [load_register(file, r, prefix, raw.get("enums", {})) for r in raw["register"]]
    for reg in registers:
        reg["origin"] = stem
    return {"file": file, "include": [], "comp_type": 0, **component, "registers": registers}


def check_unique(component, parts):
    """Register names, field names and C constants are unique in all that one program can include."""
    seen = {}
    for reg in (r for part in parts for r in part["registers"]):
        for what, name, field in [("register", reg["name"], None)] + [
                ("field", f["name"], f) for f in reg["fields"]]:
            place = (f"{reg['origin']}.toml", f"{reg['name']}.{name}" if field else name)
            if (what, name) in seen:
                fail(place, f"duplicate {what} name, also in {seen[what, name]}")
            seen[what, name] = reg["name"]
            for constant in emit.constant_names(name, field, reg):
                if constant in seen:
                    fail(place, f"constant {constant} is also made by {seen[constant]}")
                seen[constant] = name


def check_settings(component):
    seen = {}
    for reg in component["registers"]:
        for field in reg["fields"]:
            name = field["setting"]
            if name in seen:
                fail((component["file"], f"{reg['name']}.{field['name']}"), f"setting '{name}' is that of '{seen[name]}' too")
            if name:
                seen[name] = field["name"]


def check_addresses(component):
    taken = {}
    previous = -1
    for reg in component["registers"]:
        place = (f"{reg['origin']}.toml", reg["name"])
        for i in range(reg["count"]):
            address = reg["offset"] + i * reg["stride"]
            if address in taken:
                fail(place, f"offset {address:#05x} overlaps '{taken[address]}'")
            taken[address] = reg["name"]
        if reg["offset"] < previous:
            fail(place, "registers are not in ascending order of offset")
        previous = reg["offset"]


def check_common(component, common):
    """Every component has the common registers and fields, with the same bits, and the right type."""
    prefix = component["prefix"]
    for reg in common["registers"]:
        name = prefix + reg["name"][2:]
        place = (component["file"], name)
        mine = next((r for r in component["registers"] if r["name"] == name), None)
        if not mine or mine["offset"] != reg["offset"] or not mine["required"]:
            fail(place, f"a required register must be at {reg['offset']:#05x}")
        for field in reg["fields"]:
            want = prefix + field["name"][2:]
            got = next((f for f in mine["fields"] if f["name"] == want), None)
            same = ("lsb", "msb", "access", "kind") + (("reset",) if field["name"] != "trCompType" else ())
            if not got or any(got[k] != field[k] for k in same):
                fail((component["file"], f"{name}.{want}"), f"is not like '{field['name']}' of common.toml")
            if field["name"] == "trCompType" and component["comp_type"] != got["reset"]:
                fail((component["file"], f"{name}.{want}"), "is not the component's type")


def add_types(common, components):
    """The values of trCompType are the types of the components."""
    field = next(f for r in common["registers"] for f in r["fields"] if f["name"] == "trCompType")
    limit = field["mask"] >> field["lsb"]
    seen = {}
    for c in components:
        place = (c["file"], "component")
        check_int(place, "comp_type", c["comp_type"], 1, limit)
        if c["comp_type"] in seen:
            fail(place, f"comp_type {c['comp_type']} is that of {seen[c['comp_type']]} too")
        seen[c["comp_type"]] = c["file"]
    field["values"] = sorted((c["comp_type"], c["name"]) for c in components)


def load_map(source):
    """-> (common, timestamp, components), all checked."""
    common, timestamp = load(source, "common"), load(source, "timestamp")
    components = []
    for stem in sorted(p.stem for p in source.glob("*.toml") if p.stem not in PARTS):
        component = load(source, stem)
        for name in component["include"]:
            if name != "timestamp":
                fail((component["file"], "component"), f"cannot include '{name}'")
            component["registers"] = sorted(component["registers"] + timestamp["registers"],
                                            key=lambda r: r["offset"])
        check_addresses(component)
        check_settings(component)
        check_common(component, common)
        components.append(component)
    components.sort(key=lambda c: c["comp_type"])
    add_types(common, components)
    for part in (common, timestamp):
        check_addresses(part)
    # A program may include every header: constants are unique over all of them.
    own = [{"registers": [r for r in c["registers"] if r["origin"] == c["name"]]} for c in components]
    check_unique(None, [common, timestamp] + own)
    return common, timestamp, components


def main(argv):
    if len(argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        common, timestamp, components = load_map(Path(argv[1]))
        found, refused = params.load(Path(argv[1]), {c["name"]: c["prefix"] for c in components})
        files = {**emit.all_files(common, timestamp, components), **params.all_files(components, found, refused),
                 **standards.all_files(components)}
    except (TableError, params.ParamError) as err:
        print(f"regmap: {err}", file=sys.stderr)
        return 1
    write(Path(argv[2]), files)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
