# SPDX-License-Identifier: Apache-2.0
# tr_ramsink, after tr_component.sdc. Ports of memories that the parameters leave out are constant.
set_input_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {link_valid_i link_data_i link_last_i link_bytes_i sram_rdata_i awready_i wready_i \
  bvalid_i bresp_i hready_i hresp_i}]
set_output_delay [expr {$tr_period * 0.5}] -clock tr_clk [get_ports {link_ready_o link_stopped_o sram_req_o sram_we_o sram_addr_o sram_be_o \
  sram_wdata_o awvalid_o awaddr_o awlen_o awsize_o awburst_o awid_o awprot_o awcache_o wvalid_o wdata_o wstrb_o wlast_o bready_o \
  haddr_o htrans_o hwrite_o hsize_o hburst_o hprot_o hwdata_o}]
