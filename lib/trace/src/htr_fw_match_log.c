/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A log of several harts that share a destination. How far each of them has come is a state; an
 * item takes every state that can send it to the next one. States that come to no end are not
 * possible, and an item can be whatever leads from a possible state to a possible one.
 */
#include <stdlib.h>
#include <string.h>

#include "htr_fw_items.h"
#include "htr_fw_states.h"

enum {
    HARTS = 8,
    WIDEST = 16, /* words of a message */
};

/* What a hart sent to the destination, and gaps. */
struct lane {
    const struct fw_hart *h;
    const struct fw_send **send;
    uint8_t *words;         /* 0: not known */
    uint64_t *early, *late; /* times between which it was */
    uint32_t n;
};

struct log {
    const struct fw_matching *m;
    struct lane lane[HARTS];
    unsigned lanes, stride;
    struct fw_states *step; /* the states at the beginning, then after each item or position */
    size_t steps;
    struct fw_states_rule rule;
    bool timed;
};

/* ---- transitions ---- */

static bool is_gap(const struct lane *a, uint32_t i)
{
    return i < a->n && a->send[i]->kind == FW_SENT_GAP;
}

/* Another hart's next send is older for sure. */
static bool too_early(const struct log *l, const uint32_t *s, unsigned h)
{
    const struct lane *a = &l->lane[h];
    for (unsigned k = 0; k < l->lanes && l->timed; k++) {
        const struct lane *b = &l->lane[k];
        if (k != h && s[k] < b->n && !is_gap(b, s[k]) && b->late[s[k]] < a->early[s[h]]) {
            return true;
        }
    }
    return false;
}

typedef void arrive(void *ctx, const uint32_t *to, unsigned lane, uint32_t send, uint64_t pc,
                    bool outside);

/* Everything that a step can lead to. A gap is left when what follows it is sent. */
static void follow_item(const struct log *l, const struct fw_item *item, const uint32_t *s,
                        arrive *sink, void *ctx)
{
    uint32_t to[HARTS + 1];
    uint64_t pc;
    for (unsigned h = 0; h < l->lanes && s[l->lanes] == 0; h++) {
        const struct lane *a = &l->lane[h];
        memcpy(to, s, l->rule.stride * sizeof *to);
        if (is_gap(a, to[h])) {
            sink(ctx, to, h, to[h], 0, true);
            while (is_gap(a, to[h])) {
                to[h]++;
            }
        }
        if (to[h] < a->n && fw_item_fits(item, a->h, a->send[to[h]], &pc) && !too_early(l, to, h)) {
            const uint32_t send = to[h]++;
            sink(ctx, to, h, send, pc, false);
        }
    }
}

/* One position that is missing. */
static void follow_lost(const struct log *l, const uint32_t *s, arrive *sink, void *ctx)
{
    uint32_t to[HARTS + 1];
    if (s[l->lanes] > 0) {
        memcpy(to, s, l->rule.stride * sizeof *to);
        to[l->lanes]--;
        sink(ctx, to, 0, 0, 0, false);
        return;
    }
    for (unsigned h = 0; h < l->lanes; h++) {
        const struct lane *a = &l->lane[h];
        memcpy(to, s, l->rule.stride * sizeof *to);
        if (is_gap(a, to[h])) {
            sink(ctx, to, h, to[h], 0, true);
            while (is_gap(a, to[h])) {
                to[h]++;
            }
        }
        if (to[h] >= a->n || too_early(l, to, h)) {
            continue;
        }
        const uint32_t send = to[h]++;
        const unsigned known = a->words[send];
        for (unsigned w = known > 0 ? known : 2; w <= (known > 0 ? known : WIDEST); w++) {
            to[l->lanes] = w - 1;
            sink(ctx, to, h, send, 0, false);
        }
    }
}

/* ---- forward ---- */

struct forward {
    struct log *l;
    struct fw_states *to;
};

static void keep(void *ctx, const uint32_t *to, unsigned lane, uint32_t send, uint64_t pc,
                 bool outside)
{
    struct forward *f = ctx;
    (void)lane;
    (void)send;
    (void)pc;
    (void)outside;
    fw_states_put(&f->l->rule, f->to, to);
}

static void advance(struct log *l, const struct fw_item *item, const struct fw_states *from,
                    struct fw_states *to)
{
    struct forward f = {l, to};
    for (size_t i = 0; i < from->n && l->rule.good && !l->rule.full; i++) {
        const uint32_t *s = from->state + i * l->rule.stride;
        if (item == NULL) {
            follow_lost(l, s, keep, &f);
        } else {
            follow_item(l, item, s, keep, &f);
        }
    }
}

/* Any number was sent in between. */
static void advance_any(struct log *l, const struct fw_states *from, struct fw_states *to)
{
    for (size_t i = 0; i < from->n; i++) {
        fw_states_put(&l->rule, to, from->state + i * l->rule.stride);
    }
    for (size_t i = 0; i < to->n && l->rule.good && !l->rule.full; i++) {
        for (unsigned h = 0; h < l->lanes; h++) {
            uint32_t s[HARTS + 1];
            memcpy(s, to->state + i * l->rule.stride, l->rule.stride * sizeof *s);
            s[l->lanes] = 0;
            if (s[h] < l->lane[h].n) {
                s[h]++;
                fw_states_put(&l->rule, to, s);
            }
        }
    }
}

static struct fw_states *new_step(struct log *l, size_t item)
{
    if ((l->steps & (l->steps - 1)) == 0) {
        struct fw_states *more =
            realloc(l->step, (l->steps == 0 ? 1 : 2 * l->steps) * sizeof *more);
        if (more == NULL) {
            l->rule.good = false;
            return NULL;
        }
        l->step = more;
    }
    l->step[l->steps] = (struct fw_states){.item = item};
    return &l->step[l->steps++];
}

/* Positions that are missing: the states in between are kept, unless nothing came before. */
static bool skip_lost(struct log *l, size_t i, uint64_t words)
{
    const bool first = l->steps == 1;
    for (uint64_t k = 0; k < words && l->rule.good && !l->rule.full; k++) {
        struct fw_states *to = new_step(l, i);
        if (to == NULL) {
            return false;
        }
        advance(l, NULL, to - 1, to);
        if (to->n == 0) {
            fw_states_empty(&l->rule, to);
            l->steps--;
            return false;
        }
        if (first) {
            fw_states_empty(&l->rule, to - 1);
            to[-1] = *to;
            l->steps--;
        }
    }
    return l->rule.good && !l->rule.full;
}

/* An item that nothing fits: something is missing before it, or it was not sent by these. */
static void mismatch(struct log *l, size_t i)
{
    struct htr_fw_link_sum *sum = l->m->sum;
    struct fw_states any = {.n = 0};
    if (sum->strange++ == 0) {
        sum->first = l->m->in->item[i].offset;
    }
    struct fw_states *to = new_step(l, i);
    if (to == NULL) {
        return;
    }
    advance_any(l, to - 1, &any);
    if (l->m->in->item[i].kind == FW_ITEM_WORD) {
        advance(l, &l->m->in->item[i], &any, to);
    }
    if (to->n == 0) { /* not sent by these: go on as before */
        advance_any(l, to - 1, to);
    }
    fw_states_empty(&l->rule, &any);
}

static void go_on(struct log *l, size_t i)
{
    const struct fw_item *item = &l->m->in->item[i];
    if (item->kind == FW_ITEM_LOST) {
        if (!skip_lost(l, i, item->words) && l->rule.good && !l->rule.full) {
            mismatch(l, i);
        }
        return;
    }
    struct fw_states *to = new_step(l, i);
    if (to == NULL) {
        return;
    }
    if (item->kind == FW_ITEM_UNKNOWN) {
        advance_any(l, to - 1, to);
        return;
    }
    advance(l, item, to - 1, to);
    if (to->n == 0) {
        fw_states_empty(&l->rule, to);
        l->steps--;
        mismatch(l, i);
    }
}

/* ---- backward ---- */

struct backward {
    const struct log *l;
    const struct fw_states *next;
    struct fw_choice *choice;
    bool alive;
};

static void look(void *ctx, const uint32_t *to, unsigned lane, uint32_t send, uint64_t pc,
                 bool outside)
{
    struct backward *b = ctx;
    const uint32_t found = fw_states_find(&b->l->rule, b->next, to);
    if (found == 0 || !b->next->alive[found - 1]) {
        return;
    }
    b->alive = true;
    if (b->choice != NULL && !outside) {
        const struct lane *a = &b->l->lane[lane];
        fw_choice_add(b->choice, a->h, a->send[send], pc);
    } else if (b->choice != NULL) {
        fw_choice_outside(b->choice, b->l->m->elf, &b->l->m->in->item[b->next->item]);
    }
}

/* Is `to` after `from` in every lane? */
static bool covers(const struct log *l, const struct fw_states *next, const uint32_t *from)
{
    for (size_t i = 0; i < next->n; i++) {
        const uint32_t *to = next->state + i * l->rule.stride;
        unsigned h = 0;
        while (h < l->lanes && from[h] <= to[h]) {
            h++;
        }
        if (h == l->lanes && next->alive[i]) {
            return true;
        }
    }
    return false;
}

static void go_back(struct log *l, size_t k)
{
    struct fw_states *from = &l->step[k - 1], *next = &l->step[k];
    struct fw_item *item = &l->m->in->item[next->item];
    struct fw_choice choice = {.any = false};
    bool any = false;
    for (size_t i = 0; i < from->n; i++) {
        const uint32_t *s = from->state + i * l->rule.stride;
        struct backward b = {l, next, item->kind == FW_ITEM_WORD ? &choice : NULL, false};
        if (item->kind == FW_ITEM_WORD) {
            follow_item(l, item, s, look, &b);
        } else if (item->kind == FW_ITEM_LOST) {
            follow_lost(l, s, look, &b);
        }
        from->alive[i] = b.alive;
        any = any || b.alive;
    }
    for (size_t i = 0; i < from->n && !any; i++) { /* any number was missing */
        from->alive[i] = covers(l, next, from->state + i * l->rule.stride);
    }
    if (item->kind == FW_ITEM_WORD) {
        fw_choice_end(&choice, item);
    }
}

/* Everything that was sent has been received, if the numbers are the same. */
static void end_states(struct log *l, bool complete)
{
    struct fw_states *last = &l->step[l->steps - 1];
    bool any = false;
    for (size_t i = 0; i < last->n; i++) {
        const uint32_t *s = last->state + i * l->rule.stride;
        bool all = complete;
        for (unsigned h = 0; h < l->lanes; h++) {
            all = all && s[h] == l->lane[h].n;
        }
        last->alive[i] = all;
        any = any || all;
    }
    if (!any) {
        memset(last->alive, 1, last->n);
    }
}

/* ---- what there is ---- */

static bool add_lane(struct log *l, const struct fw_hart *h)
{
    struct lane *a = &l->lane[l->lanes];
    a->h = h;
    a->send = calloc(h->sends + 1, sizeof *a->send);
    a->words = calloc(h->sends + 1, 1);
    a->early = calloc(h->sends + 1, sizeof *a->early);
    a->late = calloc(h->sends + 1, sizeof *a->late);
    l->lanes++;
    if (a->send == NULL || a->words == NULL || a->early == NULL || a->late == NULL) {
        return false;
    }
    for (size_t i = 0; i < h->sends; i++) {
        const struct fw_send *s = &h->send[i];
        if (s->kind == FW_SENT_START) {
            a->n = s->dest == l->m->dest && l->m->anchored ? 0 : a->n;
        } else if (s->kind == FW_SENT_GAP || fw_send_shows(l->m, h, s)) {
            a->words[a->n] = s->kind == FW_SENT_GAP ? 0 : fw_send_words(l->m, h, s);
            a->send[a->n] = s;
            fw_hart_times(h, s->at, &a->early[a->n], &a->late[a->n]);
            a->n++;
        }
    }
    l->timed = l->timed && h->stamps > 0;
    /* Trace that was switched off at its end lasts long enough, trace that cannot be decoded to its
     * end does not. */
    while (a->n > 0 && is_gap(a, a->n - 1) && a->send[a->n - 1]->nth != 0) {
        a->n--;
    }
    if (a->n == 0) {
        free(a->send);
        free(a->words);
        free(a->early);
        free(a->late);
        l->lanes--;
    }
    return true;
}

/* The same number of words, and none of them unknown? */
static bool is_complete(const struct log *l)
{
    uint64_t sent = 0, received = 0;
    for (unsigned h = 0; h < l->lanes; h++) {
        for (uint32_t i = 0; i < l->lane[h].n; i++) {
            if (l->lane[h].words[i] == 0) {
                return false;
            }
            sent += l->lane[h].words[i];
        }
    }
    for (size_t i = 0; i < l->m->in->n; i++) {
        const struct fw_item *item = &l->m->in->item[i];
        if (item->kind == FW_ITEM_UNKNOWN) {
            return false;
        }
        received += item->words;
    }
    return sent == received;
}

static void run(struct log *l)
{
    uint32_t zero[HARTS + 1] = {0};
    struct fw_states *start = new_step(l, 0);
    if (start == NULL || (!l->m->positions && !is_complete(l))) {
        return;
    }
    fw_states_put(&l->rule, start, zero);
    if (!l->m->anchored) {
        struct fw_states *any = new_step(l, 0);
        if (any != NULL) {
            advance_any(l, any - 1, any);
            fw_states_empty(&l->rule, &l->step[0]);
            l->step[0] = l->step[1];
            l->steps = 1;
        }
    }
    for (size_t i = 0; i < l->m->in->n && l->rule.good && !l->rule.full; i++) {
        go_on(l, i);
    }
    if (l->rule.full && l->steps > 1) { /* not all of its states */
        fw_states_empty(&l->rule, &l->step[--l->steps]);
    }
    for (size_t k = 0; k < l->steps && l->rule.good; k++) {
        struct fw_states *p = &l->step[k];
        p->alive = calloc(p->n + 1, 1);
        l->rule.good = p->alive != NULL;
    }
    if (!l->rule.good || l->steps < 2) {
        return;
    }
    end_states(l, !l->rule.full && is_complete(l));
    for (size_t k = l->steps; --k > 0;) {
        go_back(l, k);
    }
}

static void sum_up(struct log *l)
{
    struct htr_fw_link_sum *sum = l->m->sum;
    sum->received = sum->sent = 0;
    for (size_t i = 0; i < l->m->in->n; i++) {
        sum->received += l->m->in->item[i].kind == FW_ITEM_WORD;
    }
    for (unsigned h = 0; h < l->lanes; h++) {
        for (uint32_t i = 0; i < l->lane[h].n; i++) {
            sum->sent += !is_gap(&l->lane[h], i);
        }
    }
}

static void close_log(struct log *l)
{
    for (unsigned h = 0; h < l->lanes; h++) {
        free(l->lane[h].send);
        free(l->lane[h].words);
        free(l->lane[h].early);
        free(l->lane[h].late);
    }
    for (size_t k = 0; k < l->steps; k++) {
        fw_states_empty(&l->rule, &l->step[k]);
    }
    free(l->step);
    free(l);
}

static bool match(const struct fw_matching *m, bool timed)
{
    struct log *l = calloc(1, sizeof *l);
    if (l == NULL) {
        return false;
    }
    l->m = m;
    l->rule.good = true;
    l->timed = timed;
    m->sum->strange = 0;
    for (unsigned h = 0; h < m->harts && l->rule.good && l->lanes < HARTS; h++) {
        l->rule.good = add_lane(l, &m->hart[h]);
    }
    l->rule.stride = l->lanes + 1;
    if (l->rule.good && l->lanes > 0) {
        run(l);
    }
    sum_up(l);
    const bool good = l->rule.good;
    close_log(l);
    return good;
}

/* Times that contradict the order are not of one clock. */
bool fw_match_log(const struct fw_matching *m)
{
    if (!match(m, m->timed)) {
        return false;
    }
    return !m->timed || m->sum->strange == 0 || match(m, false);
}
