/* SPDX-License-Identifier: Apache-2.0 */
/* Verb encode: a PC list with its code, through the encoder model. */
#ifndef TOOLS_ENCODE_LIST_H
#define TOOLS_ENCODE_LIST_H

#include <stdint.h>

#include "code.h"
#include "encoder_io.h"
#include "te.h"

/* Open an encoder with the settings of te, and give it the execution in the PC list. Returns 0, or
 * TOOL_CANNOT after a message; the encoder may be open then. Reports how many PCs the list holds.
 */
int encode_list(const char *verb, const char *pcs, const struct htr_code_choice *code,
                struct htr_settings *te, struct encoder_bench *bench, uint64_t *instructions);

#endif
