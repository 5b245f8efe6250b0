// SPDX-License-Identifier: Apache-2.0
// Branch history of HTM: the register HIST, and the pattern that repeated history holds back.
//
// N-Trace 1.0, HIST Field Generation; Repeated History Optimization. HIST begins as 1, the stop
// bit; it is full when its top bit is set. With trTeInstEnRepeatedHistory a full register is held
// back and counted as long as the next ones are equal. HistSearch 1 finds, in a HIST of 32 bits,
// patterns of 28 and 30 outcomes too, which hold every repetition of 1 to 7.

module tr_encoder_hist #(
  parameter int unsigned HistW = 32,
  parameter int unsigned BeforeN = 1,
  parameter bit          RepeatedHistory = 1'b1,
  parameter int unsigned HrepeatW = 18,
  parameter int unsigned HistSearch = 0,
  parameter bit          Waits = 1'b0         // a full HIST waits while moved_o is 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clear_first_i,  // a message before the outcome will take HIST
  input  logic                clear_i,        // HIST was sent, or starts anew
  input  logic [BeforeN-1:0]  before_i,       // outcomes after that message; they do not fill HIST
  input  logic [BeforeN-1:0]  before_taken_i,
  input  logic                drop_i,         // what is held back is sent, or lost
  input  logic                repeated_i,     // trTeInstEnRepeatedHistory
  // An outcome, after both.
  input  logic                outcome_i,
  input  logic                taken_i,
  input  logic                push_i,         // the outcome is added to HIST, unless it has to wait
  input  logic                settle_i,       // a full HIST is sent, held back or counted
  // The oldest block by itself: no outcome that is counted before others fills HIST.
  input  logic                own_taken_i,
  output logic [   HistW-1:0] hist_o,
  output logic                empty_o,        // no outcomes
  output logic [BeforeN+1:1]  room_o,         // there is room for that many
  output logic [   HistW-1:0] own_o,          // HIST with the outcome of the oldest block
  output logic                full_o,         // own_o is full
  output logic                moved_o,        // HIST or the pattern changed in the last cycle
  output logic                full_sends_o,   // own_o, when full, takes a message
  output logic                full_repeats_o, // that message has what is held back, not own_o
  output logic                held_o,         // something is held back
  output logic [   HistW-1:0] pattern_o,
  output logic [HrepeatW-1:0] count_o
);

  logic [HistW-1:0] hist_d, hist_q;
  logic [HistW-1:0] cleared;
  logic [HistW-1:0] base;
  logic [HistW-1:0] next;

  assign hist_o  = hist_q;
  assign empty_o = hist_q == HistW'(1);
  for (genvar k = 1; k <= BeforeN + 1; k = k + 1) begin : gen_room
    if (HistW >= k + 2) begin : gen_some
      assign room_o[k] = ~(|hist_q[HistW-2 -: k]);
    end else begin : gen_none
      assign room_o[k] = 1'b0;
    end
  end
  assign cleared = clear_first_i ? HistW'(1) : hist_q;
  always_comb begin
    base = cleared;
    for (int unsigned k = 0; k < BeforeN; k = k + 1) begin
      if (before_i[k]) base = {base[HistW-2:0], before_taken_i[k]};
    end
  end
  assign next   = outcome_i ? {base[HistW-2:0], taken_i} : base;
  // With one outcome HIST is full again right after a message took it.
  logic [HistW-2:0] own_base;
  if (HistW == 2) begin : gen_one_outcome
    assign own_base = cleared[HistW-2:0];
  end else begin : gen_outcomes
    assign own_base = hist_q[HistW-2:0];
  end
  assign own_o  = {own_base, own_taken_i};
  assign full_o = hist_q[HistW-2];

  logic [HistW-1:0] after_full;               // HIST when a full one is held back or counted

  always_comb begin
    hist_d = clear_i ? HistW'(1) : hist_q;
    if (push_i) hist_d = next;
    if (settle_i) hist_d = after_full;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hist_q <= HistW'(1);
    else hist_q <= hist_d;
  end

  if (RepeatedHistory && Waits) begin : gen_moved
    logic moved_d, moved_q;

    assign moved_o = moved_q;

    assign moved_d = push_i || clear_i || settle_i || drop_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        moved_q <= 1'b1;
      end else begin
        moved_q <= moved_d;
      end
    end
  end else begin : gen_still
    assign moved_o = 1'b0;
  end

  if (RepeatedHistory) begin : gen_repeat
    localparam int unsigned Outcomes = HistW - 1;
    logic [HistW-1:0] pattern_d, pattern_q;
    logic [HrepeatW-1:0] count_d, count_q;
    logic held_d, held_q;
    // counted; two equal patterns found
    logic repeats;
    logic found;
    logic [HistW-1:0] found_pattern;
    logic [HistW-1:0] found_rest;
    logic [HistW-1:0] rest;
    // HIST and the pattern, but for the last outcome; count_q all 1, and 1
    logic equal;
    logic last;
    logic once;

    assign held_o         = held_q;
    assign pattern_o      = pattern_q;
    assign count_o        = count_q;
    assign full_sends_o   = ~repeated_i | (held_o & ~repeats & ~found);
    assign full_repeats_o = repeated_i;

    if ((HistSearch == 1) && (HistW == 32)) begin : gen_search
      // the pattern is 31, 30 or 28 outcomes long
      logic [1:0] short_d, short_q;
      logic [2*Outcomes-1:0] both;
      logic match30;
      logic match28;
      logic found28;
      logic found30;

      assign both    = {pattern_q[Outcomes-1:0], own_o[Outcomes-1:0]};
      assign repeats = held_o && !last && ((short_q == 2'd0) ? equal && (own_o[0] == pattern_q[0]) :
                                           (short_q == 2'd1) ? match30 :
                                               (short_q == 2'd2) && match28);
      assign found   = held_o && once && !repeats && (found28 || found30);
      if (Waits) begin : gen_before
        logic match30_d, match30_q;
        logic match28_d, match28_q;
        logic found28_d, found28_q;
        logic found30_d, found30_q;
        assign match30_d = {1'b0, own_o[31:1]} == pattern_q;
        assign match28_d = {3'b0, own_o[31:3]} == pattern_q;
        assign found28_d = both[61:34] == both[33:6];
        assign found30_d = both[61:32] == both[31:2];
        assign match30   = match30_q;
        assign match28   = match28_q;
        assign found28   = found28_q;
        assign found30   = found30_q;
        always_ff @(posedge clk_i) begin
          match30_q <= match30_d;
          match28_q <= match28_d;
          found28_q <= found28_d;
          found30_q <= found30_d;
        end
      end else begin : gen_now
        assign match30 = {1'b0, own_o[31:1]} == pattern_q;
        assign match28 = {3'b0, own_o[31:3]} == pattern_q;
        assign found28 = both[61:34] == both[33:6];
        assign found30 = both[61:32] == both[31:2];
      end
      assign found_pattern = found28 ? {4'b0001, both[61:34]} : {2'b01, both[61:32]};
      assign found_rest    = found28 ? {25'b0, 1'b1, both[5:0]} : {29'b0, 1'b1, both[1:0]};

      always_comb begin
        rest = HistW'(1);
        if (repeats && (short_q == 2'd1)) rest = {30'b0, 1'b1, own_o[0]};
        if (repeats && (short_q == 2'd2)) rest = {28'b0, 1'b1, own_o[2:0]};
        if (found) rest = found_rest;
        short_d = short_q;
        if (settle_i && repeated_i && !repeats) begin
          short_d = 2'd0;
          if (found) short_d = found28 ? 2'd2 : 2'd1;
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) short_q <= '0;
        else short_q <= short_d;
      end
    end else begin : gen_plain
      assign repeats       = held_o && !last && equal && (own_o[0] == pattern_q[0]);
      assign found         = 1'b0;
      assign found_pattern = '0;
      assign found_rest    = '0;
      assign rest          = HistW'(1);
      logic unused;
      assign unused = &{1'b0, found_rest, once};
    end

    if (Waits) begin : gen_compared
      logic equal_d, equal_q;
      logic last_d, last_q;
      logic once_d, once_q;
      assign equal_d = own_base == pattern_q[HistW-1:1];
      assign last_d  = &count_q;
      assign once_d  = count_q == HrepeatW'(1);
      assign equal   = equal_q;
      assign last    = last_q;
      assign once    = once_q;
      always_ff @(posedge clk_i) begin
        equal_q <= equal_d;
        last_q  <= last_d;
        once_q  <= once_d;
      end
    end else begin : gen_compare
      assign equal = own_base == pattern_q[HistW-1:1];
      assign last  = &count_q;
      assign once  = count_q == HrepeatW'(1);
    end

    assign after_full = repeated_i ? rest : HistW'(1);

    always_comb begin
      pattern_d = pattern_q;
      count_d   = count_q;
      held_d    = (held_q & ~drop_i) | (settle_i & repeated_i);
      if (settle_i && repeated_i) begin
        if (repeats) begin
          count_d = count_q + 1'b1;
        end else if (found) begin
          pattern_d = found_pattern;
          count_d   = HrepeatW'(2);
        end else begin
          pattern_d = own_o;
          count_d   = HrepeatW'(1);
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        pattern_q <= '0;
        count_q   <= '0;
        held_q    <= 1'b0;
      end else begin
        pattern_q <= pattern_d;
        count_q   <= count_d;
        held_q    <= held_d;
      end
    end
  end else begin : gen_no_repeat
    logic unused;
    assign unused         = &{1'b0, repeated_i, drop_i};
    assign held_o         = 1'b0;
    assign pattern_o      = '0;
    assign count_o        = '0;
    assign full_sends_o   = 1'b1;
    assign full_repeats_o = 1'b0;
    assign after_full     = HistW'(1);
  end

endmodule
