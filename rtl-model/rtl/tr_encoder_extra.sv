// SPDX-License-Identifier: Apache-2.0
// What other than instructions makes messages, and which message enters the queue: that of
// tr_encoder_flow, or one of the parts that are here. Such a part knows when its turn is from
// tr_encoder_flow, which makes no message of its own then.

module tr_encoder_extra #(
  parameter bit          Stimulus = 1'b0,
  parameter int unsigned StimulusTag = 8,
  parameter int unsigned ValueAW = 22,
  parameter int unsigned ValueBW = 63,
  parameter int unsigned HistW = 32,
  parameter int unsigned ValueCW = 32,
  localparam int unsigned FieldsW = 15 + ValueAW + ValueBW + ValueCW
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clr_i,           // trTeActive is 0
  // Registers, as tr_encoder_filters has them; the bus before the access is checked.
  input  logic [       11:0] paddr_i,
  input  logic [        3:0] pstrb_i,
  output logic               part_o,          // a store that only stimulus ports take
  output logic               waits_o,         // a write has to wait
  input  logic               we_i,
  input  logic [       11:0] addr_i,
  input  logic [       31:0] wdata_i,
  output logic [       31:0] rdata_o,
  input  logic               enable_i,        // trTeEnable
  // The queue of messages, and the link.
  input  logic               low_i,           // little enough is queued to announce a loss
  input  logic               lost_i,          // one is to be announced
  input  logic               stopped_i,       // the link is stopped: nobody waits for it
  // A store to a stimulus port (tr_encoder_flow).
  output logic               store_o,
  output logic               store_stall_o,
  input  logic               store_now_i,     // the message of this cycle is its
  input  logic               store_done_i,
  input  logic               store_drop_i,
  // The message of tr_encoder_flow, and the one for the queue, TSTAMP apart.
  input  logic [        5:0] tcode_i,
  input  logic [        3:0] f4_i,
  input  logic [        1:0] f2_i,
  input  logic [        2:0] use_i,
  input  logic [ValueAW-1:0] a_i,
  input  logic [ValueBW-1:0] b_i,
  input  logic [  HistW-1:0] c_i,
  output logic [FieldsW-1:0] fields_o
);

  localparam bit Tagged = Stimulus && StimulusTag != 0;

  logic [FieldsW-1:0] flow;
  assign flow = {tcode_i, f4_i, f2_i, use_i, a_i, b_i, ValueCW'(c_i)};

  // ---- Stimulus ports ----

  if (Stimulus) begin : g_stimulus
    logic stamp;
    logic [15:0] tag;
    logic [31:0] data;

    tr_encoder_stimulus #(.Tag(StimulusTag)) u_stimulus (
      .clk_i, .rst_ni, .clr_i, .paddr_i, .pstrb_i, .part_o, .we_i, .addr_i, .wdata_i, .rdata_o,
      .enable_i, .roomy_i(low_i & ~lost_i), .stopped_i, .waits_o, .stall_o(store_stall_o),
      .valid_o(store_o), .tag_o(tag), .data_o(data), .stamp_o(stamp), .done_i(store_done_i),
      .drop_i(store_drop_i)
    );

    // IDTAG below DQDATA in b, or IDTAG in a and DQDATA in c.
    assign fields_o = store_now_i ?
        {tr_pkg::TcodeDataAcquisition, 3'b0, stamp, 2'b0, Tagged ? 3'b010 : 3'b101, ValueAW'(tag),
         ValueBW'({data, tag[(Tagged ? StimulusTag : 16)-1:0]}), ValueCW'(data)} : flow;
  end else begin : g_no_stimulus
    logic unused;
    assign unused = &{1'b0, clk_i, rst_ni, clr_i, paddr_i, pstrb_i, we_i, addr_i, wdata_i, enable_i,
                      low_i, lost_i, stopped_i, store_now_i, store_done_i, store_drop_i};
    assign {part_o, waits_o, store_stall_o, store_o} = '0;
    assign rdata_o  = '0;
    assign fields_o = flow;
  end

endmodule
