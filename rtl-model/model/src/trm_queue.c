/* SPDX-License-Identifier: Apache-2.0 */
/* A queue of whole messages (TCI 1.0, Connections Between Components). */
#include "trm/trm_queue.h"

void trm_queue_init(struct trm_queue *q, uint8_t *store, uint32_t limit)
{
    *q = (struct trm_queue){.store = store, .size = 2 * limit, .limit = limit};
}

void trm_queue_clear(struct trm_queue *q)
{
    trm_queue_init(q, q->store, q->limit);
}

bool trm_queue_fits(const struct trm_queue *q, size_t n)
{
    return n >= 1 && n <= TRM_MESSAGE_MAX && q->fill + n <= q->limit;
}

static uint32_t next(const struct trm_queue *q, uint32_t at)
{
    return at + 1 == q->size ? 0 : at + 1;
}

void trm_queue_push(struct trm_queue *q, const uint8_t *bytes, size_t n)
{
    q->store[q->tail] = (uint8_t)n;
    q->tail = next(q, q->tail);
    for (size_t i = 0; i < n; i++) {
        q->store[q->tail] = bytes[i];
        q->tail = next(q, q->tail);
    }
    q->fill += (uint32_t)n;
    q->count++;
}

uint32_t trm_queue_first(const struct trm_queue *q)
{
    return q->count == 0 ? 0 : q->store[q->head];
}

uint8_t trm_queue_peek(const struct trm_queue *q)
{
    return q->count == 0 ? 0 : q->store[next(q, q->head)];
}

uint32_t trm_queue_pop(struct trm_queue *q, uint8_t bytes[TRM_MESSAGE_MAX])
{
    uint32_t n = trm_queue_first(q);
    if (n == 0) {
        return 0;
    }
    q->head = next(q, q->head);
    for (uint32_t i = 0; i < n; i++) {
        bytes[i] = q->store[q->head];
        q->head = next(q, q->head);
    }
    q->fill -= n;
    q->count--;
    return n;
}
