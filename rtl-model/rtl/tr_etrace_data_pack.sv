// SPDX-License-Identifier: Apache-2.0
// The payload of a packet of data trace: of up to four that mean the same the shortest one.
//
// E-Trace 2.0, Data Trace Encoder Output Packets. From the lowest bit: format, subtype, size, lrid
// (the head); diff or resp; operand, data, each after its length in bytes; at the end an address,
// or data at full width. The number of a candidate: 0 everything in full, 1 a differential address,
// 2 and 3 the value as XOR and as difference too. A payload is as long as the highest bit that
// differs from the one below it says, so that pieces are looked at from the top.

module tr_etrace_data_pack #(
  parameter int unsigned XLen = 64,
  parameter int unsigned LridW = 1,           // 0: no lrid
  parameter int unsigned DiffW = 2,           // of packets without an address
  localparam int unsigned HeadW = 8 + LridW,
  localparam int unsigned PayloadW = 144 + XLen
) (
  // What the packet has.
  input  logic                sub_i,
  input  logic                size_field_i,
  input  logic                lrid_i,
  input  logic                addr_i,         // an address at the end
  input  logic                last_i,         // data at the end
  input  logic                counted_i,      // data with its length
  input  logic                operand_i,
  input  logic                resp_i,         // resp, not diff
  input  logic                brief_i,        // diff has one bit, of the address alone
  // Which candidates there are.
  input  logic                relative_i,
  input  logic                compressed_i,
  // Values, sign-extended.
  input  logic [   HeadW-1:0] head_i,
  input  logic [         1:0] size_i,
  input  logic [    XLen-1:0] full_addr_i,
  input  logic [    XLen-1:0] diff_addr_i,
  input  logic [        63:0] full_i,
  input  logic [        63:0] xor_i,
  input  logic [        63:0] diff_i,
  input  logic [        63:0] op_i,
  output logic [PayloadW-1:0] payload_o       // the top bit is the sign of all above it
);

  localparam int unsigned HeadLenW = $clog2(HeadW + 3);
  localparam int unsigned LenW = 8;
  localparam int unsigned AllW = 201 + HeadW;

  // ---- Where values turn ----

  logic [2*64-1:0] addr;
  logic [3*64-1:0] value;
  logic [1:0] addr_some;
  logic [2*6-1:0] addr_at;
  logic [2:0] value_some;
  logic [3*6-1:0] value_at;
  logic op_some;
  logic [5:0] op_at;
  logic head_some;
  logic [5:0] head_at;
  logic [HeadLenW-1:0] head_len;              // without diff
  logic [63:0] head_wide;
  logic [HeadW-1:0] head_ends;
  logic head_top;

  assign addr     = {{(64-XLen+1){diff_addr_i[XLen-1]}}, diff_addr_i[XLen-2:0],
                     {(64-XLen+1){full_addr_i[XLen-1]}}, full_addr_i[XLen-2:0]};
  assign value    = {diff_i, xor_i, full_i};
  assign head_len = HeadLenW'(3) + (sub_i ? HeadLenW'(3) : '0) +
                    (size_field_i ? HeadLenW'(2) : '0) + (lrid_i ? HeadLenW'(LridW) : '0);
  assign head_ends = head_i >> (head_len - 1'b1);
  assign head_top  = head_ends[0];
  assign head_wide = 64'(head_i) | ({64{head_top}} << head_len);

  for (genvar k = 0; k < 2; k = k + 1) begin : gen_addr
    tr_etrace_turn u_turn (
      .value_i(addr[64*k +: 64]),
      .some_o (addr_some[k]),
      .at_o   (addr_at[6*k +: 6])
    );
  end
  for (genvar k = 0; k < 3; k = k + 1) begin : gen_value
    tr_etrace_turn u_turn (
      .value_i(value[64*k +: 64]),
      .some_o (value_some[k]),
      .at_o   (value_at[6*k +: 6])
    );
  end
  tr_etrace_turn u_op (
    .value_i(op_i),
    .some_o (op_some),
    .at_o   (op_at)
  );
  tr_etrace_turn u_head (
    .value_i(head_wide),
    .some_o (head_some),
    .at_o   (head_at)
  );

  // ---- How long the candidates are ----

  logic [3:0] there;
  logic [4*2-1:0] way;                        // diff or resp
  logic [4*5-1:0] size;                       // bytes, less one
  logic [LenW-1:0] after_head;                // bits before operand or data
  logic [LenW-1:0] op_len;                    // its bits, with its length
  logic [LenW-1:0] after_op;
  logic one_bit;                              // of diff
  logic compresses;

  assign one_bit    = brief_i || ((DiffW == 1) && !addr_i && !resp_i);
  assign after_head = LenW'(head_len) + (one_bit ? LenW'(1) : LenW'(2));
  assign op_len     = LenW'(size_i) + {2'b00, op_at[5:3], 3'b000} + LenW'(8);
  assign after_op   = operand_i ? after_head + op_len : after_head;
  assign there[0]   = 1'b1;
  assign there[1]   = relative_i && addr_i;
  assign compresses = compressed_i && !brief_i && (relative_i || !addr_i);
  assign there[2]   = compresses;
  assign there[3]   = compresses && !one_bit;

  for (genvar k = 0; k < 4; k = k + 1) begin : gen_candidate
    localparam int unsigned A = (k == 0) ? 0 : 1;
    localparam int unsigned D = (k < 2) ? 0 : k - 1;
    logic d_some;
    logic [5:0] d_at;
    logic t_some;
    logic [5:0] t_at;
    logic t_low;                              // the lowest bit of what is at the end
    logic d_low;
    logic tail;
    logic way_top;
    logic below_d;                            // the bit below data's length
    logic below_t;
    logic [LenW-1:0] d_from;
    logic [LenW-1:0] t_from;
    logic [LenW-1:0] top;                     // the highest bit that counts
    logic sized;                              // lengths have bits
    logic unused;

    assign way[2*k +: 2] = (k == 0) ? (resp_i ? 2'd2 : 2'd0)
                         : (k == 1) ? (brief_i ? 2'd1 : 2'd2)
                         : (k == 2) ? 2'd1 : 2'd3;
    assign sized  = size_i != 2'd0;
    assign d_some = value_some[D];
    assign d_at   = value_at[6*D +: 6];
    assign d_low  = value[64*D];
    assign tail   = addr_i || last_i;
    assign t_some = addr_i ? addr_some[A] : d_some;
    assign t_at   = addr_i ? addr_at[6*A +: 6] : d_at;
    assign t_low  = addr_i ? addr[64*A] : d_low;
    assign d_from = after_op + LenW'(size_i);
    assign t_from = counted_i ? d_from + {2'b00, d_at[5:3], 3'b000} + LenW'(8) : after_op;
    assign way_top = one_bit ? way[2*k] : way[2*k+1];
    assign below_d = operand_i ? op_i[63] : way_top;
    assign below_t = counted_i ? value[64*D+63] : below_d;
    always_comb begin
      top = head_some ? LenW'(head_at) : '0;
      if (way[2*k] != head_top) top = LenW'(head_len);
      if (!one_bit && (way[2*k+1] != way[2*k])) top = LenW'(head_len) + LenW'(1);
      if (operand_i) begin
        if (sized && way_top) top = after_head;
        if (op_i[0] != (!sized && way_top)) top = after_head + LenW'(size_i);
        if (op_some) top = after_head + LenW'(size_i) + LenW'(op_at);
      end
      if (counted_i) begin
        if (sized && below_d) top = after_op;
        if (d_low != (!sized && below_d)) top = d_from;
        if (d_some) top = d_from + LenW'(d_at);
      end
      if (tail) begin
        if (t_low != below_t) top = t_from;
        if (t_some) top = t_from + LenW'(t_at);
      end
    end
    assign size[5*k +: 5] = top[7:3];
    assign unused         = &{1'b0, top[2:0]};
  end

  // ---- The first of the shortest ones ----

  logic [1:0] best;
  logic [4:0] least;
  always_comb begin
    best  = 2'd0;
    least = size[4:0];
    for (int unsigned k = 1; k < 4; k = k + 1) begin
      if (there[k] && (size[5*k +: 5] < least)) begin
        best  = 2'(k);
        least = size[5*k +: 5];
      end
    end
  end

  // ---- Its bits, from the top ----

  logic [63:0] addr_best;
  logic [63:0] value_best;
  logic [2:0] value_len;                      // bytes, less one
  logic [63:0] tail_bits;
  logic [130:0] with_data;
  logic [197:0] with_op;
  logic [1:0] way_best;
  logic [199:0] with_way;
  logic [AllW-1:0] all;
  logic [63:0] value_bits;                    // the bytes that are sent
  logic [63:0] op_bits;

  assign addr_best  = (best == 2'd0) ? addr[63:0] : addr[127:64];
  assign way_best   = way[2*best +: 2];
  always_comb begin
    unique case (best)
      2'd2: begin
        value_best = xor_i;
        value_len  = value_at[6+3 +: 3];
      end
      2'd3: begin
        value_best = diff_i;
        value_len  = value_at[12+3 +: 3];
      end
      default: begin
        value_best = full_i;
        value_len  = value_at[3 +: 3];
      end
    endcase
  end
  assign value_bits = value_best & ~(64'hffff_ffff_ffff_ff00 << {value_len, 3'b000});
  assign op_bits    = op_i & ~(64'hffff_ffff_ffff_ff00 << {op_at[5:3], 3'b000});
  assign tail_bits  = addr_i ? addr_best : last_i ? value_best : {64{value_best[63]}};

  always_comb begin
    with_data = {{67{tail_bits[63]}}, tail_bits};
    if (counted_i) begin
      with_data = ((with_data << 8) << {value_len, 3'b000}) | 131'(value_bits);
      with_data = (with_data << size_i) | (131'(value_len) & ~(131'h7 << size_i));
    end
    with_op = {{67{with_data[130]}}, with_data};
    if (operand_i) begin
      with_op = ((with_op << 8) << {op_at[5:3], 3'b000}) | 198'(op_bits);
      with_op = (with_op << size_i) | (198'(op_at[5:3]) & ~(198'h7 << size_i));
    end
    with_way = one_bit ? {with_op[197], with_op, way_best[0]} : {with_op, way_best};
    all      = {{(HeadW+1){with_way[199]}}, with_way};
    all      = (all << head_len) | AllW'(head_i);
  end
  assign payload_o = all[PayloadW-1:0];

  logic unused;
  assign unused = &{1'b0, all[AllW-1:PayloadW], head_ends};

endmodule
