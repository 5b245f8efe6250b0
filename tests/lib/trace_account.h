/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a stream of messages determines of an execution that is known: the accounting of traces with
 * overflow. It adds up I-CNT and outcomes of branches message by message, and knows where each
 * region began from when its message was made. It shares nothing with the flow layer.
 *
 * Sources: N-Trace 1.0, "Rules of Generating Messages", "I-CNT Details", "HIST Field Generation",
 * "Resource Full Message", "Error Message".
 */
#ifndef TRACE_ACCOUNT_H
#define TRACE_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nexus/nexus_msg.h"

/* An instruction that retired while it was traced and qualified. */
struct account_insn {
    uint64_t pc;
    uint32_t record;   /* ingress record that retired it, in order */
    uint8_t halfwords; /* its size */
    bool branch;       /* has an outcome in HIST */
};

/* When a message was made: the record that the encoder was given, and its mode then. */
struct account_made {
    uint32_t record;
    uint32_t session; /* how often trTeEnable had gone from 0 to 1 */
    bool htm;
};

struct account {
    const struct account_insn *insn;
    size_t insns;
    const struct account_made *made; /* of the messages of this source, in order */
    size_t messages;
};

/* From a start of trace to its end. */
struct account_region {
    size_t first, count; /* of insn: what the messages determine */
    bool lost;           /* ended by an Error message, not by a ProgTraceCorrelation */
    bool htm;
};

struct account_result {
    struct account_region *region;
    size_t max, regions;
    uint64_t determined, dropped; /* instructions; together all of insn */
    uint64_t errors, messages;
    const char *wrong; /* a rule that the stream breaks, or NULL */
    uint64_t at;       /* number of the message that does */
};

/* What arrived. any: messages of every SRC, else those of src. */
struct account_bytes {
    const uint8_t *bytes;
    size_t size;
    bool any;
    uint16_t src;
};

/* Account for the messages of one source in the bytes. r->region and r->max are the
 * caller's. Rules: a region begins with a synchronizing message, after an Error with SYNC 7 or 3
 * unless the encoder was disabled in between; every region ends with a ProgTraceCorrelation, then
 * nothing is missing up to the next region or the end of what was traced, or with an Error; I-CNT
 * ends between two instructions. */
void account_stream(const struct account *a, const struct nexus_stream_cfg *cfg,
                    const struct account_bytes *stream, struct account_result *r);

#endif
