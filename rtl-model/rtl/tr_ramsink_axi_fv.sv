// SPDX-License-Identifier: Apache-2.0
// Proof of tr_ramsink_axi, with any start and any slave that answers only what it has taken: address
// and data stay until they are taken, each is offered once per write, and the response ends the
// write.

module tr_ramsink_axi_fv (
  input logic       clk_i,
  input logic       start_i,
  input logic [3:0] addr_i,
  input logic [7:0] data_i,
  input logic       awready_i,
  input logic       wready_i,
  input logic       bvalid_i,
  input logic [1:0] bresp_i
);

  logic rst_nq, busy, done, error, awvalid, wvalid, bready;
  logic aw_q, w_q, aw_wait_q, w_wait_q, open_q;  // open_q: a write has begun and has no response
  logic [3:0] awaddr, addr_q;
  logic [7:0] wdata, data_q;

  tr_ramsink_axi #(.AddressW(4), .Width(1)) u_dut (
    .clk_i, .rst_ni(rst_nq), .start_i, .addr_i, .data_i, .busy_o(busy), .done_o(done),
    .error_o(error), .awvalid_o(awvalid), .awready_i, .awaddr_o(awaddr), .wvalid_o(wvalid),
    .wready_i, .wdata_o(wdata), .bvalid_i, .bready_o(bready), .bresp_i
  );

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      aw_q      <= 1'b0;
      w_q       <= 1'b0;
      aw_wait_q <= 1'b0;
      w_wait_q  <= 1'b0;
      open_q    <= 1'b0;
    end else begin
      assume (~bvalid_i | (aw_q & w_q));
      aw_wait_q <= awvalid & ~awready_i;
      w_wait_q  <= wvalid & ~wready_i;
      if (awvalid & awready_i) aw_q <= 1'b1;
      if (wvalid & wready_i) w_q <= 1'b1;
      if (done) begin
        aw_q   <= 1'b0;
        w_q    <= 1'b0;
        open_q <= 1'b0;
      end
      if (start_i & ~busy) begin
        open_q <= 1'b1;
        addr_q <= addr_i;
        data_q <= data_i;
      end
      if (aw_wait_q) assert (awvalid);
      if (w_wait_q) assert (wvalid);
      if (awvalid) assert (~aw_q & (awaddr == addr_q));
      if (wvalid) assert (~w_q & (wdata == data_q));
      if (bready) assert (aw_q & w_q);
      if (done) assert (error == bresp_i[1]);
      assert (busy == open_q);
      assert (busy | ~(awvalid | wvalid | bready));
    end
  end

endmodule
