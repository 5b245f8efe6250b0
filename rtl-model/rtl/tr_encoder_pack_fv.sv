// SPDX-License-Identifier: Apache-2.0
// formal.sh: induction
// Proof of tr_encoder_pack, with any messages, any back-pressure and any settings: messages leave
// in order, each once, whole, in beats that stay until they are taken; byte by byte what a
// reference says, which is written from N-Trace 1.0 (Transmission Protocol; Field Encoding and
// Calculation Techniques) alone: MSEO, fixed fields whole, variable fields with no more bytes than
// they need.
//
// One message is watched, any; the others are counted. What is said of the packer's registers is
// proven along with it: without that, what comes out does not follow from what went in a cycle
// before. A name that is not in the packer would be free, and the proof would fail.

module tr_encoder_pack_fv #(
  parameter int unsigned Lanes = 2
) (
  input logic       clk_i,
  input logic       watch_i,               // this message is watched
  input logic [1:0] src_bits_i,
  input logic [1:0] src_i,
  input logic       extend_i,
  input logic       ts_on_i,
  input logic       valid_i,
  input logic [5:0] tcode_i,
  input logic [3:0] f4_i,
  input logic [1:0] f2_i,
  input logic       hist_i,                // ProgTraceCorrelation with history
  input logic [1:0] full_i,                // ResourceFull: what it has
  input logic [2:0] a_i,
  input logic [7:0] b_i,
  input logic [1:0] c_i,
  input logic [1:0] ts_i,
  input logic       ready_i
);

  localparam int unsigned AddrW = 7;
  localparam int unsigned Most = 3 + 2 + 1 + 1;  // bytes of a message
  localparam int unsigned Places = Most + Lanes; // and what is idle after it
  localparam int unsigned Patience = 5;          // cycles until a beat comes

  logic rst_nq;
  logic ready;
  logic idle;
  logic valid;
  logic last;
  logic [8*Lanes-1:0] data;
  logic [1:0] src_bits_q;
  logic [1:0] src_q;
  logic extend_q;
  logic ts_on_q;
  logic [2:0] use_now;                           // c, b, a
  logic unused_diff;

  tr_encoder_pack #(
    .AddrW(AddrW),
    .ValueAW(3),
    .ValueBW(8),
    .HistW(2),
    .TsW(2),
    .Ts(1'b1),
    .TsMessages(6'h2a),
    .SrcW(2),
    .ExtendAddrMsb(1'b1),
    .Lanes(Lanes),
    .Staged(1'b0)
  ) u_dut (
    .clk_i,
    .rst_ni(rst_nq),
    .src_bits_i({2'b00, src_bits_q}),
    .src_i({10'b0, src_q}),
    .extend_i(extend_q),
    .ts_on_i(ts_on_q),
    .valid_i,
    .ready_o(ready),
    .tcode_i,
    .f4_i,
    .f2_i,
    .use_i(use_now),
    .a_i,
    .b_i,
    .c_i,
    .ts_i,
    .lent_i(1'b0),
    .lent_keep_i(1'b0),
    .lent_less_i(1'b0),
    .lent_addr_i(1'b0),
    .lent_diff_o(unused_diff),
    .idle_o(idle),
    .link_valid_o(valid),
    .link_data_o(data),
    .link_last_o(last),
    .link_ready_i(ready_i)
  );

  // ---- Fields of a message (N-Trace 1.0, N-Trace Messages) ----

  logic known;                                   // one of N-Trace's messages
  always_comb begin
    known = 1'b1;
    unique case (tcode_i)
      6'd2: use_now = 3'b010;                                        // Ownership
      6'd3, 6'd8, 6'd30: use_now = 3'b001;  // DirectBranch, Error, RepeatBranch
      6'd4, 6'd9, 6'd11, 6'd12: use_now = 3'b011;
      6'd27: use_now = {full_i[1], 1'b0, full_i[0] | ~full_i[1]};   // ResourceFull
      6'd28, 6'd29: use_now = 3'b111;
      6'd33: use_now = {hist_i, 2'b01};                              // ProgTraceCorrelation
      default: begin
        use_now = 3'b000;
        known   = 1'b0;
      end
    endcase
  end

  // ---- The message that is watched ----

  // one is; it has not left
  logic watch_q;
  logic have_q;
  // messages before it; in the packer
  logic [2:0] ahead_q;
  logic [2:0] count_q;
  logic [3:0] done_q;                            // bytes of it that left
  logic [5:0] tcode_q;
  logic [3:0] f4_q;
  logic [1:0] f2_q;
  logic [1:0] c_q;
  logic [1:0] ts_q;
  logic [1:0] prev_ts_q;
  logic [1:0] last_ts_q;
  logic [2:0] use_q;
  logic [2:0] a_q;
  logic [7:0] b_q;
  // the address before it, the newest one
  logic [AddrW-1:0] prev_q;
  logic [AddrW-1:0] last_q;
  logic [3:0] stuck_q;
  logic was_valid_q;
  logic was_last_q;
  logic [8*Lanes-1:0] was_q;

  function automatic logic with_sync(input logic [5:0] t);
    with_sync = (t == 6'd9) | (t == 6'd11) | (t == 6'd12) | (t == 6'd29);
  endfunction

  function automatic logic with_ts(input logic [5:0] t);
    // TsMessages 2a: IndirectBranch(Hist), ResourceFull, ProgTraceCorrelation and Error.
    with_ts = with_sync(t) | (t == 6'd4) | (t == 6'd28) | (t == 6'd27) | (t == 6'd33) | (t == 6'd8);
  endfunction

  // ---- Its bytes ----

  logic [15:0] fixed;                            // fixed fields, the first lowest, and their bits
  logic [4:0] fixed_n;
  logic [7:0] value [0:3];                       // variable fields in the order in which they come
  // there; sign-extended
  logic [3:0] there;
  logic [3:0] signs;
  logic [8*Places-1:0] bytes;
  logic [3:0] length;
  logic [31:0] bits;
  logic [31:0] left;
  logic [4:0] n;
  logic more;
  logic first;
  logic any_behind;
  logic [3:0] size [0:3];                        // bytes of each field

  always_comb begin
    fixed   = {10'b0, tcode_q} | ({14'b0, src_q} << 6);
    fixed_n = 5'd6 + {3'b0, src_bits_q};
    if (with_sync(tcode_q) || (tcode_q == 6'd27) || (tcode_q == 6'd8) || (tcode_q == 6'd33)) begin
      fixed   = fixed | ({12'b0, f4_q} << fixed_n);
      fixed_n = fixed_n + 5'd4;
    end
    if ((tcode_q == 6'd4) || (tcode_q == 6'd28) || (tcode_q == 6'd12) || (tcode_q == 6'd29) ||
        (tcode_q == 6'd33)) begin
      fixed   = fixed | ({14'b0, f2_q} << fixed_n);
      fixed_n = fixed_n + 5'd2;
    end
    value[0] = {5'b0, a_q};
    there[0] = use_q[0];
    value[1] = with_sync(tcode_q) ? {1'b0, b_q[AddrW-1:0]} : {1'b0, b_q[AddrW-1:0] ^ prev_q};
    if (tcode_q == 6'd2) value[1] = b_q;
    there[1] = use_q[1];
    value[2] = {6'b0, c_q};
    there[2] = use_q[2];
    if (tcode_q == 6'd27) begin                  // ResourceFull: HIST, then HREPEAT
      value[0] = {6'b0, c_q};
      there[0] = use_q[2];
      value[1] = {5'b0, a_q};
      there[1] = use_q[0];
      there[2] = 1'b0;
    end
    value[3] = {6'b0, with_sync(tcode_q) ? ts_q : ts_q - prev_ts_q};
    there[3] = ts_on_q & with_ts(tcode_q);
    signs    = {2'b00, extend_q & (tcode_q != 6'd2) & (tcode_q != 6'd27), 1'b0};
  end

  always_comb begin
    bytes  = '1;
    length = '0;
    first  = 1'b1;
    n      = '0;
    bits   = '0;
    left   = '0;
    more   = 1'b0;
    any_behind = 1'b0;
    for (int unsigned f = 0; f < 4; f = f + 1) begin
      size[f] = '0;
      if (there[f]) begin
        n    = first ? fixed_n : '0;
        bits = {24'b0, value[f]};
        left = bits << n;                        // bits above an address are sent as 0
        if (signs[f] && bits[AddrW-1]) bits[31:AddrW] = '1;
        if (first) left = left | {16'b0, fixed};
        any_behind = 1'b0;
        for (int unsigned k = f + 1; k < 4; k = k + 1) any_behind = any_behind | there[k];
        // Byte k is sent if it has bits of a fixed field, the first bit of the variable field, or
        // if without it the variable field would read as something else.
        for (int unsigned k = 0; k < 4; k = k + 1) begin
          if (k < 1 || needed(k, n, bits, signs[f])) begin
            more = (k < 3) && needed(k + 1, n, bits, signs[f]);
            bytes[8*length +: 8] = {left[6*k +: 6], more ? 2'd0 : any_behind ? 2'd1 : 2'd3};
            length = length + 1'b1;
            size[f] = size[f] + 1'b1;
          end
        end
        first = 1'b0;
      end
    end
  end

  // Without byte k and those after it 6k - fixed bits of the value are left.
  function automatic logic needed(input int unsigned k, input logic [4:0] fixed_bits,
                                  input  logic [31:0] v,
                                  input logic extends);
    logic [31:0] flipped;
    flipped = (extends && v[31]) ? ~v : v;        // what is left out reads as 0, or as the sign
    if (6 * k <= 32'(fixed_bits)) needed = 1'b1;
    else if (extends) needed = (flipped >> (6 * k - 32'(fixed_bits) - 1)) != '0;
    else needed = (flipped >> (6 * k - 32'(fixed_bits))) != '0;
  endfunction

  // ---- Where it is in the packer ----

  // The places are: stage 1 with the fields, stage 2 with bytes of one or two, bytes that are held
  // until there are Lanes, the link.
  (* hierconn *) logic \u_dut.busy_q , \u_dut.first_q , \u_dut.step , \u_dut.u_lanes.chunk_ready ;
  (* hierconn *) logic \u_dut.last_q ;
  (* hierconn *) logic [3:0] \u_dut.next , \u_dut.pick_long ;
  (* hierconn *) logic \u_dut.is_resource_q , \u_dut.has4_q , \u_dut.has2_q ;
  (* hierconn *) logic \u_dut.u_beats.tail_q , \u_dut.u_beats.out_free , \u_dut.fields ;
  (* hierconn *) logic [3:0] \u_dut.left_q ;
  (* hierconn *) logic [5:0] \u_dut.tcode_q ;
  (* hierconn *) logic [3:0] \u_dut.f4_q ;
  (* hierconn *) logic [1:0] \u_dut.f2_q ;
  (* hierconn *) logic [2:0] \u_dut.a_q ;
  (* hierconn *) logic [7:0] \u_dut.b_q ;
  (* hierconn *) logic [1:0] \u_dut.c_q ;
  (* hierconn *) logic [1:0] \u_dut.gen_ts.ts_q ;
  (* hierconn *) logic [1:0] \u_dut.gen_ts.ts_last_q ;
  (* hierconn *) logic [AddrW-1:0] \u_dut.ref_q ;
  (* hierconn *) logic [$clog2(Lanes+1)-1:0] \u_dut.chunk_count ;
  (* hierconn *) logic [$clog2(Lanes)-1:0] \u_dut.u_beats.held_q ;
  (* hierconn *) logic [8*(Lanes-1)-1:0] \u_dut.u_beats.bytes_q ;
  (* hierconn *) logic \u_dut.u_lanes.u_main.end_q ;
  (* hierconn *) logic [23:0] \u_dut.u_lanes.u_main.value_q ;
  (* hierconn *) logic [3:0] \u_dut.u_lanes.u_main.need_q ;
  (* hierconn *) logic \u_dut.u_lanes.gen_pair.u_long.end_q ;
  (* hierconn *) logic [11:0] \u_dut.u_lanes.gen_pair.u_long.value_q ;
  (* hierconn *) logic [1:0] \u_dut.u_lanes.gen_pair.u_long.need_q ;

  // the newest message; stage 2, held, link are its
  logic newest_q;
  logic own2_q;
  logic own3_q;
  logic own4_q;
  logic in1;
  logic in2;
  logic held3;
  logic in4;
  logic end2;
  // bytes that left stage 2; stage 1
  logic [3:0] gone_q;
  logic [3:0] moved;
  logic [3:0] main_n;
  logic [3:0] long_n;
  logic [3:0] slots;
  // from gone_q on: in stage 2, expected
  logic [8*Places-1:0] bytes2;
  logic [8*Places-1:0] want2;
  logic [8*Places-1:0] want3;
  logic [2:0] ends;

  logic [7:0] sent_b;                            // b as it is sent
  assign sent_b = b_q ^
                  {1'b0, prev_q & {AddrW{use_q[1] & (tcode_q != 6'd2) & ~with_sync(tcode_q)}}};

  assign in1   = have_q & newest_q & \u_dut.busy_q ;
  assign end2  = \u_dut.u_lanes.gen_pair.u_long.need_q [0] ? \u_dut.u_lanes.gen_pair.u_long.end_q
                                              : \u_dut.u_lanes.u_main.end_q ;
  assign in2   = have_q & own2_q & \u_dut.fields ;
  assign held3 = have_q & own3_q & (\u_dut.u_beats.held_q != '0);
  assign in4   = have_q & own4_q & valid;
  assign ends  = 3'(\u_dut.fields & end2) + 3'(\u_dut.u_beats.tail_q ) + 3'(valid & last);

  always_comb begin
    main_n = '0;
    long_n = '0;
    bytes2 = '1;
    for (int unsigned k = 0; k < 4; k = k + 1) begin
      if (\u_dut.u_lanes.u_main.need_q [0] && \u_dut.u_lanes.u_main.need_q [k]) begin
        main_n = 4'(k + 1);
        bytes2[8*k +: 8] = {\u_dut.u_lanes.u_main.value_q [6*k +: 6],
                            ((k < 3) && \u_dut.u_lanes.u_main.need_q [k+1]) ? 2'd0
                            : \u_dut.u_lanes.u_main.end_q ? 2'd3 : 2'd1};
      end
    end
    for (int unsigned k = 0; k < 2; k = k + 1) begin
      if (\u_dut.u_lanes.gen_pair.u_long.need_q [0] &&
          \u_dut.u_lanes.gen_pair.u_long.need_q [k]) begin
        long_n = 4'(k + 1);
        bytes2[8*(main_n+k) +: 8] = {\u_dut.u_lanes.gen_pair.u_long.value_q [6*k +: 6],
                                     ((k < 1) && \u_dut.u_lanes.gen_pair.u_long.need_q [k+1]) ? 2'd0
                                     : \u_dut.u_lanes.gen_pair.u_long.end_q ? 2'd3 : 2'd1};
      end
    end
    slots = (tcode_q == 6'd27) ? {\u_dut.left_q [3], 1'b0, \u_dut.left_q [0], \u_dut.left_q [2]}
                               : \u_dut.left_q ;
    moved = '0;                                  // bytes of fields that left stage 1
    for (int unsigned f = 0; f < 4; f = f + 1) if (!(in1 && slots[f])) moved = moved + size[f];
    want2 = bytes >> (8 * gone_q);
    want3 = bytes >> (8 * (gone_q - 4'(\u_dut.u_beats.held_q )));
  end

  function automatic logic thermometer(input logic [3:0] x);
    thermometer = (x & (x + 4'd1)) == '0;
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      newest_q <= 1'b0;
      own2_q   <= 1'b0;
      own3_q   <= 1'b0;
      own4_q   <= 1'b0;
      gone_q   <= '0;
    end else begin
      if (loaded) newest_q <= watch_i & ~watch_q;
      if (\u_dut.step ) own2_q <= in1;
      if (\u_dut.fields && \u_dut.u_lanes.chunk_ready ) own3_q <= have_q & own2_q;
      if (\u_dut.u_beats.out_free ) own4_q <= have_q & (\u_dut.u_beats.tail_q ? own3_q : own2_q);
      if (loaded && watch_i && !watch_q) gone_q <= '0;
      else if (in2 && \u_dut.u_lanes.chunk_ready ) gone_q <= gone_q + 4'(\u_dut.chunk_count );
    end
  end

  always_comb begin
    if (rst_nq) begin
      // What was loaded last, and what it refers to.
      assert (last_q == \u_dut.ref_q );
      assert (last_ts_q == \u_dut.gen_ts.ts_last_q );
      if (\u_dut.busy_q ) begin
        assert (\u_dut.is_resource_q == (\u_dut.tcode_q == 6'd27));
        assert (\u_dut.last_q == ((\u_dut.next & ~\u_dut.pick_long ) == '0));
        assert (\u_dut.has4_q == (with_sync(\u_dut.tcode_q ) | (\u_dut.tcode_q == 6'd27) |
                                  (\u_dut.tcode_q == 6'd8) | (\u_dut.tcode_q == 6'd33)));
        assert (\u_dut.has2_q == ((\u_dut.tcode_q == 6'd4) | (\u_dut.tcode_q == 6'd28) |
                                  (\u_dut.tcode_q == 6'd12) | (\u_dut.tcode_q == 6'd29) |
                                  (\u_dut.tcode_q == 6'd33)));
      end
      assert (count_q == 3'(\u_dut.busy_q ) + ends);
      // Rest of the structure.
      if (!watch_q) assert (~have_q & ~newest_q & ~own2_q & ~own3_q & ~own4_q);
      if ((\u_dut.u_beats.held_q != '0) && !\u_dut.u_beats.tail_q ) assert (\u_dut.fields );
      assert (~\u_dut.busy_q | (\u_dut.left_q != '0));
      assert (thermometer(\u_dut.u_lanes.u_main.need_q ));
      assert (thermometer({2'b0, \u_dut.u_lanes.gen_pair.u_long.need_q }));
      if (\u_dut.u_lanes.u_main.need_q [0] && \u_dut.u_lanes.gen_pair.u_long.need_q [0] )
        assert (~\u_dut.u_lanes.u_main.end_q );
      if (\u_dut.fields && !end2) assert (\u_dut.busy_q & ~\u_dut.first_q );
      if (\u_dut.busy_q && !\u_dut.first_q ) assert (\u_dut.fields & ~end2);
      if (\u_dut.u_beats.tail_q ) assert ((\u_dut.u_beats.held_q != '0) & valid & ~last);
      if (have_q) begin
        // The message that is watched: its fields, where its end is, and what is before it.
        unique case (tcode_q)
          6'd2: assert (use_q == 3'b010);
          6'd3, 6'd8, 6'd30: assert (use_q == 3'b001);
          6'd4, 6'd9, 6'd11, 6'd12: assert (use_q == 3'b011);
          6'd27: assert (~use_q[1] & (use_q != '0));
          6'd28, 6'd29: assert (use_q == 3'b111);
          default: assert ((tcode_q == 6'd33) & (use_q[1:0] == 2'b01));
        endcase
        assert (watch_q & (in1 | (in2 & end2) | (own3_q & \u_dut.u_beats.tail_q ) | (in4 & last)));
        if (in1) assert (ahead_q == ends);
        if (in2 && end2) assert (~in1 & (ahead_q == 3'(\u_dut.u_beats.tail_q ) + 3'(valid & last)));
        if (own3_q && \u_dut.u_beats.tail_q ) assert (~in1 & ~in2 & (ahead_q == 3'(valid & last)));
        if (in4) assert (ahead_q == '0);
        if (in4 && last) assert (~in1 & ~in2 & ~held3);
        if (in2 && !end2) assert (in1);
        if (in1 && !\u_dut.first_q ) assert (in2);
        if (held3) assert ((in2 | \u_dut.u_beats.tail_q ) &
                           ((gone_q >= 4'(\u_dut.u_beats.held_q ))));
        if (in2 && (\u_dut.u_beats.held_q != '0) && !\u_dut.u_beats.tail_q ) assert (own3_q);
        if (\u_dut.u_beats.tail_q && in2) assert (~own3_q);
        // Stage 1.
        if (in1) begin
          assert ({\u_dut.tcode_q , \u_dut.f4_q , \u_dut.f2_q , \u_dut.a_q , \u_dut.b_q ,
                   \u_dut.c_q , \u_dut.gen_ts.ts_q } ==
                  {tcode_q, f4_q, f2_q, a_q, sent_b, c_q,
                   with_sync(tcode_q) ? ts_q : ts_q - prev_ts_q});
          assert ((slots & ~there) == '0);
          assert ((\u_dut.left_q [2:0] & ~use_q) == '0);
          assert (\u_dut.first_q == (slots == there));
          assert (~(slots[0] & ~\u_dut.first_q ));
          if (slots[1] && (tcode_q != 6'd27)) assert (\u_dut.first_q );
          if (slots[1]) assert ((slots[3:2] & there[3:2]) == there[3:2]);
          if (slots[2]) assert (slots[3] == there[3]);
          if (\u_dut.first_q ) assert (gone_q == '0);
        end
        // Stage 2.
        if (in2) begin
          assert (gone_q + main_n + long_n == moved);
          for (int unsigned k = 0; k < 6; k = k + 1) begin
            if (4'(k) < main_n + long_n) assert (bytes2[8*k +: 8] == want2[8*k +: 8]);
          end
        end
        if (!in1 && !in2) assert (gone_q == length);
        // Held.
        if (held3) begin
          for (int unsigned k = 0; k + 1 < Lanes; k = k + 1) begin
            if (4'(k) < 4'(\u_dut.u_beats.held_q ))
              assert (\u_dut.u_beats.bytes_q [8*k +: 8] == want3[8*k +: 8]);
          end
        end
        // The link: what left stage 2 is held, on the link, or gone.
        if (in4 && last) assert (length > done_q);
        if (!in4 || !last) begin
          assert (gone_q == done_q + (in4 ? 4'(Lanes) : 4'd0) +
                            (held3 ? 4'(\u_dut.u_beats.held_q ) : 4'd0));
        end
        assert (~here | ~valid | in4);
      end
      if (\u_dut.u_beats.tail_q ) begin
        for (int unsigned k = 0; k + 1 < Lanes; k = k + 1) begin
          if (4'(k) >= 4'(\u_dut.u_beats.held_q ))
            assert (\u_dut.u_beats.bytes_q [8*k +: 8] == 8'hff);
        end
      end
    end
  end

  // ---- What is expected of the beat at the link ----

  logic here;                                    // it is of the message that is watched
  logic [8*Lanes-1:0] want;
  logic want_last;
  logic taken;
  logic loaded;

  assign here      = have_q & (ahead_q == '0);
  assign want      = bytes[8*done_q +: 8*Lanes];
  assign want_last = length - done_q <= 4'(Lanes);
  assign taken     = valid & ready_i;
  assign loaded    = valid_i & ready;

  initial rst_nq = 1'b0;
  always_ff @(posedge clk_i) begin
    rst_nq <= 1'b1;
    if (!rst_nq) begin
      src_bits_q  <= (src_bits_i == 2'd3) ? 2'd2 : src_bits_i;
      src_q       <= src_i & ((src_bits_i == 2'd0) ? 2'd0 : (src_bits_i == 2'd1) ? 2'd1 : 2'd3);
      extend_q    <= extend_i;
      ts_on_q     <= ts_on_i;
      watch_q     <= 1'b0;
      have_q      <= 1'b0;
      ahead_q     <= '0;
      count_q     <= '0;
      done_q      <= '0;
      last_q      <= '0;
      last_ts_q   <= '0;
      stuck_q     <= '0;
      was_valid_q <= 1'b0;
    end else begin
      if (loaded) begin
        if ((tcode_i != 6'd2) && use_now[1]) last_q <= b_i[AddrW-1:0];
        if (ts_on_q && with_ts(tcode_i)) last_ts_q <= ts_i;
        if (watch_i && !watch_q) begin
          watch_q   <= 1'b1;
          have_q    <= 1'b1;
          ahead_q   <= count_q - 3'(taken & last);
          done_q    <= '0;
          tcode_q   <= tcode_i;
          f4_q      <= f4_i;
          f2_q      <= f2_i;
          use_q     <= use_now;
          a_q       <= a_i;
          b_q       <= b_i;
          c_q       <= c_i;
          ts_q      <= ts_i;
          prev_q    <= last_q;
          prev_ts_q <= last_ts_q;
        end
      end
      count_q <= count_q + 3'(loaded) - 3'(taken & last);
      if (taken && last && have_q && !here) ahead_q <= ahead_q - 1'b1;
      if (taken && here) begin
        done_q <= done_q + 4'(Lanes);
        if (last) have_q <= 1'b0;
      end
      stuck_q <= (valid || (count_q == '0)) ? '0 : stuck_q + 1'b1;
      was_valid_q <= valid & ~ready_i;
      was_last_q  <= last;
      was_q       <= data;
    end
  end

  always_comb begin
    if (rst_nq) begin
      if (valid_i) assume (known);
      // Nothing comes out that did not go in, and what went in comes out soon.
      if (valid) assert (count_q != '0);
      assert (stuck_q < 4'(Patience));
      assert (valid | (count_q == '0) |
              (stuck_q <= (\u_dut.fields ? 4'd1 + 4'(\u_dut.u_beats.held_q ) : 4'd0)));
      assert (idle == (count_q == '0));
      assert (count_q <= 3'd3);
      // A beat stays until it is taken.
      if (was_valid_q) assert (valid & (last == was_last_q) & (data == was_q));
      // The bytes, idle ones after them, and where they end.
      if (valid && here) begin
        assert (data == want);
        assert (last == want_last);
      end
    end
  end

endmodule
