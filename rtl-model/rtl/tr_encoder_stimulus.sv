// SPDX-License-Identifier: Apache-2.0
// Stimulus ports: stores of software that become DataAcquisition messages
// (docs/reference/stimulus.md). Their registers, in the range that TCI 1.0 leaves to
// implementations, and the store that waits for its entry in the queue of records, where register
// writes take effect.

module tr_encoder_stimulus #(
  parameter int unsigned Tag = 8   // bits of IDTAG, 0 for a field of variable length
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clr_i,       // trTeActive is 0
  // The bus, before the access is checked: is it a store that only ports take?
  input  logic [11:0] paddr_i,
  input  logic [ 3:0] pstrb_i,
  output logic        part_o,      // it is, of its first byte, or its first two
  // Registers.
  input  logic        we_i,        // as tr_encoder_filters has it
  input  logic [11:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  input  logic        enable_i,    // trTeEnable
  // The store.
  input  logic        roomy_i,     // little enough is queued, and no loss is to be announced
  input  logic        stopped_i,   // the link is stopped: nobody waits for it
  output logic        waits_o,     // a write has to wait
  output logic        stall_o,     // a message that finds no room waits
  output logic        valid_o,     // there is a store for the next entry
  output logic [15:0] tag_o,
  output logic [31:0] data_o,
  output logic        stamp_o,     // with TSTAMP
  input  logic        done_i,      // it was sent
  input  logic        drop_i       // or dropped
);

  logic port;
  logic enable_d, enable_q;
  logic stamp_d, stamp_q;
  logic stall_d, stall_q;
  logic dropped_d, dropped_q;
  logic valid_d, valid_q;
  logic we_control;
  logic we_mask;
  logic we_port;
  logic [31:0] mask_d, mask_q;
  logic [31:0] data_d, data_q;
  logic [6:0] tag_d, tag_q;

  assign port  = paddr_i[11:7] == tr_encoder_pkg::TR_TE_STIM_PORT_OFFSET[11:7];
  assign part_o  = port & (paddr_i[1:0] == 2'b00) & ((pstrb_i == 4'b0001) | (pstrb_i == 4'b0011));
  assign waits_o = port & stall_q & ~roomy_i & ~stopped_i & enable_q & enable_i &
                   mask_q[paddr_i[6:2]];

  assign we_control = we_i & (addr_i == tr_encoder_pkg::TR_TE_STIM_CONTROL_OFFSET);
  assign we_mask    = we_i & (addr_i == tr_encoder_pkg::TR_TE_STIM_MASK_OFFSET);
  assign we_port    = we_i & port & enable_q & enable_i & mask_q[addr_i[6:2]];

  // 4 * port + (4 - bytes); what is not stored is 0.
  logic [1:0] less;
  logic [31:0] stored;
  assign less   = (pstrb_i == 4'b0001) ? 2'd3 : (pstrb_i == 4'b0011) ? 2'd2 : 2'd0;
  assign stored = {pstrb_i[2] ? wdata_i[31:16] : 16'h0, pstrb_i[1] ? wdata_i[15:8] : 8'h0,
                   wdata_i[7:0]};

  always_comb begin
    enable_d  = enable_q;
    stamp_d   = stamp_q;
    stall_d   = stall_q;
    dropped_d = dropped_q;
    mask_d    = mask_q;
    valid_d   = valid_q;
    tag_d     = tag_q;
    data_d    = data_q;
    if (clr_i) begin
      enable_d  = 1'b0;
      stamp_d   = 1'b0;
      stall_d   = 1'b0;
      dropped_d = 1'b0;
      mask_d    = '0;
      valid_d   = 1'b0;
    end else begin
      if (we_control) begin
        enable_d = wdata_i[tr_encoder_pkg::TR_TE_STIM_ENABLE_SHIFT];
        stamp_d  = wdata_i[tr_encoder_pkg::TR_TE_STIM_TIMESTAMP_SHIFT];
        stall_d  = wdata_i[tr_encoder_pkg::TR_TE_STIM_STALL_ENA_SHIFT];
        if (wdata_i[tr_encoder_pkg::TR_TE_STIM_DROPPED_SHIFT]) dropped_d = 1'b0;
      end
      if (we_mask) mask_d = wdata_i;
      if (done_i || drop_i) valid_d = 1'b0;
      if (drop_i) dropped_d = 1'b1;
      if (we_port) begin
        valid_d = 1'b1;
        tag_d   = {addr_i[6:2], less};
        data_d  = stored;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q  <= 1'b0;
      stamp_q   <= 1'b0;
      stall_q   <= 1'b0;
      dropped_q <= 1'b0;
      mask_q    <= '0;
      valid_q   <= 1'b0;
      tag_q     <= '0;
      data_q    <= '0;
    end else begin
      enable_q  <= enable_d;
      stamp_q   <= stamp_d;
      stall_q   <= stall_d;
      dropped_q <= dropped_d;
      mask_q    <= mask_d;
      valid_q   <= valid_d;
      tag_q     <= tag_d;
      data_q    <= data_d;
    end
  end

  always_comb begin
    rdata_o = '0;
    unique case (addr_i)
      tr_encoder_pkg::TR_TE_STIM_ID_OFFSET: rdata_o = 32'h4d49_5453;
      tr_encoder_pkg::TR_TE_STIM_IMPL_OFFSET: rdata_o = {11'b0, 5'(Tag), 16'h2001};
      tr_encoder_pkg::TR_TE_STIM_CONTROL_OFFSET: rdata_o = {23'b0, dropped_q, 5'b0, stall_q,
                                                            stamp_q, enable_q};
      tr_encoder_pkg::TR_TE_STIM_MASK_OFFSET: rdata_o = mask_q;
      default: ;
    endcase
  end

  assign stall_o = stall_q & ~stopped_i;
  assign valid_o = valid_q;
  assign tag_o   = {9'b0, tag_q};
  assign data_o  = data_q;
  assign stamp_o = stamp_q;

endmodule
