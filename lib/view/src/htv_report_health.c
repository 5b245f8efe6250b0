/* SPDX-License-Identifier: Apache-2.0 */
/* Health of a trace. */
#include "htv_report_health.h"

#include <stdlib.h>

#include "htv_table.h"

enum {
    LOST = 1000, /* places that are listed */
};

void htv_health_free(struct htv_health *h)
{
    free(h->lost);
}

/* ---- bandwidth ---- */

static void add_bytes(struct htv_health *h, uint64_t time, uint64_t offset)
{
    const uint64_t at = time - h->first;
    while (at >> h->band_bits >= HTV_BANDS) {
        for (unsigned i = 0; i < HTV_BANDS / 2; i++) {
            h->band[i] = h->band[2 * i] + h->band[2 * i + 1];
        }
        memset(&h->band[HTV_BANDS / 2], 0, sizeof h->band / 2);
        h->band_bits++;
    }
    if (offset > h->offset) {
        h->band[at >> h->band_bits] += offset - h->offset;
        h->offset = offset;
    }
    h->last = time;
}

/* ---- distances ---- */

static void distance(struct htv_distance *d, uint64_t n)
{
    unsigned b = 0;
    for (uint64_t v = n; v != 0; v >>= 1) {
        b++;
    }
    d->min = d->count == 0 || n < d->min ? n : d->min;
    d->max = n > d->max ? n : d->max;
    d->sum += n;
    d->count++;
    d->bin[b]++;
}

static void synchronize(struct htv_health *h, const struct htv_event *e)
{
    if (h->synced[e->hart]) {
        distance(&h->bytes, e->offset - h->sync_offset[e->hart]);
        distance(&h->insns, e->insns - h->sync_insns[e->hart]);
    }
    h->synced[e->hart] = true;
    h->sync_offset[e->hart] = e->offset;
    h->sync_insns[e->hart] = e->insns;
}

int htv_health_take(struct htv_health *h, const struct htv_event *e)
{
    if (e->hart == 0) {
        if (!h->begun) {
            h->begun = true;
            h->first = e->time;
        }
        add_bytes(h, e->time, e->offset);
    }
    if (e->kind == HTV_SYNC || e->kind == HTV_ON) {
        synchronize(h, e);
    } else if (e->kind == HTV_LOST || e->kind == HTV_GAP) {
        h->losses++;
        if (h->n < LOST) {
            if (!htv_grow((void **)&h->lost, &h->room, h->n + 1, sizeof *h->lost)) {
                return HTR_ERR_MEMORY;
            }
            h->lost[h->n++] =
                (struct htv_place_lost){e->time, e->offset, e->function, e->hart, e->kind, e->code};
        }
    }
    return HTR_OK;
}

/* ---- the file ---- */

static void put_distance(struct htv_report_file *f, const char *name, const struct htv_distance *d)
{
    const uint64_t number[] = {d->count, d->sum, d->min, d->max};
    htv_report_put(f, name);
    htv_report_numbers(f, number, sizeof number / sizeof number[0]);
    htv_report_put(f, ",");
    htv_report_numbers(f, d->bin, sizeof d->bin / sizeof d->bin[0]);
    htv_report_put(f, "]");
}

int htv_report_health(struct htv_report_file *file, struct htv_health *h,
                      const struct htv_totals *totals)
{
    add_bytes(h, h->last, totals->bytes);
    if (!htv_report_open(file, "data/health.js")) {
        return file->status;
    }
    htv_report_put(file, "hartrace.health={\"first\":");
    htv_report_number(file, h->first);
    htv_report_put(file, ",\"last\":");
    htv_report_number(file, h->last);
    htv_report_put(file, ",\"width\":");
    htv_report_number(file, UINT64_C(1) << h->band_bits);
    htv_report_put(file, ",\"bands\":");
    htv_report_numbers(file, h->band, (size_t)((h->last - h->first) >> h->band_bits) + 1);
    put_distance(file, ",\"sync_bytes\":[", &h->bytes);
    put_distance(file, ",\"sync_insns\":[", &h->insns);
    htv_report_put(file, ",\"losses\":");
    htv_report_number(file, h->losses);
    htv_report_put(file, ",\"lost\":[");
    for (size_t i = 0; i < h->n; i++) {
        const struct htv_place_lost *l = &h->lost[i];
        const uint64_t number[] = {l->hart, l->time,    l->offset, l->kind == HTV_GAP,
                                   l->code, l->function};
        htv_report_put(file, i == 0 ? "\n" : ",\n");
        htv_report_numbers(file, number, sizeof number / sizeof number[0]);
    }
    htv_report_put(file, "]};\n");
    htv_report_done(file);
    return file->status;
}
