// SPDX-License-Identifier: Apache-2.0
// What the timing diagrams of docs/reference/rtl-integration.md show: tr_system of one hart with a
// RAM sink on AXI4 and an ATB bridge with ATCLKEN, programmed over APB. `make diagrams` draws the
// waves of the signals here.

module diagrams;

  localparam int unsigned XLen = 32;
  localparam logic [16:0] Encoder = 17'h0, Ram = 17'h1000, Atb = 17'h2000;

  logic clk = 1'b0, rst_n = 1'b0;
  always #5 clk = ~clk;

  // ---- APB ----
  logic psel = 1'b0, penable = 1'b0, pwrite = 1'b0, pready, pslverr;
  logic [16:0] paddr = '0;
  logic [31:0] pwdata = '0, prdata;
  // ---- Ingress ----
  logic valid = 1'b0, stall;
  logic [31:0] iaddr = '0;
  logic [7:0] iretire = '0;
  logic [3:0] itype = '0;
  // ---- A link: encoder to sinks ----
  logic link_valid;
  logic link_last;
  logic link_ready;
  logic flush;
  logic flushed;
  logic [31:0] link_data;
  // ---- AXI4 ----
  logic awvalid, awready = 1'b0, wvalid, wready = 1'b0, wlast, bvalid = 1'b0, bready;
  logic [31:0] awaddr;
  logic [31:0] wdata;
  logic [7:0] awlen;
  // ---- ATB ----
  logic atclken = 1'b0, atvalid, atready = 1'b0, afvalid = 1'b0, afready;
  logic [1:0] atbytes;
  logic [31:0] atdata;
  // ---- Where each picture begins ----
  logic mark_apb = 1'b0, mark_stall, mark_link, mark_axi, mark_atb, mark_flush;

  tr_system #(
    .Harts(1),
    .XLen(XLen),
    .Sram(1'b0),
    .Smem(1'b1),
    .AddressW(32),
    .Atb(1'b1),
    .AtClkEn(1'b1),
    .QueueDepth(4),
    .Messages(16)
  ) u_dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .pclk_i(1'b0),
    .presetn_i(1'b0),
    .hart_clk_i(1'b0),
    .hart_rst_ni(1'b0),
    .time_clk_i(1'b0),
    .time_rst_ni(1'b0),
    .psel_i(psel),
    .penable_i(penable),
    .pwrite_i(pwrite),
    .paddr_i(paddr),
    .pwdata_i(pwdata),
    .pstrb_i(4'hf),
    .pready_o(pready),
    .prdata_o(prdata),
    .pslverr_o(pslverr),
    .valid_i(valid),
    .block_valid_i(1'b1),
    .iaddr_i(iaddr),
    .iretire_i(iretire),
    .itype_i(itype),
    .ilastsize_i(1'b1),
    .sijump_i(1'b0),
    .priv_i(3'd3),
    .ctype_i('0),
    .context_i('0),
    .hcontext_i('0),
    .cause_i('0),
    .tval_i('0),
    .impdef_i('0),
    .trigger_i('0),
    .ext_trig_i('0),
    .ext_trig_o(),
    .halted_i(1'b0),
    .reset_i(1'b0),
    .lowpower_i(1'b0),
    .stall_o(stall),
    .time_i('0),
    .sram_req_o(),
    .sram_we_o(),
    .sram_addr_o(),
    .sram_be_o(),
    .sram_wdata_o(),
    .sram_rdata_i('0),
    .awvalid_o(awvalid),
    .awready_i(awready),
    .awaddr_o(awaddr),
    .awlen_o(awlen),
    .awsize_o(),
    .awburst_o(),
    .awid_o(),
    .awprot_o(),
    .awcache_o(),
    .wvalid_o(wvalid),
    .wready_i(wready),
    .wdata_o(wdata),
    .wstrb_o(),
    .wlast_o(wlast),
    .bvalid_i(bvalid),
    .bready_o(bready),
    .bresp_i(2'd0),
    .haddr_o(),
    .htrans_o(),
    .hwrite_o(),
    .hsize_o(),
    .hburst_o(),
    .hprot_o(),
    .hwdata_o(),
    .hready_i(1'b1),
    .hresp_i(1'b0),
    .trc_clk_o(),
    .trc_data_o(),
    .atclken_i(atclken),
    .atvalid_o(atvalid),
    .atready_i(atready),
    .atbytes_o(atbytes),
    .atdata_o(atdata),
    .atid_o(),
    .afvalid_i(afvalid),
    .afready_o(afready),
    .syncreq_i(1'b0),
    .atstopped_i(1'b0)
  );

  assign link_valid = u_dut.s_valid;
  assign link_data  = u_dut.s_data;
  assign link_last  = u_dut.s_last;
  assign link_ready = u_dut.s_ready;
  assign flush      = u_dut.s_flush;
  assign flushed    = u_dut.s_flushed;

  // The link's first beat that waits, and so on.
  assign mark_stall = stall;
  assign mark_link  = link_valid & ~link_ready;
  assign mark_axi   = awvalid;
  assign mark_atb   = atvalid;
  assign mark_flush = afvalid;

  // ---- The memory: addresses and data are taken when it likes, responses come three cycles later
  // ----

  logic [2:0] later = '0;
  logic [1:0] turn = '0;
  always @(posedge clk) begin
    turn    <= turn + 2'd1;
    awready <= turn != 2'd2;
    wready  <= turn != 2'd0;
    later   <= {later[1:0], wvalid & wready & wlast};
    bvalid  <= later[2];
  end

  // ---- The receiver of ATB: ATCLKEN at every third edge; it is ready at three of four of these
  // ----

  logic [1:0] third = '0, fourth = '0;
  always @(posedge clk) begin
    third   <= (third == 2'd2) ? 2'd0 : third + 2'd1;
    atclken <= third == 2'd1;
    if (atclken) begin
      fourth  <= fourth + 2'd1;
      atready <= fourth != 2'd2;
    end
  end

  // ---- What happens: accesses, then records, then a flush ----

  localparam int unsigned Accesses = 12, DrawnAccess = 9, Records = 120;

  // {write, address, data}
  function automatic logic [49:0] access(input int unsigned n);
    unique case (n)
      0: access = {1'b1, Ram, 32'h1};
      1: access = {1'b1, Ram + 17'(tr_ramsink_pkg::TR_RAM_START_LOW_OFFSET), 32'h4000};
      2: access = {1'b1, Ram + 17'(tr_ramsink_pkg::TR_RAM_LIMIT_LOW_OFFSET), 32'h4ffc};
      3: access = {1'b1, Ram + 17'(tr_ramsink_pkg::TR_RAM_WP_LOW_OFFSET), 32'h4000};
      4: access = {1'b1, Ram, 32'h13};     // active, enabled, SMEM
      5: access = {1'b1, Atb, 32'h1};
      6: access = {1'b1, Atb, 32'h2503};   // trAtbBridgeID 0x25
      7: access = {1'b1, Encoder, 32'h1};
      8: access = {1'b1, Encoder + 17'(tr_encoder_pkg::TR_TE_INST_FEATURES_OFFSET), 32'h0};
      9: access = {1'b1, Encoder, 32'h2067};   // active, enabled, tracing, HTM, stall
      10: access = {1'b0, Ram + 17'(tr_ramsink_pkg::TR_RAM_WP_LOW_OFFSET), 32'h0};
      default: access = {1'b0, 17'h1f000, 32'h0};  // nothing is there
    endcase
  endfunction

  int unsigned cycle_q = 0, access_q = 0, record_q = 0, rest_q = 0;

  always @(posedge clk) begin
    cycle_q <= cycle_q + 1;
    rst_n   <= cycle_q > 4;
    if (cycle_q > 8 && access_q < Accesses) begin
      if (!psel) begin
        psel                     <= 1'b1;
        {pwrite, paddr, pwdata}  <= access(access_q);
        mark_apb                 <= access_q == DrawnAccess;
      end else if (!penable) begin
        penable <= 1'b1;
      end else if (pready) begin
        psel     <= 1'b0;
        penable  <= 1'b0;
        access_q <= access_q + 1;
      end
    end else if (access_q == Accesses && record_q < Records) begin
      // Taken branches and returns, in turns: blocks of 4 and 6 half-words.
      if (!valid || !stall) begin
        valid    <= 1'b1;
        iaddr    <= record_q[0] ? 32'h80004000 + 32'(record_q * 10) :
                    32'h80000000 + 32'(record_q * 34);
        iretire  <= record_q[0] ? 8'd6 : 8'd4;
        itype    <= record_q[0] ? tr_pkg::ItypeReturn : tr_pkg::ItypeTaken;
        record_q <= record_q + 1;
      end
    end else if (record_q == Records) begin
      if (!stall) valid <= 1'b0;
      if (!valid) rest_q <= rest_q + 1;
      // The receiver's flip-flops change with ATCLKEN.
      if (atclken && afvalid && afready) afvalid <= 1'b0;
      else if (atclken && rest_q > 2 && rest_q < 7) afvalid <= 1'b1;
      if (rest_q == 80) $finish;
    end
  end

  initial begin
    $dumpfile("diagrams.vcd");
    $dumpvars(1, diagrams);
  end

endmodule
