#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The register maps in SystemRDL and IP-XACT hold what the TOML holds: standard_maps.py TOML-FOLDER GEN-FOLDER

Reads the TOML with tomllib, the SystemRDL with a parser of the part of the language that is used (anything else is an
error), the IP-XACT with ElementTree in the order of elements of IEEE 1685-2014. Compares each register and field; prints
what differs and ends with status 1.
"""
import re
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

# SystemRDL 2.0: properties of a field with this access. W1: singlepulse is for fields that software writes only.
RDL = {"RO": {"sw": "r", "hw": "w"}, "RW": {"sw": "rw", "hw": "rw"}, "WARL": {"sw": "rw", "hw": "rw"},
       "RW1C": {"sw": "rw", "hw": "rw", "onwrite": "woclr"}, "W1": {"sw": "w", "hw": "r", "singlepulse": "true"},
       "WO": {"sw": "w", "hw": "r"}}
# IP-XACT: access and modifiedWriteValue.
XML = {"RO": ("read-only", None), "RW": ("read-write", None), "WARL": ("read-write", None), "RW1C": ("read-write", "oneToClear"),
       "W1": ("write-only", "modify"), "WO": ("write-only", None)}
# Order of child elements, IEEE 1685-2014; those that are not used are left out.
ORDER = {"component": "vendor library name version memoryMaps description", "memoryMaps": "memoryMap",
         "memoryMap": "name addressBlock addressUnitBits",
         "addressBlock": "name description baseAddress range width usage volatile register|registerFile",
         "registerFile": "name dim addressOffset range register", "resets": "reset", "reset": "value",
         "register": "name description addressOffset size field vendorExtensions",
         "field": "name description bitOffset resets bitWidth access enumeratedValues modifiedWriteValue vendorExtensions",
         "enumeratedValues": "enumeratedValue", "enumeratedValue": "name value", "vendorExtensions": ""}
SPACE = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"


class Bad(Exception):
    """The text does not have the form that is expected."""


# ---- TOML: {register: facts}, each field as a dictionary ----

def toml_fields(raw, enums):
    for f in raw:
        msb, _, lsb = f["bits"].partition(":")
        values = f.get("values", {})
        reset = f["reset"]
        yield {"name": f["name"], "msb": int(msb), "lsb": int(lsb or msb), "access": f["access"], "doc": f["doc"],
               "kind": {"undef": "UNDEF", "sd": "SD"}.get(reset, "VALUE"),
               "reset": None if reset == "undef" else f["default"] if reset == "sd" else reset,
               "values": dict(enums[values] if isinstance(values, str) else values)}


def toml_map(folder, name):
    raw = tomllib.loads((folder / f"{name}.toml").read_text())
    found = {}
    for stem in [name, *raw["component"].get("include", [])]:
        part = tomllib.loads((folder / f"{stem}.toml").read_text())
        for r in part["register"]:
            found[r["name"]] = {"offset": r["offset"], "count": r.get("count", 1), "stride": r.get("stride", 0), "doc": r["doc"],
                                "required": r.get("required", False), "fields": list(toml_fields(r["fields"], part.get("enums", {})))}
    return raw["component"], found


# ---- SystemRDL ----

TOKEN = re.compile(r'\s+|//[^\n]*|`(?:ifndef|define) +\w+|`endif|(?P<t>"(?:[^"\\]|\\.)*"|\d+\'[hd][0-9a-f]+|0x[0-9a-f]+|\d+|\\?[A-Za-z_]\w*|'
                   r'\+=|[{}\[\]:;=@])')


class Tokens:
    def __init__(self, text):
        self.list, at = [], 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise Bad(f"unexpected: {text[at:at + 30]!r}")
            self.list += [match["t"]] if match["t"] else []
            at = match.end()
        self.at = 0

    def next(self, *want):
        token = self.list[self.at] if self.at < len(self.list) else "end"
        if want and token not in want:
            raise Bad(f"token {self.at}: {token}, expected {' or '.join(want)}")
        self.at += 1
        return token

    def is_next(self, token):
        if self.at < len(self.list) and self.list[self.at] == token:
            self.at += 1
            return True
        return False


def number(token, bits=None):
    match = re.fullmatch(r"(\d+)'([hd])([0-9a-f]+)", token)
    if match and (bits is None or int(match[1]) == bits):
        return int(match[3], 16 if match[2] == "h" else 10)
    if match or bits is not None:
        raise Bad(f"{token} is not of {bits} bits")
    return int(token, 0)


def unquote(token):
    if token[0] != '"':
        raise Bad(f"{token} is no string")
    return re.sub(r"\\(.)", r"\1", token[1:-1])


def rdl_body(t, kind, enums):
    """After {: what is in a component up to }. -> (properties, [(kind, properties, components, instance)])"""
    props, parts = {}, []
    while not t.is_next("}"):
        word = t.next()
        if word == "enum":
            name, values = t.next(), []
            t.next("{")
            while not t.is_next("}"):
                key = t.next().removeprefix("\\")
                t.next("=")
                values.append((key, t.next()))
                t.next(";")
            t.next(";")
            if name in enums:
                raise Bad(f"enum {name} twice")
            enums[name] = values
        elif word in ("reg", "regfile", "field"):
            if (kind, word) not in {("addrmap", "reg"), ("addrmap", "regfile"), ("regfile", "reg"), ("reg", "field")}:
                raise Bad(f"{word} in {kind}")
            t.next("{")
            inner = rdl_body(t, word, enums)
            parts.append((word, *inner, rdl_instance(t)))
        else:
            if word in props:
                raise Bad(f"{word} twice")
            props[word] = t.next() if t.is_next("=") else "true"
            t.next(";")
    return props, parts


def rdl_instance(t):
    """name [n] or [msb:lsb] = reset @ address += stride ;"""
    inst = {"name": t.next()}
    if t.is_next("["):
        inst["first"] = int(t.next())
        if t.is_next(":"):
            inst["second"] = int(t.next())
        t.next("]")
    for mark, key in (("=", "reset"), ("@", "address"), ("+=", "stride")):
        if t.is_next(mark):
            inst[key] = t.next()
    t.next(";")
    return inst


def rdl_field(part, enums):
    _, p, _, inst = part
    access = unquote(p.pop("tci_access"))
    bits = inst["first"] - inst["second"] + 1
    values = enums.pop(p.pop("encode"), None) if "encode" in p else []
    field = {"name": inst["name"], "msb": inst["first"], "lsb": inst["second"], "access": access, "doc": unquote(p.pop("desc")),
             "kind": unquote(p.pop("tci_reset")), "reset": number(inst["reset"], bits) if "reset" in inst else None,
             "values": {k: number(v, bits) for k, v in values}}
    if p != RDL[access]:
        raise Bad(f"{inst['name']}: {p} for {access}")
    return field


def rdl_regs(parts, enums, base=0, count=1, stride=0):
    for kind, p, inner, inst in parts:
        if kind == "regfile":
            if p or inst["first"] < 2:
                raise Bad(f"regfile {inst['name']}: {p}")
            if max(number(i[3]["address"]) for i in inner) + 4 > number(inst["stride"]):
                raise Bad(f"regfile {inst['name']} is longer than its stride")
            yield from rdl_regs(inner, enums, number(inst["address"]), inst["first"], number(inst["stride"]))
        elif p["regwidth"] != "32" or set(p) != {"regwidth", "desc", "tci_required"}:
            raise Bad(f"{inst['name']}: {p}")
        else:
            yield inst["name"], {"offset": base + number(inst["address"]), "count": count, "stride": stride, "doc": unquote(p["desc"]),
                                 "required": {"true": True, "false": False}[p["tci_required"]],
                                 "fields": [rdl_field(f, enums) for f in inner]}


def rdl_map(text):
    t, enums = Tokens(text), {}
    while t.is_next("property"):
        t.next("tci_access", "tci_reset", "tci_required", "tci_comp_type")
        while t.next() != "}":
            pass
        t.next(";")
    t.next("addrmap")
    name = t.next()
    t.next("{")
    props, parts = rdl_body(t, "addrmap", enums)
    t.next(";")
    if t.at != len(t.list):
        raise Bad("something after the addrmap")
    regs = list(rdl_regs(parts, enums))
    if enums or len(dict(regs)) != len(regs):
        raise Bad(f"enums that no field has: {list(enums)}, or a register twice")
    return {"name": name, "title": unquote(props["name"]), "type": int(props["tci_comp_type"])}, dict(regs)


# ---- IP-XACT ----

def ordered(node):
    """The children of each element are known, and in the order of the schema."""
    kind = node.tag.removeprefix(SPACE)
    order = [names.split("|") for names in ORDER[kind].split()] if kind in ORDER else []
    last = 0
    for child in node if kind != "vendorExtensions" else ():
        place = next((i for i, names in enumerate(order) if child.tag in [SPACE + n for n in names]), None)
        if place is None or place < last:
            raise Bad(f"{child.tag.removeprefix(SPACE)} in {kind} is unknown or out of order")
        last = place
        ordered(child)


def text(node, name):
    found = node.findall(SPACE + name)
    if len(found) != 1 or not found[0].text:
        raise Bad(f"{name} in {node.tag.removeprefix(SPACE)}: {len(found)} times, or empty")
    return found[0].text


def xml_field(node):
    tci = node.find(f"{SPACE}vendorExtensions/{{urn:hartrace:tci}}tci").attrib
    lsb, bits = int(text(node, "bitOffset"), 0), int(text(node, "bitWidth"))
    reset = node.find(f"{SPACE}resets/{SPACE}reset/{SPACE}value")
    modified = node.find(f"{SPACE}modifiedWriteValue")
    if (text(node, "access"), modified.text if modified is not None else None) != XML[tci["access"]]:
        raise Bad(f"{text(node, 'name')}: access for {tci['access']}")
    values = [(text(v, "name"), int(text(v, "value"), 0)) for v in node.findall(f"{SPACE}enumeratedValues/{SPACE}enumeratedValue")]
    return {"name": text(node, "name"), "msb": lsb + bits - 1, "lsb": lsb, "access": tci["access"], "doc": text(node, "description"),
            "kind": tci["reset"], "reset": None if reset is None else int(reset.text, 0), "values": dict(values)}


def xml_regs(block, base=0, count=1, stride=0):
    for node in block:
        if node.tag == f"{SPACE}registerFile":
            yield from xml_regs(node, int(text(node, "addressOffset"), 0), int(text(node, "dim")), int(text(node, "range"), 0))
        elif node.tag == f"{SPACE}register":
            tci = node.find(f"{SPACE}vendorExtensions/{{urn:hartrace:tci}}tci").attrib
            if text(node, "size") != "32":
                raise Bad("a register that has not 32 bits")
            yield text(node, "name"), {"offset": base + int(text(node, "addressOffset"), 0), "count": count, "stride": stride,
                                       "doc": text(node, "description"), "required": {"true": True, "false": False}[tci["required"]],
                                       "fields": [xml_field(f) for f in node.findall(f"{SPACE}field")]}


def xml_map(source):
    root = ET.fromstring(source)
    if root.tag != f"{SPACE}component":
        raise Bad(f"the root is {root.tag}")
    ordered(root)
    block = root.find(f"{SPACE}memoryMaps/{SPACE}memoryMap/{SPACE}addressBlock")
    if [int(text(block, k), 0) for k in ("baseAddress", "range", "width")] != [0, 0x1000, 32]:
        raise Bad("the address block")
    title, _, kind = text(block, "description").partition("; component type ")
    regs = list(xml_regs(block))
    if len(dict(regs)) != len(regs):
        raise Bad("a register twice")
    return {"name": text(root, "name"), "title": title, "type": int(kind)}, dict(regs)


def differences(want, got, path):
    if isinstance(want, dict) and isinstance(got, dict):
        for key in [*want, *(k for k in got if k not in want)]:
            yield from differences(want.get(key), got.get(key), f"{path}.{key}")
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for a, b in zip(want, got):
            yield from differences(a, b, f"{path}.{a['name']}")
    elif want != got:
        yield f"{path}: {got!r}, the TOML has {want!r}"


def main(argv):
    folder, gen = Path(argv[1]), Path(argv[2])
    names = [p.stem for p in sorted(folder.glob("*.toml")) if p.stem not in ("common", "timestamp")]
    bad, fields = [], 0
    for name in names:
        component, want = toml_map(folder, name)
        head = {"name": f"tr_{name}", "title": component["title"], "type": component["comp_type"]}
        fields += sum(len(r["fields"]) for r in want.values())
        for path, read in ((gen / f"rdl/tr_{name}.rdl", rdl_map), (gen / f"ipxact/tr_{name}.xml", xml_map)):
            try:
                got_head, got = read(path.read_text(encoding="utf-8"))
            except (Bad, KeyError, ValueError, OSError, ET.ParseError) as err:
                bad.append(f"{path}: {type(err).__name__} {err}")
                continue
            bad += [f"{path}: {d}" for d in differences({"component": head, **want}, {"component": got_head, **got}, "")]
    print("\n".join(bad or [f"{len(names)} components, {fields} fields are equal"]))
    return 1 if bad or fields < 100 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
