// SPDX-License-Identifier: Apache-2.0
// What other than instructions makes messages, and which message enters the queue: that of
// tr_encoder_flow, or one of the parts that are here. Such a part knows when its turn is from
// tr_encoder_flow, which makes no message of its own then.

module tr_encoder_extra #(
  parameter int unsigned XLen = 64,
  parameter int unsigned Blocks = 1,
  parameter int unsigned RetireW = 8,
  parameter bit          Stimulus = 1'b0,
  parameter int unsigned StimulusTag = 8,
  parameter bit          DataTrace = 1'b0,
  parameter int unsigned DataPorts = 1,
  parameter bit          Watchpoint = 1'b0,
  parameter int unsigned Comps = 1,           // comparators, 1 at least
  parameter int unsigned Depth = 8,           // records in a queue
  parameter int unsigned ValueAW = 22,
  parameter int unsigned ValueBW = 63,
  parameter int unsigned HistW = 32,
  parameter int unsigned ValueCW = 32,
  localparam int unsigned FieldsW = 15 + ValueAW + ValueBW + ValueCW,
  localparam int unsigned AccessW = 138 + XLen + RetireW
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       clr_i,           // trTeActive is 0
  // Registers, as tr_encoder_filters has them; the bus before the access is checked.
  input  logic [               11:0] paddr_i,
  input  logic [                3:0] pstrb_i,
  output logic                       part_o,          // a store that only stimulus ports take
  output logic                       waits_o,         // a write has to wait
  input  logic                       we_i,
  input  logic [               11:0] addr_i,
  input  logic [               31:0] wdata_i,
  output logic [               31:0] rdata_o,
  input  logic                       enable_i,        // trTeEnable
  input  logic                       latch_i,         // registers take effect
  // The queue of messages, and the link.
  input  logic                       low_i,           // little enough is queued to announce a loss
  input  logic                       lost_i,          // one is to be announced
  input  logic                       stopped_i,       // the link is stopped: nobody waits for it
  // much of it is taken, or of the queue of records
  input  logic                       half_i,
  input  logic                       calm_i,          // few records wait
  input  logic                       ready_i,
  input  logic                       hold_i,          // what finds no room waits
  // A store to a stimulus port (tr_encoder_flow).
  output logic                       store_o,
  output logic                       store_stall_o,
  input  logic                       store_now_i,     // the message of this cycle is its
  input  logic                       store_done_i,
  input  logic                       store_drop_i,
  // The record that comes: what notifies, by block: comparators, a debug trigger above them.
  input  logic                       taken_i,         // it is taken
  input  logic                       extra_i,         // it has these, or data accesses
  input  logic [   Blocks*Comps-1:0] comps_i,
  input  logic [         Blocks-1:0] notify_i,
  output logic                       side_o,          // it has some of these
  // Accesses of the oldest record (tr_encoder_access).
  input  logic                       there_i,
  input  logic [DataPorts*AccessW-1:0] access_i,
  input  tr_pkg::data_set_t          data_set_i,
  output tr_pkg::data_status_t       data_status_o,
  output logic                       data_stall_o,
  // The oldest record (tr_encoder_ingress, tr_encoder_flow).
  input  logic                       side_i,          // extra_i of it
  input  logic                       pop_i,           // it leaves
  input  logic                       index_i,         // its block that is looked at
  input  logic [        RetireW-1:0] iaddr_i,         // the lowest bits of its address
  input  logic [        RetireW-1:0] ahead_i,         // half-words before its last instruction
  input  logic                       notifies_i,
  input  logic [                1:0] turn_i,
  input  tr_pkg::extra_event_t       event_i,
  output tr_pkg::extra_t             extra_o,
  input  logic                       trig_on_i,
  input  logic                       trig_off_i,
  input  logic                       repeated_i,      // trTeInstEnRepeatedHistory
  // The message of tr_encoder_flow, and the one for the queue, TSTAMP apart.
  input  logic                       valid_i,
  input  logic [                5:0] tcode_i,
  input  logic [                3:0] f4_i,
  input  logic [                1:0] f2_i,
  input  logic [                2:0] use_i,
  input  logic [        ValueAW-1:0] a_i,
  input  logic [        ValueBW-1:0] b_i,
  input  logic [          HistW-1:0] c_i,
  output logic                       valid_o,
  output logic [        FieldsW-1:0] fields_o
);

  localparam bit Tagged = Stimulus && StimulusTag != 0;

  logic [FieldsW-1:0] fields;
  logic [8:0] hits;
  logic data_on;
  logic data_lost;
  logic data_block;
  logic data_later;
  logic data_wait;

  assign extra_o = {data_on, data_lost, data_lost & calm_i, data_block, data_later, data_wait,
                    hits};

  // ---- Stimulus ports ----

  if (Stimulus) begin : gen_stimulus
    logic stamp;
    logic [15:0] tag;
    logic [31:0] data;

    tr_encoder_stimulus #(
      .Tag(StimulusTag)
    ) u_stimulus (
      .clk_i,
      .rst_ni,
      .clr_i,
      .paddr_i,
      .pstrb_i,
      .part_o,
      .we_i,
      .addr_i,
      .wdata_i,
      .rdata_o,
      .enable_i,
      .roomy_i(low_i & ~lost_i),
      .stopped_i,
      .waits_o,
      .stall_o(store_stall_o),
      .valid_o(store_o),
      .tag_o(tag),
      .data_o(data),
      .stamp_o(stamp),
      .done_i(store_done_i),
      .drop_i(store_drop_i)
    );

    // IDTAG below DQDATA in b, or IDTAG in a and DQDATA in c.
    assign fields = store_now_i ?
        {tr_pkg::TcodeDataAcquisition, 3'b0, stamp, 2'b0, Tagged ? 3'b010 : 3'b101, ValueAW'(tag),
         ValueBW'({data, tag[(Tagged ? StimulusTag : 16)-1:0]}), ValueCW'(data)} :
        {tcode_i, f4_i, f2_i, use_i, a_i, b_i, ValueCW'(c_i)};
  end else begin : gen_no_stimulus
    logic unused;
    assign unused = &{1'b0, paddr_i, pstrb_i, low_i, lost_i, stopped_i, store_now_i, store_done_i,
                      store_drop_i, we_i, addr_i, wdata_i, enable_i};
    assign {part_o, waits_o, store_stall_o, store_o} = '0;
    assign rdata_o    = '0;
    assign fields     = {tcode_i, f4_i, f2_i, use_i, a_i, b_i, ValueCW'(c_i)};
  end

  // ---- Watchpoints: what is kept of a record in a queue of its own ----

  if (Watchpoint) begin : gen_hits
    localparam int unsigned LevelW = $clog2(Depth + 1);
    logic [9*Blocks-1:0] in;
    logic [9*Blocks-1:0] out;
    logic unused_ready;
    logic unused_there;
    logic [LevelW-1:0] unused_level;

    for (genvar k = 0; k < Blocks; k = k + 1) begin : gen_block
      assign in[9*k +: 9] = {notify_i[k], 8'(comps_i[Comps*k +: Comps])};
    end
    assign side_o = (notify_i != '0) | (comps_i != '0);
    assign hits   = (Blocks > 1 && index_i) ? out[9*(Blocks-1) +: 9] : out[8:0];

    tr_fifo #(
      .Width(9 * Blocks),
      .Depth(Depth)
    ) u_fifo (
      .clk_i,
      .rst_ni,
      .clr_i,
      .wvalid_i(taken_i & extra_i),
      .wready_o(unused_ready),
      .wdata_i(in),
      .rvalid_o(unused_there),
      .rready_i(pop_i & side_i),
      .rdata_o(out),
      .level_o(unused_level)
    );
  end else begin : gen_no_hits
    logic unused;
    assign unused = &{1'b0, comps_i, notify_i, taken_i, extra_i, pop_i, side_i};
    assign side_o = 1'b0;
    assign hits   = '0;
  end

  // ---- Data trace ----

  if (DataTrace) begin : gen_data
    logic data_valid;
    logic [5:0] data_tcode;
    logic [3:0] data_f4;
    logic [XLen+3:0] data_b;
    logic [63:0] data_c;

    tr_encoder_data #(
      .XLen(XLen),
      .Ports(DataPorts),
      .RetireW(RetireW)
    ) u_data (
      .clk_i,
      .rst_ni,
      .clr_i,
      .set_i(data_set_i),
      .latch_i,
      .status_o(data_status_o),
      .stall_o(data_stall_o),
      .trig_i(event_i.trig),
      .trig_on_i,
      .trig_off_i,
      .record_end_i(event_i.ends),
      .sent_i(event_i.sent),
      .tcode_i,
      .f4_i,
      .repeated_i,
      .told_i(event_i.told),
      .lose_i(event_i.lose),
      .there_i,
      .access_i,
      .block_i(index_i),
      .iaddr_i,
      .ahead_i,
      .notifies_i,
      .turn_i,
      .busy_i(valid_i),
      .wait_o(data_wait),
      .on_o(data_on),
      .open_o(data_block),
      .later_o(data_later),
      .lost_o(data_lost),
      .full_i(half_i),
      .ready_i,
      .hold_i,
      .valid_o(data_valid),
      .tcode_o(data_tcode),
      .f4_o(data_f4),
      .b_o(data_b),
      .c_o(data_c)
    );

    // DSZ below the address in b, DATA in c.
    assign valid_o  = valid_i | data_valid;
    assign fields_o = data_valid ? {data_tcode, data_f4, 2'b0, 3'b110, ValueAW'(0),
                                      ValueBW'(data_b), ValueCW'(data_c)} : fields;
  end else begin : gen_no_data
    logic unused;
    assign unused = &{1'b0, clk_i, rst_ni, clr_i, latch_i, half_i, calm_i,
                      ready_i, hold_i, iaddr_i, ahead_i, notifies_i, turn_i, event_i, trig_on_i,
                          trig_off_i,
                      repeated_i, index_i, there_i, access_i, data_set_i};
    assign {data_block, data_later, data_wait, data_lost, data_on} = '0;
    assign {data_status_o, data_stall_o} = '0;
    assign valid_o    = valid_i;
    assign fields_o   = fields;
  end

endmodule
