#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# assets.sh FILE...: the files of a report's page as C (htv_report_assets.h), on standard output. The last one is written last.
set -eu
echo '/* Made by lib/view/assets.sh. */'
echo '#include "htv_report_assets.h"'
n=0
for file in "$@"; do
  n=$((n + 1))
  echo "static const unsigned char asset$n[] = {"
  od -An -v -tx1 "$file" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
  echo '};'
done
echo 'const struct htv_report_asset htv_report_assets[] = {'
n=0
for file in "$@"; do
  n=$((n + 1))
  echo "    {\"${file##*/}\", asset$n, sizeof asset$n},"
done
echo '    {NULL, NULL, 0},'
echo '};'
