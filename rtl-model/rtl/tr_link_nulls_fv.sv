// SPDX-License-Identifier: Apache-2.0
// Proof of tr_link_nulls: what goes in comes out once, in order and unchanged; before a packet, and
// only where one is due, SyncNulls null.idle and a null.alignment. A sequence is due when
// 2^(freq + 5) bytes of packets have come since the one before, and when the component was enabled.

module tr_link_nulls_fv (
  input logic        clk_i,
  input logic        open_i,
  input logic        start_i,
  input logic [ 2:0] freq_i,
  input logic        valid_i,
  input logic [15:0] data_i,
  input logic        last_i,
  input logic        bytes_i,
  input logic        ready_i
);

  localparam int unsigned SyncNulls = 4;  // with the null.alignment not a number of whole beats

  logic rst_nq;
  logic ready;
  logic valid;
  logic [15:0] data;
  logic last;
  logic bytes;
  logic come;       // a beat is taken
  logic goes;       // one leaves
  logic begins;     // a sequence does, before the packet whose first beat is shown
  logic null_beat;
  logic counts;
  logic more_left;
  // of the packet that is under way
  logic mid_q;
  logic counts_q;
  // the beat of the cycle before
  logic wait_q;
  logic [15:0] data_q;
  logic data_last_q;
  logic data_bytes_q;
  // the beat that waits for null packets
  logic held_q;
  logic [15:0] held_data_q;
  logic held_last_q;
  logic held_bytes_q;
  logic [2:0] nulls_q;   // null packets that are still to go
  logic [2:0] nulls;
  logic [12:0] left_q;   // bytes until the next sequence
  logic [12:0] left;
  logic [12:0] taken;

  tr_link_nulls #(
    .SyncNulls(SyncNulls),
    .Lanes    (2)
  ) u_dut (
    .clk_i,
    .rst_ni      (rst_nq),
    .open_i,
    .start_i,
    .freq_i,
    .link_valid_i(valid_i),
    .link_data_i (data_i),
    .link_last_i (last_i),
    .link_bytes_i(bytes_i),
    .link_ready_o(ready),
    .link_valid_o(valid),
    .link_data_o (data),
    .link_last_o (last),
    .link_bytes_o(bytes),
    .link_ready_i(ready_i)
  );

  assign come      = valid_i && ready;
  assign goes      = valid && ready_i;
  assign begins    = !held_q && !mid_q && open_i && (freq_i != 3'd0) && (left_q == '0);
  assign nulls     = begins ? 3'(SyncNulls + 1) : nulls_q;
  assign null_beat = nulls != '0;
  assign counts    = mid_q ? counts_q : open_i && (freq_i != 3'd0);
  assign left      = begins ? 13'd32 << freq_i : left_q;
  assign taken     = 13'(bytes_i) + 13'd1;
  assign more_left = left > taken;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      mid_q      <= 1'b0;
      counts_q   <= 1'b0;
      held_q     <= 1'b0;
      wait_q     <= 1'b0;
      nulls_q    <= '0;
      left_q     <= '0;
    end else begin
      // The sender keeps the rules of the link.
      if (wait_q) assume (valid_i);
      if (wait_q) assume ({data_i, last_i, bytes_i} == {data_q, data_last_q, data_bytes_q});
      wait_q       <= valid_i && !ready;
      data_q       <= data_i;
      data_last_q  <= last_i;
      data_bytes_q <= bytes_i;
      if (come) begin
        mid_q    <= !last_i;
        counts_q <= counts;
      end
      if (come && counts) left_q <= more_left ? left - taken : '0;
      if (start_i) left_q <= '0;
      // Null packets go, then the beat that has waited for them.
      if (come && begins) begin
        held_q       <= 1'b1;
        held_data_q  <= data_i;
        held_last_q  <= last_i;
        held_bytes_q <= bytes_i;
      end
      if (goes && null_beat) nulls_q <= (nulls > 3'd2) ? nulls - 3'd2 : '0;
      if (goes && held_q && !null_beat) held_q <= 1'b0;
      // What comes out.
      if (held_q) assert (valid && !ready);
      if (!held_q) assert ((valid == valid_i) && (ready == ready_i));
      if (valid && null_beat) begin
        assert (!last);
        assert (bytes == (nulls > 3'd1));
        assert (data[7:0] == ((nulls == 3'd1) ? 8'h80 : 8'h00));
        if (bytes) assert (data[15:8] == ((nulls == 3'd2) ? 8'h80 : 8'h00));
      end
      if (valid && !null_beat && held_q) begin
        assert ({data, last, bytes} == {held_data_q, held_last_q, held_bytes_q});
      end
      if (valid && !null_beat && !held_q) begin
        assert ({data, last, bytes} == {data_i, last_i, bytes_i});
      end
      cover (goes && held_q && !null_beat && held_last_q);
      cover (goes && null_beat && (nulls == 3'd1));
      cover (come && counts && !begins && (left_q != '0) && last_i && mid_q);
    end
  end

endmodule
