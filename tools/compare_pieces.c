/* SPDX-License-Identifier: Apache-2.0 */
/* A decoded trace with holes against the executed PCs: every piece must occur, in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

typedef unsigned long long ull;

struct list {
    uint64_t *pc;
    size_t n, room;
};

static bool list_add(struct list *l, uint64_t pc)
{
    if (l->n == l->room) {
        size_t room = l->room == 0 ? 1 << 16 : l->room * 2;
        uint64_t *bigger = realloc(l->pc, room * sizeof *bigger);
        if (bigger == NULL) {
            return false;
        }
        l->pc = bigger;
        l->room = room;
    }
    l->pc[l->n++] = pc;
    return true;
}

static bool load_expected(struct htr_pcs *p, struct list *l)
{
    uint64_t pc[1024];
    size_t n;
    while ((n = htr_pcs_read(p, pc, sizeof pc / sizeof pc[0])) > 0) {
        for (size_t i = 0; i < n; i++) {
            if (!list_add(l, pc[i])) {
                (void)htr_fail(p->host, HTR_ERR_MEMORY, p->path, "not enough memory");
                return false;
            }
        }
    }
    return !p->failed;
}

/* Where the piece occurs at or after `from`; SIZE_MAX when nowhere. */
static size_t find(const struct list *all, size_t from, const struct list *piece)
{
    for (size_t i = from; i + piece->n <= all->n; i++) {
        if (all->pc[i] == piece->pc[0] &&
            memcmp(all->pc + i, piece->pc, piece->n * sizeof *piece->pc) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

struct search {
    const char *verb, *path;
    struct list all, piece;
    size_t from;
    struct flow_elem first; /* first range of the piece */
    uint64_t matched;
    bool hole; /* trace is missing before the piece */
    enum compare_anchor anchor;
};

static bool is_at(const struct search *s, size_t at)
{
    return memcmp(s->all.pc + at, s->piece.pc, s->piece.n * sizeof *s->piece.pc) == 0;
}

/* Where the piece is, by its anchor. */
static size_t locate(const struct search *s, bool last, bool lost)
{
    if (s->piece.n > s->all.n) {
        return SIZE_MAX;
    }
    size_t tail = s->all.n - s->piece.n;
    if (s->anchor == COMPARE_FROM_START && !s->hole) {
        return is_at(s, 0) ? 0 : SIZE_MAX;
    }
    if (s->anchor == COMPARE_TO_END && last && !lost) {
        return tail >= s->from && is_at(s, tail) ? tail : SIZE_MAX;
    }
    return find(&s->all, s->from, &s->piece);
}

/* The piece is complete: look for it. */
static enum compare_verdict end_piece(struct search *s, bool last, bool lost)
{
    if (s->piece.n == 0) {
        return COMPARE_EQUAL;
    }
    size_t at = locate(s, last, lost);
    if (at == SIZE_MAX) {
        tool_verdict(
            s->path,
            "differs: the %zu instructions from 0x%llx on (message %llu at offset %llu) were not "
            "executed in this order",
            s->piece.n, (ull)s->piece.pc[0], (ull)s->first.msg, (ull)s->first.offset);
        return COMPARE_DIFFERS;
    }
    s->from = at + s->piece.n;
    s->matched += s->piece.n;
    s->piece.n = 0;
    return COMPARE_EQUAL;
}

static enum compare_verdict add_range(struct search *s, struct flow_code *code,
                                      const struct flow_elem *elem)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (s->piece.n == 0) {
        s->first = *elem;
    }
    flow_range_begin(&it, elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (!list_add(&s->piece, it.where.pc)) {
            tool_fail(s->verb, s->path, "not enough memory");
            return COMPARE_CANNOT;
        }
    }
    return COMPARE_EQUAL;
}

enum compare_verdict compare_pieces(const char *verb, const char *path, struct nexus_decoder *d,
                                    struct htr_pcs *expected, enum compare_anchor anchor,
                                    struct compare_result *result, struct htr_gap_meter *gaps)
{
    struct search s = {.verb = verb, .path = path, .anchor = anchor};
    struct flow_elem elem;
    enum compare_verdict v = load_expected(expected, &s.all) ? COMPARE_EQUAL : COMPARE_CANNOT;
    memset(gaps, 0, sizeof *gaps);
    while (v == COMPARE_EQUAL && nexus_decoder_next(d, &elem) == NEXUS_OK) {
        htr_gap_meter_add(gaps, &elem);
        switch (elem.type) {
        case FLOW_ELEM_RANGE:
            v = add_range(&s, d->flow.code, &elem);
            break;
        case FLOW_ELEM_TRACE_OFF:
            v = anchor == COMPARE_ANYWHERE ? end_piece(&s, false, false) : v;
            break;
        case FLOW_ELEM_LOST:
        case FLOW_ELEM_NO_SYNC:
        case FLOW_ELEM_END:
            v = end_piece(&s, elem.type == FLOW_ELEM_END, gaps->lost > 0);
            s.hole = true;
            break;
        case FLOW_ELEM_ERROR:
        case FLOW_ELEM_ADDR_NACC:
            tool_note(verb, path, "message %llu at offset %llu: %s; %s", (ull)elem.msg,
                      (ull)elem.offset, nexus_strerror(elem.status), htr_trace_remedy(&elem));
            v = COMPARE_DIFFERS;
            break;
        default:
            break;
        }
    }
    htr_gap_meter_end(gaps, d->msgs.size);
    result->instructions = s.matched;
    result->messages = d->flow.msgs;
    free(s.all.pc);
    free(s.piece.pc);
    return v;
}
