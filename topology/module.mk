# SPDX-License-Identifier: Apache-2.0
# The graph of trace components and its reader of device trees; sees only libfdt.

LIBS += topology
topology_SRCS := $(sort $(wildcard topology/src/*.c))
topology_INC  := topology/include topology/src

.PHONY: check-dts
check-dts:  ## Compile and check the device trees under dts/
	$(call need,build test)
	$(Q)$(MAKE) -s $(BUILD)/hartrace
	$(Q)BUILD=$(BUILD) tests/topology/test_dts.sh
