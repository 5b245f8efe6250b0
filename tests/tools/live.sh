# SPDX-License-Identifier: Apache-2.0
# A target in a file (--io mmio): encoder K at 0x1000 + K * 0x8000, a RAM sink with 8 KiB of SRAM in the page after it. Reading
# trRamData gives the same word each time. Sourced by test scripts.

# live_tree N: a compiled tree of N such pairs on standard output.
live_tree() {
  local k
  {
    echo '/dts-v1/; / { #address-cells = <1>; #size-cells = <1>; compatible = "hartrace,sim"; model = "live";'
    echo 'cpus { #address-cells = <1>; #size-cells = <0>;'
    for k in $(seq 0 $(($1 - 1))); do
      echo "cpu$k: cpu@$k { device_type = \"cpu\"; compatible = \"riscv\"; reg = <$k>; riscv,isa = \"rv64imac\"; };"
    done
    echo '}; soc { #address-cells = <1>; #size-cells = <1>; compatible = "simple-bus"; ranges;'
    for k in $(seq 0 $(($1 - 1))); do
      printf 'trace@%x { compatible = "hartrace,trace", "riscv,trace-component"; reg = <0x%x 0x1000>; hartrace,kind = "encoder";' \
        $((0x1000 + k * 0x8000)) $((0x1000 + k * 0x8000))
      echo "cpus = <&cpu$k>; out-ports { port { e$k: endpoint { remote-endpoint = <&s$k>; }; }; }; };"
      printf 'trace@%x { compatible = "hartrace,trace", "riscv,trace-component"; reg = <0x%x 0x1000>; hartrace,kind = "ramsink";' \
        $((0x2000 + k * 0x8000)) $((0x2000 + k * 0x8000))
      echo "hartrace,sram-bytes = <8192>; in-ports { port { s$k: endpoint { remote-endpoint = <&e$k>; }; }; }; };"
    done
    echo '}; };'
  } | dtc -q -O dtb
}

# live_sink FILE K CONTROL LIMIT: registers of encoder and RAM sink K; CONTROL of both, 0x9 is disabled and empty. The buffer is
# full, of the word 0x04030201 + K.
live_sink() {
  local mem=$1 base=$((0x1000 + $2 * 0x8000))
  words $base "$3" 0x101
  words $((base + 0x1000)) "$3" 0x1901 0 0 0 0 "$4" 0 1 0 0x124 0 0 0 0 0 $((0x04030201 + $2))
}

# words ADDRESS WORD...: into the file $mem.
words() {
  local at=$1 w bytes=
  shift
  for w; do
    bytes+=$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $((w & 255)) $((w >> 8 & 255)) $((w >> 16 & 255)) $((w >> 24 & 255)))
  done
  printf "$bytes" | dd of="$mem" bs=4 seek=$((at / 4)) conv=notrunc status=none
}


# live_trace K: what sink K holds.
live_trace() { head -c 8192 /dev/zero | tr '\0' x | sed "s/xxxx/\\x0$((1 + $1))\x02\x03\x04/g"; }
