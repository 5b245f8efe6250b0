# SPDX-License-Identifier: Apache-2.0
# The trace layer of firmware: a freestanding library for targets; on the host it is built for the tests.

LIBS += fwt
fwt_SRCS := $(sort $(wildcard fwtrace/src/*.c fwtrace/port/*.c))
fwt_INC  := fwtrace/include fwtrace/src
fwt_CFLAGS := -ffreestanding

FWT_TABLES := $(wildcard fwtrace/*.toml)
.PHONY: fwt-tables check-fwt-tables
fwt-tables:  ## Regenerate the headers and pages of fwtrace/*.toml (regmap/gen/*/fwtrace)
	$(Q)for t in $(FWT_TABLES); do python3 fwtrace/fwtrace.py $$t regmap/gen || exit; done

check-fwt-tables:
	$(Q)rm -rf $(BUILD)/fwt-gen && for t in $(FWT_TABLES); do python3 fwtrace/fwtrace.py $$t $(BUILD)/fwt-gen || exit; done
	$(Q)for d in c md; do diff -ru regmap/gen/$$d/fwtrace $(BUILD)/fwt-gen/$$d/fwtrace || exit; done

# What make install copies to share/hartrace, as it is here: a firmware is compiled from its sources, for its target.
FWT_FILES := fwtrace/fwtrace.mk fwtrace/fwtrace.ld fwtrace/fwtrace.py regmap/tables.py $(FWT_TABLES) $(fwt_SRCS) \
  $(wildcard fwtrace/src/*.h fwtrace/include/fwtrace/*.h regmap/gen/md/fwtrace/*.md) docs/howto/fwtrace.md docs/reference/fwtrace.md docs/reference/stimulus.md docs/reference/exports.md
