/* SPDX-License-Identifier: Apache-2.0 */
/* A decoded trace against the executed PCs, without holes. */
#include "compare.h"

#include <stdio.h>
#include <string.h>

#include "htr/htr_pcs_ranges.h"
#include "progress.h"
#include "tool.h"

enum {
    BATCH = 4096
};

typedef unsigned long long ull;

struct expected {
    struct htr_pcs *pcs;
    struct htr_pcs_ranges *ranges; /* of a text, else NULL; PCs are then read one by one */
    uint64_t pc[BATCH];
    size_t n, i;
};

static bool expect_next(struct expected *e, uint64_t *pc)
{
    if (e->i == e->n) {
        e->n = htr_pcs_read(e->pcs, e->pc, e->ranges != NULL ? 1 : BATCH);
        e->i = 0;
        if (e->n == 0) {
            return false;
        }
    }
    *pc = e->pc[e->i++];
    return true;
}

static void keep(const struct compare_place *p, const char *what, struct compare_difference *d)
{
    *d = (struct compare_difference){.instruction = p->instruction,
                                     .msg = p->elem->msg,
                                     .offset = p->elem->offset,
                                     .has_expected = p->expected != NULL,
                                     .has_got = p->got != NULL,
                                     .expected = p->expected != NULL ? *p->expected : 0,
                                     .got = p->got != NULL ? *p->got : 0};
    snprintf(d->what, sizeof d->what, "%s", what);
}

static void tell(const char *path, uint64_t instruction, uint64_t msg, uint64_t offset,
                 const char *what)
{
    tool_verdict(path, "differs at instruction %llu: message %llu at offset %llu: %s",
                 (ull)instruction, (ull)msg, (ull)offset, what);
}

enum compare_verdict compare_differs(const struct compare_place *p, const char *what)
{
    if (p->difference != NULL) {
        keep(p, what, p->difference);
    }
    if (!p->silent) {
        tell(p->path, p->instruction, p->elem->msg, p->elem->offset, what);
    }
    return COMPARE_DIFFERS;
}

void compare_tell(const char *path, const struct compare_difference *d)
{
    tell(path, d->instruction, d->msg, d->offset, d->what);
}

/* One range of executed instructions. */
static enum compare_verdict check_range(struct compare_place *p, struct flow_code *code,
                                        struct expected *e, uint64_t *instructions)
{
    char what[160];
    struct flow_range_iter it;
    const struct flow_insn *insn;
    const struct htr_pcs_range range = {p->elem->start, p->elem->end, p->elem->count};
    uint64_t first = *instructions;
    bool constant = true;
    if (e->ranges != NULL && htr_pcs_ranges_skip(e->ranges, e->pcs, &range)) {
        *instructions += range.count;
        return COMPARE_EQUAL;
    }
    flow_range_begin(&it, p->elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        uint64_t want;
        p->instruction = *instructions + 1;
        p->got = &it.where.pc;
        if (!expect_next(e, &want)) {
            if (e->pcs->failed) {
                return COMPARE_CANNOT;
            }
            snprintf(what, sizeof what,
                     "the trace continues at 0x%llx; the PC list ends after %llu", (ull)it.where.pc,
                     (ull)*instructions);
            return compare_differs(p, what);
        }
        if (want != it.where.pc) {
            p->expected = &want;
            snprintf(what, sizeof what, "expected 0x%llx, got 0x%llx", (ull)want, (ull)it.where.pc);
            return compare_differs(p, what);
        }
        ++*instructions;
        constant = constant && (insn->flags & FLOW_INSN_VOLATILE) == 0;
    }
    if (e->ranges != NULL && constant && *instructions - first == range.count) {
        htr_pcs_ranges_learn(e->ranges, e->pcs, &range);
    }
    return COMPARE_EQUAL;
}

enum compare_verdict compare_trouble(const struct compare_place *p)
{
    char what[320], at[40] = "", list[48] = "the end of the list";
    const struct flow_elem *elem = p->elem;
    if (p->expected != NULL) {
        snprintf(list, sizeof list, "0x%llx", (ull)*p->expected);
    }
    if (elem->type == FLOW_ELEM_LOST) {
        snprintf(what, sizeof what,
                 "expected %s, got: trace was lost (overflow); verify --resync checks what follows",
                 list);
        return compare_differs(p, what);
    }
    if (elem->known || elem->type == FLOW_ELEM_ADDR_NACC) {
        snprintf(at, sizeof at, " at 0x%llx", (ull)elem->start);
    }
    snprintf(what, sizeof what, "expected %s, got: %s%s; %s", list, htr_trace_reason(elem), at,
             htr_trace_remedy(elem));
    return compare_differs(p, what);
}

/* An element that tells of trouble. */
static enum compare_verdict trouble(struct compare_place *p, struct expected *e)
{
    uint64_t want;
    if (expect_next(e, &want)) {
        p->expected = &want;
    } else if (e->pcs->failed) {
        return COMPARE_CANNOT;
    }
    return compare_trouble(p);
}

/* elem is where p->elem points. */
static enum compare_verdict compare(struct compare_place *p, struct flow_elem *elem,
                                    struct nexus_decoder *d, struct expected *e,
                                    struct compare_result *result)
{
    enum compare_verdict v = COMPARE_EQUAL;
    while (v == COMPARE_EQUAL && nexus_decoder_next(d, elem) == NEXUS_OK) {
        p->instruction = result->instructions + 1;
        p->expected = p->got = NULL;
        progress_at(elem->offset);
        if (elem->type == FLOW_ELEM_RANGE) {
            v = check_range(p, d->flow.code, e, &result->instructions);
        } else if (elem->type == FLOW_ELEM_ERROR || elem->type == FLOW_ELEM_ADDR_NACC ||
                   elem->type == FLOW_ELEM_NO_SYNC || elem->type == FLOW_ELEM_LOST) {
            v = trouble(p, e);
        } else if (elem->type == FLOW_ELEM_END) {
            char what[160];
            uint64_t want;
            if (elem->value != 0) {
                snprintf(what, sizeof what, "the last message is cut off, %llu byte%s left",
                         (ull)elem->value, htr_s(elem->value));
                v = compare_differs(p, what);
            } else if (expect_next(e, &want)) {
                p->expected = &want;
                snprintf(
                    what, sizeof what,
                    "the trace ends after %llu instruction%s; the PC list continues with 0x%llx",
                    (ull)result->instructions, htr_s(result->instructions), (ull)want);
                v = compare_differs(p, what);
            }
        }
    }
    result->messages = d->flow.msgs;
    return e->pcs->failed ? COMPARE_CANNOT : v;
}

enum compare_verdict compare_stream(const char *verb, const char *path, struct nexus_decoder *d,
                                    struct htr_pcs *expected, struct compare_result *result)
{
    struct expected e = {0};
    struct flow_elem elem;
    struct compare_place p = {verb, path, &elem,         1, &result->difference,
                              NULL, NULL, result->silent};
    e.pcs = expected;
    e.n = e.i = 0;
    e.ranges = expected->kind == HTR_PCS_TEXT ? htr_pcs_ranges_new() : NULL; /* slower without */
    *result = (struct compare_result){.silent = p.silent};
    enum compare_verdict v = compare(&p, &elem, d, &e, result);
    htr_pcs_ranges_free(e.ranges);
    return v;
}

void compare_summary(const struct compare_result *r, uint64_t bytes, char *text, size_t size)
{
    double bits = r->instructions == 0 ? 0 : 8.0 * (double)bytes / (double)r->instructions;
    snprintf(text, size,
             "equal: %llu instruction%s, %llu message%s, %llu byte%s, %.3f bits/instruction",
             (ull)r->instructions, htr_s(r->instructions), (ull)r->messages, htr_s(r->messages),
             (ull)bytes, htr_s(bytes), bits);
}
