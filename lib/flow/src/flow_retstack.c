/* SPDX-License-Identifier: Apache-2.0 */
#include "flow/flow_retstack.h"

void flow_retstack_init(struct flow_retstack *stack, unsigned depth)
{
    stack->depth = (uint16_t)depth;
    flow_retstack_clear(stack);
}

void flow_retstack_clear(struct flow_retstack *stack)
{
    stack->count = 0;
    stack->top = 0;
}

void flow_retstack_push(struct flow_retstack *stack, uint64_t addr)
{
    stack->addr[stack->top] = addr;
    stack->top = (uint16_t)(stack->top + 1 == stack->depth ? 0 : stack->top + 1);
    if (stack->count < stack->depth) {
        stack->count++;
    }
}

bool flow_retstack_top(const struct flow_retstack *stack, uint64_t *addr)
{
    if (stack->count == 0) {
        return false;
    }
    *addr = stack->addr[stack->top == 0 ? stack->depth - 1 : stack->top - 1];
    return true;
}

void flow_retstack_pop(struct flow_retstack *stack)
{
    if (stack->count != 0) {
        stack->top = (uint16_t)(stack->top == 0 ? stack->depth - 1 : stack->top - 1);
        stack->count--;
    }
}
