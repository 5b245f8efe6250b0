// SPDX-License-Identifier: Apache-2.0
// Proof of tr_ramsink_regs in system memory with 64-bit addresses: start, limit and write pointer
// read back whole as they were written, whatever else is written, while no trace comes.

module tr_ramsink_smem_fv (
  input logic        clk_i,
  input logic        we_i,
  input logic        re_i,
  input logic [11:0] addr_i,
  input logic [31:0] wdata_i,
  input logic        empty_i,
  input logic        step_i
);

  logic rst_nq;
  logic active;
  logic enable;
  logic smem;
  logic stopped;
  logic start;
  logic flush;
  logic stop;
  logic data_we;
  logic unused;
  logic ready;
  logic known;
  logic fits;
  logic [31:0] rdata;
  logic [11:0] addr_q;
  logic [31:0] wdata_q;
  logic at;
  logic access_q;
  logic [63:0] ptr;
  logic [9:0] rp;
  logic [2:0] freq;

  tr_ramsink_regs #(
    .Sram(1'b0),
    .Smem(1'b1),
    .AddressW(64)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .we_i,
    .re_i,
    .addr_i,
    .wdata_i,
    .rdata_o(rdata),
    .readable_i(1'b0),
    .data_i('0),
    .empty_i,
    .begin_i(1'b0),
    .begin_burst_i(1'b0),
    .step_i,
    .step_burst_i(1'b0),
    .error_i(1'b0),
    .more_i(1'b0),
    .ready_o(ready),
    .known_o(known),
    .fits_o(fits),
    .ptr_o(ptr),
    .rp_o(rp),
    .active_o(active),
    .enable_o(enable),
    .smem_o(smem),
    .stopped_o(stopped),
    .freq_o(freq),
    .start_o(start),
    .flush_o(flush),
    .stop_o(stop),
    .data_we_o(data_we)
  );
  assign unused = &{1'b0, ready, known, fits, smem, stopped, start, flush, stop, data_we, ptr, rp,
                    freq};

  // What was written: trRamStart, trRamLimit, trRamWP; each a low and a high word.
  logic [63:0] start_q;
  logic [63:0] limit_q;
  logic [63:0] wp_q;
  logic wp_known_q;
  logic open;
  logic reset_now;
  logic empty_q;
  assign at        = addr_i == addr_q;
  assign open      = we_i & active & ~enable & empty_q;
  assign reset_now = we_i & (addr_i == 12'h000) & ~(active & wdata_i[0]);

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq  <= 1'b1;
    addr_q  <= addr_i;
    wdata_q <= wdata_i;
    access_q <= (we_i | re_i) & rst_nq;
    empty_q <= empty_i | ~rst_nq;
    if (!rst_nq || reset_now) begin
      start_q    <= '0;
      limit_q    <= '0;
      wp_q       <= '0;
      wp_known_q <= 1'b1;
    end else begin
      if (open && (addr_i == 12'h010)) start_q[31:0] <= wdata_i & ~32'h3;
      if (open && (addr_i == 12'h014)) start_q[63:32] <= wdata_i;
      if (open && (addr_i == 12'h018)) limit_q[31:0] <= wdata_i & ~32'h3;
      if (open && (addr_i == 12'h01c)) limit_q[63:32] <= wdata_i;
      if (open && (addr_i == 12'h020)) wp_q[31:0] <= wdata_i & ~32'h3;
      if (open && (addr_i == 12'h024)) wp_q[63:32] <= wdata_i;
      if (step_i) wp_known_q <= 1'b0;
    end
    if (rst_nq) begin
      assume (~(we_i & re_i) & (addr_i[1:0] == 2'b00));
      // An access has its address and data one cycle before it (APB, setup).
      assume (~(we_i | re_i) | ((addr_i == addr_q) & ~access_q));
      assume (~we_i | (wdata_i == wdata_q));
      assume (~step_i | (active & ~empty_i));
      if (active && at && (addr_i == 12'h010)) assert (rdata == start_q[31:0]);
      if (active && at && (addr_i == 12'h014)) assert (rdata == start_q[63:32]);
      if (active && at && (addr_i == 12'h018)) assert (rdata == limit_q[31:0]);
      if (active && at && (addr_i == 12'h01c)) assert (rdata == limit_q[63:32]);
      if (active && at && wp_known_q && (addr_i == 12'h020)) assert (rdata == wp_q[31:0]);
      if (active && at && wp_known_q && (addr_i == 12'h024)) assert (rdata == wp_q[63:32]);
      cover (active & at & (addr_i == 12'h01c) & (rdata == 32'hffff_0001) &
             (start_q[63:32] == 32'h1) & step_i);
      cover (active & at & wp_known_q & (addr_i == 12'h024) & (rdata == 32'h5) & enable);
    end
  end

endmodule
