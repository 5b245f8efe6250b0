/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stimulus registers of a trace encoder as a destination: a 4-byte store to base + 4 * channel
 * makes a DataAcquisition message (N-Trace 1.0, TCODE 7).
 *
 *   fwt_attach(&t, &(struct fwt_port){.put = fwt_stim_put, .ctx = (void *)base, .sure = true},
 * NULL);
 *
 * A store cannot fail here. What the encoder drops later is announced in its trace (an Error
 * message), which does not say how much it was. The counted port sends now and then how many words
 * it has stored, so that whoever reads knows:
 *
 *   static struct fwt_stim stim = {.base = (void *)base};
 *   fwt_attach(&t, &(struct fwt_port){.put = fwt_stim_put_counted, .ctx = &stim, .sure = true},
 * NULL);
 *
 * Each hart has registers of its own, so each hart needs its struct fwt, and its struct fwt_stim.
 */
#ifndef FWTRACE_FWT_STIM_H
#define FWTRACE_FWT_STIM_H

#include "fwtrace/fwtrace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The port: ctx is the address of register 0. Returns FWT_OK. */
int fwt_stim_put(void *base, unsigned channel, uint32_t value);

enum {
    FWT_STIM_EVERY = 64, /* words from one count to the next */
};

struct fwt_stim {
    uint32_t sent; /* words, modulo 2^32; begins with 0 */
    void *base;    /* register 0 */
};

/* The port that counts: ctx is a struct fwt_stim. Returns FWT_OK. */
int fwt_stim_put_counted(void *stim, unsigned channel, uint32_t value);

/* Send the count: at the end, or when nothing else is to be sent. It can be dropped as any word;
 * trTeStimDropped of the encoder says so. */
void fwt_stim_announce(struct fwt_stim *s);

#ifdef __cplusplus
}
#endif

#endif
