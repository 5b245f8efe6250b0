/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private: the timeline of a report, in levels of detail. At level 0 every frame is a slice. At
 * level k > 0 frames shorter than its resolution, 16 * 4^k ticks, are merged with their neighbors
 * of the same depth, and the slice has the name of the longest of them. A tile is a file with the
 * slices of 2^16 * 4^k ticks, cut at its ends. The last level is one tile. A page shows the level
 * that has two to three tiles in view.
 */
#ifndef HTV_REPORT_TIMELINE_H
#define HTV_REPORT_TIMELINE_H

#include "htv_report_file.h"
#include "htv_shadow.h"

struct htv_timeline_level; /* private */
struct htv_timeline_frame;

struct htv_timeline {
    struct htv_report_file *file;
    struct htv_shadow shadow;
    struct htv_timeline_level *level;
    struct htv_timeline_frame *frame; /* open; the first `depth` */
    uint32_t depth;
    unsigned hart;
    uint64_t first, now; /* times; now: after `first` */
    uint64_t deepest;
    size_t tiles_max; /* of a level and hart */
    bool begun;
    int status;
};

/* Returns HTR_OK, or HTR_ERR_MEMORY without a message. Ends with htv_timeline_free. */
int htv_timeline_init(struct htv_timeline *t, struct htv_report_file *file,
                      unsigned harts) HTR_MUST_CHECK;
void htv_timeline_free(struct htv_timeline *t);

/* Every event, hart after hart; at END the hart's timeline is complete. Returns HTR_OK,
 * HTR_ERR_MEMORY without a message, or the status of the file. */
int htv_timeline_take(struct htv_timeline *t, const struct htv_event *e) HTR_MUST_CHECK;

#endif
