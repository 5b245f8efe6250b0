/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of verify share. */
#ifndef HTR_VERIFY_PRIV_H
#define HTR_VERIFY_PRIV_H

#include "htr/htr_verify.h"

/* Look at all messages that the decoder is to take, without code. d: ready to decode, not used up.
 * Looks for what `strict` refuses too, by the parameters btype_split and ts_messages in model:
 * B-TYPE 1 where an encoder tells exceptions from interrupts, and messages without their TSTAMP.
 * Returns HTR_OK, or HTR_ERR_MEMORY after a message. */
int htr_verify_scan(struct htr_host *host, const struct nexus_decoder *d,
                    const struct htr_encoder_params *model,
                    struct htr_verify_scan *scan) HTR_MUST_CHECK;

/* The same of E-Trace, which has no such rules. trace: its decoder has taken nothing. */
int htr_verify_scan_etrace(const struct htr_trace *trace, struct htr_verify_scan *scan);

/* The same, of `strict` alone, and of the messages of these spans alone. *found is the first that
 * is refused; its text is empty when there is none. */
struct htr_verify_spans {
    const struct htr_compare_span *span;
    size_t n;
};
int htr_verify_scan_spans(struct htr_host *host, const struct nexus_decoder *d,
                          const struct htr_encoder_params *model,
                          const struct htr_verify_spans *spans,
                          struct htr_difference *found) HTR_MUST_CHECK;

/* Explain differences. start: the decoder as it was before the comparison; trace: with its code.
 * Decodes once more. Without memory for that it explains less. */
void htr_verify_explain(const struct nexus_decoder *start, struct htr_trace *trace,
                        struct htr_verify_difference *d, unsigned n);

/* Is the message with this number near the difference? */
bool htr_verify_is_near(const struct htr_verify_difference *d, uint64_t number);

/* Keep the packets of E-Trace near differences. trace: its decoder has taken nothing. */
void htr_verify_packets(const struct htr_trace *trace, struct htr_verify_difference *d, unsigned n);

/* The sentence of a difference whose cause and messages are known. */
void htr_verify_because(const struct htr_trace *trace, struct htr_verify_difference *d);

#endif
