// SPDX-License-Identifier: Apache-2.0
// Proof of tr_atbbridge with two bytes of ATDATA and an incomplete word that waits, with any
// register accesses, resets, messages, target and sender: bytes of whole messages leave once and in
// order; a word waits unchanged; AFREADY comes when all has left that was there when the sender was
// flushed, and no later than a few words after; reserved bits read 0, read-only registers do not
// change. A byte says its number in bits 7:2.

module tr_atbbridge_fv (
  input logic        clk_i,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [11:0] paddr_i,
  input logic [31:0] pwdata_i,
  input logic        valid_i,
  input logic        last_i,
  input logic        atready_i,
  input logic        afvalid_i,
  input logic        syncreq_i,
  input logic        atstopped_i,
  input logic        flushed_i
);

  localparam logic [3:0] Most = 4'd6;  // bytes that can be in the bridge

  logic rst_nq;
  logic pready;
  logic pslverr;
  logic ready;
  logic atvalid;
  logic afready;
  logic flush;
  logic sync;
  logic write;
  logic taken;
  logic moved;
  logic takes;
  logic mid_q;
  logic take_q;
  logic wait_q;
  logic last_q;
  logic hold_q;
  logic active_q;
  logic enable_q;
  logic late_q;
  logic answer_q;
  logic asked_q;
  logic atbytes;
  logic atbytes_q;
  logic stopped;
  // the word on ATB is of before a reset
  logic old;
  logic old_q;
  logic reset_q;
  logic setup_q;
  logic pwrite_q;
  logic [11:0] paddr_q;
  logic [31:0] prdata;
  logic [31:0] reserved;
  logic [31:0] pwdata_q;
  logic [7:0] data;
  logic [15:0] atdata;
  logic [15:0] atdata_q;
  logic [6:0] atid;
  logic [6:0] atid_q;
  logic [5:0] in_q;
  logic [5:0] out_q;
  logic [3:0] inside_q;
  logic [3:0] left_q;
  logic [3:0] slow_q;
  logic [3:0] leaves;

  assign data = {in_q, {2{last_i}}};

  tr_atbbridge #(
    .Width(2),
    .WaitCycles(12),
    .Lanes(1)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i(4'hf),
    .pready_o(pready),
    .prdata_o(prdata),
    .pslverr_o(pslverr),
    .link_valid_i(valid_i),
    .link_data_i(data),
    .link_last_i(last_i),
    .link_bytes_i('0),
    .link_ready_o(ready),
    .atvalid_o(atvalid),
    .atready_i,
    .atbytes_o(atbytes),
    .atdata_o(atdata),
    .atid_o(atid),
    .afvalid_i,
    .afready_o(afready),
    .atstopped_i,
    .link_stopped_o(stopped),
    .syncreq_i,
    .flush_o(flush),
    .flushed_i,
    .sync_o(sync)
  );

  assign write  = psel_i & penable_i & pwrite_i & (paddr_i == 12'h000);
  assign takes  = mid_q ? take_q : enable_q;
  assign taken  = valid_i & ready & takes;
  assign moved  = atvalid & atready_i;
  assign old    = atvalid & old_q & (hold_q | reset_q);
  assign leaves = (moved && !old) ? {2'b00, atbytes, ~atbytes} : 4'd0;

  always_comb begin
    unique case (paddr_i)
      12'h000: reserved = ~32'h00007f0b;
      12'h004: reserved = ~32'h00000e01;
      default: reserved = '1;
    endcase
  end

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq   <= 1'b1;
    setup_q  <= psel_i & ~penable_i & rst_nq;
    pwrite_q <= pwrite_i;
    paddr_q  <= paddr_i;
    pwdata_q <= pwdata_i;
    if (!rst_nq) begin
      mid_q    <= 1'b0;
      take_q   <= 1'b0;
      wait_q   <= 1'b0;
      hold_q   <= 1'b0;
      active_q <= 1'b0;
      enable_q <= 1'b0;
      late_q   <= 1'b0;
      answer_q <= 1'b0;
      asked_q  <= 1'b0;
      in_q     <= '0;
      out_q    <= '0;
      inside_q <= '0;
      left_q   <= '0;
      slow_q   <= '0;
      old_q    <= 1'b0;
      reset_q  <= 1'b0;
    end else begin
      // An access has a setup cycle, with the same address and data (AMBA APB, Transfers).
      if (penable_i) begin
        assume (psel_i & setup_q & (pwrite_i == pwrite_q));
        assume ((paddr_i == paddr_q) & (pwdata_i == pwdata_q));
      end
      // The sender keeps the rules of the link.
      if (wait_q) assume (valid_i & (last_i == last_q));
      wait_q <= valid_i & ~ready;
      last_q <= last_i;
      if (valid_i && ready) begin
        mid_q  <= ~last_i;
        take_q <= takes;
      end
      // Bytes: all that were taken, in order.
      if (taken) in_q <= in_q + 1'b1;
      inside_q <= inside_q + 4'(taken) - leaves;
      assert (inside_q <= Most);
      if (atvalid && !old) begin
        assert (atdata[7:2] == out_q);
        if (atbytes) assert (atdata[15:10] == out_q + 6'd1);
        else assert (atdata[15:8] == 8'h0);
        assert (inside_q >= {2'b00, atbytes, ~atbytes});
      end
      out_q <= out_q + 6'(leaves);
      // A word waits.
      if (hold_q) begin
        assert (atvalid & (atdata == atdata_q) & (atbytes == atbytes_q) & (atid == atid_q));
      end
      hold_q    <= atvalid & ~atready_i;
      old_q     <= old;
      reset_q   <= 1'b0;
      atdata_q  <= atdata;
      atbytes_q <= atbytes;
      atid_q    <= atid;
      // Flush: late_q, it waits for bytes from before.
      assert (~flush | (afvalid_i & active_q & ~afready));
      if (flush && flushed_i) begin
        late_q <= 1'b1;
        left_q <= inside_q - leaves;
        slow_q <= '0;
      end else if (late_q) begin
        left_q <= (left_q > leaves) ? left_q - leaves : '0;
        slow_q <= slow_q + 4'(atready_i & (slow_q != '1));
        assert (slow_q <= Most);
      end
      asked_q <= afvalid_i;
      answer_q <= afready;
      if (afready) assert (asked_q & ~answer_q & (~active_q | (late_q & (left_q == '0))));
      if (afready && !active_q) assert (~atvalid);
      if (afready || !afvalid_i) late_q <= 1'b0;
      if (sync) assert (syncreq_i & enable_q);
      assert (stopped == (~enable_q | atstopped_i));
      // Registers.
      if (psel_i && penable_i) assert (pready);
      cover (afready & active_q & (inside_q != '0));
      cover (moved & old & valid_i);
      cover (moved & ~old & ~atbytes & (slow_q != '0));
      assert ((prdata & reserved) == '0);
      if (!pwrite_i && (paddr_i == 12'h004)) assert (prdata == (active_q ? 32'he01 : 32'h0));
      if (pslverr) assert (paddr_i[1:0] != 2'b00);
      if (!pwrite_i && (paddr_i == 12'h000) && active_q) begin
        assert (prdata[3] == ((inside_q == '0) & ~old & ~(mid_q & take_q)));
      end
      if (write) begin
        active_q <= pwdata_i[0];
        enable_q <= active_q & pwdata_i[0] & pwdata_i[1];
        if (!(active_q && pwdata_i[0])) begin  // a reset: what is here is dropped
          take_q   <= 1'b0;
          old_q    <= 1'b1;
          reset_q  <= 1'b1;
          late_q   <= 1'b0;
          in_q     <= '0;
          out_q    <= '0;
          inside_q <= '0;
        end
      end
    end
  end

endmodule
