/* SPDX-License-Identifier: Apache-2.0 */
/* One look at the messages of a trace, without code: what belongs to a source, and what breaks a
 * rule of N-Trace that decoding does not need. */
#ifndef TOOLS_VERIFY_SCAN_H
#define TOOLS_VERIFY_SCAN_H

#include "compare.h"
#include "trace_options.h"

enum verify_rule {
    VERIFY_OWNERSHIP_FORMAT_0, /* Ownership with FORMAT 0 and a context */
    VERIFY_SYNC_4_IN_HTM,      /* SYNC=4, which only BTM may have */
    VERIFY_ABSOLUTE_TIME,      /* absolute TSTAMP where a difference belongs */
    VERIFY_MIXED_BTYPE,        /* B-TYPE 1 beside 2 or 3 */
    VERIFY_SYNC_WITHOUT_TIME,  /* synchronizing message without TSTAMP, though others have one */
    VERIFY_NOT_NTRACE,         /* message with a TCODE that is reserved or not of N-Trace */
    VERIFY_RULES
};

struct verify_remark {
    uint64_t count;       /* messages; 0: the rule holds */
    uint64_t msg, offset; /* of the first */
    uint8_t tcode;
};

struct verify_scan {
    uint64_t messages, bytes; /* of the source, idle bytes not counted */
    uint64_t others;          /* messages of other sources */
    uint64_t damaged;
    struct verify_remark remark[VERIFY_RULES];
    struct compare_difference strict; /* for --strict: see below; what is empty: none */
};

/* Look at all messages that the decoder is to take. d: ready to decode, not used up. Looks for what
 * --strict refuses too, by the parameters btype_split and ts_messages in model: B-TYPE 1 where an
 * encoder tells exceptions from interrupts, and messages without their TSTAMP. */
void verify_scan(const struct nexus_decoder *d, const struct htr_encoder_params *model,
                 struct verify_scan *scan);

/* The same, of --strict alone, and of the messages of these spans alone. *found is the first that
 * is refused; its text is empty when there is none. */
void verify_scan_spans(const struct nexus_decoder *d, const struct htr_encoder_params *model,
                       const struct compare_span *span, size_t spans,
                       struct compare_difference *found);

/* Id of the rule in docs/conformance.md, or "" for none; and what is wrong, in words. Never NULL.
 */
const char *verify_rule_id(enum verify_rule rule);
const char *verify_rule_text(enum verify_rule rule);

#endif
