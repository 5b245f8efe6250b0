// SPDX-License-Identifier: Apache-2.0
// The trace funnel: whole messages of 2 to 16 links, one of each in turn, to one link; registers on
// APB4.
//
// TCI 1.0, Trace Funnel. The parameters are those of the model (trm_funnel.h).
// docs/reference/rtl.md has the rules of the links.

module tr_funnel #(
  `include "tr_funnel_params.svh"
  parameter int unsigned Depth = 16,           // beats buffered for each input, or 0: none
  parameter int unsigned Lanes = 4,            // bytes per cycle on the links
  parameter bit          Requests = 1'b1,      // flush and synchronization requests
  parameter bit          Etrace = 1'b0,        // link_bytes_i goes along
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  // Registers.
  input  logic                      psel_i,
  input  logic                      penable_i,
  input  logic                      pwrite_i,
  input  logic [              11:0] paddr_i,
  input  logic [              31:0] pwdata_i,
  input  logic [               3:0] pstrb_i,
  output logic                      pready_o,
  output logic [              31:0] prdata_o,
  output logic                      pslverr_o,
  // Timestamps come from downstream and go to what is connected to the inputs.
  input  logic [           TsW-1:0] ts_i,
  output logic [           TsW-1:0] ts_o,
  // Links.
  input  logic [        Inputs-1:0] link_valid_i,
  input  logic [Inputs*8*Lanes-1:0] link_data_i,
  input  logic [        Inputs-1:0] link_last_i,
  input  logic [ Inputs*BytesW-1:0] link_bytes_i,
  output logic [        Inputs-1:0] link_ready_o,
  output logic [        Inputs-1:0] link_stopped_o,  // the output is stopped
  output logic                      link_valid_o,
  output logic [       8*Lanes-1:0] link_data_o,
  output logic                      link_last_o,
  output logic [        BytesW-1:0] link_bytes_o,
  input  logic                      link_ready_i,
  input  logic                      link_stopped_i,
  // Requests against the flow (docs/reference/rtl.md): from what the output goes to, and on to the
  // senders.
  input  logic                      flush_i,
  output logic                      flushed_o,
  input  logic                      sync_i,
  output logic [        Inputs-1:0] flush_o,
  input  logic [        Inputs-1:0] flushed_i,    // 1 where nothing is connected
  output logic [        Inputs-1:0] sync_o
);

  `include "tr_funnel_checks.svh"

  localparam int unsigned BeatW = 8 * Lanes + 1 + (Etrace ? BytesW : 0);
  localparam int unsigned IndexW = (Inputs > 1) ? $clog2(Inputs) : 1;
  localparam logic [15:0] Dis = 16'(DisInputs) & 16'((32'h1 << Inputs) - 1);

  // ---- Registers ----

  logic we;
  logic ts_write;
  logic active;
  logic enable;
  logic empty;
  logic give_up;
  logic drop;
  logic lose;
  logic [11:0] addr;
  logic [31:0] wdata;
  logic [31:0] rdata;
  logic [31:0] other_rdata;
  logic [15:0] dis;
  logic [15:0] open;
  logic unused_re;
  logic unused_dis;

  tr_apb_setup u_apb (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pstrb_i,
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .we_o   (we),
    .re_o   (unused_re),
    .addr_o (addr),
    .wdata_o(wdata),
    .rdata_i(rdata)
  );

  tr_funnel_regs #(
    .DisInputs(Dis)
  ) u_regs (
    .clk_i,
    .rst_ni,
    .we_i         (we),
    .addr_i       (addr),
    .wdata_i      (wdata),
    .rdata_o      (rdata),
    .empty_i      (empty),
    .other_rdata_i(other_rdata),
    .ts_write_o   (ts_write),
    .active_o     (active),
    .enable_o     (enable),
    .dis_o        (dis),
    .open_o       (open),
    .stopped_i    ((Depth != 0) && link_stopped_i),
    .give_up_o    (give_up),
    .drop_o       (drop),
    .set_loss_i   (lose)
  );
  assign unused_dis = &{1'b0, dis, open};

  // ---- Timestamp: what comes in goes on, but for the mode Internal System ----

  if (TsModes != 0) begin : gen_ts
    logic [31:0] ts_control;
    logic [63:0] ts_wide;
    logic [TsW-1:0] ts_value;
    logic [7:0] unused_vendor;
    logic unused_on;

    tr_timestamp #(
      .Modes     (5'(TsModes)),
      .Width     (TsW),
      .Enable    (1'b0),
      .CopyActive(TsCopyActive)
    ) u_timestamp (
      .clk_i,
      .rst_ni,
      .clr_i     (!active),
      .we_i      (ts_write),
      .wdata_i   (wdata),
      .control_o (ts_control),
      .halted_i  (1'b0),
      .external_i(ts_i),
      .shared_i  (ts_i),
      .value_o   (ts_value),
      .enabled_o (unused_on),
      .vendor_o  (unused_vendor)
    );

    assign ts_wide = 64'(ts_value);
    assign ts_o = !active ? '0
                : (ts_control[tr_timestamp_pkg::TR_TS_MODE_SHIFT +: 3] == '0) ? ts_i : ts_value;
    always_comb begin
      unique case (addr)
        tr_timestamp_pkg::TR_TS_CONTROL_OFFSET: other_rdata = ts_control;
        tr_timestamp_pkg::TR_TS_COUNTER_LOW_OFFSET: other_rdata = ts_wide[31:0];
        tr_timestamp_pkg::TR_TS_COUNTER_HIGH_OFFSET: other_rdata = ts_wide[63:32];
        default: other_rdata = '0;
      endcase
    end
  end else begin : gen_no_ts
    logic unused;
    assign unused      = &{1'b0, ts_write};
    assign other_rdata = '0;
    assign ts_o        = active ? ts_i : '0;
  end

  // ---- Messages ----

  logic [Inputs-1:0] req;
  logic [Inputs-1:0] more;
  logic [Inputs-1:0] valid;
  logic [Inputs-1:0] sending;
  logic [Inputs-1:0] pop;
  logic [Inputs-1:0] port_empty;
  logic [Inputs-1:0] port_flushed;
  logic [Inputs*BeatW-1:0] beats;
  logic [BeatW-1:0] beat;
  logic [IndexW-1:0] unused_sel;
  logic any;
  logic there;
  logic [Inputs-1:0] now;

  for (genvar i = 0; i < Inputs; i = i + 1) begin : gen_input
    assign link_stopped_o[i] = !open[i] || link_stopped_i;
    assign pop[i] = any && now[i] && valid[i] && link_ready_i;

    logic [BeatW-1:0] in_beat;
    if (Etrace) begin : gen_etrace
      assign in_beat = {link_last_i[i], link_bytes_i[BytesW*i +: BytesW],
                        link_data_i[8*Lanes*i +: 8*Lanes]};
    end else begin : gen_ntrace
      assign in_beat = {link_last_i[i], link_data_i[8*Lanes*i +: 8*Lanes]};
    end

    tr_funnel_port #(
      .Depth   (Depth),
      .BeatW   (BeatW),
      .Requests(Requests)
    ) u_port (
      .clk_i,
      .rst_ni,
      .open_i      (open[i]),
      .drop_i      (drop),
      .link_valid_i(link_valid_i[i]),
      .link_beat_i (in_beat),
      .link_ready_o(link_ready_o[i]),
      .req_o       (req[i]),
      .more_o      (more[i]),
      .valid_o     (valid[i]),
      .beat_o      (beats[BeatW*i +: BeatW]),
      .sending_i   (sending[i]),
      .pop_i       (pop[i]),
      .empty_o     (port_empty[i]),
      .flush_i,
      .done_i      (flushed_o),
      .flushed_o   (port_flushed[i]),
      .flush_o     (flush_o[i]),
      .flushed_i   (flushed_i[i])
    );
  end

  // In reset no message starts; one that has started goes on.
  tr_arbiter #(
    .N    (Inputs),
    .Ahead(Depth != 0)
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .stop_i   (drop),
    .clr_i    (!active),
    .req_i    (req & {Inputs{!drop || (Depth != 0)}}),
    .more_i   (more),
    .beat_i   (there && link_ready_i),
    .last_i   (link_last_o),
    .any_o    (any),
    .sending_o(sending),
    .now_o    (now),
    .sel_o    (unused_sel)
  );

  always_comb begin
    beat  = '0;
    there = 1'b0;
    for (int unsigned i = 0; i < Inputs; i = i + 1) begin
      beat  = beat | ({BeatW{now[i]}} & beats[BeatW*i +: BeatW]);
      there = there || (now[i] && valid[i]);
    end
  end

  assign link_valid_o = any && there;
  assign link_data_o  = beat[8*Lanes-1:0];
  assign link_last_o  = beat[BeatW-1];
  assign empty        = &port_empty;

  if (Etrace) begin : gen_bytes
    assign link_bytes_o = beat[BeatW-2 -: BytesW];
  end else begin : gen_no_bytes
    logic unused;
    assign unused       = &{1'b0, link_bytes_i};
    assign link_bytes_o = '0;
  end

  assign flushed_o = flush_i && (&port_flushed);
  assign sync_o    = ~dis[Inputs-1:0] & {Inputs{Requests && sync_i && active && enable}};

  // ---- Disabled, and the output is stopped: what is queued cannot be delivered any more ----

  assign lose = (Depth != 0) && give_up && !empty;

endmodule
