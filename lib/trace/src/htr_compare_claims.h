/* SPDX-License-Identifier: Apache-2.0 */
/*
 * For htr_compare_strict.c: contexts and times that wait for an instruction they fit. One that
 * comes between two flow messages belongs to some instruction between them (N-Trace, Ownership
 * Message, Timestamp Reporting), so it has to fit one of those.
 */
#ifndef HTR_COMPARE_CLAIMS_H
#define HTR_COMPARE_CLAIMS_H

#include "htr_compare_priv.h"

/* A context or time that waits for an instruction it fits. */
struct htr_claim {
    struct flow_elem elem;
    uint64_t instruction;
    struct htr_pcs_step step; /* what came next then */
};

/* More than these between two flow messages, and the oldest goes unchecked. */
enum {
    CLAIMS = 16
};

struct htr_strict {
    const struct htr_compare_strict_cfg *cfg;
    struct htr_pcs *pcs;
    struct htr_compare_result *result;
    struct htr_compare_place place;
    struct flow_elem elem;
    struct htr_pcs_step next, last; /* next: not walked yet; last: instruction or trap */
    bool more, begun;               /* next is there; last is */
    bool fresh;                     /* trace on: no instruction since */
    bool return_due;                /* the last instruction returned from a trap */
    uint64_t msg;                   /* message that the last instruction is from */
    bool walked;                    /* it walked any */
    bool told;                      /* a context came since trace on; it is: */
    struct flow_context context;
    struct htr_claim claim[CLAIMS];
    unsigned claims;
    bool at_on;       /* no instruction since trace on, which is at next */
    uint64_t decoded; /* instructions of the trace so far */
    uint64_t index;   /* instructions of the ingress before next */
    size_t span;      /* parts: the span that decoded is in, or the next one */
    bool located;     /* next is where the trace is; always so without parts */
    bool anchored;    /* CYCLES, SYSTEM: time of cycle 0 is known */
    uint64_t anchor;
    uint64_t uncertain; /* it may be less by so much: a part begins with a branch, or after it */
};

/* Privilege as a context has it, and its name. */
unsigned htr_claims_prv(uint8_t priv);
bool htr_claims_v(uint8_t priv);
const char *htr_claims_level(unsigned v, unsigned prv);

/* The element is a context or time. */
void htr_claims_add(struct htr_strict *s);

/* Settle the claims that this step fits. */
void htr_claims_settle(struct htr_strict *s, const struct htr_pcs_step *step);

/* The element comes between two steps: a time of its message has to be between theirs. */
void htr_claims_settle_between(struct htr_strict *s);

/* Another flow message has been walked to its end: what came before it must have fitted. */
int htr_claims_close(struct htr_strict *s);

#endif
