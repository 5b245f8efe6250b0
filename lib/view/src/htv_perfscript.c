/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writer perfscript: text as of `perf script`, so that scripts for it work. One sample for each
 * stretch of instructions between two calls, returns or traps, with their number (or their time) as
 * the period, and the stack that they ran on.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "htr/htr_out.h"
#include "htv/htv_calltree.h"
#include "htv/htv_names.h"
#include "htv_text.h"
#include "htv_tracks.h"
#include "htv_writers.h"

enum {
    NS = 1000000000,
    NS_DIGITS = 9,
    FIELD = 16, /* columns of an address */
};

/* Of a hart: where its last event was. */
struct before {
    uint64_t insns, time;
    uint32_t stack;
};

struct perfscript {
    const struct htv_about *about;
    struct htv_calltree tree;
    struct htv_tracks tracks;
    struct before *before;
    struct htr_out out;
};

static void put_padded(struct perfscript *p, uint64_t v, unsigned digits)
{
    char number[HTR_NUMBER];
    const size_t n = (size_t)(htr_decimal(number, v) - number);
    for (size_t i = n; i < digits; i++) {
        htr_out_char(&p->out, '0');
    }
    htr_out_bytes(&p->out, number, n);
}

/* A name in a line: without control characters, and what folded has for a new line. */
static void put_name(struct perfscript *p, const char *name, const char *otherwise)
{
    for (name = *name == '\0' ? otherwise : name; *name != '\0'; name++) {
        const bool control = (unsigned char)*name < ' ' || *name == 0x7F;
        htr_out_char(&p->out, *name == '\n' ? ':' : control ? '?' : *name);
    }
}

/* program 1/100000 [000] 0.000000123: */
static void put_place(struct perfscript *p, const struct htv_event *e, uint32_t stack,
                      uint64_t time)
{
    char process[HTV_TRACK_NAME];
    const uint32_t context = stack < p->tracks.stacks ? p->tracks.stack[stack].context : 0;
    const uint64_t ns = htv_time(p->about, time, NS);
    htv_tracks_process(&p->tracks, context + 1, process);
    for (const char *s = process; *s != '\0'; s++) {
        htr_out_char(&p->out, *s == ' ' ? '_' : *s);
    }
    htr_out_char(&p->out, ' ');
    htr_out_decimal(&p->out, context + 1);
    htr_out_char(&p->out, '/');
    htr_out_decimal(&p->out, HTV_TRACK_TID + stack);
    htr_out_string(&p->out, " [");
    put_padded(p, e->hart, 3);
    htr_out_string(&p->out, "] ");
    htr_out_decimal(&p->out, ns / NS);
    htr_out_char(&p->out, '.');
    put_padded(p, ns % NS, NS_DIGITS);
    htr_out_string(&p->out, ": ");
}

/* ... 45 instructions: */
static void put_head(struct perfscript *p, const struct htv_event *e, const struct before *b,
                     uint64_t period)
{
    put_place(p, e, b->stack, b->time);
    htr_out_decimal(&p->out, period);
    htr_out_string(&p->out, p->about->weight_time ? " ticks:\n" : " instructions:\n");
}

/* In lower case, right-aligned. */
static void put_address(struct perfscript *p, uint64_t v)
{
    char *to = htr_out_room(&p->out, FIELD);
    for (unsigned i = FIELD; i-- > 0; v >>= 4) {
        to[i] = v == 0 && i + 1 < FIELD ? ' ' : "0123456789abcdef"[v & 15];
    }
    htr_out_took(&p->out, FIELD);
}

/* The innermost frame first, each with the address where its function begins. */
static void put_stack(struct perfscript *p, uint32_t node)
{
    for (; node != 0; node = p->tree.node[node].parent) {
        const struct htv_name *n = htv_names_get(p->about->names, p->tree.node[node].function);
        htr_out_char(&p->out, '\t');
        put_address(p, n->pc);
        htr_out_char(&p->out, ' ');
        put_name(p, n->name, "[unknown]");
        htr_out_string(&p->out, " (");
        put_name(p, n->image, "[unknown]");
        htr_out_string(&p->out, ")\n");
    }
    htr_out_char(&p->out, '\n');
}

/* program 1/100000 [000] 0.000000123: 1 firmware:message: pc=0x80000404 TEXT, and its stack. */
static void put_message(struct perfscript *p, const struct htv_event *e)
{
    put_place(p, e, e->stack, e->time);
    htr_out_string(&p->out, "1 firmware:message: ");
    if (e->pc != 0) {
        htr_out_string(&p->out, "pc=0x");
        htr_out_hex(&p->out, e->pc, 1);
        htr_out_char(&p->out, ' ');
    }
    put_name(p, htv_text_message(p->about, e->value)->text, "");
    htr_out_char(&p->out, '\n');
    put_stack(p, htv_calltree_top(&p->tree, e->stack));
}

static int begin(void *state, const struct htv_about *about)
{
    struct perfscript *p = state;
    p->about = about;
    p->out.out = about->out;
    p->before = calloc(about->harts, sizeof *p->before);
    return htv_text_fail(about, p->before != NULL ? htv_calltree_init(&p->tree, about->harts)
                                                  : HTR_ERR_MEMORY);
}

static int take(void *state, const struct htv_event *e)
{
    struct perfscript *p = state;
    struct htv_track t;
    if (e->hart >= p->about->harts || e->stack >= HTV_TRACK_STACKS) {
        return htv_text_fail(p->about, HTR_ERR_RANGE);
    }
    struct before *b = &p->before[e->hart];
    const uint64_t spent = p->about->weight_time ? e->time - b->time : e->insns - b->insns;
    if (spent > 0 && p->tracks.contexts > 0) {
        put_head(p, e, b, spent);
        put_stack(p, htv_calltree_top(&p->tree, b->stack));
    }
    if (e->kind == HTV_MESSAGE && p->tracks.contexts > 0) {
        put_message(p, e);
    }
    b->insns = e->insns;
    b->time = e->time;
    if (e->kind == HTV_ENTER || e->kind == HTV_SWITCH) {
        b->stack = e->stack;
    }
    int status = htv_tracks_take(&p->tracks, e, &t);
    status = status == HTR_OK ? htv_calltree_take(&p->tree, e) : status;
    return p->out.failed ? HTR_ERR_WRITE : htv_text_fail(p->about, status);
}

static int end(void *state, const struct htv_totals *totals)
{
    struct perfscript *p = state;
    htr_out_string(&p->out, "# axis: ");
    htr_out_string(&p->out, htv_axis_unit(p->about->axis));
    for (unsigned i = 0; i < HTV_TOTALS; i++) {
        const struct htv_total t = htv_total(totals, i);
        htr_out_string(&p->out, "\n# ");
        htr_out_string(&p->out, t.name);
        htr_out_string(&p->out, ": ");
        htr_out_decimal(&p->out, t.value);
    }
    htr_out_char(&p->out, '\n');
    htr_out_flush(&p->out);
    return p->out.failed ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct perfscript *p = state;
    htv_calltree_free(&p->tree);
    htv_tracks_free(&p->tracks);
    free(p->before);
}

const struct htv_writer htv_perfscript = {
    .name = "perfscript",
    .help = "text as of perf script, one sample for each stretch between calls",
    .wants = HTV_WANTS_MESSAGES,
    .state_size = sizeof(struct perfscript),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
