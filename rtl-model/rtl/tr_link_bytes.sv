// SPDX-License-Identifier: Apache-2.0
// How many bytes a beat of N-Trace has: up to the first one with MSEO 11 (docs/reference/rtl.md,
// Links).

module tr_link_bytes #(
  parameter int unsigned Lanes = 4,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input  logic [8*Lanes-1:0] link_data_i,
  output logic [ BytesW-1:0] link_bytes_o  // less one
);

  always_comb begin
    link_bytes_o = BytesW'(Lanes - 1);
    for (int unsigned k = 1; k <= Lanes; k = k + 1) begin
      if (link_data_i[8*(Lanes-k) +: 2] == tr_pkg::MseoEnd) link_bytes_o = BytesW'(Lanes - k);
    end
  end

  logic unused;
  assign unused = &{1'b0, link_data_i};

endmodule
