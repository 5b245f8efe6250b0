/* SPDX-License-Identifier: Apache-2.0 */
/* Verb run: a trace without holes that is the beginning or the end of the execution. */
#include "run_span.h"

#include <stdio.h>
#include <string.h>

enum {
    BATCH = 4096
};

typedef unsigned long long ull;

void run_span_measure(struct nexus_decoder *d, struct run_span *span)
{
    struct flow_elem elem;
    bool begun = false;
    span->plain = true;
    while (nexus_decoder_next(d, &elem) == NEXUS_OK) {
        begun = begun || elem.type == FLOW_ELEM_RANGE;
        if (elem.type == FLOW_ELEM_ERROR || elem.type == FLOW_ELEM_ADDR_NACC ||
            elem.type == FLOW_ELEM_LOST || (elem.type == FLOW_ELEM_NO_SYNC && begun)) {
            span->plain = false;
        }
    }
    span->instructions = d->flow.insns;
}

struct side {
    struct htr_pcs *pcs;
    uint64_t pc[BATCH];
    size_t n, i;
};

static bool next_pc(struct side *s, uint64_t *pc)
{
    if (s->i == s->n) {
        s->n = htr_pcs_read(s->pcs, s->pc, BATCH);
        s->i = 0;
        if (s->n == 0) {
            return false;
        }
    }
    *pc = s->pc[s->i++];
    return true;
}

static enum compare_verdict check_range(struct compare_place *p, struct flow_code *code,
                                        struct side *s, uint64_t *instructions)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    char what[160];
    uint64_t want;
    flow_range_begin(&it, p->elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        bool there = next_pc(s, &want);
        if (there && want == it.where.pc) {
            p->instruction++;
            ++*instructions;
            continue;
        }
        if (s->pcs->failed) {
            return COMPARE_CANNOT;
        }
        if (there) {
            snprintf(what, sizeof what, "expected 0x%llx, got 0x%llx", (ull)want, (ull)it.where.pc);
        } else {
            snprintf(what, sizeof what, "the trace continues at 0x%llx; the program did not",
                     (ull)it.where.pc);
        }
        return compare_differs(p, what);
    }
    return COMPARE_EQUAL;
}

enum compare_verdict run_span_compare(const char *verb, const char *path, struct nexus_decoder *d,
                                      struct htr_pcs *expected, uint64_t first,
                                      struct compare_result *result)
{
    struct side s = {0};
    struct flow_elem elem;
    struct compare_place p = {.verb = verb, .path = path, .elem = &elem, .instruction = first};
    enum compare_verdict v = COMPARE_EQUAL;
    s.pcs = expected;
    s.n = s.i = 0;
    memset(result, 0, sizeof *result);
    while (v == COMPARE_EQUAL && nexus_decoder_next(d, &elem) == NEXUS_OK) {
        if (elem.type == FLOW_ELEM_RANGE) {
            v = check_range(&p, d->flow.code, &s, &result->instructions);
        }
    }
    result->messages = d->flow.msgs;
    return v;
}
