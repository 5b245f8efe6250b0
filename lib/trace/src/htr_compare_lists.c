/* SPDX-License-Identifier: Apache-2.0 */
#include "htr_compare_lists.h"

#include <stdlib.h>

bool htr_compare_grow(void **memory, size_t *room, size_t size)
{
    size_t more = *room == 0 ? 4096 : *room * 2;
    void *bigger = realloc(*memory, more * size);
    if (bigger == NULL) {
        return false;
    }
    *memory = bigger;
    *room = more;
    return true;
}

bool htr_compare_add_pc(struct htr_pc_list *l, uint64_t pc)
{
    if (l->n == l->room) {
        void *memory = l->pc;
        if (!htr_compare_grow(&memory, &l->room, sizeof *l->pc)) {
            return false;
        }
        l->pc = memory;
    }
    l->pc[l->n++] = pc;
    return true;
}

int htr_compare_load(struct htr_pc_list *l, struct htr_pcs *pcs)
{
    uint64_t pc[1024];
    size_t n;
    while ((n = htr_pcs_read(pcs, pc, sizeof pc / sizeof pc[0])) > 0) {
        for (size_t i = 0; i < n; i++) {
            if (!htr_compare_add_pc(l, pc[i])) {
                return htr_fail(pcs->host, HTR_ERR_MEMORY, pcs->path, "not enough memory");
            }
        }
    }
    return pcs->failed ? htr_compare_list_status(pcs) : HTR_OK;
}

bool htr_compare_add_span(struct htr_compare_parts_result *r, size_t *room,
                          const struct htr_compare_span *span, bool begins)
{
    struct htr_compare_span *last = r->spans != 0 ? &r->span[r->spans - 1] : NULL;
    if (last != NULL && !begins && last->decoded + last->n == span->decoded &&
        last->listed + last->n == span->listed) {
        last->n += span->n;
        last->last_msg = span->last_msg;
        return true;
    }
    if (r->spans == *room) {
        void *memory = r->span;
        if (!htr_compare_grow(&memory, room, sizeof *r->span)) {
            return false;
        }
        r->span = memory;
    }
    r->span[r->spans++] = *span;
    return true;
}
