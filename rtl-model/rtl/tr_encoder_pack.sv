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
  // There is DataAcquisition, TSTAMP in it when bit 0 of f4 is 1.
  parameter bit          Stimulus = 1'b0,
  parameter int unsigned StimulusTag = 8,   // its IDTAG, below DQDATA in b; 0: IDTAG is a, DQDATA c
  // There are DataWrite and DataRead, DSZ below the address in b.
  parameter bit          DataTrace = 1'b0,
  parameter bit          Watchpoint = 1'b0,
  // Registers between message and fields, and fields and beats.
  parameter bit          Staged = 1'b1,
  // Bits of a difference that another packer borrows while nothing is under way here; 0: none does.
  // Needs Ts. The first TSTAMP after that is relative to nothing.
  parameter int unsigned LentW = 0,
  localparam int unsigned LentBits = (LentW > 0) ? LentW : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Settings; they change only while nothing is under way.
  input  logic [          3:0] src_bits_i,
  input  logic [         11:0] src_i,       // no more than src_bits_i bits
  input  logic                 extend_i,    // trTeInstExtendAddrMSB
  input  logic                 ts_on_i,     // there is TSTAMP
  // A message.
  input  logic                 valid_i,
  output logic                 ready_o,
  input  logic [          5:0] tcode_i,
  input  logic [          3:0] f4_i,        // SYNC, RCODE, EVCODE or ETYPE
  input  logic [          1:0] f2_i,        // B-TYPE or CDF
  input  logic [          2:0] use_i,       // which of c, b, a it has
  input  logic [  ValueAW-1:0] a_i,
  input  logic [  ValueBW-1:0] b_i,
  input  logic [    HistW-1:0] c_i,
  input  logic [      TsW-1:0] ts_i,
  output logic                 idle_o,      // nothing is under way
  // With LentW: the other packer's value, which is kept with lent_keep_i; and what it is more than
  // the one kept, without lent_less_i all of it.
  input  logic                 lent_i,
  input  logic                 lent_keep_i,
  input  logic                 lent_less_i,
  input  logic [ LentBits-1:0] lent_addr_i,
  output logic [ LentBits-1:0] lent_diff_o,
  // The link.
  output logic                 link_valid_o,
  input  logic                 link_ready_i,
  output logic [  8*Lanes-1:0] link_data_o,
  output logic                 link_last_o
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

  // ---- The message being sent ----

  logic busy_d, busy_q;
  logic first_d, first_q;
  logic [3:0] left_d, left_q;                // TSTAMP, c, b, a still to be sent
  logic [5:0] tcode_d, tcode_q;
  logic [3:0] f4_d, f4_q;
  logic [1:0] f2_d, f2_q;
  logic [ValueAW-1:0] a_d, a_q;
  logic [ValueBW-1:0] b_d, b_q;
  logic [HistW-1:0] c_d, c_q;
  logic [TsW-1:0] ts;
  logic [AddrW-1:0] ref_d, ref_q;
  logic load;
  logic load_addr;
  logic load_ts;
  logic step;
  logic take_ready;
  logic stamped;
  logic none;                                // no fields are being sent,
  logic free;                                // others can come then
  logic chunk_go;                            // their last bytes are taken
  logic ready_soon;
  logic [3:0] pick;                          // the next field, one hot
  logic [3:0] next;                          // what is left after those sent now
  logic [3:0] pick_main;
  logic [3:0] pick_long;
  logic last_field;                          // these are the last ones
  logic last_d, last_q;
  // the message's kind
  logic is_resource_d, is_resource_q;
  logic is_store_d, is_store_q;
  logic is_data_d, is_data_q;
  logic has4_d, has4_q;
  logic has2_d, has2_q;
  // An address and TSTAMP become what is sent of them when the message is loaded: the difference to
  // those of the message before, or with SYNC all of them.
  logic is_sync;
  logic is_store;
  logic is_data;
  logic is_data_sync;
  logic sends_addr;
  logic sends_ts;
  logic [ValueBW-1:0] b_in;
  logic fields;                              // there are some bytes of fields,
  logic message_end;                         // the last ones of a message
  logic [CountW-1:0] chunk_count;
  logic [8*Lanes-1:0] chunk;
  logic beats_ready;                         // they are taken
  logic beats_idle;
  assign is_sync      = (tcode_i == tr_pkg::TcodeProgTraceSync) ||
                        (tcode_i == tr_pkg::TcodeDirectBranchSync) ||
                        (tcode_i == tr_pkg::TcodeIndirectBranchSync) ||
                        (tcode_i == tr_pkg::TcodeIndirectBranchHistSync);
  assign is_store     = Stimulus && (tcode_i == tr_pkg::TcodeDataAcquisition);
  assign is_data_sync = DataTrace && ((tcode_i == tr_pkg::TcodeDataWriteSync) ||
                                      (tcode_i == tr_pkg::TcodeDataReadSync));
  assign is_data      = is_data_sync || (DataTrace && ((tcode_i == tr_pkg::TcodeDataWrite) ||
                                                       (tcode_i == tr_pkg::TcodeDataRead)));
  assign sends_addr   = use_i[1] && (tcode_i != tr_pkg::TcodeOwnership) && !is_store && !is_data;
  assign sends_ts     = Ts && ts_on_i && stamped;
  always_comb begin
    b_in = b_i;
    b_in[AddrW-1:0] = b_i[AddrW-1:0] ^ (ref_q & {AddrW{sends_addr && !is_sync}});
  end
  function automatic logic [3:0] lowest(input logic [3:0] x);
    lowest = {x[3] & ~x[2] & ~x[1] & ~x[0], x[2] & ~x[1] & ~x[0], x[1] & ~x[0], x[0]};
  endfunction
  always_comb begin
    pick = lowest(left_q);
    if (is_resource_q && left_q[2]) pick = 4'b0100;
    pick_main = (Pair && !first_q) ? pick & 4'b0101 : pick;
    next      = left_q & ~pick_main;
    pick_long = Pair ? lowest(next) & 4'b1010 : 4'b0000;
  end
  // What is sent is the last of it: decided when it becomes what is next.
  assign last_field = last_q;
  function automatic logic ends(input logic [3:0] left, input logic first,
                                input logic resource);
    logic [3:0] main_now;
    logic [3:0] then;
    main_now = (resource && left[2]) ? 4'b0100 : lowest(left);
    if (Pair && !first) main_now = main_now & 4'b0101;
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
                 ((Stimulus && is_store_q) ? 5'(StimulusTag) :
                  (DataTrace && is_data_q) ? {1'b0, has4_q, !has4_q, 2'b00} :
                                             {2'b00, has4_q, has2_q, 1'b0});
  always_comb begin
    first_var = '0;
    if (pick[0]) first_var[ValueAW-1:0] = a_q;
    if (DataTrace && pick[1]) first_var[ValueBW-1:0] = b_q;
    if (pick[2]) first_var[HistW-1:0] = c_q;
    with_fixed = {6'b0, first_var};
    if (has2_q) with_fixed = {4'b0, first_var, f2_q};
    if (has4_q) with_fixed = {2'b0, first_var, f4_q};
    if (has4_q && has2_q) begin
      // SYNC comes before B-TYPE, EVCODE before CDF.
      with_fixed = {first_var, f2_q, f4_q};
    end
    // What begins with b has no fixed fields, but with data trace.
    if (!DataTrace && pick[1]) with_fixed = with_fixed | (FirstW + 6)'(b_q);
  end
  // Room for SRC is made in two steps, four bits at a time and bit by bit.
  if (SrcW != 0) begin : gen_src
    assign with_src = {{SrcW{1'b0}}, with_fixed} << {src_bits_i[3:2], 2'b00};
  end else begin : gen_no_src
    assign with_src = with_fixed;
  end
  assign signs = ExtendAddrMsb && extend_i && (Pair ? pick_long[1] : pick[1] && !first_q);
  always_comb begin
    long = '0;
    if (Pair ? pick_long[1] : pick[1]) long[AddrW-1:0] = b_q[AddrW-1:0];
    if (Pair ? pick_long[3] : pick[3]) long[TsW-1:0] = ts;
  end
  always_comb begin
    main        = '0;
    at_least    = '0;
    at_least[0] = 1'b1;
    if (first_q) begin
      main[OneW-1:0] = {with_src, tcode_q};
      at_least[1]    = 1'b1;
      at_least[2] = extra >= 5'd6;
      at_least[3] = extra >= 5'd12;
      at_least[4] = extra >= 5'd18;
      if (Stimulus) at_least[5] = extra >= 5'd24;
    end else begin
      if (pick_main[0]) main[ValueAW-1:0] = a_q;
      if (pick_main[2]) main[HistW-1:0] = c_q;
      if (!Pair && (pick[1] || pick[3])) main = MainW'(long);
    end
  end

  // ---- The fields that are sent next ----

  logic picked;                              // there are some,
  logic picked_ready;                        // others can come,
  logic move;                                // they are taken
  logic main_some;
  logic long_some;
  logic main_ends;
  logic long_ends;
  logic with_head;
  logic long_signs;
  logic [MainW-1:0] main_part;
  logic [MainW-1:0] main_value;
  logic [MainW-1:0] main_probe;              // its significant bits
  logic [LongW-1:0] long_value;
  logic [LongW-1:0] long_probe;
  logic [Groups-1:0] main_least;
  logic [AddrW-1:0] addr;
  if (Staged) begin : gen_picked
    logic main_d, main_q;
    logic long_d, long_q;
    logic main_ends_d, main_ends_q;
    logic long_ends_d, long_ends_q;
    logic head_d, head_q;
    logic signs_d, signs_q;
    logic [MainW-1:0] main_value_d, main_value_q;
    logic [LongW-1:0] long_value_d, long_value_q;
    logic [Groups-1:0] least_d, least_q;
    assign picked       = main_q || long_q;
    assign free         = !picked || none;
    assign main_some    = main_q;
    assign long_some    = long_q;
    assign main_ends    = main_ends_q;
    assign long_ends    = long_ends_q;
    assign with_head    = head_q;
    assign long_signs   = signs_q;
    assign main_part    = main_value_q;
    assign long_value   = long_value_q;
    assign main_least   = least_q;
    assign main_d       = picked_ready ? busy_q && (pick_main != '0) : main_q;
    assign long_d       = picked_ready ? busy_q && (pick_long != '0) : long_q;
    assign main_ends_d  = picked_ready ? last_field && (pick_long == '0) : main_ends_q;
    assign long_ends_d  = picked_ready ? last_field : long_ends_q;
    assign head_d       = picked_ready ? first_q : head_q;
    assign signs_d      = picked_ready ? signs : signs_q;
    assign main_value_d = picked_ready ? main : main_value_q;
    assign long_value_d = picked_ready ? long : long_value_q;
    assign least_d      = picked_ready ? at_least : least_q;
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
      end else begin
        main_q       <= main_d;
        long_q       <= long_d;
        main_ends_q  <= main_ends_d;
        long_ends_q  <= long_ends_d;
        head_q       <= head_d;
        signs_q      <= signs_d;
        main_value_q <= main_value_d;
        long_value_q <= long_value_d;
        least_q      <= least_d;
      end
    end
  end else begin : gen_now
    assign picked       = busy_q;
    assign free         = none;
    assign main_some    = pick_main != '0;
    assign long_some    = pick_long != '0;
    assign main_ends    = last_field && (pick_long == '0);
    assign long_ends    = last_field;
    assign with_head    = first_q;
    assign long_signs   = signs;
    assign main_part    = main;
    assign long_value   = long;
    assign main_least   = at_least;
  end
  assign picked_ready = free || chunk_go;
  assign move         = picked && take_ready;
  if (SrcW != 0) begin : gen_head
    always_comb begin
      main_value = main_part;
      if (with_head) begin
        main_value[MainW-1:6] = main_part[MainW-1:6] << src_bits_i[1:0];
        main_value[5+SrcW:6]  = main_value[5+SrcW:6] | src_i[SrcW-1:0];
      end
    end
    logic unused;
    assign unused = ^src_i;
  end else begin : gen_no_head
    logic unused;
    assign unused     = &{1'b0, with_head, src_i};
    assign main_value = main_part;
  end

  assign addr = Pair ? long_value[AddrW-1:0] : main_part[AddrW-1:0];
  always_comb begin
    main_probe = main_value;
    long_probe = long_value;
    if (long_signs) begin
      long_probe = '0;
      long_probe[AddrW-1:0] = {addr[AddrW-2:0] ^ {(AddrW-1){addr[AddrW-1]}}, 1'b0};
      if (!Pair) main_probe = MainW'(long_probe);
    end
  end

  // Messages with SYNC always carry TSTAMP.
  always_comb begin
    unique case (tcode_i)
      tr_pkg::TcodeDirectBranch: stamped = TsMessages[0];
      tr_pkg::TcodeIndirectBranch, tr_pkg::TcodeIndirectBranchHist: stamped = TsMessages[1];
      tr_pkg::TcodeRepeatBranch: stamped = TsMessages[2];
      tr_pkg::TcodeResourceFull: stamped = TsMessages[3];
      tr_pkg::TcodeOwnership: stamped = TsMessages[4];
      tr_pkg::TcodeProgTraceCorrelation, tr_pkg::TcodeError: stamped = TsMessages[5];
      tr_pkg::TcodeDataAcquisition: stamped = !Stimulus || f4_i[0];
      default: stamped = 1'b1;
    endcase
    if (Watchpoint && (tcode_i == tr_pkg::TcodeWatchpoint)) stamped = TsMessages[5];
    if (is_data) stamped = 1'b0;
  end

  // That the last bytes of the fields are taken comes late: what it decides is two gates away from
  // it, for each of these by itself.
  assign load       = (valid_i && ready_soon) || (valid_i && last_field && chunk_go);
  assign load_addr  = (valid_i && sends_addr && ready_soon) ||
                      (valid_i && sends_addr && last_field && chunk_go);
  assign load_ts    = (valid_i && sends_ts && ready_soon) ||
                      (valid_i && sends_ts && last_field && chunk_go);
  assign ready_o    = ready_soon || (last_field && chunk_go);
  assign ready_soon = !busy_q || (last_field && free);
  assign step       = busy_q && picked_ready;
  assign idle_o     = !busy_q && !(Staged && picked) && none && !fields && beats_idle;

  always_comb begin
    busy_d        = busy_q;
    first_d       = first_q;
    left_d        = left_q;
    tcode_d       = tcode_q;
    f4_d          = f4_q;
    f2_d          = f2_q;
    a_d           = a_q;
    b_d           = b_q;
    c_d           = c_q;
    last_d        = last_q;
    is_resource_d = is_resource_q;
    is_store_d    = is_store_q;
    is_data_d     = is_data_q;
    has4_d        = has4_q;
    has2_d        = has2_q;
    ref_d         = load_addr ? b_i[AddrW-1:0] : ref_q;
    if (load) begin
      busy_d        = 1'b1;
      first_d       = 1'b1;
      left_d        = {sends_ts, use_i};
      tcode_d       = tcode_i;
      f4_d          = f4_i;
      f2_d          = f2_i;
      a_d           = a_i;
      b_d           = b_in;
      c_d           = c_i;
      last_d        = ends({sends_ts, use_i}, 1'b1, tcode_i == tr_pkg::TcodeResourceFull);
      is_resource_d = tcode_i == tr_pkg::TcodeResourceFull;
      is_store_d    = is_store;
      is_data_d     = is_data;
      has4_d        = is_sync || is_data_sync || (tcode_i == tr_pkg::TcodeResourceFull) ||
                      (tcode_i == tr_pkg::TcodeError) ||
                      (tcode_i == tr_pkg::TcodeProgTraceCorrelation);
      has2_d        = (tcode_i == tr_pkg::TcodeIndirectBranch) ||
                      (tcode_i == tr_pkg::TcodeIndirectBranchHist) ||
                      (tcode_i == tr_pkg::TcodeIndirectBranchSync) ||
                      (tcode_i == tr_pkg::TcodeIndirectBranchHistSync) ||
                      (tcode_i == tr_pkg::TcodeProgTraceCorrelation);
    end else if (step) begin
      busy_d  = !last_field;
      first_d = 1'b0;
      left_d  = next & ~pick_long;
      last_d  = ends(next & ~pick_long, 1'b0, is_resource_q);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {busy_q, first_q, left_q, tcode_q, f4_q, f2_q, a_q, b_q, c_q, ref_q} <= '0;
      {last_q, is_resource_q, is_store_q, is_data_q, has4_q, has2_q} <= '0;
    end else begin
      busy_q        <= busy_d;
      first_q       <= first_d;
      left_q        <= left_d;
      tcode_q       <= tcode_d;
      f4_q          <= f4_d;
      f2_q          <= f2_d;
      a_q           <= a_d;
      b_q           <= b_d;
      c_q           <= c_d;
      ref_q         <= ref_d;
      last_q        <= last_d;
      is_resource_q <= is_resource_d;
      is_store_q    <= is_store_d;
      is_data_q     <= is_data_d;
      has4_q        <= has4_d;
      has2_q        <= has2_d;
    end
  end

  if (Ts) begin : gen_ts
    localparam int unsigned LastW = (LentW > TsW) ? LentW : TsW;
    logic [LastW-1:0] now;
    logic [LastW-1:0] diff;
    logic [LastW-1:0] ts_last_d, ts_last_q;  // that of the message before
    logic [TsW-1:0] ts_d, ts_q;
    logic keep;
    logic differs;
    if (LentW > 0) begin : gen_lent
      // No time is kept after that: the next one is sent as it is, with SYNC or without.
      logic none_d, none_q;
      assign now         = lent_i ? LastW'(lent_addr_i) : LastW'(ts_i);
      assign keep        = lent_i ? lent_keep_i : load_ts;
      assign differs     = lent_i ? lent_less_i : (!is_sync && !none_q);
      assign lent_diff_o = diff[LentBits-1:0];
      assign none_d      = lent_i || (none_q && !load_ts);

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) none_q <= 1'b0;
        else none_q <= none_d;
      end
    end else begin : gen_own
      logic unused;
      assign unused      = &{1'b0, lent_i, lent_keep_i, lent_less_i, lent_addr_i};
      assign now         = ts_i;
      assign keep        = load_ts;
      assign differs     = !is_sync;
      assign lent_diff_o = '0;
    end
    assign ts        = ts_q;
    assign diff      = now - (ts_last_q & {LastW{differs}});
    assign ts_last_d = keep ? now : ts_last_q;
    assign ts_d      = load ? diff[TsW-1:0] : ts_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ts_q      <= '0;
        ts_last_q <= '0;
      end else begin
        ts_q      <= ts_d;
        ts_last_q <= ts_last_d;
      end
    end
  end else begin : gen_no_ts
    logic unused_ts;
    assign unused_ts   = &{1'b0, ts_i, ts_on_i, load_ts, lent_i, lent_keep_i, lent_less_i,
                           lent_addr_i};
    assign ts          = '0;
    assign lent_diff_o = '0;
  end

  tr_encoder_lanes #(
    .MainW (MainW),
    .LongW (LongW),
    .Lanes (Lanes),
    .Staged(Staged)
  ) u_lanes (
    .clk_i,
    .rst_ni,
    .main_load_i (move && main_some),
    .main_value_i(main_value),
    .main_probe_i(main_probe),
    .main_least_i(main_least),
    .main_end_i  (main_ends),
    .long_load_i (move && long_some),
    .long_value_i(long_value),
    .long_probe_i(long_probe),
    .long_end_i  (long_ends),
    .none_o      (none),
    .go_o        (chunk_go),
    .valid_o     (fields),
    .ready_i     (beats_ready),
    .end_o       (message_end),
    .count_o     (chunk_count),
    .bytes_o     (chunk)
  );

  assign take_ready = none || chunk_go;

  tr_encoder_beats #(
    .Lanes(Lanes)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .valid_i(fields),
    .ready_o(beats_ready),
    .end_i  (message_end),
    .count_i(chunk_count),
    .bytes_i(chunk),
    .idle_o (beats_idle),
    .link_valid_o,
    .link_ready_i,
    .link_data_o,
    .link_last_o
  );

endmodule
