# SPDX-License-Identifier: Apache-2.0
"""What generators from TOML share (regmap.py, fwtrace/fwtrace.py): reading, checks that name the place, writing."""
import re
import tomllib


class TableError(Exception):
    """A mistake in a table; the text names file, section and reason."""


def fail(place, text):
    raise TableError(f"{': '.join(p for p in place if p)}: {text}")


def read(path):
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        fail((path.name,), str(err))


def check_keys(place, table, keys):
    """keys: the mandatory ones, and the others."""
    if not isinstance(table, dict):
        fail(place, "is not a table")
    for key in keys[0]:
        if key not in table:
            fail(place, f"'{key}' is missing")
    for key in table:
        if key not in keys[0] + keys[1]:
            fail(place, f"unknown key '{key}'")


def check_int(place, what, value, low, high):
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        fail(place, f"{what} {value!r} is not a number in {low:#x}..{high:#x}")
    return value


def parse_bits(place, bits):
    """'7:4' or '3' -> (msb, lsb)."""
    match = re.fullmatch(r"(\d{1,2})(?::(\d{1,2}))?", bits) if isinstance(bits, str) else None
    if not match:
        fail(place, f"bits {bits!r} are not \"msb:lsb\" or \"bit\"")
    msb, lsb = int(match[1]), int(match[2] or match[1])
    if lsb > msb or msb > 31:
        fail(place, f"bits {bits} are not msb:lsb within 31:0")
    return msb, lsb


def write(folder, files):
    """A file that stays as it is keeps its time: what is built from it stays too."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
