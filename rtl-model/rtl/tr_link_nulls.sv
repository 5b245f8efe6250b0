// SPDX-License-Identifier: Apache-2.0
// Synchronization sequences of E-Trace on a link: SyncNulls null.idle and a null.alignment before
// the first packet after every 2^(freq + 5) bytes (Packet Encapsulation 1.0, Synchronization;
// trXxAsyncFreq in TCI 1.0). They are part of that packet: whether it is taken is decided at its
// first beat, which is kept here until they have gone.

module tr_link_nulls #(
  parameter int unsigned SyncNulls = 40,
  parameter int unsigned Lanes = 4,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               open_i,   // packets are taken
  input  logic               start_i,  // the component is being enabled
  input  logic [        2:0] freq_i,   // trXxAsyncFreq
  input  logic               link_valid_i,
  input  logic [8*Lanes-1:0] link_data_i,
  input  logic               link_last_i,
  input  logic [ BytesW-1:0] link_bytes_i,
  output logic               link_ready_o,
  output logic               link_valid_o,
  output logic [8*Lanes-1:0] link_data_o,
  output logic               link_last_o,
  output logic [ BytesW-1:0] link_bytes_o,
  input  logic               link_ready_i
);

  localparam int unsigned NullW = $clog2(SyncNulls + 2);

  typedef enum logic [1:0] {
    StPass,   // beats pass
    StNulls,  // null packets go, a beat waits
    StHeld    // the beat that has waited goes
  } state_e;

  state_e state_d, state_q;
  logic mid_d, mid_q;
  logic first;
  logic due;
  logic come;                             // a beat of a packet has been taken from the sender
  logic counts_d, counts_q;
  logic counts;
  logic held_last_d, held_last_q;
  logic final_beat;
  logic [8*Lanes-1:0] held_d, held_q;
  logic [8*Lanes-1:0] nulls;
  logic [BytesW-1:0] held_bytes_d, held_bytes_q;
  logic [NullW-1:0] nulls_d, nulls_q;     // null packets to go, with the null.alignment
  logic [NullW-1:0] nulls_now;
  logic [12:0] left_d, left_q;            // bytes until the next sequence
  logic [12:0] left;
  logic [12:0] taken;                     // bytes of the beat

  assign first        = (state_q == StPass) && !mid_q;
  assign due          = first && open_i && (freq_i != 3'd0) && (left_q == '0);
  assign nulls_now    = (state_q == StNulls) ? nulls_q : NullW'(SyncNulls + 1);
  assign final_beat   = nulls_now <= NullW'(Lanes);
  assign come         = link_valid_i && link_ready_o;
  assign link_ready_o = (state_q == StPass) && link_ready_i;
  assign link_valid_o = (state_q != StPass) || link_valid_i;

  always_comb begin
    nulls = '0;
    for (int unsigned k = 0; k < Lanes; k = k + 1) begin
      if (nulls_now == NullW'(k + 1)) nulls[8*k +: 8] = tr_pkg::NullAlignment;
    end
  end

  always_comb begin
    link_data_o  = link_data_i;
    link_last_o  = link_last_i;
    link_bytes_o = link_bytes_i;
    if ((state_q == StNulls) || due) begin
      link_data_o  = nulls;
      link_last_o  = 1'b0;
      link_bytes_o = final_beat ? BytesW'(nulls_now - 1'b1) : BytesW'(Lanes - 1);
    end else if (state_q == StHeld) begin
      link_data_o  = held_q;
      link_last_o  = held_last_q;
      link_bytes_o = held_bytes_q;
    end
  end

  always_comb begin
    state_d = state_q;
    nulls_d = nulls_q;
    if (link_valid_o && link_ready_i) begin
      if ((state_q == StNulls) || due) begin
        state_d = final_beat ? StHeld : StNulls;
        nulls_d = nulls_now - NullW'(Lanes);
      end else begin
        state_d = StPass;
      end
    end
  end

  assign held_d       = due ? link_data_i : held_q;
  assign held_last_d  = due ? link_last_i : held_last_q;
  assign held_bytes_d = due ? link_bytes_i : held_bytes_q;
  assign mid_d        = come ? !link_last_i : mid_q;

  // A packet counts as it is when its first beat comes.
  assign counts = mid_q ? counts_q : open_i && (freq_i != 3'd0);
  assign left   = due ? 13'd32 << freq_i : left_q;

  assign taken    = 13'(link_bytes_i) + 13'd1;
  assign counts_d = come ? counts : counts_q;

  always_comb begin
    left_d = left_q;
    if (come && counts) left_d = (left > taken) ? left - taken : '0;
    if (start_i) left_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= StPass;
      mid_q    <= 1'b0;
      nulls_q  <= '0;
      left_q   <= '0;
      counts_q <= 1'b0;
    end else begin
      state_q  <= state_d;
      mid_q    <= mid_d;
      nulls_q  <= nulls_d;
      left_q   <= left_d;
      counts_q <= counts_d;
    end
  end

  always_ff @(posedge clk_i) begin
    held_q       <= held_d;
    held_last_q  <= held_last_d;
    held_bytes_q <= held_bytes_d;
  end

endmodule
