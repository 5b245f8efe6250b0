#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/release.py: sections that a merge left twice, entries that are there twice, the version in the header, the figures of a release.
. tests/lib/tap.sh
unsanitized "nothing compiled is run"
HERE=$PWD
cd "$TMP" || exit 1
mkdir -p t/lib/trace/include/htr t/docs/results/history
printf '#define HARTRACE_VERSION_MAJOR 0\n#define HARTRACE_VERSION_MINOR 1\n#define HARTRACE_VERSION_PATCH 7\n' >t/lib/trace/include/htr/htr_version.h
echo '{"format": "hartrace-results-1", "tracked": [], "parts": {}}' >t/docs/results/results.json
printf '# Changelog\n\nText.\n\n## Unreleased\n\n### Fixed\n\n- one\n  more\n\n### Added\n\n- two\n- three\n\n### Added\n\n- three\n- four.\n- four, and\n  longer\n\n## 0.1.7\n\n### Added\n\n- old\n' >t/CHANGELOG.md
rel() { python3 "$HERE/scripts/release.py" "$@" --root "$TMP/t"; }
check "a log that is not sorted" fails 1 "scripts/release.py sort" rel check
sorted() {
  rel sort && rel check && printf '# Changelog\n\nText.\n\n## Unreleased\n\n### Added\n\n- two\n- three\n- four, and\n  longer\n\n### Fixed\n\n- one\n  more\n\n## 0.1.7\n\n### Added\n\n- old\n' |
    diff t/CHANGELOG.md - && cp t/CHANGELOG.md kept && rel sort && cmp kept t/CHANGELOG.md
}
check "is sorted: one section of each kind, no entry twice, nothing lost" sorted
check "no version" fails 1 "no version" rel 1.0
mkdir -p t/docs/tutorial
now=$(sed -n 's/^#define HARTRACE_VERSION_[A-Z]* //p' t/lib/trace/include/htr/htr_version.h | paste -sd.)
printf 'text\nhartrace %s\n%s\nsince %s\n' "$now" "$now" "$now" >t/docs/tutorial/a.md
shown() { printf 'text\nhartrace 1.0.0\n1.0.0\nsince %s\n' "$now" | diff t/docs/tutorial/a.md -; }
released() {
  rel 1.0.0 && rel check && grep -q '^## 1.0.0 - 20[0-9-]*$' t/CHANGELOG.md && ! grep -q Unreleased t/CHANGELOG.md && [ -s t/docs/results/history/1.0.0.json ] &&
    [ "$(sed -n 's/^#define HARTRACE_VERSION_[A-Z]* //p' t/lib/trace/include/htr/htr_version.h | paste -sd.)" = 1.0.0 ]
}
check "a release: log, header, figures" released
check "tutorials show the version as commands print it" shown
check "the same again" fails 1 "already" rel 1.0.0
other() { sed -i 's/MINOR 0/MINOR 2/' t/lib/trace/include/htr/htr_version.h && fails 1 "newest release is 1.0.0" rel check; }
check "a header with another version" other
finish
