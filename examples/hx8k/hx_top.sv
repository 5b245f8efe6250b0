// SPDX-License-Identifier: Apache-2.0
// The example for iCE40 HX8K: hx_core with 2 KiB of memory, and a tr_system of one minimal encoder
// and a RAM sink with 2 KiB of SRAM. The program (main.c) starts the trace, works, stops the trace,
// and sends what is in the sink to a serial line.
//
//   0x0000_0000  memory
//   0x4000_0000  registers of the encoder; the RAM sink's at 0x4000_1000
//   0x8000_0000  serial line: a store sends a byte, a load reads 1 while one is on its way

module hx_top #(
  parameter int unsigned BitCycles = 12   // a bit of the serial line; 1 Mbaud at 12 MHz
) (
  input  logic       clk_i,
  output logic       tx_o,
  output logic [7:0] led_o
);

  // ---- Reset: some cycles after configuration ----

  logic [4:0] wait_d, wait_q = '0;
  logic rst_n_d, rst_n_q = 1'b0;
  assign wait_d  = wait_q[4] ? wait_q : wait_q + 5'd1;
  assign rst_n_d = wait_q[4];
  always_ff @(posedge clk_i) begin
    wait_q  <= wait_d;
    rst_n_q <= rst_n_d;
  end

  // ---- The core ----

  logic req;
  logic we;
  logic ready;
  logic core_valid;
  logic stall;
  logic stopped;
  logic [3:0] be;
  logic [31:0] addr;
  logic [31:0] wdata;
  logic [31:0] rdata;
  logic [31:0] iaddr;
  logic [2:0] itype;

  hx_core u_core (
    .clk_i,
    .rst_ni   (rst_n_q),
    .req_o    (req),
    .we_o     (we),
    .be_o     (be),
    .addr_o   (addr),
    .wdata_o  (wdata),
    .ready_i  (ready),
    .rdata_i  (rdata),
    .stopped_o(stopped),
    .valid_o  (core_valid),
    .iaddr_o  (iaddr),
    .itype_o  (itype),
    .stall_i  (stall)
  );

  // ---- Memory, registers, the serial line ----

  logic to_mem;
  logic to_apb;
  logic to_line;
  logic enable_d, enable_q;
  logic pready;
  logic from_mem_d, from_mem_q;
  logic [31:0] mem [0:511];
  logic [31:0] mem_rdata_d, mem_rdata_q;
  logic [31:0] other_d, other_q;
  logic [31:0] prdata;

  assign to_mem  = req && addr[31:30] == 2'b00;
  assign to_apb  = req && addr[31:30] == 2'b01;
  assign to_line = req && addr[31];
  assign ready   = to_apb ? enable_q && pready : 1'b1;
  assign rdata   = from_mem_q ? mem_rdata_q : other_q;

  assign mem_rdata_d = to_mem ? mem[addr[10:2]] : mem_rdata_q;

  initial $readmemh("hx8k.hex", mem);
  always_ff @(posedge clk_i) begin
    if (to_mem && we && be[0]) mem[addr[10:2]][7:0] <= wdata[7:0];
    if (to_mem && we && be[1]) mem[addr[10:2]][15:8] <= wdata[15:8];
    if (to_mem && we && be[2]) mem[addr[10:2]][23:16] <= wdata[23:16];
    if (to_mem && we && be[3]) mem[addr[10:2]][31:24] <= wdata[31:24];
    mem_rdata_q <= mem_rdata_d;
  end

  logic [3:0] bits_d, bits_q;
  logic [8:0] shift_d, shift_q;
  logic [7:0] divide_d, divide_q;

  assign tx_o  = shift_q[0];
  assign led_o = {stopped, iaddr[8:2]};

  always_comb begin
    enable_d   = to_apb && !(enable_q && pready);
    from_mem_d = from_mem_q;
    other_d    = other_q;
    bits_d     = bits_q;
    shift_d    = shift_q;
    divide_d   = divide_q;
    if (req && ready) begin
      from_mem_d = to_mem;
      other_d    = to_apb ? prdata : {31'd0, bits_q != '0};
    end
    if (to_line && we) begin
      shift_d  = {wdata[7:0], 1'b0};
      bits_d   = 4'd10;
      divide_d = 8'(BitCycles - 1);
    end else if (bits_q != '0) begin
      divide_d = (divide_q == '0) ? 8'(BitCycles - 1) : divide_q - 8'd1;
      if (divide_q == '0) begin
        shift_d = {1'b1, shift_q[8:1]};
        bits_d  = bits_q - 4'd1;
      end
    end
  end
  always_ff @(posedge clk_i or negedge rst_n_q) begin
    if (!rst_n_q) begin
      enable_q   <= 1'b0;
      from_mem_q <= 1'b0;
      other_q    <= '0;
      bits_q     <= '0;
      shift_q    <= '1;
      divide_q   <= '0;
    end else begin
      enable_q   <= enable_d;
      from_mem_q <= from_mem_d;
      other_q    <= other_d;
      bits_q     <= bits_d;
      shift_q    <= shift_d;
      divide_q   <= divide_d;
    end
  end

  // ---- The trace system: minimal encoder with HIST, RAM sink ----

  logic sram_req;
  logic sram_we;
  logic [8:0] sram_addr;
  logic [3:0] sram_be;
  logic [31:0] sram_wdata;
  logic [31:0] sram_rdata;

  tr_system #(
    .Harts(1),
    .XLen(32),
    .Btm(0),
    .ItypeW(3),
    .SrcW(0),
    .SyncModes(2),
    .Context(0),
    .Triggers(0),
    .AllJumps(0),
    .ExtendAddrMsb(0),
    .SequentialJump(0),
    .ImplicitReturn(0),
    .RepeatedHistory(0),
    .RepeatBranch(0),
    .IcntW(10),
    .RetireW(3),
    .Lanes(1),
    .SramBytes(2048)
  ) u_trace (
    .clk_i,
    .rst_ni       (rst_n_q),
    .pclk_i       (1'b0),
    .presetn_i    (1'b0),
    .hart_clk_i   (1'b0),
    .hart_rst_ni  (1'b0),
    .time_clk_i   (1'b0),
    .time_rst_ni  (1'b0),
    .psel_i       (to_apb),
    .penable_i    (enable_q),
    .pwrite_i     (we),
    .paddr_i      (addr[16:0]),
    .pwdata_i     (wdata),
    .pstrb_i      (4'hf),
    .pready_o     (pready),
    .prdata_o     (prdata),
    .pslverr_o    (),
    .valid_i      (core_valid),
    .block_valid_i(1'b1),
    .iaddr_i      (iaddr),
    .iretire_i    (3'd2),
    .itype_i      (itype),
    .ilastsize_i  (1'b1),
    .sijump_i     (1'b0),
    .priv_i       (3'd3),
    .ctype_i      ('0),
    .context_i    ('0),
    .hcontext_i   ('0),
    .cause_i      ('0),
    .tval_i       ('0),
    .impdef_i     ('0),
    .trigger_i    ('0),
    .ext_trig_i   ('0),
    .ext_trig_o   (),
    .halted_i     (1'b0),
    .reset_i      (1'b0),
    .lowpower_i   (1'b0),
    .stall_o      (stall),
    .time_i       ('0),
    .sram_req_o   (sram_req),
    .sram_we_o    (sram_we),
    .sram_addr_o  (sram_addr),
    .sram_be_o    (sram_be),
    .sram_wdata_o (sram_wdata),
    .sram_rdata_i (sram_rdata),
    .awvalid_o    (),
    .awready_i    (1'b0),
    .awaddr_o     (),
    .awlen_o      (),
    .awsize_o     (),
    .awburst_o    (),
    .awid_o       (),
    .awprot_o     (),
    .awcache_o    (),
    .wvalid_o     (),
    .wready_i     (1'b0),
    .wdata_o      (),
    .wstrb_o      (),
    .wlast_o      (),
    .bvalid_i     (1'b0),
    .bready_o     (),
    .bresp_i      (2'd0),
    .haddr_o      (),
    .htrans_o     (),
    .hwrite_o     (),
    .hsize_o      (),
    .hburst_o     (),
    .hprot_o      (),
    .hwdata_o     (),
    .hready_i     (1'b0),
    .hresp_i      (1'b0),
    .trc_clk_o    (),
    .trc_data_o   (),
    .atclken_i    (1'b0),
    .atvalid_o    (),
    .atready_i    (1'b0),
    .atbytes_o    (),
    .atdata_o     (),
    .atid_o       (),
    .afvalid_i    (1'b0),
    .afready_o    (),
    .syncreq_i    (1'b0),
    .atstopped_i  (1'b0)
  );

  tr_sram #(
    .Words(512),
    .Width(4)
  ) u_sram (
    .clk_i,
    .req_i  (sram_req),
    .we_i   (sram_we),
    .addr_i (sram_addr),
    .be_i   (sram_be),
    .wdata_i(sram_wdata),
    .rdata_o(sram_rdata)
  );

endmodule
