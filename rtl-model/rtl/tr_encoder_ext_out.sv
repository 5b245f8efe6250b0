// SPDX-License-Identifier: Apache-2.0
// External trigger outputs (TCI 1.0, External Trace Triggers): a pulse for each event that
// trTeTrigExtOutControl names.

module tr_encoder_ext_out #(
  parameter int unsigned Outputs = 0,         // 0..8
  localparam int unsigned OutW = (Outputs > 0) ? Outputs : 1
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            active_i,           // trTeActive
  input  logic [    31:0] control_i,
  input  logic            start_i,            // tracing starts, stops
  input  logic            stop_i,
  input  logic            watch_i,            // a watchpoint was hit
  input  logic            loss_i,             // an overflow or a stall begins
  output logic [OutW-1:0] trig_o
);

  if (Outputs > 0) begin : gen_some
    logic [Outputs-1:0] fire_d, fire_q;
    always_comb begin
      for (int unsigned k = 0; k < Outputs; k = k + 1) begin
        fire_d[k] = active_i & ((start_i & control_i[4*k]) | (stop_i & control_i[4*k+1]) |
                                (watch_i & control_i[4*k+2]) | (loss_i & control_i[4*k+3]));
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) fire_q <= '0;
      else fire_q <= fire_d;
    end
    logic unused;
    assign unused = &{1'b0, control_i};
    assign trig_o = fire_q;
  end else begin : gen_none
    logic unused;
    assign unused = &{1'b0, clk_i, rst_ni, active_i, control_i, start_i, stop_i, watch_i, loss_i};
    assign trig_o = '0;
  end

endmodule
