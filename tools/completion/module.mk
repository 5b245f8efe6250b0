# SPDX-License-Identifier: Apache-2.0
# Completions for shells, made from the tables of options.

COMPLETIONS := $(BUILD)/completion/hartrace.bash $(BUILD)/completion/hartrace.zsh
$(COMPLETIONS): $(BUILD)/completion/%: tools/completion/%.in tools/completion/completion.sh $(BUILD)/hartrace
	$(call say,COMPL,$@)
	$(Q)mkdir -p $(@D)
	$(Q)tools/completion/completion.sh $(PROGRAM) $< >$@.tmp && mv $@.tmp $@

.PHONY: completions
completions: $(COMPLETIONS)  ## Completions for bash and zsh, in BUILD/completion
