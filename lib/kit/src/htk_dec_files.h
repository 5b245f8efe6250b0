/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the files of a case. */
#ifndef HTK_DEC_FILES_H
#define HTK_DEC_FILES_H

#include "htk_dec.h"

enum {
    HTK_FILES_VERSION = 1 /* of docs/reference/kit-protocol.md, "Decoders" */
};

/* Write those files that have a name. Returns false when one cannot be written. */
bool htk_files_write(const struct htk_case *c, const struct htk_case_files *to);

#endif
