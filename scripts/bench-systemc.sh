# SPDX-License-Identifier: Apache-2.0
# Rates of the platform on SystemC beside the C models. Sourced by bench.sh.

# Program and number of harts; processor time of the run alone, nothing decoded.
bench_systemc() {
  echo
  echo 'SystemC against the C models: the run alone, HTM into SRAM; x = processor time against the C models'
  "$BUILD/tests/bench/bench_systemc" "$BUILD/programs/rv64/sort.elf" 1
  "$BUILD/tests/bench/bench_systemc" "$BUILD/programs/rv64/smpwork.elf" 4
}
