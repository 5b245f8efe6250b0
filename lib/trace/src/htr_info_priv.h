/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_info*.c: E-Trace. */
#ifndef HTR_INFO_PRIV_H
#define HTR_INFO_PRIV_H

#include "htr/htr_info.h"

/* Do the bytes look like encapsulated packets of E-Trace? Then text says with which srcID and
 * timestamps, and how to decode them: a guess. */
bool htr_info_guess_etrace(const uint8_t *bytes, size_t size, char text[HTR_INFO_TEXT]);

/* The same as numbers. */
struct htr_info_framing {
    unsigned src_bits;
    unsigned ts_bytes; /* of a timestamp; 0: none */
    unsigned ts_width; /* the ts_width that gives that many bytes */
    unsigned sources;
    uint32_t options; /* that support packets turn on, bits (1 << enum etrace_option) */
};

/* The parameters that options need and no packet states: ", and by --param ...", or empty. */
const char *htr_info_etrace_missing(uint32_t options, char text[80]);

bool htr_info_guess_framing(const uint8_t *bytes, size_t size, struct htr_info_framing *g);

/* Scan a trace whose settings say E-Trace. Returns as htr_info_scan_trace. */
int htr_info_scan_etrace(struct htr_info_etrace *e, struct htr_trace *t) HTR_MUST_CHECK;

void htr_info_print_etrace(const struct htr_info *i, FILE *out);

#endif
