/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_trace.c: bytes that are messages only after something was taken off. */
#ifndef HTR_TRACE_LOAD_H
#define HTR_TRACE_LOAD_H

#include "htr/htr_trace.h"

/* Load the file for a profile whose traces come in frames (NEXUS_PROFILE_SPACEMIT_K3): messages out
 * of the frames of all trace IDs, or the bytes as they are when they are no frames. Returns HTR_OK,
 * or after a message what htr_bytes_load returns. */
int htr_trace_load_frames(struct htr_trace *t) HTR_MUST_CHECK;

#endif
