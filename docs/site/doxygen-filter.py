#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""doxygen-filter.py HEADER: the header with its comments in the form of Doxygen, on standard output.

The comment after the SPDX line is about the file. A comment with a declaration directly below it is about that declaration, and about those that follow
without an empty line; a comment at the end of a line is about what is before it. Others are titles, and stay as they are."""
import re
import sys


def quoted(text):
    return re.sub(r"([@\\<>#%])", r"\\\1", text)


def documented(lines, start):
    """Lines of a comment as Doxygen's; lines that are indented after an empty one are code."""
    out, code = [], False
    for i, line in enumerate(lines):
        body = re.sub(r"^\s*/\*+ ?|^\s*\* ?(?!/)", "", line).rstrip()
        body = re.sub(r"\s*\*/$|^\s*\*/$", "", body)
        indented = body.startswith("  ")
        if indented and not code and i and out[-1]:
            indented = False  # a sentence that goes on
        if indented and not code:
            out.append("@verbatim")
        if code and not indented and body:
            out.append("@endverbatim")
        code = indented or (code and not body)
        out.append(body if code else quoted(body))
    if code:
        out.append("@endverbatim")
    return "/**" + start + "\n" + "\n".join(out) + "\n*/"


def trailing(line):
    """int x; /* what */"""
    return re.sub(r"^(.*\S.*[;,{]|\s*[A-Z][A-Z0-9_]*(?: = [^/]*)?,?)\s*/\* (.*)$", lambda m: m.group(1) + " /**< " + quoted_tail(m.group(2)), line)


def quoted_tail(text):
    return quoted(text[:-2]) + "*/" if text.endswith("*/") else quoted(text)


def main():
    lines = open(sys.argv[1]).read().split("\n")
    out, i, first, again = [], 0, True, None
    while i < len(lines):
        line = lines[i]
        if re.match(r"\s*/\*", line) and "SPDX" not in line and "clang-format" not in line:
            end = i
            while "*/" not in lines[end]:
                end += 1
            comment, i = lines[i:end + 1], end + 1
            below = lines[i] if i < len(lines) else ""
            if first:
                out.append(documented(comment, " @file"))
                first = False
            elif below.strip() and not below.lstrip().startswith(("#ifdef", "#endif", "#ifndef", "#if")):
                out.append(documented(comment, ""))
                if comment[0].startswith("/*"):
                    again = documented(comment, "")
            else:
                out.extend(comment)
            continue
        out.append(trailing(line))
        if not line.strip():
            again = None
        elif again and line.endswith(";") and re.match(r"\S|  +\S.*\)", line) and i + 1 < len(lines) and re.match(r"[A-Za-z]", lines[i + 1]) and not any(
                "{" in previous for previous in out[-2:]):
            out.append(again)
        i += 1
    sys.stdout.write("\n".join(out))


main()
