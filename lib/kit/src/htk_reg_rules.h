/* SPDX-License-Identifier: Apache-2.0 */
/* Private: which rule of the conformance list is about a field, a register, or an offset. For the
 * kit of encoders and that of live components. */
#ifndef HTK_REG_RULES_H
#define HTK_REG_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "regmap/regmap.h"
#include "topology/topology.h"

/* The rule "NAME: bit ..."; NULL: there is none. */
const char *htk_reg_rule_of_field(const struct regmap_field *f);

/* The rule "REGISTER is at ..."; NULL: there is none. */
const char *htk_reg_rule_of_place(const struct regmap_reg *reg);

/* Reserved bits of the component: the n-th rule about them, its register and the bits. Returns
 * false when there is no further one; *reg is NULL when the rule is about another component. */
bool htk_reg_reserved(const struct regmap_component *map, unsigned n, const char **id,
                      const struct regmap_reg **reg, uint32_t *mask);

/* The rule about an offset without register. */
const char *htk_reg_rule_of_hole(enum topology_kind kind, uint32_t offset);

const struct regmap_component *htk_reg_map(enum topology_kind kind);
const struct regmap_reg *htk_reg_at(const struct regmap_component *map, uint32_t offset);

#endif
