# SPDX-License-Identifier: Apache-2.0
# Documentation: the man pages, one for the program and one per verb, are made from the program's own tables of options; the site is
# HTML of all pages, by Sphinx, with the headers' contracts by Doxygen.

# The program as it is run here: a cross build has it started by an emulator.
PROGRAM ?= $(BUILD)/hartrace
MAN := $(patsubst docs/man/%.in,$(BUILD)/man/%,$(wildcard docs/man/*.1.in))
$(MAN): $(BUILD)/man/%: docs/man/%.in docs/man.sh $(BUILD)/hartrace
	$(call say,MAN,$@)
	$(Q)mkdir -p $(@D)
	$(Q)docs/man.sh $(PROGRAM) $< >$@.tmp && mv $@.tmp $@

.PHONY: man
man: $(MAN)  ## The man pages, in BUILD/man: hartrace.1, hartrace-decode.1 and so on

.PHONY: docs
docs: $(MAN)  ## The documents as a site, with search: BUILD/docs/html/index.html; needs no network to read
	$(call need,build docs)
	$(Q)BUILD=$(BUILD) docs/site/build.sh

# Figures of the documents: docs/results/README.md. What is measured is what is there: make all build-tests first.
.PHONY: results check-results
results: $(BUILD)/hartrace  ## Measure the figures of the documents, or one part (PART=name; make results PART=none writes the pages only)
	$(Q)BUILD=$(BUILD) scripts/results.py $(if $(filter none,$(PART)),write,measure $(PART))
check-results:  ## Check that the tables of the documents are what docs/results/results.json makes
	$(Q)scripts/results.py check

# lib/trace/include/htr/htr_version.h is the one place that states the version. Commit and tag afterwards.
.PHONY: release
release:  ## Name a release: changelog, version, its figures (VERSION=1.0.0)
	$(Q)scripts/release.py $(if $(filter command,$(firstword $(origin VERSION))),$(VERSION),none)
