/* SPDX-License-Identifier: Apache-2.0 */
/* Private: what both ways to rewrite a stream need. */
#ifndef HTK_NORMALIZE_H
#define HTK_NORMALIZE_H

#include <stdbool.h>

#include "htk/htk_dut.h"

/* Is a TCODE one that N-Trace lists, a vendor's among them? */
bool htk_normal_lists(unsigned tcode);

/* Rewrite what a device has sent since the last flush. Returns false without memory. */
bool htk_normalize_dut(struct htk_dut *d);

#endif
