// SPDX-License-Identifier: Apache-2.0
// Proof of tr_timestamp with 3 bits of time, every mode, and as a part with few modes: any writes
// of trTsControl, any time outside. What is written is read back where it is legal; the time counts
// the cycles in which it may run, one step each, divided by 1, 4, 16 or 64, and does not move in
// any other; outside of the internal modes it is the time that comes in, or 0.

module tr_timestamp_fv (
  input logic        clk_i,
  input logic        clr_i,
  input logic        we_i,
  input logic [31:0] wdata_i,
  input logic        halted_i,
  input logic [ 2:0] external_i,
  input logic [ 2:0] shared_i
);

  localparam int unsigned W = 3;
  localparam logic [31:0] Settable = 32'h0005_837a;  // Vendor 0x05, and the fields but trTsActive

  logic rst_nq;
  logic enabled;
  logic few_enabled;
  logic [31:0] control;
  logic [31:0] few_control;
  logic [W-1:0] value;
  logic [W-1:0] few_value;
  logic [7:0] vendor;
  logic [7:0] few_vendor;

  tr_timestamp #(
    .Modes(5'h1e),
    .Width(W),
    .Vendor(8'h05)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .we_i,
    .wdata_i,
    .control_o(control),
    .halted_i,
    .external_i,
    .shared_i,
    .value_o(value),
    .enabled_o(enabled),
    .vendor_o(vendor)
  );

  // A funnel that forwards a time, and counts none.
  tr_timestamp #(
    .Modes(5'h12),
    .Width(W),
    .Enable(1'b0),
    .CopyActive(1'b1)
  ) u_few (
    .clk_i,
    .rst_ni(rst_nq),
    .clr_i,
    .we_i,
    .wdata_i,
    .control_o(few_control),
    .halted_i,
    .external_i,
    .shared_i,
    .value_o(few_value),
    .enabled_o(few_enabled),
    .vendor_o(few_vendor)
  );

  // The names of the specification, at the places that it gives them.
  logic active;
  logic counts;
  logic in_debug;
  logic runs;
  logic [1:0] prescale;
  logic [2:0] mode;
  assign active   = control[0];
  assign counts   = control[1];
  assign in_debug = control[3];
  assign mode     = control[6:4];
  assign prescale = control[9:8];
  assign runs     = counts & ((mode == 3'd2) | ((mode == 3'd3) & (~halted_i | in_debug)));

  // Cycles that were counted, those of now included: the time is these, divided.
  logic [W+5:0] cycles_q;
  logic [W+5:0] cycles;
  assign cycles = cycles_q + (W+6)'(runs);

  // One step at a time.
  logic [31:0] control_q;
  logic [31:0] written_q;
  logic [W-1:0] value_q;
  logic known_q;
  logic wrote_q;
  logic cleared_q;
  logic stays_q;
  logic few_known_q;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      cycles_q    <= '0;
      known_q     <= 1'b0;
      wrote_q     <= 1'b0;
      cleared_q   <= 1'b1;
      stays_q     <= 1'b0;
      few_known_q <= 1'b0;
    end else begin
      if (clr_i || (we_i && (!wdata_i[0] || wdata_i[2]))) cycles_q <= '0;
      else cycles_q <= cycles;
      wrote_q     <= we_i;
      cleared_q   <= clr_i | (we_i & ~wdata_i[0]);
      stays_q     <= ~clr_i & ~we_i;
      written_q   <= wdata_i;
      control_q   <= control;
      value_q     <= value;
      known_q     <= 1'b1;
      few_known_q <= we_i & ~clr_i;

      // Registers.
      assert (control[29:24] == 6'(W));
      assert ((control & ~(Settable | 32'h3f00_0001)) == '0);
      assert ((mode <= 3'd4) & (vendor == control[23:16]));
      assert (enabled == (control[15] & (mode != 3'd0)));
      if (cleared_q) assert (control == 32'(W) << 24);
      else if (known_q && wrote_q) begin
        assert (active);
        assert ((control & Settable & ~32'h70) == (written_q & Settable & ~32'h70));
        assert (mode == ((written_q[6:4] <= 3'd4) ? written_q[6:4] : 3'd0));
      end
      if (known_q && stays_q) assert (control == control_q);

      // Time.
      unique case (mode)
        3'd1: assert (value == external_i);
        3'd2, 3'd3: begin
          unique case (prescale)
            2'd0: assert (value == cycles[W-1:0]);
            2'd1: assert (value == cycles[W+1:2]);
            2'd2: assert (value == cycles[W+3:4]);
            default: assert (value == cycles[W+5:6]);
          endcase
        end
        3'd4: assert (value == shared_i);
        default: assert (value == '0);
      endcase
      if (known_q && stays_q && ((mode == 3'd2) || (mode == 3'd3))) begin
        assert ((value == value_q) | (value == value_q + W'(1)));
        if (!runs) assert (value == value_q);
        if (runs && (prescale == 2'd0)) assert (value != value_q);
      end
      // The funnel.
      assert (few_control[29:24] == 6'(W));
      assert ((few_control & ~32'h3f00_0071) == '0);
      assert (!few_enabled & (few_vendor == '0));
      if (few_known_q) assert (few_control[0]);
      unique case (few_control[6:4])
        3'd1: assert (few_value == external_i);
        3'd4: assert (few_value == shared_i);
        default: assert ((few_control[6:4] == 3'd0) & (few_value == '0));
      endcase
      if (few_known_q && ((written_q[6:4] == 3'd1) || (written_q[6:4] == 3'd4))) begin
        assert (few_control[6:4] == written_q[6:4]);
      end
    end
  end

endmodule
