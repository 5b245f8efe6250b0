/* SPDX-License-Identifier: Apache-2.0 */
/* Random programs on a decoder: what it reports is what the hart executed. */
#include "htk_dec_golden.h"

static int one_stream(struct htk_dec *d, struct htk_golden *g, uint64_t seed)
{
    bool good;
    int status = htk_golden_make(g, d, seed, false);
    if (status != HTR_OK || !htk_dec_begin(d, seed, "random program: %s", g->features)) {
        return status;
    }
    status = htk_dec_try(d, &g->given, "", &good);
    if (status == HTR_OK && good && htk_dec_compare(d, &g->given, &g->want, "", false)) {
        htk_dec_hold(d, g->holds);
    }
    d->sum->streams += status == HTR_OK;
    return status;
}

int htk_dec_random(struct htk_dec *d)
{
    struct htk_golden *g = htk_golden_new(d);
    int status = HTR_OK;
    if (g == NULL) {
        return htr_fail(d->host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    for (uint64_t i = 0; status == HTR_OK && i < d->o->streams; i++) {
        status = one_stream(d, g, d->o->seed + i);
    }
    htk_golden_free(g);
    return status;
}
