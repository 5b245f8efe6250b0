// SPDX-License-Identifier: Apache-2.0
// The branches that no packet has reported: up to 31, the oldest in bit 0, 0 for taken.
//
// E-Trace 2.0, Format 1 packets.

module tr_etrace_map (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        count_i,     // a branch
  input  logic        taken_i,
  input  logic        first_i,     // what is sent comes before it
  output logic [30:0] map_o,       // to be sent
  output logic [ 4:0] branches_o,
  output logic        fills_o,     // another one is the last that there is room for
  output logic        full_o,      // there is no room for another one
  output logic        some_o,      // with this one
  output logic        empty_o,     // there is none without it
  input  logic        off_i,       // nothing is traced
  input  logic        step_i,
  input  logic        sent_i
);

  logic [30:0] map_d, map_q;
  logic [4:0] branches_d, branches_q;
  logic stale_d, stale_q;      // all but bit 0 is of before the last packet
  logic counted;
  logic bit_new;
  logic [3:0] eight;           // the place of the next branch, in two parts; it is not taken
  logic [7:0] one;

  assign counted    = count_i && !first_i;
  assign bit_new    = counted && !taken_i;
  assign branches_o = counted ? branches_q + 5'd1 : branches_q;
  assign fills_o    = branches_q == 5'd30;
  assign full_o     = counted && fills_o;
  assign empty_o    = branches_q == 5'd0;
  assign some_o     = counted || !empty_o;
  for (genvar k = 0; k < 4; k = k + 1) begin : gen_eight
    assign eight[k] = bit_new && (branches_q[4:3] == 2'(k));
  end
  for (genvar k = 0; k < 8; k = k + 1) begin : gen_one
    assign one[k] = branches_q[2:0] == 3'(k);
  end
  always_comb begin
    for (int unsigned k = 0; k < 31; k = k + 1) begin
      map_o[k] = (map_q[k] && !(stale_q && (k != 0))) || (eight[k/8] && one[k%8]);
    end
  end

  always_comb begin
    map_d      = map_q;
    branches_d = branches_q;
    stale_d    = stale_q;
    if (step_i) begin
      map_d      = map_o;
      branches_d = branches_o;
      stale_d    = sent_i;
      if (sent_i) begin
        map_d[0]   = count_i && first_i && !taken_i;
        branches_d = {4'h0, count_i && first_i};
      end
    end
    if (off_i) begin
      map_d[0]   = 1'b0;
      stale_d    = 1'b1;
      branches_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      map_q      <= '0;
      branches_q <= '0;
      stale_q    <= 1'b0;
    end else begin
      map_q      <= map_d;
      branches_q <= branches_d;
      stale_q    <= stale_d;
    end
  end

endmodule
