/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Return stack: keeps the newest `depth` addresses, drops the oldest. It is at least as deep as the
 * encoder's, whose depth a decoder need not know (N-Trace, Implicit Return Optimization).
 */
#include "nexus_flow_int.h"

void nexus_retstack_init(struct nexus_retstack *stack, unsigned depth)
{
    stack->depth = (uint16_t)depth;
    nexus_retstack_clear(stack);
}

void nexus_retstack_clear(struct nexus_retstack *stack)
{
    stack->count = 0;
    stack->top = 0;
}

void nexus_retstack_push(struct nexus_retstack *stack, uint64_t addr)
{
    stack->addr[stack->top] = addr;
    stack->top = (uint16_t)(stack->top + 1 == stack->depth ? 0 : stack->top + 1);
    if (stack->count < stack->depth) {
        stack->count++;
    }
}

bool nexus_retstack_top(const struct nexus_retstack *stack, uint64_t *addr)
{
    if (stack->count == 0) {
        return false;
    }
    *addr = stack->addr[stack->top == 0 ? stack->depth - 1 : stack->top - 1];
    return true;
}

void nexus_retstack_pop(struct nexus_retstack *stack)
{
    if (stack->count != 0) {
        stack->top = (uint16_t)(stack->top == 0 ? stack->depth - 1 : stack->top - 1);
        stack->count--;
    }
}
