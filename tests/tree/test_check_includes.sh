#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-includes.sh finds each kind of breach, names file, line and rule, and lets what is allowed pass.
. tests/lib/tap.sh
unsanitized "nothing of ours that is compiled runs in it"

SCRIPT=$PWD/tests/check-includes.sh

# tree: a small clean tree in $TMP/tree.
tree() {
  rm -rf "$TMP/tree"
  local d
  for d in lib/nexus/include/nexus lib/nexus/src driver/include/hartrace driver/src driver/port/include/hartrace \
    driver/fdt lib/topology/include rtl-model/model/include/trm rtl-model/model/src rtl-model/systemc \
    sim/include/sim sim/hart sim/bsp tools/cli tests/a regmap/include/regmap regmap/gen/c; do
    mkdir -p "$TMP/tree/$d"
  done
  cd "$TMP/tree" || return 1
  echo '#include <stdint.h>' >lib/nexus/include/nexus/nexus_msg.h
  echo '#include <stdint.h>' >lib/nexus/src/nexus_frame.h
  echo '#include <stdint.h>' >driver/include/hartrace/rvt_io.h
  echo '#include "hartrace/rvt_io.h"' >driver/port/include/hartrace/rvt_io_log.h
  echo '#include "nexus/nexus_msg.h"' >rtl-model/model/include/trm/trm_link.h
  echo 'int x;' >rtl-model/model/src/trm_internal.h
  echo '#include "trm/trm_link.h"' >sim/include/sim/sim_bus.h
  echo 'int x;' >sim/hart/hart_priv.h
  echo 'int x;' >lib/topology/include/topology.h
  echo '#define TR_X 1' >regmap/gen/c/encoder_regs.h
  echo '#include <libfdt.h>' >lib/topology/topology.c
  printf '#include <stdio.h>\n#include "nexus/nexus_msg.h"\n#include "sim/sim_bus.h"\n' >tools/cli/main.c
  printf '#include "nexus_frame.h"\n#include "trm_internal.h"\n' >tests/a/test_x.c
  printf '#include <systemc>\n#include "trm/trm_link.h"\n' >rtl-model/systemc/tr_encoder.cpp
  printf '#include "encoder_regs.h"\nvolatile int *p;\n' >driver/port/rvt_io_mmio.c
  printf 'volatile int *p;\n' >sim/bsp/bsp.c
  cd - >/dev/null || return 1
}

# breach FILE TEXT PATTERN: TEXT in FILE of the clean tree is reported as FILE:LINE and PATTERN, and as one breach.
breach() {
  tree
  printf "$2\n" >"$TMP/tree/$1"
  local out
  out=$("$SCRIPT" "$TMP/tree") && { echo "not found"; return 1; }
  echo "$out"
  echo "$out" | grep -Eq -- "^$1:$3" && echo "$out" | grep -q ': 1 breach in'
}

# allowed FILE TEXT: TEXT in FILE of the clean tree passes.
allowed() {
  tree
  printf "$2\n" >"$TMP/tree/$1"
  "$SCRIPT" "$TMP/tree"
}

tree
check "a clean tree passes" "$SCRIPT" "$TMP/tree"
check "an empty tree is not called clean" sh -c "mkdir '$TMP/empty'; '$SCRIPT' '$TMP/empty'; [ \$? = 2 ]"

check "the driver may not see nexus" breach driver/src/a.c '/* c */\n#include "nexus/nexus_msg.h"' \
  '2: driver/src may not include lib/nexus/include/nexus/nexus_msg.h'
check "the driver may not see nexus in angle brackets" breach driver/src/a.c '#include <nexus/nexus_msg.h>' \
  '1: driver/src may not include lib/nexus'
check "the driver's core may not see its ports" breach driver/src/a.c '#include "hartrace/rvt_io_log.h"' \
  '1: driver/src may not include driver/port'
check "nexus may not see the register map" breach lib/nexus/src/a.c '#include "encoder_regs.h"' \
  '1: lib/nexus/src may not include regmap'
check "a public header of nexus may not see its sources" breach lib/nexus/include/nexus/a.h '#include "nexus_frame.h"' \
  '1: lib/nexus/include may not include lib/nexus/src'
check "the model may not see the platform" breach rtl-model/model/src/a.c '\n#include "sim/sim_bus.h"' \
  '2: rtl-model/model/src may not include sim'
check "the model may not see SystemC" breach rtl-model/model/src/a.c '#include <systemc>' \
  '1: rtl-model/model/src may not see SystemC'
check "tools may not see SystemC" breach tools/a.c '# include <tlm>' '1: tools may not see SystemC'
check "the platform may not see the driver" breach sim/hart/a.c '#include "hartrace/rvt_io.h"' \
  '1: sim may not include driver'
check "tools may not see the inside of the model" breach tools/a.c '#include "trm_internal.h"' \
  '1: tools may not include rtl-model/model/src'
check "tools may not see the inside of the platform" breach tools/a.c '#include "hart/hart_priv.h"' \
  '1: tools may not include sim/hart'
check "the topology sees only libfdt" breach lib/topology/a.c '#include <stdio.h>' '1: lib/topology may use .* libfdt.h only'
check "the driver uses freestanding headers only" breach driver/src/a.c '#include <string.h>' \
  '1: driver/src may use freestanding headers only'
check "nexus uses freestanding headers only" breach lib/nexus/include/nexus/a.h '#include <stdlib.h>' \
  '1: lib/nexus/include may use freestanding headers only'
check "volatile is for mmio" breach driver/src/a.c 'static volatile int x;' '1: volatile belongs'
check "volatile in another port is found" breach driver/port/rvt_io_log.c 'int volatile x;' '1: volatile belongs'
check "printf in nexus is found" breach lib/nexus/src/a.c 'int f(void)\n{\n  printf ("x");\n}' \
  '3: lib/nexus/src may not call printf'
check "malloc in the model is found" breach rtl-model/model/src/a.c 'char *p = malloc(3);' \
  '1: rtl-model/model/src may not call malloc'
check "exit in the driver is found" breach driver/src/a.c '/* exit(1) */ int f(void) { exit(1); }' \
  '1: driver/src may not call exit'
check "a header that is nowhere is found" breach sim/hart/a.c '#include "gone.h"' '1: no such header'
check "a path that climbs is found" breach sim/hart/a.c '#include "../include/sim/sim_bus.h"' '1: no "./" or'
check "a computed include is found" breach sim/hart/a.c '#include HEADER' '1: an include must name its file'

check "words in comments and strings are free" allowed driver/src/a.c \
  '// volatile\n/* printf(\n volatile malloc( */\nstatic const char *s = "exit(\\" volatile";'
check "a member named free is no call of free" allowed driver/src/a.c 'void f(void) { ops->free(1); o.exit(2); }'
check "an include in a comment is no include" allowed driver/src/a.c '/*\n#include "nexus/nexus_msg.h"\n*/'
mkdir -p "$TMP/other/newfolder" && echo 'int x;' >"$TMP/other/newfolder/a.c"
check "a folder without a rule is found" sh -c "'$SCRIPT' '$TMP/other' | grep -q '^newfolder/a.c:1: no rule'"
check "the tree itself keeps the rules" "$SCRIPT"
finish
