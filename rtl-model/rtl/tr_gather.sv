// SPDX-License-Identifier: Apache-2.0
// Bytes of whole messages, gathered from the beats of a link: the front of RAM sink and ATB bridge.
//
// A message is taken or swallowed as a whole, as it is at its first beat. Bytes of acc_q from cnt_q
// on are idle (0xFF; 0, null.idle, with E-Trace), and so are lanes after the end of a message: so
// padding is counting, and a beat is put in by an AND, or an OR. Whether a word leaves is known
// late in a cycle: where the bytes of a beat go is worked out for both cases.

module tr_gather #(
  parameter int unsigned Width = 4,   // bytes that leave at a time
  parameter int unsigned Spare = 0,   // bytes more: with as many as Lanes link_ready_o does
                                      // not need take_i in the same cycle
  parameter bit          Async = 1'b0,
  parameter bit          Etrace = 1'b0,   // link_bytes_i says how many bytes a beat has, else MSEO
  parameter int unsigned SyncNulls = 40,  // of E-Trace: see tr_link_nulls
  parameter int unsigned Lanes = 4,
  localparam int unsigned BytesW = (Lanes > 1) ? $clog2(Lanes) : 1,
  localparam int unsigned AccB = Width + Spare + Lanes,
  localparam int unsigned CntW = $clog2(AccB + 1)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               drop_i,      // drop the buffer, and the rest of a message
  input  logic               open_i,      // messages are taken, else swallowed
  input  logic               refuse_i,    // while not open: they are refused
  input  logic               hold_i,      // while open: no new one
  input  logic               start_i,     // the component is being enabled
  input  logic [        2:0] freq_i,      // trXxAsyncFreq
  input  logic               link_valid_i,
  input  logic [8*Lanes-1:0] link_data_i,
  input  logic               link_last_i,
  input  logic [ BytesW-1:0] link_bytes_i,
  output logic               link_ready_o,
  output logic [   CntW-1:0] count_o,     // bytes in the buffer
  output logic [8*Width-1:0] word_o,      // the first of them
  output logic               mid_o,       // in the middle of a message
  output logic               taking_o,    // which is being taken
  output logic               full_o,      // Width bytes are in the buffer
  input  logic               take_i,      // word_o leaves; without Spare only when full_o
  input  logic               pad_i        // idle bytes fill up a word: only while nothing is taken
);

  localparam int unsigned PlaceB = AccB + Width;  // bytes of what is put in, before a word leaves
  localparam bit          Idle = !Etrace;

  // The link, with synchronization sequences of E-Trace.
  logic valid;
  logic last;
  logic ready;
  logic [8*Lanes-1:0] data;
  logic [BytesW-1:0] less_one;

  logic mid_d, mid_q;
  logic take_d, take_q;
  logic take;
  logic room;
  logic beat;
  logic idle_byte;
  logic full_d, full_q;
  logic [8*AccB-1:0] acc_d, acc_q;
  logic [8*AccB-1:0] acc_left;
  logic [8*AccB-1:0] put_left;
  logic [8*AccB-1:0] put_now;
  logic [8*PlaceB-1:0] put;
  logic [8*PlaceB-1:0] put_here;
  // rest_q: the bytes that remain when a word leaves.
  logic [CntW-1:0] cnt_d, cnt_q;
  logic [CntW-1:0] cnt_left;
  logic [CntW-1:0] cnt_next;
  logic [CntW-1:0] rest_d, rest_q;
  logic [CntW-1:0] rest_next;
  logic [CntW-1:0] bytes;
  logic [CntW-1:0] more;

  assign take         = mid_q ? take_q : open_i;
  assign cnt_left     = take_i ? rest_q : cnt_q;
  assign more         = beat ? bytes + CntW'(idle_byte) : '0;
  assign ready        = take ? room && (mid_q || !hold_i) : (mid_q || !refuse_i);
  assign beat         = valid && take && ready;
  assign count_o      = cnt_q;
  assign full_o       = full_q;
  assign word_o       = acc_q[8*Width-1:0];
  assign mid_o        = mid_q;
  assign taking_o     = mid_q && take_q;

  // The beat after what is there; and, when an incomplete word leaves, as the first bytes.
  assign put      = {{(8*(PlaceB-Lanes)){1'b0}}, data ^ {(8*Lanes){Idle}}} << {idle_byte, 3'b000};
  assign put_here = put << {cnt_q, 3'b000};

  always_comb begin
    acc_left = acc_q;
    put_left = put_here[8*AccB-1:0];
    if (take_i) begin
      acc_left = {{8*Width{Idle}}, acc_q[8*AccB-1:8*Width]};
      put_left = put_here[8*PlaceB-1:8*Width];
      if (Spare != 0 && !full_q) put_left = put[8*AccB-1:0];
    end
  end

  if (Spare == 0) begin : gen_room
    logic rest_room_d, rest_room_q;  // there is room when a word leaves
    assign room = take_i ? rest_room_q : !full_q;
    assign rest_room_d = drop_i || (rest_next < CntW'(Width));

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) rest_room_q <= 1'b1;
      else rest_room_q <= rest_room_d;
    end
  end else begin : gen_spare
    assign room = cnt_q < CntW'(Width + Spare);
  end

  always_comb begin
    cnt_next = cnt_left + more;
    if (pad_i) cnt_next = CntW'(Width);
    rest_next = (cnt_next > CntW'(Width)) ? cnt_next - CntW'(Width) : '0;
  end

  assign bytes = CntW'(less_one) + 1'b1;

  assign mid_d = (valid && ready) ? !last : mid_q;

  always_comb begin
    take_d  = (valid && ready) ? take : take_q;
    cnt_d   = cnt_next;
    rest_d  = rest_next;
    full_d  = cnt_next >= CntW'(Width);
    put_now = put_left & {(8*AccB){beat}};
    acc_d   = Etrace ? acc_left | put_now : acc_left & ~put_now;
    if (drop_i) begin
      take_d = 1'b0;
      cnt_d  = '0;
      rest_d = '0;
      full_d = 1'b0;
      acc_d  = {(8*AccB){Idle}};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mid_q  <= 1'b0;
      take_q <= 1'b0;
      cnt_q  <= '0;
      rest_q <= '0;
      full_q <= 1'b0;
      acc_q  <= {(8*AccB){Idle}};
    end else begin
      mid_q  <= mid_d;
      take_q <= take_d;
      cnt_q  <= cnt_d;
      rest_q <= rest_d;
      full_q <= full_d;
      acc_q  <= acc_d;
    end
  end

  // ---- The beats ----

  if (Etrace) begin : gen_etrace
    logic [8*Lanes-1:0] in_data;

    if (Async) begin : gen_nulls
      tr_link_nulls #(
        .SyncNulls(SyncNulls),
        .Lanes    (Lanes)
      ) u_nulls (
        .clk_i,
        .rst_ni,
        .open_i,
        .start_i,
        .freq_i,
        .link_valid_i,
        .link_data_i,
        .link_last_i,
        .link_bytes_i,
        .link_ready_o,
        .link_valid_o(valid),
        .link_data_o (in_data),
        .link_last_o (last),
        .link_bytes_o(less_one),
        .link_ready_i(ready)
      );
    end else begin : gen_no_nulls
      assign valid        = link_valid_i;
      assign in_data      = link_data_i;
      assign last         = link_last_i;
      assign less_one     = link_bytes_i;
      assign link_ready_o = ready;
    end

    // Of the sender's lanes after the end of a packet nothing is expected.
    always_comb begin
      data = '0;
      for (int unsigned k = 0; k < Lanes; k = k + 1) begin
        if (BytesW'(k) <= less_one) data[8*k +: 8] = in_data[8*k +: 8];
      end
    end
  end else begin : gen_ntrace
    logic unused;
    assign unused       = &{1'b0, link_bytes_i};
    assign valid        = link_valid_i;
    assign data         = link_data_i;
    assign last         = link_last_i;
    assign link_ready_o = ready;

    tr_link_bytes #(
      .Lanes(Lanes)
    ) u_bytes (
      .link_data_i,
      .link_bytes_o(less_one)
    );
  end

  // An idle byte before the first message after every 2^(freq + 5) bytes, with its first beat.
  if (Async && !Etrace) begin : gen_async
    logic [12:0] left_d, left_q;
    logic [12:0] left;
    logic counts_d, counts_q;
    logic counts;

    assign counts    = mid_q ? counts_q : (freq_i != 3'd0);
    assign idle_byte = !mid_q && (freq_i != 3'd0) && (left_q == '0);
    assign left      = idle_byte ? 13'd32 << freq_i : left_q;

    always_comb begin
      left_d   = left_q;
      counts_d = counts_q;
      if (start_i) begin
        left_d = '0;
      end else if (beat) begin
        counts_d = counts;
        if (counts) left_d = (left > 13'(bytes)) ? left - 13'(bytes) : '0;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        left_q   <= '0;
        counts_q <= 1'b0;
      end else begin
        left_q   <= left_d;
        counts_q <= counts_d;
      end
    end
  end else begin : gen_no_async
    logic unused;
    assign unused    = &{1'b0, start_i, freq_i};
    assign idle_byte = 1'b0;
  end

endmodule
