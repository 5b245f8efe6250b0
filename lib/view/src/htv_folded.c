/* SPDX-License-Identifier: Apache-2.0 */
/* Writer folded: "main;work;inner 1234", one line per chain of calls, for flame graphs. */
#include <inttypes.h>
#include <stdlib.h>

#include "htr/htr_out.h"
#include "htv/htv_calltree.h"
#include "htv/htv_names.h"
#include "htv_text.h"
#include "htv_writers.h"

struct folded {
    const struct htv_about *about;
    struct htv_calltree tree;
    struct htr_out text;
};

static int begin(void *state, const struct htv_about *about)
{
    struct folded *f = state;
    f->about = about;
    f->text.out = about->out;
    return htv_text_fail(about, htv_calltree_init(&f->tree, about->harts));
}

static int take(void *state, const struct htv_event *e)
{
    struct folded *f = state;
    return htv_text_fail(f->about, htv_calltree_take(&f->tree, e));
}

static int calls(void *state, const struct htv_event *e, const struct htv_summary_call *call,
                 size_t n)
{
    struct folded *f = state;
    return htv_text_fail(f->about, htv_calltree_calls(&f->tree, e, call, n));
}

/* A function's name; what the format gives a meaning, ';', is ':'. */
static void write_name(struct folded *f, uint32_t function)
{
    for (const char *p = htv_names_get(f->about->names, function)->name; *p != '\0'; p++) {
        htr_out_char(&f->text, *p == ';' || *p == '\n' ? ':' : *p);
    }
}

static void write_chain(struct folded *f, uint32_t *chain, uint32_t id, uint64_t weight)
{
    size_t n = 0;
    for (uint32_t i = id; i != 0; i = f->tree.node[i].parent) {
        chain[n++] = f->tree.node[i].function;
    }
    if (n == 0) {
        htr_out_string(&f->text, "[not traced]");
    }
    while (n-- > 0) {
        write_name(f, chain[n]);
        if (n > 0) {
            htr_out_char(&f->text, ';');
        }
    }
    htr_out_char(&f->text, ' ');
    htr_out_decimal(&f->text, weight);
    htr_out_char(&f->text, '\n');
}

static int end(void *state, const struct htv_totals *totals)
{
    struct folded *f = state;
    (void)totals;
    uint32_t *chain = malloc((f->tree.count + 1) * sizeof *chain);
    if (chain == NULL) {
        return htv_text_fail(f->about, HTR_ERR_MEMORY);
    }
    for (uint32_t i = 0; i < f->tree.count; i++) {
        const struct htv_node *n = &f->tree.node[i];
        const uint64_t weight = f->about->weight_time ? n->time : n->insns;
        if (weight > 0) {
            write_chain(f, chain, i, weight);
        }
    }
    free(chain);
    htr_out_flush(&f->text);
    return f->text.failed ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct folded *f = state;
    htv_calltree_free(&f->tree);
}

const struct htv_writer htv_folded = {
    .name = "folded",
    .help = "one line per chain of calls, \"a;b;c N\", for flame graph tools",
    .state_size = sizeof(struct folded),
    .begin = begin,
    .take = take,
    .calls = calls,
    .end = end,
    .close = close,
};
