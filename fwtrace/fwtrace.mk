# SPDX-License-Identifier: Apache-2.0
# For the Makefile of a firmware, of GNU make; works in the source tree and where `make install` has put it.
#
#   FWT_TABLE = own.toml
#   include $(shell pkg-config --variable=fwtrace hartrace)/fwtrace.mk
#   firmware.elf: main.c own.ld $(FWT_SRCS) $(FWT_HEADERS)
#   	$(CC) $(CFLAGS) $(FWT_CFLAGS) -o $@ main.c $(FWT_SRCS) $(FWT_LDFLAGS) -T own.ld
#
# FWT_TABLE   one or more tables, before the include; without it, that of TI's system firmware
# FWT_GEN     where their headers are generated (fwt-gen)
# FWT_SRCS    to compile; FWT_CFLAGS for them and for what includes their headers
# FWT_LDFLAGS to link, before -T of your own script, which needs sections .rodata and .bss
# FWT_HEADERS to be made before anything that includes them

# The first rule of the Makefile itself stays the default.
FWT_GOAL := $(.DEFAULT_GOAL)
FWT_DIR := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
FWT_TABLE ?= $(FWT_DIR)/ti-sysfw.toml
FWT_GEN ?= fwt-gen
FWT_SRCS := $(sort $(wildcard $(FWT_DIR)/src/*.c $(FWT_DIR)/port/*.c))
FWT_CFLAGS = -I$(FWT_DIR)/include -I$(FWT_DIR)/src -I$(FWT_GEN)/c -ffunction-sections
FWT_LDFLAGS = -Wl,--gc-sections -Wl,--build-id=sha1 -Wl,-T,$(FWT_DIR)/fwtrace.ld

# The header has the name that is in the table.
define FWT_RULE
FWT_HEADERS += $(FWT_GEN)/c/fwtrace/$(2).h
$(FWT_GEN)/c/fwtrace/$(2).h: $(1) $(FWT_DIR)/fwtrace.py
	python3 $(FWT_DIR)/fwtrace.py $(1) $(FWT_GEN)
	@test -f $$@ && touch $$@

endef
FWT_HEADERS :=
$(eval $(foreach t,$(FWT_TABLE),$(call FWT_RULE,$(t),$(shell sed -n '/^ *name *=/{s/.*= *"\([^"]*\)".*/\1/; y/-/_/; p; q;}' $(t)))))
.DEFAULT_GOAL := $(FWT_GOAL)
