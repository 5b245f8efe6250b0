// SPDX-License-Identifier: Apache-2.0
// The queue of tr_encoder: of messages, of packets, or of both. With both protocols one of the two
// back ends has it, and each place has the fields of both: nothing chooses between them.

module tr_encoder_shared #(
  parameter bit          Ntrace = 1'b1,
  parameter bit          Etrace = 1'b1,
  parameter int unsigned MessageW = 83,   // of N-Trace; the lowest TimeW bits come late
  parameter int unsigned TimeW = 1,       // 0: none
  parameter int unsigned PacketW = 80,    // of E-Trace, without its time, which comes late
  parameter int unsigned StampW = 1,
  parameter int unsigned Depth = 32,
  parameter int unsigned Low = 8,
  parameter int unsigned High = 4,
  localparam int unsigned TimeBits = (TimeW > 0) ? TimeW : 1,
  localparam int unsigned LevelW = $clog2(Depth + 2)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clr_i,
  input  logic                etrace_i,        // it is that of E-Trace
  output logic                ready_o,
  output logic                low_o,
  output logic                high_o,
  output logic [  LevelW-1:0] level_o,
  // N-Trace.
  input  logic                m_valid_i,
  input  logic [MessageW-1:0] m_data_i,
  input  logic [TimeBits-1:0] m_late_i,
  output logic                m_valid_o,
  input  logic                m_ready_i,
  output logic [MessageW-1:0] m_data_o,
  // E-Trace.
  input  logic                p_valid_i,
  input  logic [ PacketW-1:0] p_data_i,
  input  logic [  StampW-1:0] p_late_i,
  output logic                p_valid_o,
  input  logic                p_ready_i,
  output logic [PacketW+StampW-1:0] p_data_o
);

  if (Ntrace && Etrace) begin : gen_both
    localparam int unsigned KeptW = MessageW - TimeW;
    localparam int unsigned LateW = StampW + TimeBits;
    logic valid;
    logic [KeptW-1:0] kept_in;
    logic [KeptW-1:0] kept;
    logic [PacketW-1:0] packet;
    logic [StampW-1:0] stamp;
    logic [TimeBits-1:0] late;
    logic unused;
    assign unused    = &{1'b0, m_data_i[TimeBits-1:0], late};
    assign kept_in   = m_data_i[MessageW-1:TimeW];
    assign m_data_o  = MessageW'({kept, late} >> (TimeBits - TimeW));
    assign p_data_o  = {packet, stamp};
    assign m_valid_o = valid && !etrace_i;
    assign p_valid_o = valid && etrace_i;

    tr_encoder_messages #(
      .Width(PacketW + KeptW + LateW),
      .Depth(Depth),
      .Low  (Low),
      .High (High),
      .LateW(LateW)
    ) u_messages (
      .clk_i,
      .rst_ni,
      .clr_i,
      .wvalid_i(etrace_i ? p_valid_i : m_valid_i),
      .wready_o(ready_o),
      .wdata_i ({p_data_i, kept_in, LateW'(0)}),
      .wlate_i ({p_late_i, m_late_i}),
      .rvalid_o(valid),
      .rready_i(etrace_i ? p_ready_i : m_ready_i),
      .rdata_o ({packet, kept, stamp, late}),
      .low_o,
      .high_o,
      .level_o
    );
  end else if (Ntrace) begin : gen_ntrace
    logic unused;
    assign unused = &{1'b0, etrace_i, p_valid_i, p_data_i, p_late_i, p_ready_i};
    assign {p_valid_o, p_data_o} = '0;
    tr_encoder_messages #(
      .Width(MessageW),
      .Depth(Depth),
      .Low  (Low),
      .High (High),
      .LateW(TimeW)
    ) u_messages (
      .clk_i,
      .rst_ni,
      .clr_i,
      .wvalid_i(m_valid_i),
      .wready_o(ready_o),
      .wdata_i (m_data_i),
      .wlate_i (m_late_i),
      .rvalid_o(m_valid_o),
      .rready_i(m_ready_i),
      .rdata_o (m_data_o),
      .low_o,
      .high_o,
      .level_o
    );
  end else begin : gen_etrace
    logic unused;
    assign unused = &{1'b0, etrace_i, m_valid_i, m_data_i, m_late_i, m_ready_i};
    assign {m_valid_o, m_data_o} = '0;
    tr_encoder_messages #(
      .Width(PacketW + StampW),
      .Depth(Depth),
      .Low  (Low),
      .High (High),
      .LateW(StampW)
    ) u_messages (
      .clk_i,
      .rst_ni,
      .clr_i,
      .wvalid_i(p_valid_i),
      .wready_o(ready_o),
      .wdata_i ({p_data_i, StampW'(0)}),
      .wlate_i (p_late_i),
      .rvalid_o(p_valid_o),
      .rready_i(p_ready_i),
      .rdata_o (p_data_o),
      .low_o,
      .high_o,
      .level_o
    );
  end

endmodule
