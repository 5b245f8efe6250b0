/* SPDX-License-Identifier: Apache-2.0 */
#include "elem_list.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void el_add(struct elem_list *l, struct nexus_source *source, const struct flow_elem *e)
{
    assert(l->n < EL_MAX);
    struct kept_elem *k = &l->item[l->n++];
    k->e = *e;
    k->source = source;
    assert(e->raw_length <= EL_RAW && (e->raw != NULL || e->raw_length == 0));
    for (uint32_t i = 0; i < e->raw_length; i++) {
        k->raw[i] = e->raw[i];
    }
}

static bool same_context(const struct flow_context *a, const struct flow_context *b)
{
    return a->known == b->known && a->v == b->v && a->prv == b->prv && a->scontext == b->scontext &&
           a->hcontext == b->hcontext;
}

static bool same_text(const char *a, const char *b)
{
    return (a == NULL) == (b == NULL) && (a == NULL || strcmp(a, b) == 0);
}

bool el_equal(const struct flow_elem *a, const uint8_t *a_raw, const struct flow_elem *b,
              const uint8_t *b_raw, bool position)
{
    return a->type == b->type && a->code == b->code && a->known == b->known &&
           a->last_cls == b->last_cls && a->last_size == b->last_size &&
           a->last_taken == b->last_taken && a->status == b->status && a->count == b->count &&
           a->start == b->start && a->end == b->end && a->value == b->value &&
           (!position || a->position == b->position) && a->msg == b->msg &&
           a->offset == b->offset && same_context(&a->context, &b->context) &&
           same_text(a->hint, b->hint) && a->raw_length == b->raw_length &&
           memcmp(a_raw, b_raw, a->raw_length) == 0;
}

static void show(const char *name, const struct flow_elem *e)
{
    fprintf(stderr, "%s: %s #%u @%u code %u status %d start %llx end %llx count %u\n", name,
            flow_elem_name(e->type), (unsigned)e->msg, (unsigned)e->offset, e->code, e->status,
            (unsigned long long)e->start, (unsigned long long)e->end, (unsigned)e->count);
}

bool el_lists_equal(const struct elem_list *a, const struct elem_list *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++) {
        const struct kept_elem *x = &a->item[i];
        const struct kept_elem *y = &b->item[i];
        if (!el_equal(&x->e, x->raw, &y->e, y->raw, true)) {
            fprintf(stderr, "element %u differs\n", (unsigned)i);
            show("  first ", &x->e);
            show("  second", &y->e);
            return false;
        }
    }
    if (a->n != b->n) {
        fprintf(stderr, "%u elements, and %u\n", (unsigned)a->n, (unsigned)b->n);
    }
    return a->n == b->n;
}

void el_pull(struct elem_list *l, struct nexus_decoder *d)
{
    struct flow_elem e;
    while (nexus_decoder_next(d, &e) == NEXUS_OK) {
        el_add(l, NULL, &e);
    }
}
