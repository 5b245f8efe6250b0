// SPDX-License-Identifier: Apache-2.0
// The front of the RAM sink: bytes of whole messages become trace words (TCI 1.0, Trace RAM Sink).

module tr_ramsink_words #(
  parameter int unsigned Width = 4,   // bytes of a trace word
  parameter bit          Async = 1'b0,
  parameter bit          Etrace = 1'b0,
  parameter int unsigned SyncNulls = 40,
  parameter int unsigned Lanes = 4,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               drop_i,      // drop the buffer, and the rest of a message
  input  logic               open_i,      // messages are taken, else swallowed
  input  logic               refuse_i,    // messages are refused
  input  logic               start_i,     // the sink is being enabled
  input  logic               flush_i,     // the sink is being disabled: fill up the last word
  input  logic [        2:0] freq_i,      // trRamAsyncFreq
  input  logic               link_valid_i,
  input  logic [8*Lanes-1:0] link_data_i,
  input  logic               link_last_i,
  input  logic [ BytesW-1:0] link_bytes_i,
  output logic               link_ready_o,
  output logic               valid_o,     // a trace word
  output logic [8*Width-1:0] word_o,
  input  logic               ready_i,
  output logic               empty_o
);

  localparam int unsigned CntW = $clog2(Width + Lanes + 1);

  logic mid;
  logic taking;
  logic flush_d, flush_q;
  logic pad;
  logic [CntW-1:0] count;

  assign empty_o = (count == '0) && !taking;
  assign pad     = flush_q && !mid && !valid_o && (count != '0);

  tr_gather #(
    .Width    (Width),
    .Async    (Async),
    .Etrace   (Etrace),
    .SyncNulls(SyncNulls),
    .Lanes    (Lanes)
  ) u_gather (
    .clk_i,
    .rst_ni,
    .drop_i,
    .open_i,
    .refuse_i,
    .hold_i  (flush_q),
    .start_i,
    .freq_i,
    .link_valid_i,
    .link_data_i,
    .link_last_i,
    .link_bytes_i,
    .link_ready_o,
    .count_o (count),
    .word_o,
    .mid_o   (mid),
    .taking_o(taking),
    .full_o  (valid_o),
    .take_i  (valid_o && ready_i),
    .pad_i   (pad)
  );

  assign flush_d = drop_i ? 1'b0 : flush_i || (flush_q && (mid || valid_o));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flush_q <= 1'b0;
    else flush_q <= flush_d;
  end

endmodule
