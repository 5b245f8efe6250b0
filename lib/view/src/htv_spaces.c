/* SPDX-License-Identifier: Apache-2.0 */
/* Address spaces by number. */
#include "htv_spaces.h"

#include <stdlib.h>

static struct flow_context part_of(const struct flow_context *c, uint32_t depends)
{
    return (struct flow_context){
        .known = c->known,
        .v = (depends & FLOW_DEPENDS_V) != 0 && c->v,
        .prv = (depends & FLOW_DEPENDS_PRV) != 0 ? c->prv : 0,
        .scontext = (depends & FLOW_DEPENDS_SCONTEXT) != 0 ? c->scontext : 0,
        .hcontext = (depends & FLOW_DEPENDS_HCONTEXT) != 0 ? c->hcontext : 0,
    };
}

int htv_spaces_find(struct htv_spaces *s, const struct flow_code *code,
                    const struct flow_context *context, uint16_t *space)
{
    *space = 0;
    if (code->depends == 0 || !context->known) {
        return HTR_OK;
    }
    const struct flow_context c = part_of(context, code->depends);
    for (uint16_t i = 0; i < s->count; i++) {
        const struct flow_context *o = &s->context[i];
        if (o->v == c.v && o->prv == c.prv && o->scontext == c.scontext &&
            o->hcontext == c.hcontext) {
            *space = (uint16_t)(i + 1);
            return HTR_OK;
        }
    }
    if (s->count == UINT16_MAX - 1) {
        return HTR_OK; /* as if it were not known */
    }
    if (s->count == s->room) {
        const uint16_t room = s->room == 0        ? 16
                              : s->room < 1 << 15 ? (uint16_t)(2 * s->room)
                                                  : UINT16_MAX;
        struct flow_context *more = realloc(s->context, room * sizeof *more);
        if (more == NULL) {
            return HTR_ERR_MEMORY;
        }
        s->context = more;
        s->room = room;
    }
    s->context[s->count++] = c;
    *space = s->count;
    return HTR_OK;
}

void htv_spaces_context(const struct htv_spaces *s, uint16_t space, struct flow_context *context)
{
    *context = space > 0 && space <= s->count ? s->context[space - 1] : (struct flow_context){0};
}

void htv_spaces_free(struct htv_spaces *s)
{
    free(s->context);
    *s = (struct htv_spaces){0};
}
