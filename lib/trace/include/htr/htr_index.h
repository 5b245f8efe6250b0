/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The index of a trace file: its synchronizing messages, where decoding can begin, and what each
 * source has. Memory does not grow with the trace. nexus_index.h does the work and explains the
 * entries (N-Trace 1.0, chapter "Synchronizing Messages").
 *
 *   htr_index_open(&x, &trace, false);
 *   htr_index_write(x, HTR_INDEX_CSV, stdout, &entries);
 *   htr_index_close(x);
 */
#ifndef HTR_INDEX_H
#define HTR_INDEX_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_trace.h"
#include "nexus/nexus_index.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_index_format {
    HTR_INDEX_TEXT, /* an entry per line: message, offset, source, name, address, reason, time */
    HTR_INDEX_CSV,  /* docs/reference/formats.md */
    HTR_INDEX_FORMATS
};

/* "text", "csv"; format below HTR_INDEX_FORMATS. */
const char *htr_index_name(enum htr_index_format format);

struct htr_index; /* private */

/* Prepare to scan t, which htr_trace_open has opened and which must not move until htr_index_close.
 * wrapped: the trace begins inside a message. Returns HTR_OK; or after a message HTR_ERR_MEMORY,
 * HTR_ERR_ARG (settings that no decoder can have); then *out is NULL. */
int htr_index_open(struct htr_index **out, struct htr_trace *t, bool wrapped) HTR_MUST_CHECK;

/* Scan all of a trace, once, and give each entry to `take`, in ascending order of
 * offset, valid during the call: those of all sources, or of the one that t was opened for.
 * *entries is their number. htr_progress counts bytes of the trace. Returns HTR_OK, also when there
 * is no entry or the host wanted to stop; or after a message HTR_ERR_MEMORY, or HTR_ERR_READ: the
 * file broke off.
 *
 * Of a trace of E-Trace: the packets of format 3, subformat 0. An entry has offset, length, src,
 * msg (the number of the packet), addr, sync (the subformat), data_seen, and in data_addr what is
 * in force: options (bits 1 << enum etrace_option), those of data trace (from bit 32 on, in the
 * order of enum etrace_data_option), denable (bit 36), and whether there was no access since that
 * was turned on (bit 37). */
typedef void htr_index_take(void *ctx, const struct nexus_index_entry *entry);
int htr_index_scan(struct htr_index *x, htr_index_take *take, void *ctx,
                   uint64_t *entries) HTR_MUST_CHECK;

/* The same, of E-Trace too (synchronization packets), each entry as a line to `out`, which the
 * caller checks and closes. */
int htr_index_write(struct htr_index *x, enum htr_index_format format, FILE *out,
                    uint64_t *entries) HTR_MUST_CHECK;

/* After the scan: source[0..sources), messages, damaged. Valid until htr_index_close. */
const struct nexus_index *htr_index_sums(const struct htr_index *x);

/* Free it; x may be NULL. */
void htr_index_close(struct htr_index *x);

#ifdef __cplusplus
}
#endif

#endif
