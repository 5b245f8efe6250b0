# SPDX-License-Identifier: Apache-2.0
# hartrace: one non-recursive make. Every folder's module.mk adds its libraries, programs and targets.
#
#   make demo    the main job, on real input          make check   every test
#   make help    all targets
#
# Variables: BUILD (output folder), CC, CXX, SAN (sanitizers, e.g. address,undefined), V=1 (show commands).

BUILD ?= build
CC    := $(if $(filter default,$(origin CC)),gcc,$(CC))
CXX   := $(if $(filter default,$(origin CXX)),$(if $(findstring clang,$(CC)),clang++,g++),$(CXX))
AR    := $(if $(filter default,$(origin AR)),ar,$(AR))
OPT   ?= -O2
DEBUG ?= -g
# For what takes longer to optimize than to run: tests and SystemC.
OPT_ONCE ?=
SAN   ?=
PREFIX ?= /usr/local
DESTDIR ?=

WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
SANFLAGS := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
CFLAGS  := -std=c11 $(OPT) $(DEBUG) $(WARN) $(SANFLAGS)
CXXFLAGS := -std=c++17 $(OPT) $(DEBUG) $(WARN) $(SANFLAGS)
LDFLAGS := $(SANFLAGS)
POSIX   := -D_POSIX_C_SOURCE=200809L

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-7s %s\n' '$(1)' '$(2)')

# deps.sh installs what a target needs from Debian; it is quick when nothing is missing.
define need
	@scripts/deps.sh $(1)
endef

LIBS :=
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all

include regmap/module.mk
include lib/flow/module.mk
include lib/nexus/module.mk
include lib/etrace/module.mk
include lib/ingress/module.mk
include lib/topology/module.mk
include lib/trace/module.mk
include lib/view/module.mk
include lib/kit/module.mk
include driver/module.mk
include fwtrace/module.mk
include lib/target/module.mk
include rtl-model/module.mk
include sim/module.mk
include lib/session/module.mk
include docs/module.mk
include tools/module.mk
include lib/install.mk
include kit/module.mk
include openocd-scripts/module.mk
include packaging/module.mk
include tests/module.mk

# A switch over kinds of components names all of them, default or not: the compiler then finds what a new kind needs. Elsewhere
# `default` may mean "all else": codes of messages, states of a TAP, kinds of files.
$(foreach d,driver lib/topology sim/platform,$(BUILD)/obj/$(d)/%.o): CFLAGS += -Wswitch-enum
$(BUILD)/obj/sim/systemc/%.o: CXXFLAGS += -Wswitch-enum

# One static library per entry of LIBS: NAME_SRCS (C or C++), NAME_INC (folders it may see), NAME_CFLAGS. FUZZ_NEEDS, when there are any, are
# NAME/FILE of what is compiled of them all (tests/fuzz/module.mk).
FUZZ_NEEDS ?=
needed = $(if $(FUZZ_NEEDS),$(filter $(patsubst $(1)/%,\%/%.o,$(filter $(1)/%,$(FUZZ_NEEDS))),$(2)),$(2))
define library
$(1)_OBJS := $$(call needed,$(1),$$(patsubst %,$$(BUILD)/obj/%.o,$$(basename $$($(1)_SRCS))))
$$(BUILD)/lib/lib$(1).a: $$($(1)_OBJS)
	$$(call say,AR,$$@)
	$$(Q)mkdir -p $$(@D) && rm -f $$@ && $$(AR) rcs $$@ $$^
$$($(1)_OBJS): INC := $$(addprefix -I,$$($(1)_INC))
$$($(1)_OBJS): EXTRA := $$($(1)_CFLAGS)
ALL_OBJS += $$($(1)_OBJS)
endef
$(foreach l,$(LIBS),$(eval $(call library,$(l))))

# Headers of libraries are looked for once per build folder: what is missing is named with its package.
$(BUILD)/headers: scripts/deps.sh
	$(Q)scripts/deps.sh --headers '$(CC)'
	$(Q)mkdir -p $(@D) && touch $@

$(BUILD)/obj/%.o: %.c | $(BUILD)/headers
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(EXTRA) $(INC) -MMD -MP -c -o $@ $<

$(BUILD)/obj/%.o: %.cpp
	$(call say,CXX,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(CXXFLAGS) $(EXTRA) $(INC) -MMD -MP -c -o $@ $<

all: $(BUILD)/hartrace  ## Build the command-line program and its libraries

.PHONY: clean help
clean:  ## Remove everything that was built
	$(Q)rm -rf $(BUILD)

help:  ## Show this list
	@echo 'hartrace: targets'
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | sort -u | \
	  while IFS="$$(printf '\t')" read -r t d; do printf '  %-20s %s\n' "$$t" "$$d"; done
	@echo 'Variables: BUILD=build CC=gcc|clang SAN=address,undefined OPT=-O2 V=1 PREFIX=/usr/local'
	@echo 'Environment: HARTRACE_WORKLOADS (folder of PC lists), NEXRV, ETRACE_REF (reference tools, make interop)'

-include $(ALL_OBJS:.o=.d)
