/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_settings*.c. */
#ifndef HTR_SETTINGS_PRIV_H
#define HTR_SETTINGS_PRIV_H

#include "htr/htr_settings.h"

/* The registers as the fields given make them, 0 elsewhere. */
void htr_settings_registers(const struct htr_settings *s, struct htr_registers *r);

#endif
