// SPDX-License-Identifier: Apache-2.0
// The timestamp unit of tr_encoder, its registers, and the times of records that wait. With Modes 0
// there is none, and all of it is 0.

module tr_encoder_timestamp #(
  parameter logic [4:0]  Modes = 5'h1e,
  parameter int unsigned TsW = 40,
  parameter int unsigned Records = 11,    // in the queue of records, at most
  localparam bit          Ts = Modes != '0,
  localparam int unsigned TsBits = Ts ? TsW : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,
  input  logic              write_i,      // a register is written
  input  logic [      11:0] addr_i,
  input  logic [      31:0] wdata_i,
  output logic [      31:0] rdata_o,
  input  logic              halted_i,     // the hart was in debug mode
  input  logic [   TsW-1:0] external_i,
  input  logic [   TsW-1:0] shared_i,
  output logic              on_o,         // messages carry a time
  // Records, as in tr_encoder_stamps.
  input  logic              taken_i,
  input  logic              shown_i,
  input  logic              two_i,
  input  logic              pop_i,
  input  logic              both_i,
  output logic [TsBits-1:0] time_o
);

  logic [TsBits-1:0] timestamp;

  if (Ts) begin : gen_ts
    logic [31:0] control;
    logic [63:0] wide;
    logic [7:0] unused_vendor;

    tr_timestamp #(
      .Modes(Modes),
      .Width(TsW)
    ) u_timestamp (
      .clk_i,
      .rst_ni,
      .clr_i,
      .we_i      (write_i && (addr_i == tr_timestamp_pkg::TR_TS_CONTROL_OFFSET)),
      .wdata_i,
      .control_o (control),
      .halted_i,
      .external_i,
      .shared_i,
      .value_o   (timestamp),
      .enabled_o (on_o),
      .vendor_o  (unused_vendor)
    );

    assign wide = 64'(timestamp);
    always_comb begin
      unique case (addr_i)
        tr_timestamp_pkg::TR_TS_CONTROL_OFFSET: rdata_o = control;
        tr_timestamp_pkg::TR_TS_COUNTER_LOW_OFFSET: rdata_o = wide[31:0];
        tr_timestamp_pkg::TR_TS_COUNTER_HIGH_OFFSET: rdata_o = wide[63:32];
        default: rdata_o = '0;
      endcase
    end

    tr_encoder_stamps #(
      .TsW    (TsW),
      .Records(Records)
    ) u_stamps (
      .clk_i,
      .rst_ni,
      .clr_i,
      .write_i(taken_i),
      .time_i (timestamp),
      .shown_i,
      .two_i,
      .pop_i,
      .both_i,
      .time_o
    );
  end else begin : gen_no_ts
    logic unused;
    assign unused = &{1'b0, clk_i, rst_ni, clr_i, write_i, addr_i, wdata_i, halted_i, external_i,
                      shared_i, timestamp, taken_i, shown_i, two_i, pop_i, both_i};
    assign {rdata_o, on_o, timestamp, time_o} = '0;
  end

endmodule
