# SPDX-License-Identifier: Apache-2.0
"""The register maps in the languages of other tools: SystemRDL 2.0 and IP-XACT (IEEE 1685-2014).

What neither language has is stated beside it: the access WARL, a reset that depends on the system, which registers are
required. Registers that repeat together are a register file: neither language has arrays of registers that interleave.
"""
import os
from xml.sax.saxutils import escape

import emit

RDL_KEYWORDS = set("""abstract accesstype addressingtype addrmap alias all bit boolean bothedge compact component componentwidth
constraint default encode enum external false field fullalign hw inside internal level longint mem na negedge nonsticky number
onreadtype onwritetype posedge property r rclr ref reg regalign regfile rset ruser rw rw1 signal string struct sw this true type
unsigned w w1 wclr woclr woset wot wr wset wuser wzc wzs wzt""".split())
# The component may change any field: each is hw writable, and the IP-XACT block is volatile.
RDL_ACCESS = {"RO": "sw = r; hw = w;", "RW": "sw = rw; hw = rw;", "RW1C": "sw = rw; hw = rw; onwrite = woclr;",
              "W1": "sw = w; hw = r; singlepulse;", "WARL": "sw = rw; hw = rw;", "WO": "sw = w; hw = r;"}
XML_ACCESS = {"RO": ("read-only", ""), "RW": ("read-write", ""), "RW1C": ("read-write", "oneToClear"), "W1": ("write-only", "modify"),
              "WARL": ("read-write", ""), "WO": ("write-only", "")}
XML_SCHEMA = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"


def groups(registers):
    """-> [(name, offset, stride, count, [register])]: what repeats in step belongs together; count 1 is a register by itself."""
    out = []
    for reg in registers:
        if reg["count"] > 1 and out and out[-1][2:4] == (reg["stride"], reg["count"]) and reg["offset"] < out[-1][1] + reg["stride"]:
            out[-1][4].append(reg)
        else:
            out.append((reg["name"], reg["offset"], reg["stride"], reg["count"], [reg]))
    return [(os.path.commonprefix([r["name"] for r in regs]), offset, stride, count, regs) for _, offset, stride, count, regs in out]


def width(field):
    return field["msb"] - field["lsb"] + 1


def rdl_name(name):
    return f"\\{name}" if name in RDL_KEYWORDS else name


def rdl_field(field, indent):
    reset = "" if field["kind"] == "UNDEF" else f" = {width(field)}'h{field['reset']:x}"
    encode = f" encode = {field['name']}_values;" if field["values"] else ""
    return [f"{indent}field {{",
            f"{indent}  desc = {emit.c_string(field['doc'])};",
            f"{indent}  {RDL_ACCESS[field['access']]} tci_access = \"{field['access']}\"; tci_reset = \"{field['kind']}\";{encode}",
            f"{indent}}} {field['name']}[{field['msb']}:{field['lsb']}]{reset};"]


def rdl_register(reg, base, indent):
    out = []
    for field in (f for f in reg["fields"] if f["values"]):
        out += [f"{indent}enum {field['name']}_values {{"]
        out += [f"{indent}  {rdl_name(name)} = {width(field)}'d{value};" for value, name in field["values"]]
        out += [f"{indent}}};"]
    out += [f"{indent}reg {{", f"{indent}  regwidth = 32;", f"{indent}  desc = {emit.c_string(reg['doc'])};",
            f"{indent}  tci_required = {str(reg['required']).lower()};"]
    for field in reg["fields"]:
        out += rdl_field(field, indent + "  ")
    return out + [f"{indent}}} {reg['name']} @ {reg['offset'] - base:#x};"]


def rdl(component):
    """tr_<name>.rdl: an addrmap, and in each file the properties that the Trace Control Interface needs."""
    out = ["// SPDX-License-Identifier: Apache-2.0", "// " + emit.NOTE.format(src=component["file"]).replace("`", "'"),
           "`ifndef TCI_PROPERTIES", "`define TCI_PROPERTIES",
           "// RO, RW, RW1C, W1 (writing 1 acts, reads 0), WARL or WO (every write acts, reads 0).", "property tci_access { type = string; component = field; };",
           "// VALUE, UNDEF (any value after a reset) or SD (depends on the system; the value here is ours).",
           "property tci_reset { type = string; component = field; };",
           "// Every such component has the register.", "property tci_required { type = boolean; component = reg; };",
           "// trCompType.", "property tci_comp_type { type = longint unsigned; component = addrmap; };", "`endif", "",
           f"addrmap tr_{component['name']} {{", f"  name = {emit.c_string(component['title'])};",
           f"  desc = \"RISC-V Trace Control Interface 1.0, chapter {component['chapter']}\";",
           f"  tci_comp_type = {component['comp_type']};"]
    for name, offset, stride, count, regs in groups(component["registers"]):
        if count == 1:
            out += rdl_register(regs[0], 0, "  ")
        else:
            out += ["  regfile {"]
            for reg in regs:
                out += rdl_register(reg, offset, "    ")
            out += [f"  }} {name}[{count}] @ {offset:#x} += {stride:#x};"]
    return "\n".join(out + ["};"]) + "\n"


def tag(name, value, indent):
    return f"{indent}<ipxact:{name}>{escape(str(value))}</ipxact:{name}>"


def extension(attributes, indent):
    text = " ".join(f'{k}="{v}"' for k, v in attributes.items())
    return [f"{indent}<ipxact:vendorExtensions>", f"{indent}  <tci:tci {text}/>", f"{indent}</ipxact:vendorExtensions>"]


def xml_field(field, indent):
    inner = indent + "  "
    access, modified = XML_ACCESS[field["access"]]
    out = [f"{indent}<ipxact:field>", tag("name", field["name"], inner), tag("description", field["doc"], inner),
           tag("bitOffset", field["lsb"], inner)]
    if field["kind"] != "UNDEF":
        out += [f"{inner}<ipxact:resets><ipxact:reset><ipxact:value>{field['reset']:#x}</ipxact:value></ipxact:reset></ipxact:resets>"]
    out += [tag("bitWidth", width(field), inner), tag("access", access, inner)]
    if field["values"]:
        out += [f"{inner}<ipxact:enumeratedValues>"]
        out += [f"{inner}  <ipxact:enumeratedValue><ipxact:name>{name}</ipxact:name><ipxact:value>{value}</ipxact:value>"
                "</ipxact:enumeratedValue>" for value, name in field["values"]]
        out += [f"{inner}</ipxact:enumeratedValues>"]
    if modified:
        out += [tag("modifiedWriteValue", modified, inner)]
    return out + extension({"access": field["access"], "reset": field["kind"]}, inner) + [f"{indent}</ipxact:field>"]


def xml_register(reg, base, indent):
    inner = indent + "  "
    out = [f"{indent}<ipxact:register>", tag("name", reg["name"], inner), tag("description", reg["doc"], inner),
           tag("addressOffset", f"{reg['offset'] - base:#x}", inner), tag("size", 32, inner)]
    for field in reg["fields"]:
        out += xml_field(field, inner)
    return out + extension({"required": str(reg["required"]).lower()}, inner) + [f"{indent}</ipxact:register>"]


def xml_group(name, offset, stride, count, regs, indent):
    if count == 1:
        return xml_register(regs[0], 0, indent)
    out = [f"{indent}<ipxact:registerFile>", tag("name", name, indent + "  "), tag("dim", count, indent + "  "),
           tag("addressOffset", f"{offset:#x}", indent + "  "), tag("range", f"{stride:#x}", indent + "  ")]
    for reg in regs:
        out += xml_register(reg, offset, indent + "  ")
    return out + [f"{indent}</ipxact:registerFile>"]


def xml(component):
    """tr_<name>.xml: a component with one memory map of one block."""
    out = ['<?xml version="1.0" encoding="UTF-8"?>', "<!-- SPDX-License-Identifier: Apache-2.0 -->",
           f"<!-- {emit.NOTE.format(src=component['file'])} -->",
           f'<ipxact:component xmlns:ipxact="{XML_SCHEMA}" xmlns:tci="urn:hartrace:tci"',
           '  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
           f'  xsi:schemaLocation="{XML_SCHEMA} {XML_SCHEMA}/index.xsd">',
           tag("vendor", "hartrace", "  "), tag("library", "trace", "  "), tag("name", f"tr_{component['name']}", "  "),
           tag("version", "1.0", "  "), "  <ipxact:memoryMaps>", "    <ipxact:memoryMap>", tag("name", "registers", "      "),
           "      <ipxact:addressBlock>", tag("name", "registers", "        "),
           tag("description", f"{component['title']}; component type {component['comp_type']}", "        "),
           tag("baseAddress", "0x0", "        "), tag("range", "0x1000", "        "), tag("width", 32, "        "),
           tag("usage", "register", "        "), tag("volatile", "true", "        ")]
    for group in groups(component["registers"]):
        out += xml_group(*group, "        ")
    out += ["      </ipxact:addressBlock>", tag("addressUnitBits", 8, "      "), "    </ipxact:memoryMap>", "  </ipxact:memoryMaps>",
            tag("description", f"RISC-V Trace Control Interface 1.0, chapter {component['chapter']}", "  "), "</ipxact:component>"]
    return "\n".join(out) + "\n"


def all_files(components):
    """-> {path: text}."""
    return {f"{kind}/tr_{c['name']}.{ending}": make(c) for c in components for kind, ending, make in (("rdl", "rdl", rdl), ("ipxact", "xml", xml))}
