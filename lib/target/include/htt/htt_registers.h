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
 * offset, name, value, and the fields that are not 0. Of filters and comparators only those that do
 * not read 0; trRamData is left out, since reading it moves trRamRP. Of a component in reset there
 * is only a line that says so. Nothing is written to the target.
 *
 * Returns HTR_OK, or after a message HTR_ERR_MISSING (no component of that name), HTR_ERR_TARGET (a
 * register cannot be read; the text so far is written). An error of out shows when it is closed.
 */
int htt_registers_text(struct htt_target *t, const char *const *names, size_t n,
                       FILE *out) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
