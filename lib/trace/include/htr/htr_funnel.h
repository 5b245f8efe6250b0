/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces of different sources become one stream, whole messages at a time, as a trace funnel does
 * (Trace Control Interface, chapter "Trace Funnel"). Idle bytes between messages are left out. With
 * E-Trace a message is a packet of the encapsulation, and null packets are left out.
 *
 *   htr_funnel_open(&f, &host, path, 2, &cfg);
 *   htr_funnel_write(f, HTR_FUNNEL_TIME, out, &sum);
 *   htr_funnel_close(f);
 */
#ifndef HTR_FUNNEL_H
#define HTR_FUNNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "etrace/etrace_cfg.h"
#include "htr/htr_host.h"
#include "nexus/nexus_msg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_FUNNEL_INPUTS = 64
};

enum htr_funnel_order {
    HTR_FUNNEL_TIME, /* of timestamps; a message without one has the time of the one before it */
    HTR_FUNNEL_TURN, /* one message of each input in turn */
};

struct htr_funnel; /* private */

/* Load n traces, 1 to HTR_FUNNEL_INPUTS. cfg: of all of them, with src_bits. path[0..n) must stay
 * valid. Returns HTR_OK; or after a message HTR_ERR_ARG (n, settings that no decoder can have),
 * HTR_ERR_MISSING (SRC has no bits), HTR_ERR_FORMAT (no trace), HTR_ERR_MEMORY, or what
 * htr_bytes_load returns; then *out is NULL. */
int htr_funnel_open(struct htr_funnel **out, struct htr_host *host, const char *const *path,
                    unsigned n, const struct nexus_stream_cfg *cfg) HTR_MUST_CHECK;

/* The same of E-Trace: all of them begin with a whole packet. */
int htr_funnel_open_etrace(struct htr_funnel **out, struct htr_host *host, const char *const *path,
                           unsigned n, const struct etrace_cfg *cfg) HTR_MUST_CHECK;

/* Bytes of all inputs. */
uint64_t htr_funnel_size(const struct htr_funnel *f);

struct htr_funnel_sum {
    uint64_t messages; /* written */
    uint64_t untimed;  /* TIME: put first, before any timestamp of their input */
};

/* Write all messages, once, to `to`, which the caller checks and closes. htr_progress counts bytes
 * written. Returns HTR_OK, also when the host wanted to stop; after a message HTR_ERR_CONFLICT (a
 * source in two inputs); without a message HTR_ERR_WRITE: `to` has an error. *sum is always set. */
int htr_funnel_write(struct htr_funnel *f, enum htr_funnel_order order, FILE *to,
                     struct htr_funnel_sum *sum) HTR_MUST_CHECK;

/* Damaged messages of input i so far, which were left out. Of E-Trace: packets without room for a
 * payload, and one that the input ends in. */
uint64_t htr_funnel_damaged(const struct htr_funnel *f, unsigned i);

/* Free it; f may be NULL. */
void htr_funnel_close(struct htr_funnel *f);

#ifdef __cplusplus
}
#endif

#endif
