/* SPDX-License-Identifier: Apache-2.0 */
/* A trace of either protocol: which one, and its decoder as it is now. */
#include "htr/htr_etrace.h"
#include "htr_inside_priv.h"

struct htr_inside htr_trace_inside(struct htr_trace *t)
{
    return t->etrace != NULL ? htr_inside_of_etrace(&t->etrace->decoder)
                             : htr_inside_nexus(&t->decoder);
}

struct htr_inside_now htr_trace_now(const struct htr_trace *t)
{
    struct htr_inside_now now;
    if (t->etrace != NULL) {
        htr_inside_etrace.now(&t->etrace->decoder, &now);
    } else {
        htr_inside_ntrace.now(&t->decoder, &now);
    }
    return now;
}

enum htr_protocol htr_trace_protocol(const struct htr_trace *t)
{
    return htr_settings_is_etrace(&t->te) ? HTR_ETRACE : HTR_NTRACE;
}

int htr_trace_need_ntrace(const struct htr_trace *t, const char *what)
{
    return htr_trace_protocol(t) == HTR_ETRACE
               ? htr_fail(t->host, HTR_ERR_ARG, t->path,
                          "is E-Trace (trTeFormat=0), and %s is for N-Trace alone", what)
               : HTR_OK;
}
