/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the metadata of a CTF trace (Common Trace Format 1.8, chapter "Trace Stream Description
 * Language"). */
#ifndef HTV_CTF_METADATA_H
#define HTV_CTF_METADATA_H

#include "htr/htr_out.h"
#include "htv/htv_writer.h"

#define HTV_CTF_MAGIC UINT32_C(0xC1FC1FC1)

/* The whole file, totals included. */
void htv_ctf_metadata(struct htr_out *out, const struct htv_about *about,
                      const struct htv_totals *totals);

#endif
