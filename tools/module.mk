# SPDX-License-Identifier: Apache-2.0
# `hartrace`, one program with verbs: a thin user of the libraries.

LIBS += tools
tools_SRCS := $(filter-out tools/cli/main%.c,$(sort $(wildcard tools/*.c tools/cli/*.c tools/verbs/*.c tools/record/*.c)))
tools_INC  := tools tools/cli tools/verbs tools/record lib/session/include lib/nexus/include lib/etrace/include lib/flow/include lib/ingress/include lib/topology/include lib/trace/include lib/view/include lib/kit/include lib/target/include rtl-model/model/include sim/include driver/include \
  driver/port/include driver/fdt/include $(REGMAP_INC)
tools_CFLAGS := $(POSIX)
TOOL_LDLIBS := $(htv_LDLIBS) -lfdt -lz -lzstd

# Link order: users before what they use.
TOOL_LIBS := $(foreach l,tools htk hts sim trm htt rvtport rvtfdt rvt htv htr topology nexus etrace flow ingress,$(BUILD)/lib/lib$(l).a)

$(BUILD)/obj/tools/cli/main.o: INC := $(addprefix -I,$(tools_INC))
$(BUILD)/obj/tools/cli/main.o: EXTRA := $(POSIX)
ALL_OBJS += $(BUILD)/obj/tools/cli/main.o

$(BUILD)/hartrace: $(BUILD)/obj/tools/cli/main.o $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(TOOL_LDLIBS)

# The same program with SystemC: hartrace executes it when asked for that platform.
TOOL_SC_LIBS := $(foreach l,simsc trsc,$(BUILD)/lib/lib$(l).a)
$(BUILD)/obj/tools/cli/main_sc.o: INC := $(addprefix -I,$(tools_INC))
$(BUILD)/obj/tools/cli/main_sc.o: EXTRA := $(POSIX)
ALL_OBJS += $(BUILD)/obj/tools/cli/main_sc.o

$(BUILD)/hartrace-sc: $(BUILD)/obj/tools/cli/main_sc.o $(TOOL_SC_LIBS) $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)$(CXX) $(LDFLAGS) -o $@ $^ -lsystemc $(TOOL_LDLIBS)

# The same with Verilated components: hartrace executes it for --impl rtl.
$(BUILD)/obj/tools/cli/main_rtl.o: INC := $(addprefix -I,$(tools_INC))
$(BUILD)/obj/tools/cli/main_rtl.o: EXTRA := $(POSIX)
ALL_OBJS += $(BUILD)/obj/tools/cli/main_rtl.o

$(BUILD)/hartrace-rtl: $(BUILD)/obj/tools/cli/main_rtl.o $(BUILD)/lib/libsimsc.a $(BUILD)/lib/libtrvl.a $(BUILD)/lib/libtrsc.a \
  $(RTL_PLATFORM_LIBS) $(RTL_BUILD)/libverilated.a $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)$(CXX) $(LDFLAGS) -o $@ $^ -lsystemc $(TOOL_LDLIBS) -pthread -latomic

.PHONY: rtl
rtl:  ## Build hartrace-rtl: hartrace run --platform systemc --impl rtl
	$(call need,build systemc rtl)
	$(Q)$(MAKE) -s $(BUILD)/hartrace $(BUILD)/hartrace-sc $(BUILD)/hartrace-rtl

.PHONY: systemc
systemc:  ## Build hartrace-sc: hartrace run --platform systemc
	$(call need,build systemc)
	$(Q)$(MAKE) -s $(BUILD)/hartrace $(BUILD)/hartrace-sc

include tools/record/qemu/module.mk
include tools/completion/module.mk

# Measure the libraries in processes of their own: decoding with the limits beside it, the simulator by harts.
BENCHES := $(BUILD)/tests/bench/bench_decode $(BUILD)/tests/bench/bench_run \
  $(BUILD)/tests/bench/bench_openocd $(BUILD)/tests/bench/bench_fwtrace $(BUILD)/tests/bench/bench_etrace
BENCH_OBJS := $(BENCHES:$(BUILD)/%=$(BUILD)/obj/%.o)
$(BENCH_OBJS): INC := $(addprefix -I,$(tools_INC))
$(BENCH_OBJS): EXTRA := $(POSIX)
ALL_OBJS += $(BENCH_OBJS)
$(BUILD)/obj/tests/bench/bench_fwtrace.o: INC += -Ifwtrace/include
$(BENCHES): $(BUILD)/%: $(BUILD)/obj/%.o $(BUILD)/lib/libfwt.a $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(TOOL_LDLIBS)

# 33 million instructions with a call every 27 and with symbols, for the exports.
BENCH_WORK := $(BUILD)/tests/bench/view_work.elf
$(BENCH_WORK): tests/bench/view_work.c $(BSP_OBJS_64) $(BSP_HEADERS) sim/bsp/bsp.ld | $(RV_TOOLCHAIN)
	$(call say,RVCC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(RV_CC) $(RV_64) $(RV_FLAGS) -DROUNDS=1300 -O2 $(RV_LDFLAGS) -o $@ $< $(BSP_OBJS_64) -lgcc

# SystemC against the C models.
BENCH_SC := $(BUILD)/tests/bench/bench_systemc
$(BUILD)/obj/tests/bench/bench_systemc.o: INC := $(addprefix -I,$(tools_INC) rtl-model/systemc/include tests/lib)
ALL_OBJS += $(BUILD)/obj/tests/bench/bench_systemc.o
$(BENCH_SC): $(BUILD)/obj/tests/bench/bench_systemc.o $(TOOL_SC_LIBS) $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(LDFLAGS) -o $@ $^ -lsystemc $(TOOL_LDLIBS)

.PHONY: waves
waves:  ## One capture on RTL as VCD, as FST and as a picture, in build/waves
	$(call need,build programs dts rtl waves)
	$(Q)$(MAKE) -s all programs dtbs rtl
	$(Q)BUILD=$(BUILD) scripts/waves.sh $(BUILD)/waves

.PHONY: screenshots
screenshots:  ## Pictures of a report, in docs/images
	$(call need,build programs browser)
	$(Q)$(MAKE) -s all programs
	$(Q)BUILD=$(BUILD) scripts/screenshots.sh

.PHONY: diagrams
diagrams:  ## Timing diagrams of the SystemVerilog's ports, from a simulation, in docs/images
	$(call need,rtl)
	$(Q)scripts/diagrams.sh $(BUILD)/diagrams
	$(Q)cp $(BUILD)/diagrams/rtl-*.svg docs/images/

.PHONY: demo bench compare-protocols
demo:  ## The main job on real input: harts with programs, firmware booted under QEMU, traced and verified (DEMO=long: shards on Slurm too)
	$(call need,build programs firmware demo systemc rtl)
	$(Q)$(MAKE) -s all programs dtbs rtl kit-rtl
	$(Q)BUILD=$(BUILD) scripts/demo.sh

compare-protocols: $(BUILD)/hartrace $(BUILD)/tests/bench/bench_etrace  ## Bits per instruction of N-Trace and E-Trace beside each other (HARTRACE_WORKLOADS, T='programs')
	$(Q)$(MAKE) -s programs
	$(Q)BUILD=$(BUILD) tests/workloads/etrace.sh $(T)

bench:  ## Rates side by side (HARTRACE_WORKLOADS, NEXRV, ETRACE_REF, ETRACE_LIB, ETRACE_CRATE, BENCH='PART...')
	$(call need,build programs systemc)
	$(Q)$(MAKE) -s all programs $(BENCHES) $(BENCH_SC) $(BENCH_WORK)
	$(Q)BUILD=$(BUILD) scripts/bench.sh
