/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flow: messages of one source and the code become a sequence of elements: executed ranges and
 * events. Two ways to use it, on the same core:
 *
 *   push: nexus_flow_init; for each message nexus_flow_push, then nexus_flow_next until it returns
 *         NEXUS_ERR_END. The messages come from anywhere.
 *   pull: nexus_decoder_init over a buffer of trace bytes; nexus_decoder_next until NEXUS_ERR_END.
 *
 * A flow is a plain struct: a copy of it is a decoder that looks ahead (give the copy a code source
 * of its own, or one without a cache, if both go on). Nothing is ever allocated.
 *
 * Bytes that come in pieces, and several sources in one stream, are nexus_stream.h.
 *
 * Sources: N-Trace 1.0, chapters "N-Trace Decoding Guidelines", "Field Encoding and Calculation
 * Techniques", "Optimization Extensions". Elements after OpenCSD's generic trace elements:
 * docs/reference/elements.md has the table.
 */
#ifndef NEXUS_FLOW_H
#define NEXUS_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/flow_code.h"
#include "flow/flow_elem.h"
#include "flow/flow_path.h"
#include "flow/flow_retstack.h"
#include "nexus/nexus_msg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NEXUS_FLOW_QUEUE = 8,
    NEXUS_FLOW_AHEAD = 16,
};

enum nexus_flow_state {
    NEXUS_FLOW_WAIT = 0, /* for a synchronizing message: at the start, after loss or error */
    NEXUS_FLOW_OFF,      /* after ProgTraceCorrelation */
    NEXUS_FLOW_ON,
};

/* The message being worked on. */
struct nexus_flow_job {
    bool active;
    bool final;    /* I-CNT is known: the walk ends when it is used up; otherwise with HIST */
    bool has_hist; /* a HIST field came */
    bool has_addr;
    bool jumped; /* the walk ended at an instruction whose target is in the message */
    bool custom; /* the last instruction may have jumped (custom instruction) */
    bool taken;  /* the last instruction was a taken branch that DirectBranch reports */
    bool stamp;  /* the message carried a time, and it is known */
    bool again;  /* SIFIVE_0X: the next message counts the branch at the end */
    bool at_end; /* no message: the end of the trace (nexus_flow_finish) */
    uint8_t tcode;
    uint8_t code; /* EVCODE, SYNC */
    uint8_t btype;
    uint8_t last_cls; /* of the last instruction; FLOW_INSN_CLASSES = nothing walked */
    uint8_t hist_len; /* bits in hist, the stop bit not counted */
    uint8_t hist_pos; /* bits left in this repetition */
    uint64_t hist;
    uint32_t hist_repeat; /* repetitions left after this one */
    uint32_t repeat;      /* RepeatBranch: repetitions left after this one */
    uint64_t stray;       /* half-words walked for this message, which has no I-CNT */
    uint64_t limit;       /* of stray */
    uint64_t icnt;
    uint64_t addr; /* absolute */
};

/* HIST without I-CNT leads the walk ahead of I-CNT, in half-words: as far as an I-CNT can count
 * before it must be sent (N-Trace, Maximum Field Sizes); further for encoders that break that rule
 * (allow_oversize). */
#define NEXUS_REACH          (INT64_C(1) << NEXUS_MAX_ICNT_BITS)
#define NEXUS_REACH_OVERSIZE (INT64_C(1) << 32)

/* What RepeatBranch repeats: the last branch message without SYNC. */
struct nexus_flow_memo {
    bool valid;
    struct nexus_flow_job job;
};

/* Read: where, state, msgs, insns, errors. Set after init: ahead. The rest is private. */
struct nexus_flow {
    struct nexus_stream_cfg cfg;
    struct flow_code *code;
    struct flow_where where; /* where.pc counts in state ON only */
    uint8_t state;           /* enum nexus_flow_state */
    uint64_t msgs;           /* messages taken */
    uint64_t insns;          /* instructions in all ranges */
    uint64_t errors;         /* ERROR and ADDR_NACC elements */
    uint64_t gaps;           /* LOST elements */
    bool ahead; /* nexus_flow_next may walk several ranges of a message before it reports the first:
                   faster. Then where and insns belong to the last range walked, a change of code
                   applies to what was not yet walked, and nexus_flow_next_ranges must not be called
                   too. The elements are the same. Default false */

    uint64_t mask;      /* bits of an address */
    uint64_t last_addr; /* U-ADDR is relative to it */
    int64_t credit;     /* half-words in I-CNT not yet walked; below 0: walked ahead (HIST) */
    int64_t reach;      /* the lowest value it may reach: bounds the work for a message */
    bool htm;           /* HIST was seen: a branch without a bit is an error */
    bool lost;          /* LOST is out, the sync after it is not */
    bool nosync;        /* NO_SYNC is out for this gap */
    bool returned;      /* the last message returned from a trap */
    bool time_known;
    uint64_t time;
    uint64_t time_mask;
    uint64_t const_value; /* constant loaded by the instruction just walked: lui, auipc */
    uint8_t const_reg;    /* its register; 0: no constant */
    uint64_t msg_offset;
    uint64_t data_addr; /* address of the last data message */
    bool data_known;    /* data_addr is known */
    uint16_t src;       /* of the message */
    struct nexus_flow_job job;
    struct nexus_flow_memo memo;
    bool use_stack; /* returns may be implicit */
    struct flow_elem queue[NEXUS_FLOW_QUEUE];
    unsigned qhead;
    unsigned qcount;
    struct flow_range range[NEXUS_FLOW_AHEAD]; /* ranges walked ahead */
    uint8_t walked, told;                      /* of range[]: walked; reported */
    uint64_t position;                         /* of the next range to report */
    struct flow_retstack stack;
};

/* Start. The flow keeps a pointer to code, which must stay valid; cfg is copied.
 * Returns NEXUS_OK or NEXUS_ERR_ARG: NULL, or a configuration that nexus_cfg_check refuses. */
enum nexus_status nexus_flow_init(struct nexus_flow *flow, const struct nexus_stream_cfg *cfg,
                                  struct flow_code *code);

/* Hand over the next message of this flow's source (the caller sorts by SRC). m is not kept.
 * Returns NEXUS_OK, or NEXUS_ERR_ARG: elements of the message before are still to be fetched;
 * nothing was done. What is wrong with a message comes as an element. */
enum nexus_status nexus_flow_push(struct nexus_flow *flow, const struct nexus_msg *m);

/* Hand over a message that could not be decoded: status and m as nexus_msg_next gave them. It
 * becomes an ERROR element, and the flow waits for a sync, unless nothing was lost
 * (NEXUS_ERR_EMPTY). Returns as nexus_flow_push. */
enum nexus_status nexus_flow_push_damaged(struct nexus_flow *flow, int status,
                                          const struct nexus_msg *m);

/* No message of this source comes after those pushed. Instructions that ResourceFull messages have
 * counted (RCODE 0), and that no message after them completes, were executed all the same (N-Trace,
 * ResourceFull Message; I-CNT Details): they become ranges of the message pushed last, up to the
 * first branch whose direction no HIST bit gives, or the first jump whose target no message gives.
 * That branch itself is left out. What cannot be walked is no error.
 *
 * Returns NEXUS_OK: fetch the ranges; NEXUS_ERR_END: there are none; or NEXUS_ERR_ARG: elements of
 * the message before are still to be fetched. Afterwards the flow takes messages again from a
 * synchronizing one on. */
int nexus_flow_finish(struct nexus_flow *flow);

/* Fetch the next element. A call does a bounded amount of work: ranges are cut after 2^16
 * instructions. Returns NEXUS_OK, or NEXUS_ERR_END: push the next message. */
NEXUS_MUST_CHECK enum nexus_status nexus_flow_next(struct nexus_flow *flow, struct flow_elem *elem);

/* Fetch what comes next as nexus_flow_next does, ranges by the batch. Returns how many are in
 * range[0..max) (max at least 1); or 0: *elem is an element of another type; or NEXUS_ERR_END. */
NEXUS_MUST_CHECK int nexus_flow_next_ranges(struct nexus_flow *flow, struct flow_range *range,
                                            unsigned max, struct flow_elem *elem);

/* True if both flows would emit the same elements for the messages that follow, apart from message
 * numbers and positions. False unless both have just taken a synchronizing message. */
bool nexus_flow_agrees(const struct nexus_flow *a, const struct nexus_flow *b);

/* Continue flow where part has ended. part began in a state that agreed with flow's, its msgs and
 * position at 0: they are counted on. flow keeps its code. */
void nexus_flow_join(struct nexus_flow *flow, const struct nexus_flow *part);

/* Pull decoder: bytes to elements for one source. */
struct nexus_decoder {
    struct nexus_msg_decoder msgs;
    struct nexus_flow flow;
    bool all_sources; /* take messages of every SRC (the default); else only those of src */
    uint16_t src;
    bool allow_oversize; /* take messages with a field wider than its limit: the reference encoder's
                            I-CNT grows past 22 bits. Default false */
    bool ended;
    bool finished;   /* private: the flow was finished */
    uint64_t others; /* private: messages of other sources since the last one taken */
    bool more;       /* the bytes go on after `size`: NEXUS_ERR_END there asks for a refill */
};

/* Returns NEXUS_OK or NEXUS_ERR_ARG as nexus_flow_init. data must stay valid. */
enum nexus_status nexus_decoder_init(struct nexus_decoder *d, const struct nexus_stream_cfg *cfg,
                                     struct flow_code *code, const uint8_t *data, size_t size);

/* Fetch the next element. Returns NEXUS_OK, or NEXUS_ERR_END after the END element. */
NEXUS_MUST_CHECK enum nexus_status nexus_decoder_next(struct nexus_decoder *d,
                                                      struct flow_elem *elem);

/* Fetch what comes next, ranges by the batch: as nexus_flow_next_ranges, over as many messages as
 * fill the batch. All ranges of a batch were executed in the context that flow.where had before
 * the call; the first begins at flow.where.position, and each has (end - start) / 2 half-words.
 * Returns as nexus_flow_next_ranges; NEXUS_ERR_END after the END element. */
NEXUS_MUST_CHECK int nexus_decoder_next_ranges(struct nexus_decoder *d, struct flow_range *range,
                                               unsigned max, struct flow_elem *elem);

/* Give more bytes: data[0..size) are the bytes at msgs.data + msgs.pos that are not yet used up,
 * and what follows them in the stream. more: these are not the last. To begin a stream in pieces,
 * start with an empty buffer and refill it. When nothing was used up, the next call needs a larger
 * size. While more is set, there is no END element. */
void nexus_decoder_refill(struct nexus_decoder *d, const uint8_t *data, size_t size, bool more);

#ifdef __cplusplus
}
#endif

#endif
