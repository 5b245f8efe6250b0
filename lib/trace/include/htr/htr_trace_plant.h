/* SPDX-License-Identifier: Apache-2.0 */
/* A trace (htr_trace.h) as a branch of a decode tree. */
#ifndef HTR_TRACE_PLANT_H
#define HTR_TRACE_PLANT_H

#include "htr/htr_trace.h"
#include "htr/htr_tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Add packets and a decoder for a trace that htr_trace_open_decoder has opened. The decoder is
 * t->decoder itself, with the trace's code and options; htr_tree_begin changes nothing of it. Its
 * bytes are read in pieces as decoding goes on. Frames (keep_frames) get a buffer and a
 * deformatter. Then htr_tree_begin, and htr_tree_pull.h. Close the tree before the trace.
 *
 * Returns the index of the decoder; or after a message what htr_tree_attach and the functions that
 * make components return. */
int32_t htr_trace_plant(struct htr_trace *t, struct htr_tree *tree) HTR_MUST_CHECK;

/* A tree with that branch alone, begun. Ends with htr_tree_close, in every case. Returns the same,
 * or what htr_tree_begin returns. */
int32_t htr_trace_tree(struct htr_trace *t, struct htr_tree *tree) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
