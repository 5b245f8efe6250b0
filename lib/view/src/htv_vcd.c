/* SPDX-License-Identifier: Apache-2.0 */
/* Writer vcd: the program as waves, a scope for each hart. */
#include <stdlib.h>
#include <string.h>

#include "htv_text.h"
#include "htv_tracks.h"
#include "htv_vcd_waves.h"
#include "htv_writers.h"

/* How deep the handlers of a stack are. */
struct handlers {
    uint32_t *depth;
    uint32_t count, room;
};

struct vcd {
    struct handlers *stack;
    uint32_t stacks;
    struct htv_vcd to;
};

static struct handlers *stack_of(struct vcd *v, uint32_t id)
{
    if (id >= v->stacks) {
        const uint32_t n = id + id / 2 + 16;
        struct handlers *more = id < HTV_TRACK_STACKS ? realloc(v->stack, n * sizeof *more) : NULL;
        if (more == NULL) {
            return NULL;
        }
        memset(more + v->stacks, 0, (n - v->stacks) * sizeof *more);
        v->stack = more;
        v->stacks = n;
    }
    return &v->stack[id];
}

/* A handler's frame is entered, or left for good: not when a tail call takes its place. */
static int handlers(struct vcd *v, const struct htv_event *e, struct handlers *h)
{
    if (e->kind == HTV_ENTER && e->how == HTV_TRAP) {
        if (h->count == h->room) {
            const uint32_t n = h->room == 0 ? 4 : 2 * h->room;
            uint32_t *more = realloc(h->depth, n * sizeof *more);
            if (more == NULL) {
                return HTR_ERR_MEMORY;
            }
            h->depth = more;
            h->room = n;
        }
        h->depth[h->count++] = e->depth;
    } else if (e->kind == HTV_LEAVE && e->how != HTV_TAIL && e->how != HTV_SWAP) {
        while (h->count > 0 && h->depth[h->count - 1] >= e->depth) {
            h->count--;
        }
    }
    if (e->kind != HTV_LEAVE || e->how != HTV_CLOSED) {
        htv_vcd_set(&v->to, e->hart, HTV_WAVE_TRAP, h->count > 0);
    }
    return HTR_OK;
}

/* ---- operations ---- */

static int begin(void *state, const struct htv_about *about)
{
    struct vcd *v = state;
    return htv_text_fail(about, htv_vcd_begin(&v->to, about));
}

static int take(void *state, const struct htv_event *e)
{
    struct vcd *v = state;
    if (e->hart >= v->to.about->harts) {
        return htv_text_fail(v->to.about, HTR_ERR_RANGE);
    }
    int status = HTR_OK;
    htv_vcd_advance(&v->to, e->time);
    switch ((enum htv_kind)e->kind) {
    case HTV_RANGE:
        htv_vcd_set(&v->to, e->hart, HTV_WAVE_PC, e->pc);
        htv_vcd_set(&v->to, e->hart, HTV_WAVE_FUNCTION, e->function);
        htv_vcd_set(&v->to, e->hart, HTV_WAVE_DEPTH, e->depth);
        htv_vcd_set(&v->to, e->hart, HTV_WAVE_TRACED, 1);
        break;
    case HTV_SWITCH:
        if (e->code != 0) {
            htv_vcd_set(&v->to, e->hart, HTV_WAVE_CONTEXT, e->value);
        }
        /* fallthrough */
    case HTV_ENTER:
    case HTV_LEAVE: {
        struct handlers *h = stack_of(v, e->stack);
        status = h != NULL ? handlers(v, e, h) : HTR_ERR_MEMORY;
        break;
    }
    case HTV_MESSAGE:
        htv_vcd_set(&v->to, e->hart, HTV_WAVE_MESSAGE, e->value);
        break;
    case HTV_PRIVILEGE:
        htv_vcd_set(&v->to, e->hart, HTV_WAVE_PRIVILEGE, e->code & 3);
        break;
    case HTV_OFF:
    case HTV_LOST:
    case HTV_GAP:
    case HTV_END:
        htv_vcd_set(&v->to, e->hart, HTV_WAVE_TRACED, 0);
        break;
    default:
        break;
    }
    return v->to.out.failed ? HTR_ERR_WRITE : htv_text_fail(v->to.about, status);
}

static int end(void *state, const struct htv_totals *totals)
{
    struct vcd *v = state;
    htv_vcd_end(&v->to, totals);
    return v->to.out.failed ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct vcd *v = state;
    for (uint32_t i = 0; i < v->stacks; i++) {
        free(v->stack[i].depth);
    }
    free(v->stack);
    htv_vcd_free(&v->to);
}

const struct htv_writer htv_vcd = {
    .name = "vcd",
    .help = "waves: pc, function, privilege, context, trap; FST when the file ends in .fst",
    .wants = HTV_WANTS_RANGES | HTV_WANTS_ORDER | HTV_WANTS_MESSAGES,
    .state_size = sizeof(struct vcd),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
