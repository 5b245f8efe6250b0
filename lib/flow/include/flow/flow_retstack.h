/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Return stack of implicit returns: keeps the newest `depth` addresses, drops the oldest. It is at
 * least as deep as the encoder's, whose depth a decoder need not know.
 *
 * Source: N-Trace 1.0, Implicit Return Optimization.
 */
#ifndef FLOW_RETSTACK_H
#define FLOW_RETSTACK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FLOW_MAX_RETURN_DEPTH = 1023,
};

struct flow_retstack {
    uint16_t depth;
    uint16_t count;
    uint16_t top; /* slot of the next push */
    uint64_t addr[FLOW_MAX_RETURN_DEPTH];
};

/* An empty stack of `depth` entries, 1..FLOW_MAX_RETURN_DEPTH. */
void flow_retstack_init(struct flow_retstack *stack, unsigned depth);
void flow_retstack_clear(struct flow_retstack *stack);
void flow_retstack_push(struct flow_retstack *stack, uint64_t addr);

/* The newest address. Returns false when the stack is empty. */
bool flow_retstack_top(const struct flow_retstack *stack, uint64_t *addr);

/* Drop the newest address, if there is one. */
void flow_retstack_pop(struct flow_retstack *stack);

#ifdef __cplusplus
}
#endif

#endif
