/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of a live target as text. */
#ifndef HTT_REGISTERS_H
#define HTT_REGISTERS_H

#include <stdio.h>

#include "htt/htt_target.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Attach, and write the registers of the components named (encoder-0), or of all with n = 0:
 * offset, name, value, and the fields that are not 0. Filters and comparators that read 0 are left
 * out, and so is trRamData, since reading it moves trRamRP. A component in reset gets one line that
 * says so. Nothing is written to the target.
 *
 * Returns HTR_OK, or after a message HTR_ERR_MISSING (no component of that name), HTR_ERR_TARGET (a
 * register cannot be read; the text so far is written). A write error of out shows when the caller
 * closes it.
 */
int htt_registers_text(struct htt_target *t, const char *const *names, size_t n,
                       FILE *out) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
