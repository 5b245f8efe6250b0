# SPDX-License-Identifier: Apache-2.0
# tr_funnel, after tr_component.sdc.
set_input_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {ts_i link_valid_i link_data_i link_last_i link_bytes_i link_ready_i link_stopped_i \
  flush_i sync_i flushed_i}]
set_output_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {ts_o link_ready_o link_stopped_o link_valid_o link_data_o link_last_o link_bytes_o \
  flushed_o flush_o sync_o}]
