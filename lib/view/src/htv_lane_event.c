/* SPDX-License-Identifier: Apache-2.0 */
/* An event of a lane: where it is, and its calls. */
#include "htv_lane.h"

struct htv_event htv_lane_event(const struct htv_lane *l, enum htv_kind kind, uint8_t code)
{
    uint32_t top = 0;
    struct htv_event e = {.kind = (uint8_t)kind, .code = code, .insns = l->calls.insns};
    e.stack = htv_calls_top(&l->calls, &e.depth, &top);
    e.function = top;
    return e;
}

void htv_lane_put(struct htv_lane *l, const struct htv_event *e)
{
    struct htv_event out = *e;
    out.hart = l->index;
    out.space = l->space;
    out.offset = l->offset;
    htv_axis_put(&l->axis, &out, l->half);
}
