/* SPDX-License-Identifier: Apache-2.0 */
/* The writer of htv_path.h: rings of events, and a copy of one when the place is reached. */
#include "htv/htv_path.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flow/flow_code.h"
#include "flow/flow_elem.h"
#include "htv_path_int.h"
#include "htv_table.h"

static int no_memory(const struct htv_about *about)
{
    return htr_fail(about->host, HTR_ERR_MEMORY, about->trace,
                    "not enough memory for the last events; ask for fewer lines");
}

static int begin(void *state, const struct htv_about *about)
{
    struct htv_path *p = state;
    if (p->lines == 0 || p->lines > HTV_PATH_LINES_MAX) {
        return htr_fail(about->host, HTR_ERR_RANGE, NULL, "lines: a number from 1 to %d",
                        HTV_PATH_LINES_MAX);
    }
    p->seen = calloc(1, sizeof *p->seen);
    if (p->seen == NULL) {
        return no_memory(about);
    }
    struct htv_path_seen *s = p->seen;
    s->about = about;
    s->hit.before.event = calloc(p->lines, sizeof *s->hit.before.event);
    bool good = s->hit.before.event != NULL;
    for (unsigned i = 0; i < about->harts; i++) {
        s->ring[i].event = calloc(p->lines, sizeof *s->ring[i].event);
        good = good && s->ring[i].event != NULL;
    }
    return good ? htv_path_find(p, about, &s->to) : no_memory(about);
}

/* ---- the place is reached ---- */

/* Copy what is new since the copy before: often little. */
static bool copy_stack(struct htv_path_seen *s, uint32_t id)
{
    struct htv_path_hit *h = &s->hit;
    struct htv_path_stack *from = &s->stack[id], *to = &h->stack;
    const size_t same = h->valid && h->stack_id == id ? from->same : 0;
    if (!htv_grow((void **)&to->frame, &to->room, from->count + 1, sizeof *to->frame)) {
        return false;
    }
    if (from->count > same) {
        memcpy(to->frame + same, from->frame + same, (from->count - same) * sizeof *to->frame);
    }
    to->count = from->same = from->count;
    h->stack_id = id;
    return true;
}

static void copy_ring(const struct htv_path *p, const struct htv_path_ring *from, bool other)
{
    struct htv_path_ring *to = &p->seen->hit.before;
    uint64_t n = other || from->n - to->n > p->lines ? 0 : to->n;
    if (from->n - n > p->lines) {
        n = from->n - p->lines;
    }
    for (; n < from->n; n++) {
        to->event[n % p->lines] = from->event[n % p->lines];
    }
    to->n = from->n;
}

static int reached(const struct htv_path *p, const struct htv_event *e)
{
    struct htv_path_seen *s = p->seen;
    struct htv_path_hit *h = &s->hit;
    const bool other = !h->valid || h->at.hart != e->hart;
    s->reached++;
    if (p->nth != 0 && s->reached != p->nth) {
        return HTR_OK;
    }
    copy_ring(p, &s->ring[e->hart], other);
    if (!copy_stack(s, s->current[e->hart])) {
        return no_memory(s->about);
    }
    h->at = *e;
    h->valid = true;
    return HTR_OK;
}

static size_t first_target(const struct htv_path_targets *t, uint64_t pc)
{
    size_t low = 0, high = t->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->pc[middle] < pc) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_target(const struct htv_path_targets *t, uint64_t pc)
{
    const size_t i = first_target(t, pc);
    return i < t->n && t->pc[i] == pc;
}

static int look_in_range(const struct htv_path *p, const struct htv_event *e)
{
    const struct htv_path_seen *s = p->seen;
    const size_t i = first_target(&s->to, e->pc);
    if (i == s->to.n || s->to.pc[i] >= e->from) {
        return HTR_OK;
    }
    struct flow_elem elem = {.type = FLOW_ELEM_RANGE, .start = e->pc, .end = e->from};
    struct flow_code *code = s->about->code_of(s->about->code_ctx, e->space, &elem.context);
    struct flow_range_iter it;
    const struct flow_insn *insn;
    struct htv_event cut = *e;
    int status = HTR_OK;
    elem.count = (uint32_t)e->value;
    cut.value = 0;
    flow_range_begin(&it, &elem);
    while (status == HTR_OK && flow_range_next(&it, code, &insn) == FLOW_OK) {
        cut.value++;
        cut.from = it.where.pc + insn->size;
        if (is_target(&s->to, it.where.pc)) {
            status = reached(p, &cut);
        }
    }
    return status;
}

/* ---- events ---- */

static bool take_stack(struct htv_path_seen *s, const struct htv_event *e)
{
    if (!htv_grow((void **)&s->stack, &s->stacks, e->stack + 1U, sizeof *s->stack)) {
        return false;
    }
    struct htv_path_stack *k = &s->stack[e->stack];
    if (e->kind == HTV_ENTER) {
        if (!htv_grow((void **)&k->frame, &k->room, k->count + 1, sizeof *k->frame)) {
            return false;
        }
        k->frame[k->count++] = (struct htv_path_frame){e->function, e->how, e->from};
    } else if (e->kind == HTV_LEAVE && k->count > 0) {
        k->count--;
        k->same = k->same < k->count ? k->same : k->count;
    }
    s->current[e->hart] = e->kind == HTV_LEAVE ? s->current[e->hart] : e->stack;
    return true;
}

static int take(void *state, const struct htv_event *e)
{
    struct htv_path *p = state;
    struct htv_path_seen *s = p->seen;
    struct htv_path_ring *r = &s->ring[e->hart];
    const bool closes = e->kind == HTV_END || (e->kind == HTV_LEAVE && e->how == HTV_CLOSED);
    int status = HTR_OK;
    if (s->stacks == 0 && !take_stack(s, e)) {
        return no_memory(s->about);
    }
    if (closes && !s->closing[e->hart]) {
        s->closing[e->hart] = true;
        status = s->to.end ? reached(p, e) : HTR_OK;
    } else if (e->kind == HTV_RANGE) {
        s->closing[e->hart] = false;
        status = s->to.end ? HTR_OK : look_in_range(p, e);
    }
    if ((e->kind == HTV_ENTER || e->kind == HTV_LEAVE || e->kind == HTV_SWITCH) &&
        !take_stack(s, e)) {
        return no_memory(s->about);
    }
    if (!closes && e->kind != HTV_SYNC && e->kind != HTV_PRIVILEGE) {
        r->event[r->n++ % p->lines] = *e;
    }
    return status;
}

static int end(void *state, const struct htv_totals *totals)
{
    struct htv_path *p = state;
    const struct htv_path_seen *s = p->seen;
    (void)totals;
    if (s->hit.valid) {
        return htv_path_write(p);
    }
    return s->reached == 0 ? htr_fail(s->about->host, HTR_ERR_MISSING, s->about->trace,
                                      "%s was not reached", p->to)
                           : htr_fail(s->about->host, HTR_ERR_MISSING, s->about->trace,
                                      "%s was reached %" PRIu64 " times, not %" PRIu64, p->to,
                                      s->reached, p->nth);
}

static void close(void *state)
{
    struct htv_path *p = state;
    struct htv_path_seen *s = p->seen;
    if (s == NULL) {
        return;
    }
    for (unsigned i = 0; i < HTV_HARTS_MAX; i++) {
        free(s->ring[i].event);
    }
    for (size_t i = 0; i < s->stacks; i++) {
        free(s->stack[i].frame);
    }
    free(s->stack);
    free(s->hit.before.event);
    free(s->hit.stack.frame);
    free(s->to.pc);
    free(s);
    p->seen = NULL;
}

const struct htv_writer htv_path_writer = {
    .name = "path",
    .help = "the last instructions and calls before a place",
    .wants = HTV_WANTS_RANGES | HTV_WANTS_ORDER,
    .state_size = sizeof(struct htv_path),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
