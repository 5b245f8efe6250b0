/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_stat*.c. */
#ifndef HTR_STAT_PRIV_H
#define HTR_STAT_PRIV_H

#include "htr/htr_stat.h"

/* htr_stat_messages of E-Trace; path and source are set. Several sources are taken to have the same
 * options in force. */
int htr_stat_packets(struct htr_stat *s, struct htr_trace *t);

#endif
