// SPDX-License-Identifier: Apache-2.0
// What arrives with a record and the queue of records does not have (tr_encoder_ingress): a queue
// beside that one, with as many entries. A record is looked at two cycles after it came at the
// earliest; what came with it is in a register by then, and stays there until the record leaves.
// It is never full, so it counts nothing: with tr_fifo or tr_encoder_messages in its place E-Trace
// takes more LUTs.

module tr_encoder_side #(
  parameter int unsigned Width = 32,
  parameter int unsigned Records = 22    // records that are queued, at most
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clr_i,        // empty it; wins over a write
  input  logic             write_i,      // a record is taken
  input  logic [Width-1:0] data_i,       // and this comes with it
  input  logic             pop_i,        // the oldest record leaves
  output logic             valid_o,
  output logic [Width-1:0] data_o        // what came with the oldest one
);

  // One place at least stays empty: so two pointers say all.
  localparam int unsigned PtrW = $clog2(Records + 1);

  logic [Width-1:0] mem [0:2**PtrW-1];
  logic [Width-1:0] fetched_d, fetched_q;
  logic [Width-1:0] read;
  logic [PtrW-1:0] wptr_d, wptr_q;
  logic [PtrW-1:0] rptr_d, rptr_q;       // of what is fetched next
  logic valid_d, valid_q;
  logic fetch;

  assign valid_o = valid_q;
  assign data_o  = fetched_q;
  assign fetch   = (wptr_q != rptr_q) && (!valid_q || pop_i);

  // Nothing is read from a place that is being written: see tr_encoder_messages.
  assign read      = (write_i && (wptr_q == rptr_q)) ? 'x : mem[rptr_q];
  assign fetched_d = fetch ? read : fetched_q;

  always_ff @(posedge clk_i) begin
    if (write_i) mem[wptr_q] <= data_i;
    fetched_q <= fetched_d;
  end

  always_comb begin
    valid_d = fetch || (valid_q && !pop_i);
    wptr_d  = wptr_q + PtrW'(write_i);
    rptr_d  = rptr_q + PtrW'(fetch);
    if (clr_i) begin
      valid_d = 1'b0;
      wptr_d  = '0;
      rptr_d  = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      valid_q <= 1'b0;
    end else begin
      wptr_q  <= wptr_d;
      rptr_q  <= rptr_d;
      valid_q <= valid_d;
    end
  end

endmodule
