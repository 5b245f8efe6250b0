/* SPDX-License-Identifier: Apache-2.0 */
/* The trace in the RAM sinks of a live target. TCI 1.0, chapter "Trace RAM Sink". */
#ifndef HTT_FETCH_H
#define HTT_FETCH_H

#include <stdio.h>

#include "htr/htr_input.h"
#include "htr/htr_tree_parts.h"
#include "htt/htt_target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The data read out of a sink. */
struct htt_fetched {
    uint64_t size; /* bytes of trace in it */
    uint64_t got;  /* bytes that were read: fewer after an error, or when stopped */
    bool wrapped;  /* the beginning of the trace is lost */
};

/* The RAM sinks that encoders in use send to: their indexes in the tree. After htt_attach or
 * htt_start. Returns their number. */
unsigned htt_ramsinks(struct htt_target *t, uint8_t sink[TOPOLOGY_MAX_COMPONENTS]);

/*
 * Take over the buffer of RAM sink i, which is attached and disabled, to read it: *size is the
 * bytes of trace in it. The size that its registers claim is checked against trRamImpl and the
 * tree, since broken hardware or a wrong address can claim any size.
 *
 * Returns HTR_OK, or HTR_ERR_TARGET after a message: a register cannot be read, or the buffer is
 * larger than the tree says, or in memory that trRamImpl or the tree denies, or larger than 4 GiB
 * where the tree does not say.
 */
int htt_adopt(struct htt_target *t, unsigned i, uint64_t *size) HTR_MUST_CHECK;

/*
 * Read the trace of RAM sink i, oldest byte first, to f. The host can stop it. A write error of f
 * ends it too, and shows when f is closed (htr_close). Returns HTR_OK, or HTR_ERR_TARGET after a
 * message; *x is set in any case.
 */
int htt_fetch(struct htt_target *t, unsigned i, FILE *f, struct htt_fetched *x) HTR_MUST_CHECK;

/* The same into memory, all of it; htr_bytes_free it. Returns HTR_OK, or after a message
 * HTR_ERR_TARGET, HTR_ERR_MEMORY; then nothing is held. */
int htt_fetch_bytes(struct htt_target *t, unsigned i, struct htr_bytes *bytes,
                    struct htt_fetched *x) HTR_MUST_CHECK;

/*
 * Everything but code for a decode tree: htr_tree_parts_of_dtb of an attached and stopped target,
 * and the bytes of its RAM sinks. Buffers of other sinks have no bytes. p must not be in use;
 * htr_tree_parts_free it. Returns HTR_OK, or after a message what htr_tree_parts_of_dtb and
 * htt_fetch_bytes return; then nothing is held.
 */
int htt_fetch_parts(struct htt_target *t, const struct htr_settings *settings,
                    struct htr_tree_parts *p) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
