# SPDX-License-Identifier: Apache-2.0
# The graph of trace components and its reader of device trees; sees only libfdt.

LIBS += topology
topology_SRCS := $(sort $(wildcard lib/topology/src/*.c))
topology_INC  := lib/topology/include lib/topology/src

# The compiler of device trees is installed when it is missing, once.
DTBS := $(patsubst %.dts,$(BUILD)/%.dtb,$(wildcard dts/*.dts))
$(BUILD)/dts/compiler:
	$(call need,dts)
	$(Q)mkdir -p $(@D) && touch $@
$(DTBS): $(BUILD)/%.dtb: %.dts | $(BUILD)/dts/compiler
	$(call say,DTC,$@)
	$(Q)dtc -E graph_endpoint -O dtb -o $@ $<

.PHONY: check-dts dtbs
dtbs: $(DTBS)  ## Compile the device trees under dts/
build-tests: dtbs

check-dts:  ## Compile and check the device trees under dts/
	$(call need,build test)
	$(Q)$(MAKE) -s $(BUILD)/hartrace
	$(Q)BUILD=$(BUILD) tests/topology/test_dts.sh
