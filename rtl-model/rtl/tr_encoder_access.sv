// SPDX-License-Identifier: Apache-2.0
// What data trace has of both protocols: trTeDataControl, and the accesses of records that wait, in
// a queue beside that of records (tr_encoder_ingress).

module tr_encoder_access #(
  parameter int unsigned XLen = 64,
  parameter int unsigned RetireW = 8,
  parameter int unsigned Ports = 1,
  parameter int unsigned Depth = 8,            // records in a queue
  parameter bit          Triggers = 1'b1,
  parameter bit          Stall = 1'b1,
  localparam int unsigned PortW = 137 + XLen + RetireW,
  localparam int unsigned AccessW = PortW + 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     clr_i,      // trTeActive is 0
  // trTeDataControl.
  input  logic                     we_i,
  input  logic [             11:0] addr_i,
  input  logic [             31:0] wdata_i,
  output logic [             31:0] rdata_o,
  input  logic                     enable_i,   // trTeEnable
  input  logic                     latch_i,    // registers take effect
  input  logic                     etrace_i,   // trTeFormat
  input  logic                     stalled_i,  // the hart is stalled for data
  output tr_pkg::data_set_t        set_o,
  input  tr_pkg::data_status_t     status_i,
  input  logic                     on_i,       // data is traced
  // The record that comes: accesses, keep_i for each that filters let through.
  input  logic [  Ports*PortW-1:0] port_i,
  input  logic [        Ports-1:0] keep_i,
  output logic                     some_o,     // it has some
  input  logic                     write_i,    // it is taken, and has these or more
  // The oldest one.
  input  logic                     pop_i,
  output logic                     there_o,
  output logic [Ports*AccessW-1:0] access_o    // keep_i above each
);

  logic [Ports*AccessW-1:0] in;
  logic [Ports-1:0] valid;
  logic unused_ready;
  logic [$clog2(Depth+1)-1:0] unused_level;

  tr_encoder_data_regs #(
    .Triggers(Triggers),
    .Stall   (Stall)
  ) u_regs (
    .clk_i,
    .rst_ni,
    .clr_i,
    .we_i,
    .addr_i,
    .wdata_i,
    .rdata_o,
    .enable_i,
    .latch_i,
    .etrace_i,
    .set_tracing_i (status_i.set_tracing),
    .tracing_i     (status_i.tracing),
    .set_overflow_i(status_i.overflow || stalled_i),
    .set_drop_i    (status_i.drop),
    .set_o
  );

  for (genvar k = 0; k < Ports; k = k + 1) begin : gen_port
    assign valid[k]                 = (on_i || set_o.wanted) && port_i[PortW*k+PortW-1];
    assign in[AccessW*k +: AccessW] = {keep_i[k], port_i[PortW*k +: PortW]};
  end
  assign some_o = valid != '0;

  tr_fifo #(
    .Width(Ports * AccessW),
    .Depth(Depth)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .clr_i,
    .wvalid_i(write_i),
    .wready_o(unused_ready),
    .wdata_i (in),
    .rvalid_o(there_o),
    .rready_i(pop_i),
    .rdata_o (access_o),
    .level_o (unused_level)
  );

endmodule
