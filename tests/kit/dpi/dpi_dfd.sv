// SPDX-License-Identifier: Apache-2.0
// The trace encoder of tenstorrent/tt-dfd (which is not in this tree: docs/howto/bring-up-foreign-encoder.md) with the kit bound to it, for dpi_main.cpp.
// Its registers are structures that software would fill in; here writes of trTeControl and trTeInstFeatures do.
module dpi_dfd import dfd_te_pkg::*; import dfd_tr_csr_pkg::*; import dfd_ntr_csr_pkg::*; (
`include "dpi_ports.svh"
);
  // trTeControl and trTeInstFeatures, as TCI 1.0 has them.
  logic [31:0] control_q, features_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q  <= '0;
      features_q <= '0;
    end else if (wr_i) begin
      if (waddr_i == 12'h000) control_q <= wdata_i;
      if (waddr_i == 12'h008) features_q <= wdata_i;
    end
  end

  dfd_ntr_csr_pkg::Cr4BTrtecontrolCsr_s control;
  dfd_ntr_csr_pkg::Cr4BTrtecontrolCsrWr_s unused_wr;
  dfd_ntr_csr_pkg::Cr4BTrteimplCsr_s impl;
  dfd_ntr_csr_pkg::Cr4BTrteinstfeaturesCsr_s features;
  always_comb begin
    control = '0;
    control.Trteactive = control_q[0];
    control.Trteenable = control_q[1];
    control.Trteinsttracing = control_q[2];
    control.Trteinstmode = control_q[6:4];
    control.Trtecontext = control_q[9];
    control.Trteinststallena = control_q[13];
    control.Trteinhibitsrc = control_q[15];
    control.Trtesyncmode = control_q[17:16];
    control.Trtesyncmax = control_q[23:20];
    control.Trteformat = control_q[26:24];
    features = '0;
    features.Trtesrcbits = features_q[31:28];
    features.Trtesrcid = features_q[27:16];
    features.Trteinstenrepeatedhistory = features_q[8];
    impl = '0;
    impl.Trtevermajor = 4'd1;
    impl.Trtecomptype = 4'd1;
    impl.Trteprotocolmajor = 4'd1;
  end

  // The packetizer takes a packet in every clock in which the link is ready.
  localparam int unsigned Bytes = NTRACE_MAX_PACKET_WIDTH_IN_BYTES;
  logic [8*Bytes-1:0] data;
  logic [Bytes-1:0] keep;
  logic [$clog2(Bytes):0] request;
  logic granted, granted_q, flush, error, start, active, stall_ena, backpressure;
  assign granted = ready_i & (request != '0);
  always_ff @(posedge clk_i) granted_q <= rst_ni & granted;

  dfd_te_encoder u_dut (
    .clock(clk_i), .reset_n(rst_ni),
    .trIRetire_RE6({valid1_i ? iretire1_i[4:0] : 5'd0, valid_i ? iretire_i[4:0] : 5'd0}),
    .trIType_RE6({valid1_i ? itype1_i[2:0] : 3'd0, valid_i ? itype_i[2:0] : 3'd0}),
    .trIAddr_RE6({iaddr1_i[63:1], iaddr_i[63:1]}),
    .trILastSize_RE6({ilastsize1_i, ilastsize_i}),
    .trPriv_RE6(halted_i ? PRIVMODE_DEBUG : PrivMode_e'(priv_i)), .trContext_RE6('0), .trTstamp_RE6('0), .trTval_RE6('0),
    .MC_MS_trError_RE6(1'b0), .MS_MC_trActive_ANY(active), .MS_MC_trStallModeEn_ANY(stall_ena), .MS_MC_trStartStop_ANY(start),
    .MS_MC_trBackpressure_ANY(backpressure),
    .MC_MS_trTrigControl_ANY(TRIG_TRACE_NONE), .cla_trigger_trace_start_ANY(1'b0), .cla_trigger_trace_stop_ANY(1'b0), .cla_trigger_trace_pulse_ANY(1'b0),
    .Cr4BTrtecontrol(control), .Cr4BTrtscontrol('0), .Cr4BTrteimpl(impl), .Cr4BTrteinstfeatures(features), .Cr4BTrteinstfilters('0),
    .Cr4BTrtefilter0Control('0), .Cr4BTrtefilter0Matchinst('0), .Cr4BTrtecontrolWr(unused_wr),
    .data_in(data), .data_byte_be_in(keep), .request_packet_space_in_bytes(request), .requested_packet_space_granted(granted),
    .trace_hardware_flush(1'b0), .trace_hardware_stop(1'b0), .flush_mode_enable(flush), .flush_mode_exit(flush), .packetizer_empty(1'b1)
  );

  assign wdone_o = 1'b1;
  assign stall_o = 1'b0;
  assign out_o   = granted_q;
  assign data_o  = data[31:0];
  assign lanes_o = 3'd4;

  // Hart and encoder leave reset together, and its first message says so: the hart is in reset until it does something.
  logic runs_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) runs_q <= 1'b0;
    else runs_q <= runs_q | valid_i;
  end

  logic broken;
  htk_monitor #(
    .XLen(64), .Blocks(2), .RetireW(5), .ItypeW(3), .Lanes(Bytes), .OnBroken(0),
    .Params("btm=0 icnt_bits=12 bcnt_bits=4")
  ) u_htk (
    .clk_i, .rst_ni, .wr_i, .waddr_i, .wdata_i, .valid_i(valid_i), .stall_i(1'b0), .block_valid_i({valid1_i, valid_i}), .iaddr_i({iaddr1_i, iaddr_i}),
    .iretire_i({iretire1_i[4:0], iretire_i[4:0]}), .itype_i({itype1_i[2:0], itype_i[2:0]}), .ilastsize_i({ilastsize1_i, ilastsize_i}), .sijump_i('0),
    .priv_i, .ctype_i('0), .context_i('0), .hcontext_i('0), .cause_i, .tval_i('0), .impdef_i('0), .trigger_i('0), .ext_trig_i('0), .halted_i, .reset_i(~runs_q & ~valid_i),
    .lowpower_i(1'b0), .time_i('0), .out_valid_i(granted_q), .out_keep_i(keep), .out_data_i(data), .drained_i(request == '0 && !granted_q), .broken_o(broken)
  );
  logic unused;
  assign unused = &{1'b0, bug_i, error, start, active, stall_ena, backpressure, broken};
  assign error = 1'b0;
endmodule
