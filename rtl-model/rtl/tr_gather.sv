// SPDX-License-Identifier: Apache-2.0
// Bytes of whole messages, gathered from the beats of a link: the front of RAM sink and ATB bridge.
//
// A message is taken or swallowed as a whole, as it is at its first beat. Bytes of acc_q from cnt_q
// on are idle (0xFF), and so are lanes after the end of a message: so padding is counting, and a
// beat is put in by an AND.

module tr_gather #(
  parameter int unsigned Width = 4,   // bytes that leave at a time
  parameter int unsigned Spare = 0,   // bytes more: with as many as Lanes link_ready_o does
                                      // not need take_i in the same cycle
  parameter bit          Async = 1'b0,
  parameter int unsigned Lanes = 4,
  localparam int unsigned AccB = Width + Spare + Lanes,
  localparam int unsigned CntW = $clog2(AccB + 1)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               drop_i,      // drop the buffer, and the rest of a message
  input  logic               open_i,      // messages are taken, else swallowed
  input  logic               refuse_i,    // while not open: they are refused
  input  logic               hold_i,      // while open: no new one
  input  logic               start_i,     // the component is being enabled
  input  logic [        2:0] freq_i,      // trXxAsyncFreq
  input  logic               link_valid_i,
  input  logic [8*Lanes-1:0] link_data_i,
  input  logic               link_last_i,
  output logic               link_ready_o,
  output logic [   CntW-1:0] count_o,     // bytes in the buffer
  output logic [8*Width-1:0] word_o,      // the first of them
  output logic               mid_o,       // in the middle of a message
  output logic               taking_o,    // which is being taken
  input  logic               take_i,      // word_o leaves
  output logic [   CntW-1:0] left_o,      // bytes that remain then
  input  logic               pad_i        // idle bytes fill up a word: only while nothing is taken
);

  logic mid_q, take_q, take, room, beat, idle_byte;
  logic [8*AccB-1:0] acc_q, acc_left;
  logic [CntW-1:0] cnt_q, cnt_left, bytes, at;

  assign take         = mid_q ? take_q : open_i;
  assign cnt_left     = ~take_i ? cnt_q : (cnt_q > CntW'(Width)) ? cnt_q - CntW'(Width) : '0;
  assign acc_left     = take_i ? {{8*Width{1'b1}}, acc_q[8*AccB-1:8*Width]} : acc_q;
  assign at           = cnt_left + CntW'(idle_byte);
  assign link_ready_o = take ? room & (mid_q | ~hold_i) : (mid_q | ~refuse_i);
  assign beat         = link_valid_i & take & link_ready_o;
  assign count_o      = cnt_q;
  assign left_o       = cnt_left;
  assign word_o       = acc_q[8*Width-1:0];
  assign mid_o        = mid_q;
  assign taking_o     = mid_q & take_q;

  if (Spare == 0) begin : g_room
    assign room = cnt_left < CntW'(Width);
  end else begin : g_spare
    assign room = cnt_q < CntW'(Width + Spare);
  end

  always_comb begin
    bytes = CntW'(Lanes);
    for (int unsigned k = 1; k <= Lanes; k = k + 1) begin
      if (link_data_i[8*(Lanes-k) +: 2] == tr_pkg::MseoEnd) bytes = CntW'(Lanes - k + 1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mid_q  <= 1'b0;
      take_q <= 1'b0;
      cnt_q  <= '0;
      acc_q  <= '1;
    end else begin
      if (link_valid_i & link_ready_o) begin
        mid_q  <= ~link_last_i;
        take_q <= take;
      end
      cnt_q <= cnt_left;
      acc_q <= acc_left;
      if (beat) begin
        cnt_q <= at + bytes;
        acc_q <= acc_left & ~({{(8*(AccB-Lanes)){1'b0}}, ~link_data_i} << {at, 3'b000});
      end else if (pad_i) begin
        cnt_q <= CntW'(Width);
      end
      if (drop_i) begin
        take_q <= 1'b0;
        cnt_q  <= '0;
        acc_q  <= '1;
      end
    end
  end

  // An idle byte before the first message after every 2^(freq + 5) bytes, with its first beat.
  if (Async) begin : g_async
    logic [12:0] left_q, left;
    logic counts_q, counts;

    assign counts    = mid_q ? counts_q : (freq_i != 3'd0);
    assign idle_byte = ~mid_q & (freq_i != 3'd0) & (left_q == '0);
    assign left      = idle_byte ? 13'd32 << freq_i : left_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        left_q   <= '0;
        counts_q <= 1'b0;
      end else if (start_i) begin
        left_q   <= '0;
      end else if (beat) begin
        counts_q <= counts;
        if (counts) left_q <= (left > 13'(bytes)) ? left - 13'(bytes) : '0;
      end
    end
  end else begin : g_no_async
    logic unused;
    assign unused    = &{1'b0, start_i, freq_i};
    assign idle_byte = 1'b0;
  end

endmodule
