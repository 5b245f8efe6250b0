/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_info*.c: E-Trace. */
#ifndef HTR_INFO_PRIV_H
#define HTR_INFO_PRIV_H

#include "htr/htr_info.h"

/* Do the bytes look like encapsulated packets of E-Trace? Then text says with which srcID and
 * timestamps, and how to decode them: a guess. */
bool htr_info_guess_etrace(const uint8_t *bytes, size_t size, char text[HTR_INFO_TEXT]);

/* Scan a trace whose settings say E-Trace. Returns as htr_info_scan_trace. */
int htr_info_scan_etrace(struct htr_info_etrace *e, struct htr_trace *t) HTR_MUST_CHECK;

void htr_info_print_etrace(const struct htr_info *i, FILE *out);

#endif
