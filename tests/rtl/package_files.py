#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the lists of `make rtl-packages` name: package_files.py FOLDER f|core|bender [TARGET]

Prints the folders for `include as +incdir+FOLDER, then the files in their order; with TARGET (core) also the top, as
--top-module NAME. A list that does not have the form that its tool documents ends with a message and status 1.
"""
import sys
from pathlib import Path

import yaml


def need(right, text):
    if not right:
        sys.exit(f"package_files.py: {text}")


def plain(folder, _):
    """Lines of hartrace.f and hartrace_sva.f: comments, +incdir+, files."""
    for name in ("hartrace.f", "hartrace_sva.f"):
        for line in (folder / name).read_text().splitlines():
            need(line == line.strip() and line, f"{name}: '{line}'")
            if not line.startswith("//"):
                need(line.startswith("+incdir+") or line[0] not in "+-", f"{name}: '{line}'")
                yield line


def core_files(doc, sets):
    types = {"systemVerilogSource": ".sv", "vlt": ".vlt"}
    for name in sets:
        need(name in doc["filesets"], f"no fileset {name}")
        fileset = doc["filesets"][name]
        need(fileset["file_type"] in types, f"file_type {fileset['file_type']}")
        for entry in fileset["files"]:
            if isinstance(entry, dict):
                ((file, attributes),) = entry.items()
                need(attributes == {"is_include_file": True} and file.endswith(".svh"), f"{file}: {attributes}")
                yield f"+incdir+{Path(file).parent}", file
            else:
                need(entry.endswith(types[fileset["file_type"]]), f"{entry} in {name}")
                yield entry, entry


def core(folder, target):
    """hartrace.core: CAPI=2 in the first line, then YAML."""
    first, rest = (folder / "hartrace.core").read_text().split("\n", 1)
    need(first == "CAPI=2:", f"hartrace.core begins with '{first}'")
    doc = yaml.safe_load(rest)
    need(doc["name"].count(":") == 3, f"name {doc['name']}")
    chosen = doc["targets"][target or "assertions"]
    used = {name for t in doc["targets"].values() for name in t["filesets"]}
    need(used == set(doc["filesets"]), f"filesets without a target: {set(doc['filesets']) - used}")
    need("toplevel" in chosen or not target, f"target {target} has no toplevel")
    seen = set()
    for flag, _ in core_files(doc, chosen["filesets"]):
        if flag not in seen:
            seen.add(flag)
            yield flag
    if target:
        yield f"--top-module {chosen['toplevel']}"
        yield from chosen["tools"]["verilator"]["verilator_options"]


def bender(folder, _):
    doc = yaml.safe_load((folder / "Bender.yml").read_text())
    need(set(doc) == {"package", "export_include_dirs", "sources"} and doc["package"]["name"] == "hartrace", "keys of Bender.yml")
    for directory in doc["export_include_dirs"]:
        yield f"+incdir+{directory}"
    for group in doc["sources"]:
        need(set(group) <= {"include_dirs", "files", "target"} and group["include_dirs"] == doc["export_include_dirs"],
             f"a group of Bender.yml: {set(group)}")
        need(group.get("target") == ("simulation" if group["files"][0].endswith("_sva.sv") else None), "a target of Bender.yml")
        yield from group["files"]


def main(argv):
    kinds = {"f": plain, "core": core, "bender": bender}
    need(len(argv) in (3, 4) and argv[2] in kinds, __doc__)
    folder = Path(argv[1])
    for line in kinds[argv[2]](folder, argv[3] if len(argv) == 4 else None):
        file = line.removeprefix("+incdir+")
        need(line.startswith("-") or (folder / file).exists(), f"{file} is not there")
        print(line)


if __name__ == "__main__":
    main(sys.argv)
