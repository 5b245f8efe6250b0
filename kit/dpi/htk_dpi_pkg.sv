// SPDX-License-Identifier: Apache-2.0
// The kit in a simulation: DPI-C functions of libhartrace_dpi (IEEE 1800-2017, chapter 35). htk_dpi.h has the contract
// of each; htk_monitor.sv is a module that calls them. A kit that could not be opened is one that is stopped:
// htk_dpi_poll and htk_dpi_text say why, the other functions do nothing.
package htk_dpi_pkg;
  localparam int Good = 0, Broken = 1;  // htk_dpi_poll; 2: it cannot be compared

  import "DPI-C" function chandle htk_dpi_open(input string elf, input string params, input string profile, input int exact);
  import "DPI-C" function void htk_dpi_cycle(
    input chandle kit, input longint unsigned clock, input longint unsigned stamp, input int unsigned blocks,
    input bit [255:0] iaddr, input bit [127:0] iretire, input bit [15:0] itype, input bit [3:0] ilastsize, input bit [3:0] sijump,
    input bit [31:0] levels, input bit [319:0] side);
  import "DPI-C" function void htk_dpi_write(
    input chandle kit, input longint unsigned clock, input int unsigned offset, input int unsigned value);
  import "DPI-C" function void htk_dpi_bytes(
    input chandle kit, input longint unsigned clock, input int unsigned n, input bit [511:0] bytes, input bit [63:0] keep);
  import "DPI-C" function int htk_dpi_poll(input chandle kit);
  import "DPI-C" function string htk_dpi_rule(input chandle kit);
  import "DPI-C" function string htk_dpi_text(input chandle kit);
  import "DPI-C" function void htk_dpi_end(input chandle kit, input longint unsigned clock, input int drained);
  import "DPI-C" function string htk_dpi_summary(input chandle kit);
  import "DPI-C" function void htk_dpi_close(input chandle kit);
endpackage
