/* SPDX-License-Identifier: Apache-2.0 */
/* The register map of the Trace Control Interface as text: registers and fields by their names. */
#ifndef HTR_REGMAP_H
#define HTR_REGMAP_H

#include <stdint.h>
#include <stdio.h>

#include "htr/htr_host.h"
#include "regmap/regmap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The value of a field in the value of its register. */
uint32_t htr_field_value(const struct regmap_field *f, uint32_t value);

/* The name that a value of a field has in the specification, or NULL. */
const char *htr_field_value_name(const struct regmap_field *f, uint32_t value);

/* The registers of a type of component (trCompType, TCI 1.0, "Component Types"), or NULL. */
const struct regmap_component *htr_regmap_of_type(uint32_t type);

/* Write the registers of all components. An error of out shows when it is closed; also below. */
void htr_regmap_text(FILE *out);

/*
 * Write one item: COMPONENT (its registers), REGISTER, FIELD or COMPONENT:OFFSET (the register
 * with its fields), or of the last three with =VALUE the fields of that value. Upper and lower case
 * do not matter.
 *
 * Returns HTR_OK, or after a message HTR_ERR_ARG (VALUE is no number of 32 bits, or of a
 * component), HTR_ERR_MISSING (no such component, register or field).
 */
int htr_regmap_show(FILE *out, struct htr_host *host, const char *what) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
