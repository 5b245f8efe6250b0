# SPDX-License-Identifier: Apache-2.0
# tr_pibsink, after tr_component.sdc. TRC_CLK is a flip-flop: it toggles with each beat of the pins at most once a cycle of clk_i, so its
# shortest period is two cycles. The probe samples TRC_DATA at both edges of TRC_CLK (TCI 1.0, PIB Parallel Protocol). What counts is the skew between the
# pins: both come from flip-flops of clk_i, best those of the pads. Without trPibClkCenter clock and data change at the same edge, and
# the probe shifts its sampling point; with it the clock is half a beat later, and setup and hold at the probe are half a beat each.
# Before: set tr_skew NANOSECONDS (default 1).
if {![info exists tr_skew]} { set tr_skew 1.0 }
create_generated_clock -name tr_trc_clk -source [get_ports clk_i] -divide_by 2 [get_ports trc_clk_o]
set_output_delay [expr {$tr_period - $tr_skew}] -max -clock tr_clk [get_ports {trc_clk_o trc_data_o}]
set_output_delay 0.0 -min -clock tr_clk [get_ports {trc_clk_o trc_data_o}]
set_input_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {link_valid_i link_data_i link_last_i link_bytes_i}]
set_output_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {link_ready_o link_stopped_o}]
