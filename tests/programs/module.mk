# SPDX-License-Identifier: Apache-2.0
# Bare-metal programs for the simulated hart and for QEMU: $(BUILD)/programs/rv{32,64}/NAME.elf
# from tests/programs/NAME.c or NAME.S. NAME-O0, NAME-Os: the same source with another optimization;
# NAME-save: -Os with millicode (-msave-restore);
# NAME-high: linked to the high alias of the RAM (RV64 only, does not run on QEMU).
#
#   PROGRAMS          all that run with both XLENs, on the simulated hart and on QEMU
#   PROGRAMS_IRQ      of these: with interrupts
#   PROGRAMS_SIM      pass on both, but one of the two traps where the other does not
#   PROGRAMS_FAIL     must end with exit code 42: a failure has to be seen
#   PROGRAMS_HIGH     RV64, high alias
#   PROGRAMS_SECOND   for hart 1, beside another program
#   PROGRAMS_DEBUG    end only when a debugger says so
#   PROGRAMS_TRACE    trace themselves through the driver; need our trace components, so not on QEMU.
#                     NAME is built for trTeInstMode 6, NAME-btm for 3
#   PROGRAMS_STIM     store to stimulus ports of their encoder; not on QEMU
#   PROGRAMS_FWT      trace with fwtrace; need one hart or more. fwtrace: UART as text, -bin: frames, -ring: a ring;
#                     fwtcost: what it costs; fwtstim: stimulus ports, not on QEMU; fwtplace, -bin, -ring, -stim:
#                     the same messages from many places; fwtflood: more than stimulus ports take, -million: much more
#   PROGRAMS_CRASH    trace themselves into a crash, and report it

PROGRAMS_SYNC := recursion recursion-O0 recursion-Os sort sort-O0 crc matrix matrix-Os strings \
  strings-O0 vm vm-O0 vm-Os deep sha256 state state-Os puzzles atomic mixed coroutine sijump \
  linear nottaken jumps selfmod ecalls illegal nested corners user pmp smplock smpwork \
  calls calls-O0 calls-save tails
PROGRAMS_IRQ := timer timer-O0 irqnest softirq backtoback wfi stimer smpipi ticks
PROGRAMS_SIM := misaligned context overlay tasks
PROGRAMS_FAIL := fails
PROGRAMS_DEBUG := debuggee
PROGRAMS_TRACE := selftrace selftrace-btm
PROGRAMS_STIM := stimulus
PROGRAMS_CRASH := crash
PROGRAMS_FWT := fwtrace fwtrace-bin fwtrace-ring fwtcost fwtstim fwtplace fwtplace-bin fwtplace-ring fwtplace-stim fwtflood fwtflood-million
PROGRAMS_SECOND := sort-second crc-second
PROGRAMS_HIGH := recursion-high sort-high vm-high nested-high

PROGRAMS := $(PROGRAMS_SYNC) $(PROGRAMS_IRQ)
PROGRAMS_BOTH := $(PROGRAMS) $(PROGRAMS_SIM) $(PROGRAMS_FAIL) $(PROGRAMS_DEBUG)
PROGRAM_ELFS := $(foreach x,32 64,$(PROGRAMS_BOTH:%=$(BUILD)/programs/rv$x/%.elf)) \
  $(PROGRAMS_HIGH:%=$(BUILD)/programs/rv64/%.elf) \
  $(foreach x,32 64,$(PROGRAMS_SECOND:%=$(BUILD)/programs/rv$x/%.elf)) \
  $(foreach x,32 64,$(PROGRAMS_STIM:%=$(BUILD)/programs/rv$x/%.elf)) \
  $(foreach x,32 64,$(PROGRAMS_TRACE:%=$(BUILD)/programs/rv$x/%.elf)) \
  $(foreach x,32 64,$(PROGRAMS_CRASH:%=$(BUILD)/programs/rv$x/%.elf)) \
  $(foreach x,32 64,$(PROGRAMS_FWT:%=$(BUILD)/programs/rv$x/%.elf))

RV_CC := riscv64-unknown-elf-gcc
RV_FLAGS := -std=gnu11 -g -ffreestanding -nostdlib -nostartfiles -mcmodel=medany -misa-spec=2.2 \
  -fno-tree-loop-distribute-patterns -fno-common -ffunction-sections \
  -Wall -Wextra -Wshadow -Werror -Isim/bsp
RV_LDFLAGS := -static -Wl,-T,sim/bsp/bsp.ld -Wl,--gc-sections -Wl,--build-id=none
# More to link with every program, for cores that are not ours (scripts/trace-core.sh).
RV_EXTRA :=
# Must come before the linker script, which asks whether it is defined.
RV_HIGH := -Wl,--defsym=BSP_LINK=0xffffffff80000000
RV_SECOND := -Wl,--defsym=BSP_LOAD=0x81000000,--defsym=BSP_MAIN=1
RV_32 := -march=rv32imac -mabi=ilp32
RV_64 := -march=rv64imac -mabi=lp64
BSP_SRCS := sim/bsp/crt0.S sim/bsp/trap.S sim/bsp/bsp.c sim/bsp/mem.c
BSP_HEADERS := sim/bsp/bsp.h sim/bsp/asm.inc
BSP_OBJS_32 := $(BSP_SRCS:sim/bsp/%=$(BUILD)/programs/rv32/bsp/%.o)
BSP_OBJS_64 := $(BSP_SRCS:sim/bsp/%=$(BUILD)/programs/rv64/bsp/%.o)

# The compiler is installed when it is missing, once.
RV_TOOLCHAIN := $(BUILD)/programs/toolchain
$(RV_TOOLCHAIN):
	$(call need,programs)
	$(Q)mkdir -p $(@D) && touch $@

# bsp XLEN: the objects of the board support.
define bsp
$(BUILD)/programs/rv$(1)/bsp/%.o: sim/bsp/% $(BSP_HEADERS) \
  tests/programs/module.mk | $(RV_TOOLCHAIN)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$(RV_CC) $(RV_$(1)) $(RV_FLAGS) -O2 -c -o $$@ $$<
endef
$(foreach x,32 64,$(eval $(call bsp,$x)))

# program NAME XLEN: one ELF. The part of NAME after '-' chooses the variant.
define program
$(BUILD)/programs/rv$(2)/$(1).elf: \
  $(firstword $(foreach e,c S,$(wildcard tests/programs/$(firstword $(subst -, ,$(1))).$e))) \
  $(BSP_OBJS_$(2)) $(BSP_HEADERS) sim/bsp/bsp.ld tests/programs/module.mk | $(RV_TOOLCHAIN)
	$$(call say,RVCC,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$(RV_CC) $(RV_$(2)) $(RV_FLAGS) \
	  $(or $(filter -O0 -Os,-$(word 2,$(subst -, ,$(1)))),-O2) \
	  $(if $(filter save,$(word 2,$(subst -, ,$(1)))),-Os -msave-restore) \
	  $(if $(filter high,$(word 2,$(subst -, ,$(1)))),$(RV_HIGH)) \
	  $(if $(filter second,$(word 2,$(subst -, ,$(1)))),$(RV_SECOND)) $(RV_LDFLAGS) $(RV_EXTRA) \
	  -o $$@ $$< $(BSP_OBJS_$(2)) -lgcc
endef
$(foreach x,32 64,$(foreach p,$(PROGRAMS_BOTH) $(PROGRAMS_STIM),$(eval $(call program,$p,$x))))
$(foreach p,$(PROGRAMS_HIGH),$(eval $(call program,$p,64)))
$(foreach x,32 64,$(foreach p,$(PROGRAMS_SECOND),$(eval $(call program,$p,$x))))

# The driver with its port for software on a hart, and the scenario that it runs.
SELFTRACE_SRCS := $(rvt_SRCS) driver/port/rvt_io_mmio.c tests/lib/scenario.c
SELFTRACE_INC := $(addprefix -I,$(rvt_INC) driver/port/include tests/lib)
SELFTRACE_HEADERS := $(wildcard driver/include/hartrace/*.h driver/src/*.h) tests/lib/scenario.h
define selftrace_objs
$(BUILD)/programs/rv$(1)/driver/%.o: %.c $(SELFTRACE_HEADERS) tests/programs/module.mk | $(RV_TOOLCHAIN)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$(RV_CC) $(RV_$(1)) $(RV_FLAGS) $(SELFTRACE_INC) -Os -c -o $$@ $$<
endef
define selftrace
$(BUILD)/programs/rv$(2)/$(1).elf: tests/programs/$(firstword $(subst -, ,$(1))).c \
  $(SELFTRACE_SRCS:%.c=$(BUILD)/programs/rv$(2)/driver/%.o) $(BSP_OBJS_$(2)) sim/bsp/bsp.ld
	$$(call say,RVCC,$$@)
	$$(Q)$(RV_CC) $(RV_$(2)) $(RV_FLAGS) $(SELFTRACE_INC) -O2 \
	  -DSELFTRACE_MODE=$(if $(findstring -btm,$(1)),3,6) $(RV_LDFLAGS) \
	  -o $$@ $$(filter %.c %.o,$$^) -lgcc
endef
$(foreach x,32 64,$(eval $(call selftrace_objs,$x)))
$(foreach x,32 64,$(foreach p,$(PROGRAMS_TRACE) $(PROGRAMS_CRASH),$(eval $(call selftrace,$p,$x))))

FWT_DEFS_fwtflood-million := -DFLOOD=1000000

# The trace layer, as firmware links it: all of its sources, its linker script, a build id.
FWT_INC := $(addprefix -I,$(fwt_INC) regmap/gen/c)
FWT_DEPS := $(fwt_SRCS) $(wildcard fwtrace/include/fwtrace/*.h fwtrace/src/*.h regmap/gen/c/fwtrace/*.h) fwtrace/fwtrace.ld
FWT_LDFLAGS := -static -Wl,-T,fwtrace/fwtrace.ld -Wl,-T,sim/bsp/bsp.ld -Wl,--gc-sections -Wl,--build-id=sha1
define fwt_program
$(BUILD)/programs/rv$(2)/$(1).elf: tests/programs/$(firstword $(subst -, ,$(1))).c $(FWT_DEPS) $(BSP_OBJS_$(2)) sim/bsp/bsp.ld tests/programs/module.mk
	$$(call say,RVCC,$$@)
	$$(Q)$(RV_CC) $(RV_$(2)) $(RV_FLAGS) $(FWT_INC) -O2 \
	  $(if $(findstring -stim,$(1)),-DFWT_STIM,$(if $(findstring -ring,$(1)),,-DFWT_FORM=$(if $(findstring -bin,$(1)),FWT_UART_BINARY,FWT_UART_TEXT))) \
	  $(FWT_DEFS_$(1)) $(FWT_LDFLAGS) -o $$@ $$< $(fwt_SRCS) $(BSP_OBJS_$(2)) -lgcc
endef
$(foreach x,32 64,$(foreach p,$(PROGRAMS_FWT),$(eval $(call fwt_program,$p,$x))))

# For the test scripts: a line "KIND XLEN NAME" for each program.
$(BUILD)/programs/list: tests/programs/module.mk
	$(Q)mkdir -p $(@D)
	$(Q){ $(foreach x,32 64,$(foreach p,$(PROGRAMS_SYNC),echo sync $x $p;)) \
	  $(foreach x,32 64,$(foreach p,$(PROGRAMS_IRQ),echo irq $x $p;)) \
	  $(foreach x,32 64,$(foreach p,$(PROGRAMS_SIM),echo sim $x $p;)) \
	  $(foreach x,32 64,$(foreach p,$(PROGRAMS_FAIL),echo fail $x $p;)) \
	  $(foreach p,$(PROGRAMS_HIGH),echo high 64 $p;) } >$@

# Replays what QEMU executed on our hart, and compares.
REPLAY := $(BUILD)/tests/sim/replay
$(BUILD)/obj/tests/sim/replay.o: INC := $(addprefix -I,$(tools_INC))
$(BUILD)/obj/tests/sim/replay.o: EXTRA := $(POSIX)
ALL_OBJS += $(BUILD)/obj/tests/sim/replay.o
$(REPLAY): $(BUILD)/obj/tests/sim/replay.o $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(TOOL_LDLIBS)

.PHONY: programs
programs: $(PROGRAM_ELFS) $(BUILD)/programs/list  ## Build the bare-metal test programs
build-tests: programs $(REPLAY)
