/* SPDX-License-Identifier: Apache-2.0 */
/* For tests of writers: two writers that collect events as lines for tests/view/exports.py, the
 * second with ranges and in the order of time; and the writers that it knows. */
#ifndef COLLECT_H
#define COLLECT_H

#include <stdio.h>

#include "htv/htv_names.h"
#include "htv/htv_writer.h"

static const char *const writers[] = {"perfetto", "chrome", "perfscript", "vcd", "ctf"};

enum {
    WRITERS = sizeof writers / sizeof writers[0],
    PATH = 512,
};

struct collect {
    const struct htv_about *about;
};

static inline int collect_begin(void *state, const struct htv_about *about)
{
    struct collect *c = state;
    c->about = about;
    fprintf(about->out, "set\taxis\t%s\nset\thz\t%llu\n", htv_axis_unit(about->axis),
            (unsigned long long)about->ticks_per_second);
    return HTR_OK;
}

static inline int collect_take(void *state, const struct htv_event *e)
{
    const struct collect *c = state;
    const bool frame = e->kind == HTV_ENTER || e->kind == HTV_LEAVE;
    const uint64_t number[] = {c->about->hart[e->hart].src,
                               e->time,
                               e->insns,
                               e->offset,
                               e->stack,
                               e->depth,
                               e->code,
                               e->pc,
                               e->from,
                               e->value,
                               (e->flags & HTV_GUESSED) != 0};
    FILE *f = c->about->out;
    fprintf(f, "%s\t%s\t", htv_kind_name(e->kind), frame ? htv_how_name(e->how) : "");
    for (const char *s = htv_names_get(c->about->names, e->function)->name; *s != '\0'; s++) {
        fprintf(f, "%02x", (unsigned char)*s);
    }
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) {
        fprintf(f, "\t%llu", (unsigned long long)number[i]);
    }
    fprintf(f, "\n");
    return HTR_OK;
}

static inline int collect_end(void *state, const struct htv_totals *t)
{
    const struct collect *c = state;
    const struct {
        const char *name;
        uint64_t value;
    } all[] = {
        {"instructions", t->instructions},
        {"calls", t->calls},
        {"tail_calls", t->tail_calls},
        {"swaps", t->swaps},
        {"returns", t->returns},
        {"traps", t->traps},
        {"branches", t->branches},
        {"taken", t->taken},
        {"losses", t->losses},
        {"gaps", t->gaps},
        {"switches", t->switches},
        {"swtrace", t->swtrace},
        {"messages", t->messages},
        {"bytes", t->bytes},
        {"first", t->first},
        {"last", t->last},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        fprintf(c->about->out, "total\t%s\t%llu\n", all[i].name, (unsigned long long)all[i].value);
    }
    return HTR_OK;
}

static const struct htv_writer collector = {.name = "collect",
                                            .state_size = sizeof(struct collect),
                                            .begin = collect_begin,
                                            .take = collect_take,
                                            .end = collect_end};
static const struct htv_writer range_collector = {.name = "collect",
                                                  .wants = HTV_WANTS_RANGES | HTV_WANTS_ORDER,
                                                  .state_size = sizeof(struct collect),
                                                  .begin = collect_begin,
                                                  .take = collect_take,
                                                  .end = collect_end};

static inline void no_message(void *ctx, const struct htr_message *m)
{
    (void)ctx;
    (void)m;
}

#endif
