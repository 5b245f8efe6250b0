# SPDX-License-Identifier: Apache-2.0
# Tests: every tests/*/test_*.c is a cmocka program, every tests/*/test_*.sh a script that prints TAP.

include tests/programs/module.mk

TEST_SRCS := $(sort $(filter-out tests/rtl/%,$(wildcard tests/*/test_*.c)))
TEST_LIB_SRCS := $(sort $(wildcard tests/lib/*.c tests/fakes/*.c plugins/opencsd/*.c))
TEST_SCRIPTS := $(sort $(filter-out tests/rtl/%,$(wildcard tests/*/test_*.sh)))
TEST_INC := fwtrace/include fwtrace/src lib/session/src driver/port tests/lib plugins/opencsd tests/fakes $(tools_INC) lib/nexus/src lib/etrace/src lib/flow/src lib/trace/src lib/view/src lib/kit/src rtl-model/model/src sim
TEST_BINS := $(patsubst %.c,$(BUILD)/%,$(TEST_SRCS))
TEST_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(TEST_SRCS) $(TEST_LIB_SRCS))
TEST_LIB_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(TEST_LIB_SRCS))
$(TEST_OBJS): INC := $(addprefix -I,$(TEST_INC))
$(TEST_OBJS): EXTRA := $(POSIX)
$(TEST_SRCS:%.c=$(BUILD)/obj/%.o): EXTRA += $(OPT_ONCE)
ALL_OBJS += $(TEST_OBJS)
.SECONDARY: $(TEST_OBJS)

# tests/session links the libraries alone: nothing of tools/.
SESSION_BINS := $(filter $(BUILD)/tests/session/%,$(TEST_BINS))
SESSION_LIBS := $(filter-out %/libtools.a,$(TOOL_LIBS))
$(SESSION_BINS:$(BUILD)/%=$(BUILD)/obj/%.o): INC := $(addprefix -I,$(hts_INC))
$(SESSION_BINS): $(BUILD)/%: $(BUILD)/obj/%.o $(SESSION_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(TOOL_LDLIBS)

$(filter-out $(SESSION_BINS),$(TEST_BINS)): $(BUILD)/%: $(BUILD)/obj/%.o $(TEST_LIB_OBJS) $(BUILD)/lib/libfwt.a $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(TEST_LDLIBS) $(TOOL_LDLIBS)

$(BUILD)/tests/atb/test_opencsd $(BUILD)/tests/atb/test_opencsd_decoder: TEST_LDLIBS := -lopencsd_c_api -lopencsd
$(BUILD)/tests/driver/test_openocd_port $(BUILD)/tests/fwtrace/test_fwt_ring $(BUILD)/tests/fwtrace/test_fwt_uart $(BUILD)/tests/fwtrace/test_fwt_million: TEST_LDLIBS := -pthread

# Reads and writes what the reference scripts of E-Trace do: tests/interop/etrace.sh.
ETRACE_IO := $(BUILD)/tests/interop/etrace_io
$(ETRACE_IO:$(BUILD)/%=$(BUILD)/obj/%.o): INC := $(addprefix -I,$(TEST_INC))
$(ETRACE_IO:$(BUILD)/%=$(BUILD)/obj/%.o): EXTRA := $(POSIX)
ALL_OBJS += $(ETRACE_IO:$(BUILD)/%=$(BUILD)/obj/%.o)
$(ETRACE_IO): $(BUILD)/%: $(BUILD)/obj/%.o $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(TOOL_LDLIBS)

# SystemC: tests/*/test_*.cpp print TAP themselves; one elaboration a process.
SC_TEST_SRCS := $(sort $(wildcard tests/systemc/test_*.cpp))
SC_TEST_BINS := $(patsubst %.cpp,$(BUILD)/%,$(SC_TEST_SRCS))
SC_TEST_OBJS := $(patsubst %.cpp,$(BUILD)/obj/%.o,$(SC_TEST_SRCS))
SC_NETWORK_OBJS := $(patsubst %.cpp,$(BUILD)/obj/%.o,$(wildcard tests/systemc/network*.cpp))
$(SC_TEST_OBJS) $(SC_NETWORK_OBJS): INC := $(addprefix -I,tests/lib lib/kit/src rtl-model/systemc/include $(tools_INC))
$(SC_TEST_OBJS) $(SC_NETWORK_OBJS): EXTRA := $(or $(OPT_ONCE),-O1) # half of the time is the optimizer at work on SystemC's templates
ALL_OBJS += $(SC_TEST_OBJS) $(SC_NETWORK_OBJS)
.SECONDARY: $(SC_TEST_OBJS) $(SC_NETWORK_OBJS)

$(SC_TEST_BINS): $(BUILD)/%: $(BUILD)/obj/%.o $(SC_NETWORK_OBJS) $(TEST_LIB_OBJS) $(TOOL_SC_LIBS) $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(LDFLAGS) -o $@ $^ -lsystemc -lcmocka $(TOOL_LDLIBS)

# C++ with every header that is installed, and a call of each library that is.
CPP_TEST := $(BUILD)/tests/cpp/test_headers
CPP_HEADERS := $(filter %.h,$(INSTALL_HEADERS)) $(wildcard regmap/gen/c/*.h regmap/gen/c/regmap/*.h)
$(BUILD)/tests/cpp/all_headers.h: $(CPP_HEADERS) tests/module.mk
	$(Q)mkdir -p $(@D)
	$(Q)for h in $(CPP_HEADERS); do h=$${h#*/include/}; echo "#include \"$${h#regmap/gen/c/}\""; done >$@
$(BUILD)/obj/tests/cpp/test_headers.o: $(BUILD)/tests/cpp/all_headers.h
$(BUILD)/obj/tests/cpp/test_headers.o: INC := $(addprefix -I,$(tools_INC))
$(BUILD)/obj/tests/cpp/test_headers.o: EXTRA := -include $(BUILD)/tests/cpp/all_headers.h -Wno-shadow # functions may have the name of a struct, as in C
ALL_OBJS += $(BUILD)/obj/tests/cpp/test_headers.o
$(CPP_TEST): $(BUILD)/obj/tests/cpp/test_headers.o $(INSTALL_LIBS:%=$(BUILD)/lib/lib%.a)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(LDFLAGS) -o $@ $< -L$(BUILD)/lib $(INSTALL_LIBS:%=-l%) $(TOOL_LDLIBS)

include tests/fuzz/module.mk
include tests/rtl/module.mk

# The encoder model as a program that kit encoder starts; with a bug in it for kit-mutants.
KIT_DUT := $(BUILD)/obj/tests/kit/dut_model.o
$(KIT_DUT): INC := $(addprefix -I,$(TEST_INC))
$(KIT_DUT): EXTRA := $(POSIX)
ALL_OBJS += $(KIT_DUT)
# The decoder as a program that the kit starts; with a bug in it for kit-decoder-mutants.
KIT_DECODER := $(BUILD)/obj/tests/kit/dut_decoder.o
$(KIT_DECODER): INC := $(addprefix -I,$(TEST_INC))
$(KIT_DECODER): EXTRA := $(POSIX)
ALL_OBJS += $(KIT_DECODER)
# A small encoder as a shared object, and as a program: tests/kit/test_kit_object.sh.
DUT_OBJECT := $(BUILD)/tests/kit/dut_object.so $(BUILD)/tests/kit/dut_program
DUT_OBJECT_PIC := $(BUILD)/pic/tests/kit/dut_object.o $(BUILD)/pic/tests/lib/own_encoder.o
$(DUT_OBJECT_PIC): INC := $(addprefix -I,$(TEST_INC))
$(DUT_OBJECT_PIC): EXTRA := $(POSIX)
ALL_OBJS += $(DUT_OBJECT_PIC)
$(BUILD)/tests/kit/dut_object.so: $(DUT_OBJECT_PIC) $(nexus_PIC) $(flow_PIC)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -shared -o $@ $^
$(BUILD)/tests/kit/dut_program: $(DUT_OBJECT_PIC) $(nexus_PIC) $(flow_PIC)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

.PHONY: build-tests run-tests check check-includes check-conformance conformance check-freestanding lint format
# The benchmarks are built with them, so that they keep compiling; `make bench` runs them.
build-tests: $(TEST_BINS) $(ETRACE_IO) $(KIT_DUT) $(KIT_DECODER) $(DUT_OBJECT) $(if $(SHARED),$(KIT_DPI_SO)) $(SC_TEST_BINS) $(CPP_TEST) $(BUILD)/hartrace $(BUILD)/hartrace-sc $(BENCHES) $(BENCH_SC) installable

# T=name builds and runs the tests whose path contains name.
TESTS := $(TEST_BINS) $(SC_TEST_BINS) $(CPP_TEST) $(TEST_SCRIPTS)
CHOSEN := $(if $(T),$(foreach t,$(TESTS),$(if $(findstring $(T),$t),$t)),$(TESTS))
CHOSEN_BINS := $(filter $(BUILD)/%,$(CHOSEN))
run-tests: $(CHOSEN_BINS) $(BUILD)/hartrace $(if $(filter-out $(BUILD)/%,$(CHOSEN)),$(BUILD)/hartrace-sc $(KIT_DUT) $(KIT_DECODER) $(DUT_OBJECT) $(if $(SHARED),$(KIT_DPI_SO)) installable)  ## Run the tests of this build (T=part-of-name to choose)
	$(Q)$(MAKE) -s programs dtbs
	$(Q)BUILD=$(BUILD) CC='$(CC)' tests/run.sh $(BUILD)/log $(CHOSEN)

# A copy of the tree for each job; tests/model/mutants.txt is the list.
.PHONY: mutants
mutants:  ## Bugs planted in the models are found by the tests of the rules they break (T='parts of names'; some minutes)
	$(call need,build)
	$(Q)tests/model/mutants.sh "$(MAKE)" $(BUILD) "$(T)"

.PHONY: kit-decoder-mutants
kit-decoder-mutants: $(BUILD)/hartrace $(KIT_DECODER)  ## How many bugs planted in the decoder hartrace kit decoder finds alone (T='parts of names'; minutes)
	$(Q)tests/kit/decoder_mutants.py $(BUILD) '$(CC)' $(T)
.PHONY: kit-mutants
kit-mutants: $(BUILD)/hartrace $(KIT_DUT)  ## How many bugs planted in the models hartrace kit finds alone: kit encoder, or with T='registers ...' kit registers (T='parts of names'; minutes)
	$(Q)tests/kit/mutants.py $(BUILD) '$(CC)' $(T)

.PHONY: check-fwtrace
check-fwtrace: $(BUILD)/hartrace  ## Run the tests of fwtrace/ and hartrace fwtrace alone
	$(Q)$(MAKE) -s run-tests T=fwtrace

.PHONY: check-openocd
OPENOCD_TESTS := $(filter tests/openocd/%,$(TEST_SCRIPTS)) $(BUILD)/tests/driver/test_openocd_port
check-openocd: $(BUILD)/hartrace $(BUILD)/tests/driver/test_openocd_port  ## Run the tests with real OpenOCD and GDB alone
	$(call need,build programs test)
	$(Q)$(MAKE) -s programs
	$(Q)BUILD=$(BUILD) CC='$(CC)' tests/run.sh $(BUILD)/log $(OPENOCD_TESTS)

# Exit status 77 means that there was no reference tool: nothing was compared, and the script says so.
.PHONY: interop
interop: $(BUILD)/hartrace $(ETRACE_IO)  ## Compare with the reference tools: NEXRV=path HARTRACE_WORKLOADS=folder ETRACE_REF=folder
	$(Q)BUILD=$(BUILD) tests/interop/nexrv.sh || [ $$? -eq 77 ]
	$(Q)BUILD=$(BUILD) tests/interop/nexrv-kit.sh || [ $$? -eq 77 ]
	$(Q)BUILD=$(BUILD) tests/interop/etrace.sh || [ $$? -eq 77 ]

check-includes:  ## Check who includes whom (ARCHITECTURE.md)
	$(Q)tests/check-includes.sh

# Libraries whose files call each other in one direction.
ONE_WAY_LIBS := fwt flow nexus etrace ingress htr htv htk htt hts trm rvt rvtport rvtfdt
CONSTANT_LIBS := fwt flow nexus etrace ingress htr htv htk htt hts topology trm rvt rvtfdt
.PHONY: check-calls
check-calls: $(sort $(patsubst %,$(BUILD)/lib/lib%.a,$(ONE_WAY_LIBS) $(CONSTANT_LIBS) tools))  ## Check that no files of a library call each other in a circle, and that libraries have no variables
	$(Q)tests/check-calls.sh $(ONE_WAY_LIBS:%=$(BUILD)/lib/lib%.a)
	$(Q)tests/check-variables.sh $(CONSTANT_LIBS:%=$(BUILD)/lib/lib%.a)
	$(Q)tests/check-variables.sh --but 'tool_the signals' $(BUILD)/lib/libtools.a

check-conformance:  ## Check docs/reference/conformance.md against the tests (HARTRACE_SPEC=folder: and the specifications)
	$(Q)tests/check-conformance.sh
	$(Q)tests/model/mutants.sh --check

conformance:  ## Write the columns of docs/reference/conformance.md from the comments of the tests
	$(Q)tests/check-conformance.sh --write

check-freestanding:  ## Build the driver and nexus for rv32imac and rv64imac without a C library
	$(call need,build programs)
	$(Q)BUILD=$(BUILD) tests/check-freestanding.sh

.PHONY: driver-size
driver-size:  ## Bytes of code and constants of the driver, for rv32imac and rv64imac
	$(call need,build programs)
	$(Q)BUILD=$(BUILD) tests/check-freestanding.sh --driver

lint:  ## Check the format of the sources and run the static checks
	$(Q)tests/lint.sh
	$(Q)tests/check-conformance.sh --quiet

format:  ## Format the C sources in place
	$(Q)git ls-files '*.c' '*.h' '*.def' '*.cpp' '*.hpp' | grep -v '/gen/' | xargs clang-format -i

check:  ## Run all tests: two compilers, sanitizers, generated files, layering
	$(call need,build programs firmware test)
	$(Q)BUILD=$(BUILD) MAKE='$(MAKE)' tests/check.sh
