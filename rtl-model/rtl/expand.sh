#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# expand.sh GEN-FOLDER FILE: FILE with the files that it includes in their places, so that a parameter can be edited.
awk -v gen="$1" '/^ *`include "/ { split($0, q, "\""); while ((getline line < (gen "/" q[2])) > 0) print line; next } { print }' "$2"
