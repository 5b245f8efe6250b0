/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_pcs.c: lists that are ingress streams. */
#ifndef HTR_PCS_PRIV_H
#define HTR_PCS_PRIV_H

#include "htr/htr_pcs.h"

size_t htr_pcs_ingress_read(struct htr_pcs *p, uint64_t *pc, size_t max);
void htr_pcs_ingress_close(struct htr_pcs *p);

#endif
