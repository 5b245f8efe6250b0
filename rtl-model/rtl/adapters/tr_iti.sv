// SPDX-License-Identifier: Apache-2.0
// From an instruction trace interface as CVA6 has it to the ingress port of tr_encoder: 3-bit
// itype, a block for each commit port, any of them valid, iretire of 32 bits, a narrow cause
// (E-Trace 2.0, Instruction Trace Interface).
//
// Valid blocks become the lowest ones. A trap is the last block of its record. A block that is
// longer than iretire of the encoder becomes several: give RetireW enough bits (21 is the most, 4
// MiB of code), because nobody knows where instructions begin inside of a block.

module tr_iti #(
  parameter int unsigned XLen = 64,
  parameter int unsigned Ports = 2,       // commit ports, 1 or 2
  parameter int unsigned Blocks = 2,      // of tr_encoder, 1 or 2
  parameter int unsigned ItypeW = 3,
  parameter int unsigned WideW = 32,      // bits of iretire, 32 at most
  parameter int unsigned RetireW = 21,    // of tr_encoder, less than WideW
  parameter int unsigned CauseW = 5,
  parameter int unsigned Depth = 4,       // cycles in the queue, 2 at least
  // every block is one instruction: iretire is 1 for it, whatever its size
  parameter bit          Single = 1'b0,
  // iretire of a trap has the instruction that did not retire
  parameter bit          TrapCounts = 1'b0
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [         Ports-1:0] valid_i,
  input  logic [   WideW*Ports-1:0] iretire_i,
  input  logic [  ItypeW*Ports-1:0] itype_i,
  input  logic [         Ports-1:0] ilastsize_i,
  input  logic [    XLen*Ports-1:0] iaddr_i,
  input  logic [        CauseW-1:0] cause_i,
  input  logic [          XLen-1:0] tval_i,
  input  logic [               1:0] priv_i,
  output logic                      stall_o,          // the core must not retire anything
  output logic                      lost_o,           // pulse: a block came that had no room
  // To tr_encoder.
  output logic                      valid_o,
  output logic [        Blocks-1:0] block_valid_o,
  output logic [   Blocks*XLen-1:0] iaddr_o,
  output logic [Blocks*RetireW-1:0] iretire_o,
  output logic [ Blocks*ItypeW-1:0] itype_o,
  output logic [        Blocks-1:0] ilastsize_o,
  output logic [               2:0] priv_o,
  output logic [          XLen-1:0] cause_o,
  output logic [          XLen-1:0] tval_o,
  input  logic                      stall_i           // stall_o of tr_encoder
);

  if ((XLen != 32 && XLen != 64) || ItypeW < 3 || ItypeW > 4 || CauseW < 1 ||
      CauseW > XLen) begin : gen_refused_width
    $error("tr_iti: XLen is not 32 or 64, ItypeW is not 3 or 4, or CauseW is not 1 to XLen");
  end
  if (Ports < 1 || Ports > 2 || Blocks < 1 || Blocks > 2) begin : gen_refused_ports
    $error("tr_iti: Ports or Blocks is not 1 or 2");
  end
  if (WideW > 32 || RetireW < 2 || RetireW >= WideW) begin : gen_refused_retire
    $error("tr_iti: WideW is more than 32, or RetireW is not 2 to WideW - 1");
  end
  if (Depth < 2) begin : gen_refused_depth
    $error("tr_iti: Depth is less than 2");
  end

  // ---- As it comes: valid, ilastsize, itype, address, half-words of each port ----

  localparam int unsigned PortW = 2 + ItypeW + XLen + WideW;
  localparam int unsigned EntryW = 2 * PortW + 2 + CauseW + XLen;
  localparam int unsigned LevelW = $clog2(Depth + 1);

  logic lost_d, lost_q;
  logic [2*PortW-1:0] ports;
  for (genvar k = 0; k < 2; k = k + 1) begin : gen_port
    if (k < Ports) begin : gen_there
      logic trap;
      logic [WideW-1:0] size;
      assign size = Single ? (iretire_i[WideW*k +: WideW] << ilastsize_i[k])
                           : iretire_i[WideW*k +: WideW];
      assign trap = (4'(itype_i[ItypeW*k +: ItypeW]) == tr_pkg::ItypeException) ||
                    (4'(itype_i[ItypeW*k +: ItypeW]) == tr_pkg::ItypeInterrupt);
      assign ports[PortW*k +: PortW] = {
        valid_i[k], ilastsize_i[k] &&
            !(TrapCounts && trap), itype_i[ItypeW*k +: ItypeW], iaddr_i[XLen*k +: XLen],
        size & {WideW{!(TrapCounts && trap)}}
      };
    end else begin : gen_absent
      assign ports[PortW*k +: PortW] = '0;
    end
  end

  logic push;
  logic room;
  logic there;
  logic pop;
  logic [LevelW-1:0] level;
  logic [EntryW-1:0] entry;
  assign push    = |valid_i;
  assign stall_o = 32'(level) >= Depth;

  tr_fifo #(
    .Width(EntryW),
    .Depth(Depth)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .clr_i   (1'b0),
    .wvalid_i(push),
    .wready_o(room),
    .wdata_i ({ports, priv_i, cause_i, tval_i}),
    .rvalid_o(there),
    .rready_i(pop),
    .rdata_o (entry),
    .level_o (level)
  );

  assign lost_d = push && !room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) lost_q <= 1'b0;
    else lost_q <= lost_d;
  end

  // ---- Records ----

  localparam logic [WideW-1:0] Piece = (WideW'(1) << RetireW) - WideW'(2);  // half-words of a part

  logic [1:0] valid;
  logic [1:0] last;
  logic [2*ItypeW-1:0] types;
  logic [2*XLen-1:0] addr;
  logic [2*WideW-1:0] size;

  for (genvar k = 0; k < 2; k = k + 1) begin : gen_fields
    assign {valid[k], last[k], types[ItypeW*k +: ItypeW], addr[XLen*k +: XLen],
        size[WideW*k +: WideW]} =
           entry[2+CauseW+XLen+PortW*k +: PortW];
  end

  logic done_d, done_q;  // block 0 has left
  logic [WideW-1:0] sent_d, sent_q;  // half-words of the block that have left
  logic one;
  logic part;
  logic two;
  logic step;
  logic trap0;
  logic [WideW-1:0] left;

  assign one   = done_q || !valid[0];   // the block is that of port 1
  assign left  = (one ? size[2*WideW-1:WideW] : size[WideW-1:0]) - sent_q;
  assign part  = left > Piece;
  assign trap0 = (4'(types[ItypeW-1:0]) == tr_pkg::ItypeException) ||
                 (4'(types[ItypeW-1:0]) == tr_pkg::ItypeInterrupt);
  assign two   = (Blocks == 2) && !one && valid[1] && !part && !trap0 &&
                 (size[2*WideW-1:WideW] <= Piece);
  assign step  = there && !stall_i;
  assign pop   = step && !part && (one || two || !valid[1]);

  always_comb begin
    done_d = done_q;
    sent_d = sent_q;
    if (step) begin
      done_d = !pop && (done_q || (!part && !one));
      sent_d = part ? sent_q + Piece : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 1'b0;
      sent_q <= '0;
    end else begin
      done_q <= done_d;
      sent_q <= sent_d;
    end
  end

  // ---- The port ----

  logic [XLen-1:0] first_addr;
  logic [RetireW-1:0] first_size;
  logic [ItypeW-1:0] first_type;
  logic first_last;

  assign first_addr = (one ? addr[2*XLen-1:XLen] : addr[XLen-1:0]) + XLen'({sent_q, 1'b0});
  assign first_size = part ? RetireW'(Piece) : RetireW'(left);
  assign first_type = part ? '0 : one ? types[2*ItypeW-1:ItypeW] : types[ItypeW-1:0];
  assign first_last = part || (one ? last[1] : last[0]);

  assign valid_o = there;
  assign priv_o  = {1'b0, entry[CauseW+XLen +: 2]};
  assign cause_o = XLen'(entry[XLen +: CauseW]);
  assign tval_o  = entry[XLen-1:0];

  if (Blocks == 2) begin : gen_two
    assign block_valid_o = {two, 1'b1};
    assign iaddr_o       = {addr[2*XLen-1:XLen], first_addr};
    assign iretire_o     = {RetireW'(size[2*WideW-1:WideW]), first_size};
    assign itype_o       = {types[2*ItypeW-1:ItypeW], first_type};
    assign ilastsize_o   = {last[1], first_last};
  end else begin : gen_one
    assign block_valid_o = 1'b1;
    assign iaddr_o       = first_addr;
    assign iretire_o     = first_size;
    assign itype_o       = first_type;
    assign ilastsize_o   = first_last;
  end

  assign lost_o = lost_q;

endmodule
