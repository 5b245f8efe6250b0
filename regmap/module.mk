# SPDX-License-Identifier: Apache-2.0
# The register map: TOML in, generated files (checked in) out.

REGMAP_INC := regmap/include regmap/gen/c

.PHONY: regs check-regs
regs: fwt-tables  ## Regenerate regmap/gen from regmap/*.toml and fwtrace/*.toml
	$(Q)python3 regmap/regmap.py regmap regmap/gen

check-regs:  ## Check that regmap/gen is what regmap/*.toml generates
	$(call need,build)
	$(Q)rm -rf $(BUILD)/regmap-gen && python3 regmap/regmap.py regmap $(BUILD)/regmap-gen
	$(Q)$(MAKE) -s check-fwt-tables
	$(Q)diff -ru -x fwtrace regmap/gen $(BUILD)/regmap-gen && echo 'regmap/gen is up to date'
