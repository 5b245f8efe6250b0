// SPDX-License-Identifier: Apache-2.0
// What an instruction does to the flow, from its opcode and the address after it (E-Trace 2.0,
// Jump classification and target inference; N-Trace 1.0, Generating itype): the 4-bit itype. Zcmp
// and Zcmt are not known. A branch to the next instruction counts as not taken.

module tr_rvfi_decode #(
  parameter int unsigned XLen = 64
) (
  input  logic [    31:0] insn_i,
  input  logic [XLen-1:0] pc_i,
  input  logic [XLen-1:0] next_i,     // address of the instruction executed after it
  output logic            long_o,     // 32 bits
  output logic [     3:0] itype_o,
  // lui, c.lui, auipc: the register that gets a constant; else 0
  output logic [     4:0] loads_o,
  output logic [     4:0] target_o    // indirect jump: the register with its target; else 0
);

  logic [4:0] rd;
  logic [4:0] rs1;
  logic branch;
  logic direct;
  logic indirect;
  logic returns;
  logic taken;
  logic link_d;
  logic link_s;

  assign long_o = insn_i[1:0] == 2'b11;
  assign taken  = next_i != pc_i + (long_o ? XLen'(4) : XLen'(2));

  always_comb begin
    rd       = insn_i[11:7];
    rs1      = insn_i[19:15];
    branch   = 1'b0;
    direct   = 1'b0;
    indirect = 1'b0;
    returns  = 1'b0;
    loads_o  = '0;
    if (long_o) begin
      unique case (insn_i[6:2])
        5'b11000: branch = 1'b1;
        5'b11011: direct = 1'b1;
        5'b11001: indirect = insn_i[14:12] == 3'b000;
        5'b01101, 5'b00101: loads_o = rd;
        // sret, mret, mnret
        5'b11100: returns = (insn_i == 32'h10200073) || (insn_i == 32'h30200073) ||
                            (insn_i == 32'h70200073);
        default: ;
      endcase
    end else begin
      unique case ({insn_i[1:0], insn_i[15:13]})
        5'b01_001: begin  // c.jal, in RV64 c.addiw
          direct = XLen == 32;
          rd     = 5'd1;
        end
        5'b01_101: begin  // c.j
          direct = 1'b1;
          rd     = 5'd0;
        end
        5'b01_110, 5'b01_111: branch = 1'b1;
        5'b01_011: loads_o = (rd == 5'd2) ? 5'd0 : rd;  // c.lui, not c.addi16sp
        5'b10_100: begin  // c.jr, c.jalr
          indirect = (insn_i[6:2] == 5'd0) && (insn_i[11:7] != 5'd0);
          rs1      = insn_i[11:7];
          rd       = {4'd0, insn_i[12]};
        end
        default: ;
      endcase
    end
  end

  assign link_d   = (rd == 5'd1) || (rd == 5'd5);
  assign link_s   = (rs1 == 5'd1) || (rs1 == 5'd5);
  assign target_o = indirect ? rs1 : 5'd0;

  always_comb begin
    itype_o = tr_pkg::ItypeNone;
    if (returns) itype_o = tr_pkg::ItypeTrapReturn;
    if (branch) itype_o = taken ? tr_pkg::ItypeTaken : tr_pkg::ItypeNotTaken;
    if (direct) begin
      itype_o = link_d ? tr_pkg::ItypeInferableCall
              : (rd == 5'd0) ? tr_pkg::ItypeInferableTail : tr_pkg::ItypeOtherInferable;
    end
    if (indirect) begin
      if (link_d) begin
        itype_o = (link_s && (rd != rs1)) ? tr_pkg::ItypeCoRoutineSwap
                  : tr_pkg::ItypeUninferableCall;
      end else if (link_s) begin
        itype_o = tr_pkg::ItypeReturn;
      end else begin
        itype_o = (rd == 5'd0) ? tr_pkg::ItypeUninferableTail : tr_pkg::ItypeOtherUninferable;
      end
    end
  end

endmodule
