// SPDX-License-Identifier: Apache-2.0
// Proof of tr_ramsink_regs in SRAM mode, with any accesses and any flow of trace words: no word is
// written outside of the memory or beyond the limit; the write pointer moves with each word, by one
// word, and goes back to the start after the limit, and does not move otherwise; reserved bits read
// 0, read-only registers do not change.

module tr_ramsink_regs_fv (
  input logic        clk_i,
  input logic        we_i,
  input logic        re_i,
  input logic [11:0] addr_i,
  input logic [31:0] wdata_i,
  input logic        readable_i,
  input logic [31:0] data_i,
  input logic        empty_i,
  input logic        begin_i
);

  localparam int unsigned Bytes = 40;
  localparam int unsigned Width = 8;

  logic rst_nq;
  logic active;
  logic enable;
  logic smem;
  logic stopped;
  logic start;
  logic flush;
  logic stop;
  logic data_we;
  logic stop_q;
  logic at;
  logic ready;
  logic known;
  logic fits;
  logic begin_q;
  logic begin_now;
  logic [31:0] rdata;
  logic [31:0] reserved;
  logic [5:0] ptr;
  logic [5:0] rp;
  logic [5:0] wp;
  logic [5:0] limit_q;
  logic [5:0] at_q;
  logic [5:0] wp_q;
  logic limit_known_q;
  logic wp_known_q;
  logic change;
  logic empty_q;
  logic access_q;
  logic [31:0] wdata_q;
  logic [11:0] addr_q;
  logic [2:0] freq;

  tr_ramsink_regs #(
    .SramBytes(Bytes),
    .Width(Width),
    .DataWritable(1'b1),
    .ReadActive(1'b1),
    .Async(1'b1)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .we_i,
    .re_i,
    .addr_i,
    .wdata_i,
    .rdata_o(rdata),
    .readable_i,
    .data_i,
    .empty_i(empty_i & ~begin_q),
    .begin_i(begin_now),
    .begin_burst_i(1'b0),
    .step_i(begin_q),
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

  // As in tr_ramsink: a word is there for a cycle before it is written, in one cycle, and has been
  // in the next one.
  assign begin_now = begin_i & ready & active & ~empty_i & ~empty_q;
  assign change    = we_i & (~(enable | ~empty_q) | (addr_i == 12'h000));
  assign at        = addr_i == addr_q;
  assign wp        = {rdata[5:3], 3'b000};

  always_comb begin
    unique case (addr_i)
      12'h000: reserved = ~32'h0000710b;
      12'h004: reserved = ~32'h00001901;
      12'h018: reserved = ~32'h0000003c;
      12'h020: reserved = ~32'h00000039;
      12'h028: reserved = ~32'h0000003c;
      12'h040: reserved = '0;
      default: reserved = '1;
    endcase
  end

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq  <= 1'b1;
    addr_q  <= addr_i;
    empty_q <= empty_i & ~begin_q;
    wdata_q <= wdata_i;
    access_q <= (we_i | re_i) & rst_nq;
    if (!rst_nq) begin
      begin_q       <= 1'b0;
      stop_q        <= 1'b0;
      limit_known_q <= 1'b0;
      wp_known_q    <= 1'b0;
    end else begin
      // An access has its address and data one cycle before it (APB, setup).
      assume (~(we_i & re_i) & (addr_i[1:0] == 2'b00));
      assume (~(we_i | re_i) | at);
      assume (~we_i | (wdata_i == wdata_q));
      assume (~((we_i | re_i) & access_q));
      begin_q <= begin_now;
      stop_q  <= stop & ~(we_i & (addr_i == 12'h000));
      at_q    <= ptr;
      // The limit, from when it has been read until software may change it; the write pointer, from
      // a word in memory on: a word further, or at the start after the last one.
      if (active && at && (addr_i == 12'h018)) limit_q <= {rdata[5:3], 3'b000};
      if (active && at && (addr_i == 12'h018)) limit_known_q <= 1'b1;
      if (begin_q && active) begin
        wp_q       <= (at_q == limit_q) ? 6'd0 : at_q + 6'(Width);
        wp_known_q <= limit_known_q;
      end
      if (change) begin
        limit_known_q <= 1'b0;
        wp_known_q    <= 1'b0;
      end
      if (active && at && wp_known_q && (addr_i == 12'h020)) assert (wp == wp_q);
      if (begin_now) assert ((ptr[2:0] == '0) & (ptr <= 6'(Bytes - Width)));
      if (begin_now && limit_known_q) assert (ptr <= limit_q);
      if (begin_now && wp_known_q && !begin_q) assert (ptr == wp_q);
      assert (rp <= 6'(Bytes - 4));
      assert ((rp % 4) == '0);
      if (stop_q) assert (~enable & (~wp_known_q | (wp_q == '0)));
      assert (~(stopped & enable));
      if (at) assert ((rdata & reserved) == '0);
      if (at && (addr_i == 12'h004)) assert (rdata == (active ? 32'h1901 : 32'h0));
      assert (~smem);
      cover (stop_q & wp_known_q & stopped);
      cover (begin_now & begin_q & wp_known_q & limit_known_q & (limit_q == 6'd24) & (ptr == '0));
    end
  end

endmodule
