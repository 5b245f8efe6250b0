/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stimulus registers of a trace encoder as a destination: a 4-byte store to base + 4 * channel
 * makes a DataAcquisition message (N-Trace 1.0, TCODE 7).
 *
 *   fwt_attach(&t, &(struct fwt_port){.put = fwt_stim_put, .ctx = (void *)base, .sure = true},
 * NULL);
 *
 * A store cannot fail here. What the encoder drops later is announced in its trace (an Error
 * message), not by fwtrace. Each hart has registers of its own, so each hart needs its struct fwt.
 */
#ifndef FWTRACE_FWT_STIM_H
#define FWTRACE_FWT_STIM_H

#include "fwtrace/fwtrace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The port: ctx is the address of register 0. Returns FWT_OK. */
int fwt_stim_put(void *base, unsigned channel, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
