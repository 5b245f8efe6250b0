/* SPDX-License-Identifier: Apache-2.0 */
/* A decoded trace against the executed PCs, without holes. */
#include "htr_compare_lists.h"
#include "htr/htr_pcs_ranges.h"

struct expected {
    struct htr_pcs *pcs;
    struct htr_pcs_ranges *ranges; /* of a text, else NULL; PCs are then read one by one */
    struct htr_compare_reader reader;
};

/* One range of executed instructions. */
static int check_range(struct htr_compare_place *p, struct flow_code *code, struct expected *e,
                       uint64_t *instructions)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    const struct htr_pcs_range range = {p->elem->start, p->elem->end, p->elem->count};
    uint64_t first = *instructions;
    bool constant = true;
    if (e->ranges != NULL && htr_pcs_ranges_skip(e->ranges, e->pcs, &range)) {
        *instructions += range.count;
        return HTR_COMPARE_EQUAL;
    }
    flow_range_begin(&it, p->elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        uint64_t want;
        p->instruction = *instructions + 1;
        p->got = &it.where.pc;
        if (!htr_compare_next(&e->reader, &want)) {
            return e->pcs->failed ? htr_compare_list_status(e->pcs) : htr_compare_differs_pc(p);
        }
        if (want != it.where.pc) {
            p->expected = &want;
            return htr_compare_differs_pc(p);
        }
        ++*instructions;
        constant = constant && (insn->flags & FLOW_INSN_VOLATILE) == 0;
    }
    if (e->ranges != NULL && constant && *instructions - first == range.count) {
        htr_pcs_ranges_learn(e->ranges, e->pcs, &range);
    }
    return HTR_COMPARE_EQUAL;
}

/* An element that reports trouble. */
static int trouble(struct htr_compare_place *p, struct expected *e)
{
    uint64_t want;
    if (htr_compare_next(&e->reader, &want)) {
        p->expected = &want;
    } else if (e->pcs->failed) {
        return htr_compare_list_status(e->pcs);
    }
    return htr_compare_trouble(p);
}

static int check_end(struct htr_compare_place *p, struct expected *e)
{
    uint64_t want;
    if (p->elem->value != 0) {
        return htr_compare_cut_off(p);
    }
    if (htr_compare_next(&e->reader, &want)) {
        p->expected = &want;
        return htr_compare_early_end(p);
    }
    return HTR_COMPARE_EQUAL;
}

/* elem is where p->elem points. */
static int compare(struct htr_compare_place *p, struct flow_elem *elem, const struct htr_pull *pull,
                   struct expected *e, struct htr_compare_result *result)
{
    const struct htr_inside *d = &pull->inside;
    struct flow_code *code = htr_inside_look(d).code;
    int v = HTR_COMPARE_EQUAL;
    while (v == HTR_COMPARE_EQUAL && htr_pull_next(pull, elem)) {
        p->instruction = result->instructions + 1;
        p->expected = p->got = NULL;
        htr_progress(e->pcs->host, elem->offset);
        if (elem->type == FLOW_ELEM_RANGE) {
            v = check_range(p, code, e, &result->instructions);
        } else if (elem->type == FLOW_ELEM_ERROR || elem->type == FLOW_ELEM_ADDR_NACC ||
                   elem->type == FLOW_ELEM_NO_SYNC || elem->type == FLOW_ELEM_LOST) {
            v = trouble(p, e);
        } else if (elem->type == FLOW_ELEM_END) {
            v = check_end(p, e);
        }
    }
    result->messages = htr_inside_look(d).messages;
    return e->pcs->failed ? htr_compare_list_status(e->pcs) : v;
}

int htr_compare_whole(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                      struct htr_compare_result *result)
{
    struct expected e;
    struct flow_elem elem;
    struct htr_compare_place p = {
        .elem = &elem, .instruction = 1, .difference = &result->difference};
    struct htr_pull pull;
    *result = (struct htr_compare_result){0};
    if (htr_pull_begin(&pull, tree, decoder) != HTR_OK) {
        return HTR_ERR_ARG;
    }
    e.pcs = expected;
    e.ranges =
        expected->kind == HTR_PCS_TEXT ? htr_pcs_ranges_new() : NULL; /* optional: slower without */
    htr_compare_read_from(&e.reader, expected, e.ranges != NULL ? 1 : HTR_COMPARE_BATCH);
    int v = compare(&p, &elem, &pull, &e, result);
    htr_pcs_ranges_free(e.ranges);
    return v;
}
