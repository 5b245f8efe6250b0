// SPDX-License-Identifier: Apache-2.0
// Proof of tr_ramsink_axi with up to three writes under way, with any words and any slave that
// answers only what it has taken: each word that is taken is on the bus once, unchanged and in
// order, with the address of its write; bursts have four words, WLAST and their own response, in
// order; address and data stay until they are taken; what is under way is known.

module tr_ramsink_axi_fv (
  input logic       clk_i,
  input logic       start_i,
  input logic       four_i,
  input logic       known_i,
  input logic       fits_i,
  input logic [1:0] addr_i,
  input logic [1:0] data_i,
  input logic       awready_i,
  input logic       wready_i,
  input logic       bvalid_i,
  input logic [1:0] bresp_i
);

  localparam int unsigned Outstanding = 3;

  logic rst_nq;
  logic begins;
  logic burst;
  logic pop;
  logic more;
  logic done;
  logic done_burst;
  logic error;
  logic awvalid;
  logic awburst;
  logic wvalid;
  logic wstrb;
  logic wlast;
  logic bready;
  logic answer;
  logic aw_wait_q;
  logic w_wait_q;
  logic answer_q;
  logic error_q;
  logic [1:0] awaddr;
  logic [1:0] wdata;
  logic [1:0] addr_q;
  logic [1:0] data_q;
  logic [7:0] wide;
  // Numbers modulo 16: words taken and on the bus, writes begun, their addresses and last words on
  // the bus, responses.
  logic [3:0] taken_q;
  logic [3:0] sent_q;
  logic [3:0] begun_q;
  logic [3:0] addressed_q;
  logic [3:0] ended_q;
  logic [3:0] answered_q;
  logic [3:0] begun_words_q;
  logic [3:0] done_words_q;
  logic [1:0] beat_q;           // of the write on the bus
  logic w_burst_q;              // the write that has begun last is a burst

  tr_ramsink_axi #(
    .AddressW(2),
    .Width(1),
    .Outstanding(Outstanding)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .start_i,
    .four_i,
    .known_i,
    .fits_i,
    .addr_i,
    .data_i({3'b000, data_i, 3'b000}),
    .orphan_i(1'b0),
    .begin_o(begins),
    .burst_o(burst),
    .pop_o(pop),
    .more_o(more),
    .done_o(done),
    .done_burst_o(done_burst),
    .error_o(error),
    .awvalid_o(awvalid),
    .awready_i,
    .awaddr_o(awaddr),
    .awburst_o(awburst),
    .wvalid_o(wvalid),
    .wready_i,
    .wdata_o(wide),
    .wstrb_o(wstrb),
    .wlast_o(wlast),
    .bvalid_i,
    .bready_o(bready),
    .bresp_i
  );
  assign wdata  = wide[4:3];
  assign answer = bready & bvalid_i;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      aw_wait_q     <= 1'b0;
      w_wait_q      <= 1'b0;
      answer_q      <= 1'b0;
      taken_q       <= '0;
      sent_q        <= '0;
      begun_q       <= '0;
      addressed_q   <= '0;
      ended_q       <= '0;
      answered_q    <= '0;
      begun_words_q <= '0;
      done_words_q  <= '0;
      beat_q        <= '0;
      w_burst_q     <= 1'b0;
    end else begin
      assume (~four_i | start_i);
      // The slave: a response to a write that it has.
      assume (~bvalid_i | ((addressed_q != answered_q) & (ended_q != answered_q)));
      taken_q       <= taken_q + 4'(pop);
      sent_q        <= sent_q + 4'(wvalid & wready_i);
      begun_q       <= begun_q + 4'(begins);
      addressed_q   <= addressed_q + 4'(awvalid & awready_i);
      ended_q       <= ended_q + 4'(wvalid & wready_i & wlast);
      answered_q    <= answered_q + 4'(answer);
      begun_words_q <= begun_words_q + (begins ? (burst ? 4'd4 : 4'd1) : 4'd0);
      done_words_q  <= done_words_q + (done ? (done_burst ? 4'd4 : 4'd1) : 4'd0);
      answer_q      <= answer;
      error_q       <= bresp_i[1];
      aw_wait_q     <= awvalid & ~awready_i;
      w_wait_q      <= wvalid & ~wready_i;
      if (begins) begin
        addr_q    <= addr_i;
        w_burst_q <= burst;
        assert (start_i);
        if (burst) assert (fits_i & four_i);
      end
      if (pop) data_q <= data_i;
      if (wvalid && wready_i) beat_q <= wlast ? 2'd0 : beat_q + 2'd1;
      // Addresses.
      if (aw_wait_q) assert (awvalid);
      if (awvalid) assert ((awaddr == addr_q) & (awburst == w_burst_q));
      assert (begun_q == addressed_q + 4'(awvalid));
      // Words.
      if (w_wait_q) assert (wvalid);
      if (wvalid) assert ((wdata == data_q) & wstrb);
      assert (taken_q == sent_q + 4'(wvalid));
      if (wvalid) assert (wlast == (w_burst_q ? beat_q == 2'd3 : beat_q == 2'd0));
      // Responses.
      if (bready) assert ((addressed_q != answered_q) & (ended_q != answered_q));
      assert ((begun_q - answered_q) <= 4'(Outstanding));
      assert (more == (begun_q != answered_q));
      assert (done == answer_q);
      if (done) assert (error == error_q);
      if (!more && !done) assert ((begun_words_q == done_words_q) & (begun_words_q == sent_q));
      cover (((begun_q - answered_q) == 4'(Outstanding)) & awvalid & aw_wait_q & wvalid);
      cover (done & done_burst & error & (begun_q != answered_q));
      cover ((ended_q != answered_q) & (addressed_q == answered_q));
    end
  end

endmodule
