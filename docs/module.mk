# SPDX-License-Identifier: Apache-2.0
# Documentation: the man pages, one for the program and one per verb, are made from the program's own tables of options.

# The program as it is run here: a cross build has it started by an emulator.
PROGRAM ?= $(BUILD)/hartrace
MAN := $(patsubst docs/man/%.in,$(BUILD)/man/%,$(wildcard docs/man/*.1.in))
$(MAN): $(BUILD)/man/%: docs/man/%.in docs/man.sh $(BUILD)/hartrace
	$(call say,MAN,$@)
	$(Q)mkdir -p $(@D)
	$(Q)docs/man.sh $(PROGRAM) $< >$@.tmp && mv $@.tmp $@

.PHONY: man
man: $(MAN)  ## The man pages, in BUILD/man: hartrace.1, hartrace-decode.1 and so on
