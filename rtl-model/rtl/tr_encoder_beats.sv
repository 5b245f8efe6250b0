// SPDX-License-Identifier: Apache-2.0
// The beats of messages: bytes are held until there are Lanes of them or the message ends.

module tr_encoder_beats #(
  parameter int unsigned Lanes = 4,
  localparam int unsigned CountW = $clog2(Lanes + 1)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  // Bytes of a message, from lane 0 on.
  input  logic               valid_i,
  output logic               ready_o,
  input  logic               end_i,          // the message ends with them
  input  logic [ CountW-1:0] count_i,
  input  logic [8*Lanes-1:0] bytes_i,        // above them the idle byte
  output logic               idle_o,         // none is held, or on the link
  // The link.
  output logic               link_valid_o,
  input  logic               link_ready_i,
  output logic [8*Lanes-1:0] link_data_o,
  output logic               link_last_o
);

  localparam int unsigned LaneW = (Lanes > 1) ? $clog2(Lanes) : 1;
  localparam int unsigned HeldW = (Lanes > 1) ? 8 * (Lanes - 1) : 8;
  localparam logic [CountW:0] Whole = (CountW + 1)'(Lanes);

  logic [LaneW-1:0] held_d, held_q;          // bytes held
  logic [HeldW-1:0] bytes_d, bytes_q;
  logic tail_d, tail_q;                      // they end a message
  logic [16*Lanes-1:0] joined;               // held bytes, new ones, idle; one byte too many
  logic [CountW:0] total;
  logic out_free;
  logic beat;
  logic link_valid_d, link_valid_q;
  logic link_last_d, link_last_q;
  logic [8*Lanes-1:0] link_data_d, link_data_q;

  assign out_free     = !link_valid_q || link_ready_i;
  assign ready_o      = out_free && !tail_q;
  assign idle_o       = !link_valid_q && (held_q == '0);
  assign link_valid_o = link_valid_q;
  assign link_last_o  = link_last_q;
  assign link_data_o  = link_data_q;

  always_comb begin
    joined = {{(16*Lanes-HeldW){1'b1}}, bytes_q};
    for (int unsigned h = 0; h < Lanes; h = h + 1) begin
      if (!tail_q && (held_q == LaneW'(h))) joined[8*h +: 8*Lanes] = bytes_i;
    end
    total = {1'b0, count_i} + (CountW + 1)'(held_q);
    beat  = tail_q || (valid_i && (end_i || (total >= Whole)));
  end

  always_comb begin
    link_valid_d = link_valid_q;
    link_last_d  = link_last_q;
    link_data_d  = link_data_q;
    held_d       = held_q;
    bytes_d      = bytes_q;
    tail_d       = tail_q;
    if (out_free) begin
      link_valid_d = beat;
      if (beat) begin
        link_data_d = joined[8*Lanes-1:0];
        link_last_d = tail_q || (end_i && (total <= Whole));
      end
      if (tail_q) begin
        tail_d = 1'b0;
        held_d = '0;
      end else if (valid_i) begin
        tail_d = end_i && (total > Whole);
        if (end_i && (total <= Whole)) begin
          held_d = '0;
        end else if (total >= Whole) begin
          held_d  = LaneW'(total - Whole);
          bytes_d = joined[8*Lanes +: HeldW];
        end else begin
          held_d  = LaneW'(total);
          bytes_d = joined[HeldW-1:0];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      link_valid_q <= 1'b0;
      link_last_q  <= 1'b0;
      link_data_q  <= '0;
      held_q       <= '0;
      bytes_q      <= '1;
      tail_q       <= 1'b0;
    end else begin
      link_valid_q <= link_valid_d;
      link_last_q  <= link_last_d;
      link_data_q  <= link_data_d;
      held_q       <= held_d;
      bytes_q      <= bytes_d;
      tail_q       <= tail_d;
    end
  end

endmodule
