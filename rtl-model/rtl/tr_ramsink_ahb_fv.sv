// SPDX-License-Identifier: Apache-2.0
// Proof of tr_ramsink_ahb with any words and any slave: each word that is taken has one address
// phase, with its address, and one data phase, with its data, in the order in which the words came;
// address and control stay while HREADY is 0, and so do data; transfers follow each other without a
// gap; each gets one answer, with the ERROR of its own data phase; what is under way is known.

module tr_ramsink_ahb_fv (
  input logic       clk_i,
  input logic       start_i,
  input logic [1:0] addr_i,
  input logic [1:0] data_i,
  input logic       hready_i,
  input logic       hresp_i,
  input logic       track_i   // follow this word
);

  logic rst_nq;
  logic begins;
  logic more;
  logic done;
  logic error;
  logic begun_q;
  logic [1:0] haddr;
  logic [1:0] htrans;
  logic [1:0] held_addr_q;
  logic [1:0] held_data_q;
  logic [1:0] want_addr_q;
  logic [1:0] want_data_q;
  logic [7:0] wide;
  logic wait_addr_q;
  logic wait_data_q;
  logic data_phase_q;
  logic ended_q;
  logic resp_q;
  // Numbers modulo 8: words taken, address and data phases that ended, answers.
  logic [2:0] taken_q;
  logic [2:0] addressed_q;
  logic [2:0] written_q;
  logic [2:0] answered_q;
  logic follows_q;
  logic [2:0] own_q;            // number of the word that is followed

  tr_ramsink_ahb #(
    .AddressW(2),
    .Width(1)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .start_i,
    .begin_o(begins),
    .addr_i,
    .data_i({3'b000, data_i, 3'b000}),
    .more_o(more),
    .done_o(done),
    .error_o(error),
    .haddr_o(haddr),
    .htrans_o(htrans),
    .hwdata_o(wide),
    .hready_i,
    .hresp_i
  );

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      taken_q      <= '0;
      addressed_q  <= '0;
      written_q    <= '0;
      answered_q   <= '0;
      wait_addr_q  <= 1'b0;
      wait_data_q  <= 1'b0;
      data_phase_q <= 1'b0;
      ended_q      <= 1'b0;
      begun_q      <= 1'b0;
      follows_q    <= 1'b0;
    end else begin
      taken_q     <= taken_q + 3'(begins);
      addressed_q <= addressed_q + 3'(htrans[1] & hready_i);
      written_q   <= written_q + 3'(data_phase_q & hready_i);
      answered_q  <= answered_q + 3'(done);
      // What the bus sees: a data phase follows each address phase.
      if (hready_i) data_phase_q <= htrans[1];
      ended_q     <= data_phase_q & hready_i;
      resp_q      <= hresp_i;
      wait_addr_q <= htrans[1] & ~hready_i;
      held_addr_q <= haddr;
      wait_data_q <= data_phase_q & ~hready_i;
      held_data_q <= wide[4:3];
      begun_q     <= begins;
      if (!follows_q && begins && track_i) begin
        follows_q   <= 1'b1;
        own_q       <= taken_q;
        want_addr_q <= addr_i;
        want_data_q <= data_i;
      end else if (follows_q && data_phase_q && hready_i && (written_q == own_q)) begin
        follows_q <= 1'b0;
      end
      // Taken as soon as there is a place, and on the bus in the next cycle.
      assert (begins == (start_i & (~htrans[1] | hready_i)));
      if (begun_q) assert (htrans == 2'b10);
      assert (~htrans[0]);
      assert (taken_q == addressed_q + 3'(htrans[1]));
      assert (addressed_q == written_q + 3'(data_phase_q));
      // The slave's wait states.
      if (wait_addr_q) assert (htrans[1] & (haddr == held_addr_q));
      if (wait_data_q) assert (wide[4:3] == held_data_q);
      if (data_phase_q) assert ((wide & 8'he7) == '0);
      // The word that is followed.
      if (follows_q && htrans[1] && (addressed_q == own_q)) assert (haddr == want_addr_q);
      if (follows_q && data_phase_q && (written_q == own_q)) assert (wide[4:3] == want_data_q);
      // Answers.
      assert (done == ended_q);
      if (done) assert (error == resp_q);
      assert (answered_q + 3'(done) == written_q);
      assert (more == (taken_q != written_q));
      cover (follows_q & data_phase_q & wait_data_q & htrans[1] & (written_q == own_q) &
             (want_data_q == 2'd2));
      cover (done & error & more & (taken_q == 3'd4));
      cover (begins & htrans[1] & data_phase_q & ended_q);
    end
  end

endmodule
