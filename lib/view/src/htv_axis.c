/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time axes: instructions, timestamps with interpolation, cycles of an ingress stream.
 *
 * Source: N-Trace 1.0, "Timestamp Reporting"; docs/reference/ingress-format.md.
 */
#include "htv_axis.h"

#include <stdlib.h>
#include <string.h>

const char *htv_axis_unit(enum htv_axis_kind kind)
{
    return kind == HTV_AXIS_CYCLES       ? "cycles"
           : kind == HTV_AXIS_TIMESTAMPS ? "timestamp ticks"
                                         : "instructions";
}

int htv_axis_open(struct htv_axis *a, struct htr_host *host, enum htv_axis_kind kind, unsigned bits,
                  const char *path, unsigned hart)
{
    *a = (struct htv_axis){.host = host, .kind = kind, .bits = bits};
    a->record.hart = hart;
    if (kind != HTV_AXIS_CYCLES) {
        return HTR_OK;
    }
    int status = htr_ingress_open(&a->ingress, host, path);
    a->open = status == HTR_OK;
    return status;
}

void htv_axis_close(struct htv_axis *a)
{
    if (a->open) {
        htr_ingress_close(&a->ingress);
    }
    free(a->event);
    *a = (struct htv_axis){0};
}

/* ---- the queue ---- */

static struct htv_event *at(const struct htv_axis *a, size_t i)
{
    return &a->event[(a->head + i) & (a->room - 1)];
}

static bool make_room(struct htv_axis *a)
{
    if (a->count < a->room) {
        return true;
    }
    const size_t room = a->room == 0 ? 256 : 2 * a->room;
    struct htv_event *more = malloc(room * sizeof *more);
    if (more == NULL) {
        a->status = HTR_ERR_MEMORY;
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        more[i] = *at(a, i);
    }
    free(a->event);
    a->event = more;
    a->room = room;
    a->head = 0;
    return true;
}

const struct htv_event *htv_axis_first(const struct htv_axis *a)
{
    return a->count > a->waiting ? at(a, 0) : NULL;
}

void htv_axis_drop(struct htv_axis *a)
{
    a->head = (a->head + 1) & (a->room - 1);
    a->count--;
}

/* ---- timestamps ---- */

/* a * b / c, rounded down; c is not 0 and the result fits. */
static uint64_t scale(uint64_t a, uint64_t b, uint64_t c)
{
    return (uint64_t)((__extension__(unsigned __int128) a) * b / c);
}

static void set(struct htv_axis *a, struct htv_event *e, uint64_t time)
{
    a->last = time > a->last ? time : a->last; /* time never goes back */
    e->time = a->last;
}

/* Extrapolate the oldest `n` waiting events. */
static void guess(struct htv_axis *a, size_t n)
{
    for (size_t i = a->count - a->waiting; n > 0 && a->waiting > 0; i++, n--, a->waiting--) {
        struct htv_event *e = at(a, i);
        const uint64_t since = e->insns - a->insns;
        set(a, e, a->time + (a->per > 0 ? scale(since, a->ticks, a->per) : 0));
        e->flags |= since > 0 ? HTV_GUESSED : 0;
    }
}

void htv_axis_stamp(struct htv_axis *a, uint64_t time, uint64_t insns)
{
    if (a->kind != HTV_AXIS_TIMESTAMPS) {
        return;
    }
    const uint64_t now = flow_clock_update(&a->clock, time, a->bits);
    const uint64_t from = a->known ? a->time : now, since = a->known ? a->insns : insns;
    const uint64_t ticks = now > from ? now - from : 0, per = insns - since;
    for (size_t i = a->count - a->waiting; i < a->count; i++) {
        struct htv_event *e = at(a, i);
        const uint64_t part = e->insns > since ? e->insns - since : 0;
        set(a, e, from + (per > 0 ? scale(part < per ? part : per, ticks, per) : 0));
    }
    a->waiting = 0;
    if (a->known && per > 0) {
        a->ticks = ticks;
        a->per = per;
    }
    a->known = true;
    a->time = now;
    a->insns = insns;
}

/* ---- cycles ---- */

static uint32_t half_words(const struct ingress_record *r, unsigned hart)
{
    uint32_t n = 0;
    for (unsigned i = 0; r->kind == INGRESS_CYCLE && r->hart == hart && i < r->in.nblocks; i++) {
        n += r->in.block[i].iretire;
    }
    return n;
}

static void at_record(struct htv_axis *a, const struct ingress_record *r)
{
    a->begins = a->passed;
    a->pc = r->in.block[0].iaddr;
    a->passed += half_words(r, a->record.hart);
    a->cycle = r->in.cycle;
}

/* Read until the record in which the half-word `half` retires; after the last one it is the last.
 */
static uint64_t cycle_of(struct htv_axis *a, unsigned hart, uint64_t half)
{
    struct ingress_record r;
    while (a->open && half >= a->passed) {
        int got = ingress_read(&a->ingress.reader, &r);
        if (got <= 0) {
            a->status = got < 0 ? htr_ingress_fail(&a->ingress, got) : a->status;
            htr_ingress_close(&a->ingress);
            a->open = false;
        } else if (half_words(&r, hart) > 0) {
            at_record(a, &r);
        }
    }
    return a->cycle;
}

void htv_axis_begin(struct htv_axis *a, uint64_t pc)
{
    struct ingress_record r;
    const unsigned hart = a->record.hart;
    int got = 0;
    if (a->kind != HTV_AXIS_CYCLES || a->placed || !a->open) {
        return;
    }
    while ((got = ingress_read(&a->ingress.reader, &r)) > 0) {
        if (half_words(&r, hart) > 0 && r.in.block[0].iaddr == pc) {
            a->placed = true;
            at_record(a, &r);
            return;
        }
    }
    a->status = got < 0
                    ? htr_ingress_fail(&a->ingress, got)
                    : htr_fail(a->host, HTR_ERR_CONFLICT, a->ingress.path,
                               "the trace begins at 0x%llx, where no record of hart %u does; is "
                               "it the ingress stream of this trace?",
                               (unsigned long long)pc, hart);
}

void htv_axis_gap(struct htv_axis *a)
{
    if (a->kind == HTV_AXIS_CYCLES && a->placed && a->status == HTR_OK) {
        a->status = htr_fail(a->host, HTR_ERR_CONFLICT, a->ingress.path,
                             "the trace has a gap: what comes after it has no place in the ingress "
                             "stream; choose --axis timestamps or instructions");
    }
}

/* A function is entered where a block of the stream begins: at the same address, or this is not the
 * execution that was traced. */
static void check_place(struct htv_axis *a, const struct htv_event *e, uint64_t half)
{
    if (e->kind == HTV_ENTER && half == a->begins && e->pc != a->pc && a->status == HTR_OK &&
        a->placed && a->open) {
        a->status =
            htr_fail(a->host, HTR_ERR_CONFLICT, a->ingress.path,
                     "the trace comes to 0x%llx where the stream is at 0x%llx; is it the ingress "
                     "stream of this trace, from its beginning?",
                     (unsigned long long)e->pc, (unsigned long long)a->pc);
    }
}

/* ---- all ---- */

void htv_axis_put(struct htv_axis *a, const struct htv_event *e, uint64_t half)
{
    if (!make_room(a)) {
        return;
    }
    struct htv_event *to = at(a, a->count++);
    *to = *e;
    switch (a->kind) {
    case HTV_AXIS_TIMESTAMPS:
        a->waiting++;
        if (a->known && e->insns == a->insns) {
            guess(a, a->waiting); /* at the timestamp itself */
        } else if (a->waiting == HTV_AXIS_WAITING) {
            guess(a, HTV_AXIS_WAITING / 2);
        }
        break;
    case HTV_AXIS_CYCLES:
        set(a, to, a->placed ? cycle_of(a, a->record.hart, half) : a->cycle);
        check_place(a, e, half);
        break;
    default:
        set(a, to, e->insns);
        break;
    }
}

void htv_axis_end(struct htv_axis *a)
{
    guess(a, a->waiting);
}
