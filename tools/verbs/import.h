/* SPDX-License-Identifier: Apache-2.0 */
/* Logs of other simulators (htr_import.h) where an ingress stream is expected. */
#ifndef TOOLS_IMPORT_H
#define TOOLS_IMPORT_H

#include "code.h"
#include "htr/htr_import.h"

/* Write the log at `path` as an ingress stream to `to`, an output that the caller closes: that says
 * when it cannot be written. Returns 0, or HTR_ERR_* after a message. */
int import_file(const char *verb, const char *path, const struct htr_import_options *o, FILE *to,
                bool compress);

/* An ingress stream for code->ingress: itself when it is one already; otherwise the log is imported
 * into a temporary file (output_scratch), and code->ingress changes to its name. Does nothing when
 * it is NULL. --param xlen comes from params. Returns 0, or HTR_ERR_* after a message. */
int import_code(const char *verb, struct htr_code_choice *code, const struct htr_list *params);

#endif
