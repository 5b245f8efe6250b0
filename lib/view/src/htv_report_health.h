/* SPDX-License-Identifier: Apache-2.0 */
/* Private: health of a trace: bandwidth over time, overflows and gaps, distance of synchronizing
 * messages. Bandwidth is that of the first hart's timeline: in a file of several sources the bytes
 * of all of them. */
#ifndef HTV_REPORT_HEALTH_H
#define HTV_REPORT_HEALTH_H

#include "htv/htv_pass.h"
#include "htv_report_file.h"

enum {
    HTV_BANDS = 1024, /* bins of time; their width doubles as the trace gets longer */
};

struct htv_distance {
    uint64_t count, sum, min, max;
    uint64_t bin[65]; /* bin b: 2^(b-1) <= distance < 2^b */
};

struct htv_place_lost {
    uint64_t time, offset;
    uint32_t function;
    uint16_t hart;
    uint8_t kind, code;
};

struct htv_health {
    uint64_t band[HTV_BANDS];
    unsigned band_bits; /* width of a bin is 2^band_bits ticks */
    uint64_t first, last, offset;
    bool begun;
    uint64_t sync_offset[HTV_HARTS_MAX];
    uint64_t sync_insns[HTV_HARTS_MAX];
    bool synced[HTV_HARTS_MAX];
    struct htv_distance bytes, insns;
    struct htv_place_lost *lost;
    size_t n, room;
    uint64_t losses; /* all of them */
};

/* Every event. Returns HTR_OK, or HTR_ERR_MEMORY without a message. */
int htv_health_take(struct htv_health *h, const struct htv_event *e) HTR_MUST_CHECK;
void htv_health_free(struct htv_health *h);

/* data/health.js: hartrace.health. Returns HTR_OK, or HTR_ERR_* after a message. */
int htv_report_health(struct htv_report_file *file, struct htv_health *h,
                      const struct htv_totals *totals) HTR_MUST_CHECK;

#endif
