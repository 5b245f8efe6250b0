// SPDX-License-Identifier: Apache-2.0
// The queue of records with two blocks each: as tr_encoder_queue, but each record has a place of
// its own, and any two in a row can be shown, whatever left before them.
//
// Every other record is in the other one of two memories. The next one of each is at hand, behind
// the two that are shown: so what leaves, which is known late, selects. What is written can be seen
// three cycles later.

module tr_encoder_window #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 8,  // records, 2 at least
  localparam int unsigned Places = Depth + 3,
  localparam int unsigned LevelW = $clog2(Places + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,     // empty it; wins over a write
  input  logic              wvalid_i,
  output logic              wready_o,
  input  logic [ Width-1:0] wdata_i,
  input  logic              wjoin_i,   // it may be shown with the one before, last_o
  output logic [ Width-1:0] last_o,    // written last
  output logic [LevelW-1:0] level_o,   // records in it
  output logic              valid_o,   // the oldest is shown
  output logic [ Width-1:0] first_o,
  output logic              there_o,   // so is the next one
  output logic [ Width-1:0] second_o,
  input  logic              pop_i,     // the oldest leaves
  input  logic              both_i     // the next one leaves too
);

  localparam int unsigned Half = (Places + 1) / 2;

  logic [Width:0] even;
  logic [Width:0] odd;
  logic even_valid;
  logic odd_valid;
  logic even_take;
  logic odd_take;
  logic write_odd_d, write_odd_q;
  logic oldest_odd_d, oldest_odd_q;
  // Behind those that are shown: the next one where the oldest came from, and in the other memory.
  // The record after the oldest, when it is not shown, is in the other memory.
  logic [Width:0] same;
  logic [Width:0] other;
  logic same_valid;
  logic other_valid;
  logic same_take;
  logic other_take;
  logic [Width-1:0] first_d, first_q;
  logic [Width:0] second_d, second_q;
  logic [Width-1:0] last_d, last_q;
  logic [LevelW-1:0] level_d, level_q;
  logic [LevelW-1:0] level_up;
  logic push;
  logic full_d, full_q;
  logic valid_d, valid_q;
  logic there_d, there_q;

  assign wready_o = !full_q;
  assign level_o  = level_q;
  assign last_o   = last_q;
  assign valid_o  = valid_q;
  assign first_o  = first_q;
  assign there_o  = there_q && second_q[Width];
  assign second_o = second_q[Width-1:0];

  assign push     = wvalid_i && wready_o;
  assign level_up = level_q + LevelW'(push);

  tr_encoder_bank #(
    .Width(Width + 1),
    .Places(Half)
  ) u_even (
    .clk_i,
    .rst_ni,
    .clr_i,
    .write_i(push && !write_odd_q),
    .wdata_i({wjoin_i, wdata_i}),
    .valid_o(even_valid),
    .oldest_o(even),
    .take_i(even_take)
  );

  tr_encoder_bank #(
    .Width(Width + 1),
    .Places(Half)
  ) u_odd (
    .clk_i,
    .rst_ni,
    .clr_i,
    .write_i(push && write_odd_q),
    .wdata_i({wjoin_i, wdata_i}),
    .valid_o(odd_valid),
    .oldest_o(odd),
    .take_i(odd_take)
  );

  assign same        = oldest_odd_q ? odd : even;
  assign other       = oldest_odd_q ? even : odd;
  assign same_valid  = oldest_odd_q ? odd_valid : even_valid;
  assign other_valid = oldest_odd_q ? even_valid : odd_valid;
  assign same_take   = same_valid && (!valid_q || pop_i);
  assign other_take  = other_valid && (!there_q || (pop_i && both_i));
  assign even_take   = oldest_odd_q ? other_take : same_take;
  assign odd_take    = oldest_odd_q ? same_take : other_take;

  always_comb begin
    last_d   = push ? wdata_i : last_q;
    first_d  = valid_q ? first_q : same[Width-1:0];
    second_d = there_q ? second_q : other;
    if (pop_i) begin
      first_d  = both_i ? same[Width-1:0] : there_q ? second_q[Width-1:0] : other[Width-1:0];
      second_d = both_i ? other : same;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q   <= '0;
      first_q  <= '0;
      second_q <= '0;
    end else begin
      last_q   <= last_d;
      first_q  <= first_d;
      second_q <= second_d;
    end
  end

  always_comb begin
    write_odd_d  = write_odd_q ^ push;
    oldest_odd_d = oldest_odd_q ^ (pop_i && !both_i);
    level_d      = !pop_i ? level_up : both_i ? level_up - LevelW'(2) : level_up - 1'b1;
    full_d       = (level_up == LevelW'(Places)) && !pop_i;
    valid_d      = valid_q || same_valid;
    there_d      = there_q || other_valid;
    if (pop_i) begin
      valid_d = both_i ? same_valid : there_q || other_valid;
      there_d = both_i ? other_valid : same_valid;
    end
    if (clr_i) begin
      write_odd_d  = 1'b0;
      oldest_odd_d = 1'b0;
      level_d      = '0;
      full_d       = 1'b0;
      valid_d      = 1'b0;
      there_d      = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_odd_q  <= 1'b0;
      oldest_odd_q <= 1'b0;
      level_q      <= '0;
      full_q       <= 1'b0;
      valid_q      <= 1'b0;
      there_q      <= 1'b0;
    end else begin
      write_odd_q  <= write_odd_d;
      oldest_odd_q <= oldest_odd_d;
      level_q      <= level_d;
      full_q       <= full_d;
      valid_q      <= valid_d;
      there_q      <= there_d;
    end
  end

endmodule
