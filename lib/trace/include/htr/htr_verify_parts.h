/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparing a trace with a PC list in parts: each part of the trace is decoded on its own, and
 * leaves the number of its PCs and a hash of them. The list is read once, when all parts are there.
 * Where they differ, htr_verify_run says how: it decodes all of it.
 */
#ifndef HTR_VERIFY_PARTS_H
#define HTR_VERIFY_PARTS_H

#include "htr/htr_verify.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All members are uint64_t; all zero at the start. */
struct htr_verify_part {
    uint64_t instructions;
    uint64_t hash;            /* of their addresses, in order: a polynomial modulo 2^61 - 1 */
    uint64_t trouble;         /* 1: an error, a gap, a loss, or a message that is cut off */
    uint64_t messages, bytes; /* of the source */
};

/* Take an element; code is that of the decoder. Returns HTR_OK, or HTR_ERR_FORMAT: the code has
 * changed its answer. */
int htr_verify_part_take(struct htr_verify_part *p, struct flow_code *code,
                         const struct flow_elem *e) HTR_MUST_CHECK;

/* Count the messages from where t is (htr_trace_begin, htr_trace_span) to its end: of its source
 * when it has one. Returns HTR_OK, or HTR_ERR_READ after a message. */
int htr_verify_part_messages(struct htr_verify_part *p, struct htr_trace *t) HTR_MUST_CHECK;

/* a becomes a and b after it. */
void htr_verify_part_join(struct htr_verify_part *a, const struct htr_verify_part *b);

/* Compare. v: opened, its trace in pieces; part[0..n): in order, all of the trace, which has
 * `bytes` bytes. Equal: v->report is what htr_verify_run makes, without remarks about rules.
 * Returns HTR_COMPARE_EQUAL; HTR_COMPARE_DIFFERENT: not equal, or not comparable in this way; or
 * HTR_ERR_READ after a message (the list). */
int htr_verify_parts(struct htr_verify *v, const struct htr_verify_part *part, unsigned n,
                     uint64_t bytes) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
