/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the text vectors that are built in, as a reader sees them. */
#ifndef HTK_VECTORS_H
#define HTK_VECTORS_H

#include "htk_lists.h"
#include "ntt.h"

/* Is it of E-Trace? */
bool htk_vector_is_etrace(const struct htk_vector *v);

/* Read the cases of a vector with ntt_next. Returns false without memory. In every case end with
 * htk_vector_close. */
bool htk_vector_open(const struct htk_vector *v, struct ntt_reader *r, char **text);
void htk_vector_close(struct ntt_reader *r, char *text);

#endif
