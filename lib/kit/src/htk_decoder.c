/* SPDX-License-Identifier: Apache-2.0 */
/* A run of the kit for decoders. */
#include "htk/htk_decoder.h"

#include <stdlib.h>

#include "htk_dec.h"
#include "htk/htk_dut.h"

void htk_decoder_options_init(struct htk_decoder_options *o)
{
    o->seed = 1;
    o->streams = 60;
    o->timeout_ms = 10000;
    o->limit_ms = 300000;
}

static int work(struct htk_dec *d)
{
    int status = htk_known_read(d);
    status = status == HTR_OK ? htk_case_begin(d) : status;
    status = status == HTR_OK ? htk_dec_vectors(d) : status;
    if (status == HTR_OK && d->o->etrace) {
        return htk_dec_etrace(d);
    }
    status = status == HTR_OK ? htk_dec_random(d) : status;
    return status == HTR_OK ? htk_dec_hostile(d) : status;
}

int htk_decoder_run(const struct htk_decoder_options *o, struct htk_verdicts *v,
                    struct htr_host *host, struct htk_decoder_sum *sum)
{
    struct htk_dec *d = calloc(1, sizeof *d);
    *sum = (struct htk_decoder_sum){.cases = 0};
    if (d == NULL) {
        return htr_fail(host, HTR_ERR_MEMORY, NULL, "not enough memory");
    }
    d->o = o;
    d->v = v;
    d->host = host;
    d->sum = sum;
    d->deadline_ms = o->limit_ms != 0 ? htk_dut_now() + o->limit_ms : 0;
    const int status = work(d);
    htk_case_end(d);
    htk_known_free(d);
    free(d);
    if (status != HTR_OK && htk_verdicts_why_void(v) == NULL) {
        htk_verdicts_void(v,
                          host->last.text[0] != '\0' ? host->last.text : "the run did not begin");
    }
    return status;
}

void htk_decoder_sum_free(struct htk_decoder_sum *sum)
{
    for (size_t i = 0; i < sum->defects; i++) {
        free(sum->defect[i]);
    }
    free(sum->defect);
    free(sum->failure);
    sum->defect = NULL;
    sum->failure = NULL;
    sum->defects = sum->failures = 0;
}
