/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the open frames of each stack, for writers whose format has one stack per hart: they
 * close and open frames when the hart switches stacks. */
#ifndef HTV_SHADOW_H
#define HTV_SHADOW_H

#include <stddef.h>
#include <stdint.h>

#include "htv/htv_event.h"

struct htv_shadow_stack {
    uint32_t *function;
    size_t count, room;
};

struct htv_shadow {
    struct htv_shadow_stack *stack;
    size_t stacks;
    uint32_t current; /* of the hart that is written */
};

/* Open or close a frame of the hart at the time of e: in order, properly nested. */
typedef void htv_shadow_emit(void *ctx, const struct htv_event *e, bool open, uint32_t function);

/* Take ENTER, LEAVE, SWITCH (others do nothing); emit says what the hart sees. Returns HTR_OK, or
 * HTR_ERR_MEMORY without a message. */
int htv_shadow_take(struct htv_shadow *s, const struct htv_event *e, htv_shadow_emit *emit,
                    void *ctx);
void htv_shadow_free(struct htv_shadow *s);

#endif
