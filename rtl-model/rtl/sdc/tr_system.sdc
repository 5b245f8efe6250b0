# SPDX-License-Identifier: Apache-2.0
# tr_system, in place of tr_component.sdc. Before: set tr_period NANOSECONDS; for each of the other clocks that parameters put in, its period:
# tr_period_apb (ApbClock), tr_period_time (TimeClock), tr_period_harts, a list with one for each hart (HartClocks); tr_async_sidebands 1
# with AsyncSidebands. After: tr_crossings.sdc. Ports that the parameters leave out are constant.
if {![info exists tr_period]} { error "set tr_period first: the period of clk_i in nanoseconds" }

create_clock -name tr_clk -period $tr_period [get_ports clk_i]
set tr_of_clk [list tr_clk $tr_period]
set tr_of_apb $tr_of_clk
set tr_of_time $tr_of_clk
if {[info exists tr_period_apb]} {
  create_clock -name tr_pclk -period $tr_period_apb [get_ports pclk_i]
  set tr_of_apb [list tr_pclk $tr_period_apb]
}
if {[info exists tr_period_time]} {
  create_clock -name tr_time_clk -period $tr_period_time [get_ports time_clk_i]
  set tr_of_time [list tr_time_clk $tr_period_time]
}
set_false_path -from [get_ports {rst_ni presetn_i hart_rst_ni time_rst_ni}]

# tr_delay in|out PART-OF-PERIOD {CLOCK PERIOD} PORTS [-add_delay]
proc tr_delay {way part of ports args} {
  set_${way}put_delay {*}$args [expr {$part * [lindex $of 1]}] -clock [lindex $of 0] [get_ports $ports]
}
tr_delay in 0.5 $tr_of_apb {psel_i penable_i pwrite_i paddr_i pwdata_i pstrb_i}
tr_delay out 0.5 $tr_of_apb {pready_o prdata_o pslverr_o}
tr_delay in 0.5 $tr_of_time {time_i}

# The harts' side: most of the cycle is the encoder's. With clocks of their own, hart k has bits of each port.
set tr_hart_in {valid_i block_valid_i iaddr_i iretire_i itype_i ilastsize_i sijump_i priv_i ctype_i context_i hcontext_i cause_i tval_i \
  impdef_i dretire_i dtype_i daddr_i dsize_i data_i iaddr_lsbs_i dblock_i trigger_i}
set tr_side_in {ext_trig_i halted_i reset_i lowpower_i}
if {[info exists tr_async_sidebands]} {
  set_false_path -from [get_ports [concat $tr_side_in atstopped_i]]
} else {
  lappend tr_hart_in {*}$tr_side_in
  tr_delay in 0.5 $tr_of_clk {atstopped_i}
}
# Each bit belongs to one hart: the clocks of two harts have no path between them.
if {[info exists tr_period_harts]} {
  set tr_k 0
  foreach tr_hart_period $tr_period_harts {
    create_clock -name tr_hart_clk_$tr_k -period $tr_hart_period [get_ports "hart_clk_i\[$tr_k\]"]
    set tr_of_hart [list tr_hart_clk_$tr_k $tr_hart_period]
    tr_delay in 0.2 $tr_of_hart $tr_hart_in -add_delay
    tr_delay out 0.5 $tr_of_hart {stall_o ext_trig_o} -add_delay
    for {set tr_j 0} {$tr_j < $tr_k} {incr tr_j} {
      set_false_path -from [get_clocks tr_hart_clk_$tr_j] -to [get_clocks tr_hart_clk_$tr_k]
      set_false_path -from [get_clocks tr_hart_clk_$tr_k] -to [get_clocks tr_hart_clk_$tr_j]
    }
    incr tr_k
  }
} else {
  tr_delay in 0.2 $tr_of_clk $tr_hart_in
  tr_delay out 0.5 $tr_of_clk {stall_o ext_trig_o}
}

# Memories, pins (tr_pibsink.sdc has what they mean), ATB.
tr_delay in 0.5 $tr_of_clk {sram_rdata_i awready_i wready_i bvalid_i bresp_i hready_i hresp_i}
tr_delay out 0.5 $tr_of_clk {sram_req_o sram_we_o sram_addr_o sram_be_o sram_wdata_o awvalid_o awaddr_o awlen_o awsize_o awburst_o awid_o \
  awprot_o awcache_o wvalid_o wdata_o wstrb_o wlast_o bready_o haddr_o htrans_o hwrite_o hsize_o hburst_o hprot_o hwdata_o}
if {![info exists tr_skew]} { set tr_skew 1.0 }
create_generated_clock -name tr_trc_clk -source [get_ports clk_i] -divide_by 2 [get_ports trc_clk_o]
set_output_delay [expr {$tr_period - $tr_skew}] -max -clock tr_clk [get_ports {trc_clk_o trc_data_o}]
set_output_delay 0.0 -min -clock tr_clk [get_ports {trc_clk_o trc_data_o}]
tr_delay in 0.5 $tr_of_clk {atclken_i atready_i afvalid_i syncreq_i}
tr_delay out 0.5 $tr_of_clk {atvalid_o atbytes_o atdata_o atid_o afready_o}
