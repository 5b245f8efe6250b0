# SPDX-License-Identifier: Apache-2.0
# The components in SystemVerilog against their models. Not a part of build-tests: Verilator's models take longer to build
# than all other tests. They are built without sanitizers, and once.

# Sets of parameters: the smallest encoder, a typical one, one with everything but filters, with narrow counters and a comparator that only watches, two that take
# two blocks per cycle, one of them with a short HIST and a short stack, and one with all filters and comparators. The last two have
# the smallest counters, and smallest and largest stacks, of golden vectors and tests of the model.
RTL_KINDS := min typ full dual short filt tiny deep data dduo etone etsml ntet etdat etspl ntdat
min_PARAMS := XLen=32 Htm=0 ItypeW=3 SrcW=0 SyncModes=2 Context=0 Triggers=0 AllJumps=0 ExtendAddrMsb=0 \
  SequentialJump=0 ImplicitReturn=0 RepeatedHistory=0 RepeatBranch=0 IcntW=10 Lanes=1
typ_PARAMS := XLen=32 TsModes=30
full_PARAMS := XLen=64 HistW=8 IcntW=11 Comparators=1 HContext=1 ContextW=48 ExtTriggers=4 ExtOutputs=3 DbgControl=1 ReturnDepth=5 HrepeatW=4 BcntW=3 \
  RepeatBranchHtm=1 TsModes=30 TsW=20 Lanes=2 Stimulus=1
dual_PARAMS := Blocks=2 Filters=3 Comparators=2 ExtTriggers=2 HistSearch=1 HrepeatW=6 IcntW=14 BtypeSplit=0 HistAlways=1 TsModes=4 TsW=33 TsMessages=42 Lanes=8 Stimulus=1 StimulusTag=16
short_PARAMS := Blocks=2 HistW=4 ContextW=59 ReturnDepth=2 RepeatBranchHtm=1 TsModes=2 Filters=2 Comparators=1 FilterMatches=10 \
  FilterNesting=1 CompInputs=3 CompModes=11 CompNotify=0
filt_PARAMS := XLen=32 TsModes=10 Filters=16 Comparators=8 FilterNesting=2 Lanes=2 Messages=24 \
  HistW=31 ReturnDepth=4 RepeatBranchHtm=1 Stimulus=1 StimulusTag=7
tiny_PARAMS := HistW=4 IcntW=4 RetireW=3 HrepeatW=2 BcntW=2 ReturnDepth=1 BtypeSplit=0 ContextW=8 ExtTriggers=3 ExtOutputs=1 DbgControl=1 TsModes=2 TsW=8 Stimulus=1 StimulusTag=0
deep_PARAMS := XLen=32 HistW=2 IcntW=8 RetireW=7 HrepeatW=2 ReturnDepth=32 BtypeSplit=0 ExtTriggers=8 ExtOutputs=2 TsModes=2 TsMessages=2 Stimulus=1 StimulusTag=10

# Data trace and watchpoints: as many accesses per cycle as the model takes and the widest values; two blocks with small counters.
data_PARAMS := TsModes=10 DataTrace=1 DataPorts=4 ExtTriggers=1 Filters=2 Comparators=2 Messages=48
dduo_PARAMS := Blocks=2 XLen=32 HistW=5 IcntW=9 HrepeatW=2 BcntW=2 ContextW=8 TsModes=2 TsMessages=56 Lanes=2 RepeatBranchHtm=1 \
  DataTrace=1 DataPorts=2 Watchpoint=1 Stimulus=1 Filters=2 Comparators=2 CompInputs=3 FilterMatches=9

# E-Trace alone, with contexts and filters, and the least of it; both protocols with two blocks.
etone_PARAMS := Ntrace=0 Etrace=1 XLen=32 TsModes=30 TsW=20 NoContext=0 PacketContextW=16 PrivilegeW=3 ReturnStackSize=3 BpredSize=4 CacheSize=3 SubformatW=1 Filters=2 Comparators=1
etsml_PARAMS := Ntrace=0 Etrace=1 XLen=32 ItypeW=3 SrcW=0 SyncModes=8 NoAddrDiff=0 NoTrapAddr=0 SequentialJump=0 Triggers=0 Stall=1 Lanes=1
ntet_PARAMS := Etrace=1 Blocks=2 TsModes=10 TsW=33 CallCounterSize=2 ExtTriggers=2 ExtOutputs=2 DbgControl=1 Lanes=8
# Data trace of E-Trace: unified and split; both protocols with two blocks, and as many accesses per cycle as the model takes.
etdat_PARAMS := Ntrace=0 Etrace=1 XLen=32 TsModes=10 TsW=20 DataTrace=1 NoContext=0 PacketContextW=8 ReturnStackSize=2 Filters=2 Comparators=1
etspl_PARAMS := Ntrace=0 Etrace=1 DataTrace=1 DataPorts=2 DataSplit=1 LridW=6 DataDiffW=1 Lanes=2
ntdat_PARAMS := Etrace=1 Blocks=2 DataTrace=1 DataPorts=4 LridW=0 TsModes=10 TsW=33 Filters=2 Comparators=2 Messages=48 Lanes=8

# The other components: for each the sets of parameters that are built.
RTL_PARTS := etrace funnel ramsink pibsink atbbridge system
# The E-Trace back end by itself: the smallest one, a typical one, and two with everything: small queue and stack, narrow fields; wide ones.
etrace_KINDS := min typ full wide call more index vec vone vwide vctx vpriv vsub
etrace_min_PARAMS := ItypeW=3 SequentialJump=0 ImplicitException=0 FullAddress=0 ReturnSize=0 SrcW=0 Messages=4 RestartMessages=1 Lanes=1
etrace_typ_PARAMS :=
etrace_full_PARAMS := PrivW=3 Context=1 ContextW=20 EcauseW=8 ReturnSize=1 Ts=1 TsW=20 SrcW=7 Messages=5 RestartMessages=2 Lanes=2
etrace_wide_PARAMS := XLen=64 Context=1 ContextW=32 EcauseW=5 ReturnSize=4 Ts=1 TsW=40 Lanes=8
# A counter of calls in place of a stack, and a predictor; all compressions.
etrace_call_PARAMS := Context=1 ContextW=8 ReturnSize=0 CounterSize=3 PredictSize=5 Ts=1 TsW=16 Messages=8 RestartMessages=3 Lanes=2
etrace_more_PARAMS := XLen=64 ReturnSize=2 PredictSize=2 CacheSize=2 SubformatW=1 SrcW=3 Messages=12 RestartMessages=4
$(foreach k,call more,$(eval etrace_$k_FLAGS := tests/rtl/etrace_count.vlt)$(eval etrace_$k_DEFINES := -DRTL_SET_COUNT))
etrace_index_PARAMS := CacheSize=4 ReturnSize=1 Ts=1 TsW=8 Lanes=8 Messages=16 RestartMessages=5
# As golden vectors: addresses of 64 bits, and fields of several widths.
etrace_vec_PARAMS := XLen=64 ReturnSize=2 PredictSize=4 Ts=1 TsW=16
etrace_vone_PARAMS := XLen=64 CacheSize=1 EcauseW=3 ReturnSize=1 Ts=1 TsW=8
etrace_vwide_PARAMS := XLen=64 CacheSize=8 EcauseW=64 Ts=1 TsW=64
etrace_vctx_PARAMS := XLen=64 CacheSize=2 Context=1 ContextW=8
etrace_vpriv_PARAMS := XLen=64 PrivW=3
etrace_vsub_PARAMS := XLen=64 ReturnSize=0 PredictSize=10 SubformatW=2
funnel_KINDS := min typ full rnd
funnel_min_PARAMS := Inputs=2 DisInputs=0 Depth=0 Lanes=1
funnel_typ_PARAMS :=
funnel_full_PARAMS := Etrace=1 Inputs=16 DisInputs=43690 Depth=5 TsModes=22 TsW=33 TsCopyActive=1 Lanes=8
ramsink_KINDS := min axi ahb wide fixed bus hbus one two et etbus rnd
ramsink_min_PARAMS := SramBytes=64 Depth=2 Lanes=1
ramsink_axi_PARAMS := Smem=1 SramBytes=256 AddressW=40 StartAlign=64 Width=8 DataWritable=1 Async=1
ramsink_ahb_PARAMS := Sram=0 Smem=1 Ahb=1 AddressW=32 SmemStart=1073745920 SmemBytes=272 Width=16 Depth=3 Lanes=8 AhbProt=11
ramsink_fixed_PARAMS := Smem=1 SramBytes=128 AddressW=32 SmemStart=4096 SmemBytes=512 Width=4 Depth=4 Outstanding=3 Lanes=2
# One write at a time, and two; with attributes of their own.
ramsink_one_PARAMS := Sram=0 Smem=1 AddressW=32 Outstanding=1 Bursts=0 AxiIdW=4 AxiId=9 AxiProt=5 AxiCache=15
ramsink_two_PARAMS := Smem=1 SramBytes=128 AddressW=36 Width=16 Depth=4 Outstanding=2 AxiCache=7
# E-Trace, with synchronization sequences.
ramsink_et_PARAMS := SramBytes=1024 Etrace=1 SyncNulls=33 Async=1 Lanes=2
ramsink_etbus_PARAMS := Smem=1 Outstanding=8 SramBytes=512 Width=8 Etrace=1 Async=1 Lanes=8
# System memory at full width: a link as wide as the bus.
ramsink_bus_PARAMS := Sram=0 Smem=1 Width=8 Lanes=8
ramsink_hbus_PARAMS := Sram=0 Smem=1 Ahb=1 AddressW=32
ramsink_wide_PARAMS := SramBytes=1008 LimitFixed=1 Width=16 ReadActive=1 DataWritable=1 Async=1 Lanes=2
pibsink_KINDS := min typ full swt rnd et etone
pibsink_min_PARAMS := Modes=2048 ClkCenters=1 Calibrate=0 DividerW=0 DividerReset=0 Depth=32 Lanes=2
pibsink_typ_PARAMS := IdleBytes=40
pibsink_full_PARAMS := Async=1 DividerW=3 DividerMin=1 DividerReset=5 IdleBytes=100 IdleSync=1 IdleLength=3 Depth=128 Lanes=1
pibsink_swt_PARAMS := Modes=816 ClkCenters=2 Async=1 DividerW=2 DividerReset=2 IdleBytes=0 IdleLength=1 Depth=8 Lanes=8
pibsink_et_PARAMS := Etrace=1 Async=1 IdleBytes=40
pibsink_etone_PARAMS := Etrace=1 SyncNulls=31 Async=1 DividerW=2 DividerReset=1 IdleBytes=20 IdleSync=1 IdleLength=3 Depth=128 Lanes=1
atbbridge_KINDS := min typ wide async rnd et etwid
atbbridge_et_PARAMS := Etrace=1 Async=1 WaitCycles=4
atbbridge_etwid_PARAMS := Etrace=1 SyncNulls=49 Width=8 Lanes=1
atbbridge_min_PARAMS := Width=1 Lanes=1
atbbridge_typ_PARAMS := WaitCycles=9
atbbridge_wide_PARAMS := Width=16 WaitCycles=30 Async=1 Lanes=2
atbbridge_async_PARAMS := Width=8 Async=1 Lanes=8
system_KINDS := one three pins all far own
system_one_PARAMS := Harts=1 XLen=64 SramBytes=32768
system_pins_PARAMS := Harts=1 XLen=32 Sram=0 Pib=1
system_all_PARAMS := Harts=2 XLen=32 SramBytes=32768 Pib=1 Atb=1 AtbWidth=2 AtbWaitCycles=5
system_three_PARAMS := Harts=3 XLen=32 SramBytes=32768
# Clocks of their own: all that there are, and those of the harts alone, without a funnel.
system_far_PARAMS := Harts=3 XLen=32 SramBytes=32768 Pib=1 Atb=1 AtbWidth=2 TsModes=18 FunnelTsModes=2 ExtTriggers=3 ApbClock=1 HartClocks=1 TimeClock=1 AsyncSidebands=1 AtClkEn=1
system_own_PARAMS := Harts=1 XLen=32 SramBytes=32768 Atb=1 TsModes=2 ExtTriggers=3 HartClocks=1 LinkDepth=4 SyncStages=3
system_far_FLAGS := -DTR_SYNC_JITTER
system_own_FLAGS := -DTR_SYNC_JITTER

# Random legal sets, of a seed: RTL_SEED=number for others.
RTL_SEED ?= 3
RTL_RANDOM := $(shell python3 tests/rtl/param_sets.py $(RTL_SEED) 5 model 2>/dev/null | sed 's/Requests=0/Requests=1/; s/ /+/g')
$(foreach c,funnel ramsink pibsink atbbridge,$(eval $(c)_rnd_PARAMS := $(subst +, ,$(patsubst tr_$(c)+%,%,$(filter tr_$(c)+%,$(RTL_RANDOM))))))

# Adapters in front of an encoder. Single, TrapCounts: as CVA6 reports instructions, and counts that of a trap; RetireW=5: long blocks become several.
RTL_ADAPTER_KINDS := rvfi_one rvfi_two rvfi_dual rvfi_small iti_one iti_two iti_short iti_each
rvfi_one_PARAMS :=
rvfi_two_PARAMS := XLen=32 Lanes=2
rvfi_dual_PARAMS := Lanes=2 Blocks=2 Depth=6 Slack=1
rvfi_small_PARAMS := XLen=32 ItypeW=3 RetireW=3 Depth=2
iti_one_PARAMS := XLen=32 Ports=1 Blocks=1 TrapCounts=1
iti_two_PARAMS :=
iti_each_PARAMS := XLen=32 Single=1 TrapCounts=1
iti_short_PARAMS := Blocks=1 WideW=16 RetireW=5 Depth=2
$(foreach k,$(RTL_ADAPTER_KINDS),$(eval $(call rtl_adapter,$(firstword $(subst _, ,$(k))),$(lastword $(subst _, ,$(k))))))

RTL_BENCH := $(BUILD)/tests/rtl/bench_rtl $(BUILD)/tests/rtl/bench_ramsink
RTL_TESTS := $(patsubst tests/rtl/%.c,%,$(sort $(wildcard tests/rtl/test_*.c)))
RTL_SCRIPTS := $(sort $(wildcard tests/rtl/test_*.sh))
RTL_TEST_BINS := $(patsubst %,$(BUILD)/tests/rtl/%,$(RTL_TESTS))
RTL_TEST_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard tests/rtl/*.c)))
# What the tests share.
RTL_RIG_OBJS := $(filter-out %/mirror.o $(addprefix $(BUILD)/obj/tests/rtl/,test_%.o bench_%.o run_%.o),$(RTL_TEST_OBJS))
$(RTL_TEST_OBJS): INC := $(addprefix -I,tests/rtl $(RTL_C) $(TEST_INC))
$(RTL_TEST_OBJS): EXTRA := $(POSIX)
ALL_OBJS += $(RTL_TEST_OBJS)
.SECONDARY: $(RTL_TEST_OBJS)

$(foreach k,$(RTL_KINDS),$(eval $(call rtl_kind,$(k))))

$(foreach c,$(RTL_PARTS),$(foreach k,$($(c)_KINDS),$(eval $(call rtl_part,$(c),$(k)))))

# A test waits for what it names, and no other: rtl_COMPONENT_KIND in its source.
RTL_ALL := $(addprefix encoder_,$(RTL_KINDS) $(RTL_PLATFORM_KINDS)) $(foreach c,$(RTL_PARTS),$($(c)_KINDS:%=$(c)_%)) $(RTL_PLATFORM_PARTS)
rtl_named = $(filter $(RTL_ALL),$(patsubst rtl_%,%,$(sort $(shell grep -oE 'rtl_[a-z]+_[a-z0-9]+' $(1)))))
rtl_libs = $(foreach k,$(call rtl_named,$(1)),$(RTL_BUILD)/obj/rtl_$(k).o $(RTL_BUILD)/tr_$(k)/libtr_$(k).a)
# $(call rtl_test,NAME)
define rtl_test
$(BUILD)/tests/rtl/$(1): $(BUILD)/obj/tests/rtl/$(1).o $(RTL_RIG_OBJS) $(TEST_LIB_OBJS) $(call rtl_libs,tests/rtl/$(1).c) \
  $(RTL_BUILD)/libverilated.a $(TOOL_LIBS)
	$$(call say,LD,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$(CXX) $(LDFLAGS) -o $$@ $$^ -lcmocka $(TOOL_LDLIBS) -pthread -latomic
endef
$(foreach t,$(RTL_TESTS) bench_rtl bench_ramsink,$(eval $(call rtl_test,$(t))))

# A platform without a program, for test_rtl_flush.sh.
RTL_RUN := $(BUILD)/tests/rtl/run_fabric
$(RTL_RUN): $(BUILD)/obj/tests/rtl/run_fabric.o $(TEST_LIB_OBJS) $(foreach l,simsc trvl trsc,$(BUILD)/lib/lib$(l).a) $(RTL_PLATFORM_LIBS) \
  $(RTL_BUILD)/libverilated.a $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(LDFLAGS) -o $@ $^ -lsystemc -lcmocka $(TOOL_LDLIBS) -pthread -latomic

# The encoder as a device of the conformance kit: hartrace kit encoder --dut builtin:rtl finds it beside hartrace.
KIT_RTL := $(BUILD)/hartrace-kit-rtl
$(KIT_RTL): $(BUILD)/obj/tests/rtl/run_kit.o $(call rtl_libs,tests/rtl/run_kit.c) $(RTL_BUILD)/libverilated.a $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)$(CXX) $(LDFLAGS) -o $@ $^ $(TOOL_LDLIBS) -pthread -latomic
.PHONY: kit-rtl
kit-rtl:  ## Build hartrace-kit-rtl: hartrace kit encoder --dut builtin:rtl
	$(call need,build rtl)
	$(Q)$(MAKE) -s $(BUILD)/hartrace $(KIT_RTL)

.PHONY: kit-held
kit-held: build-rtl  ## Write what the kit holds on the RTL by itself (tests/rtl/kit-*.txt)
	$(Q)REWRITE=1 BUILD=$(BUILD) tests/run.sh $(BUILD)/rtl/log tests/rtl/test_rtl_kit.sh tests/rtl/test_rtl_kit_registers.sh

# A small encoder of another kind, with bugs to choose from, as a device of the kit.
NAIVE := $(BUILD)/tests/kit/naive_btm
$(RTL_BUILD)/naive_btm/Vnaive_btm.h: tests/kit/naive_btm.sv
	$(call say,VERILAT,naive_btm)
	$(Q)rm -rf $(@D) && verilator --cc $(VL_FLAGS) --top-module naive_btm --Mdir $(@D) $<
$(NAIVE): tests/kit/naive_main.cpp $(RTL_BUILD)/naive_btm/Vnaive_btm.h lib/kit/include/htk/hartrace_dut.h $(RTL_BUILD)/libverilated.a
	$(call say,CXX,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(VL_WARN) -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd -I$(RTL_BUILD)/naive_btm -Ilib/kit/include -include Vnaive_btm.h \
	  -o $@ $< $(RTL_BUILD)/naive_btm/*.cpp $(RTL_BUILD)/libverilated.a -pthread -latomic

# The kit in a simulation: naive_btm, and a typical encoder with a bug to switch on, each with the monitor bound to it.
KIT_DPI_PROGRAMS := $(addprefix $(BUILD)/tests/kit/,dpi_naive dpi_ours dpi_rvfi)
KIT_DPI_BUG := s/full_o = hist_q\[HistW-2\];/full_o = dpi_ours.bug_i[0] ? hist_q[HistW-1] : hist_q[HistW-2];/
$(RTL_BUILD)/dpi_naive/Vdpi_naive.h: tests/kit/dpi/dpi_naive.sv tests/kit/dpi/dpi_ports.svh tests/kit/naive_btm.sv $(KIT_SV)
	$(call say,VERILAT,dpi_naive)
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && verilator --cc $(VL_FLAGS) --top-module dpi_naive --Mdir $(@D) -Itests/kit/dpi $(KIT_SV) tests/kit/naive_btm.sv $<
$(RTL_BUILD)/dpi_rvfi/Vdpi_rvfi.h: tests/kit/dpi/dpi_rvfi.sv tests/kit/dpi/dpi_ports.svh tests/kit/naive_btm.sv $(KIT_SV) kit/dpi/htk_monitor_rvfi.sv \
  $(RTL_PKGS) $(RTL_ADAPTERS)
	$(call say,VERILAT,dpi_rvfi)
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && verilator --cc $(VL_FLAGS) --top-module dpi_rvfi --Mdir $(@D) -Iregmap/gen/sv -Itests/kit/dpi -y $(RTL) -y $(RTL)/adapters \
	  $(RTL)/waivers.vlt $(RTL_PKGS) $(KIT_SV) kit/dpi/htk_monitor_rvfi.sv tests/kit/naive_btm.sv $<
$(RTL_BUILD)/dpi_ours/Vdpi_ours.h: tests/kit/dpi/dpi_ours.sv tests/kit/dpi/dpi_ports.svh $(KIT_SV) kit/dpi/htk_bind_tr_encoder.sv $(RTL_PKGS) $(RTL_PARAMS) \
  $(call rtl_srcs,tr_encoder)
	$(call say,VERILAT,dpi_ours)
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)sed '$(KIT_DPI_BUG)' $(RTL)/tr_encoder_hist.sv >$(@D)/tr_encoder_hist.sv && ! cmp -s $(RTL)/tr_encoder_hist.sv $(@D)/tr_encoder_hist.sv
	$(Q)verilator --cc $(VL_FLAGS) -Wno-WIDTH --top-module dpi_ours --Mdir $(@D) -Iregmap/gen/sv -Itests/kit/dpi -y $(RTL) $(RTL)/waivers.vlt $(RTL_PKGS) \
	  $(@D)/tr_encoder_hist.sv $(KIT_SV) $< kit/dpi/htk_bind_tr_encoder.sv
VL_INC := -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd
$(RTL_BUILD)/verilated_dpi.o:
	$(call say,CXX,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(VL_WARN) -O0 $(VL_INC) -c -o $@ $(VERILATOR_ROOT)/include/verilated_dpi.cpp
# Two files of C++, what runs in every clock and the rest, as in rtl-model/rtl/module.mk.
define kit_dpi_program
$(BUILD)/tests/kit/$(1): tests/kit/dpi/dpi_main.cpp $(RTL_BUILD)/$(1)/V$(1).h $(RTL_BUILD)/verilated_dpi.o $(RTL_BUILD)/libverilated.a $(KIT_DPI_A) \
  | $(VL_PCHS)
	$$(call say,CXX,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)cd $(RTL_BUILD)/$(1) && for f in V*.cpp; do case $$$$f in (*__Slow.cpp) k=slow ;; (*) k=fast ;; esac; echo "#include \"$$$$f\"" >>all_$$$$k.cpp.new; done && \
	  for k in slow fast; do mv all_$$$$k.cpp.new all_$$$$k.cpp; done
	$$(Q)$(CXX) $(VL_WARN) -O0 $(VL_INC) $(call vl_pch,slow) -c -o $(RTL_BUILD)/$(1)/all_slow.o $(RTL_BUILD)/$(1)/all_slow.cpp
	$$(Q)$(CXX) $(VL_WARN) $(VL_INC) $(call vl_pch,fast) -c -o $(RTL_BUILD)/$(1)/all_fast.o $(RTL_BUILD)/$(1)/all_fast.cpp
	$$(Q)$(CXX) $(VL_WARN) -DTOP=V$(1) $(if $(filter dpi_rvfi,$(1)),-DRVFI) -include $(RTL_BUILD)/$(1)/V$(1).h $(VL_INC) -Ilib/ingress/include -o $$@ $$< \
	  $(RTL_BUILD)/$(1)/all_*.o $(RTL_BUILD)/verilated_dpi.o $(RTL_BUILD)/libverilated.a $(KIT_DPI_A) $(KIT_LDLIBS) -pthread -latomic
endef
$(foreach p,$(notdir $(KIT_DPI_PROGRAMS)),$(eval $(call kit_dpi_program,$(p))))

.PHONY: bench-dpi
bench-dpi: $(BUILD)/tests/kit/dpi_ours $(BUILD)/hartrace programs  ## What the kit costs in a simulation of the encoder; fails at 30 % and more
	$(Q)tests/rtl/bench_dpi.sh $(BUILD)

# Programs through the adapters, for test_rtl_adapters.sh.
RTL_ADAPT := $(BUILD)/tests/rtl/run_adapter
$(RTL_ADAPT): $(BUILD)/obj/tests/rtl/run_adapter.o $(TEST_LIB_OBJS) \
  $(foreach k,$(RTL_ADAPTER_KINDS),$(RTL_BUILD)/obj/rtl_$(k).o $(RTL_BUILD)/tr_$(k)/libtr_$(k).a) $(RTL_BUILD)/libverilated.a $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(LDFLAGS) -o $@ $^ -lcmocka $(TOOL_LDLIBS) -pthread -latomic

# Tests of the encoder model that the RTL does too (mirror.c): the same objects, linked with what remembers their calls.
# Stores of parts of a word are not repeated: test_rtl_stimulus makes them.
MIRRORED := $(filter-out %_roundtrip %_stimulus,$(patsubst tests/model/%.c,%,$(sort $(wildcard tests/model/test_encoder_*.c)))) \
  test_data_filter test_data_trace test_data_watchpoint test_minimal test_trigger_out
MIRROR_BINS := $(MIRRORED:%=$(BUILD)/tests/rtl/mirror/%)
MIRROR_CALLS := $(addprefix trm_encoder_,init connect reg_read reg_write tick ingress external_in timestamp_in) _cmocka_run_group_tests
$(MIRROR_BINS): $(BUILD)/tests/rtl/mirror/%: $(BUILD)/obj/tests/model/%.o $(BUILD)/obj/tests/rtl/mirror.o $(RTL_RIG_OBJS) \
  $(TEST_LIB_OBJS) $(call rtl_libs,tests/rtl/mirror.c) $(RTL_BUILD)/libverilated.a $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(LDFLAGS) $(MIRROR_CALLS:%=-Wl,--wrap=%) -o $@ $^ -lcmocka $(TOOL_LDLIBS) -pthread -latomic
RTL_TEST_BINS += $(MIRROR_BINS)

.PHONY: build-rtl check-rtl
build-rtl: $(RTL_TEST_BINS) $(RTL_RUN) $(RTL_ADAPT) $(KIT_RTL) $(NAIVE) $(KIT_DPI_PROGRAMS) $(if $(wildcard $(VPI_INC)/vpi_user.h),$(KIT_VPI)) programs $(BUILD)/hartrace $(BUILD)/hartrace-sc $(BUILD)/hartrace-rtl

# T=name runs the tests whose path contains name.
check-rtl: build-rtl  ## The components in SystemVerilog send what their models send (T=part-of-name)
	$(Q)BUILD=$(BUILD) tests/run.sh $(BUILD)/rtl/log $(if $(T),$(foreach t,$(RTL_TEST_BINS) $(RTL_SCRIPTS),$(if $(findstring $(T),$t),$t)),$(RTL_TEST_BINS) $(RTL_SCRIPTS))

# T=part-of-name: those rows of the areas only. T=timing, or T="timing part-of-name": only place and route.
# The programs of HARTRACE_WORKLOADS, when there are any: what the encoder takes, and makes of it.
.PHONY: bench-rtl
ifneq ($(filter timing,$(T)),)
bench-rtl:
	$(call need,pnr)
	$(Q)$(RTL)/bench.sh regmap/gen/sv "$(T)"
else
bench-rtl: $(RTL_BENCH) $(BUILD)/tests/rtl/test_rtl_workloads  ## Area of the SystemVerilog by yosys, how fast Verilator runs it, bytes per block (T=part-of-name); T=timing: place and route
	$(Q)$(RTL)/bench.sh regmap/gen/sv "$(T)"
	$(Q)for b in $(RTL_BENCH); do $$b || exit 1; done
	$(Q)HARTRACE_SOAK=1 $(BUILD)/tests/rtl/test_rtl_workloads 2>&1 | awk '/ instructions, / { k = $$2; n[k] += $$5; c[k] += $$8; s[k] += $$10; \
	  b[k] += $$12; w = $$12 / $$5; if (w > most[k]) most[k] = w } END { for (k in n) printf "%-6s %.2f million blocks, %.4f a cycle, %d cycles stalled, %.3f bytes a block, %.3f at most\n", \
	  k, n[k] / 1e6, n[k] / c[k], s[k], b[k] / n[k], most[k] }'
endif

# With a build of its own, where counting does not slow down the other tests.
.PHONY: coverage-rtl coverage-rtl-here
coverage-rtl:  ## Lines, toggles and cover points of the SystemVerilog that its tests reach (some minutes)
	$(Q)$(MAKE) -s coverage-rtl-here BUILD=$(BUILD)/cov RTL_COVERAGE=1
coverage-rtl-here: $(RTL_TEST_BINS) programs
	$(Q)BUILD=$(BUILD) tests/rtl/coverage.sh $(BUILD)/coverage $(RTL_TEST_BINS)

# With a build of its own: what is synthesized is what was tested, also where yosys reads a line in another way than Verilator.
# T=name runs, and builds, the tests whose path contains name.
NETLIST_BINS := $(if $(T),$(foreach t,$(RTL_TEST_BINS),$(if $(findstring $(T),$t),$t)),$(RTL_TEST_BINS))
.PHONY: check-netlist check-netlist-here
check-netlist:  ## check-rtl's comparisons with what yosys makes of the SystemVerilog (T=part-of-name; half an hour on two cores)
	$(call need,test)
	$(Q)$(MAKE) -s check-netlist-here BUILD=$(BUILD)/net RTL_NETLIST=1
check-netlist-here: $(NETLIST_BINS) programs $(BUILD)/hartrace
	$(Q)[ -z "$(NETLIST_BINS)" ] || BUILD=$(BUILD) tests/run.sh $(BUILD)/rtl/log $(NETLIST_BINS)
	$(Q)$(if $(findstring $(T),test_rtl_hx8k)$(if $(T),,all),HARTRACE_SOAK=1 BUILD=$(BUILD) tests/run.sh $(BUILD)/rtl/log tests/rtl/test_rtl_hx8k.sh,true)
	$(Q)$(if $(findstring $(T),test_rtl_icarus)$(if $(T),,all),HARTRACE_SOAK=1 BUILD=$(BUILD) tests/run.sh $(BUILD)/rtl/log tests/rtl/test_rtl_icarus.sh,true)

# With a build of its own: other parameters. RTL_SET_TIMES times as many runs as in check-rtl.
RTL_SET_TIMES ?= 5
.PHONY: check-rtl-sets check-rtl-sets-here
check-rtl-sets:  ## Components with random legal parameters send what their models send (SEED=number, SETS=how many, 8; some minutes)
	$(Q)tests/rtl/model_sets.sh "$(MAKE)" $(BUILD)/sets "$(SEED)" $(SETS)
check-rtl-sets-here: $(addprefix $(BUILD)/tests/rtl/test_rtl_,encoder protocols funnel ramsink pibsink atbbridge)
	$(Q)RTL_RANDOM_SETS=1 HARTRACE_SOAK=$(RTL_SET_TIMES) BUILD=$(BUILD) tests/run.sh $(BUILD)/rtl/log $^

.PHONY: example-hx8k
example-hx8k: $(BUILD)/hartrace  ## examples/hx8k as a bitstream (build/example-hx8k/hx8k.bin), simulated after place and route, its trace decoded
	$(call need,build programs rtl pnr)
	$(Q)BUILD=$(BUILD) scripts/example-hx8k.sh $(BUILD)/example-hx8k bitstream

.PHONY: rtl-mutants
rtl-mutants:  ## Planted bugs in the SystemVerilog are found by check-rtl's comparison, some minutes each (T=part-of-name)
	$(Q)tests/rtl/mutants.sh "$(MAKE)" $(BUILD)/mutants "$(T)"

.PHONY: proof-mutants
proof-mutants:  ## Planted bugs in the SystemVerilog are found by the proofs (T=part-of-name)
	$(call need,test)
	$(Q)tests/rtl/proof_mutants.sh regmap/gen/sv "$(T)"
