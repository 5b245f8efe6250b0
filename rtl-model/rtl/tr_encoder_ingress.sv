// SPDX-License-Identifier: Apache-2.0
// The ingress port of the encoder (E-Trace 2.0, Hart to encoder interface): records of the hart,
// and the points in between at which registers take effect, in a queue in the order in which they
// came.
//
// A cycle is a record when valid_i is 1, a sideband changes or a trigger comes. A record that finds
// the queue full is lost, and the next entry says so; with stall_i the hart is told to repeat it.

module tr_encoder_ingress #(
  parameter int unsigned Blocks = 1,         // blocks a cycle, 1 or 2
  parameter int unsigned AddrW = 63,
  parameter int unsigned RetireW = 8,
  parameter int unsigned ItypeW = 4,
  parameter bit          Context = 1'b1,
  parameter bit          HContext = 1'b0,
  parameter int unsigned ContextW = 32,
  parameter bit          Cycles = 1'b1,      // cycles between records are counted
  parameter bit          Ts = 1'b0,
  parameter int unsigned TsW = 1,
  parameter bit          Filters = 1'b0,     // impdef, cause and tval are kept for filters
  parameter int unsigned TvalW = 64,
  parameter int unsigned Depth = 4,
  localparam int unsigned LevelW = $clog2(Depth + 1),
  localparam int unsigned IndexW = (Blocks > 1) ? $clog2(Blocks) : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      clr_i,
  // The hart.
  input  logic                      valid_i,
  input  logic [        Blocks-1:0] block_valid_i,
  input  logic [  Blocks*AddrW-1:0] iaddr_i,
  input  logic [Blocks*RetireW-1:0] iretire_i,
  input  logic [ Blocks*ItypeW-1:0] itype_i,
  input  logic [        Blocks-1:0] ilastsize_i,
  input  logic [        Blocks-1:0] sijump_i,
  input  logic [        Blocks-1:0] notify_i,
  input  logic [               2:0] priv_i,
  input  logic [               1:0] ctype_i,
  input  logic [      ContextW-1:0] context_i,
  input  logic [      ContextW-1:0] hcontext_i,
  input  logic [              31:0] impdef_i,
  input  logic [               5:0] cause_i,
  input  logic                      cause_big_i,  // cause does not fit
  input  logic [         TvalW-1:0] tval_i,
  input  logic [               2:0] side_i,       // lowpower, reset, halted
  input  logic                      trig_on_i,
  input  logic                      trig_off_i,
  input  logic                      trig_due_i,
  input  logic                      sync_i,       // synchronization is asked for: told with the next record
  input  logic [           TsW-1:0] time_i,
  input  logic                      stall_i,      // the record is not taken
  output logic                      record_o,     // there is a record in this cycle
  output logic                      halted_o,     // debug mode before this cycle
  output logic [               2:0] side_now_o,
  output logic [        LevelW-1:0] level_o,
  // A register was written; wait for ready first.
  input  logic                      latch_i,
  output logic                      latch_ready_o,
  // The oldest entry, and one block of it.
  output logic                      valid_o,
  input  logic                      pop_i,
  input  logic [        IndexW-1:0] index_i,
  output logic                      is_record_o,
  output logic                      latch_o,
  output logic                      gap_o,
  output logic                      adjacent_o,
  output logic [              20:0] cycles_o,
  output logic                      idle_o,
  output logic [               2:0] side_o,
  output logic                      trig_on_o,
  output logic                      trig_off_o,
  output logic                      trig_due_o,
  output logic                      sync_o,
  output logic [               2:0] priv_o,
  output logic                      ctype_o,
  output logic [      ContextW-1:0] context_o,
  output logic [      ContextW-1:0] hcontext_o,
  output logic [              31:0] impdef_o,
  output logic [               5:0] cause_o,
  output logic                      cause_big_o,
  output logic [         TvalW-1:0] tval_o,
  output logic [           TsW-1:0] time_o,
  output logic                      block_o,
  output logic                      last_o,
  output logic                      notify_o,
  output logic [         AddrW-1:0] iaddr_o,
  output logic [       RetireW-1:0] iretire_o,
  output logic [        ItypeW-1:0] itype_o,
  output logic                      ilastsize_o,
  output logic                      sijump_o
);

  // ---- An entry ----

  localparam int unsigned BlockW = 4 + AddrW + RetireW + ItypeW;
  localparam int unsigned HeadW = 15;
  localparam int unsigned CyclesAt = HeadW + Blocks * BlockW;
  localparam int unsigned TimeAt = CyclesAt + (Cycles ? 21 : 0);
  localparam int unsigned ContextAt = TimeAt + (Ts ? TsW : 0);
  localparam int unsigned HContextAt = ContextAt + ((Context | Filters) ? ContextW : 0);
  localparam int unsigned FilterAt = HContextAt + (HContext ? ContextW : 0);
  localparam int unsigned EntryW = FilterAt + (Filters ? 39 + TvalW : 0);

  logic [EntryW-1:0] in, out;
  logic [2:0] side_now, side_q;
  logic record, taken, gap_q, before_q, halted_q, sync_q, wready, push;
  logic [20:0] cycles_q;

  assign side_now = {side_i[2:1], side_i[0] | (priv_i == tr_pkg::PrivDebug)};
  assign record   = valid_i | (side_now != side_q) | trig_on_i | trig_off_i | trig_due_i |
                    (|notify_i);
  assign record_o = record & ~clr_i;
  assign taken    = record & ~stall_i & wready & ~clr_i;
  // An entry without a record: registers take effect, or the loss is to be told.
  assign push     = taken | latch_i | (gap_q & wready);
  assign halted_o = halted_q;
  assign side_now_o = side_now;
  assign idle_o   = ~before_q;
  assign latch_ready_o = wready;

  assign in[0]     = taken;
  assign in[1]     = latch_i;
  assign in[2]     = gap_q;
  assign in[3]     = before_q;
  assign in[6:4]   = side_now;
  assign in[7]     = trig_on_i;
  assign in[8]     = trig_off_i;
  assign in[9]     = trig_due_i;
  assign in[12:10] = priv_i;
  assign in[13]    = |ctype_i;
  assign in[14]    = sync_i | sync_q;
  for (genvar k = 0; k < Blocks; k = k + 1) begin : g_in
    assign in[HeadW+BlockW*k +: BlockW] = {block_valid_i[k], notify_i[k], ilastsize_i[k],
                                           sijump_i[k], itype_i[ItypeW*k +: ItypeW],
                                           iretire_i[RetireW*k +: RetireW],
                                           iaddr_i[AddrW*k +: AddrW]};
  end

  tr_fifo #(
    .Width(EntryW),
    .Depth(Depth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .clr_i   (clr_i),
    .wvalid_i(push),
    .wready_o(wready),
    .wdata_i (in),
    .rvalid_o(valid_o),
    .rready_i(pop_i),
    .rdata_o (out),
    .level_o (level_o)
  );

  logic [BlockW-1:0] block;

  if (Blocks > 1) begin : g_blocks
    // Two blocks: the second one is the last.
    assign block  = index_i[0] ? out[HeadW+BlockW +: BlockW] : out[HeadW +: BlockW];
    assign last_o = index_i[0] | ~out[HeadW+2*BlockW-1];
  end else begin : g_one
    logic unused;
    assign unused = &{1'b0, index_i};
    assign block  = out[HeadW +: BlockW];
    assign last_o = 1'b1;
  end

  assign is_record_o = out[0];
  assign latch_o     = out[1];
  assign gap_o       = out[2];
  assign adjacent_o  = out[3];
  assign side_o      = out[6:4];
  assign trig_on_o   = out[7];
  assign trig_off_o  = out[8];
  assign trig_due_o  = out[9];
  assign priv_o      = out[12:10];
  assign ctype_o     = out[13];
  assign sync_o      = out[14];
  assign {block_o, notify_o, ilastsize_o, sijump_o, itype_o, iretire_o, iaddr_o} = block;

  if (Ts) begin : g_time
    assign in[TimeAt +: TsW] = time_i;
    assign time_o = out[TimeAt +: TsW];
  end else begin : g_no_time
    logic unused;
    assign unused = &{1'b0, time_i};
    assign time_o = '0;
  end

  if (Context | Filters) begin : g_context
    assign in[ContextAt +: ContextW] = context_i;
    assign context_o = out[ContextAt +: ContextW];
  end else begin : g_no_context
    logic unused;
    assign unused = &{1'b0, context_i};
    assign context_o = '0;
  end

  if (HContext) begin : g_hcontext
    assign in[HContextAt +: ContextW] = hcontext_i;
    assign hcontext_o = out[HContextAt +: ContextW];
  end else begin : g_no_hcontext
    logic unused;
    assign unused = &{1'b0, hcontext_i};
    assign hcontext_o = '0;
  end

  if (Filters) begin : g_filters
    assign in[FilterAt +: 39+TvalW] = {tval_i, cause_big_i, cause_i, impdef_i};
    assign {tval_o, cause_big_o, cause_o, impdef_o} = out[FilterAt +: 39+TvalW];
  end else begin : g_no_filters
    logic unused;
    assign unused = &{1'b0, tval_i, cause_big_i, cause_i, impdef_i};
    assign {tval_o, cause_big_o, cause_o, impdef_o} = '0;
  end

  // ---- What is remembered from record to record ----

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      side_q   <= '0;
      gap_q    <= 1'b0;
      before_q <= 1'b0;
      halted_q <= 1'b0;
      sync_q   <= 1'b0;
    end else begin
      if (~stall_i) halted_q <= side_now[0];
      if (clr_i | taken) side_q <= side_now;
      before_q <= taken;
      sync_q   <= (sync_i | sync_q) & ~taken & ~clr_i;
      if (clr_i | push) gap_q <= 1'b0;
      else if (record & ~stall_i & ~wready) gap_q <= 1'b1;
    end
  end

  if (Cycles) begin : g_cycles
    assign in[CyclesAt +: 21] = cycles_q;
    assign cycles_o = out[CyclesAt +: 21];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) cycles_q <= '0;
      else if (taken) cycles_q <= 21'd1;
      else if (~cycles_q[20]) cycles_q <= cycles_q + 1'b1;
    end
  end else begin : g_no_cycles
    assign cycles_q = '0;
    assign cycles_o = cycles_q;
  end

endmodule
