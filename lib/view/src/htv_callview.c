/* SPDX-License-Identifier: Apache-2.0 */
/* The writer of htv_callview.h: a tree for each hart, then text or JSON. */
#include "htv/htv_callview.h"

#include <inttypes.h>
#include <stdlib.h>

#include "htr/htr_json.h"
#include "htr/htr_text.h"
#include "htv/htv_names.h"
#include "htv/htv_pass.h"
#include "htv_callview_rows.h"
#include "htv_paint.h"

enum {
    INDENT_MAX = 40, /* levels that are indented; deeper ones begin with their number */
};

struct htv_callview_trees {
    const struct htv_about *about;
    struct htv_calltree tree[HTV_HARTS_MAX];
    struct htv_callview_rows rows; /* of the hart that is written */
};

static int no_memory(const struct htv_about *about)
{
    return htr_fail(about->host, HTR_ERR_MEMORY, about->trace,
                    "not enough memory for the chains of calls");
}

static int begin(void *state, const struct htv_about *about)
{
    struct htv_callview *v = state;
    v->trees = calloc(1, sizeof *v->trees);
    int status = v->trees != NULL ? HTR_OK : HTR_ERR_MEMORY;
    for (unsigned i = 0; i < about->harts && status == HTR_OK; i++) {
        status = htv_calltree_init(&v->trees->tree[i], about->harts);
    }
    if (status != HTR_OK) {
        return no_memory(about);
    }
    v->trees->about = about;
    return HTR_OK;
}

static int take(void *state, const struct htv_event *e)
{
    struct htv_callview_trees *t = ((struct htv_callview *)state)->trees;
    return htv_calltree_take(&t->tree[e->hart], e) == HTR_OK ? HTR_OK : no_memory(t->about);
}

/* ---- text ---- */

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void indent(uint32_t depth, FILE *out)
{
    for (uint32_t i = 0; i < depth && i < INDENT_MAX; i++) {
        fputs("  ", out);
    }
    if (depth > INDENT_MAX) {
        fprintf(out, "[%" PRIu32 "] ", depth);
    }
}

static void put_row(const struct htv_callview *v, const struct htv_calltree *t,
                    const struct htv_callview_row *r, FILE *out)
{
    const struct htv_about *about = v->trees->about;
    const struct htv_node *n = &t->node[r->node];
    const bool timed = about->axis != HTV_AXIS_INSTRUCTIONS;
    const bool by_time = about->weight_time != 0;
    fprintf(
        out, "%12" PRIu64 " %6.2f%% %12" PRIu64 " %10" PRIu64, r->insns,
        percent(by_time ? r->time : r->insns, by_time ? v->trees->rows.time : v->trees->rows.insns),
        n->insns, n->entered);
    if (timed) {
        fprintf(out, " %12" PRIu64 " %12" PRIu64, r->time, n->time);
    }
    fputs("  ", out);
    indent(r->depth, out);
    fputs(htv_paint(v->color, HTV_PAINT_FUNCTION), out);
    htv_put_plain(htv_names_get(about->names, n->function)->name, out);
    fputs(htv_paint(v->color, HTV_PAINT_END), out);
    if (n->trapped > 0) {
        fprintf(out, "  %s(%" PRIu64 " trap%s)%s", htv_paint(v->color, HTV_PAINT_EVENT), n->trapped,
                htr_s(n->trapped), htv_paint(v->color, HTV_PAINT_END));
    }
    if (r->folded > 0) {
        fprintf(out, "  %s+%" PRIu32 " folded%s", htv_paint(v->color, HTV_PAINT_DIM), r->folded,
                htv_paint(v->color, HTV_PAINT_END));
    }
    putc('\n', out);
}

static void put_hart(const struct htv_callview *v, unsigned hart, FILE *out)
{
    const struct htv_callview_trees *t = v->trees;
    const bool timed = t->about->axis != HTV_AXIS_INSTRUCTIONS;
    fputs(htv_paint(v->color, HTV_PAINT_HEAD), out);
    if (t->about->harts > 1) {
        fprintf(out, "%s%s\n", hart > 0 ? "\n" : "", t->about->hart[hart].name);
    }
    fprintf(out, "   inclusive       %%         self    entered%s  function%s\n",
            timed ? "         time    self time" : "", htv_paint(v->color, HTV_PAINT_END));
    for (uint32_t i = 0; i < t->rows.n; i++) {
        put_row(v, &t->tree[hart], &t->rows.row[i], out);
    }
    if (t->rows.folded > 0) {
        fprintf(out, "+%" PRIu32 " folded\n", t->rows.folded);
    }
    const uint64_t lost = t->tree[hart].node[0].insns;
    if (lost > 0) {
        fprintf(out, "%12" PRIu64 " in no function: trace was lost\n", lost);
    }
    fprintf(out, "%12" PRIu64 " instruction%s in all\n", t->rows.insns, htr_s(t->rows.insns));
}

/* ---- JSON ---- */

static void put_node(const struct htv_callview *v, const struct htv_calltree *t, uint32_t at,
                     struct htr_json *j)
{
    const struct htv_callview_row *r = &v->trees->rows.row[at];
    const struct htv_node *n = &t->node[r->node];
    const struct htv_name *f = htv_names_get(v->trees->about->names, n->function);
    htr_json_object(j, NULL);
    htr_json_known_number(j, "parent", r->parent != at, r->parent);
    htr_json_number(j, "depth", r->depth);
    htr_json_text(j, "function", f->name);
    htr_json_text(j, "file", f->file[0] != '\0' ? f->file : NULL);
    htr_json_known_number(j, "line", f->line != 0, f->line);
    htr_json_address(j, "address", f->pc);
    htr_json_number(j, "entered", n->entered);
    htr_json_number(j, "traps", n->trapped);
    htr_json_number(j, "instructions", n->insns);
    htr_json_number(j, "inclusive_instructions", r->insns);
    htr_json_number(j, "time", n->time);
    htr_json_number(j, "inclusive_time", r->time);
    htr_json_number(j, "folded", r->folded);
    htr_json_end(j);
}

static void put_hart_json(const struct htv_callview *v, unsigned hart, struct htr_json *j)
{
    const struct htv_callview_trees *t = v->trees;
    htr_json_object(j, NULL);
    htr_json_number(j, "hart", t->about->hart[hart].src);
    htr_json_number(j, "instructions", t->rows.insns);
    htr_json_number(j, "time", t->rows.time);
    htr_json_number(j, "folded", t->rows.folded);
    htr_json_array(j, "nodes");
    for (uint32_t i = 0; i < t->rows.n; i++) {
        put_node(v, &t->tree[hart], i, j);
    }
    htr_json_end(j);
    htr_json_end(j);
}

static void begin_json(const struct htv_about *about, const struct htv_totals *totals,
                       struct htr_json *j)
{
    htr_json_begin(j, about->out);
    htr_json_object(j, NULL);
    htr_json_text(j, "schema", "hartrace-calls-1");
    htr_json_text(j, "trace", about->trace);
    htr_json_text(j, "time_unit", htv_axis_unit(about->axis));
    htr_json_number(j, "instructions", totals->instructions);
    htr_json_number(j, "gaps", totals->gaps);
    htr_json_number(j, "losses", totals->losses);
    htr_json_array(j, "harts");
}

/* ---- the writer ---- */

static int end(void *state, const struct htv_totals *totals)
{
    struct htv_callview *v = state;
    const struct htv_about *about = v->trees->about;
    struct htr_json j;
    if (v->json) {
        begin_json(about, totals, &j);
    }
    for (unsigned i = 0; i < about->harts; i++) {
        int status =
            htv_callview_rows(v, &v->trees->tree[i], about->weight_time != 0, &v->trees->rows);
        if (status == HTR_OK && v->json) {
            put_hart_json(v, i, &j);
        } else if (status == HTR_OK) {
            put_hart(v, i, about->out);
        }
        free(v->trees->rows.row);
        if (status != HTR_OK) {
            return no_memory(about);
        }
    }
    if (v->json) {
        htr_json_end(&j);
        htr_json_end(&j);
        return htr_json_finish(&j) ? HTR_OK : HTR_ERR_WRITE;
    }
    return ferror(about->out) != 0 ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct htv_callview *v = state;
    if (v->trees != NULL) {
        for (unsigned i = 0; i < HTV_HARTS_MAX; i++) {
            htv_calltree_free(&v->trees->tree[i]);
        }
        free(v->trees);
        v->trees = NULL;
    }
}

const struct htv_writer htv_callview_writer = {
    .name = "calls",
    .help = "the call tree of each hart",
    .state_size = sizeof(struct htv_callview),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};
