/* SPDX-License-Identifier: Apache-2.0 */
/* Waves as FST: written as VCD first, then converted by GTKWave's vcd2fst, which must be in PATH.
 *
 *   struct htr_fst fst;
 *   FILE *f = htr_fst_open(&fst, &outputs, "waves.fst");
 *   ... write a VCD to f ...
 *   if (htr_outputs_close(&outputs, f) == HTR_OK) {
 *       status = htr_fst_convert(&fst);
 *   }
 */
#ifndef HTR_FST_H
#define HTR_FST_H

#include <stdbool.h>
#include <stdio.h>

#include "htr/htr_host.h"
#include "htr/htr_outputs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Does the name ask for FST: does it end in .fst? */
bool htr_fst_is(const char *path);

/* Is vcd2fst there, if the name asks for it? Returns HTR_OK, or HTR_ERR_MISSING after a message. */
int htr_fst_check(struct htr_host *host, const char *path) HTR_MUST_CHECK;

/* Waves on the way to a file; private. All zero: none. */
struct htr_fst {
    struct htr_host *host;
    const char *path;
    const char *vcd, *to; /* temporary names (htr_outputs.h); NULL: no FST, only the VCD */
};

/* Open the VCD: path itself, or the file that htr_fst_convert converts to it. Close it with
 * htr_outputs_close. path must live until htr_fst_convert. Returns NULL after a message. */
FILE *htr_fst_open(struct htr_fst *fst, struct htr_outputs *o, const char *path) HTR_MUST_CHECK;

/* The same for a library that opens the VCD itself: its name. Returns NULL after a message. */
const char *htr_fst_vcd_name(struct htr_fst *fst, struct htr_outputs *o,
                             const char *path) HTR_MUST_CHECK;

/* After the VCD is complete: make the FST of it, if one is wanted and there is a VCD. Returns
 * HTR_OK, or HTR_ERR_WRITE after a message. */
int htr_fst_convert(const struct htr_fst *fst) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
