/* SPDX-License-Identifier: Apache-2.0 */
/* A decoded trace with holes against the executed PCs: every piece must occur, in order. */
#include <stdlib.h>
#include <string.h>

#include "htr_compare_lists.h"

/* Where the piece occurs at or after `from`; SIZE_MAX when nowhere. */
static size_t find(const struct htr_pc_list *all, size_t from, const struct htr_pc_list *piece)
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
    struct htr_host *host;
    struct htr_compare_result *result;
    struct htr_pc_list all, piece;
    size_t from;
    struct flow_elem first; /* first range of the piece */
    uint64_t matched;
    bool hole; /* trace is missing before the piece */
    enum htr_compare_anchor anchor;
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
    if (s->anchor == HTR_COMPARE_FROM_START && !s->hole) {
        return is_at(s, 0) ? 0 : SIZE_MAX;
    }
    if (s->anchor == HTR_COMPARE_TO_END && last && !lost) {
        return tail >= s->from && is_at(s, tail) ? tail : SIZE_MAX;
    }
    return find(&s->all, s->from, &s->piece);
}

/* The piece is complete: look for it. */
static int end_piece(struct search *s, bool last, bool lost)
{
    if (s->piece.n == 0) {
        return HTR_COMPARE_EQUAL;
    }
    size_t at = locate(s, last, lost);
    if (at == SIZE_MAX) {
        return htr_compare_not_executed(&s->result->difference, &s->first, s->piece.n,
                                        s->piece.pc[0]);
    }
    s->from = at + s->piece.n;
    s->matched += s->piece.n;
    s->piece.n = 0;
    return HTR_COMPARE_EQUAL;
}

static int add_range(struct search *s, struct flow_code *code, const struct flow_elem *elem)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    if (s->piece.n == 0) {
        s->first = *elem;
    }
    flow_range_begin(&it, elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        if (!htr_compare_add_pc(&s->piece, it.where.pc)) {
            return htr_fail(s->host, HTR_ERR_MEMORY, NULL, "not enough memory");
        }
    }
    return HTR_COMPARE_EQUAL;
}

int htr_compare_pieces(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                       enum htr_compare_anchor anchor, struct htr_compare_result *result,
                       struct htr_gap_meter *gaps)
{
    struct search s = {.host = expected->host, .result = result, .anchor = anchor};
    struct flow_elem elem;
    struct htr_pull pull;
    int v = htr_pull_begin(&pull, tree, decoder);
    v = v == HTR_OK ? htr_compare_load(&s.all, expected) : v;
    memset(gaps, 0, sizeof *gaps);
    memset(result, 0, sizeof *result);
    while (v == HTR_COMPARE_EQUAL && htr_pull_next(&pull, &elem)) {
        htr_gap_meter_add(gaps, &elem);
        switch (elem.type) {
        case FLOW_ELEM_RANGE:
            v = add_range(&s, htr_inside_look(&pull.inside).code, &elem);
            break;
        case FLOW_ELEM_TRACE_OFF:
            v = anchor == HTR_COMPARE_ANYWHERE ? end_piece(&s, false, false) : v;
            break;
        case FLOW_ELEM_LOST:
        case FLOW_ELEM_NO_SYNC:
        case FLOW_ELEM_END:
            v = end_piece(&s, elem.type == FLOW_ELEM_END, gaps->lost > 0);
            s.hole = true;
            break;
        case FLOW_ELEM_ERROR:
        case FLOW_ELEM_ADDR_NACC:
            v = htr_compare_broken(&result->difference, &elem);
            break;
        default:
            break;
        }
    }
    if (pull.inside.ops != NULL) {
        htr_gap_meter_end(gaps, htr_inside_look(&pull.inside).size);
        result->messages = htr_inside_look(&pull.inside).messages;
    }
    result->instructions = s.matched;
    free(s.all.pc);
    free(s.piece.pc);
    return v;
}
