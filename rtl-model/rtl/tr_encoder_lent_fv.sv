// SPDX-License-Identifier: Apache-2.0
// Proof of what tr_encoder_pack lends: TSTAMP of a message is its time less that of the message
// before, or all of it with SYNC, and when the other packer has been there since; what the other
// packer asks for is its value less the one that it kept, or all of it.

module tr_encoder_lent_fv (
  input logic       clk_i,
  input logic       valid_i,
  input logic       sync_i,
  input logic [1:0] time_i,
  input logic       ts_i,        // messages have TSTAMP
  input logic       lent_i,
  input logic       keep_i,
  input logic       less_i,
  input logic [1:0] value_i,
  input logic       link_ready_i
);

  logic rst_nq;
  logic ts_on_q;
  logic lent_q;
  logic some_q;                  // a time was sent since the other packer was there
  logic kept_q;                  // the other packer has kept one since it is there
  logic [1:0] time_q;            // that time
  logic [1:0] value_q;           // that one
  logic ready;
  logic idle;
  logic taken;
  logic link_valid;
  logic link_last;
  logic [7:0] data;
  logic [1:0] diff;
  logic unused;

  assign unused = &{1'b0, link_valid, link_last, data};
  assign taken  = valid_i && ready;

  tr_encoder_pack #(
    .AddrW(1),
    .ValueAW(1),
    .ValueBW(1),
    .HistW(1),
    .TsW(2),
    .Ts(1'b1),
    .SrcW(0),
    .Lanes(1),
    .Staged(1'b0),
    .LentW(2)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .src_bits_i(4'd0),
    .src_i(12'd0),
    .extend_i(1'b0),
    .ts_on_i(ts_on_q),
    .valid_i,
    .ready_o(ready),
    .tcode_i(sync_i ? tr_pkg::TcodeDirectBranchSync : tr_pkg::TcodeError),
    .f4_i(4'd0),
    .f2_i(2'd0),
    .use_i(3'b001),
    .a_i(1'b0),
    .b_i(1'b0),
    .c_i(1'b0),
    .ts_i(time_i),
    .idle_o(idle),
    .lent_i,
    .lent_keep_i(keep_i),
    .lent_less_i(less_i),
    .lent_addr_i(value_i),
    .lent_diff_o(diff),
    .link_valid_o(link_valid),
    .link_ready_i,
    .link_data_o(data),
    .link_last_o(link_last)
  );

  // TSTAMP, one cycle after the message was taken.
  (* hierconn *) logic [1:0] \u_dut.ts ;

  logic asked_q;
  logic [1:0] answer_q;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    // The other packer begins when nothing is under way here, and nothing comes before it ends.
    assume (!lent_i || !valid_i);
    assume (!lent_i || lent_q || idle);
    // What it has not kept since it began it does not ask for.
    assume (!less_i || kept_q || !lent_i);
    ts_on_q <= rst_nq ? ts_on_q : ts_i;
    if (!rst_nq) begin
      lent_q  <= 1'b0;
      some_q  <= 1'b1;           // after a reset: of 0
      kept_q  <= 1'b0;
      time_q  <= '0;
      asked_q <= 1'b0;
    end else begin
      lent_q <= lent_i;
      kept_q <= lent_i && (kept_q || keep_i);
      if (lent_i && keep_i) value_q <= value_i;
      if (lent_i) some_q <= 1'b0;
      if (taken && ts_on_q) begin
        some_q <= 1'b1;
        time_q <= time_i;
      end
      asked_q  <= taken && ts_on_q;
      answer_q <= time_i - ((some_q && !sync_i) ? time_q : 2'd0);
      assert (!asked_q || (\u_dut.ts == answer_q));
      assert (!lent_i || (diff == (value_i - (less_i ? value_q : 2'd0))));
      cover (asked_q && some_q && !lent_q && (answer_q == 2'd3));
      cover (lent_i && less_i && (value_q != 2'd0) && (diff != value_i));
      cover (taken && ts_on_q && !some_q && !sync_i && (time_i != 2'd0));
    end
  end

endmodule
