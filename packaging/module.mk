# SPDX-License-Identifier: Apache-2.0
# Packages for Debian (docs/howto/install.md).

.PHONY: deb deb-symbols
deb:  ## Debian packages of program, library, headers, OpenOCD scripts, SystemVerilog and documents, in build/
	$(call need,build deb)
	$(Q)packaging/deb.sh $(BUILD) $(VERSION) $(ABI)

# What the shared libraries export, as dpkg-gensymbols lists it. A name that is gone breaks programs: the package is not built until this list says so.
DEB_SYMBOLS := packaging/debian/libhartrace.symbols.in
deb-symbols: $(API_LIBS:%=$(BUILD)/lib/lib%.map)  ## Write the list of exported names that the package of the library is built against
	$(Q)packaging/symbols.sh $(foreach l,$(API_LIBS),$(l)=$(BUILD)/lib/lib$(l).map) >$(DEB_SYMBOLS).tmp && mv $(DEB_SYMBOLS).tmp $(DEB_SYMBOLS)

.PHONY: sbom
sbom:  ## What the tree consists of and is linked with, as SPDX 2.3: build/hartrace.spdx.json
	$(Q)mkdir -p $(BUILD)
	$(Q)packaging/tree.sh files $(BUILD) | python3 packaging/sbom.py $(VERSION) $$(packaging/tree.sh epoch) >$(BUILD)/hartrace.spdx.json.tmp
	$(Q)mv $(BUILD)/hartrace.spdx.json.tmp $(BUILD)/hartrace.spdx.json

# For RISC-V Linux, with Debian's cross compiler; its libraries are compiled from Debian's sources.
CROSS_BUILD := $(BUILD)/cross-riscv64
.PHONY: cross check-cross
cross:  ## Program and libraries for RISC-V Linux, in build/cross-riscv64 (CROSS_SOURCES=folder: sources of the libraries, instead of apt-get source)
	$(call need,cross)
	$(Q)packaging/cross.sh $(CROSS_BUILD)

check-cross: cross $(BUILD)/hartrace  ## The same, run under QEMU on traces: what it prints is what the program of this machine prints
	$(call need,build programs cross)
	$(Q)$(MAKE) -s programs
	$(Q)HARTRACE_CROSS=$(CROSS_BUILD) BUILD=$(BUILD) tests/run.sh $(BUILD)/log tests/packages/test_cross.sh
