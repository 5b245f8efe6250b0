# SPDX-License-Identifier: Apache-2.0
"""The writers of regmap.py: each turns the checked map into the text of generated files."""
import re

WIDE = 120
NOTE = "Generated from regmap/{src} by `make regs` (regmap.py regmap regmap/gen); do not edit."


def c_name(name):
    """trTeInstMode -> TR_TE_INST_MODE, trTeSrcID -> TR_TE_SRC_ID, trRamWPLow -> TR_RAM_WP_LOW."""
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"([A-Z])([A-Z][a-z])", r"\1_\2", name).upper()


def constant_names(name, field, reg):
    """Every constant that a register (field is None) or a field makes."""
    base = c_name(name)
    if field is None:
        return [f"{base}_OFFSET", f"{base}_FIELDS"] + ([f"{base}_COUNT", f"{base}_STRIDE"] if reg["count"] > 1 else [])
    return [f"{base}_MASK", f"{base}_SHIFT"] + [f"{base}_{n.upper()}" for _, n in field["values"]]


def c_head(src):
    return f"/* SPDX-License-Identifier: Apache-2.0 */\n/* {NOTE.format(src=src)} */\n"


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def continued(lines):
    """Lines of a macro, each but the last with a backslash in the same column."""
    return "\n".join([f"{line:<{WIDE}}\\" for line in lines[:-1]] + lines[-1:])


def own(part):
    return [r for r in part["registers"] if r["origin"] == part["name"]]


def define(name, value):
    return f"#define {name:<49} {value}"


def c_regs(part):
    """<name>_regs.h: constants only."""
    guard = f"REGMAP_GEN_{part['name'].upper()}_REGS_H"
    out = [c_head(part["file"]) + f"#ifndef {guard}\n#define {guard}"]
    if part["comp_type"]:
        out.append("\n" + "\n".join(f'#include "{i}_regs.h"' for i in ["common"] + part["include"]))
    if part["name"] == "common":
        out.append("\n/* Bytes of address space of a component, and its first vendor register. */")
        out += [define("TR_BLOCK_SIZE", "0x1000u"), define("TR_VENDOR_OFFSET", "0xE00u")]
    for reg in own(part):
        base = c_name(reg["name"])
        out.append(f"\n/* {reg['name']}: {reg['doc']}. */")
        if reg["count"] > 1:
            out.append(define(f"{base}_OFFSET(i)", f"({reg['offset']:#05x}u + {reg['stride']:#x}u * (i))"))
            out.append(define(f"{base}_COUNT", f"{reg['count']}u"))
            out.append(define(f"{base}_STRIDE", f"{reg['stride']:#x}u"))
        else:
            out.append(define(f"{base}_OFFSET", f"{reg['offset']:#05x}u"))
        out.append(define(f"{base}_FIELDS", f"{sum(f['mask'] for f in reg['fields']):#010x}u"))
        for field in reg["fields"]:
            base = c_name(field["name"])
            out.append(define(f"{base}_MASK", f"{field['mask']:#010x}u"))
            out.append(define(f"{base}_SHIFT", field["lsb"]))
            out += [define(f"{base}_{n.upper()}", f"{v}u") for v, n in field["values"]]
    return "\n".join(out) + "\n\n#endif\n"


def c_symbol(name):
    return "regmap_" + c_name(name).lower()


def c_field(field):
    values = f"{c_symbol(field['name'])}_values, {len(field['values'])}" if field["values"] else "0, 0"
    return (f'    {{"{field["name"]}", {field["lsb"]}, {field["msb"]}, REGMAP_{field["access"]}, '
            f'REGMAP_RESET_{field["kind"]},\n     {field["reset"]:#x}u, {values},\n     {c_string(field["doc"])}}},')


def c_register(reg):
    return (f'    {{"{reg["name"]}", {reg["offset"]:#05x}, {reg["count"]}, {reg["stride"]:#x}, '
            f'{int(reg["required"])}, {c_symbol(reg["name"])}_fields, {len(reg["fields"])},\n'
            f'     {c_string(reg["doc"])}}},')


def c_table(part):
    """<name>_table.h: values and fields of its own registers, then registers and component."""
    guard = f"REGMAP_GEN_{part['name'].upper()}_TABLE_H"
    out = [c_head(part["file"]) + f"#ifndef {guard}\n#define {guard}\n", '#include "regmap/regmap.h"']
    out += [f'#include "{i}_table.h"' for i in part["include"]]
    for reg in own(part):
        for field in (f for f in reg["fields"] if f["values"]):
            out.append(f"\nREGMAP_DATA struct regmap_value {c_symbol(field['name'])}_values[] = {{")
            out += [f'    {{{v}u, "{n}"}},' for v, n in field["values"]]
            out.append("};")
        out.append(f"\nREGMAP_DATA struct regmap_field {c_symbol(reg['name'])}_fields[] = {{")
        out += [c_field(f) for f in reg["fields"]] + ["};"]
    if part["comp_type"]:
        out.append(f"\nREGMAP_DATA struct regmap_reg regmap_{part['name']}_regs[] = {{")
        out += [c_register(r) for r in part["registers"]] + ["};"]
        out.append(f"\nREGMAP_DATA struct regmap_component regmap_{part['name']} = {{")
        out.append(f'    "{part["name"]}", "{part["title"]}", "{part["prefix"]}", {part["comp_type"]:#x}, '
                   f'regmap_{part["name"]}_regs, {len(part["registers"])},\n}};')
    return "\n".join(out) + "\n\n#endif\n"


def c_all(components):
    """regmap_all.h: every table and the list of the components."""
    out = [c_head("(all TOML files)") + "#ifndef REGMAP_GEN_ALL_H\n#define REGMAP_GEN_ALL_H\n"]
    out += [f'#include "{c["name"]}_table.h"' for c in components]
    out += ["", f"#define REGMAP_NCOMPONENTS {len(components)}u", "",
            "REGMAP_DATA struct regmap_component *const regmap_components[REGMAP_NCOMPONENTS] = {"]
    out += [f"    &regmap_{c['name']}," for c in components]
    return "\n".join(out) + "\n};\n\n#endif\n"


def c_components(components):
    """components.h: a list of the components with what TCI says of each."""
    out = [c_head("(all TOML files)") + "#ifndef REGMAP_GEN_COMPONENTS_H\n#define REGMAP_GEN_COMPONENTS_H\n",
           "/* P(name, NAME, \"title\", tr??CompType) of each. */", "#define TR_COMPONENTS(P) \\"]
    out.append(" \\\n".join(f'    P({c["name"]}, {c["name"].upper()}, "{c["title"]}", {c["comp_type"]:#x}u)'
                              for c in components))
    return "\n".join(out) + "\n\n#endif\n"


def sv_package(part):
    """tr_<name>_pkg.sv: the same constants as typed parameters."""
    package = f"tr_{part['name']}_pkg"
    out = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE.format(src=part['file'])}", "", f"package {package};"]
    for reg in own(part):
        base = c_name(reg["name"])
        out.append(f"\n  // {reg['name']}: {reg['doc']}.")
        out.append(f"  localparam logic [11:0] {base}_OFFSET = 12'h{reg['offset']:03x};")
        if reg["count"] > 1:
            out.append(f"  localparam int unsigned {base}_COUNT = {reg['count']};")
            out.append(f"  localparam logic [11:0] {base}_STRIDE = 12'h{reg['stride']:03x};")
        for field in reg["fields"]:
            base, width = c_name(field["name"]), field["msb"] - field["lsb"] + 1
            out.append(f"  localparam logic [31:0] {base}_MASK = 32'h{field['mask']:08x};")
            out.append(f"  localparam int unsigned {base}_SHIFT = {field['lsb']};")
            out.append(f"  localparam int unsigned {base}_WIDTH = {width};")
            out += [f"  localparam logic [{width - 1}:0] {base}_{n.upper()} = {width}'d{v};"
                    for v, n in field["values"]]
    return "\n".join(out) + "\n\nendpackage\n"


def tcl_regs(components):
    """regs.tcl: dictionaries by component; sourcing it only sets variables of its namespace."""
    out = ["# SPDX-License-Identifier: Apache-2.0", f"# {NOTE.format(src='(all TOML files)')}",
           "# registers: component -> register -> {offset count stride}",
           "# fields:    component -> field -> {register lsb msb access reset}, reset a number or \"undef\"",
           "# values:    component -> field -> {name number ...}", "namespace eval ::hartrace_regs {"]
    reset = {"VALUE": str, "SD": str, "UNDEF": lambda _: "undef"}
    rows = {"registers": lambda reg: [(reg["name"], f"{reg['offset']:#05x} {reg['count']} {reg['stride']:#x}")],
            "fields": lambda reg: [(f["name"], f"{reg['name']} {f['lsb']} {f['msb']} {f['access']} "
                                    f"{reset[f['kind']](f['reset'])}") for f in reg["fields"]],
            "values": lambda reg: [(f["name"], " ".join(f"{n} {v}" for v, n in f["values"]))
                                   for f in reg["fields"] if f["values"]]}
    for variable, row in rows.items():
        out.append(f"    variable {variable} {{")
        for component in components:
            out.append(f"        {component['name']} {{")
            for reg in component["registers"]:
                out += [f"            {name} {{{text}}}" for name, text in row(reg)]
            out.append("        }")
        out.append("    }")
    return "\n".join(out) + "\n}\n"


def settings(part):
    """-> [(register, fields that are settings of the driver)], those of this file alone."""
    found = [(reg, [f for f in reg["fields"] if f["setting"]]) for reg in own(part)]
    return [(reg, fields) for reg, fields in found if fields]


def c_setting_type(field):
    width = field["msb"] - field["lsb"] + 1
    return "bool" if width == 1 else f"uint{8 if width <= 8 else 16 if width <= 16 else 32}_t"


def c_settings(part):
    """<name>_settings.h: macros only, so that it needs no other header."""
    upper = part["name"].upper()
    guard = f"REGMAP_GEN_{upper}_SETTINGS_H"
    members = [f"#define REGMAP_{upper}_SETTINGS"]
    lists = []
    for reg, fields in settings(part):
        rows = [f"#define REGMAP_{c_name(reg['name'])}_SETTINGS(S)"]
        for f in fields:
            limit = "" if f["mask"] >> f["lsb"] == 1 else f" (0..{f['mask'] >> f['lsb']}" + (
                ": " + ", ".join(f"{n} = {v}" for v, n in f["values"]) if f["values"] else "") + ")"
            members += [f"    /* {f['name']}{limit}: {f['doc']} */", f"    {c_setting_type(f)} {f['setting']};"]
            rows.append(f"    S({c_name(f['name'])}, {f['setting']}, {c_setting_type(f)})")
        lists += [f"\n/* S(FIELD, member, type) of those in {reg['name']}. */", continued(rows)]
    return "\n".join([c_head(part["file"]) + f"#ifndef {guard}\n#define {guard}",
                      "\n/* Members for the settings that a tool makes, named after their fields. */", continued(members),
                      *lists, "", "#endif", ""])


def md_address(reg):
    if reg["count"] == 1:
        return f"{reg['offset']:#05x}"
    return f"{reg['offset']:#05x} + {reg['stride']:#x} * i, i = 0..{reg['count'] - 1}"


def md_page(component):
    """<name>.md: a summary and a table for each register."""
    out = ["<!-- SPDX-License-Identifier: Apache-2.0 -->", f"<!-- {NOTE.format(src=component['file'])} -->",
           f"# {component['title']} registers", "",
           f"Component type {component['comp_type']:#x}. Trace Control Interface 1.0, chapter "
           f"\"{component['chapter']}\".", "", "| Offset | Register | | Description |", "|---|---|---|---|"]
    for reg in component["registers"]:
        kind = "required" if reg["required"] else "vendor" if reg["vendor"] else "optional"
        out.append(f"| {md_address(reg)} | [{reg['name']}](#{reg['name'].lower()}) | {kind} | {reg['doc']} |")
    for reg in component["registers"]:
        out += ["", f"## {reg['name']}", "", f"Offset {md_address(reg)}. {reg['doc']}.", "",
                "| Bits | Field | Access | Reset | Description |", "|---|---|---|---|---|"]
        for field in reversed(reg["fields"]):
            bits = f"{field['msb']}:{field['lsb']}" if field["msb"] > field["lsb"] else str(field["lsb"])
            reset = {"VALUE": f"{field['reset']}", "UNDEF": "undefined",
                     "SD": f"system ({field['reset']})"}[field["kind"]]
            values = ", ".join(f"{v} = {n}" for v, n in field["values"])
            doc = field["doc"] + (f". {values}" if values else "")
            out.append(f"| {bits} | {field['name']} | {field['access']} | {reset} | {doc} |")
    return "\n".join(out) + "\n"


def all_files(common, timestamp, components):
    """-> {path: text} of everything that is generated."""
    files = {"c/regmap_all.h": c_all(components), "c/regmap/components.h": c_components(components), "tcl/regs.tcl": tcl_regs(components),
             "c/timestamp_table.h": c_table(timestamp)}
    for part in [common, timestamp] + components:
        files[f"c/{part['name']}_regs.h"] = c_regs(part)
        files[f"sv/tr_{part['name']}_pkg.sv"] = sv_package(part)
    for component in components:
        if settings(component):
            files[f"c/regmap/{component['name']}_settings.h"] = c_settings(component)
        files[f"c/{component['name']}_table.h"] = c_table(component)
        files[f"md/{component['name']}.md"] = md_page(component)
    return files
