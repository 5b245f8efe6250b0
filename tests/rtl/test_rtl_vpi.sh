#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The kit in Icarus Verilog, by VPI: what it says of the naive encoder, and of it with each of its bugs, is what it says in Verilator by DPI-C,
# where test_rtl_dpi.sh compares it with a calculation; with HARTRACE_SOAK also of its netlist. And waves of that simulation become the hart's records and the encoder's bytes again.
. tests/lib/tap.sh

command -v iverilog >/dev/null || { skip "the kit by VPI" "no iverilog"; finish; }
programs=$BUILD/programs/rv32
plain="--mode btm --param itype_width=3 --param htm=0 --param icnt_bits=10 --param btype_split=0 --param context=0 --param ts_modes=0"

# shellcheck disable=SC2086
prepare() {
  local p
  for p in timer linear; do
    timeout 400 "$HARTRACE" run "$programs/$p.elf" -q --any-exit --max-instructions 20000 --save-ingress "$TMP/$p.ing" $plain >/dev/null 2>&1 || return 1
  done
  iverilog -g2012 -o "$TMP/vpi_naive" tests/kit/vpi/vpi_naive.sv tests/kit/naive_btm.sv kit/vpi/htk_monitor.v 2>"$TMP/err" || { cat "$TMP/err"; return 1; }
}
check "compiled by iverilog" prepare

# What was found, without clocks: the rule, the message, expected and got; or that nothing was.
found() { sed -nE 's/.*(cycle [0-9]+: )([A-Z]+-[A-Z]+-[0-9]+ is broken.*); the hart had done.*/\2/p; s/.*u_htk: (good|broken|stopped): ([0-9]+ messages).*/\1 \2/p; s/^htk: (good|broken|stopped): ([0-9]+ messages).*/\1 \2/p' "$1"; }
same() { # PROGRAM BUG HALT RULE ARGUMENT
  "$BUILD/tests/kit/dpi_naive" "$TMP/$1.ing" "$2" "$3" - "+stim=$TMP/stim" "$5" >"$TMP/dpi" 2>&1 || return 1
  timeout 400 vvp -M "$BUILD/lib" -m htk "$TMP/vpi_naive" "+stim=$TMP/stim" "+bugs=$2" "$5" >"$TMP/vpi" 2>&1 || { cat "$TMP/vpi"; return 1; }
  found "$TMP/dpi" | sort >"$TMP/a" && found "$TMP/vpi" | sort >"$TMP/b"
  [ "$(wc -l <"$TMP/b")" = "$([ "$2" = 0 ] && echo 1 || echo 2)" ] && cmp "$TMP/a" "$TMP/b" && grep -q "^$4" "$TMP/b" || { cat "$TMP/dpi" "$TMP/vpi"; return 1; }
}
for how in "+htk_elf=$programs/timer.elf" +htk_exact=1; do
  name=${how%%=*}
  check "$name: clean" same timer 0 500 good "$how"
  check "$name: a taken branch counts too little" same timer 1 500 NT-CNT-003 "$how"
  check "$name: U-ADDR is relative to the last F-ADDR" same timer 2 500 NT-ADR-005 "$how"
  check "$name: SYNC 5 after debug mode" same timer 4 500 NT-SYN-005 "$how"
  check "$name: no ProgTraceCorrelation when trace is disabled" same timer 8 500 NT-PTC-001 "$how"
  check "$name: a full I-CNT says nothing" same linear 16 0 NT-CNT-007 "${how/timer/linear}"
done
unknown() {
  timeout 400 vvp -M "$BUILD/lib" -m htk "$TMP/vpi_naive" "+stim=$TMP/stim" +htk_elf=none.elf >"$TMP/out" 2>&1
  grep -q 'htk: the kit cannot begin: .*none.elf' "$TMP/out" || { cat "$TMP/out"; return 1; }
}
check "no such program" unknown

# What yosys makes of the encoder says the same in the same clock. It takes yosys 15 s: in make soak.
lines() { sed -nE 's/.*(cycle [0-9]+: [A-Z]+-[A-Z]+-[0-9]+ is broken.*); the hart had done.*/\1/p; s/^htk: ((good|broken|stopped): .*)/\1/p' "$1"; }
netlist() { # PROGRAM BUG HALT RULE ARGUMENT
  "$BUILD/tests/kit/dpi_naive" "$TMP/$1.ing" "$2" "$3" - "+stim=$TMP/stim" "$5" >/dev/null || return 1
  for design in vpi_naive vpi_net; do
    timeout 300 vvp -M "$BUILD/lib" -m htk "$TMP/$design" "+stim=$TMP/stim" "+bugs=$2" "$5" >"$TMP/out" 2>&1 || { cat "$TMP/out"; return 1; }
    lines "$TMP/out" >"$TMP/$design.lines"
  done
  diff "$TMP/vpi_naive.lines" "$TMP/vpi_net.lines" && grep -q "$4" "$TMP/vpi_net.lines" || { cat "$TMP/out"; return 1; }
}
synthesized() {
  yosys -q -p "read_verilog -sv tests/kit/naive_btm.sv; hierarchy -check -top naive_btm; proc; flatten; opt_clean; memory_collect; write_verilog -noattr $TMP/net.v" &&
    ! grep -q always_comb "$TMP/net.v" && iverilog -g2012 -o "$TMP/vpi_net" tests/kit/vpi/vpi_naive.sv "$TMP/net.v" kit/vpi/htk_monitor.v
}
if [ -n "${HARTRACE_SOAK:-}" ]; then
  check "the netlist" synthesized
  for how in "+htk_elf=$programs/timer.elf" +htk_exact=1; do
    name="netlist, ${how%%=*}"
    check "$name: clean" netlist timer 0 500 good "$how"
    check "$name: a taken branch counts too little" netlist timer 1 500 NT-CNT-003 "$how"
    check "$name: U-ADDR is relative to the last F-ADDR" netlist timer 2 500 NT-ADR-005 "$how"
    check "$name: SYNC 5 after debug mode" netlist timer 4 500 NT-SYN-005 "$how"
    check "$name: no ProgTraceCorrelation when trace is disabled" netlist timer 8 500 NT-PTC-001 "$how"
    check "$name: a full I-CNT says nothing" netlist linear 16 0 NT-CNT-007 "${how/timer/linear}"
  done
fi

# Bytes of a beat, as AMBA ATB and a link that counts them have it: 2^n - 1 of n bytes.
cat >"$TMP/keep.sv" <<'SV'
module keep;
  initial begin
    for (int n = 1; n <= 64; n = n + 1) begin
      if (htk_map_pkg::keep_atb(n - 1) != ~64'd0 >> (64 - n)) $display("wrong: ATBYTES %0d", n - 1);
      if (htk_map_pkg::keep_count(n) != ~64'd0 >> (64 - n)) $display("wrong: %0d bytes", n);
    end
    if (htk_map_pkg::keep_count(0) != 0) $display("wrong: no bytes");
    $display("done");
  end
endmodule
SV
keep() { iverilog -g2012 -o "$TMP/keep" kit/dpi/htk_map_pkg.sv "$TMP/keep.sv" && [ "$(vvp "$TMP/keep")" = "done" ]; }
check "which bytes of a beat are trace" keep

# ---- waves ----

cat >"$TMP/map.toml" <<'MAP'
clock = vpi_naive.clk
edge = falling               # the design assigns at the rising edge
reset = vpi_naive.rst

[hart]
valid = vpi_naive.iv
iaddr = vpi_naive.iaddr
iretire = vpi_naive.iretire
itype = vpi_naive.itype
ilastsize = vpi_naive.ilastsize
halted = vpi_naive.halted

[registers]
write = vpi_naive.wr
address = vpi_naive.addr
data = vpi_naive.wdata

[trace]
valid = vpi_naive.ov
data = vpi_naive.obyte
MAP
waves() {
  "$BUILD/tests/kit/dpi_naive" "$TMP/timer.ing" 0 0 "$TMP/beats" "+stim=$TMP/stim" +htk_exact=1 >/dev/null || return 1
  iverilog -g2012 -DWAVES -o "$TMP/waves" tests/kit/vpi/vpi_naive.sv tests/kit/naive_btm.sv kit/vpi/htk_monitor.v 2>/dev/null &&
    timeout 400 vvp -M "$BUILD/lib" -m htk "$TMP/waves" "+stim=$TMP/stim" "+vcd=$TMP/w.vcd" +htk_exact=1 >/dev/null && [ -s "$TMP/w.vcd" ] &&
    "$HARTRACE" convert --to pconly --ingress "$TMP/timer.ing" -o "$TMP/h.pcs"
}
check "waves of the simulation" waves
trace() { # the bytes are those that the harness of Verilator saw
  "$HARTRACE" convert --to nex "$TMP/$1" --map "$TMP/map.toml" -o "$TMP/w.nex" &&
    python3 -c 'import sys; sys.stdout.buffer.write(bytes(int(l.split()[1], 16) for l in sys.stdin))' <"$TMP/beats" | cmp - "$TMP/w.nex" && "$HARTRACE" verify "$TMP/w.nex" --elf "$programs/timer.elf" --pcs "$TMP/h.pcs" -q
}
ingress() { # the records are those that the hart made
  "$HARTRACE" convert --to ingress "$TMP/$1" --map "$TMP/map.toml" -o "$TMP/w.ing" &&
    "$HARTRACE" encode --ingress "$TMP/w.ing" --mode btm --param icnt_bits=10 --param btype_split=0 -o "$TMP/e.nex" && "$HARTRACE" encode --ingress "$TMP/timer.ing" \
    --mode btm --param icnt_bits=10 --param btype_split=0 -o "$TMP/f.nex" && cmp "$TMP/e.nex" "$TMP/f.nex" && [ "$(wc -c <"$TMP/e.nex")" -gt 1000 ]
}
check "VCD: the hart's records" ingress w.vcd
check "VCD: the encoder's bytes" trace w.vcd
if command -v vcd2fst >/dev/null; then
  vcd2fst "$TMP/w.vcd" "$TMP/w.fst" >/dev/null 2>&1
  check "FST: the hart's records" ingress w.fst
  check "FST: the encoder's bytes" trace w.fst
else
  skip "FST" "no vcd2fst"
fi
finish
