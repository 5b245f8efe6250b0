// SPDX-License-Identifier: Apache-2.0
// Writes words to an AXI4 bus: INCR bursts of one beat or of four, all with one ID, so that
// responses come in the order of the writes (AMBA AXI, Transaction ordering). Address and first
// data are on the bus at once and stay until they are taken (Handshake process); up to Outstanding
// writes wait for responses. When half as many do, a word waits for three more: so single words
// have the shortest way while the bus is quick, and bursts fill it when it is slow.

module tr_ramsink_axi #(
  parameter int unsigned AddressW = 64,
  parameter int unsigned Width = 4,       // bytes
  parameter int unsigned Outstanding = 16,
  parameter bit          Bursts = 1'b1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                start_i,  // there is a word; it can be written
  input  logic                four_i,   // there are four
  input  logic                known_i,  // it is known whether
  input  logic                fits_i,   // addr_i can be that of a burst
  input  logic [AddressW-1:0] addr_i,
  input  logic [ 8*Width-1:0] data_i,
  input  logic                orphan_i, // what is left of a burst is no longer wanted
  output logic                begin_o,  // a write begins
  output logic                burst_o,  // with begin_o: of four words
  output logic                pop_o,    // data_i is taken
  output logic                more_o,   // a write has begun and has not ended
  output logic                done_o,   // the oldest write has its response
  output logic                done_burst_o,
  output logic                error_o,  // with done_o: it is an error
  output logic                awvalid_o,
  input  logic                awready_i,
  output logic [AddressW-1:0] awaddr_o,
  output logic                awburst_o, // four beats, not one
  output logic                wvalid_o,
  input  logic                wready_i,
  output logic [ 8*Width-1:0] wdata_o,
  output logic                wstrb_o,
  output logic                wlast_o,
  input  logic                bvalid_i,
  output logic                bready_o,
  input  logic [         1:0] bresp_i
);

  localparam int unsigned CountW = $clog2(Outstanding + 1);
  localparam int unsigned Half = (Outstanding > 1) ? Outstanding / 2 : 1;

  // Writes that have begun and have no response: count_plus when one begins, else count_left.
  logic done_d, done_q;
  logic done_burst_d, done_burst_q;
  logic error_d, error_q;
  logic awvalid_d, awvalid_q;
  logic awburst_d, awburst_q;
  logic [AddressW-1:0] awaddr_d, awaddr_q;
  logic wvalid_d, wvalid_q;
  logic wstrb_d, wstrb_q;
  logic wlast_d, wlast_q;
  logic [8*Width-1:0] wdata_d, wdata_q;
  logic [CountW-1:0] count_d, count_q;
  logic [CountW-1:0] count_left;
  logic [CountW-1:0] count_plus;
  logic some_d, some_q;        // one at least
  logic many_d, many_q;        // two
  logic crowded_d, crowded_q;  // Half
  logic full_d, full_q;        // Outstanding
  logic [Outstanding-1:0] burst_d, burst_q;  // which of them are bursts
  logic [Outstanding-1:0] burst_left;        // the oldest first
  logic [1:0] beats_d, beats_q;  // of a burst, not yet in wdata_q
  logic free;
  logic sending;
  logic answer;
  logic unused_bresp;

  assign unused_bresp = bresp_i[0];
  assign free         = !wvalid_q || wready_i;
  assign burst_o      = Bursts && fits_i && four_i;
  assign begin_o      = start_i && free && (!awvalid_q || awready_i) && (beats_q == '0) &&
                        !full_q && (!Bursts || !crowded_q || (known_i && (!fits_i || four_i)));
  assign pop_o        = begin_o || (free && (beats_q != '0) && !orphan_i);
  // Responses are those of writes that have left: all but the one on the bus.
  assign sending      = awvalid_q || wvalid_q || (beats_q != '0);
  assign bready_o     = sending ? many_q : some_q;
  assign answer       = bready_o && bvalid_i;
  assign more_o       = some_q;
  assign count_left   = count_q - CountW'(answer);
  assign count_plus   = count_left + 1'b1;
  assign burst_left   = answer ? burst_q >> 1 : burst_q;

  assign count_d      = begin_o ? count_plus : count_left;
  assign some_d       = begin_o || (count_left != '0);
  assign many_d       = begin_o ? count_left != '0 : (count_left >> 1) != '0;
  assign crowded_d    = (begin_o ? count_plus : count_left) >= CountW'(Half);
  assign full_d       = (begin_o ? count_plus : count_left) == CountW'(Outstanding);
  assign done_d       = answer;
  assign done_burst_d = burst_q[0];
  assign error_d      = bresp_i[1];  // SLVERR, DECERR

  always_comb begin
    awvalid_d = awvalid_q;
    wvalid_d  = wvalid_q;
    wstrb_d   = wstrb_q;
    wlast_d   = wlast_q;
    wdata_d   = wdata_q;
    beats_d   = beats_q;
    awburst_d = awburst_q;
    awaddr_d  = awaddr_q;
    burst_d   = burst_left;
    if (awready_i) awvalid_d = 1'b0;
    if (free) begin
      wvalid_d = begin_o || (beats_q != '0);
      wstrb_d  = begin_o || !orphan_i;
      wlast_d  = begin_o ? !burst_o : beats_q == 2'd1;
      wdata_d  = data_i;
      if (beats_q != '0) beats_d = beats_q - 1'b1;
    end
    if (begin_o) begin
      awvalid_d = 1'b1;
      awburst_d = burst_o;
      awaddr_d  = addr_i;
      if (burst_o) beats_d = 2'd3;
      for (int unsigned k = 0; k < Outstanding; k = k + 1) begin
        if (count_left == CountW'(k)) burst_d[k] = burst_o;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q      <= '0;
      some_q       <= 1'b0;
      many_q       <= 1'b0;
      crowded_q    <= 1'b0;
      full_q       <= 1'b0;
      burst_q      <= '0;
      beats_q      <= '0;
      done_q       <= 1'b0;
      done_burst_q <= 1'b0;
      error_q      <= 1'b0;
      awvalid_q    <= 1'b0;
      awburst_q    <= 1'b0;
      awaddr_q     <= '0;
      wvalid_q     <= 1'b0;
      wstrb_q      <= 1'b0;
      wlast_q      <= 1'b0;
      wdata_q      <= '0;
    end else begin
      count_q      <= count_d;
      some_q       <= some_d;
      many_q       <= many_d;
      crowded_q    <= crowded_d;
      full_q       <= full_d;
      burst_q      <= burst_d;
      beats_q      <= beats_d;
      done_q       <= done_d;
      done_burst_q <= done_burst_d;
      error_q      <= error_d;
      awvalid_q    <= awvalid_d;
      awburst_q    <= awburst_d;
      awaddr_q     <= awaddr_d;
      wvalid_q     <= wvalid_d;
      wstrb_q      <= wstrb_d;
      wlast_q      <= wlast_d;
      wdata_q      <= wdata_d;
    end
  end

  assign done_o       = done_q;
  assign done_burst_o = done_burst_q;
  assign error_o      = error_q;
  assign awvalid_o    = awvalid_q;
  assign awburst_o    = awburst_q;
  assign awaddr_o     = awaddr_q;
  assign wvalid_o     = wvalid_q;
  assign wstrb_o      = wstrb_q;
  assign wlast_o      = wlast_q;
  assign wdata_o      = wdata_q;

endmodule
