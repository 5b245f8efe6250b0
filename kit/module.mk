# SPDX-License-Identifier: Apache-2.0
# The kit in the simulation of others: a library for DPI-C, VPI and everything that can call C (docs/howto/simulate-with-kit.md).

KIT_INC := kit/dpi lib/kit/include lib/trace/include lib/ingress/include lib/nexus/include lib/flow/include lib/topology/include rtl-model/model/include $(REGMAP_INC)
KIT_PARTS := htk htr topology trm rvt nexus etrace flow ingress
KIT_SV := $(addprefix kit/dpi/,htk_dpi_pkg.sv htk_map_pkg.sv htk_monitor.sv)
KIT_LDLIBS := -lfdt -lz -lzstd

# Static: for programs that Verilator makes.
KIT_DPI_OBJ := $(BUILD)/obj/kit/dpi/htk_dpi.o
$(KIT_DPI_OBJ): INC := $(addprefix -I,$(KIT_INC))
$(KIT_DPI_OBJ): EXTRA := $(POSIX)
ALL_OBJS += $(KIT_DPI_OBJ)
KIT_DPI_A := $(BUILD)/lib/libhartrace_dpi.a
$(KIT_DPI_A): $(KIT_DPI_OBJ) $(foreach p,$(KIT_PARTS),$(patsubst %,$(BUILD)/obj/%.o,$(basename $($(p)_SRCS))))
	$(call say,AR,$@)
	$(Q)mkdir -p $(@D) && rm -f $@ && $(AR) rcs $@ $^

# Shared: loaded by a simulator, or by Python. It exports htk_dpi_*.
$(foreach p,htk trm rvt,$(eval $(call pic_objects,$(p))))
$(HTK_LISTS:%.c=$(BUILD)/pic/%.o): $(BUILD)/pic/%.o: $(BUILD)/obj/%.c | $(BUILD)/headers
	$(call say,PIC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(PIC) $(EXTRA) $(INC) -MMD -MP -c -o $@ $<
KIT_DPI_PIC := $(BUILD)/pic/kit/dpi/htk_dpi.o
$(KIT_DPI_PIC): INC := $(addprefix -I,$(KIT_INC))
$(KIT_DPI_PIC): EXTRA := $(POSIX)
ALL_OBJS += $(KIT_DPI_PIC)
KIT_DPI_SO := $(BUILD)/lib/libhartrace_dpi.so
$(KIT_DPI_SO): kit/dpi/exports.map $(KIT_DPI_PIC) $(foreach p,$(KIT_PARTS),$($(p)_PIC))
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -shared -Wl,-soname,libhartrace_dpi.so -Wl,--version-script,$< $(if $(SAN),,-Wl,-z$(comma)defs) -Wl,--as-needed \
	  -o $@ $(filter-out $<,$^) $(KIT_LDLIBS)

# What make install copies: to lib, and to share/hartrace as they are here.
KIT_LIBS := $(KIT_DPI_A) $(if $(SHARED),$(KIT_DPI_SO))
KIT_FILES := $(wildcard kit/dpi/*.sv kit/vpi/*.v kit/vpi/*.c kit/cocotb/*.py kit/uvm/*.sv)
installable: $(KIT_LIBS)

.PHONY: kit-dpi
kit-dpi: $(KIT_DPI_A) $(KIT_DPI_SO)  ## Build libhartrace_dpi, static and shared: the kit in your simulation

# For simulators with VPI. The header is the simulator's: VPI_INC names its folder.
VPI_INC ?= /usr/include/iverilog
KIT_VPI_OBJ := $(BUILD)/pic/kit/vpi/htk_vpi.o
$(KIT_VPI_OBJ): INC := $(addprefix -I,$(KIT_INC)) -isystem $(VPI_INC)
$(KIT_VPI_OBJ): EXTRA := $(POSIX)
KIT_VPI := $(BUILD)/lib/htk.vpi
$(KIT_VPI): $(KIT_VPI_OBJ) $(KIT_DPI_PIC) $(foreach p,$(KIT_PARTS),$($(p)_PIC))
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LDFLAGS) -shared -Wl,--as-needed -o $@ $^ $(KIT_LDLIBS)

.PHONY: kit-vpi
kit-vpi: $(KIT_VPI)  ## Build htk.vpi: the kit for Icarus Verilog and other simulators with VPI
