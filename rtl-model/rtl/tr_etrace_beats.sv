// SPDX-License-Identifier: Apache-2.0
// The beats of a packet of E-Trace: header, srcID, timestamp, payload, up to Lanes bytes per cycle.
//
// Packet Encapsulation 1.0, Normal Encapsulation Structure. What is left of srcID beyond a whole
// byte moves all that follows by as many bits. Bytes of a beat after the packet's end are 0,
// null.idle.

module tr_etrace_beats #(
  parameter bit          Ts = 1'b0,
  parameter int unsigned TsW = 1,
  parameter int unsigned SrcW = 12,         // widest srcID, 0 to 12
  parameter int unsigned Lanes = 4,
  parameter int unsigned Bytes = 17,        // of a payload, at most
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  // Settings; they change only while nothing is under way.
  input  logic [        3:0] src_bits_i,
  input  logic [       11:0] src_i,         // no more than src_bits_i bits
  input  logic               ts_on_i,
  // A packet: the length that its header states, and whether srcID takes one byte more of it than
  // its whole bytes; time and payload, with a bit for each byte that is sent.
  input  logic               valid_i,
  output logic               ready_o,
  input  logic [        4:0] length_i,
  input  logic               spills_i,
  input  logic [    TsW-1:0] time_i,
  input  logic [8*Bytes-1:0] bytes_i,
  input  logic [  Bytes-1:0] need_i,
  output logic               idle_o,        // nothing is under way
  // The link.
  output logic               link_valid_o,
  input  logic               link_ready_i,
  output logic [8*Lanes-1:0] link_data_o,
  output logic               link_last_o,
  output logic [ BytesW-1:0] link_bytes_o   // of the beat, less one
);

  localparam bit          Shifts = SrcW != 0;               // srcID need not be whole bytes
  localparam bit          Long = SrcW >= 8;                 // it can be longer than a byte
  localparam int unsigned TsBytes = Ts ? (TsW + 7) / 8 : 0;
  localparam int unsigned HeadBytes = 1 + TsBytes;
  localparam int unsigned AllBytes = HeadBytes + Bytes;
  localparam int unsigned AllW = 8 * AllBytes;

  // A byte for the header, timestamp, payload: the places of the last two are fixed. The byte
  // before a payload without timestamp is the timestamp's last place. What comes before them in the
  // packet, header and srcID, is put in at the beats. Bytes beyond the end are 0.
  logic [AllBytes-1:0] there_d, there_q;
  logic [AllW-1:0] bytes_d, bytes_q;
  logic [8*HeadBytes-1:0] head;
  logic [7:0] header;
  logic [7:0] first_byte;
  logic stamped;
  logic stamped_d, stamped_q;
  logic out_free;
  logic busy;
  logic steps;
  logic beat_last;
  logic [8*Lanes-1:0] now;                                  // the bytes of the beat
  logic [Lanes:0] there;                                    // as far as there are some
  logic [8*Lanes-1:0] beat;
  logic [Lanes-1:0] filled;                                 // lanes of the beat; the lowest one is
  logic [BytesW-1:0] beat_bytes;
  logic link_valid_d, link_valid_q;
  logic link_last_d, link_last_q;
  logic [8*Lanes-1:0] link_data_d, link_data_q;
  logic [BytesW-1:0] link_bytes_d, link_bytes_q;

  assign stamped    = Ts && ts_on_i;
  assign header     = {stamped, 2'b00, length_i};
  assign first_byte = Shifts ? 8'h0 : header;

  if (Ts) begin : gen_stamp
    always_comb begin
      head = {(8*TsBytes)'(time_i), first_byte};
      if (!stamped) head[8*TsBytes +: 8] = first_byte;
    end
  end else begin : gen_no_stamp
    logic unused;
    assign unused = &{1'b0, time_i, ts_on_i};
    assign head   = first_byte;
  end

  assign there    = (Lanes + 1)'(stamped_q ? there_q : there_q >> TsBytes);
  assign now      = (8 * Lanes)'(stamped_q ? bytes_q : bytes_q >> (8 * TsBytes));
  assign out_free = !link_valid_q || link_ready_i;
  assign steps    = busy && out_free;
  assign ready_o  = !busy || (steps && beat_last);
  assign idle_o   = !busy && !link_valid_q;

  always_comb begin
    there_d   = there_q;
    bytes_d   = bytes_q;
    stamped_d = stamped_q;
    if (ready_o) begin
      there_d   = {need_i, {HeadBytes{1'b1}}} & {AllBytes{valid_i}};
      bytes_d   = {bytes_i, head};
      stamped_d = stamped;
    end else if (steps) begin
      there_d = there_q >> Lanes;
      bytes_d = bytes_q >> (8 * Lanes);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q   <= '0;
      bytes_q   <= '0;
      stamped_q <= 1'b0;
    end else begin
      there_q   <= there_d;
      bytes_q   <= bytes_d;
      stamped_q <= stamped_d;
    end
  end

  // ---- What follows the header moves by the bits of srcID ----

  if (Shifts) begin : gen_shift
    localparam int unsigned PreW = (8 * Lanes > 24) ? 8 * Lanes : 24;
    localparam int unsigned WindowW = 8 * Lanes + 16;
    logic whole;                                            // srcID has a byte at least
    logic [PreW-1:0] pre_d, pre_q;                          // header and srcID, as far as not sent
    logic [15:0] below_d, below_q;                          // the bytes below the beat
    logic [1:0] over_d, over_q;                             // and they are there
    logic [Lanes+2:0] around;
    logic [Lanes:0] lanes;
    logic [WindowW-1:0] window;
    logic [WindowW-1:0] by_8;
    logic [WindowW-1:0] by_4;
    logic [WindowW-1:0] by_2;
    logic [WindowW-1:0] by_1;
    logic unused;
    assign unused    = &{1'b0, by_1[15:0]};
    assign whole     = Long && src_bits_i[3];
    assign window    = {now, below_q};
    assign by_8      = whole ? window << 8 : window;
    assign by_4      = src_bits_i[2] ? by_8 << 4 : by_8;
    assign by_2      = src_bits_i[1] ? by_4 << 2 : by_4;
    assign by_1      = src_bits_i[0] ? by_2 << 1 : by_2;
    assign beat      = by_1[16 +: 8*Lanes] | pre_q[8*Lanes-1:0];
    // srcID moves the end by no byte, one or two.
    assign around    = {there, over_q};
    assign lanes     = around[2 +: Lanes+1] |
                       (around[1 +: Lanes+1] & {(Lanes+1){whole || spills_i}}) |
                       (around[0 +: Lanes+1] & {(Lanes+1){whole && spills_i}});
    assign busy      = lanes[0];
    assign beat_last = !lanes[Lanes];
    assign filled    = lanes[Lanes-1:0];

    always_comb begin
      pre_d   = pre_q;
      below_d = below_q;
      over_d  = over_q;
      if (ready_o) begin
        pre_d   = PreW'({src_i, header});
        below_d = '0;
        over_d  = '0;
      end else if (steps) begin
        pre_d   = pre_q >> (8 * Lanes);
        below_d = window[WindowW-1 -: 16];
        over_d  = around[Lanes+1 -: 2];
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        pre_q   <= '0;
        below_q <= '0;
        over_q  <= '0;
      end else begin
        pre_q   <= pre_d;
        below_q <= below_d;
        over_q  <= over_d;
      end
    end
  end else begin : gen_no_shift
    logic unused;
    assign unused    = &{1'b0, src_bits_i, src_i, spills_i};
    assign beat      = now;
    assign busy      = there[0];
    assign beat_last = !there[Lanes];
    assign filled    = there[Lanes-1:0];
  end

  always_comb begin
    beat_bytes = '0;
    for (int unsigned k = 1; k < Lanes; k = k + 1) begin
      if (filled[k]) beat_bytes = BytesW'(k);
    end
  end

  assign link_valid_o = link_valid_q;
  assign link_last_o  = link_last_q;
  assign link_data_o  = link_data_q;
  assign link_bytes_o = link_bytes_q;
  assign link_valid_d = out_free ? busy : link_valid_q;
  assign link_last_d  = steps ? beat_last : link_last_q;
  assign link_data_d  = steps ? beat : link_data_q;
  assign link_bytes_d = steps ? beat_bytes : link_bytes_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      link_valid_q <= 1'b0;
      link_last_q  <= 1'b0;
      link_data_q  <= '0;
      link_bytes_q <= '0;
    end else begin
      link_valid_q <= link_valid_d;
      link_last_q  <= link_last_d;
      link_data_q  <= link_data_d;
      link_bytes_q <= link_bytes_d;
    end
  end

endmodule
