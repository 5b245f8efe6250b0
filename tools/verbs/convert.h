/* SPDX-License-Identifier: Apache-2.0 */
/* Verb convert. */
#ifndef TOOLS_CONVERT_H
#define TOOLS_CONVERT_H

#include <stdio.h>

#include "code.h"
#include "tool.h"

struct convert_options {
    const char *to, *input, *output;
    struct code_options code;
    struct htr_list te, params;
};

/* Write the PCINFO list of an ELF's executable sections, of images, or of a PCINFO list. Returns 0,
 * or TOOL_CANNOT after a message. */
int convert_pcinfo(const char *verb, const struct convert_options *o, FILE *out);

#endif
