# SPDX-License-Identifier: Apache-2.0
# Documentation: the man page is made from the program's own tables of options.

MAN := $(BUILD)/man/hartrace.1
$(MAN): docs/man/hartrace.1.in docs/man.sh $(BUILD)/hartrace
	$(call say,MAN,$@)
	$(Q)mkdir -p $(@D)
	$(Q)docs/man.sh $(BUILD)/hartrace $< >$@

.PHONY: man
man: $(MAN)  ## The man page, as BUILD/man/hartrace.1
