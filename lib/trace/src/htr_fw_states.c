/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of states: a list, and a hash of it. */
#include "htr_fw_states.h"

#include <stdlib.h>
#include <string.h>

static size_t hash_of(const struct fw_states_rule *r, const uint32_t *s)
{
    uint64_t h = 0;
    for (unsigned i = 0; i < r->stride; i++) {
        h = (h ^ s[i]) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 29;
    }
    return (size_t)h;
}

static uint32_t *slot_for(const struct fw_states_rule *r, const struct fw_states *p,
                          const uint32_t *s)
{
    size_t i = hash_of(r, s) & (p->slots - 1);
    while (p->slot[i] != 0 &&
           memcmp(p->state + (p->slot[i] - 1) * (size_t)r->stride, s, r->stride * sizeof *s) != 0) {
        i = (i + 1) & (p->slots - 1);
    }
    return &p->slot[i];
}

static bool grow(const struct fw_states_rule *r, struct fw_states *p)
{
    const size_t room = p->room == 0 ? 4 : 2 * p->room;
    uint32_t *state = realloc(p->state, room * r->stride * sizeof *state);
    if (state == NULL) {
        return false;
    }
    p->state = state;
    p->room = room;
    free(p->slot);
    p->slots = 2 * room;
    p->slot = calloc(p->slots, sizeof *p->slot);
    if (p->slot == NULL) {
        return false;
    }
    for (size_t i = 0; i < p->n; i++) {
        *slot_for(r, p, p->state + i * r->stride) = (uint32_t)i + 1;
    }
    return true;
}

void fw_states_put(struct fw_states_rule *r, struct fw_states *p, const uint32_t *s)
{
    if (!r->good || r->full) {
        return;
    }
    if (p->n == p->room && !grow(r, p)) {
        r->good = false;
        return;
    }
    uint32_t *slot = slot_for(r, p, s);
    if (*slot == 0) {
        memcpy(p->state + p->n * r->stride, s, r->stride * sizeof *s);
        *slot = (uint32_t)++p->n;
        r->full = ++r->kept > FW_STATES_MAX;
    }
}

uint32_t fw_states_find(const struct fw_states_rule *r, const struct fw_states *p,
                        const uint32_t *s)
{
    return p->slots > 0 ? *slot_for(r, p, s) : 0;
}

void fw_states_empty(struct fw_states_rule *r, struct fw_states *p)
{
    r->kept -= p->n;
    free(p->state);
    free(p->slot);
    free(p->alive);
    memset(p, 0, sizeof *p);
}
