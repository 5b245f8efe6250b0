# SPDX-License-Identifier: Apache-2.0
# The trace components in SystemVerilog: lint, and what Verilator makes of them.

RTL := rtl-model/rtl
RTL_PKGS := $(sort $(wildcard regmap/gen/sv/*_pkg.sv)) $(RTL)/tr_pkg.sv
# What modules include: lists of parameters, assertion macros.
RTL_PARAMS := $(sort $(wildcard regmap/gen/sv/*.svh)) $(RTL)/tr_assert.svh
# Adapters from what cores have to the ingress port of tr_encoder.
RTL_ADAPTERS := $(sort $(wildcard $(RTL)/adapters/tr_*.sv))
# Cover points are compiled where they are counted only.
RTL_SRCS := $(filter-out %_pkg.sv %_fv.sv $(if $(RTL_COVERAGE),,%_cover_sva.sv),$(sort $(wildcard $(RTL)/tr_*.sv)))
VERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null)
# The sanitized build takes what is made of them from its parent folder: BUILD is the folder of the plain build then.
RTL_BUILD := $(patsubst %/san,%,$(BUILD))/rtl
# How models that Verilator writes are compiled: for few cycles -O1 is quicker as a whole.
VL_OPT ?= -O2
VL_WARN := -std=c++17 $(VL_OPT) -w
# Verilator 5.006 computes some conditions wrong when it joins the bits of their operands: a && !(b && c) of bits of one vector was 0 with a = 1, b = 1
# and c = 0 (tr_etrace_flow, jumps, with some parameters; make check-rtl-sets SEED=101). docs/reference/rtl.md says so to others.
VL_FLAGS := -O3 -fno-const-bit-op-tree
# RTL_COVERAGE=1 counts lines, toggles and cover points (make coverage-rtl). What registers the counters (__Slow) takes minutes to optimize.
ifdef RTL_COVERAGE
VL_WARN := -std=c++17 -O1 -w -DVM_COVERAGE=1 -DRTL_COVERAGE
VL_COVER := --coverage-line --coverage-toggle --coverage-user
endif

# The headers that all of it begins with are precompiled, for what runs in every cycle and for the rest: most files are compiled in less time than they
# take. A compiler that cannot use them reads the header itself. ccache keeps no file that is compiled with them: with it they are left out.
VL_PCH := $(if $(findstring ccache,$(CXX) $(realpath $(shell command -v $(firstword $(CXX))))),,$(RTL_BUILD)/pch-$(notdir $(firstword $(CXX))))
VL_PCHS := $(if $(VL_PCH),$(VL_PCH)/fast/vl.h.gch $(VL_PCH)/slow/vl.h.gch)
vl_pch = $(if $(VL_PCH),-include $(VL_PCH)/$(1)/vl.h)

# RTL_NETLIST=1 takes what yosys makes of the module (make check-netlist), without assertions.
# $(call vl_make,TOP,PARAMETERS) makes the input if it is not there yet, $(call vl_input,TOP,PARAMETERS,SVA) names it.
ifdef RTL_NETLIST
VL_WARN := -std=c++17 -O1 -w
vl_make = $(RTL)/netlist.sh regmap/gen/sv $$(@D)/net.v $(1) $(2) &&
vl_input = -Wno-lint $$(@D)/net.v
else
vl_input = -Iregmap/gen/sv -y $(RTL) -y $(RTL)/adapters $(2) $(RTL)/waivers.vlt $(RTL_PKGS) $(filter %/$(1).sv,$(RTL_SRCS) $(RTL_ADAPTERS)) $(filter %_sva.sv,$(call rtl_srcs,$(1))) $(addprefix $(RTL)/,$(3))
endif

# $(call verilated,NAME,TOP,PARAMETERS,SVA): a library libNAME.a of the module TOP, class and header VNAME, with
# parameters as -GName=value, its own assertions and those of the files SVA. Verilator's own run-time code is built once, into libverilated.a.
# What it writes is compiled as two files, what runs in every cycle and the rest: each by itself takes a second for the headers.
# params/NAME.params changes when the parameters do.
# A module is made of those that begin with its name and of the common ones; tr_system of all.
RTL_COMMON := $(addprefix $(RTL)/,tr_apb.sv tr_apb_setup.sv tr_arbiter.sv tr_fifo.sv tr_gather.sv tr_timestamp.sv)
rtl_srcs = $(if $(filter tr_system,$(1)),$(RTL_SRCS),$(filter $(RTL)/$(1)% $(if $(filter tr_encoder,$(1)),$(RTL)/tr_etrace%) $(RTL)/adapters/$(1)%,$(RTL_SRCS) $(RTL_ADAPTERS)) $(RTL_COMMON))
define verilated
$(RTL_BUILD)/params/$(1).params: FORCE
	$$(Q)mkdir -p $$(@D)
	$$(Q)echo '$(3)' | cmp -s - $$@ || echo '$(3)' >$$@
$(RTL_BUILD)/$(1)/lib$(1).a: $(RTL_BUILD)/params/$(1).params $(RTL_PKGS) $(RTL_PARAMS) $(call rtl_srcs,$(2)) $(RTL)/waivers.vlt rtl-model/rtl/module.mk \
  $(if $(RTL_NETLIST),$(RTL)/netlist.sh) | $(VL_PCHS)
	$$(call say,VERILAT,$(1))
	$$(Q)rm -rf $$(@D) && mkdir -p $$(@D)
	$$(Q)$(call vl_make,$(2),$(3)) verilator --cc $(VL_FLAGS) --assert $(VL_COVER) -Wno-WIDTH --top-module $(2) --prefix V$(1) --Mdir $$(@D) \
	  $(call vl_input,$(2),$(3),$(4))
	$$(Q)for kind in fast slow; do case $$$$kind in (slow) o=-O0 ;; (*) o= ;; esac; \
	  for f in $$(@D)/V*.cpp; do case $$$$f in (*__Slow.cpp) k=slow ;; (*) k=fast ;; esac; \
	    [ $$$$k != $$$$kind ] || echo "#include \"$$$${f##*/}\""; done >$$(@D)/all_$$$$kind.cpp; \
	  $(CXX) $(VL_WARN) $$$$o -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd $(call vl_pch,$$$$kind) \
	    -c -o $$(@D)/all_$$$$kind.o $$(@D)/all_$$$$kind.cpp || exit 1; done
	$$(Q)ar rcs $$@ $$(@D)/*.o
endef

.PHONY: FORCE
FORCE:

$(RTL_BUILD)/pch-$(notdir $(firstword $(CXX)))/%/vl.h.gch: rtl-model/rtl/module.mk
	$(call say,CXX,$@)
	$(Q)mkdir -p $(@D) && echo '#include "verilated.h"' >$(@D)/vl.h
	$(Q)$(CXX) $(VL_WARN) $(if $(filter slow,$*),-O0) -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd -x c++-header -o $@ $(@D)/vl.h

VL_RUNTIME := verilated verilated_threads $(if $(RTL_COVERAGE),verilated_cov)
$(RTL_BUILD)/libverilated.a:
	$(call say,CXX,$@)
	$(Q)mkdir -p $(@D)
	$(Q)for f in $(VL_RUNTIME); do $(CXX) $(VL_WARN) -I$(VERILATOR_ROOT)/include -I$(VERILATOR_ROOT)/include/vltstd \
	  -c -o $(@D)/$$f.o $(VERILATOR_ROOT)/include/$$f.cpp || exit 1; done
	$(Q)ar rcs $@ $(addprefix $(@D)/,$(addsuffix .o,$(VL_RUNTIME)))

.PHONY: lint-rtl
lint-rtl:  ## Verilator and yosys find nothing to complain about in the SystemVerilog; each planted bug still changes its file
	$(call need,test)
	$(Q)$(RTL)/lint.sh regmap/gen/sv
	$(Q)tests/rtl/mutants.sh --check
	$(Q)tests/rtl/proof_mutants.sh --check

.PHONY: check-formal
check-formal:  ## Prove what the tr_*_fv.sv beside the SystemVerilog state (HARTRACE_FORMAL=seconds for each)
	$(call need,test)
	$(Q)$(RTL)/formal.sh regmap/gen/sv $(BUILD)/formal

# What others take: the lists above, in a folder with a file list of each kind. RTL_COVERAGE or not, cover points are no part of it.
RTL_PACKAGE := $(BUILD)/rtl-packages
RTL_PACKAGED := $(RTL_PARAMS) $(RTL_PKGS) $(filter-out %_cover_sva.sv,$(RTL_SRCS)) $(RTL_ADAPTERS) $(RTL)/waivers.vlt \
  $(sort $(wildcard regmap/gen/rdl/*.rdl regmap/gen/ipxact/*.xml))
.PHONY: rtl-packages install-rtl uninstall-rtl
rtl-packages:  ## The SystemVerilog with its file lists: .f, FuseSoC core, Bender.yml (in build/rtl-packages)
	$(Q)mkdir -p $(BUILD)
	$(Q)python3 $(RTL)/packages.py $(RTL_PACKAGE) $(VERSION) $(RTL_PACKAGED)
	$(Q)install -m 644 LICENSE $(RTL_PACKAGE)/

install-rtl: rtl-packages  ## Install what rtl-packages writes, below PREFIX/share/hartrace/rtl
	$(Q)for f in $$(cd $(RTL_PACKAGE) && find . -type f); do \
	  install -D -m 644 $(RTL_PACKAGE)/$$f "$(DESTDIR)$(PREFIX)/share/hartrace/rtl/$$f" || exit; done

uninstall-rtl: rtl-packages  ## Remove what install-rtl has put below PREFIX
	$(Q)files=$$(cd $(RTL_PACKAGE) && find . -type f) && { [ ! -d "$(DESTDIR)$(PREFIX)"/share/hartrace/rtl ] || { \
	  cd "$(DESTDIR)$(PREFIX)"/share && (cd hartrace/rtl && rm -f $$files) && find hartrace/rtl -depth -type d -empty -delete && rmdir --ignore-fail-on-non-empty hartrace; }; }
