// SPDX-License-Identifier: Apache-2.0
// The encoder's message packer: fields of a message in, beats of a link out.
//
// N-Trace 1.0, Transmission Protocol; Field Encoding and Calculation Techniques. A message is
// TCODE, SRC, fixed fields, then variable fields a, b, c and TSTAMP as far as it has them;
// ResourceFull has c before a. Zeros on top of a variable field are not sent. Each cycle sends up
// to Lanes bytes: of one field, the first one with everything before it, or of two when the second
// one is an address or TSTAMP and both end within them.

module tr_encoder_pack #(
  parameter int unsigned AddrW = 63,        // bits of an address, bit 0 left out
  parameter int unsigned ValueAW = 22,
  parameter int unsigned ValueBW = 63,      // address or PROCESS
  parameter int unsigned HistW = 32,
  parameter int unsigned TsW = 1,
  parameter bit          Ts = 1'b0,         // there is a TSTAMP
  parameter logic [5:0]  TsMessages = 6'h3f, // in which messages without SYNC, as in trm_encoder.h
  parameter int unsigned SrcW = 12,         // widest SRC, 0 at least
  parameter bit          ExtendAddrMsb = 1'b1,
  parameter int unsigned Lanes = 4,
  parameter bit          Stimulus = 1'b0,   // there is DataAcquisition, TSTAMP in it when bit 0 of f4 is 1
  parameter int unsigned StimulusTag = 8,   // its IDTAG, below DQDATA in b; 0: IDTAG is a, DQDATA c
  parameter bit          DataTrace = 1'b0,  // there are DataWrite and DataRead, DSZ below the address in b
  parameter bit          Watchpoint = 1'b0,
  parameter bit          Staged = 1'b1      // registers between message and fields, and fields and beats
) (
  input  logic                 clk_i, input logic rst_ni,
  // Settings; they change only while nothing is under way.
  input  logic [          3:0] src_bits_i,
  input  logic [         11:0] src_i,       // no more than src_bits_i bits
  input  logic                 extend_i, input logic ts_on_i,  // trTeInstExtendAddrMSB; there is TSTAMP
  // A message.
  input  logic                 valid_i, output logic ready_o,
  input  logic [          5:0] tcode_i,
  input  logic [          3:0] f4_i,        // SYNC, RCODE, EVCODE or ETYPE
  input  logic [          1:0] f2_i,        // B-TYPE or CDF
  input  logic [          2:0] use_i,       // which of c, b, a it has
  input  logic [  ValueAW-1:0] a_i,
  input  logic [  ValueBW-1:0] b_i,
  input  logic [    HistW-1:0] c_i,
  input  logic [      TsW-1:0] ts_i,
  output logic                 idle_o,      // nothing is under way
  // The link.
  output logic                 link_valid_o, input logic link_ready_i,
  output logic [8*Lanes-1:0]   link_data_o, output logic link_last_o
);
  localparam int unsigned ProcessW = (ValueBW > ValueAW) ? ValueBW : ValueAW;
  localparam int unsigned FirstW = (ProcessW > HistW) ? ProcessW : HistW;
  localparam int unsigned HeadW = 12 + SrcW;               // TCODE, SRC, f4, f2
  localparam bit Pair = Lanes > 1;                         // two fields per cycle
  localparam int unsigned LongW = (AddrW > TsW) ? AddrW : TsW;
  localparam int unsigned OneW = HeadW + FirstW;
  localparam int unsigned MainW = (Pair || (OneW > LongW)) ? OneW : LongW;
  localparam int unsigned Groups = (MainW + 5) / 6;
  localparam int unsigned CountW = $clog2(Lanes + 1);
  localparam int unsigned LaneW = (Lanes > 1) ? $clog2(Lanes) : 1;

  // ---- The message being sent ----

  logic busy_q, first_q;
  logic [3:0] left_q;                        // TSTAMP, c, b, a still to be sent
  logic [5:0] tcode_q;
  logic [3:0] f4_q;
  logic [1:0] f2_q;
  logic [ValueAW-1:0] a_q;
  logic [ValueBW-1:0] b_q;
  logic [HistW-1:0] c_q;
  logic [TsW-1:0] ts_q, ts_last_q;
  logic [AddrW-1:0] ref_q;
  logic load, load_addr, load_ts, step, take_ready, stamped;
  logic none, free, chunk_go, ready_soon;    // no fields are being sent; others can come then; their last bytes are taken
  logic [3:0] pick, next;                    // the next field, the one after it, one hot
  logic [3:0] pick_main, pick_long;          // those sent now
  logic last_field, last_q;                    // these are the last ones
  logic is_resource_q, is_store_q, is_data_q, has4_q, has2_q;  // the message's kind
  // An address and TSTAMP become what is sent of them when the message is loaded: the difference to
  // those of the message before, or with SYNC all of them.
  logic is_sync, is_store, is_data, is_data_sync, sends_addr, sends_ts;
  logic [ValueBW-1:0] b_in;
  logic [TsW-1:0] ts_in;
  assign is_sync = (tcode_i == tr_pkg::TcodeProgTraceSync) |
                   (tcode_i == tr_pkg::TcodeDirectBranchSync) |
                   (tcode_i == tr_pkg::TcodeIndirectBranchSync) |
                   (tcode_i == tr_pkg::TcodeIndirectBranchHistSync);
  assign is_store   = Stimulus & (tcode_i == tr_pkg::TcodeDataAcquisition);
  assign is_data_sync = DataTrace & ((tcode_i == tr_pkg::TcodeDataWriteSync) |
                                     (tcode_i == tr_pkg::TcodeDataReadSync));
  assign is_data    = is_data_sync | (DataTrace & ((tcode_i == tr_pkg::TcodeDataWrite) |
                                                   (tcode_i == tr_pkg::TcodeDataRead)));
  assign sends_addr = use_i[1] & (tcode_i != tr_pkg::TcodeOwnership) & ~is_store & ~is_data;
  assign sends_ts   = Ts & ts_on_i & stamped;
  always_comb begin
    b_in = b_i;
    b_in[AddrW-1:0] = b_i[AddrW-1:0] ^ (ref_q & {AddrW{sends_addr & ~is_sync}});
  end
  assign ts_in = ts_i - (ts_last_q & {TsW{~is_sync}});
  function automatic logic [3:0] lowest(input logic [3:0] x);
    lowest = {x[3] & ~x[2] & ~x[1] & ~x[0], x[2] & ~x[1] & ~x[0], x[1] & ~x[0], x[0]};
  endfunction
  always_comb begin
    pick = lowest(left_q);
    if (is_resource_q & left_q[2]) pick = 4'b0100;
    pick_main = (Pair & ~first_q) ? pick & 4'b0101 : pick;
    next      = left_q & ~pick_main;
    pick_long = Pair ? lowest(next) & 4'b1010 : 4'b0000;
  end
  // What is sent is the last of it: decided when it becomes what is next.
  assign last_field = last_q;
  function automatic logic ends(input logic [3:0] left, input logic first, input logic resource);
    logic [3:0] main_now, then;
    main_now = (resource & left[2]) ? 4'b0100 : lowest(left);
    if (Pair & ~first) main_now = main_now & 4'b0101;
    then = left & ~main_now;
    ends = (Pair ? then & ~(lowest(then) & 4'b1010) : then) == 4'b0000;
  endfunction

  // ---- The values of the fields ----

  logic [FirstW-1:0] first_var;
  logic [FirstW+5:0] with_fixed;
  logic [FirstW+5+SrcW:0] with_src;
  logic [MainW-1:0] main;                    // what is sent, SRC left out
  logic [LongW-1:0] long;                    // the same of an address or TSTAMP
  logic [Groups-1:0] at_least;
  logic [4:0] extra;                         // bits between TCODE and the first variable field
  logic signs;                               // an address that is sign-extended
  assign extra = {1'b0, src_bits_i} +
                 ((Stimulus & is_store_q) ? 5'(StimulusTag) :
                  (DataTrace & is_data_q) ? {1'b0, has4_q, ~has4_q, 2'b00} : {2'b00, has4_q, has2_q, 1'b0});
  always_comb begin
    first_var = '0;
    if (pick[0]) first_var[ValueAW-1:0] = a_q;
    if (DataTrace && pick[1]) first_var[ValueBW-1:0] = b_q;
    if (pick[2]) first_var[HistW-1:0] = c_q;
    with_fixed = {6'b0, first_var};
    if (has2_q) with_fixed = {4'b0, first_var, f2_q};
    if (has4_q) with_fixed = {2'b0, first_var, f4_q};
    if (has4_q & has2_q) begin
      // SYNC comes before B-TYPE, EVCODE before CDF.
      with_fixed = {first_var, f2_q, f4_q};
    end
    // What begins with b has no fixed fields, but with data trace.
    if (!DataTrace && pick[1]) with_fixed = with_fixed | (FirstW + 6)'(b_q);
  end
  // Room for SRC is made in two steps, four bits at a time and bit by bit.
  if (SrcW != 0) begin : g_src
    assign with_src = {{SrcW{1'b0}}, with_fixed} << {src_bits_i[3:2], 2'b00};
  end else begin : g_no_src
    assign with_src = with_fixed;
  end
  assign signs = ExtendAddrMsb & extend_i & (Pair ? pick_long[1] : pick[1] & ~first_q);
  always_comb begin
    long = '0;
    if (Pair ? pick_long[1] : pick[1]) long[AddrW-1:0] = b_q[AddrW-1:0];
    if (Pair ? pick_long[3] : pick[3]) long[TsW-1:0] = ts_q;
  end
  always_comb begin
    main = '0;
    at_least = '0;
    at_least[0] = 1'b1;
    if (first_q) begin
      main[OneW-1:0] = {with_src, tcode_q};
      at_least[1] = 1'b1;
      at_least[2] = extra >= 5'd6;
      at_least[3] = extra >= 5'd12;
      at_least[4] = extra >= 5'd18;
      if (Stimulus) at_least[5] = extra >= 5'd24;
    end else begin
      if (pick_main[0]) main[ValueAW-1:0] = a_q;
      if (pick_main[2]) main[HistW-1:0] = c_q;
      if (~Pair & (pick[1] | pick[3])) main = MainW'(long);
    end
  end

  // ---- The fields that are sent next ----

  logic picked, picked_ready, move;          // there are some; others can come; they are taken
  logic main_some, long_some, main_ends, long_ends, with_head, long_signs;
  logic [MainW-1:0] main_part, main_value, main_probe;  // and its significant bits
  logic [LongW-1:0] long_value, long_probe;
  logic [Groups-1:0] main_least;
  logic [AddrW-1:0] addr;
  if (Staged) begin : g_picked
    logic main_q, long_q, main_ends_q, long_ends_q, head_q, signs_q;
    logic [MainW-1:0] main_value_q;
    logic [LongW-1:0] long_value_q;
    logic [Groups-1:0] least_q;
    assign picked       = main_q | long_q;
    assign free         = ~picked | none;
    assign main_some    = main_q;
    assign long_some    = long_q;
    assign main_ends    = main_ends_q;
    assign long_ends    = long_ends_q;
    assign with_head    = head_q;
    assign long_signs   = signs_q;
    assign main_part    = main_value_q;
    assign long_value   = long_value_q;
    assign main_least   = least_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        main_q       <= 1'b0;
        long_q       <= 1'b0;
        main_ends_q  <= 1'b0;
        long_ends_q  <= 1'b0;
        head_q       <= 1'b0;
        signs_q      <= 1'b0;
        main_value_q <= '0;
        long_value_q <= '0;
        least_q      <= '0;
      end else if (picked_ready) begin
        main_q       <= busy_q & (pick_main != '0);
        long_q       <= busy_q & (pick_long != '0);
        main_ends_q  <= last_field & (pick_long == '0);
        long_ends_q  <= last_field;
        head_q       <= first_q;
        signs_q      <= signs;
        main_value_q <= main;
        long_value_q <= long;
        least_q      <= at_least;
      end
    end
  end else begin : g_now
    assign picked       = busy_q;
    assign free         = none;
    assign main_some    = pick_main != '0;
    assign long_some    = pick_long != '0;
    assign main_ends    = last_field & (pick_long == '0);
    assign long_ends    = last_field;
    assign with_head    = first_q;
    assign long_signs   = signs;
    assign main_part    = main;
    assign long_value   = long;
    assign main_least   = at_least;
  end
  assign picked_ready = free | chunk_go;
  assign move = picked & take_ready;
  if (SrcW != 0) begin : g_head
    always_comb begin
      main_value = main_part;
      if (with_head) begin
        main_value[MainW-1:6] = main_part[MainW-1:6] << src_bits_i[1:0];
        main_value[5+SrcW:6]  = main_value[5+SrcW:6] | src_i[SrcW-1:0];
      end
    end
    logic unused;
    assign unused = ^src_i;
  end else begin : g_no_head
    assign main_value = main_part;
    logic unused;
    assign unused = &{1'b0, with_head, src_i};
  end

  assign addr = Pair ? long_value[AddrW-1:0] : main_part[AddrW-1:0];
  always_comb begin
    main_probe = main_value;
    long_probe = long_value;
    if (long_signs) begin
      long_probe = '0;
      long_probe[AddrW-1:0] = {addr[AddrW-2:0] ^ {(AddrW-1){addr[AddrW-1]}}, 1'b0};
      if (~Pair) main_probe = MainW'(long_probe);
    end
  end

  // Messages with SYNC always carry TSTAMP.
  always_comb begin
    case (tcode_i)
      tr_pkg::TcodeDirectBranch: stamped = TsMessages[0];
      tr_pkg::TcodeIndirectBranch, tr_pkg::TcodeIndirectBranchHist: stamped = TsMessages[1];
      tr_pkg::TcodeRepeatBranch: stamped = TsMessages[2];
      tr_pkg::TcodeResourceFull: stamped = TsMessages[3];
      tr_pkg::TcodeOwnership: stamped = TsMessages[4];
      tr_pkg::TcodeProgTraceCorrelation, tr_pkg::TcodeError: stamped = TsMessages[5];
      tr_pkg::TcodeDataAcquisition: stamped = ~Stimulus | f4_i[0];
      default: stamped = 1'b1;
    endcase
    if (Watchpoint & (tcode_i == tr_pkg::TcodeWatchpoint)) stamped = TsMessages[5];
    if (is_data) stamped = 1'b0;
  end

  // That the last bytes of the fields are taken comes late: what it decides is two gates away from it, for each of these by itself.
  assign load      = (valid_i & ready_soon) | (valid_i & last_field & chunk_go);
  assign load_addr = (valid_i & sends_addr & ready_soon) | (valid_i & sends_addr & last_field & chunk_go);
  assign load_ts   = (valid_i & sends_ts & ready_soon) | (valid_i & sends_ts & last_field & chunk_go);
  assign ready_o   = ready_soon | (last_field & chunk_go);
  assign ready_soon = ~busy_q | (last_field & free);
  assign step    = busy_q & picked_ready;
  assign idle_o  = ~busy_q & ~(Staged & picked) & ~main_valid & ~long_valid & ~fields & ~link_valid_o & (held_q == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {busy_q, first_q, left_q, tcode_q, f4_q, f2_q, a_q, b_q, c_q, ref_q} <= '0;
      {last_q, is_resource_q, is_store_q, is_data_q, has4_q, has2_q} <= '0;
    end else begin
      if (load) begin
        busy_q  <= 1'b1;
        first_q <= 1'b1;
        left_q  <= {sends_ts, use_i};
        tcode_q <= tcode_i;
        f4_q    <= f4_i;
        f2_q    <= f2_i;
        a_q     <= a_i;
        b_q     <= b_in;
        c_q     <= c_i;
        last_q  <= ends({sends_ts, use_i}, 1'b1, tcode_i == tr_pkg::TcodeResourceFull);
        is_resource_q <= tcode_i == tr_pkg::TcodeResourceFull;
        is_store_q    <= is_store;
        is_data_q     <= is_data;
        has4_q        <= is_sync | is_data_sync | (tcode_i == tr_pkg::TcodeResourceFull) |
                         (tcode_i == tr_pkg::TcodeError) |
                         (tcode_i == tr_pkg::TcodeProgTraceCorrelation);
        has2_q        <= (tcode_i == tr_pkg::TcodeIndirectBranch) |
                         (tcode_i == tr_pkg::TcodeIndirectBranchHist) |
                         (tcode_i == tr_pkg::TcodeIndirectBranchSync) |
                         (tcode_i == tr_pkg::TcodeIndirectBranchHistSync) |
                         (tcode_i == tr_pkg::TcodeProgTraceCorrelation);
      end else if (step) begin
        busy_q  <= ~last_field;
        first_q <= 1'b0;
        left_q  <= next & ~pick_long;
        last_q  <= ends(next & ~pick_long, 1'b0, is_resource_q);
      end
      if (load_addr) ref_q <= b_i[AddrW-1:0];
    end
  end

  if (Ts) begin : g_ts
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ts_q      <= '0;
        ts_last_q <= '0;
      end else begin
        if (load) ts_q <= ts_in;
        if (load_ts) ts_last_q <= ts_i;
      end
    end
  end else begin : g_no_ts
    logic unused_ts;
    assign unused_ts = &{1'b0, ts_i, ts_in, ts_on_i, load_ts};
    assign ts_q = '0;
    assign ts_last_q = '0;
  end

  // ---- The fields being sent, Lanes bytes per cycle ----

  logic main_valid, main_end, long_valid, long_end, with_long;
  logic [Lanes:0] main_there, long_there;
  logic [8*Lanes-1:0] main_bytes, long_bytes;
  logic chunk_last;                          // the last bytes of the fields
  logic chunk_end;                           // their message ends with them
  logic [Lanes-1:0] there;                   // the bytes of the fields, from lane 0 on
  logic [CountW-1:0] chunk_count, count;
  logic [8*Lanes-1:0] chunk, bytes;
  logic fields, message_end;                 // there are some, or their last bytes
  logic chunk_ready;

  assign main_valid = main_there[0];
  assign long_valid = long_there[0];

  tr_encoder_pack_field #(.Width(MainW), .Lanes(Lanes)) u_main (
    .clk_i, .rst_ni, .load_i(move & main_some), .value_i(main_value), .probe_i(main_probe),
    .at_least_i(main_least), .end_i(main_ends), .end_o(main_end), .there_o(main_there),
    .bytes_o(main_bytes), .take_i(chunk_ready)
  );

  if (Pair) begin : g_pair
    // The other field follows at once if it ends within the lanes that are left.
    logic [Lanes-1:0] begins;                // it begins here
    logic [8*Lanes-1:0] moved;
    logic [Lanes-1:0] moved_there;
    logic fits;
    assign begins = {main_there[Lanes-2:0], 1'b1} & ~main_there[Lanes-1:0];
    always_comb begin
      fits = begins[0];
      for (int unsigned k = 1; k < Lanes; k = k + 1) begin
        if (begins[k] & ~long_there[Lanes-k]) fits = 1'b1;
      end
    end
    assign with_long = long_valid & fits;

    tr_encoder_pack_field #(.Width(LongW), .Lanes(Lanes)) u_long (
      .clk_i, .rst_ni, .load_i(move & long_some), .value_i(long_value), .probe_i(long_probe),
      .at_least_i({{((LongW+5)/6-1){1'b0}}, 1'b1}), .end_i(long_ends), .end_o(long_end),
      .there_o(long_there), .bytes_o(long_bytes), .take_i(chunk_ready & with_long)
    );

    always_comb begin
      moved       = '0;
      moved_there = '0;
      for (int unsigned k = 0; k < Lanes; k = k + 1) begin
        for (int unsigned j = k; j < Lanes; j = j + 1) begin
          moved[8*j +: 8] = moved[8*j +: 8] | (long_bytes[8*(j-k) +: 8] & {8{begins[k]}});
          moved_there[j]  = moved_there[j] | (long_there[j-k] & begins[k]);
        end
      end
      for (int unsigned j = 0; j < Lanes; j = j + 1) begin
        there[j]        = main_there[j] | (with_long & moved_there[j]);
        bytes[8*j +: 8] = main_there[j] ? main_bytes[8*j +: 8]
                                        : with_long ? moved[8*j +: 8] : tr_pkg::IdleByte;
      end
    end
    assign chunk_last = long_valid ? with_long & ~long_there[Lanes] : ~main_there[Lanes];
  end else begin : g_single
    logic unused;
    assign unused     = &{1'b0, long_bytes, long_some, long_ends, long_there};
    assign with_long  = 1'b0;
    assign long_end   = 1'b0;
    assign long_there = '0;
    assign long_bytes = '1;
    assign bytes      = main_bytes;
    assign there      = main_there[Lanes-1:0];
    assign chunk_last = ~main_there[Lanes];
  end

  always_comb begin
    count = '0;
    for (int unsigned j = 0; j < Lanes; j = j + 1) begin
      if (there[j] & ((j + 1 == Lanes) || !there[(j+1)%Lanes])) count = count | CountW'(j + 1);
    end
  end

  assign chunk_end  = with_long ? long_end : main_end;
  assign none       = ~main_valid & ~long_valid;
  assign chunk_go   = chunk_ready & chunk_last;
  assign take_ready = none | chunk_go;

  logic beats_ready;                         // the bytes that are shown to the beats are taken
  if (Staged) begin : g_staged
    logic valid_q, end_q;
    logic [CountW-1:0] count_q;
    logic [8*Lanes-1:0] bytes_q;
    assign fields      = valid_q;
    assign message_end = end_q;
    assign chunk       = bytes_q;
    assign chunk_count = count_q;
    assign chunk_ready = ~valid_q | beats_ready;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        end_q   <= 1'b0;
        count_q <= '0;
        bytes_q <= '1;
      end else if (chunk_ready) begin
        valid_q <= main_valid | long_valid;
        end_q   <= chunk_last & chunk_end;
        count_q <= count;
        bytes_q <= bytes;
      end
    end
  end else begin : g_direct
    assign fields      = main_valid | long_valid;
    assign message_end = chunk_last & chunk_end;
    assign chunk       = bytes;
    assign chunk_count = count;
    assign chunk_ready = beats_ready;
  end

  // ---- Beats: bytes are held until there are Lanes of them or the message ends ----

  localparam int unsigned HeldW = (Lanes > 1) ? 8 * (Lanes - 1) : 8;

  logic [LaneW-1:0] held_q;                  // bytes held
  logic [HeldW-1:0] bytes_q;
  logic tail_q;
  logic [16*Lanes-1:0] joined;               // held bytes, the chunk, idle; one byte too many
  logic [CountW:0] total;
  logic out_free;
  logic beat;

  assign out_free    = ~link_valid_o | link_ready_i;
  assign beats_ready = out_free & ~tail_q;

  always_comb begin
    joined = {{(16*Lanes-HeldW){1'b1}}, bytes_q};
    for (int unsigned h = 0; h < Lanes; h = h + 1) begin
      if (!tail_q && (held_q == LaneW'(h))) joined[8*h +: 8*Lanes] = chunk;
    end
    total = {1'b0, chunk_count} + (CountW + 1)'(held_q);
    beat = tail_q | (fields & (message_end | (total >= (CountW + 1)'(Lanes))));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      link_valid_o <= 1'b0;
      link_last_o  <= 1'b0;
      link_data_o  <= '0;
      held_q       <= '0;
      bytes_q      <= '1;
      tail_q       <= 1'b0;
    end else if (out_free) begin
      link_valid_o <= beat;
      if (beat) begin
        link_data_o <= joined[8*Lanes-1:0];
        link_last_o <= tail_q | (message_end & (total <= (CountW + 1)'(Lanes)));
      end
      if (tail_q) begin
        tail_q <= 1'b0;
        held_q <= '0;
      end else if (fields) begin
        tail_q <= message_end & (total > (CountW + 1)'(Lanes));
        if (message_end & (total <= (CountW + 1)'(Lanes))) begin
          held_q <= '0;
        end else if (total >= (CountW + 1)'(Lanes)) begin
          held_q  <= LaneW'(total - (CountW + 1)'(Lanes));
          bytes_q <= joined[8*Lanes +: HeldW];
        end else begin
          held_q  <= LaneW'(total);
          bytes_q <= joined[HeldW-1:0];
        end
      end
    end
  end

endmodule
