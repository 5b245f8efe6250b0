# SPDX-License-Identifier: Apache-2.0
# Constraints that every component needs: its clock, and a reset that tr_reset_sync releases with the clock.
# Before: set tr_period NANOSECONDS; set tr_top INSTANCE (an empty string when the component is the top).
if {![info exists tr_period]} { error "set tr_period first: the period of clk_i in nanoseconds" }
if {![info exists tr_top]} { set tr_top "" }

create_clock -name tr_clk -period $tr_period [get_ports clk_i]
set_false_path -from [get_ports rst_ni]
# Half of a cycle for what is outside, on each side.
set_input_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {psel_i penable_i pwrite_i paddr_i pwdata_i pstrb_i}]
set_output_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {pready_o prdata_o pslverr_o}]
