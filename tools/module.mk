# SPDX-License-Identifier: Apache-2.0
# `hartrace`, one program with verbs: a thin user of the libraries.

LIBS += tools
tools_SRCS := $(filter-out tools/main.c,$(sort $(wildcard tools/*.c)))
tools_INC  := tools nexus/include rtl-model/model/include sim/include driver/include \
  driver/port/include $(REGMAP_INC)
tools_CFLAGS := $(POSIX)
TOOL_LDLIBS := -lz -lzstd

# Link order: users before what they use.
TOOL_LIBS := $(foreach l,tools sim trm rvtport rvt nexus,$(BUILD)/lib/lib$(l).a)

$(BUILD)/obj/tools/main.o: INC := $(addprefix -I,$(tools_INC))
$(BUILD)/obj/tools/main.o: EXTRA := $(POSIX)
ALL_OBJS += $(BUILD)/obj/tools/main.o

$(BUILD)/hartrace: $(BUILD)/obj/tools/main.o $(TOOL_LIBS)
	$(call say,LD,$@)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(TOOL_LDLIBS)

include tools/qemu/module.mk

.PHONY: demo bench install
demo:  ## The main job on real input: programs, and firmware booted under QEMU, traced and verified
	$(call need,build programs firmware)
	$(Q)$(MAKE) -s all programs
	$(Q)BUILD=$(BUILD) tools/demo.sh

bench:  ## Rates side by side (HARTRACE_WORKLOADS, NEXRV)
	$(call need,build programs)
	$(Q)$(MAKE) -s all programs
	$(Q)BUILD=$(BUILD) tools/bench.sh

install: $(BUILD)/hartrace  ## Install the program, headers, libraries and man pages below PREFIX
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(BUILD)/hartrace $(DESTDIR)$(PREFIX)/bin/hartrace
	for l in nexus rvt trm; do install -m 644 $(BUILD)/lib/lib$$l.a $(DESTDIR)$(PREFIX)/lib/; done
	for d in nexus/include/nexus driver/include/hartrace rtl-model/model/include/trm; do \
	  install -d $(DESTDIR)$(PREFIX)/include/$$(basename $$d) && \
	  install -m 644 $$d/*.h $$d/*.def $(DESTDIR)$(PREFIX)/include/$$(basename $$d)/ 2>/dev/null || \
	  install -m 644 $$d/*.h $(DESTDIR)$(PREFIX)/include/$$(basename $$d)/; done
	install -m 644 docs/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
