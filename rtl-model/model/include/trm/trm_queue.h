/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue of whole messages in caller-owned memory: what buffered components are made of (TCI 1.0,
 * Connections Between Components).
 */
#ifndef TRM_QUEUE_H
#define TRM_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trm/trm_link.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Private, but visible: the caller owns the memory. */
struct trm_queue {
    uint8_t *store; /* a ring: each message after a byte with its length */
    uint32_t size;  /* of store: at least twice the limit */
    uint32_t limit; /* bytes of messages that it takes; lengths are not counted */
    uint32_t head, tail;
    uint32_t fill;  /* bytes of messages */
    uint32_t count; /* messages */
};

/* Start empty. store has 2 * limit bytes. */
void trm_queue_init(struct trm_queue *q, uint8_t *store, uint32_t limit);

void trm_queue_clear(struct trm_queue *q);

/* Would a message of n bytes fit? False for n = 0 and n > TRM_MESSAGE_MAX. */
bool trm_queue_fits(const struct trm_queue *q, size_t n);

/* Append a message that fits. */
void trm_queue_push(struct trm_queue *q, const uint8_t *bytes, size_t n);

/* Length of the oldest message, 0 when there is none. */
uint32_t trm_queue_first(const struct trm_queue *q);

/* First byte of the oldest message, 0 when there is none. */
uint8_t trm_queue_peek(const struct trm_queue *q);

/* Take the oldest message out. Returns its length, 0 when there is none. */
uint32_t trm_queue_pop(struct trm_queue *q, uint8_t bytes[TRM_MESSAGE_MAX]);

#ifdef __cplusplus
}
#endif

#endif
