// SPDX-License-Identifier: Apache-2.0
// A filter looks at a block (TCI 1.0, Trace Encoder Filter Registers): do all its conditions hold?
// The conditions of a trap hold from the block that ends with it to the one that ends with the
// return from it. Traps within it are counted; a count that saturates ends too early.

module tr_encoder_filter #(
  parameter int unsigned Comparators = 2,      // 0..8
  parameter int unsigned ItypeW = 4,
  parameter logic [3:0]  FilterMatches = 4'hf, // privilege, ecause, interrupt, impdef
  parameter int unsigned NestingW = 8,
  localparam int unsigned C = (Comparators > 0) ? Comparators : 1
) (
  input  logic [        31:0] control_i,       // trTeFilterControl and so on
  input  logic [         8:0] inst_i,
  input  logic [        63:0] causes_i,
  input  logic [        31:0] impdef_value_i,
  input  logic [        31:0] impdef_mask_i,
  // The block.
  input  logic [       C-1:0] comps_i,         // comparators that match
  input  logic [  ItypeW-1:0] itype_i,
  input  logic [         2:0] priv_i,
  input  logic [         5:0] cause_i,
  input  logic                cause_big_i,     // it is more than that
  input  logic [        31:0] impdef_i,
  input  logic [NestingW-1:0] depth_i,         // traps it is in, the first one is one that matches
  output logic [NestingW-1:0] depth_o,         // and the next block
  output logic [       C-1:0] uses_o,          // comparators
  output logic                passes_o,        // all conditions hold but those of comparators
  output logic                match_o
);

  localparam bit Privilege = FilterMatches[0];
  localparam bit Ecause = FilterMatches[1];
  localparam bit Interrupt = FilterMatches[2];
  localparam bit Impdef = FilterMatches[3];

  // ---- Comparators ----

  always_comb begin
    uses_o = '0;
    for (int unsigned k = 0; k < C; k = k + 1) begin
      uses_o[k] = (control_i[tr_encoder_pkg::TR_TE_FILTER_MATCH_COMP1_SHIFT] &
                   (control_i[tr_encoder_pkg::TR_TE_FILTER_COMP1_SHIFT +: 3] == 3'(k))) |
                  (control_i[tr_encoder_pkg::TR_TE_FILTER_MATCH_COMP2_SHIFT] &
                   (control_i[tr_encoder_pkg::TR_TE_FILTER_COMP2_SHIFT +: 3] == 3'(k))) |
                  (control_i[tr_encoder_pkg::TR_TE_FILTER_MATCH_COMP3_SHIFT] &
                   (control_i[tr_encoder_pkg::TR_TE_FILTER_COMP3_SHIFT +: 3] == 3'(k)));
    end
  end

  // ---- In a trap that matches ----

  logic by_cause;
  logic by_kind;
  logic nested;
  logic in_trap;
  logic trap;
  logic kind;
  logic cause;
  logic [3:0] itype;

  assign by_cause = Ecause & control_i[tr_encoder_pkg::TR_TE_FILTER_MATCH_ECAUSE_SHIFT];
  assign by_kind  = Interrupt & control_i[tr_encoder_pkg::TR_TE_FILTER_MATCH_INTERRUPT_SHIFT];
  assign itype    = 4'(itype_i);
  assign nested   = depth_i != '0;
  assign trap     = (itype == tr_pkg::ItypeException) | (itype == tr_pkg::ItypeInterrupt);
  assign kind     = itype == ((by_kind && inst_i[8]) ? tr_pkg::ItypeInterrupt
                                                     : tr_pkg::ItypeException);
  assign cause    = ~by_cause | (~cause_big_i & causes_i[cause_i]);
  assign in_trap  = nested | (kind & cause);

  always_comb begin
    depth_o = depth_i;
    if (trap) begin
      if (!nested) depth_o = (kind && cause) ? NestingW'(1) : '0;
      else if (depth_i != '1) depth_o = depth_i + 1'b1;
    end else if ((itype == tr_pkg::ItypeTrapReturn) && nested) begin
      depth_o = depth_i - 1'b1;
    end
    if (!(by_cause || by_kind)) depth_o = '0;
  end

  // ---- Together ----

  always_comb begin
    passes_o = 1'b1;
    if (Privilege && control_i[tr_encoder_pkg::TR_TE_FILTER_MATCH_PRIVILEGE_SHIFT]) begin
      passes_o = passes_o & inst_i[{1'b0, priv_i}];
    end
    if (Impdef && control_i[tr_encoder_pkg::TR_TE_FILTER_MATCH_IMPDEF_SHIFT]) begin
      passes_o = passes_o & (((impdef_i ^ impdef_value_i) & impdef_mask_i) == '0);
    end
    if (by_cause || by_kind) passes_o = passes_o & in_trap;
    match_o = passes_o & ((uses_o & ~comps_i) == '0);
  end

  logic unused;
  assign unused = &{1'b0, control_i, inst_i};

endmodule
