/* SPDX-License-Identifier: Apache-2.0 */
/* A trace without holes that is the beginning or the end of the execution. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "htr_compare_lists.h"

bool htr_compare_measure(struct htr_tree *tree, int32_t decoder, uint64_t *instructions)
{
    struct htr_pull pull;
    struct flow_elem elem;
    bool begun = false, plain = true;
    *instructions = 0;
    if (htr_pull_begin(&pull, tree, decoder) != HTR_OK) {
        return false;
    }
    while (htr_pull_next(&pull, &elem)) {
        begun = begun || elem.type == FLOW_ELEM_RANGE;
        if (elem.type == FLOW_ELEM_ERROR || elem.type == FLOW_ELEM_ADDR_NACC ||
            elem.type == FLOW_ELEM_LOST || (elem.type == FLOW_ELEM_NO_SYNC && begun)) {
            plain = false;
        }
    }
    *instructions = htr_inside_look(&pull.inside).instructions;
    return plain;
}

static int check_range(struct htr_compare_place *p, struct flow_code *code,
                       struct htr_compare_reader *list, uint64_t *instructions)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    char what[80];
    uint64_t want;
    flow_range_begin(&it, p->elem);
    while (flow_range_next(&it, code, &insn) == FLOW_OK) {
        bool there = htr_compare_next(list, &want);
        if (there && want == it.where.pc) {
            p->instruction++;
            ++*instructions;
            continue;
        }
        if (list->pcs->failed) {
            return htr_compare_list_status(list->pcs);
        }
        p->got = &it.where.pc;
        if (there) {
            p->expected = &want;
            return htr_compare_differs_pc(p);
        }
        snprintf(what, sizeof what, "the trace continues at 0x%" PRIx64 "; the program did not",
                 it.where.pc);
        return htr_compare_differs(p, what);
    }
    return HTR_COMPARE_EQUAL;
}

int htr_compare_section(struct htr_tree *tree, int32_t decoder, struct htr_pcs *expected,
                        uint64_t first, struct htr_compare_result *result)
{
    struct htr_compare_reader list;
    struct flow_elem elem;
    struct htr_compare_place p = {
        .elem = &elem, .instruction = first, .difference = &result->difference};
    int v = HTR_COMPARE_EQUAL;
    struct htr_pull pull;
    htr_compare_read_from(&list, expected, HTR_COMPARE_BATCH);
    memset(result, 0, sizeof *result);
    if (htr_pull_begin(&pull, tree, decoder) != HTR_OK) {
        return HTR_ERR_ARG;
    }
    while (v == HTR_COMPARE_EQUAL && htr_pull_next(&pull, &elem)) {
        if (elem.type == FLOW_ELEM_RANGE) {
            v = check_range(&p, htr_inside_look(&pull.inside).code, &list, &result->instructions);
        }
    }
    result->messages = htr_inside_look(&pull.inside).messages;
    return v;
}
