# SPDX-License-Identifier: Apache-2.0
# The QEMU plugin behind `hartrace record`. It is loaded by QEMU, so it is never sanitized.

RECORD_PLUGIN := $(BUILD)/qemu/hartrace-record.so
$(RECORD_PLUGIN): tools/record/qemu/record_plugin.c tools/record/qemu/qemu_plugin.h lib/trace/include/htr/htr_qemu_raw.h
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 $(OPT) $(DEBUG) $(WARN) $(POSIX) $(filter-out $(SANFLAGS),$(LDFLAGS)) -shared -fPIC -pthread -fvisibility=hidden \
	  -Ilib/trace/include -o $@ $<

# The program finds the plugin beside itself, in qemu/.
$(BUILD)/hartrace: | $(RECORD_PLUGIN)

.PHONY: install-plugin
install-plugin: $(RECORD_PLUGIN)
	install -d "$(DESTDIR)$(PREFIX)"/lib/hartrace
	install -m 755 $(RECORD_PLUGIN) "$(DESTDIR)$(PREFIX)"/lib/hartrace/
install: install-plugin
