/* SPDX-License-Identifier: Apache-2.0 */
/* kit decoder. */
#ifndef TOOLS_KIT_DECODER_H
#define TOOLS_KIT_DECODER_H

#include "htk/htk_decoder.h"
#include "kit_report.h"

/* Hold a decoder against the specification: dut is builtin:decoder, nexrv, or a command. Returns
 * the exit status of the program. */
int kit_decoder(const char *dut, struct htk_decoder_options *o, const struct kit_reports *r);

#endif
