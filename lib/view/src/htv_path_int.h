/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the parts of htv_path.h. */
#ifndef HTV_PATH_INT_H
#define HTV_PATH_INT_H

#include "htv/htv_pass.h"
#include "htv/htv_path.h"

/* Addresses, ascending. */
struct htv_path_targets {
    uint64_t *pc;
    size_t n, room;
    bool end; /* the end of the trace instead */
};

struct htv_path_frame {
    uint32_t function;
    uint8_t how;
    uint64_t from; /* the call */
};

struct htv_path_stack {
    struct htv_path_frame *frame;
    size_t count, room;
    size_t same; /* lower frames that the copy has too, when it is of this stack */
};

/* The last events of a hart: number n is at n % lines. */
struct htv_path_ring {
    struct htv_event *event;
    uint64_t n;
};

/* The place as it was reached. */
struct htv_path_hit {
    struct htv_event at;         /* a range is cut after the place */
    struct htv_path_ring before; /* events before `at` */
    struct htv_path_stack stack;
    uint32_t stack_id;
    bool valid;
};

struct htv_path_seen {
    const struct htv_about *about;
    struct htv_path_targets to;
    struct htv_path_ring ring[HTV_HARTS_MAX];
    uint32_t current[HTV_HARTS_MAX]; /* stack of each hart */
    bool closing[HTV_HARTS_MAX];
    struct htv_path_stack *stack;
    size_t stacks;
    struct htv_path_hit hit;
    uint64_t reached;
};

/* Find the place. Returns as htv_path_writer's begin. */
int htv_path_find(const struct htv_path *p, const struct htv_about *about,
                  struct htv_path_targets *out) HTR_MUST_CHECK;

/* Write what was found. Returns HTR_OK, HTR_ERR_MEMORY after a message, HTR_ERR_WRITE. */
int htv_path_write(const struct htv_path *p) HTR_MUST_CHECK;

#endif
