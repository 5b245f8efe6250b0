# SPDX-License-Identifier: Apache-2.0
# Packages for Debian (docs/howto/install.md).

.PHONY: deb deb-symbols
deb:  ## Debian packages of program, library, headers, OpenOCD scripts, SystemVerilog and documents, in build/
	$(call need,build deb)
	$(Q)packaging/deb.sh $(BUILD) $(VERSION)

# What the shared libraries export, as dpkg-gensymbols lists it. A name that is gone breaks programs: the package is not built until this list says so.
DEB_SYMBOLS := packaging/debian/libhartrace.symbols.in
deb-symbols: $(API_LIBS:%=$(BUILD)/lib/lib%.map)  ## Write the list of exported names that the package of the library is built against
	$(Q)packaging/symbols.sh $(VERSION_MAJOR) $(foreach l,$(API_LIBS),$(l)=$(BUILD)/lib/lib$(l).map) >$(DEB_SYMBOLS).tmp && mv $(DEB_SYMBOLS).tmp $(DEB_SYMBOLS)
