/* SPDX-License-Identifier: Apache-2.0 */
/* Private: elements of text vectors (docs/reference/vectors.md) by what they mean. */
#ifndef HTK_ELEM_H
#define HTK_ELEM_H

#include "ntt.h"

/* The next range or error at or after *i, as text. Ranges are joined over what is between them
 * without a change of flow. Returns false after the last. */
bool htk_elem_next_range(const struct ntt_elem *elem, unsigned n, unsigned *i,
                         char out[NTT_ELEM_MAX]);

/* The rule that an error of the decoder points to. */
const char *htk_elem_rule(const char *text);

/* The next element that says that trace begins or ends; NULL: there is none. */
const char *htk_elem_next_switch(const struct ntt_elem *elem, unsigned n, unsigned *i);

/* Have two of them the same reason? Where, the ranges say. */
bool htk_elem_same_switch(const char *a, const char *b);

#endif
