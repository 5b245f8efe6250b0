/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flow: packets of one encoder and the code become a sequence of elements: executed ranges and
 * events. Two ways to use it, on the same core:
 *
 *   push: etrace_flow_init; for each packet etrace_flow_push, then etrace_flow_next until it
 * returns ETRACE_ERR_END; at the end etrace_flow_finish, and fetch again. pull: etrace_decoder_init
 * over a buffer of encapsulated packets; etrace_decoder_next until ETRACE_ERR_END.
 *
 * A flow is a plain struct: a copy of it is a decoder that looks ahead (give the copy a code source
 * of its own, or one without a cache, if both go on). Nothing is ever allocated.
 *
 * What the elements' members hold for E-Trace, where flow_elem.h leaves it to the protocol:
 *   TRACE_ON   code: SYNC 5, or 7 after lost packets. EVENT: code 2, a resynchronization.
 *   TRACE_OFF  code: EVCODE 4. `start` is what would have come next, when `known`.
 *   EXCEPTION  code: B-TYPE 2 for an exception, 3 for an interrupt; value: ecause; `end` is 0 when
 *              no handler was reported, because another trap came before its first instruction.
 *   CONTEXT    context.prv and v from privilege (debug mode leaves them), scontext from context.
 *   LOST       qual_status trace_lost.
 *   DATA       with cfg.data_decoded: code 6 for a read and 5 for a write, `end` is dtype of the
 *              ingress port. Atomics and CSRs are a read (the value read) and a write (the
 * operand); the address of a CSR is its number. `count` is 0. Of a split access the response has
 *              everything; last_size 0 when it was an error.
 *   OTHER      a packet that is not of instruction trace, its payload in `raw`; code:
 *              ETRACE_ELEM_DATA or ETRACE_ELEM_OTHER, which are no TCODE; value: `type`. With
 *              cfg.data_decoded a packet of data trace that cannot be decoded, `status` and `hint`
 *              say why. Instructions go on. Code 8 and value 2, without raw: packets of data trace
 *              alone were lost (dloss).
 *   A packet reports up to an address. The instruction there is reported with the next packet,
 *   because only that one says what the instruction did. When a packet does not fit the code, the
 *   instructions since the last complete range are not reported; decoding goes on at the next
 *   synchronization packet, or at this one.
 *
 * Sources: Efficient Trace 2.0, chapters "Branch Trace", "Instruction Trace Encoder Output
 * Packets", "Reference Compressed Branch Trace Algorithm", "Decoder".
 */
#ifndef ETRACE_FLOW_H
#define ETRACE_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "etrace/etrace_data.h"
#include "etrace/etrace_frame.h"
#include "flow/flow_code.h"
#include "flow/flow_elem.h"
#include "flow/flow_retstack.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ETRACE_FLOW_QUEUE = 8,
    ETRACE_FLOW_BOX = 8, /* packets that can wait for the one that says what the first one means */
    ETRACE_ELEM_DATA = 128,  /* code of an OTHER element: a packet of data trace */
    ETRACE_ELEM_OTHER = 129, /* one of another `type` */
};

enum etrace_flow_state {
    ETRACE_FLOW_WAIT = 0, /* for a synchronization packet: at the start, after loss or error */
    ETRACE_FLOW_OFF,      /* after the end of qualification */
    ETRACE_FLOW_ON,
};

enum etrace_job_kind {
    ETRACE_JOB_NONE = 0,
    ETRACE_JOB_BRANCHES, /* walk to the last branch of the map */
    ETRACE_JOB_ADDRESS,  /* walk to the address of a packet of format 0, 1 or 2 */
    ETRACE_JOB_SYNC,     /* walk to the address of START */
    ETRACE_JOB_TRAP,     /* the others end after the pending instruction */
    ETRACE_JOB_OFF,
    ETRACE_JOB_AGAIN, /* OFF, ended_ntr: first on to the next discontinuity */
    ETRACE_JOB_LOST,
    ETRACE_JOB_FINISH,
};

/* The packet being worked on. */
struct etrace_job {
    uint8_t kind;  /* enum etrace_job_kind */
    bool target;   /* ADDRESS: it is the target of a discontinuity for sure */
    bool failed;   /* ADDRESS: a return at depth irdepth goes there, against the stack */
    bool depth;    /* ADDRESS: it is reached at depth irdepth */
    bool indexed;  /* ADDRESS: the address is still to be taken from the jump target cache */
    bool fresh;    /* the pending instruction was reached by this job */
    uint64_t left; /* instructions that may yet be walked without a branch */
    struct etrace_packet packet;
};

/* A place in a walk without branches. When the walk comes there again, and no return went above it,
 * it goes round for ever. Private. */
struct etrace_mark {
    uint64_t pc;
    uint16_t count; /* of the return stack */
    int64_t level;  /* calls minus implied returns since */
    bool above;     /* level was negative */
    uint32_t jumps; /* since; at `limit` the mark moves, and the limit doubles */
    uint32_t limit; /* 0: there is no mark */
};

/* Read: where, state, packets, insns, errors, gaps. The rest is private. */
struct etrace_flow {
    struct etrace_cfg cfg;
    struct flow_code *code;
    struct flow_where where; /* pc: the last reported instruction, which is in no range yet */
    uint8_t state;           /* enum etrace_flow_state */
    uint64_t packets;        /* packets taken */
    uint64_t insns;          /* instructions in all ranges */
    uint64_t errors;         /* ERROR and ADDR_NACC elements */
    uint64_t gaps;           /* LOST elements */

    uint32_t options; /* bits (1 << enum etrace_option) */
    uint64_t mask;    /* of addresses: XLEN */
    uint64_t address; /* the one reported last */
    bool pending;     /* where.pc counts */
    bool inferred;    /* ... and was taken for that address on the way: it may come again */
    uint64_t inferred_at;
    bool unreadable;       /* an option is on whose parameter is 0 */
    bool nosync;           /* NO_SYNC is out for this gap */
    bool lost;             /* LOST is out, the restart is not */
    bool trapped;          /* a trap came without its handler */
    struct flow_elem trap; /* its EXCEPTION, when trapped */
    uint8_t privilege;

    uint64_t before; /* address of the instruction before the pending one, when before_known */
    bool before_known;
    uint8_t via;        /* how the pending one was reached: private to the walk */
    uint64_t map;       /* outcomes not walked: bit 0 the next; 0 = taken */
    unsigned branches;  /* valid bits of map */
    uint64_t predicted; /* after these, branches that went as predicted */
    bool missed;        /* after these, one that did not */

    struct etrace_mark mark;
    uint64_t range_start;
    uint32_t range_count;
    uint64_t told;   /* half-words reported */
    uint64_t number; /* of the packet at hand, from 0, and its offset */
    uint64_t offset;
    uint16_t src;
    bool stamped; /* the packet has a time */
    uint64_t stamp;
    struct etrace_job job;
    bool held;        /* a packet waits for what it means: in_box[0] */
    bool waiting;     /* it is known: in_box[in_next..in_count) have their turn */
    unsigned in_next; /* private to the box */
    unsigned in_count;
    struct etrace_frame in_box[ETRACE_FLOW_BOX];
    uint64_t in_number[ETRACE_FLOW_BOX];
    struct flow_elem queue[ETRACE_FLOW_QUEUE];
    unsigned qhead;
    unsigned qcount;
    uint8_t raw[ETRACE_PAYLOAD_MAX];
    uint32_t data_options; /* bits (1 << enum etrace_data_option) */
    bool data_enabled;     /* denable of the last support packet */
    bool data_starts;      /* ... and there was no access since it was turned on */
    struct etrace_data_state data;
    struct etrace_access requests[1 << ETRACE_MAX_LRID_WIDTH]; /* request is set: it waits */
    struct flow_retstack stack;
    uint8_t predictor[1 << ETRACE_MAX_PREDICTOR_SIZE];
    uint64_t cache[1 << ETRACE_MAX_CACHE_SIZE]; /* odd: empty */
};

/* Start. The flow keeps a pointer to code, which must stay valid; cfg is copied.
 * Returns ETRACE_OK or ETRACE_ERR_ARG: NULL, or a configuration that etrace_cfg_check refuses. */
enum etrace_status etrace_flow_init(struct etrace_flow *flow, const struct etrace_cfg *cfg,
                                    struct flow_code *code);

/* Hand over the next frame of this encoder (the caller sorts by srcID). f is not kept. Its payload
 * is decoded with the options in force. What is wrong with it comes as an element. A packet that
 * reports a depth (irreport) waits for the one after it, past support packets in a region; so does
 * data trace after such a support packet, else it does not wait.
 * Returns ETRACE_OK, or ETRACE_ERR_ARG: elements of the packet before are still to be fetched;
 * nothing was done. */
enum etrace_status etrace_flow_push(struct etrace_flow *flow, const struct etrace_frame *f);

/* Hand over a frame that could not be decoded: it becomes an ERROR element, and the flow waits for
 * a synchronization packet. Returns as etrace_flow_push. */
enum etrace_status etrace_flow_push_damaged(struct etrace_flow *flow, int status,
                                            const struct etrace_frame *f);

/* No packet comes after those pushed: what they told is reported. Returns ETRACE_OK: fetch;
 * ETRACE_ERR_END: nothing; or ETRACE_ERR_ARG as etrace_flow_push. Afterwards the flow takes packets
 * again from a synchronization packet on. */
enum etrace_status etrace_flow_finish(struct etrace_flow *flow);

/* Fetch the next element. Returns ETRACE_OK, or ETRACE_ERR_END: push the next packet. */
ETRACE_MUST_CHECK enum etrace_status etrace_flow_next(struct etrace_flow *flow,
                                                      struct flow_elem *elem);

/* Fetch what comes next, ranges by the batch. Returns how many are in range[0..max) (max at least
 * 1); or 0: *elem is an element of another type; or ETRACE_ERR_END. All ranges of a batch were
 * executed in the context that flow.where had before the call. */
ETRACE_MUST_CHECK int etrace_flow_next_ranges(struct etrace_flow *flow, struct flow_range *range,
                                              unsigned max, struct flow_elem *elem);

/* Pull decoder: bytes to elements for one source. */
struct etrace_decoder {
    struct etrace_reader reader;
    struct etrace_flow flow;
    bool all_sources; /* take packets of every srcID (the default); else only those of src */
    uint16_t src;
    bool ended;
    bool finished; /* private */
    bool more;     /* the bytes go on after `size`: ETRACE_ERR_END there asks for a refill */
};

/* Returns ETRACE_OK or ETRACE_ERR_ARG as etrace_flow_init. data must stay valid. */
enum etrace_status etrace_decoder_init(struct etrace_decoder *d, const struct etrace_cfg *cfg,
                                       struct flow_code *code, const uint8_t *data, size_t size);

/* Fetch the next element. Returns ETRACE_OK, or ETRACE_ERR_END after the END element. */
ETRACE_MUST_CHECK enum etrace_status etrace_decoder_next(struct etrace_decoder *d,
                                                         struct flow_elem *elem);

/* Fetch what comes next, ranges by the batch: as etrace_flow_next_ranges, over as many packets as
 * fill the batch. Returns as etrace_flow_next_ranges; ETRACE_ERR_END after the END element. */
ETRACE_MUST_CHECK int etrace_decoder_next_ranges(struct etrace_decoder *d, struct flow_range *range,
                                                 unsigned max, struct flow_elem *elem);

/* Give more bytes: data[0..size) are the bytes at reader.data + reader.pos that are not yet used
 * up, and what follows them in the stream. more: these are not the last. */
void etrace_decoder_refill(struct etrace_decoder *d, const uint8_t *data, size_t size, bool more);

#ifdef __cplusplus
}
#endif

#endif
