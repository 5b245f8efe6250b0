/* SPDX-License-Identifier: Apache-2.0 */
/* The writer of htv_hot.h: collect, then a table. */
#include "htv/htv_hot.h"

#include <stdlib.h>

#include "htv_hot_rows.h"

static int begin(void *state, const struct htv_about *about)
{
    struct htv_hot *h = state;
    h->collected = calloc(1, sizeof *h->collected);
    if (h->collected == NULL || htv_calltree_init(&h->collected->tree, about->harts) != HTR_OK) {
        return htr_fail(about->host, HTR_ERR_MEMORY, about->trace, "not enough memory");
    }
    h->collected->about = about;
    return HTR_OK;
}

static int take(void *state, const struct htv_event *e)
{
    struct htv_hot *h = state;
    struct htv_hot_collected *c = h->collected;
    int status = HTR_OK;
    if (e->kind == HTV_RANGE) {
        status = htv_predictions_take(&c->predictions, c->about, e);
    } else if (h->by == HTV_HOT_FUNCTION) {
        status = htv_calltree_take(&c->tree, e);
    }
    return status == HTR_OK ? status
                            : htr_fail(c->about->host, status, c->about->trace,
                                       "not enough memory for the functions and branches");
}

static int end(void *state, const struct htv_totals *totals)
{
    struct htv_hot *h = state;
    FILE *out = h->collected->about->out;
    int status = htv_hot_rows(h);
    if (status != HTR_OK) {
        return status;
    }
    if (h->json) {
        return htv_hot_json(h, totals, out);
    }
    htv_hot_text(h, totals, out);
    return ferror(out) != 0 ? HTR_ERR_WRITE : HTR_OK;
}

static void close(void *state)
{
    struct htv_hot *h = state;
    if (h->collected != NULL) {
        htv_calltree_free(&h->collected->tree);
        htv_predictions_free(&h->collected->predictions);
        free(h->collected->row);
        free(h->collected);
        h->collected = NULL;
    }
}

static const struct htv_writer plain = {
    .name = "hot",
    .help = "functions, lines, branches or instructions by cost",
    .state_size = sizeof(struct htv_hot),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};

/* Outcomes of branches in their order. */
static const struct htv_writer in_order = {
    .name = "hot",
    .help = "branches by wrong predictions",
    .wants = HTV_WANTS_RANGES,
    .state_size = sizeof(struct htv_hot),
    .begin = begin,
    .take = take,
    .end = end,
    .close = close,
};

const struct htv_writer *htv_hot_writer(const struct htv_hot *hot)
{
    return hot->by == HTV_HOT_BRANCH && hot->predictor != HTV_PREDICT_NONE ? &in_order : &plain;
}
