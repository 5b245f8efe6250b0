/* SPDX-License-Identifier: Apache-2.0 */
/* Decoding bytes as they arrive: from a pipe until its writer closes it, or from a file while it
 * grows. Elements are written before the next bytes arrive. */
#ifndef HTR_FOLLOW_H
#define HTR_FOLLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "htr/htr_decode.h"

#ifdef __cplusplus
extern "C" {
#endif

struct htr_follow_options {
    uint64_t timeout; /* seconds without a byte after which it ends; 0: no limit */
    bool all;         /* each source by itself, in the order of the stream; else o->src */
    bool allow_other; /* as in htr_decode_open */
};

/* Decode o->path ("-": standard input) into w until its end, the timeout, or until the host wants
 * to stop, which is a regular end too. w->out is flushed after each piece; code and source of w are
 * set here. The bytes must be plain, not compressed.
 *
 * Returns HTR_OK, also for a damaged trace: look at *sum. After a message HTR_ERR_ARG (a folder, or
 * invalid options), HTR_ERR_MISSING (SRC has no bits for `all`; nothing was written to the file; no
 * message), HTR_ERR_RANGE (SRC has more than 6 bits for `all`), HTR_ERR_CONFLICT (`all` with the
 * code of one hart's ingress), HTR_ERR_OPEN, HTR_ERR_READ, HTR_ERR_TRUNCATED (the file has become
 * shorter), HTR_ERR_FORMAT (no trace, or compressed), HTR_ERR_MEMORY, or what
 * htr_trace_open_decoder returns. Without a message HTR_ERR_WRITE: w->failed. */
int htr_follow(struct htr_host *host, const struct htr_trace_options *o,
               const struct htr_follow_options *f, struct htr_writer *w,
               struct htr_decoded *sum) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
