/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_lists.h"

#include <stdlib.h>

bool compare_grow(void **memory, size_t *room, size_t size)
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

bool compare_add_pc(struct pc_list *l, uint64_t pc)
{
    if (l->n == l->room) {
        void *memory = l->pc;
        if (!compare_grow(&memory, &l->room, sizeof *l->pc)) {
            return false;
        }
        l->pc = memory;
    }
    l->pc[l->n++] = pc;
    return true;
}

bool compare_add_span(struct compare_parts_result *r, size_t *room, const struct compare_span *span,
                      bool begins)
{
    struct compare_span *last = r->spans != 0 ? &r->span[r->spans - 1] : NULL;
    if (last != NULL && !begins && last->decoded + last->n == span->decoded &&
        last->listed + last->n == span->listed) {
        last->n += span->n;
        last->last_msg = span->last_msg;
        return true;
    }
    if (r->spans == *room) {
        void *memory = r->span;
        if (!compare_grow(&memory, room, sizeof *r->span)) {
            return false;
        }
        r->span = memory;
    }
    r->span[r->spans++] = *span;
    return true;
}
