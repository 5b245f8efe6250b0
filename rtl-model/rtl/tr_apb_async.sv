// SPDX-License-Identifier: Apache-2.0
// APB4 from one clock to another: the completer of a bus, and the requester of components in the
// trace clock. An access waits (PREADY 0) for a round trip. What crosses beside the two levels of
// the handshake is still for the time of it: address, data and strobes in the bus's domain, the
// answer in the other.

module tr_apb_async #(
  parameter int unsigned AddrW = 12,
  parameter int unsigned Stages = 2  // 2..4
) (
  // The bus.
  input  logic             pclk_i,
  input  logic             presetn_i,
  input  logic             psel_i,
  input  logic             penable_i,
  input  logic             pwrite_i,
  input  logic [AddrW-1:0] paddr_i,
  input  logic [     31:0] pwdata_i,
  input  logic [      3:0] pstrb_i,
  output logic             pready_o,
  output logic [     31:0] prdata_o,
  output logic             pslverr_o,
  // The components.
  input  logic             clk_i,
  input  logic             rst_ni,
  output logic             psel_o,
  output logic             penable_o,
  output logic             pwrite_o,
  output logic [AddrW-1:0] paddr_o,
  output logic [     31:0] pwdata_o,
  output logic [      3:0] pstrb_o,
  input  logic             pready_i,
  input  logic [     31:0] prdata_i,
  input  logic             pslverr_i
);

  // ---- The bus: a question is a change of ask_q; it is answered when done has the same value ----

  logic ask_d, ask_q;
  logic done;
  logic done_d, done_q;
  logic out_d, out_q;
  logic bus_write_d, bus_write_q;
  logic [AddrW-1:0] addr_d, addr_q;
  logic [31:0] wdata_d, wdata_q;
  logic [3:0] strb_d, strb_q;

  assign pready_o = out_q && (done == ask_q);

  always_comb begin
    ask_d       = ask_q;
    out_d       = out_q;
    bus_write_d = bus_write_q;
    addr_d      = addr_q;
    wdata_d     = wdata_q;
    strb_d      = strb_q;
    if (psel_i && !penable_i && !out_q) begin
      ask_d       = !ask_q;
      out_d       = 1'b1;
      bus_write_d = pwrite_i;
      addr_d      = paddr_i;
      wdata_d     = pwdata_i;
      strb_d      = pstrb_i;
    end else if (pready_o) begin
      out_d = 1'b0;
    end
  end

  always_ff @(posedge pclk_i or negedge presetn_i) begin
    if (!presetn_i) begin
      ask_q       <= 1'b0;
      out_q       <= 1'b0;
      bus_write_q <= 1'b0;
      addr_q      <= '0;
      wdata_q     <= '0;
      strb_q      <= '0;
    end else begin
      ask_q       <= ask_d;
      out_q       <= out_d;
      bus_write_q <= bus_write_d;
      addr_q      <= addr_d;
      wdata_q     <= wdata_d;
      strb_q      <= strb_d;
    end
  end

  tr_sync #(
    .Width (1),
    .Stages(Stages)
  ) u_done (
    .clk_i  (pclk_i),
    .rst_ni (presetn_i),
    .async_i(done_q),
    .sync_o (done)
  );

  // ---- The components: setup cycle, then access cycles until PREADY ----

  logic asked;
  logic sel_d, sel_q;
  logic enable_d, enable_q;
  logic error_d, error_q;
  logic [31:0] answer_d, answer_q;

  tr_sync #(
    .Width (1),
    .Stages(Stages)
  ) u_asked (
    .clk_i,
    .rst_ni,
    .async_i(ask_q),
    .sync_o (asked)
  );

  assign psel_o    = sel_q;
  assign penable_o = enable_q;
  assign pwrite_o  = bus_write_q;
  assign paddr_o   = addr_q;
  assign pwdata_o  = wdata_q;
  assign pstrb_o   = strb_q;
  assign prdata_o  = answer_q;
  assign pslverr_o = error_q && pready_o;

  always_comb begin
    sel_d    = sel_q;
    enable_d = enable_q;
    done_d   = done_q;
    answer_d = answer_q;
    error_d  = error_q;
    if (!sel_q) begin
      sel_d = asked != done_q;
    end else if (!enable_q) begin
      enable_d = 1'b1;
    end else if (pready_i) begin
      sel_d    = 1'b0;
      enable_d = 1'b0;
      done_d   = asked;
      answer_d = prdata_i;
      error_d  = pslverr_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q   <= 1'b0;
      sel_q    <= 1'b0;
      enable_q <= 1'b0;
      answer_q <= '0;
      error_q  <= 1'b0;
    end else begin
      done_q   <= done_d;
      sel_q    <= sel_d;
      enable_q <= enable_d;
      answer_q <= answer_d;
      error_q  <= error_d;
    end
  end

endmodule
