#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every parameter outside of its range and every illegal combination stops the elaboration: Verilator and yosys end with an error, and print
# a sentence. With the head of each module, up to its checks; with HARTRACE_SOAK the whole module.
. tests/lib/tap.sh
gen=regmap/gen/sv
rtl=rtl-model/rtl

# MODULE | PARAMETERS | part of the sentence. Ranges are those of docs/reference/model.md and regmap/gen/md/params.md.
cases() {
  sed 's/#.*//; /^ *$/d' <<'CASES'
tr_encoder | XLen=48 | XLen is outside of its range: 32, 64
tr_encoder | XLen=128 | XLen is outside
tr_encoder | ItypeW=2 | ItypeW is outside of its range: 3..4
tr_encoder | ItypeW=5 | ItypeW is outside
tr_encoder | IcntW=3 RetireW=2 | IcntW is outside of its range: 4..22
tr_encoder | IcntW=23 | IcntW is outside
tr_encoder | HistW=1 | HistW is outside of its range: 2..32
tr_encoder | HistW=33 | HistW is outside
tr_encoder | ContextW=0 | ContextW is outside of its range: 1..59
tr_encoder | ContextW=60 | ContextW is outside
tr_encoder | SrcW=13 | SrcW is outside of its range: 0..12
tr_encoder | SyncModes=0 | SyncModes is outside of its range
tr_encoder | SyncModes=1 | SyncModes is outside of its range
tr_encoder | SyncModes=16 | SyncModes is outside of its range
tr_encoder | ExtTriggers=9 | ExtTriggers is outside of its range: 0..8
tr_encoder | ExtOutputs=9 | ExtOutputs is outside of its range: 0..8
tr_encoder | ExtEvents=16 | ExtEvents is outside of its range: 0..15
tr_encoder | Filters=17 | Filters is outside of its range: 0..16
tr_encoder | Comparators=9 | Comparators is outside of its range: 0..8
tr_encoder | FilterMatches=16 | FilterMatches is outside of its range: 0..15
tr_encoder | FilterNesting=0 | FilterNesting is outside of its range: 1..16
tr_encoder | FilterNesting=17 | FilterNesting is outside
tr_encoder | CompInputs=2 | CompInputs is outside of its range: odd, 1..7
tr_encoder | CompInputs=9 | CompInputs is outside
tr_encoder | CompModes=14 | CompModes is outside of its range: odd, 1..15
tr_encoder | HrepeatW=1 | HrepeatW is outside of its range: 2..18
tr_encoder | HrepeatW=19 | HrepeatW is outside
tr_encoder | HistSearch=2 | HistSearch is outside of its range: 0..1
tr_encoder | BcntW=0 | BcntW is outside of its range: 1..18
tr_encoder | ReturnDepth=0 | ReturnDepth is outside of its range: 1..32
tr_encoder | ReturnDepth=33 | ReturnDepth is outside
tr_encoder | ReturnW=1 | ReturnW is outside of its range: 2..63
tr_encoder | TsModes=1 | TsModes is outside of its range: bits of 0x1e
tr_encoder | TsModes=32 | TsModes is outside
tr_encoder | TsModes=2 TsW=0 | TsW is outside of its range: 1..63
tr_encoder | TsModes=2 TsW=64 | TsW is outside
tr_encoder | TsMessages=64 | TsMessages is outside of its range: 0..63
tr_encoder | StimulusTag=6 | StimulusTag is outside of its range: 0 or 7..16
tr_encoder | StimulusTag=17 | StimulusTag is outside
tr_encoder | Stimulus=1 Messages=14 | Messages is less than one record can make
tr_encoder | DataTrace=1 DataPorts=2 Messages=18 | Messages is less than one record can make
tr_encoder | Watchpoint=1 Messages=14 | Messages is less than one record can make
tr_encoder | DataPorts=0 | DataPorts is not 1 to 4
tr_encoder | DataPorts=5 | DataPorts is not 1 to 4
tr_encoder | Btm=0 Htm=0 | Btm and Htm are both 0
tr_encoder | Ntrace=0 | Ntrace and Etrace are both 0
tr_encoder | PrivilegeW=4 | PrivilegeW is outside of its range
tr_encoder | EcauseW=65 | EcauseW is outside of its range
tr_encoder | PacketContextW=65 | PacketContextW is outside of its range
tr_encoder | ReturnStackSize=10 | ReturnStackSize is outside of its range
tr_encoder | Etrace=1 Stimulus=1 | not with Etrace
tr_encoder | Etrace=1 DataTrace=1 LridW=7 | LridW
tr_encoder | Etrace=1 DataTrace=1 DataDiffW=0 | DataDiffW
tr_encoder | Etrace=1 ReturnStackSize=2 ItypeW=3 | ReturnStackSize needs an ItypeW of 4
tr_encoder | CallCounterSize=10 | CallCounterSize is outside of its range
tr_encoder | Etrace=1 CallCounterSize=2 ItypeW=3 | CallCounterSize needs an ItypeW of 4
tr_encoder | Etrace=1 CallCounterSize=2 ReturnStackSize=1 | ReturnStackSize and CallCounterSize are both set
tr_encoder | BpredSize=11 | BpredSize is outside of its range
tr_encoder | CacheSize=11 | CacheSize is outside of its range
tr_encoder | Etrace=1 BpredSize=2 CacheSize=1 | BpredSize and CacheSize are set and SubformatW is 0
tr_encoder | SubformatW=9 | SubformatW is outside of its range
tr_encoder | Etrace=1 XLen=32 EcauseW=40 | EcauseW is more than XLen
tr_encoder | Etrace=1 NoContext=0 PacketContextW=33 | PacketContextW is more than ContextW
tr_encoder | Blocks=0 Messages=32 QueueDepth=8 | Blocks is not 1 or 2
tr_encoder | Blocks=3 | Blocks is not 1 or 2
tr_encoder | Lanes=3 | Lanes is not 1, 2, 4 or 8
tr_encoder | Lanes=16 | Lanes is not 1, 2, 4 or 8
tr_encoder | RetireW=1 | RetireW is less than 2
tr_encoder | IcntW=8 | RetireW is not less than IcntW
tr_encoder | QueueDepth=1 | QueueDepth is less than 2
tr_encoder | Messages=1 Stall=0 RestartMessages=0 | Messages is less than 2
tr_encoder | Messages=13 RestartMessages=4 | Messages is less than one record can make
tr_encoder | Messages=16 ExtTriggers=1 | Messages is less than one record can make
tr_encoder | Messages=18 Blocks=2 | Messages is less than one record can make
tr_encoder | Messages=8 Stall=0 | RestartMessages is not less than Messages
tr_etrace_core | PacketW=84 | PacketW is not the width of a packet
tr_etrace | XLen=48 | XLen is not 32 or 64
tr_etrace | RetireW=1 | RetireW is less than 2
tr_etrace | ItypeW=5 | ItypeW is not 3 or 4
tr_etrace | PrivW=4 | PrivW is outside of its range: 1..3
tr_etrace | ContextW=65 | ContextW is outside
tr_etrace | EcauseW=33 | EcauseW is outside
tr_etrace | ReturnSize=10 | ReturnSize or CounterSize is more than 9
tr_etrace | ReturnSize=0 CounterSize=10 | ReturnSize or CounterSize is more than 9
tr_etrace | ItypeW=3 | ReturnSize or CounterSize is more than 9, or is set with ItypeW 3
tr_etrace | CounterSize=2 | ReturnSize and CounterSize are both set
tr_etrace | PredictSize=11 | PredictSize, CacheSize or SubformatW is outside
tr_etrace | CacheSize=11 | PredictSize, CacheSize or SubformatW is outside
tr_etrace | SubformatW=9 | PredictSize, CacheSize or SubformatW is outside
tr_etrace | PredictSize=1 CacheSize=1 | PredictSize and CacheSize are set and SubformatW is 0
tr_etrace | TsW=65 | TsW is outside
tr_etrace | DataTrace=1 LridW=7 | DataPorts, LridW or DataDiffW is outside
tr_etrace | DataTrace=1 DataDiffW=3 | DataPorts, LridW or DataDiffW is outside
tr_etrace | SrcW=13 | SrcW is outside
tr_etrace | Messages=1 RestartMessages=0 | Messages is less than 2
tr_etrace | Messages=8 | RestartMessages is not less than Messages
tr_etrace | Lanes=16 | Lanes is not 1, 2, 4 or 8
tr_funnel | Inputs=1 | Inputs is outside of its range: 2..16
tr_funnel | Inputs=17 | Inputs is outside
tr_funnel | DisInputs=65536 | DisInputs is outside of its range: 0..65535
tr_funnel | TsModes=8 | TsModes is outside of its range: bits of 0x16
tr_funnel | TsModes=2 TsW=64 | TsW is outside of its range: 1..63
tr_funnel | Depth=1 | Depth is 1
tr_funnel | Lanes=6 | Lanes is not 1, 2, 4 or 8
tr_ramsink | Width=2 | Width is outside of its range: 4, 8, 16
tr_ramsink | Width=12 | Width is outside
tr_ramsink | AddressW=31 | AddressW is outside of its range: 32..64
tr_ramsink | AddressW=65 | AddressW is outside
tr_ramsink | StartAlign=48 | StartAlign is outside of its range: 0, or a power of two
tr_ramsink | Sram=0 Smem=0 | Sram and Smem are both 0
tr_ramsink | Lanes=5 | Lanes is not 1, 2, 4 or 8
tr_ramsink | SramBytes=1001 | SramBytes is not a multiple of Width
tr_ramsink | SramBytes=1004 Width=8 | SramBytes is not a multiple of Width
tr_ramsink | SramBytes=4 | SramBytes is less than two words
tr_ramsink | SramBytes=0 | SramBytes is less than two words
tr_ramsink | SramBytes=2147483652 | SramBytes is more than 2 GiB
tr_ramsink | Depth=1 | Depth is less than 2
tr_ramsink | Width=8 StartAlign=4 | StartAlign is less than Width
tr_ramsink | SmemBytes=256 | SmemBytes is set and Smem is 0
tr_ramsink | Smem=1 SmemBytes=258 | SmemStart or SmemBytes is not a multiple of Width
tr_ramsink | Smem=1 SmemStart=4098 SmemBytes=256 | SmemStart or SmemBytes is not a multiple of Width
tr_ramsink | Smem=1 SmemStart=4294967040 SmemBytes=260 | crosses 4 GiB
tr_ramsink | Smem=1 SmemStart=4096 SmemStartHigh=1 SmemBytes=256 AddressW=32 | SmemStartHigh has bits
tr_ramsink | Smem=1 SmemStart=4096 SmemStartHigh=256 SmemBytes=256 AddressW=40 | SmemStartHigh has bits
tr_ramsink | Outstanding=0 | Outstanding is not 1 to 16
tr_ramsink | Outstanding=17 | Outstanding is not 1 to 16
tr_ramsink | AxiIdW=0 | AxiIdW is not 1 to 32
tr_ramsink | AxiIdW=33 | AxiIdW is not 1 to 32
tr_ramsink | AxiIdW=4 AxiId=16 | AxiId does not fit
tr_ramsink | AxiProt=8 | AxiProt does not fit
tr_ramsink | AxiCache=16 | AxiCache does not fit
tr_ramsink | AhbProt=16 | AhbProt does not fit
tr_ramsink | SyncNulls=30 | SyncNulls is outside of its range: 31..49
tr_ramsink | SyncNulls=50 | SyncNulls is outside
tr_pibsink | Modes=1 | Modes is outside of its range: bits of 0x1f30
tr_pibsink | Modes=0 | Modes is 0
tr_pibsink | ClkCenters=0 | ClkCenters is outside of its range: 1..3
tr_pibsink | ClkCenters=4 | ClkCenters is outside
tr_pibsink | DividerW=17 | DividerW is outside of its range: 0..16
tr_pibsink | DividerReset=65536 | DividerReset is outside of its range: 0..65535
tr_pibsink | DividerMin=65536 | DividerMin is outside of its range: 0..65535
tr_pibsink | IdleLength=0 | IdleLength is outside of its range: 1..4
tr_pibsink | IdleLength=5 | IdleLength is outside
tr_pibsink | Lanes=7 | Lanes is not 1, 2, 4 or 8
tr_pibsink | Depth=24 | Depth is not a power of two
tr_pibsink | Depth=1 | Depth is not a power of two, or less than 2
tr_pibsink | Depth=8 | less than 64 bytes
tr_pibsink | Depth=32 Lanes=1 | less than 64 bytes
tr_pibsink | DividerW=2 | DividerReset does not fit in DividerW
tr_pibsink | DividerMin=8 | DividerMin is more than DividerReset
tr_pibsink | SyncNulls=30 | SyncNulls is outside of its range: 31..49
tr_pibsink | SyncNulls=50 | SyncNulls is outside
tr_atbbridge | Width=3 | Width is outside of its range: 1, 2, 4, 8, 16
tr_atbbridge | Width=32 | Width is outside
tr_atbbridge | Width=0 | Width is outside
tr_atbbridge | Lanes=0 | Lanes is not 1, 2, 4 or 8
tr_atbbridge | SyncNulls=30 | SyncNulls is outside of its range: 31..49
tr_atbbridge | SyncNulls=50 | SyncNulls is outside
tr_rvfi | XLen=16 | XLen is not 32 or 64
tr_rvfi | ItypeW=5 | ItypeW is not 3 or 4
tr_rvfi | RetireW=2 | RetireW is less than 3
tr_rvfi | Lanes=3 | Lanes or Blocks is not 1 or 2
tr_rvfi | Blocks=0 | Lanes or Blocks is not 1 or 2
tr_rvfi | Depth=3 Slack=2 | Depth is less than Slack and two more
tr_iti | XLen=48 | XLen is not 32 or 64
tr_iti | CauseW=0 | CauseW is not 1 to XLen
tr_iti | Ports=3 | Ports or Blocks is not 1 or 2
tr_iti | WideW=33 | WideW is more than 32
tr_iti | WideW=16 RetireW=16 | RetireW is not 2 to WideW - 1
tr_iti | Depth=1 | Depth is less than 2
tr_sync | Stages=1 | Stages is outside of its range: 2..4
tr_sync | Stages=5 | Stages is outside
tr_reset_sync | Stages=1 | Stages is outside of its range: 2..4
tr_reset_sync | Stages=5 | Stages is outside
tr_async_fifo | Depth=2 | Depth is no power of two from 4 to 1024
tr_async_fifo | Depth=12 | Depth is no power of two
tr_async_fifo | Depth=2048 | Depth is no power of two
tr_system | Harts=0 | Harts is not 1 to 16
tr_system | Harts=17 | Harts is not 1 to 16
tr_system | SyncStages=1 | SyncStages is outside of its range: 2..4
tr_system | SyncStages=5 | SyncStages is outside
tr_system | HartClocks=1 LinkDepth=2 | LinkDepth is no power of two from 4 to 1024
tr_system | HartClocks=1 LinkDepth=24 | LinkDepth is no power of two
tr_system | HartClocks=1 LinkDepth=2048 | LinkDepth is no power of two
tr_system | LinkDepth=16 | LinkDepth is set and HartClocks is 0
tr_system | AtClkEn=1 | AtClkEn is 1 and Atb is 0
tr_system | SinkEtrace=1 | SinkEtrace is 1 and Etrace is 0
tr_system | Ntrace=0 Etrace=1 | SinkEtrace and Ntrace are both 0
tr_system | TimeClock=1 | TimeClock is 1 and no TsModes or FunnelTsModes takes the time
tr_system | TimeClock=1 TsModes=12 FunnelTsModes=4 | TimeClock is 1 and no TsModes
tr_system | Sram=0 | the system needs a sink
CASES
}

source_of() {
  if [ -f "$rtl/$1.sv" ]; then echo "$rtl/$1.sv"; else echo "$rtl/adapters/$1.sv"; fi
}

# head_of MODULE: the module up to its checks, as a module.
head_of() {
  awk '{ print } /_checks.svh"|gen_refused_(sinks|depth|stages|beats|packet) ?/ { last = 1 } last && /_checks|^  end/ { print "endmodule"; exit }' "$(source_of "$1")" >"$TMP/$1.sv"
  grep -q '^endmodule' "$TMP/$1.sv" && [ "$(wc -l <"$TMP/$1.sv")" -lt 250 ]
}

# stops TOOL MODULE TEXT COMMAND...: it fails, and one line has the sentence with the name of the module.
stops() {
  local tool=$1 module=$2 text=$3 rc=0
  shift 3
  timeout 400 "$@" >"$TMP/stops" 2>&1 || rc=$?
  [ "$rc" -ne 0 ] && [ "$rc" -lt 124 ] || { echo "$tool: exit status $rc"; return 1; }
  grep -F "$module: " "$TMP/stops" | grep -F "$text" >>"$TMP/said" || { echo "$tool: no '$text' in:"; head -n 8 "$TMP/stops"; return 1; }
}

# refused MODULE PARAMETERS TEXT
refused() {
  local p flags=() chparam=() files=() dir=$TMP
  [ -z "${HARTRACE_SOAK:-}" ] || { dir=$(dirname "$(source_of "$1")") && files=("$gen"/*_pkg.sv "$rtl"/tr_pkg.sv); }
  for p in $2; do
    flags+=("-G$p")
    chparam+=(-chparam "${p%%=*}" "${p#*=}")
  done
  stops verilator "$1" "$3" verilator --lint-only -Wno-WIDTH -I"$gen" -y "$dir" -y "$rtl" --top-module "$1" "${flags[@]}" "${files[@]}" "$dir/$1.sv" || return
  # yosys derives the top with these parameters before it looks for the modules in it.
  stops yosys "$1" "$3" yosys -q -p "read_verilog -sv -I$gen ${files[*]} $dir/$1.sv; hierarchy -check -top $1 ${chparam[*]}"
}

# The sentences that the modules have are those that were printed here.
all_said() {
  local text
  grep -ho '\$error(".*")' "$gen"/*_checks.svh "$rtl"/{,adapters/}tr_*.sv | sed 's/^\$error("\(.*\)")$/\1/' >"$TMP/sentences"
  [ "$(wc -l <"$TMP/sentences")" -gt 50 ] || { echo "few sentences"; return 1; }
  while read -r text; do
    [ "$(grep -cF "$text" "$TMP/said")" -ge 2 ] || { echo "not seen: $text"; return 1; }
  done <"$TMP/sentences"
}

legal() {
  for p in tr_encoder tr_etrace tr_etrace_core tr_funnel tr_ramsink tr_pibsink tr_atbbridge tr_system tr_rvfi tr_iti tr_sync tr_reset_sync tr_async_fifo; do
    head_of $p && verilator --lint-only -I"$gen" -y "$TMP" --top-module $p "$TMP/$p.sv" &&
      yosys -q -p "read_verilog -sv -I$gen $TMP/$p.sv; hierarchy -check -top $p" || return 1
  done
}

check "the defaults are legal" legal
while IFS='|' read -r module parameters text; do
  module=${module% } parameters=${parameters# } text=${text# }
  check "$module ${parameters% }" refused "$module" "${parameters% }" "$text"
done < <(cases)
check "no sentence is left that was not seen" all_said
finish
