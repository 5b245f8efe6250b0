// SPDX-License-Identifier: Apache-2.0
// One of the two memories of tr_encoder_window: a queue whose oldest record is in a register, read
// from the memory with a clock. What is written can be seen two cycles later.

module tr_encoder_bank #(
  parameter int unsigned Width = 32,
  parameter int unsigned Places = 8   // in the memory, 2 at least; whoever writes keeps to it
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clr_i,     // empty it; wins over a write
  input  logic             write_i,
  input  logic [Width-1:0] wdata_i,
  output logic             valid_o,   // there is one
  output logic [Width-1:0] oldest_o,
  input  logic             take_i     // with valid_o: it leaves
);

  localparam int unsigned AtW = $clog2(Places);

  logic [Width-1:0] mem [0:2**AtW-1];
  logic [Width-1:0] read;
  logic [Width-1:0] oldest_d, oldest_q;
  logic [AtW-1:0] wptr_d, wptr_q;
  logic [AtW-1:0] rptr_d, rptr_q;
  logic [AtW:0] level_d, level_q;   // in the memory
  logic valid_d, valid_q;
  logic fetch;

  assign valid_o  = valid_q;
  assign oldest_o = oldest_q;

  // take_i comes late: it selects.
  assign fetch = (level_q != '0) && (!valid_q || take_i);

  // Nothing is read from a place that is being written (tr_encoder_queue).
  assign read     = (write_i && (wptr_q == rptr_q)) ? 'x : mem[rptr_q];
  assign oldest_d = fetch ? read : oldest_q;

  always_ff @(posedge clk_i) begin
    if (write_i) mem[wptr_q] <= wdata_i;
    oldest_q <= oldest_d;
  end

  always_comb begin
    wptr_d  = wptr_q + AtW'(write_i);
    rptr_d  = rptr_q + AtW'(fetch);
    level_d = level_q + (AtW+1)'(write_i) - (AtW+1)'(fetch);
    valid_d = fetch || (valid_q && !take_i);
    if (clr_i) begin
      wptr_d  = '0;
      rptr_d  = '0;
      level_d = '0;
      valid_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      level_q <= '0;
      valid_q <= 1'b0;
    end else begin
      wptr_q  <= wptr_d;
      rptr_q  <= rptr_d;
      level_q <= level_d;
      valid_q <= valid_d;
    end
  end

endmodule
