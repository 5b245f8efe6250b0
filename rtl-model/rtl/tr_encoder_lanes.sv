// SPDX-License-Identifier: Apache-2.0
// The fields of a message that are being sent, Lanes bytes per cycle: one field, and with it an
// address or TSTAMP when that ends within the lanes that are left.

module tr_encoder_lanes #(
  parameter int unsigned MainW = 64,
  parameter int unsigned LongW = 63,
  parameter int unsigned Lanes = 4,
  parameter bit          Staged = 1'b1,     // the bytes go through a register
  localparam bit          Pair = Lanes > 1,
  localparam int unsigned Groups = (MainW + 5) / 6,
  localparam int unsigned CountW = $clog2(Lanes + 1)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  // Fields, as in tr_encoder_pack_field; end: the message ends with them.
  input  logic               main_load_i,
  input  logic [  MainW-1:0] main_value_i,
  input  logic [  MainW-1:0] main_probe_i,
  input  logic [ Groups-1:0] main_least_i,
  input  logic               main_end_i,
  input  logic               long_load_i,
  input  logic [  LongW-1:0] long_value_i,
  input  logic [  LongW-1:0] long_probe_i,
  input  logic               long_end_i,
  output logic               none_o,        // none is being sent
  output logic               go_o,          // the last bytes are taken
  // Bytes, from lane 0 on.
  output logic               valid_o,
  input  logic               ready_i,
  output logic               end_o,         // the message ends with them
  output logic [ CountW-1:0] count_o,
  output logic [8*Lanes-1:0] bytes_o
);

  logic main_valid;
  logic main_end;
  logic long_valid;
  logic long_end;
  logic with_long;
  logic [Lanes:0] main_there;
  logic [Lanes:0] long_there;
  logic [8*Lanes-1:0] main_bytes;
  logic [8*Lanes-1:0] long_bytes;
  logic chunk_last;                          // the last bytes of the fields
  logic chunk_end;                           // their message ends with them
  logic chunk_ready;
  logic [Lanes-1:0] there;                   // the bytes of the fields, from lane 0 on
  logic [CountW-1:0] count;
  logic [8*Lanes-1:0] bytes;

  assign main_valid = main_there[0];
  assign long_valid = long_there[0];

  tr_encoder_pack_field #(
    .Width(MainW),
    .Lanes(Lanes)
  ) u_main (
    .clk_i,
    .rst_ni,
    .load_i    (main_load_i),
    .value_i   (main_value_i),
    .probe_i   (main_probe_i),
    .at_least_i(main_least_i),
    .end_i     (main_end_i),
    .end_o     (main_end),
    .there_o   (main_there),
    .bytes_o   (main_bytes),
    .take_i    (chunk_ready)
  );

  if (Pair) begin : gen_pair
    // The other field follows at once if it ends within the lanes that are left.
    logic [Lanes-1:0] begins;                // it begins here
    logic [8*Lanes-1:0] moved;
    logic [Lanes-1:0] moved_there;
    logic fits;
    assign begins = {main_there[Lanes-2:0], 1'b1} & ~main_there[Lanes-1:0];
    always_comb begin
      fits = begins[0];
      for (int unsigned k = 1; k < Lanes; k = k + 1) begin
        if (begins[k] && !long_there[Lanes-k]) fits = 1'b1;
      end
    end
    assign with_long = long_valid && fits;

    tr_encoder_pack_field #(
      .Width(LongW),
      .Lanes(Lanes)
    ) u_long (
      .clk_i,
      .rst_ni,
      .load_i    (long_load_i),
      .value_i   (long_value_i),
      .probe_i   (long_probe_i),
      .at_least_i({{((LongW+5)/6-1){1'b0}}, 1'b1}),
      .end_i     (long_end_i),
      .end_o     (long_end),
      .there_o   (long_there),
      .bytes_o   (long_bytes),
      .take_i    (chunk_ready && with_long)
    );

    always_comb begin
      moved       = '0;
      moved_there = '0;
      for (int unsigned k = 0; k < Lanes; k = k + 1) begin
        for (int unsigned j = k; j < Lanes; j = j + 1) begin
          moved[8*j +: 8] = moved[8*j +: 8] | (long_bytes[8*(j-k) +: 8] & {8{begins[k]}});
          moved_there[j]  = moved_there[j] || (long_there[j-k] && begins[k]);
        end
      end
      for (int unsigned j = 0; j < Lanes; j = j + 1) begin
        there[j]        = main_there[j] || (with_long && moved_there[j]);
        bytes[8*j +: 8] = main_there[j] ? main_bytes[8*j +: 8]
                                        : with_long ? moved[8*j +: 8] : tr_pkg::IdleByte;
      end
    end
    assign chunk_last = long_valid ? with_long && !long_there[Lanes] : !main_there[Lanes];
  end else begin : gen_single
    logic unused;
    assign unused     = &{1'b0, long_bytes, long_load_i, long_value_i, long_probe_i, long_end_i,
                          long_there};
    assign with_long  = 1'b0;
    assign long_end   = 1'b0;
    assign long_there = '0;
    assign long_bytes = '1;
    assign bytes      = main_bytes;
    assign there      = main_there[Lanes-1:0];
    assign chunk_last = !main_there[Lanes];
  end

  always_comb begin
    count = '0;
    for (int unsigned j = 0; j < Lanes; j = j + 1) begin
      if (there[j] && ((j + 1 == Lanes) || !there[(j+1)%Lanes])) count = count | CountW'(j + 1);
    end
  end

  assign chunk_end = with_long ? long_end : main_end;
  assign none_o    = !main_valid && !long_valid;
  assign go_o      = chunk_ready && chunk_last;

  if (Staged) begin : gen_staged
    logic valid_d, valid_q;
    logic end_d, end_q;
    logic [CountW-1:0] count_d, count_q;
    logic [8*Lanes-1:0] bytes_d, bytes_q;
    assign valid_o     = valid_q;
    assign end_o       = end_q;
    assign bytes_o     = bytes_q;
    assign count_o     = count_q;
    assign chunk_ready = !valid_q || ready_i;
    assign valid_d     = chunk_ready ? main_valid || long_valid : valid_q;
    assign end_d       = chunk_ready ? chunk_last && chunk_end : end_q;
    assign count_d     = chunk_ready ? count : count_q;
    assign bytes_d     = chunk_ready ? bytes : bytes_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        end_q   <= 1'b0;
        count_q <= '0;
        bytes_q <= '1;
      end else begin
        valid_q <= valid_d;
        end_q   <= end_d;
        count_q <= count_d;
        bytes_q <= bytes_d;
      end
    end
  end else begin : gen_direct
    assign valid_o     = main_valid || long_valid;
    assign end_o       = chunk_last && chunk_end;
    assign bytes_o     = bytes;
    assign count_o     = count;
    assign chunk_ready = ready_i;
  end

endmodule
