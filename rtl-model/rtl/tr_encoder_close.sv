// SPDX-License-Identifier: Apache-2.0
// When a region ends, and the EVCODE that says why (N-Trace 1.0, Corner Cases and Sequences).

module tr_encoder_close (
  input  tr_pkg::phase_e phase_i,
  input  logic           on_i,         // a region is open
  input  logic           off_i,        // a trigger has ended it with the record before
  input  logic           filtered_i,   // the block is not traced
  input  logic           first_i,      // a message must be sent before anything else
  input  logic [    2:0] side_rise_i,  // lowpower, reset, halted begin
  input  logic           trigger_i,    // a trigger has ended it, and none begins another at once
  input  logic           latch_i,      // with the new settings it ends
  input  logic           repeats_i,    // with them repeated history changes, and some is held back
  output logic           need_o,       // it must end
  output logic           side_o,       // the same of all phases but PhBlock
  output logic [    3:0] evcode_o,
  output logic           flush_o       // what is held back must be sent before the settings change
);

  always_comb begin
    side_o   = 1'b0;
    evcode_o = tr_pkg::EvcodeTraceDisabled;
    flush_o  = 1'b0;
    unique case (phase_i)
      tr_pkg::PhLowPower: begin
        side_o   = side_rise_i[2];
        evcode_o = tr_pkg::EvcodeLowPower;
      end
      tr_pkg::PhHalt: begin
        side_o   = side_rise_i[0];
        evcode_o = tr_pkg::EvcodeDebug;
      end
      tr_pkg::PhTrigger: side_o = trigger_i;
      tr_pkg::PhLatch: begin
        side_o  = on_i & latch_i;
        flush_o = on_i & ~latch_i & repeats_i;
      end
      default: ;
    endcase
    need_o = side_o | ((phase_i == tr_pkg::PhBlock) & (off_i | filtered_i) & ~first_i);
  end

  logic unused;
  assign unused = side_rise_i[1];

endmodule
