/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_stat*.c. */
#ifndef HTR_STAT_PRIV_H
#define HTR_STAT_PRIV_H

#include "htr/htr_stat.h"

/* htr_stat_part_add of E-Trace. */
int htr_stat_part_packets(struct htr_stat_part *p, struct htr_trace *t);

/* Source x, and after it y. Returns false when y assumes other options than x ends with. */
bool htr_stat_join_options(struct htr_stat_source *x, const struct htr_stat_source *y);

/* `count` packets of this name, which is a constant. */
void htr_stat_add_packets(struct htr_stat *s, const char *name, uint64_t count, uint64_t bytes);

/* The constant for the name of a packet or of a group of bits, or NULL. */
const char *htr_stat_etrace_name(const char *name);

#endif
