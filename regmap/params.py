# SPDX-License-Identifier: Apache-2.0
"""Parameters of the components: regmap/params/*.toml, checked, and the writers of what is generated from them."""
import re
import tomllib

import emit

WIDTHS = {"bool": 1, "u8": 8, "u16": 16, "u32": 32, "u64": 64}
ACCEPTS = ("all", "bits", "powers", "odd")
KEYS = (("name", "type", "default", "doc"),
        ("option", "min", "max", "accepts", "or_zero", "limits", "sv", "sv_min", "sv_max", "sv_default", "note"))


class ParamError(Exception):
    """A mistake in a file of parameters; the text names file and parameter."""


def accepted(param, value):
    """Can the parameter have this value? regmap_param_accepts of regmap/param.h is the same in C."""
    if value == 0 and param["or_zero"]:
        return True
    if not param["min"] <= value <= param["max"]:
        return False
    return {"all": True, "bits": value & ~param["max"] == 0, "powers": value & (value - 1) == 0 if value else True,
            "odd": value % 2 == 1}[param["accepts"]]


def fail(file, name, text):
    raise ParamError(f"{file}: {name}: {text}")


def check_keys(file, name, raw):
    needed, optional = KEYS
    for key in needed:
        if key not in raw:
            fail(file, name, f"'{key}' is missing")
    for key in raw:
        if key not in needed + optional:
            fail(file, name, f"unknown key '{key}'")
    if raw["type"] not in WIDTHS:
        fail(file, name, f"unknown type '{raw['type']}' (known: {' '.join(WIDTHS)})")
    if raw.get("accepts", "all") not in ACCEPTS:
        fail(file, name, f"unknown accepts '{raw['accepts']}' (known: {' '.join(ACCEPTS)})")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", raw["name"]):
        fail(file, name, "the name is not lower case words joined by '_'")
    if "sv" in raw and not re.fullmatch(r"[A-Z][A-Za-z0-9]*", raw["sv"]):
        fail(file, name, f"the SystemVerilog name '{raw['sv']}' is not UpperCamelCase")
    for key in ("doc", "note"):
        text = raw.get(key, "-")
        if not text or text != text.strip() or re.search(r'[\n"\\]|\*/', text):
            fail(file, name, f"{key} is not one line of plain text")


def load_param(file, raw):
    name = raw.get("name", "?")
    check_keys(file, name, raw)
    most = (1 << WIDTHS[raw["type"]]) - 1
    param = {"option": raw["name"], "min": 0, "max": most, "accepts": "all", "or_zero": False, "limits": "", "sv": "",
             "note": "", **raw}
    for key in ("min", "max", "default", "sv_min", "sv_max", "sv_default"):
        value = param.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            fail(file, name, f"{key} {value!r} does not fit in {raw['type']}")
    for prefix in ("", "sv_"):
        param.setdefault(f"{prefix}default", param["default"])
        if not accepted(param, param[f"{prefix}default"]) and param["option"]:
            fail(file, name, f"{prefix}default {param[f'{prefix}default']} is not among the values it can have")
    return {**param, "sv_min": raw.get("sv_min", param["min"]), "sv_max": raw.get("sv_max", param["max"])}


def load_refused(file, raw):
    """A combination of parameters that the hardware refuses: -> (condition, sentence)."""
    if set(raw) != {"when", "text"}:
        fail(file, raw.get("text", "refused"), "'when', 'text' and nothing else is expected")
    if not raw["when"] or re.search(r'[\n"\\;]', raw["when"]) or not raw["text"] or re.search(r'[\n"\\%]|\.$', raw["text"]):
        fail(file, raw["text"], "not one line of plain text, without a period at the end")
    return raw["when"], raw["text"]


def load_file(folder, stem):
    """-> [parameter], [refused combination]"""
    file = f"params/{stem}.toml"
    try:
        raw = tomllib.loads((folder / f"{stem}.toml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise ParamError(f"{file}: {err}") from err
    if not {"params"} <= set(raw) <= {"params", "refused"}:
        raise ParamError(f"{file}: 'params', 'refused' and nothing else is expected")
    return [load_param(file, param) for param in raw["params"]], [load_refused(file, rule) for rule in raw.get("refused", [])]


def load(source, prefixes):
    """-> {component: [parameter]}, {component: [refused combination]}; prefixes: {component: prefix of its registers}."""
    folder = source / "params"
    common, _ = load_file(folder, "common")
    found, refused = {}, {}
    for stem in prefixes:
        own, refused[stem] = load_file(folder, stem)
        names = [p["name"] for p in own]
        for param in common:
            if param["name"] not in names:
                own.append({**param, **{k: param[k].replace("{prefix}", prefixes[stem]) for k in ("doc", "note")}})
        for key in ("name", "option", "sv"):
            values = [p[key] for p in own if p[key]]
            for twice in (v for v in values if values.count(v) > 1):
                fail(f"params/{stem}.toml", twice, f"two parameters with this {key}")
        found[stem] = own
    return found, refused


def range_text(low, high, param):
    """3..22, 32 or 64, 0 or 128..512, sets of 0x1f30."""
    if param["accepts"] == "powers":
        powers = [1 << n for n in range(64) if low <= 1 << n <= high]
        if len(powers) <= 5 and low > 0:
            return ", ".join(map(str, powers))
        return ("0, or " if low == 0 else "") + f"a power of two up to {high}"
    if param["accepts"] == "bits":
        return ("" if low == 0 else "not 0, ") + f"bits of {high:#x}"
    if param["accepts"] == "odd":
        return f"odd, {low}..{high}"
    return ("0 or " if param["or_zero"] else "") + f"{low}..{high}"


def c_members(stem, params):
    out = [f"#define TRM_{stem.upper()}_CFG_MEMBERS"]
    types = {"bool": "bool", **{t: f"uint{w}_t" for t, w in WIDTHS.items() if t != "bool"}}
    for p in params:
        limits = "" if p["type"] == "bool" else f" {range_text(p['min'], p['max'], p)};"
        note = f". {p['note']}" if p["note"] else ""
        out.append(f"    /* {p['doc']}{note}.{limits} default {p['default']} */")
        out.append(f"    {types[p['type']]} {p['name']};")
    return emit.continued(out)


def c_rows(stem, params):
    out = [f"#define TRM_{stem.upper()}_PARAMS(NAMED, OTHER)"]
    for p in params:
        accepts = p["accepts"].upper() + ("_OR_0" if p["or_zero"] else "")
        out.append(f"    {'NAMED' if p['option'] else 'OTHER'}({p['type'].upper()}, {p['name']}, \"{p['option']}\", "
                   f"{p['min']:#x}u, {p['max']:#x}{'u' if p['max'] < 1 << 32 else 'ull'}, {accepts}, "
                   f"{emit.c_string(p['doc'])})")
    return emit.continued(out)


def c_params(stem, params):
    """<name>_params.h: macros only, so that it needs no other header."""
    upper = stem.upper()
    guard = f"REGMAP_GEN_{upper}_PARAMS_H"
    limits = [f"    {p['limits']}_{end} = {p[end.lower()]}," for p in params if p["limits"]
              for end in ("MIN", "MAX") if p[end.lower()] > 0]
    out = [emit.c_head(f"params/{stem}.toml") + f"#ifndef {guard}\n#define {guard}"]
    if limits:
        out += ["\nenum {", *limits, "};"]
    out += [f"\n/* Members of struct trm_{stem}_cfg. */", c_members(stem, params),
            "\n/* Their defaults. */",
            emit.continued([f"#define TRM_{upper}_CFG_DEFAULTS"] + [
                f"    .{p['name']} = {(('false', 'true')[p['default']] if p['type'] == 'bool' else p['default'])},"
                for p in params]),
            "\n/* NAMED(TYPE, member, \"name\", least, most, ACCEPTS, \"meaning\") of what can be set by name, OTHER(the same) of"
            "\n * what cannot; ACCEPTS as in enum regmap_param_accepts. */", c_rows(stem, params),
            "\n/* P(member, Name) of those that the SystemVerilog has. */",
            emit.continued([f"#define TRM_{upper}_PARAMS_SV(P)"] +
                      [f"    P({p['name']}, {p['sv']})" for p in params if p["sv"]])]
    return "\n".join(out) + "\n\n#endif\n"


def sv_head(stem, what):
    return [f"// SPDX-License-Identifier: Apache-2.0", f"// {emit.NOTE.format(src=f'params/{stem}.toml')}", f"// {what}"]


def sv_params(stem, params):
    """tr_<name>_params.svh: lines of a parameter list, each with its comma."""
    out = sv_head(stem, f"Parameters of tr_{stem}, for its parameter list: `include, and others after it.")
    for p in (p for p in params if p["sv"]):
        if p["type"] == "bool":
            out.append(f"  parameter bit          {p['sv']} = 1'b{p['sv_default']}, // {p['doc']}")
        else:
            limits = range_text(p["sv_min"], p["sv_max"], p)
            out.append(f"  parameter int unsigned {p['sv']} = {p['sv_default']}, // {limits}: {p['doc']}")
    return "\n".join(out) + "\n"


def sv_pass(stem, params):
    """tr_<name>_pass.svh: the same as connections of an instance, in a module with parameters of the same names."""
    out = sv_head(stem, f"Parameters of tr_{stem}, handed on to an instance of it: `include, and others after it.")
    return "\n".join(out + [f"  .{p['sv']}({p['sv']})," for p in params if p["sv"]]) + "\n"


def sv_outside(p):
    """When is the parameter outside of its range? Alternatives; none when it has no limits."""
    name, low, high = p["sv"], p["sv_min"], p["sv_max"]
    tests = ([f"{name} < {low}"] if low > 0 else []) + ([f"{name} > 32'd{high}"] if high < (1 << 32) - 1 and p["accepts"] != "bits" else [])
    if p["accepts"] == "powers":
        tests.append(f"({name} & ({name} - 1)) != 0")
    if p["accepts"] == "bits":
        tests.append(f"({name} | 32'h{high:x}) != 32'h{high:x}")
    if p["accepts"] == "odd":
        tests.append(f"({name} & 1) == 0")
    return [f"{name} != 0 && ({' || '.join(tests)})"] if p["or_zero"] and tests else tests


def sv_checks(stem, params, refused):
    """tr_<name>_checks.svh: elaboration ends with a sentence when parameters are illegal."""
    out = sv_head(stem, f"Stops the elaboration of tr_{stem} when its parameters are illegal: `include where its items begin.")
    rules = [(" || ".join(sv_outside(p)), f"{p['sv']} is outside of its range: {range_text(p['sv_min'], p['sv_max'], p)}")
             for p in params if p["sv"] and p["type"] != "bool" and sv_outside(p)]
    out += ["`ifndef FORMAL // proofs are of smaller ones"]
    for number, (when, text) in enumerate(rules + refused):
        out += [f"  if ({when}) begin : gen_refused_{number}", f'    $error("tr_{stem}: {text}");', "  end"]
    return "\n".join([*out, "`endif"]) + "\n"


def md_rows(params):
    for p in params:
        default = str(p["default"])
        limits = "0..1" if p["type"] == "bool" else range_text(p["min"], p["max"], p)
        if p["sv"] and (p["sv_min"], p["sv_max"]) != (p["min"], p["max"]):
            limits += f" (SystemVerilog {range_text(p['sv_min'], p['sv_max'], p)})"
        if p["sv"] and p["sv_default"] != p["default"]:
            default += f" (SystemVerilog {p['sv_default']})"
        option = f"`{p['option']}`" if p["option"] else ""
        sv = f"`{p['sv']}`" if p["sv"] else ""
        note = f". {p['note']}" if p["note"] else ""
        yield f"| {option} | `{p['name']}` | {sv} | {limits} | {default} | {p['doc']}{note} |"


def md_page(components, found, refused):
    out = ["<!-- SPDX-License-Identifier: Apache-2.0 -->", f"<!-- {emit.NOTE.format(src='params/*.toml')} -->",
           "# Parameters of the components", "",
           "`--param NAME=VALUE` and `hartrace,params` of a device tree set them by name, the member of the structure sets",
           "them in the C model, the parameter in the SystemVerilog. A parameter without a name there is not in it."]
    for c in components:
        out += ["", f"## {c['title']}", "", f"| Name | Member of `struct trm_{c['name']}_cfg` | Parameter of `tr_{c['name']}` | "
                "Range | Default | Meaning |", "|---|---|---|---|---|---|", *md_rows(found[c["name"]])]
        if refused[c["name"]]:
            out += ["", f"The elaboration of `tr_{c['name']}` stops with a sentence when a parameter is outside of its range, and when:", ""]
            out += [f"- {text}" for _, text in refused[c["name"]]]
    return "\n".join(out) + "\n"


def all_files(components, found, refused):
    """-> {path: text} of everything that is generated from the parameters."""
    files = {"md/params.md": md_page(components, found, refused), "sv/tr_encoder_pass.svh": sv_pass("encoder", found["encoder"])}
    for stem, params in found.items():
        files[f"c/regmap/{stem}_params.h"] = c_params(stem, params)
        files[f"sv/tr_{stem}_params.svh"] = sv_params(stem, params)
        files[f"sv/tr_{stem}_checks.svh"] = sv_checks(stem, params, refused[stem])
    return files
