// SPDX-License-Identifier: Apache-2.0
// The initiator of ATB: words, and flushes (AMBA 4 ATB v1.1). A word moves in a cycle with ATVALID
// and ATREADY; until then it stays as it is. A flush: first what is before the bridge comes in,
// then all that is in the bridge at that moment goes out; AFREADY is 1 for one cycle. A reset
// leaves the word that is on ATB, or goes there in that cycle, until it is taken.

module tr_atbbridge_atb #(
  parameter int unsigned Width = 4,       // bytes of ATDATA
  parameter int unsigned WaitCycles = 0,  // cycles that an incomplete word waits for more
  parameter int unsigned CntW = 4,
  localparam int unsigned BytesW = (Width > 1) ? $clog2(Width) : 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               active_i,
  input  logic               clr_i,
  input  logic               enable_i,
  input  logic [        6:0] id_i,
  // Bytes of messages.
  input  logic               full_i,  // a whole word
  input  logic [   CntW-1:0] count_i,
  input  logic [8*Width-1:0] word_i,
  output logic               take_o,
  // ATB.
  output logic               atvalid_o,
  input  logic               atready_i,
  output logic [ BytesW-1:0] atbytes_o,
  output logic [8*Width-1:0] atdata_o,
  output logic [        6:0] atid_o,
  input  logic               afvalid_i,
  output logic               afready_o,
  // The sender to the bridge.
  output logic               flush_o,
  input  logic               flushed_i
);

  localparam logic [1:0] StNone = 2'd0;
  localparam logic [1:0] StUpstream = 2'd1;
  localparam logic [1:0] StOwn = 2'd2;
  // Bytes that a flush waits for: those here, and those of the word on ATB.
  localparam int unsigned LeftW = CntW + 1;

  logic atvalid_d, atvalid_q;
  logic [BytesW-1:0] atbytes_d, atbytes_q;
  logic [8*Width-1:0] atdata_d, atdata_q;
  logic [6:0] atid_d, atid_q;
  logic afready_d, afready_q;
  logic flushing;
  logic late;
  logic free;
  logic last;
  logic [1:0] step_d, step_q;
  logic [1:0] step;
  logic [LeftW-1:0] left_d, left_q;
  logic [LeftW-1:0] left;
  logic [LeftW-1:0] on_atb;
  logic [LeftW-1:0] stays;
  logic [CntW-1:0] bytes;

  assign bytes  = full_i ? CntW'(Width) : count_i;
  assign free   = !atvalid_q || atready_i;
  assign on_atb = LeftW'(atbytes_q) + 1'b1;
  assign stays  = free ? '0 : on_atb;
  assign take_o = active_i && free && (count_i != '0) &&
                  (full_i || (left != '0) || !enable_i || late);

  // ---- Flush ----

  assign flushing = active_i && afvalid_i && !afready_q;
  assign flush_o  = flushing && (step_q != StOwn);
  assign last     = (step == StOwn) && (left == '0);

  always_comb begin
    step = step_q;
    left = left_q;
    if (atvalid_q && atready_i) left = (left_q > on_atb) ? left_q - on_atb : '0;
    if (!flushing) begin
      step = StNone;
      left = '0;
    end else if (flush_o) begin
      step = flushed_i ? StOwn : StUpstream;
      left = flushed_i ? LeftW'(count_i) + stays : left;
    end
  end

  always_comb begin
    step_d    = step;
    left_d    = left;
    // In reset there is nothing to wait for but a word that is shown.
    afready_d = active_i ? flushing && last : afvalid_i && !afready_q && free;
    if (clr_i) begin
      step_d    = StNone;
      left_d    = '0;
      afready_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q    <= StNone;
      left_q    <= '0;
      afready_q <= 1'b0;
    end else begin
      step_q    <= step_d;
      left_q    <= left_d;
      afready_q <= afready_d;
    end
  end

  // ---- Words ----

  if (WaitCycles != 0) begin : gen_wait
    localparam int unsigned WaitW = $clog2(64'(WaitCycles) + 1);
    logic [WaitW-1:0] wait_d, wait_q;
    assign late = wait_q == '0;
    assign wait_d = (clr_i || take_o) ? WaitW'(WaitCycles) : (active_i && free && (count_i != '0))
                    ? wait_q - 1'b1 : wait_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) wait_q <= WaitW'(WaitCycles);
      else wait_q <= wait_d;
    end
  end else begin : gen_no_wait
    assign late = 1'b1;
  end

  always_comb begin
    atvalid_d = atvalid_q;
    atbytes_d = atbytes_q;
    atid_d    = atid_q;
    atdata_d  = atdata_q;
    if (take_o) begin
      atvalid_d = 1'b1;
      atbytes_d = BytesW'(bytes - 1'b1);
      atid_d    = id_i;
      for (int unsigned i = 0; i < Width; i = i + 1) begin
        atdata_d[8*i +: 8] = (CntW'(i) < count_i) ? word_i[8*i +: 8] : 8'h0;
      end
    end else if (atready_i) begin
      atvalid_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      atvalid_q <= 1'b0;
      atbytes_q <= '0;
      atdata_q  <= '0;
      atid_q    <= '0;
    end else begin
      atvalid_q <= atvalid_d;
      atbytes_q <= atbytes_d;
      atdata_q  <= atdata_d;
      atid_q    <= atid_d;
    end
  end

  assign afready_o = afready_q;
  assign atvalid_o = atvalid_q;
  assign atbytes_o = atbytes_q;
  assign atdata_o  = atdata_q;
  assign atid_o    = atid_q;

endmodule
