#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# needed.sh FILE SOURCE...: FILE, and those of the sources that it and they name: all modules that are below it are among them. yosys reads these
# in a tenth of the time that it takes for all; one that was missing would be an error of its `hierarchy -check`.
awk 'BEGIN {
  for (i = 2; i < ARGC; i++) {
    name = ARGV[i]
    sub(/.*\//, "", name)
    sub(/\.sv$/, "", name)
    path[name] = ARGV[i]
  }
  file[count = 1] = ARGV[1]
  for (i = 1; i <= count; i++) {
    print file[i]
    while ((getline line <file[i]) > 0)
      while (match(line, /tr_[a-z0-9_]+/)) {
        name = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (name in path && path[name] != ARGV[1]) {
          file[++count] = path[name]
          delete path[name]
        }
      }
    close(file[i])
  }
}' "$@"
