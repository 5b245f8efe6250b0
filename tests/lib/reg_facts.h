/* SPDX-License-Identifier: Apache-2.0 */
/* The table of reg_list.h. */
#ifndef TESTS_REG_FACTS_H
#define TESTS_REG_FACTS_H

#include "reg_list.h"

/* What a field can be, when every option is there (all) or none. Returns false when the table does
 * not have it. */
bool reg_fact(const char *name, enum topology_kind kind, bool all, uint32_t *want);

#endif
