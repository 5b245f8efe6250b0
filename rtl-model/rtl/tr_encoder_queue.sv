// SPDX-License-Identifier: Apache-2.0
// The queue of records. Two records in a row that may be looked at together share a place, so that
// both are shown at once and the memory needs one port to read, with a clock: what is written can
// be seen four cycles later. The second can leave with the first, or becomes the oldest.

module tr_encoder_queue #(
  parameter int unsigned Width = 32,
  parameter int unsigned PartW = 16, // what is kept of a second record
  parameter int unsigned Depth = 8,  // records, 2 at least
  // bits from here on are shown one cycle late, and are those of both records
  parameter int unsigned LateAt = Width,
  localparam int unsigned Places = Depth + 3,
  localparam int unsigned LevelW = $clog2(Places + 1)
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,     // empty it; wins over a write
  input  logic              wvalid_i,
  output logic              wready_o,
  input  logic [ Width-1:0] wdata_i,
  input  logic [ PartW-1:0] wpart_i,   // what is kept of it as a second
  input  logic              wjoin_i,   // it may share the place of the last one, last_o
  output logic [ Width-1:0] last_o,    // written in the cycle before
  output logic [LevelW-1:0] level_o,   // records in it
  output logic              valid_o,   // the oldest is shown
  output logic [ Width-1:0] first_o,
  output logic              there_o,   // so is the next one, which shares its place
  output logic [ PartW-1:0] second_o,
  input  logic [ Width-1:0] again_i,   // second_o as a record of its own
  output logic              moves_o,   // first_o changes, or is not there
  output logic [ Width-1:0] next_o,    // first_o then, if there is one
  output logic [ Width-1:0] alone_o,   // the same, if both_i is 0
  input  logic              pop_i,     // the oldest leaves
  input  logic              both_i     // the next one leaves too
);

  localparam int unsigned PtrW = $clog2(Places);
  localparam logic [PtrW-1:0] Last = PtrW'(Places - 1);

  logic [LateAt+PartW:0] mem [0:Places-1];
  // read from the memory
  logic [LateAt+PartW:0] read;
  logic [LateAt+PartW:0] fetched_d, fetched_q;
  logic [PtrW-1:0] wptr_d, wptr_q;
  logic [PtrW-1:0] rptr_d, rptr_q;
  logic [PtrW-1:0] rptr_next;
  logic [LevelW-1:0] level_d, level_q;
  logic [LevelW-1:0] level_up;
  // places taken in the memory
  logic [LevelW-1:0] there_n_d, there_n_q;
  logic push;
  logic joins;
  logic full_d, full_q;
  logic last_valid_d, last_valid_q;
  logic fetched_valid_d, fetched_valid_q;
  logic valid_d, valid_q;
  logic there_d, there_q;
  logic [Width-1:0] last_d, last_q;
  logic [Width-1:0] first_d, first_q;
  logic [PartW-1:0] second_d, second_q;
  logic some;
  // the oldest place does, if pop_i is 1
  logic goes;
  logic leaves;
  logic load;
  logic fetch;
  logic renews;

  assign wready_o = !full_q;
  assign level_o  = level_q;
  assign last_o   = last_q;
  assign valid_o  = valid_q;
  assign first_o  = first_q;
  assign there_o  = there_q;
  assign second_o = second_q;
  assign moves_o  = pop_i || !valid_q;
  assign alone_o  = there_q ? again_i : Width'(fetched_q[LateAt-1:0]);
  assign next_o   = both_i ? Width'(fetched_q[LateAt-1:0]) : alone_o;

  assign push    = wvalid_i && wready_o;
  assign joins   = push && last_valid_q && wjoin_i;
  // pop_i comes late in all of these: so it selects.
  assign level_up = level_q + LevelW'(push);
  assign some     = there_n_q != '0;
  assign goes     = both_i || !there_q;
  assign leaves   = pop_i && (both_i || !there_q);
  assign load     = (fetched_valid_q && !valid_q) || (pop_i && fetched_valid_q && goes);
  assign fetch    = (some && (!fetched_valid_q || !valid_q)) || (pop_i && some && goes);

  assign rptr_next = (rptr_q == Last) ? '0 : rptr_q + 1'b1;

  // Nothing is read from a place that is being written: without that, synthesis adds registers and
  // multiplexers that pass what is written around the memory.
  assign read = (last_valid_q && (wptr_q == rptr_q)) ? 'x : mem[rptr_q];

  // What was written waits one cycle for a second.
  assign last_d    = push ? wdata_i : last_q;
  assign fetched_d = fetch ? read : fetched_q;
  always_ff @(posedge clk_i) begin
    last_q <= last_d;
    if (last_valid_q) mem[wptr_q] <= {joins, wpart_i, last_q[LateAt-1:0]};
    fetched_q <= fetched_d;
  end

  // Registers of their own show the oldest. Without a second second_q can be anything.
  assign renews              = !there_q || (pop_i && both_i);
  assign first_d[LateAt-1:0] = moves_o ? next_o[LateAt-1:0] : first_q[LateAt-1:0];
  assign second_d            = renews ? fetched_q[LateAt+PartW-1:LateAt] : second_q;

  if (LateAt < Width) begin : gen_late
    // A memory of its own, read one cycle later: so what decides when to read comes from a
    // register. Until then the record is in the queue, and its place is not written again.
    logic [Width-LateAt-1:0] mem_late [0:Places-1];
    logic [Width-LateAt-1:0] read_late;
    logic [Width-LateAt-1:0] before_d, before_q;
    logic [PtrW-1:0] late_ptr_d, late_ptr_q;
    logic fetch_d, fetch_q;
    logic load_d, load_q;

    assign read_late  = (last_valid_q && (wptr_q == late_ptr_q)) ? 'x : mem_late[late_ptr_q];
    assign before_d   = fetch_q ? read_late : before_q;
    assign late_ptr_d = rptr_q;
    assign fetch_d    = fetch;
    assign load_d     = load;
    assign first_d[Width-1:LateAt] = load_q ? before_q : first_q[Width-1:LateAt];

    always_ff @(posedge clk_i) begin
      if (last_valid_q) mem_late[wptr_q] <= last_q[Width-1:LateAt];
      before_q <= before_d;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        late_ptr_q <= '0;
        fetch_q    <= 1'b0;
        load_q     <= 1'b0;
      end else begin
        late_ptr_q <= late_ptr_d;
        fetch_q    <= fetch_d;
        load_q     <= load_d;
      end
    end
  end

  always_comb begin
    wptr_d = wptr_q;
    if (last_valid_q) wptr_d = (wptr_q == Last) ? '0 : wptr_q + 1'b1;
    // With ANDs and ORs: of a choice synthesis makes an enable, which comes later than what is
    // chosen.
    rptr_d          = (rptr_next & {PtrW{fetch}}) | (rptr_q & {PtrW{!fetch}});
    level_d         = !pop_i ? level_up : both_i ? level_up - LevelW'(2) : level_up - 1'b1;
    full_d          = (level_up == LevelW'(Places)) && !pop_i;
    there_n_d       = there_n_q + LevelW'(last_valid_q) - LevelW'(fetch);
    last_valid_d    = push && !joins;
    fetched_valid_d = fetch || (fetched_valid_q && !load);
    valid_d         = load || (valid_q && !leaves);
    there_d         = there_q;
    if (pop_i) there_d = 1'b0;
    if (load) there_d = fetched_q[LateAt+PartW];
    if (clr_i) begin
      wptr_d          = '0;
      rptr_d          = '0;
      level_d         = '0;
      full_d          = 1'b0;
      there_n_d       = '0;
      last_valid_d    = 1'b0;
      fetched_valid_d = 1'b0;
      valid_d         = 1'b0;
      there_d         = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q         <= '0;
      second_q        <= '0;
      wptr_q          <= '0;
      rptr_q          <= '0;
      level_q         <= '0;
      full_q          <= 1'b0;
      there_n_q       <= '0;
      last_valid_q    <= 1'b0;
      fetched_valid_q <= 1'b0;
      valid_q         <= 1'b0;
      there_q         <= 1'b0;
    end else begin
      first_q         <= first_d;
      second_q        <= second_d;
      wptr_q          <= wptr_d;
      rptr_q          <= rptr_d;
      level_q         <= level_d;
      full_q          <= full_d;
      there_n_q       <= there_n_d;
      last_valid_q    <= last_valid_d;
      fetched_valid_q <= fetched_valid_d;
      valid_q         <= valid_d;
      there_q         <= there_d;
    end
  end

endmodule
