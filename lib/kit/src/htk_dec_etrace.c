/* SPDX-License-Identifier: Apache-2.0 */
/* Random programs of E-Trace on a decoder: what it reports is what the hart executed. */
#include <stdlib.h>

#include "htk_dec_etrace.h"

static int one_stream(struct htk_dec *d, struct htk_etrace_golden *g, uint64_t seed)
{
    bool good;
    int status = htk_etrace_golden_make(g, d, seed, false);
    if (status != HTR_OK || !htk_dec_begin(d, seed, "random program: %s", g->features_text)) {
        return status;
    }
    if (seed % 3 != 0) { /* the support packet reports them */
        g->cfg.options = g->cfg.data_options = 0;
    }
    status = htk_dec_try(d, &g->given, "", &good);
    if (status == HTR_OK && good && htk_dec_compare(d, &g->given, &g->want, "", false)) {
        htk_dec_hold(d, g->holds);
    }
    d->sum->streams += status == HTR_OK;
    return status;
}

int htk_dec_etrace(struct htk_dec *d)
{
    struct htk_etrace_golden *g = calloc(1, sizeof *g);
    int status = HTR_OK;
    if (g == NULL) {
        return htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    for (uint64_t i = 0; status == HTR_OK && i < d->o->streams; i++) {
        status = one_stream(d, g, d->o->seed + i);
    }
    status = status == HTR_OK ? htk_dec_etrace_hostile(d, g) : status;
    htk_etrace_golden_free(g);
    return status;
}
