#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# diagrams.sh FOLDER: timing diagrams of the SystemVerilog's ports, from the waves of tests/rtl/diagrams/diagrams.sv: FOLDER/diagrams.vcd and a
# picture rtl-*.svg for each list of signals below. `make diagrams` runs it, and copies the pictures to docs/images.
set -eu
out=$1
gen=regmap/gen/sv
rtl=rtl-model/rtl
mkdir -p "$out"
verilator --binary -O3 -fno-const-bit-op-tree -CFLAGS -O0 --trace --timing -Wno-fatal -Wno-lint --top-module diagrams --Mdir "$out/v" -I$gen -y $rtl $gen/*_pkg.sv $rtl/tr_pkg.sv \
  tests/rtl/diagrams/diagrams.sv >"$out/log" 2>&1 || { tail "$out/log"; exit 1; }
(cd "$out" && v/Vdiagrams >run.txt) || { cat "$out/run.txt"; exit 1; }

# picture NAME MARK CYCLES-BEFORE CYCLES PIXELS SIGNAL=LABEL[:KIND]...: it begins CYCLES-BEFORE before the first cycle with MARK; a cycle has PIXELS.
picture() {
  local name=$1 mark=$2 before=$3 cycles=$4 step=$5 rows=
  shift 5
  for r in "$@"; do rows="$rows diagrams.$r"; done
  awk -v mark="diagrams.$mark" -v before="$before" -v cycles="$cycles" -v step="$step" -v left=110 -v keep=1 -v rows="$rows" -f scripts/vcd2svg.awk \
    "$out/diagrams.vcd" >"$out/rtl-$name.svg"
  echo "$out/rtl-$name.svg"
}
picture apb mark_apb 0 13 58 psel=psel_i penable=penable_i pwrite=pwrite_i paddr=paddr_i:hex pwdata=pwdata_i:hex pready=pready_o prdata=prdata_o:hex pslverr=pslverr_o
picture ingress mark_stall 6 14 58 valid=valid_i iaddr=iaddr_i:hex iretire=iretire_i:dec itype=itype_i:dec stall=stall_o
picture link mark_link 3 14 58 link_valid=link_valid_o link_data=link_data_o:hex link_last=link_last_o link_ready=link_ready_i
picture atb mark_atb 2 20 40 atclken=ATCLKEN atvalid=ATVALID atready=ATREADY atbytes=ATBYTES:dec atdata=ATDATA:hex
picture axi mark_axi 1 14 58 awvalid=AWVALID awready=AWREADY awaddr=AWADDR:hex awlen=AWLEN:dec wvalid=WVALID wready=WREADY wdata=WDATA:hex wlast=WLAST bvalid=BVALID \
  bready=BREADY
picture flush mark_flush 2 50 16 atclken=ATCLKEN afvalid=AFVALID flush=flush_i link_valid=link_valid_o link_ready=link_ready_i flushed=flushed_o \
  atvalid=ATVALID atready=ATREADY afready=AFREADY
