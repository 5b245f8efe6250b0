/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_dump*.c: the text of the task group's reference tool. */
#ifndef HTR_DUMP_PRIV_H
#define HTR_DUMP_PRIV_H

#include "htr/htr_dump.h"

void htr_dump_nexrv(struct htr_dump *w, uint64_t number, const struct nexus_msg *m, int status);

/* htr_dump_trace of E-Trace. */
int htr_dump_etrace(struct htr_dump *w, struct htr_trace *t, bool wrapped,
                    struct htr_dump_sum *sum);

/* Bytes between messages, and the statistics line. */
void htr_dump_nexrv_between(struct htr_dump *w, const uint8_t *bytes, size_t n);
void htr_dump_nexrv_end(struct htr_dump *w);

#endif
