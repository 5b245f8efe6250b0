/* SPDX-License-Identifier: Apache-2.0 */
/* Data messages and their instructions. */
#include "htr/htr_data.h"

#include <stdlib.h>

#include "nexus/nexus_msg.h"

enum {
    FIRST_ROOM = 256,
    ECODE_DATA = 2
};

void htr_data_init(struct htr_data *d, const struct nexus_stream_cfg *cfg, struct flow_code *code)
{
    *d = (struct htr_data){.code = code, .filtered = cfg->data_filtered};
}

void htr_data_free(struct htr_data *d)
{
    free(d->queue);
    d->queue = NULL;
    d->n = d->room = 0;
}

static bool push(struct htr_data *d, const struct htr_data_access *a)
{
    if (d->n == d->room) {
        size_t room = d->room == 0 ? FIRST_ROOM : 2 * d->room;
        struct htr_data_access *more = calloc(room, sizeof *more);
        if (more == NULL) {
            return false;
        }
        for (size_t i = 0; i < d->n; i++) {
            more[i] = d->queue[(d->head + i) % d->room];
        }
        free(d->queue);
        d->queue = more;
        d->head = 0;
        d->room = room;
    }
    d->queue[(d->head + d->n) % d->room] = *a;
    d->n++;
    return true;
}

static struct htr_data_access pop(struct htr_data *d)
{
    struct htr_data_access a = d->queue[d->head];
    d->head = (d->head + 1) % d->room;
    d->n--;
    return a;
}

/* The messages that wait will not get an instruction any more. */
static int leave_alone(struct htr_data *d, htr_data_sink *sink, void *ctx)
{
    int status = HTR_OK;
    while (d->n != 0 && status == HTR_OK) {
        struct htr_data_access a = pop(d);
        a.kind = HTR_DATA_ALONE;
        d->counts.alone++;
        status = sink(ctx, &a);
    }
    return status;
}

/* SYNC of a data message that begins anew: what is missing before it was not traced. */
static bool starts(uint32_t sync_plus_1)
{
    switch (sync_plus_1) {
    case NEXUS_SYNC_EXIT_RESET + 1:
    case NEXUS_SYNC_EXIT_DEBUG + 1:
    case NEXUS_SYNC_TRACE_ENABLE + 1:
    case NEXUS_SYNC_FIFO_OVERRUN + 1:
    case NEXUS_SYNC_EXIT_POWER_DOWN + 1:
        return true;
    default:
        return false;
    }
}

static int take_message(struct htr_data *d, const struct flow_elem *e, htr_data_sink *sink,
                        void *ctx)
{
    const struct htr_data_access a = {.kind = HTR_DATA_ALONE,
                                      .write = e->code == NEXUS_DATA_WRITE ||
                                               e->code == NEXUS_DATA_WRITE_SYNC,
                                      .has_addr = e->known,
                                      .size = e->last_size,
                                      .addr = e->start,
                                      .value = e->value,
                                      .msg = e->msg,
                                      .offset = e->offset};
    int status = HTR_OK;
    if (d->filtered) {
        d->counts.alone++;
        return sink(ctx, &a);
    }
    if (d->announced) { /* it goes on after the ranges that have come */
        status = leave_alone(d, sink, ctx);
    } else if (!starts(e->count)) {
        d->counts.silent += d->waiting;
    }
    d->waiting = 0;
    d->announced = false;
    return status != HTR_OK || push(d, &a) ? status : (int)HTR_ERR_MEMORY;
}

static int missing(struct htr_data *d, struct htr_data_access *a, htr_data_sink *sink, void *ctx)
{
    d->counts.missing++;
    d->waiting += !d->announced;
    return sink(ctx, a);
}

/* One access of an instruction. */
static int take_access(struct htr_data *d, struct htr_data_access *a, htr_data_sink *sink,
                       void *ctx)
{
    if (d->n == 0) {
        return missing(d, a, sink, ctx);
    }
    const struct htr_data_access *m = &d->queue[d->head];
    if (m->write != a->write || (m->size != 0 && m->size != a->width)) {
        d->counts.wrong++; /* the order is lost: wait for a new start */
        d->announced = true;
        int status = leave_alone(d, sink, ctx);
        return status == HTR_OK ? missing(d, a, sink, ctx) : status;
    }
    struct htr_data_access tied = pop(d);
    tied.kind = HTR_DATA_TIED;
    tied.pc = a->pc;
    tied.index = a->index;
    tied.width = a->width;
    d->counts.tied++;
    return sink(ctx, &tied);
}

static int take_range(struct htr_data *d, const struct flow_elem *e, htr_data_sink *sink, void *ctx)
{
    struct flow_range_iter it;
    const struct flow_insn *insn;
    int status = HTR_OK;
    flow_range_begin(&it, e);
    while (status == HTR_OK && flow_range_next(&it, d->code, &insn) == FLOW_OK) {
        const unsigned n = insn->loads + insn->stores, loads = insn->loads, width = insn->width;
        for (unsigned i = 0; i < n && status == HTR_OK && !d->filtered; i++) {
            struct htr_data_access a = {.kind = HTR_DATA_MISSING,
                                        .write = i >= loads,
                                        .width = (uint8_t)width,
                                        .pc = it.where.pc,
                                        .index = d->index,
                                        .msg = e->msg,
                                        .offset = e->offset};
            status = take_access(d, &a, sink, ctx);
        }
        d->index++;
    }
    return status;
}

int htr_data_take(struct htr_data *d, const struct flow_elem *elem, htr_data_sink *sink, void *ctx)
{
    switch (elem->type) {
    case FLOW_ELEM_RANGE:
        return take_range(d, elem, sink, ctx);
    case FLOW_ELEM_DATA:
        return take_message(d, elem, sink, ctx);
    case FLOW_ELEM_OTHER:
        if (elem->code == NEXUS_ERROR && elem->value == ECODE_DATA) {
            d->counts.losses++;
            d->announced = true;
            d->waiting = 0;
        }
        return HTR_OK;
    case FLOW_ELEM_LOST:
    case FLOW_ELEM_NO_SYNC:
    case FLOW_ELEM_ERROR:
    case FLOW_ELEM_ADDR_NACC:
        d->announced = true; /* until a new start */
        d->waiting = 0;
        return leave_alone(d, sink, ctx);
    case FLOW_ELEM_TRACE_ON:
    case FLOW_ELEM_TRACE_OFF:
        return leave_alone(d, sink, ctx);
    default:
        return HTR_OK;
    }
}

int htr_data_end(struct htr_data *d, htr_data_sink *sink, void *ctx)
{
    d->counts.silent += d->waiting;
    d->waiting = 0;
    return leave_alone(d, sink, ctx);
}
