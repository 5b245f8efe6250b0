// SPDX-License-Identifier: Apache-2.0
// An input of the funnel: takes or swallows whole messages, and keeps those that it took.
//
// Whether a message is taken is decided at its first beat. What is dropped is dropped whole: the
// message that is going out goes on to its end.

module tr_funnel_port #(
  parameter int unsigned Depth = 16,  // beats, 2 at least; 0: no buffer
  parameter int unsigned BeatW = 33,
  parameter bit          Requests = 1'b1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             open_i,        // messages are taken
  input  logic             drop_i,        // drop what is queued
  input  logic             link_valid_i,
  input  logic [BeatW-1:0] link_beat_i,   // last, then the rest
  output logic             link_ready_o,
  // To the arbiter.
  output logic             req_o,         // a message can start
  output logic             more_o,        // and another one after the one that is going out
  output logic             valid_o,
  output logic [BeatW-1:0] beat_o,
  input  logic             sending_i,     // this input's message has been shown at the output
  input  logic             pop_i,
  output logic             empty_o,
  // A flush: first the sender's, then what has come in by then goes out.
  input  logic             flush_i,       // of the funnel
  input  logic             done_i,        // all of its inputs are flushed
  output logic             flushed_o,     // this one is
  output logic             flush_o,       // the sender's
  input  logic             flushed_i
);

  logic mid_d, mid_q;
  logic take_d, take_q;
  logic take;
  logic room;
  logic push;
  logic last;
  logic keeps;
  // the sender is flushed; what came by then has left
  logic sender_d, sender_q;
  logic left;

  assign last = link_beat_i[BeatW-1];

  if (Depth == 0) begin : gen_direct
    // What has been shown at the output must stay there.
    logic unused;
    assign unused       = &{1'b0, drop_i, push};
    assign take         = mid_q ? take_q : (open_i || sending_i);
    assign room         = pop_i;
    assign keeps        = 1'b1;
    assign valid_o      = link_valid_i && take;
    assign req_o        = valid_o;
    assign more_o       = 1'b0;
    assign beat_o       = link_beat_i;
    assign empty_o      = 1'b1;
    assign left         = 1'b1;
  end else begin : gen_fifo
    localparam int unsigned CountW = $clog2(Depth + 1);

    logic [CountW-1:0] whole_d, whole_q;  // whole messages in the buffer
    logic some_d, some_q;  // one at least
    logic more_d, more_q;  // two; none of what is to be dropped
    logic come;
    logic purge_d, purge_q;
    logic purge;
    logic pop_last;
    logic fifo_ready;
    logic clear;
    logic [CountW-1:0] level;

    assign come     = push && last;
    assign pop_last = pop_i && beat_o[BeatW-1];
    assign keeps    = sending_i && !some_q;  // what comes in is what goes out
    // It is emptied in the cycle after the message that goes out; until then nothing comes in or
    // asks.
    assign purge    = (drop_i || purge_q) && sending_i;
    assign clear    = (drop_i || purge_q) && !sending_i;
    assign take     = mid_q ? take_q : open_i;
    assign room     = fifo_ready && (mid_q || !purge_q);
    assign req_o    = some_q || !fifo_ready;
    assign more_o   = more_q;
    assign empty_o  = !valid_o || purge_q;

    assign purge_d = purge;

    always_comb begin
      whole_d = whole_q;
      some_d  = some_q;
      more_d  = more_q;
      if (clear) begin
        whole_d = '0;
        some_d  = 1'b0;
        more_d  = 1'b0;
      end else if (come && !pop_last) begin
        whole_d = whole_q + 1'b1;
        some_d  = 1'b1;
        more_d  = some_q;
      end else if (pop_last && !come) begin
        whole_d = whole_q - 1'b1;
        some_d  = more_q;
        more_d  = whole_q > CountW'(2);
      end
      if (purge) begin
        some_d = 1'b0;
        more_d = 1'b0;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        purge_q <= 1'b0;
        whole_q <= '0;
        some_q  <= 1'b0;
        more_q  <= 1'b0;
      end else begin
        purge_q <= purge_d;
        whole_q <= whole_d;
        some_q  <= some_d;
        more_q  <= more_d;
      end
    end

    tr_fifo #(
      .Width(BeatW),
      .Depth(Depth)
    ) u_fifo (
      .clk_i,
      .rst_ni,
      .clr_i   (clear),
      .wvalid_i(push),
      .wready_o(fifo_ready),
      .wdata_i (link_beat_i),
      .rvalid_o(valid_o),
      .rready_i(pop_i),
      .rdata_o (beat_o),
      .level_o (level)
    );

    if (Requests) begin : gen_flush
      logic [CountW-1:0] wait_d, wait_q;  // beats
      assign left = (wait_q == '0) || !valid_o;
      assign wait_d = !sender_q ? level - CountW'(pop_i) : left ? '0 : wait_q - CountW'(pop_i);

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) wait_q <= '0;
        else wait_q <= wait_d;
      end
    end else begin : gen_no_flush
      logic unused;
      assign unused = &{1'b0, level};
      assign left   = 1'b1;
    end
  end

  if (Requests) begin : gen_requests
    assign flush_o   = flush_i && !sender_q;
    assign flushed_o = sender_q && left;
    assign sender_d = flush_i && !done_i && (sender_q || flushed_i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) sender_q <= 1'b0;
      else sender_q <= sender_d;
    end
  end else begin : gen_no_requests
    logic unused;
    assign unused    = &{1'b0, flushed_i, done_i, left, sender_d, sender_q};
    assign sender_d  = 1'b0;
    assign sender_q  = 1'b0;
    assign flush_o   = 1'b0;
    assign flushed_o = flush_i;
  end

  assign link_ready_o = !take || room;
  assign push         = link_valid_i && take && room;

  assign mid_d = (link_valid_i && link_ready_o) ? !last : mid_q;

  always_comb begin
    take_d = take_q;
    if (link_valid_i && link_ready_o) take_d = take;
    if (drop_i && !keeps) take_d = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mid_q  <= 1'b0;
      take_q <= 1'b0;
    end else begin
      mid_q  <= mid_d;
      take_q <= take_d;
    end
  end

endmodule
