// SPDX-License-Identifier: Apache-2.0
// Proof of tr_pibsink with 8 pins and no division, with register accesses and resets at any time
// and any flow of messages that fit its buffer: messages come out whole, byte after byte, each once
// and in order, and only those that were taken from their first beat to their last. A byte says in
// bit 7 that it is the first one of its message, and in bits 4:2 its number.

module tr_pibsink_fv (
  input logic        clk_i,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic        control_i,  // an access to trPibControl; else to trPibImpl
  input logic [ 2:0] bits_i,     // written: Active, Enable, all bits but these and the mode
  input logic        valid_i,
  input logic        last_i
);

  localparam int unsigned Depth = 4;

  logic rst_nq;
  logic pready;
  logic pslverr;
  logic ready;
  logic mid_q;
  logic wait_q;
  logic last_q;
  logic open_q;
  logic active_q;
  logic enable_q;
  logic write;
  logic out_mid_q;
  logic clk;
  logic stopped;
  logic unused_high;
  logic [31:0] prdata;
  logic [7:0] data;
  logic [7:0] pins;
  logic [7:0] high;
  // numbers: of this message's first byte, of this byte
  logic [2:0] first_q;
  logic [2:0] at_q;
  logic [2:0] out_q;
  logic [1:0] length_q;
  logic setup_q;
  logic pwrite_q;
  logic control_q;
  logic [2:0] bits_q;
  logic [11:0] paddr;
  logic [31:0] pwdata;

  assign paddr  = control_i ? 12'h000 : 12'h004;
  assign pwdata = {{24{bits_i[2]}}, 4'd11, {2{bits_i[2]}}, bits_i[1:0]};
  assign data   = {~mid_q, 2'b10, at_q, {2{last_i}}};

  tr_pibsink #(
    .Modes(32'h0800),
    .ClkCenters(1),
    .Calibrate(1'b0),
    .DividerW(0),
    .DividerReset(0),
    .IdleBytes(0),
    .Depth(Depth),
    .Lanes(1)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i(paddr),
    .pwdata_i(pwdata),
    .pstrb_i(4'hf),
    .pready_o(pready),
    .prdata_o(prdata),
    .pslverr_o(pslverr),
    .link_valid_i(valid_i),
    .link_data_i(data),
    .link_last_i(last_i),
    .link_bytes_i('0),
    .link_ready_o(ready),
    .link_stopped_o(stopped),
    .trc_clk_o(clk),
    .trc_data_o({high, pins})
  );

  assign unused_high = ^{high, clk, prdata, pslverr};
  assign write       = psel_i & penable_i & pwrite_i & control_i;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq    <= 1'b1;
    setup_q   <= psel_i & ~penable_i & rst_nq;
    pwrite_q  <= pwrite_i;
    control_q <= control_i;
    bits_q    <= bits_i;
    if (!rst_nq) begin
      mid_q     <= 1'b0;
      wait_q    <= 1'b0;
      open_q    <= 1'b0;
      active_q  <= 1'b0;
      enable_q  <= 1'b0;
      out_mid_q <= 1'b0;
      first_q   <= '0;
      at_q      <= '0;
      out_q     <= '0;
      length_q  <= '0;
    end else begin
      // An access has a setup cycle, with the same address and data (AMBA APB, Transfers).
      if (penable_i) begin
        assume (psel_i & setup_q & (pwrite_i == pwrite_q));
        assume ((control_i == control_q) & (bits_i == bits_q));
      end
      // The sender keeps the rules of the link, and messages have four bytes at most.
      if (wait_q) assume (valid_i & (last_i == last_q));
      if (valid_i && (length_q == 2'(Depth - 1))) assume (last_i);
      wait_q <= valid_i & ~ready;
      last_q <= last_i;
      // What is taken, and its numbers.
      open_q <= enable_q & (~mid_q | open_q);
      if (valid_i && ready) begin
        mid_q    <= ~last_i;
        length_q <= last_i ? '0 : length_q + 1'b1;
        open_q   <= enable_q & (~mid_q | open_q);
        at_q     <= at_q + 1'b1;
        if (last_i) begin
          at_q    <= (enable_q && (!mid_q || open_q)) ? at_q + 1'b1 : first_q;
          first_q <= (enable_q && (!mid_q || open_q)) ? at_q + 1'b1 : first_q;
        end
      end
      if (!enable_q) assert (stopped);
      cover (mid_q & ~open_q & enable_q & valid_i & ready);  // it began too early
      // The pins.
      if (pins != 8'hff && pins != 8'h00) begin
        assert (pins[6:5] == 2'b10);
        assert (pins[7] == ~out_mid_q);
        assert (pins[4:2] == out_q);
        out_mid_q <= ~(pins[1:0] == 2'b11);
        out_q     <= out_q + 1'b1;
        cover (out_mid_q & (pins[1:0] == 2'b11) & (out_q == 3'd3));
      end else begin
        assert (~out_mid_q);
      end
      // Registers.
      if (write) begin
        active_q <= bits_i[0];
        enable_q <= active_q & bits_i[0] & bits_i[1];
        if (!(active_q && bits_i[0])) begin  // a reset: what is here is dropped
          out_mid_q <= 1'b0;
          open_q    <= 1'b0;
          at_q      <= '0;
          first_q   <= '0;
          out_q     <= '0;
        end
      end
    end
  end

endmodule
