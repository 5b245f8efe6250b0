# SPDX-License-Identifier: Apache-2.0
# The scripts for OpenOCD, where it looks for scripts: `openocd -f target/hartrace-sim.cfg -f hartrace.tcl`.

OPENOCD_SCRIPTS := share/openocd/scripts
OPENOCD_FILES := hartrace.tcl $(patsubst openocd-scripts/%,%,$(wildcard openocd-scripts/*/*.tcl openocd-scripts/*/*.cfg))

.PHONY: install-openocd uninstall-openocd
install-openocd:  ## Install the scripts for OpenOCD, below PREFIX/share/openocd/scripts
	$(foreach f,$(OPENOCD_FILES),install -D -m 644 openocd-scripts/$(f) "$(DESTDIR)$(PREFIX)"/$(OPENOCD_SCRIPTS)/$(f) &&) :
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/$(OPENOCD_SCRIPTS)/hartrace regmap/gen/tcl/regs.tcl

uninstall-openocd:  ## Remove what install-openocd has put below PREFIX
	[ ! -d "$(DESTDIR)$(PREFIX)"/$(OPENOCD_SCRIPTS) ] || { cd "$(DESTDIR)$(PREFIX)"/$(OPENOCD_SCRIPTS) && rm -f $(OPENOCD_FILES) hartrace/regs.tcl && \
	  { [ ! -d hartrace ] || rmdir --ignore-fail-on-non-empty hartrace; }; }
