# SPDX-License-Identifier: Apache-2.0
# tr_encoder, after tr_component.sdc. The hart's side comes from flip-flops of the hart: most of the cycle is the encoder's.
set_input_delay [expr {$tr_period * 0.2}] -clock tr_clk [get_ports {valid_i block_valid_i iaddr_i iretire_i itype_i ilastsize_i sijump_i \
  priv_i ctype_i context_i hcontext_i cause_i tval_i impdef_i dretire_i dtype_i daddr_i dsize_i data_i iaddr_lsbs_i dblock_i trigger_i ext_trig_i halted_i reset_i lowpower_i time_i shared_i}]
set_output_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {stall_o ext_trig_o}]
set_input_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {link_ready_i link_stopped_i flush_i sync_i}]
set_output_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {link_valid_o link_data_o link_last_o link_bytes_o flushed_o}]
