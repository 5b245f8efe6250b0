// SPDX-License-Identifier: Apache-2.0
// The kit as a UVM scoreboard: transactions of the agents at the ingress port, at the registers and at the encoder's output go to libhartrace_dpi
// by the functions of htk_dpi_pkg. Not run here: no simulator with UVM was at hand. htk_monitor.sv, which is, makes the same calls.
//
// Set elf, params and exact before the build phase. Records, writes and bytes of one clock come in this order.
class htk_record extends uvm_sequence_item;
  longint unsigned clock, stamp;
  int unsigned blocks;               // 0 to 4
  bit [255:0] iaddr;                 // 64 bits for each block
  bit [127:0] iretire;               // 32
  bit [15:0] itype;                  // 4
  bit [3:0] ilastsize, sijump;
  bit [31:0] levels;                 // as HTK_DPI_PRIV and so on in htk_dpi.h
  bit [319:0] side;                  // context, hcontext, cause, tval, impdef
  `uvm_object_utils(htk_record)
  function new(string name = "htk_record");
    super.new(name);
  endfunction
endclass

class htk_access extends uvm_sequence_item;
  longint unsigned clock;
  int unsigned offset, value;
  `uvm_object_utils(htk_access)
  function new(string name = "htk_access");
    super.new(name);
  endfunction
endclass

class htk_beat extends uvm_sequence_item;
  longint unsigned clock;
  int unsigned n;                    // lanes, 64 at most
  bit [511:0] data;
  bit [63:0] keep;
  `uvm_object_utils(htk_beat)
  function new(string name = "htk_beat");
    super.new(name);
  endfunction
endclass

`uvm_analysis_imp_decl(_record)
`uvm_analysis_imp_decl(_access)
`uvm_analysis_imp_decl(_beat)

class htk_scoreboard extends uvm_scoreboard;
  `uvm_component_utils(htk_scoreboard)
  uvm_analysis_imp_record #(htk_record, htk_scoreboard) hart;
  uvm_analysis_imp_access #(htk_access, htk_scoreboard) registers;
  uvm_analysis_imp_beat #(htk_beat, htk_scoreboard) out;
  string elf = "", params = "", profile = "";
  bit exact = 0, drained = 1;
  local chandle kit;
  local longint unsigned clock = 0;
  local bit told = 0;

  function new(string name, uvm_component parent);
    super.new(name, parent);
  endfunction

  function void build_phase(uvm_phase phase);
    super.build_phase(phase);
    hart = new("hart", this);
    registers = new("registers", this);
    out = new("out", this);
    kit = htk_dpi_pkg::htk_dpi_open(elf, params, profile, exact ? 1 : 0);
    tell();
  endfunction

  local function void tell();
    int verdict = htk_dpi_pkg::htk_dpi_poll(kit);
    if (verdict != htk_dpi_pkg::Good && !told) begin
      told = 1;
      `uvm_error("HTK", htk_dpi_pkg::htk_dpi_text(kit))
    end
  endfunction

  function void write_record(htk_record t);
    clock = t.clock;
    htk_dpi_pkg::htk_dpi_cycle(kit, t.clock, t.stamp, t.blocks, t.iaddr, t.iretire, t.itype, t.ilastsize, t.sijump, t.levels, t.side);
  endfunction

  function void write_access(htk_access t);
    clock = t.clock;
    htk_dpi_pkg::htk_dpi_write(kit, t.clock, t.offset, t.value);
  endfunction

  function void write_beat(htk_beat t);
    clock = t.clock;
    htk_dpi_pkg::htk_dpi_bytes(kit, t.clock, t.n, t.data, t.keep);
    tell();
  endfunction

  function void check_phase(uvm_phase phase);
    htk_dpi_pkg::htk_dpi_end(kit, clock, drained ? 1 : 0);
    tell();
    `uvm_info("HTK", htk_dpi_pkg::htk_dpi_summary(kit), UVM_LOW)
  endfunction

  function void final_phase(uvm_phase phase);
    htk_dpi_pkg::htk_dpi_close(kit);
  endfunction
endclass
