// SPDX-License-Identifier: Apache-2.0
// A small RV32I core for the example: one instruction in four cycles or more, one bus, no
// interrupts, no CSRs. ecall and ebreak stop it; what it does not know does nothing. Its trace port
// is that of E-Trace 2.0 (Hart to encoder interface), a block for each instruction.

module hx_core #(
  parameter logic [31:0] Start = 32'h0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // The bus: req_o until ready_i; what is read is there in the cycle after ready_i.
  output logic        req_o,
  output logic        we_o,
  output logic [ 3:0] be_o,
  output logic [31:0] addr_o,
  output logic [31:0] wdata_o,
  input  logic        ready_i,
  input  logic [31:0] rdata_i,
  output logic        stopped_o,
  // The trace port.
  output logic        valid_o,
  output logic [31:0] iaddr_o,
  output logic [ 2:0] itype_o,
  input  logic        stall_i
);

  localparam logic [2:0] StFetch = 3'd0, StDecode = 3'd1, StRead = 3'd2, StExec = 3'd3,
                                   StMem = 3'd4, StLoad = 3'd5, StRetire = 3'd6,
                         StStop = 3'd7;

  logic [2:0] state_d, state_q;
  logic [31:0] pc_d, pc_q;
  logic [31:0] next_d, next_q;
  logic [31:0] insn_d, insn_q;
  logic [31:0] value_d, value_q;
  logic [2:0] itype_d, itype_q;
  logic write_d, write_q;

  // ---- The registers, in block RAM: read in StRead, x0 is never written ----

  logic [31:0] mem_rs1 [0:31];
  logic [31:0] mem_rs2 [0:31];
  logic [31:0] rs1_d, rs1_q;
  logic [31:0] rs2_d, rs2_q;
  logic reg_write;

  initial begin
    for (int i = 0; i < 32; i = i + 1) begin
      mem_rs1[i] = '0;
      mem_rs2[i] = '0;
    end
  end
  assign reg_write = state_q == StRetire && write_q && !stall_i && insn_q[11:7] != '0;
  assign rs1_d     = mem_rs1[insn_q[19:15]];
  assign rs2_d     = mem_rs2[insn_q[24:20]];
  always_ff @(posedge clk_i) begin
    if (reg_write) mem_rs1[insn_q[11:7]] <= value_q;
    rs1_q <= rs1_d;
  end
  always_ff @(posedge clk_i) begin
    if (reg_write) mem_rs2[insn_q[11:7]] <= value_q;
    rs2_q <= rs2_d;
  end

  // ---- The instruction ----

  logic [4:0] opcode;
  logic [2:0] funct;
  logic is_op;
  logic is_imm;
  logic is_load;
  logic is_store;
  logic is_branch;
  logic is_jal;
  logic is_jalr;
  logic is_lui;
  logic is_auipc;
  logic is_system;
  logic [31:0] imm;

  assign opcode    = insn_q[6:2];
  assign funct     = insn_q[14:12];
  assign is_op     = opcode == 5'b01100;
  assign is_imm    = opcode == 5'b00100;
  assign is_load   = opcode == 5'b00000;
  assign is_store  = opcode == 5'b01000;
  assign is_branch = opcode == 5'b11000;
  assign is_jal    = opcode == 5'b11011;
  assign is_jalr   = opcode == 5'b11001;
  assign is_lui    = opcode == 5'b01101;
  assign is_auipc  = opcode == 5'b00101;
  assign is_system = opcode == 5'b11100;

  always_comb begin
    unique case (opcode)
      5'b01000: imm = {{20{insn_q[31]}}, insn_q[31:25], insn_q[11:7]};
      5'b11000: imm = {{20{insn_q[31]}}, insn_q[7], insn_q[30:25], insn_q[11:8], 1'b0};
      5'b11011: imm = {{12{insn_q[31]}}, insn_q[19:12], insn_q[20], insn_q[30:21], 1'b0};
      5'b01101, 5'b00101: imm = {insn_q[31:12], 12'd0};
      default: imm = {{20{insn_q[31]}}, insn_q[31:20]};
    endcase
  end

  logic [31:0] right;
  logic [31:0] sum;
  logic [31:0] result;
  logic [31:0] target;
  logic [31:0] ahead;
  logic less;
  logic equal;
  logic taken;
  logic signed [32:0] shifted;

  assign right   = is_op || is_branch ? rs2_q : imm;
  assign equal   = rs1_q == rs2_q;
  assign less    = (funct == 3'd3 || (is_branch && funct[1])) ? rs1_q < right :
                   $signed(rs1_q) < $signed(right);
  assign sum     = (is_op && insn_q[30]) ? rs1_q - rs2_q : rs1_q + right;
  assign shifted = $signed({insn_q[30] & rs1_q[31], rs1_q}) >>> right[4:0];
  assign taken   = (funct[2] ? less : equal) ^ funct[0];
  assign ahead   = pc_q + 32'd4;
  assign target  = (is_jalr ? rs1_q : pc_q) + imm;

  always_comb begin
    unique case (funct)
      3'd0: result = sum;
      3'd1: result = rs1_q << right[4:0];
      3'd2, 3'd3: result = {31'd0, less};
      3'd4: result = rs1_q ^ right;
      3'd5: result = shifted[31:0];
      3'd6: result = rs1_q | right;
      default: result = rs1_q & right;
    endcase
    if (is_lui) result = imm;
    if (is_auipc) result = target;
    if (is_jal || is_jalr) result = ahead;
  end

  // ---- The bus ----

  logic [31:0] place;
  logic [31:0] loaded;
  logic [4:0] at;

  assign place   = rs1_q + imm;
  assign at      = {place[1:0], 3'd0};
  assign req_o   = state_q == StFetch || state_q == StMem;
  assign we_o    = state_q == StMem && is_store;
  assign addr_o  = state_q == StMem ? place : pc_q;
  assign wdata_o = rs2_q << at;
  assign be_o    = (funct[1] ? 4'hf : funct[0] ? 4'h3 : 4'h1) << place[1:0];

  always_comb begin
    loaded = rdata_i >> at;
    unique case (funct)
      3'd0: loaded = {{24{loaded[7]}}, loaded[7:0]};
      3'd1: loaded = {{16{loaded[15]}}, loaded[15:0]};
      3'd4: loaded = {24'd0, loaded[7:0]};
      3'd5: loaded = {16'd0, loaded[15:0]};
      default: ;
    endcase
  end

  // ---- The sequence ----

  always_comb begin
    state_d = state_q;
    pc_d    = pc_q;
    next_d  = next_q;
    insn_d  = insn_q;
    value_d = value_q;
    itype_d = itype_q;
    write_d = write_q;
    unique case (state_q)
      StFetch: if (ready_i) state_d = StDecode;
      StDecode: begin
        insn_d  = rdata_i;
        state_d = StRead;
      end
      StRead: state_d = StExec;
      StExec: begin
        value_d = result;
        write_d = is_op || is_imm || is_lui || is_auipc || is_jal || is_jalr || is_load;
        itype_d = is_branch ? {2'b10, taken} : is_jalr ? 3'd6 : 3'd0;
        next_d  = is_jal || is_jalr || (is_branch && taken) ? {target[31:1], 1'b0} : ahead;
        state_d = is_system ? StStop : is_load || is_store ? StMem : StRetire;
      end
      StMem: if (ready_i) state_d = is_load ? StLoad : StRetire;
      StLoad: begin
        value_d = loaded;
        state_d = StRetire;
      end
      StRetire: begin
        if (!stall_i) begin
          pc_d    = next_q;
          state_d = StFetch;
        end
      end
      default: ;
    endcase
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StFetch;
      pc_q    <= Start;
      next_q  <= Start;
      insn_q  <= '0;
      value_q <= '0;
      itype_q <= '0;
      write_q <= 1'b0;
    end else begin
      state_q <= state_d;
      pc_q    <= pc_d;
      next_q  <= next_d;
      insn_q  <= insn_d;
      value_q <= value_d;
      itype_q <= itype_d;
      write_q <= write_d;
    end
  end

  assign stopped_o = state_q == StStop;
  assign valid_o   = state_q == StRetire;
  assign iaddr_o   = pc_q;
  assign itype_o   = itype_q;

endmodule
