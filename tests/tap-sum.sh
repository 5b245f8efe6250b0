#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tap-sum.sh FILE...: count TAP results; list what was skipped; last line is the sum. Exit 1 on a failure.
awk '
  /# SKIP/ { skipped++; sub(/^(not )?ok [0-9]* - /, ""); why[$0]++; next }
  /^ok/ { passed++ }
  /^not ok/ { failed++; print }
  END {
    for (w in why) print "skipped: " w
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit (failed > 0 || passed == 0)
  }' "$@"
