# SPDX-License-Identifier: Apache-2.0
# What crosses between clocks, for every instance below the top. Before: create the clocks of both sides; set tr_fast NANOSECONDS, the shorter
# of the two periods. Gray pointers and times may not be apart by more than that, and data beside a handshake has to be there when
# it is looked at, two edges later: so a limit for the delay, no false path.
if {![info exists tr_fast]} { error "set tr_fast first: the shorter period of the two clocks in nanoseconds" }

# Into the first flip-flop of each synchronizer: tr_sync.
set_max_delay $tr_fast -to [get_pins -hierarchical -filter {full_name =~ */stage_q_reg*0*/D}]
set_min_delay 0 -to [get_pins -hierarchical -filter {full_name =~ */stage_q_reg*0*/D}]
# Entries of tr_async_fifo, read two edges after they were written; marks of tr_async_flush; address, data and answer of tr_apb_async.
set_max_delay $tr_fast -from [get_pins -hierarchical -filter {full_name =~ */u_beats/mem_reg*/Q}]
set_max_delay $tr_fast -from [get_pins -hierarchical -filter {full_name =~ */mark_q_reg*/Q}]
set_max_delay $tr_fast -from [get_pins -hierarchical -filter {full_name =~ */addr_q_reg*/Q}]
set_max_delay $tr_fast -from [get_pins -hierarchical -filter {full_name =~ */wdata_q_reg*/Q}]
set_max_delay $tr_fast -from [get_pins -hierarchical -filter {full_name =~ */strb_q_reg*/Q}]
set_max_delay $tr_fast -from [get_pins -hierarchical -filter {full_name =~ */bus_write_q_reg*/Q}]
set_max_delay $tr_fast -from [get_pins -hierarchical -filter {full_name =~ */answer_q_reg*/Q}]
