/* SPDX-License-Identifier: Apache-2.0 */
/* Packets of E-Trace for verify: their number, and those around a difference. */
#include <stdio.h>

#include "htr/htr_etrace.h"
#include "htr_verify_priv.h"

int htr_verify_scan_etrace(const struct htr_trace *trace, struct htr_verify_scan *scan)
{
    const struct etrace_decoder *d = &trace->etrace->decoder;
    struct etrace_reader r = d->reader;
    struct etrace_frame f;
    enum etrace_status rc;
    *scan = (struct htr_verify_scan){.messages = 0};
    while ((rc = etrace_reader_next(&r, &f)) != ETRACE_ERR_END) {
        if (rc != ETRACE_OK) {
            scan->damaged++;
        } else if (!d->all_sources && f.src != d->src) {
            scan->others++;
        } else {
            scan->messages++;
            scan->bytes += f.length;
        }
    }
    return HTR_OK;
}

static void keep(const struct htr_etrace *e, const struct etrace_frame *f, int status,
                 const struct etrace_packet *p, uint64_t number, struct htr_verify_difference *d)
{
    char text[HTR_ETRACE_TEXT];
    if (d->messages < HTR_VERIFY_NEIGHBORS) {
        struct htr_verify_message *to = &d->message[d->messages++];
        *to = (struct htr_verify_message){.number = number, .offset = f->offset};
        snprintf(to->text, sizeof to->text, "%s", htr_etrace_text(&e->cfg, f, p, status, text));
    }
}

void htr_verify_packets(const struct htr_trace *trace, struct htr_verify_difference *d, unsigned n)
{
    const struct htr_etrace *e = trace->etrace;
    struct etrace_reader r = e->decoder.reader;
    struct htr_etrace_options o = {e->cfg.options};
    struct etrace_frame f;
    struct etrace_packet p;
    uint64_t number = 0;
    for (enum etrace_status rc; (rc = etrace_reader_next(&r, &f)) != ETRACE_ERR_END; number++) {
        const bool own = e->decoder.all_sources || f.src == e->decoder.src;
        const int status = rc != ETRACE_OK ? (int)rc
                           : own           ? htr_etrace_decode(&e->cfg, &o, &f, &p)
                                           : (int)ETRACE_ERR_END;
        for (unsigned i = 0; i < n; i++) {
            if (htr_verify_is_near(&d[i], number)) {
                keep(e, &f, status, &p, number, &d[i]);
            }
        }
    }
}
