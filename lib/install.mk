# SPDX-License-Identifier: Apache-2.0
# What users of the C API get: libhartrace, libhartrace-view and libhartrace-target, shared and static, the parts as static libraries, headers,
# and files for pkg-config. SHARED= (empty) leaves out the shared libraries; so does SAN.
#
#   libhartrace          the decode side: host library, N-Trace codec, ingress files, topology
#   libhartrace-view     what a program did: symbols; needs libdw and libsqlite3, which libhartrace does not
#   libhartrace-target   a live target: the driver and its ports
#   hts, sim, trm        simulator and models are static only: their structures grow with every parameter of a component
#   htk                  rules that a trace is held against: static only, the list of rules grows

SHARED ?= $(if $(SAN),,yes)
VERSION_PARTS := $(shell awk '$$2 ~ /^HARTRACE_VERSION_(MAJOR|MINOR|PATCH)$$/ { print $$3 }' lib/trace/include/htr/htr_version.h)
VERSION := $(word 1,$(VERSION_PARTS)).$(word 2,$(VERSION_PARTS)).$(word 3,$(VERSION_PARTS))
# The number of the shared libraries is counted apart from the version. A file is libhartrace.so.ABI.VERSION: no two versions share a name.
ABI := $(shell awk '/^.define HARTRACE_ABI / { print $$3 }' lib/trace/include/htr/htr_version.h)
SO := $(ABI).$(VERSION)

# The parts of a library, in link order; their headers, which say what it exports; the libraries that it needs.
API_LIBS := hartrace hartrace-view hartrace-target
hartrace_PARTS := htr topology nexus etrace flow ingress
hartrace_HEADERS := $(wildcard $(foreach d,trace topology nexus etrace flow ingress,lib/$(d)/include/*/*.h))
hartrace_NODE := HARTRACE_$(ABI)
hartrace_LDLIBS := -lfdt -lz -lzstd
hartrace-view_PARTS := htv
hartrace-view_HEADERS := $(wildcard lib/view/include/*/*.h)
hartrace-view_NODE := HARTRACE_VIEW_$(ABI)
hartrace-view_NEEDS := hartrace
hartrace-view_LDLIBS := $(htv_LDLIBS)
hartrace-target_PARTS := htt rvtfdt rvtport rvt
hartrace-target_HEADERS := $(wildcard lib/target/include/*/*.h driver/include/*/*.h driver/port/include/*/*.h driver/fdt/include/*/*.h)
hartrace-target_NODE := HARTRACE_TARGET_$(ABI)
hartrace-target_NEEDS := hartrace

# Objects of shared libraries are compiled apart: those of the program stay as fast as they are.
PIC := -fPIC -fno-semantic-interposition
$(BUILD)/pic/%.o: %.c | $(BUILD)/headers
	$(call say,PIC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(PIC) $(EXTRA) $(INC) -MMD -MP -c -o $@ $<

define pic_objects
$(1)_PIC := $$(patsubst %.c,$$(BUILD)/pic/%.o,$$($(1)_SRCS))
$$($(1)_PIC): INC := $$(addprefix -I,$$($(1)_INC))
$$($(1)_PIC): EXTRA := $$($(1)_CFLAGS)
ALL_OBJS += $$($(1)_PIC)
endef
$(foreach l,$(API_LIBS),$(foreach p,$($(l)_PARTS),$(eval $(call pic_objects,$(p)))))

# Exported is what the public headers declare; lib/exports.sh finds it.
define api_library
$(1)_OBJS := $$(foreach p,$$($(1)_PARTS),$$(patsubst %.c,$$(BUILD)/obj/%.o,$$($$(p)_SRCS)))
$(1)_PIC_OBJS := $$(foreach p,$$($(1)_PARTS),$$($$(p)_PIC))
$$(BUILD)/lib/lib$(1).a: $$($(1)_OBJS)
	$$(call say,AR,$$@)
	$$(Q)mkdir -p $$(@D) && rm -f $$@ && $$(AR) rcs $$@ $$^

$$(BUILD)/lib/lib$(1).map: lib/exports.sh lib/install.mk $$($(1)_PIC_OBJS)
	$$(Q)mkdir -p $$(@D)
	$$(Q)lib/exports.sh $$($(1)_NODE) "$$(CC)" "$$(addprefix -I,$$(API_INC))" "$$($(1)_HEADERS)" $$($(1)_PIC_OBJS) >$$@

$$(BUILD)/lib/lib$(1).so.$$(SO): $$(BUILD)/lib/lib$(1).map $$($(1)_PIC_OBJS) $$($(1)_NEEDS:%=$$(BUILD)/lib/lib%.so.$$(SO))
	$$(call say,LD,$$@)
	$$(Q)$$(CC) $$(LDFLAGS) -shared -Wl,-soname,lib$(1).so.$$(ABI) -Wl,--version-script,$$< \
	  $$(if $$(SAN),,-Wl,-z$$(comma)defs) -Wl,--as-needed -o $$@ $$(filter-out $$<,$$^) $$($(1)_LDLIBS)
endef
comma := ,
API_INC := $(sort $(htr_INC) $(htv_INC) $(htt_INC) lib/etrace/include)
$(foreach l,$(API_LIBS),$(eval $(call api_library,$(l))))

SHARED_LIBS := $(if $(SHARED),$(API_LIBS:%=$(BUILD)/lib/lib%.so.$(SO)))
.PHONY: libraries
libraries: $(SHARED_LIBS) $(API_LIBS:%=$(BUILD)/lib/lib%.a)  ## libhartrace, libhartrace-view and libhartrace-target, shared and static

# Below PREFIX: libraries, their files for pkg-config and CMake. Debian has a folder per architecture there. The plugin that QEMU loads, and which
# the program finds from where it is itself, is always in lib/hartrace.
LIBDIR ?= lib

# Headers go where the sources include them from: nexus/, trm/, hartrace/ (driver), regmap/.
# Link order: users before what they use.
INSTALL_LIBS := htk hts sim trm htt rvtfdt rvtport rvt htv htr topology nexus etrace flow ingress
INSTALL_HEADERS := $(wildcard lib/session/include/*/*.h sim/include/*/*.h lib/target/include/*/*.h lib/view/include/*/*.h lib/kit/include/*/*.h lib/kit/include/*/*.def lib/trace/include/*/*.h lib/ingress/include/*/*.h lib/flow/include/*/*.h lib/nexus/include/*/*.h lib/etrace/include/*/*.h lib/nexus/include/*/*.def driver/include/*/*.h \
  driver/port/include/*/*.h driver/fdt/include/*/*.h rtl-model/model/include/*/*.h lib/topology/include/*/*.h lib/topology/include/*/*.def regmap/include/*/*.h)

# pc FILE,NAME,DESCRIPTION,REQUIRES,LIBS,PRIVATE LIBS: one file for pkg-config; a blank in the prefix is escaped.
define pc
	install -d "$(DESTDIR)$(PREFIX)"/$(LIBDIR)/pkgconfig
	printf '%s\n' 'prefix=$(subst $() ,\ ,$(PREFIX))' 'libdir=$${prefix}/$(LIBDIR)' 'includedir=$${prefix}/include' $(6) '' 'Name: $(1)' \
	  'Description: $(2)' 'Version: $(VERSION)' $(if $(3),'Requires: $(3)') 'Cflags: -I$${includedir}' \
	  'Libs: -L$${libdir} $(4)' $(if $(5),'Libs.private: $(5)') >"$(DESTDIR)$(PREFIX)"/$(LIBDIR)/pkgconfig/$(1).pc
endef

# From the folder of the CMake files up to PREFIX.
CMAKE_UP := $(subst $() ,/,$(patsubst %,..,$(subst /, ,$(LIBDIR)/cmake/hartrace)))

# Files that install copies to share/hartrace as they are here.
SHARE_FILES = $(KIT_FILES) $(FWT_FILES)

# All that install copies: built before the tests, several of which install at the same time.
.PHONY: installable
installable: $(BUILD)/hartrace $(MAN) $(COMPLETIONS) libraries $(INSTALL_LIBS:%=$(BUILD)/lib/lib%.a)

.PHONY: install
install: installable  ## Install the program, headers, libraries, man pages and completions below PREFIX
	install -D -m 755 -t "$(DESTDIR)$(PREFIX)"/bin $(BUILD)/hartrace tools/hartrace-slurm
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/$(LIBDIR) $(INSTALL_LIBS:%=$(BUILD)/lib/lib%.a) $(API_LIBS:%=$(BUILD)/lib/lib%.a) $(SHARED_LIBS)
	$(if $(SHARED),for l in $(API_LIBS); do \
	  ln -sf lib$$l.so.$(SO) "$(DESTDIR)$(PREFIX)"/$(LIBDIR)/lib$$l.so.$(ABI) && \
	  ln -sf lib$$l.so.$(ABI) "$(DESTDIR)$(PREFIX)"/$(LIBDIR)/lib$$l.so || exit; done)
	$(call pc,hartrace,RISC-V trace: decode$(comma) verify$(comma) encode,,-lhartrace,$(hartrace_LDLIBS),'fwtrace=$${prefix}/share/hartrace/fwtrace')
	$(call pc,hartrace-view,RISC-V trace: what a program did,hartrace = $(VERSION),-lhartrace-view,$(hartrace-view_LDLIBS))
	$(call pc,hartrace-target,RISC-V trace: a live target,hartrace = $(VERSION),-lhartrace-target)
	$(call pc,hartrace-sim,RISC-V trace: simulator and models (static),hartrace-target = $(VERSION),-lhts -lsim -ltrm)
	install -d "$(DESTDIR)$(PREFIX)"/$(LIBDIR)/cmake/hartrace
	sed 's|@VERSION@|$(VERSION)|; s|@UP@|$(CMAKE_UP)|' lib/hartraceConfig.cmake.in >"$(DESTDIR)$(PREFIX)"/$(LIBDIR)/cmake/hartrace/hartraceConfig.cmake
	sed 's|@VERSION@|$(VERSION)|; s|@ABI@|$(ABI)|' lib/hartraceConfigVersion.cmake.in >"$(DESTDIR)$(PREFIX)"/$(LIBDIR)/cmake/hartrace/hartraceConfigVersion.cmake
	$(foreach d,$(sort $(dir $(INSTALL_HEADERS))),install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/include/$(notdir $(d:/=)) $(filter $(d)%,$(INSTALL_HEADERS)) &&) :
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/include/regmap regmap/gen/c/*.h regmap/gen/c/regmap/*.h
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/share/man/man1 $(MAN) docs/man/hartrace-slurm.1
	install -D -m 644 $(BUILD)/completion/hartrace.bash "$(DESTDIR)$(PREFIX)"/share/bash-completion/completions/hartrace
	install -D -m 644 $(BUILD)/completion/hartrace.zsh "$(DESTDIR)$(PREFIX)"/share/zsh/site-functions/_hartrace
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/$(LIBDIR) $(KIT_LIBS)
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/include/htk kit/dpi/htk_dpi.h
	$(foreach f,$(SHARE_FILES),install -D -m 644 $(f) "$(DESTDIR)$(PREFIX)"/share/hartrace/$(f) &&) :

# The same names below PREFIX, and folders that are ours alone.
INSTALLED_HEADERS := $(foreach h,$(INSTALL_HEADERS),include/$(notdir $(patsubst %/,%,$(dir $(h))))/$(notdir $(h))) \
  $(addprefix include/regmap/,$(notdir $(wildcard regmap/gen/c/*.h regmap/gen/c/regmap/*.h))) include/htk/htk_dpi.h
INSTALLED = bin/hartrace bin/hartrace-slurm $(addprefix $(LIBDIR)/,$(INSTALL_LIBS:%=lib%.a) $(API_LIBS:%=lib%.a) \
  $(foreach l,$(API_LIBS),lib$(l).so lib$(l).so.$(ABI) lib$(l).so.$(SO)) $(notdir $(KIT_DPI_A) $(KIT_DPI_SO)) \
  $(patsubst %,pkgconfig/%.pc,$(API_LIBS) hartrace-sim) cmake/hartrace/hartraceConfig.cmake cmake/hartrace/hartraceConfigVersion.cmake) $(INSTALLED_HEADERS) $(addprefix share/man/man1/,$(notdir $(MAN)) hartrace-slurm.1) \
  lib/hartrace/$(notdir $(RECORD_PLUGIN)) share/bash-completion/completions/hartrace share/zsh/site-functions/_hartrace $(addprefix share/hartrace/,$(SHARE_FILES))
.PHONY: uninstall
uninstall:  ## Remove what install has put below PREFIX
	[ ! -d "$(DESTDIR)$(PREFIX)" ] || { cd "$(DESTDIR)$(PREFIX)" && rm -f $(INSTALLED) && \
	  { [ ! -d share/hartrace ] || find share/hartrace -depth -type d -empty -delete; } && \
	  for d in $(sort $(dir $(INSTALLED_HEADERS))) lib/hartrace $(LIBDIR)/cmake/hartrace $(LIBDIR)/cmake; do \
	    [ ! -d $$d ] || rmdir --ignore-fail-on-non-empty $$d || exit; done; }

# The modules for designs of your own; link with -ltrsc -ltrm -lnexus -letrace -lsystemc.
.PHONY: install-systemc uninstall-systemc
install-systemc: install $(BUILD)/hartrace-sc  ## The same, and hartrace-sc, the SystemC modules and their headers
	install -D -m 755 -t "$(DESTDIR)$(PREFIX)"/bin $(BUILD)/hartrace-sc
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/$(LIBDIR) $(BUILD)/lib/libtrsc.a
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)"/include/trsc rtl-model/systemc/include/trsc/*.hpp

uninstall-systemc: uninstall  ## Remove what install-systemc has put below PREFIX
	[ ! -d "$(DESTDIR)$(PREFIX)" ] || { cd "$(DESTDIR)$(PREFIX)" && rm -f bin/hartrace-sc $(LIBDIR)/libtrsc.a \
	  $(addprefix include/trsc/,$(notdir $(wildcard rtl-model/systemc/include/trsc/*.hpp))) && \
	  { [ ! -d include/trsc ] || rmdir --ignore-fail-on-non-empty include/trsc; }; }
