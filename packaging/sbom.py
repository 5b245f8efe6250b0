#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Print what this tree consists of, and what the program is linked with, as SPDX 2.3 in JSON.

sbom.py VERSION EPOCH <FILES: names of the files of the tree on standard input, each ended by NUL. Versions of libraries are those that dpkg has
installed here; NOASSERTION where it does not know. The same tree and EPOCH make the same bytes.
"""
import hashlib
import json
import re
import subprocess
import sys
import time

LICENSE = "Apache-2.0"
HOLDER = "2026 The hartrace developers"
# Name, Debian package, license, home.
LIBRARIES = [
    ("zlib", "zlib1g-dev", "Zlib", "https://zlib.net/"),
    ("zstd", "libzstd-dev", "BSD-3-Clause OR GPL-2.0-only", "https://github.com/facebook/zstd"),
    ("libfdt", "libfdt-dev", "BSD-2-Clause OR GPL-2.0-or-later", "https://git.kernel.org/pub/scm/utils/dtc/dtc.git"),
    ("elfutils", "libdw-dev", "LGPL-3.0-or-later OR GPL-2.0-or-later", "https://sourceware.org/elfutils/"),
    ("sqlite", "libsqlite3-dev", "blessing", "https://www.sqlite.org/"),
]


def file_entry(number, name):
    with open(name, "rb") as file:
        data = file.read()
    kind = "TEXT" if b"\0" not in data else "BINARY"
    if re.search(r"\.(c|h|def|cpp|hpp|S|sh|py|sv|svh|v|tcl|awk|mk|js)$", name):
        kind = "SOURCE"
    return {"SPDXID": f"SPDXRef-File-{number}", "fileName": f"./{name}", "fileTypes": [kind],
            "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                          {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}],
            "licenseConcluded": LICENSE, "licenseInfoInFiles": [LICENSE], "copyrightText": HOLDER}


def library_entry(name, package, terms, home):
    entry = {"SPDXID": f"SPDXRef-Package-{name}", "name": name, "downloadLocation": "NOASSERTION", "homepage": home, "filesAnalyzed": False,
             "licenseConcluded": terms, "licenseDeclared": terms, "copyrightText": "NOASSERTION"}
    try:
        query = subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True, check=False)
    except OSError:
        return entry
    if query.returncode == 0 and query.stdout:
        entry["versionInfo"] = query.stdout
        entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                  "referenceLocator": f"pkg:deb/debian/{package}@{query.stdout.replace('+', '%2B').replace(':', '%3A')}"}]
    return entry


def relation(source, kind, target):
    return {"spdxElementId": source, "relationshipType": kind, "relatedSpdxElement": target}


def main():
    version, epoch = sys.argv[1], int(sys.argv[2])
    names = sorted(name for name in sys.stdin.read().split("\0") if name)
    files = [file_entry(number, name) for number, name in enumerate(names, 1)]
    code = hashlib.sha1("".join(sorted(f["checksums"][0]["checksumValue"] for f in files)).encode()).hexdigest()
    root = "SPDXRef-Package-hartrace"
    package = {"SPDXID": root, "name": "hartrace", "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": True,
               "packageVerificationCode": {"packageVerificationCodeValue": code}, "licenseConcluded": LICENSE, "licenseDeclared": LICENSE,
               "licenseInfoFromFiles": [LICENSE], "copyrightText": HOLDER, "primaryPackagePurpose": "APPLICATION",
               "hasFiles": [f["SPDXID"] for f in files]}
    libraries = [library_entry(*library) for library in LIBRARIES]
    document = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"hartrace-{version}",
                "documentNamespace": f"https://spdx.org/spdxdocs/hartrace-{version}-{code}",
                "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)), "creators": [f"Tool: hartrace-sbom-{version}"]},
                "packages": [package] + libraries, "files": files,
                "relationships": [relation("SPDXRef-DOCUMENT", "DESCRIBES", root)] +
                                 [relation(root, "DEPENDS_ON", library["SPDXID"]) for library in libraries]}
    json.dump(document, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
