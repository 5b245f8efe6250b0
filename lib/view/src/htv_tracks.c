/* SPDX-License-Identifier: Apache-2.0 */
/* Processes and threads of a timeline. */
#include "htv_tracks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void htv_tracks_free(struct htv_tracks *t)
{
    free(t->context);
    free(t->stack);
    *t = (struct htv_tracks){0};
}

static int room_for(struct htv_tracks *t, uint32_t stack)
{
    if (stack < t->stacks) {
        return HTR_OK;
    }
    if (stack >= HTV_TRACK_STACKS) {
        return HTR_ERR_RANGE;
    }
    const uint32_t n = stack + stack / 2 + 16;
    struct htv_track_stack *more = realloc(t->stack, n * sizeof *more);
    if (more == NULL) {
        return HTR_ERR_MEMORY;
    }
    memset(more + t->stacks, 0, (n - t->stacks) * sizeof *more);
    t->stack = more;
    t->stacks = n;
    return HTR_OK;
}

/* The index of a context. Returns it, or HTR_ERR_MEMORY. */
static int64_t context_of(struct htv_tracks *t, bool known, uint64_t scontext, uint64_t hcontext)
{
    for (uint32_t i = 0; i < t->contexts; i++) {
        const struct htv_track_context *c = &t->context[i];
        if (c->known == known && (!known || (c->scontext == scontext && c->hcontext == hcontext)) &&
            !c->others) {
            return i;
        }
    }
    if (t->contexts > HTV_TRACK_CONTEXTS) {
        return t->contexts - 1;
    }
    if (t->contexts == t->contexts_room) {
        const uint32_t n = t->contexts_room == 0 ? 16 : 2 * t->contexts_room;
        struct htv_track_context *more = realloc(t->context, n * sizeof *more);
        if (more == NULL) {
            return HTR_ERR_MEMORY;
        }
        t->context = more;
        t->contexts_room = n;
    }
    t->context[t->contexts] =
        (struct htv_track_context){.scontext = scontext,
                                   .hcontext = hcontext,
                                   .known = known,
                                   .others = t->contexts == HTV_TRACK_CONTEXTS};
    return t->contexts++;
}

/* A thread is of one stack in one context. */
static void bind(struct htv_tracks *t, struct htv_track_stack *s, struct htv_track *out)
{
    if (s->open++ > 0 || (s->used && s->bound == s->context)) {
        return;
    }
    s->used = out->bound = true;
    s->bound = s->context;
    s->thread = HTV_TRACK_TID + t->threads++;
    out->first = !t->context[s->bound].used;
    t->context[s->bound].used = true;
}

int htv_tracks_take(struct htv_tracks *t, const struct htv_event *e, struct htv_track *out)
{
    if (e->kind != HTV_SWITCH && e->kind != HTV_ENTER && e->kind != HTV_LEAVE) {
        return HTR_OK;
    }
    int status = room_for(t, e->stack);
    if (status != HTR_OK) {
        return status;
    }
    struct htv_track_stack *s = &t->stack[e->stack];
    if (e->kind == HTV_SWITCH || t->contexts == 0) {
        const bool known = e->kind == HTV_SWITCH && e->code != 0;
        const int64_t c = context_of(t, known, known ? e->value : 0, known ? e->from : 0);
        if (c < 0) {
            return (int)c;
        }
        s->context = (uint32_t)c;
    }
    if (e->kind == HTV_SWITCH) {
        return HTR_OK;
    }
    *out = (struct htv_track){0};
    if (e->kind == HTV_ENTER) {
        bind(t, s, out);
    } else if (s->open > 0) {
        s->open--;
    } else {
        out->none = true;
        return HTR_OK;
    }
    out->process = s->bound + 1;
    out->thread = s->thread;
    return HTR_OK;
}

void htv_tracks_process(const struct htv_tracks *t, uint32_t process, char name[HTV_TRACK_NAME])
{
    const struct htv_track_context *c = &t->context[process - 1];
    if (c->others) {
        snprintf(name, HTV_TRACK_NAME, "other contexts");
    } else if (!c->known) {
        snprintf(name, HTV_TRACK_NAME, "program");
    } else if (c->hcontext != 0) {
        snprintf(name, HTV_TRACK_NAME, "hcontext 0x%" PRIx64 ", scontext 0x%" PRIx64, c->hcontext,
                 c->scontext);
    } else {
        snprintf(name, HTV_TRACK_NAME, "scontext 0x%" PRIx64, c->scontext);
    }
}
