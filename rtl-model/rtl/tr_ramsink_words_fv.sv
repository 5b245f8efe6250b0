// SPDX-License-Identifier: Apache-2.0
// Proof of tr_ramsink_words with a link of two bytes, words of three, no periodic idle bytes, and
// opening, refusing, dropping, flushes and back-pressure at any time: every byte of a message that
// is taken is in a word once, in order and in its place; a message is taken or swallowed as a
// whole; there are idle bytes only where a flush fills up the last word; a word waits unchanged;
// empty means empty. With tr_fifo_fv, tr_ramsink_pointers_fv and tr_ramsink_axi_fv,
// tr_ramsink_ahb_fv: what goes in comes to the bus.

module tr_ramsink_words_fv (
  input logic        clk_i,
  input logic        drop_i,
  input logic        open_i,
  input logic        refuse_i,
  input logic        flush_i,
  input logic        valid_i,
  input logic [15:0] data_i,
  input logic        last_i,
  input logic        ready_i,
  input logic        track_i,    // follow the first byte of this beat,
  input logic        second_i    // or the second one
);

  localparam int unsigned Width = 3;
  localparam int unsigned Lanes = 2;

  logic rst_nq;
  logic ready;
  logic valid;
  logic empty;
  logic beat;
  logic take;
  logic two;
  logic mid_q;
  logic take_q;
  logic wait_q;
  logic stays_q;
  logic follows_q;
  logic flushes_q;
  logic [23:0] word;
  logic [23:0] word_q;
  logic [7:0] want_q;
  logic [7:0] shown;
  logic [7:0] other;
  logic [15:0] data_q;
  logic last_q;
  // bytes in the buffer; before the one that is followed
  logic [3:0] held_q;
  logic [3:0] gone;
  logic [3:0] place_q;
  logic [3:0] ahead;

  tr_ramsink_words #(
    .Width(Width),
    .Lanes(Lanes)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .drop_i,
    .open_i,
    .refuse_i,
    .start_i(1'b0),
    .flush_i,
    .freq_i(3'd0),
    .link_valid_i(valid_i),
    .link_data_i(data_i),
    .link_last_i(last_i),
    .link_bytes_i('0),
    .link_ready_o(ready),
    .valid_o(valid),
    .word_o(word),
    .ready_i,
    .empty_o(empty)
  );

  assign beat  = valid_i & ready;
  assign take  = mid_q ? take_q : open_i;
  assign two   = data_i[1:0] != 2'b11;
  assign gone  = (valid && ready_i) ? 4'(Width) : 4'd0;
  assign ahead = held_q - gone + 4'(second_i);

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      mid_q     <= 1'b0;
      take_q    <= 1'b0;
      wait_q    <= 1'b0;
      stays_q   <= 1'b0;
      follows_q <= 1'b0;
      flushes_q <= 1'b0;
      held_q    <= '0;
    end else begin
      // The link: whole beats but for the last one of a message, idle lanes after its end; a beat
      // that waits stays.
      if (valid_i && !last_i) assume ((data_i[1:0] != 2'b11) & (data_i[9:8] != 2'b11));
      if (valid_i && last_i)
        assume ((data_i[1:0] == 2'b11) ? (data_i[15:8] == 8'hff) : (data_i[9:8] == 2'b11));
      if (wait_q) assume (valid_i & (data_i == data_q) & (last_i == last_q));
      wait_q <= valid_i & ~ready;
      data_q <= data_i;
      last_q <= last_i;
      // The sink opens when it is empty, and drops what is left when it closes without a flush.
      if (flush_i) assume (~open_i);
      if (beat) begin
        mid_q  <= ~last_i;
        take_q <= take & ~drop_i;
      end else if (drop_i) begin
        take_q <= 1'b0;
      end
      flushes_q <= ~drop_i & (flush_i | (flushes_q & (mid_q | valid)));
      // What is in the buffer: bytes taken, less words that left; a flush fills the last word up.
      held_q <= held_q - gone + ((beat && take) ? (two ? 4'd2 : 4'd1) : 4'd0);
      if (flushes_q && !mid_q && !valid && (held_q != '0)) held_q <= 4'(Width);
      if (drop_i) held_q <= '0;
      // One byte of a message.
      if (!follows_q && beat && take && track_i && (!second_i || two) && !drop_i) begin
        follows_q <= 1'b1;
        place_q   <= ahead;
        want_q    <= second_i ? data_i[15:8] : data_i[7:0];
      end else if (follows_q) begin
        place_q <= place_q - gone;
        if ((valid && ready_i && (place_q < 4'(Width))) || drop_i) follows_q <= 1'b0;
      end
      assert (held_q < 4'(Width + Lanes + 1));
      assert (valid == (held_q >= 4'(Width)));
      if (follows_q) assert (place_q < held_q);
      if (follows_q && valid && (place_q < 4'(Width))) assert (shown == want_q);
      // After the last byte there are idle ones: so they fill up a word.
      if (held_q <= 4'd2) assert (word[23:16] == 8'hff);
      if (held_q <= 4'd1) assert (word[15:8] == 8'hff);
      // Messages are taken as a whole; a swallowed one does not wait.
      if (!take && (mid_q || !refuse_i)) assert (ready);
      if (!take && !mid_q && refuse_i) assert (~ready);
      if (take && (held_q < 4'(Width)) && (mid_q || !flushes_q)) assert (ready);
      assert (empty == ((held_q == '0) & ~(mid_q & take_q)));
      // A word waits.
      stays_q <= valid & ~ready_i & ~drop_i;
      word_q  <= word;
      if (stays_q) assert (valid & (word == word_q));
      cover (follows_q & valid & ready_i & (place_q == 4'd2) & (held_q == 4'd4) & beat & take);
      cover (flushes_q & ~mid_q & ~valid & (held_q == 4'd1) & follows_q);
      cover (beat & take & ~mid_q & last_i & ~two & (held_q == 4'd2));
      cover (mid_q & ~take_q & open_i & beat & last_i);
    end
  end
  assign other = word[15:8];
  assign shown = (place_q == 4'd0) ? word[7:0] : (place_q == 4'd1) ? other : word[23:16];

endmodule
