#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# timing.sh [-b|-w] [-v] GEN-FOLDER MODULE [NAME=VALUE...]: how fast MODULE is with these parameters on an iCE40 HX8K, after place and route
# (synth_ice40 -abc9, nextpnr-ice40 --hx8k). One line: the lowest Fmax of BENCH_SEEDS (default "1 2 3"), the levels, the cells. -v also
# prints the critical path of the last seed.
#
# With -b abc9 balances and rewrites for delay before it maps (&syn2, &if -g), which yosys' own script for it does not:
# +&scorr;&sweep;&dc2;&dch,-f;&ps;&if,...;&mfs. And it reckons with 600 ps of wire before each LUT in place of 250, as nextpnr then finds
# (590 at least): with less, a carry chain of 30 bits seems as long as 8 LUTs, and it gives away levels of LUTs elsewhere. So for the
# encoders, where a decision has many levels. With -w yosys' own script is used with 800 ps: the RAM
# sink with AXI4 then has 7 levels in place of 9.
#
# Every port is between registers: inputs come from a shift register, outputs go through registers into a pipelined tree of XORs, so that
# four pins suffice and nothing can be removed. Levels are LUTs on the longest path between registers of the mapped netlist; a carry
# chain costs no level beside the LUT that it ends in. A design that does not fit has no Fmax.
set -u
verbose=
script=
[ "${1:-}" = -b ] && script='scratchpad -set synth_ice40.abc9.W 600; scratchpad -set abc9.script +&scorr;&sweep;&dc2;&st;&syn2;&st;&if,-g,-K,6;&st;&dch,-f;&ps;&if,{C},{W},{D},{R};&mfs' && shift
[ "${1:-}" = -w ] && script='scratchpad -set synth_ice40.abc9.W 800' && shift
[ "${1:-}" = -v ] && verbose=1 && shift
. "$(dirname "$0")/design.sh"
gen=$1
module=$2
shift 2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tr_design "$gen" "$module" "$tmp/design.sv" "$@" || exit
run() {
  yosys -q -p "$1" >"$tmp/log" 2>&1 || { tail -5 "$tmp/log" >&2; exit 1; }
}
run "$tr_read; hierarchy -check -top $module;
  write_rtlil $tmp/design.il; tee -q -o $tmp/ports portlist $module"

# The wrapper: clk_i and rst_ni are pins, all other ports are registered.
awk -v module="$module" '
  $1 == "input" || $1 == "output" {
    name = $NF; width = 1
    if ($2 ~ /^\[/) { split(substr($2, 2), r, ":"); width = r[1] + 1 }
    if (name == "clk_i" || name == "rst_ni") next
    first = $1 == "input" ? ins : outs
    list = list sprintf(", .%s(%s[%d:%d])", name, $1 == "input" ? "in_q" : "out", first + width - 1, first)
    if ($1 == "input") ins += width; else outs += width
  }
  END {
    print "module timing_top (input clk_i, input rst_ni, input in_i, output out_o);"
    printf "  reg [%d:0] in_q;\n  wire [%d:0] out;\n  reg [%d:0] x0_q;\n", ins - 1, outs - 1, outs - 1
    print "  always @(posedge clk_i) begin in_q <= {in_q, in_i}; x0_q <= out; end"
    for (n = outs; n > 1; n = m) {
      m = int((n + 3) / 4)
      printf "  reg [%d:0] x%d_q;\n", m - 1, ++k
      for (i = 0; i < m; i++) printf "  always @(posedge clk_i) x%d_q[%d] <= ^x%d_q[%d:%d];\n", k, i, k - 1, (4 * i + 3 < n ? 4 * i + 3 : n - 1), 4 * i
    }
    printf "  assign out_o = x%d_q;\n  %s u_dut (.clk_i(clk_i), .rst_ni(rst_ni)%s);\nendmodule\n", k, module, list
  }' "$tmp/ports" >"$tmp/top.v"
run "$script
  read_rtlil $tmp/design.il; read_verilog $tmp/top.v; hierarchy -check -top timing_top
  synth_ice40 -abc9 -device hx -top timing_top
  write_json $tmp/net.json"

# Levels: the longest path through SB_LUT4 and SB_CARRY, of which the first ones count. Last line: cells that hold LUT, flip-flop or carry.
python3 - "$tmp/net.json" >"$tmp/levels" <<'END'
import json, sys
sys.setrecursionlimit(100000)
cells = json.load(open(sys.argv[1]))["modules"]["timing_top"]["cells"].values()
driver, luts, flops = {}, 0, 0
for cell in cells:
    kind = cell["type"]
    if kind in ("SB_LUT4", "SB_CARRY"):
        out = "O" if kind == "SB_LUT4" else "CO"
        ins = [b for p, bits in cell["connections"].items() if p != out for b in bits if isinstance(b, int)]
        driver[cell["connections"][out][0]] = (kind == "SB_LUT4", ins)
        luts += kind == "SB_LUT4"
    flops += kind.startswith("SB_DFF")
memo = {}
def depth(bit):
    if bit not in driver:
        return 0
    if bit not in memo:
        memo[bit] = driver[bit][0] + max(map(depth, driver[bit][1]), default=0)
    return memo[bit]
print(f"{max(map(depth, driver), default=0)} levels, {luts} LUT4, {flops} flip-flops")
END
levels=$(cat "$tmp/levels")

worst=
for seed in ${BENCH_SEEDS:-1 2 3}; do
  if ! nextpnr-ice40 -q --hx8k --package ct256 --json "$tmp/net.json" --pcf-allow-unconstrained --freq 100 --seed "$seed" --timing-allow-fail \
    --report "$tmp/report.json" >"$tmp/pnr" 2>&1; then
    grep -qiE "unable to place|no more|failed to (expand|place)|not enough" "$tmp/pnr" || { tail -3 "$tmp/pnr" >&2; exit 1; }
    echo "does not fit, $levels"
    exit
  fi
  fmax=$(python3 -c 'import json, sys; print(min(c["achieved"] for c in json.load(open(sys.argv[1]))["fmax"].values()))' "$tmp/report.json")
  worst=$(printf '%s\n%s\n' "${worst:-$fmax}" "$fmax" | sort -g | head -n 1)
done
LC_ALL=C printf '%.1f MHz, %s\n' "$worst" "$levels"
[ -n "$verbose" ] && python3 - "$tmp/report.json" "$tmp/net.json" <<'END'
import json, sys
paths = [p for p in json.load(open(sys.argv[1]))["critical_paths"] if p["from"] == p["to"]]
# Of the names of a net the one that the design has given it.
best, same = {}, {}
for name, net in json.load(open(sys.argv[2]))["modules"]["timing_top"]["netnames"].items():
    for i, bit in enumerate(net["bits"]):
        full = f"{name}[{i}]" if len(net["bits"]) > 1 else name
        same[full] = bit
        if bit not in best or (full.count("_SB_"), len(full)) < (best[bit].count("_SB_"), len(best[bit])):
            best[bit] = full
for p in paths[-1:]:
    at, carries = 0, 0
    for s in p["path"]:
        at += s["delay"]
        if s["to"]["port"] == "COUT":
            carries += 1
        elif s["type"] != "routing":
            print(f"{at:7.2f} {s['type']}" + (f", after {carries} carries" if carries else ""))
            carries = 0
        elif not carries:
            net = s.get("net", "")
            print(f"{at:7.2f}     {best.get(same.get(net), net)[-90:]}")
END
exit 0
