# SPDX-License-Identifier: Apache-2.0
# tr_atbbridge, after tr_component.sdc. With tr_atclken the receiver's side may have more than a cycle: set tr_atclken to the shortest
# distance of edges with ATCLKEN, in cycles (default 1).
if {![info exists tr_atclken]} { set tr_atclken 1 }
set_input_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {link_valid_i link_data_i link_last_i link_bytes_i atready_i afvalid_i syncreq_i \
  atstopped_i flushed_i}]
set_output_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {link_ready_o link_stopped_o atvalid_o atbytes_o atdata_o atid_o \
  afready_o flush_o sync_o}]
if {$tr_atclken > 1} {
  set_multicycle_path -setup $tr_atclken -to [get_ports {atvalid_o atbytes_o atdata_o atid_o}]
  set_multicycle_path -hold [expr {$tr_atclken - 1}] -to [get_ports {atvalid_o atbytes_o atdata_o atid_o}]
}
