# SPDX-License-Identifier: Apache-2.0
# The components in SystemVerilog as Verilator makes them: behind C interfaces, which tests and the platform use, and
# as cores of the SystemC modules (docs/reference/rtl.md, Verilated models).

RTL_C := rtl-model/verilated
RTL_HEADERS := $(RTL_C)/rtl_part.h $(RTL_C)/rtl_part.hpp $(RTL_C)/rtl_pool.hpp $(RTL_C)/rtl_encoder_ports.hpp \
  $(wildcard rtl-model/model/include/trm/*.h regmap/gen/c/regmap/*_params.h)
RTL_SVA := tr_fifo_sva.sv tr_apb_sva.sv tr_link_sva.sv

# $(call rtl_kind,KIND): an encoder with the parameters of KIND_PARAMS, object obj/rtl_encoder_KIND.o and its library.
define rtl_kind
$(call verilated,tr_encoder_$(1),tr_encoder,$(addprefix -G,$($(1)_PARAMS)),$(RTL_SVA))
$(RTL_BUILD)/obj/rtl_encoder_$(1).o: $(RTL_C)/rtl_encoder.cpp $(RTL_C)/rtl_encoder.h $(RTL_HEADERS) $(RTL_BUILD)/rtl_params.h \
  $(RTL_BUILD)/tr_encoder_$(1)/libtr_encoder_$(1).a
	$$(call say,CXX,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)echo '#include "Vtr_encoder_$(1).h"' >$(RTL_BUILD)/tr_encoder_$(1)/rtl_top.h
	$$(Q)$(CXX) $(VL_WARN) -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd $(call vl_pch,fast) $(addprefix -I,$(trm_INC)) \
	  -I$(RTL_BUILD) -I$(RTL_BUILD)/tr_encoder_$(1) -DRTL_NAME=$(1) \
	  $(addprefix -DP_,$($(1)_PARAMS)) -c -o $$@ $$<
endef

# The same for another component: COMPONENT_KIND_PARAMS, COMPONENT_KIND_FLAGS for Verilator, COMPONENT_KIND_DEFINES for the C interface, which then
# sees what the flags have made public. Netlists have neither.
# $(call rtl_part,COMPONENT,KIND)
rtl_part_defines = $(if $(RTL_NETLIST),,$($(1)_$(2)_DEFINES))
define rtl_part
$(call verilated,tr_$(1)_$(2),tr_$(1),$(addprefix -G,$($(1)_$(2)_PARAMS)) $(if $(RTL_NETLIST),,$($(1)_$(2)_FLAGS)),$(if $(filter-out system,$(1)),$(RTL_SVA)))
$(RTL_BUILD)/obj/rtl_$(1)_$(2).o: $(RTL_C)/rtl_$(1).cpp $(RTL_C)/rtl_$(1).h $(RTL_HEADERS) \
  $(RTL_BUILD)/params/$(1)/rtl_params.h $(RTL_BUILD)/tr_$(1)_$(2)/libtr_$(1)_$(2).a
	$$(call say,CXX,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)printf '#include "Vtr_$(1)_$(2)%s.h"\n' '' $(if $(rtl_part_defines),___024root) >$(RTL_BUILD)/tr_$(1)_$(2)/rtl_top.h
	$$(Q)$(CXX) $(VL_WARN) -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd $(call vl_pch,fast) $(addprefix -I,$(trm_INC)) \
	  -I$(RTL_BUILD)/params/$(1) -I$(RTL_BUILD)/tr_$(1)_$(2) -DRTL_COMPONENT=$(1) -DRTL_NAME=_$(2) \
	  $(addprefix -DP_,$($(1)_$(2)_PARAMS)) $(rtl_part_defines) -c -o $$@ $$<
endef

# The same for an adapter, tr_rvfi or tr_iti: ADAPTER_KIND_PARAMS.
# $(call rtl_adapter,ADAPTER,KIND)
define rtl_adapter
$(call verilated,tr_$(1)_$(2),tr_$(1),$(addprefix -G,$($(1)_$(2)_PARAMS)),tr_fifo_sva.sv)
$(RTL_BUILD)/obj/rtl_$(1)_$(2).o: $(RTL_C)/rtl_adapter.cpp $(RTL_C)/rtl_adapter.h $(RTL_HEADERS) \
  $(RTL_BUILD)/params/$(1)/rtl_params.h $(RTL_BUILD)/tr_$(1)_$(2)/libtr_$(1)_$(2).a
	$$(call say,CXX,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)echo '#include "Vtr_$(1)_$(2).h"' >$(RTL_BUILD)/tr_$(1)_$(2)/rtl_top.h
	$$(Q)$(CXX) $(VL_WARN) -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd $(call vl_pch,fast) $(addprefix -I,$(trm_INC)) \
	  -I$(RTL_BUILD)/params/$(1) -I$(RTL_BUILD)/tr_$(1)_$(2) -DRTL_COMPONENT=$(1) -DRTL_NAME=_$(2) \
	  $(if $(filter iti,$(1)),-DRTL_ITI) $(addprefix -DP_,$($(1)_$(2)_PARAMS)) -c -o $$@ $$<
endef

# The parameters' defaults, as the SystemVerilog states them.
define rtl_params
	$(Q)mkdir -p $(@D)
	$(Q)$(RTL)/expand.sh regmap/gen/sv $< | sed -nE "s/^  parameter [a-z]+( unsigned| \[[0-9]:0\])? +([A-Za-z]+) = (([0-9]+)'([bh]))?([0-9a-f]+).*/\2 \5 \6/p" | \
	  sed -E 's/ b / 0b/; s/ h / 0x/; s/^([A-Za-z]+) +(.*)/#ifndef P_\1\n#define P_\1 \2\n#endif/' >$@
endef
$(RTL_BUILD)/rtl_params.h: $(RTL)/tr_encoder.sv $(RTL_PARAMS)
	$(rtl_params)
$(RTL_BUILD)/params/%/rtl_params.h: $(RTL)/tr_%.sv $(RTL_PARAMS)
	$(rtl_params)
$(RTL_BUILD)/params/%/rtl_params.h: $(RTL)/adapters/tr_%.sv
	$(rtl_params)

# Sets of parameters that the platform has: the defaults of `hartrace run`, those of an encoder below a funnel, and what is outside of
# N-Trace 1.0 (stimulus ports, data trace, Watchpoint messages with a comparator), for both widths; the first four again with both protocols,
# data trace of both, and E-Trace's branch predictor and jump target cache.
RTL_PLATFORM_KINDS := p32 p64 p32sh p64sh p32d p64d p32e p64e p32she p64she p32ed p64ed p64ep
p32_PARAMS := XLen=32 TsModes=10
p64_PARAMS := XLen=64 TsModes=10
p32sh_PARAMS := XLen=32 TsModes=16
p64sh_PARAMS := XLen=64 TsModes=16
p32d_PARAMS := XLen=32 TsModes=10 Stimulus=1 DataTrace=1 Watchpoint=1 Comparators=1
p64d_PARAMS := XLen=64 TsModes=10 Stimulus=1 DataTrace=1 Watchpoint=1 Comparators=1
p32e_PARAMS := XLen=32 TsModes=10 Etrace=1
p64e_PARAMS := XLen=64 TsModes=10 Etrace=1
p32she_PARAMS := XLen=32 TsModes=16 Etrace=1
p64she_PARAMS := XLen=64 TsModes=16 Etrace=1
p32ed_PARAMS := XLen=32 TsModes=10 Etrace=1 DataTrace=1
p64ed_PARAMS := XLen=64 TsModes=10 Etrace=1 DataTrace=1
p64ep_PARAMS := XLen=64 TsModes=10 Etrace=1 BpredSize=6 CacheSize=4 SubformatW=1
$(foreach k,$(RTL_PLATFORM_KINDS),$(eval $(call rtl_kind,$(k))))
# Funnels of 2 and 4 inputs, with a clock of their own, with that of another funnel, without timestamps; RAM sinks of the sizes that
# hartrace run and serve and the trees under dts/ have, with E-Trace again; systems for one, two and four harts, two of them with all sinks.
RTL_PLATFORM_PARTS := funnel_p2 funnel_p4 funnel_p2sh funnel_p2no funnel_p4no ramsink_p4m ramsink_p64k ramsink_pmem ramsink_pboth \
  ramsink_p4me ramsink_pmeme pibsink_p pibsink_pe atbbridge_p atbbridge_pe system_p1x32 system_p1x64 system_p4x32 system_p4x64 system_p4m64 system_p1all system_p2all system_p2et
funnel_p2_PARAMS := Etrace=1 Inputs=2 Depth=32 TsModes=4
funnel_p4_PARAMS := Etrace=1 Inputs=4 Depth=32 TsModes=4
funnel_p2sh_PARAMS := Etrace=1 Inputs=2 Depth=32 TsModes=16
funnel_p2no_PARAMS := Etrace=1 Inputs=2 Depth=32
funnel_p4no_PARAMS := Etrace=1 Inputs=4 Depth=32
ramsink_p4m_PARAMS := SramBytes=4194304
ramsink_p64k_PARAMS := SramBytes=65536
ramsink_pmem_PARAMS := Sram=0 Smem=1
ramsink_pboth_PARAMS := Smem=1 SramBytes=65536
ramsink_p4me_PARAMS := SramBytes=4194304 Etrace=1 Async=1
ramsink_pmeme_PARAMS := Sram=0 Smem=1 Etrace=1 Async=1
pibsink_p_PARAMS :=
pibsink_pe_PARAMS := Etrace=1 Async=1
atbbridge_p_PARAMS :=
atbbridge_pe_PARAMS := Etrace=1 Async=1
system_p1x32_PARAMS := Harts=1 XLen=32 TsModes=10 SramBytes=4194304
system_p1x64_PARAMS := Harts=1 XLen=64 TsModes=10 SramBytes=4194304
system_p4x32_PARAMS := Harts=4 XLen=32 TsModes=16 FunnelTsModes=4 FunnelDepth=32 SramBytes=4194304
system_p4x64_PARAMS := Harts=4 XLen=64 TsModes=16 FunnelTsModes=4 FunnelDepth=32 SramBytes=4194304
system_p4m64_PARAMS := Harts=4 XLen=64 TsModes=16 FunnelTsModes=4 FunnelDepth=32 Sram=0 Smem=1
system_p1all_PARAMS := Harts=1 XLen=64 TsModes=10 Smem=1 Ahb=1 SramBytes=65536 Pib=1 Atb=1
system_p2et_PARAMS := Harts=2 XLen=64 TsModes=16 FunnelTsModes=4 FunnelDepth=32 SramBytes=4194304 Etrace=1 SinkEtrace=1
system_p2all_PARAMS := Harts=2 XLen=64 TsModes=10 FunnelDepth=32 Sram=0 Smem=1 Pib=1 Atb=1
rtl_component = $(firstword $(subst _, ,$(1)))
$(foreach p,$(filter-out system_%,$(RTL_PLATFORM_PARTS)),$(eval $(call rtl_part,$(call rtl_component,$(p)),$(lastword $(subst _, ,$(p))))))
# A system of four harts is a megabyte of C++: a third of the time to compile.
VL_USUAL := $(VL_WARN)
VL_WARN := -std=c++17 -O1 -w
$(foreach p,$(filter system_%,$(RTL_PLATFORM_PARTS)),$(eval $(call rtl_part,system,$(lastword $(subst _, ,$(p))))))
VL_WARN := $(VL_USUAL)
RTL_PLATFORM_LIBS := $(foreach p,$(RTL_PLATFORM_PARTS),$(RTL_BUILD)/obj/rtl_$(p).o $(RTL_BUILD)/tr_$(p)/libtr_$(p).a)
RTL_PLATFORM_LIBS += $(foreach k,$(RTL_PLATFORM_KINDS),$(RTL_BUILD)/obj/rtl_encoder_$(k).o $(RTL_BUILD)/tr_encoder_$(k)/libtr_encoder_$(k).a)

# Cores for the SystemC modules: they see the C interfaces only.
LIBS += trvl
trvl_SRCS := $(sort $(wildcard $(RTL_C)/trvl_*.cpp))
trvl_INC  := $(RTL_C) $(trsc_INC)
