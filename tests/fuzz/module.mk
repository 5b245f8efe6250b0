# SPDX-License-Identifier: Apache-2.0
# libFuzzer targets: every tests/fuzz/fuzz_*.c, built with clang and sanitizers in a build folder of their own.

FUZZ_SECONDS ?= 30
SOAK_TIMES ?= 200
FUZZ_SRCS := $(sort $(wildcard tests/fuzz/fuzz_*.c))
SOAK_SECONDS ?= $(shell expr 7200 / $(words $(FUZZ_SRCS)))
FUZZ_BINS := $(patsubst %.c,$(BUILD)/%,$(FUZZ_SRCS))
FUZZ_OBJS := $(patsubst %.c,$(BUILD)/obj/%.o,$(FUZZ_SRCS))
$(FUZZ_OBJS): INC := $(addprefix -I,tests/fuzz $(TEST_INC))
$(FUZZ_OBJS): EXTRA := $(POSIX)
ALL_OBJS += $(FUZZ_OBJS)
.SECONDARY: $(FUZZ_OBJS)

FUZZ_LIB_OBJS := $(BUILD)/obj/tests/lib/msg_facts.o $(BUILD)/obj/tests/lib/dm_fixture.o
$(FUZZ_BINS): $(BUILD)/%: $(BUILD)/obj/%.o $(FUZZ_LIB_OBJS) $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ -lcmocka -lz $(TOOL_LDLIBS)

.PHONY: build-fuzz build-fuzz-objects fuzz-programs fuzz fuzz-corpus soak
build-fuzz: $(FUZZ_BINS)
build-fuzz-objects: $(FUZZ_OBJS) $(FUZZ_LIB_OBJS)

# FUZZ_LIKE=folder: another build of clang, of the same sources. Of the libraries only what the targets are linked with there is compiled: less than
# half. Should that not do, all of it is.
FUZZ_LIKE ?=
FUZZ_BUILD := BUILD=$(BUILD)/fuzz CC=clang OPT=-O1 SAN=address,undefined,fuzzer-no-link
fuzz-programs:
ifneq ($(FUZZ_LIKE),)
	$(Q)$(MAKE) -s build-fuzz-objects $(FUZZ_BUILD)
	$(Q)$(MAKE) -s build-fuzz $(FUZZ_BUILD) FUZZ_NEEDS="$$(tests/fuzz/needed.sh $(patsubst $(BUILD)/%,$(BUILD)/fuzz/%,$(FUZZ_OBJS) $(FUZZ_LIB_OBJS)) -- $(TOOL_LIBS:$(BUILD)/%=$(FUZZ_LIKE)/%))" || \
	  $(MAKE) -s build-fuzz $(FUZZ_BUILD)
else
	$(Q)$(MAKE) -s build-fuzz $(FUZZ_BUILD)
endif

# T=name runs the targets whose name contains name.
fuzz: fuzz-programs  ## Fuzz everything that reads bytes, FUZZ_SECONDS (30) each (T=part-of-name)
	$(Q)FUZZ_SECONDS=$(FUZZ_SECONDS) tests/fuzz/run.sh $(BUILD)/fuzz $(basename $(notdir $(if $(T),$(foreach t,$(FUZZ_SRCS),$(if $(findstring $(T),$t),$t)),$(FUZZ_SRCS))))

fuzz-corpus:  ## Write tests/fuzz/corpus anew, from the golden vectors and by hand
	$(Q)tests/fuzz/make_corpus.py

# Every test that has a long form, by its own words; the two of netlists are part of check-netlist.
SOAK_SCRIPTS = tests/docs/test_commands.sh $(filter-out tests/rtl/test_rtl_hx8k.sh tests/rtl/test_rtl_icarus.sh,$(shell grep -l HARTRACE_SOAK tests/*/test_*.sh))
SOAK_BINS = $(patsubst %.c,$(BUILD)/%,$(shell grep -lE 'HARTRACE_SOAK|random_setup\.h|fwt_stress\.h' $(TEST_SRCS))) $(RTL_TEST_BINS)

# Two targets at a time: SOAK_SECONDS of each are an hour in all. Then SOAK_TIMES (200) times as many
# random programs, overflows and damaged streams as in make check. Then the bugs planted in the models.
soak: fuzz-programs build-tests build-rtl  ## An hour of fuzzing, then long random runs (SOAK_SECONDS, SOAK_TIMES)
	$(call need,deb deb-test cross)
	$(Q)FUZZ_SECONDS=$(SOAK_SECONDS) tests/fuzz/run.sh $(BUILD)/fuzz $(basename $(notdir $(FUZZ_SRCS)))
	$(Q)BUILD=$(BUILD) CC=$(CC) HARTRACE_SOAK=$(SOAK_TIMES) TEST_TIMEOUT=7200 tests/run.sh $(BUILD)/soak $(SOAK_BINS) $(SOAK_SCRIPTS)
	$(Q)$(MAKE) -s mutants T=
	$(Q)$(MAKE) -s kit-mutants T=
	$(Q)$(MAKE) -s kit-decoder-mutants T=
	$(Q)$(MAKE) -s check-formal
	$(Q)$(MAKE) -s check-netlist
	$(Q)$(MAKE) -s check-rtl-sets SETS=200
