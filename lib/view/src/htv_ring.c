/* SPDX-License-Identifier: Apache-2.0 */
/* A ring of blocks: it grows up to the number of instructions that are kept. */
#include "htv_ring.h"

#include <stdlib.h>

enum {
    FIRST_ROOM = 1 << 8,
    JOINED = 64, /* instructions of a block that goes on with the next range, at most: finding the
                    instruction before another one walks through its block */
};

void htv_ring_init(struct htv_ring *r, uint64_t keep)
{
    *r = (struct htv_ring){.keep = keep};
}

void htv_ring_free(struct htv_ring *r)
{
    free(r->block);
    *r = (struct htv_ring){.keep = r->keep};
}

static bool grow(struct htv_ring *r)
{
    const uint64_t room = r->room == 0 ? FIRST_ROOM : 2 * r->room;
    struct htv_ring bigger = {.room = room};
    bigger.block = malloc((size_t)room * sizeof *bigger.block);
    if (bigger.block == NULL) {
        return false;
    }
    for (uint64_t i = r->begun; i < r->ended; i++) {
        *htv_ring_at(&bigger, i) = *htv_ring_at(r, i);
    }
    free(r->block);
    r->block = bigger.block;
    r->room = room;
    return true;
}

/* Blocks without which there are still enough instructions; and no gap is the first. */
static void drop(struct htv_ring *r)
{
    while (r->ended - r->begun > 1 &&
           r->instructions - htv_ring_at(r, r->begun + 1)->first >= r->keep) {
        r->begun++;
    }
    while (r->begun < r->ended && htv_ring_at(r, r->begun)->count == 0) {
        r->begun++;
    }
}

static bool add(struct htv_ring *r, const struct htv_ring_block *b)
{
    if (r->ended - r->begun == r->room && !grow(r)) {
        return false;
    }
    *htv_ring_at(r, r->ended++) = *b;
    return true;
}

static bool goes_on(const struct htv_ring *r, const struct flow_range *range, uint16_t context)
{
    if (r->gap || r->begun == r->ended) {
        return false;
    }
    const struct htv_ring_block *last = htv_ring_at(r, r->ended - 1);
    return last->context == context && last->count < JOINED && range->start == last->next;
}

bool htv_ring_add(struct htv_ring *r, const struct flow_range *range, uint16_t context)
{
    const uint64_t end = range->end - range->last_size;
    if (range->count == 0) {
        return true;
    }
    if (goes_on(r, range, context)) {
        struct htv_ring_block *last = htv_ring_at(r, r->ended - 1);
        last->end = end;
        last->next = range->end;
        last->count += range->count;
    } else {
        struct htv_ring_block b = {.begin = range->start,
                                   .end = end,
                                   .next = range->end,
                                   .first = r->instructions,
                                   .count = range->count,
                                   .context = context};
        if (r->gap && r->begun != r->ended) {
            const struct htv_ring_block *last = htv_ring_at(r, r->ended - 1);
            const uint64_t lost = last->end != 0 ? last->end : 1;
            const struct htv_ring_block gap = {
                .begin = lost, .end = lost - 1, .first = r->instructions};
            if (!add(r, &gap)) {
                return false;
            }
        }
        if (!add(r, &b)) {
            return false;
        }
    }
    r->gap = false;
    r->instructions += range->count;
    drop(r);
    return true;
}

void htv_ring_gap(struct htv_ring *r)
{
    r->gap = true;
}

bool htv_ring_find(const struct htv_ring *r, uint64_t instruction, uint64_t *number)
{
    uint64_t low = r->begun, high = r->ended;
    while (low < high) { /* the first block that begins after it */
        const uint64_t middle = low + (high - low) / 2;
        if (htv_ring_at(r, middle)->first <= instruction) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *number = low - 1;
    return low > r->begun && instruction < r->instructions;
}
