/* SPDX-License-Identifier: Apache-2.0 */
/* Private: what a branch predictor would have got wrong. */
#ifndef HTV_PREDICTOR_H
#define HTV_PREDICTOR_H

#include "htv/htv_writer.h"
#include "htv_table.h"

/* A branch of a hart. */
struct htv_prediction {
    uint64_t pc, wrong;
    uint16_t space, hart;
    uint8_t counter; /* 0..3; 2 and 3 predict taken */
};

/* A range that was seen: branch[at .. at + count) of `member` are in it. */
struct htv_predicted_range {
    uint64_t start, end;
    size_t at;
    uint32_t count;
    uint16_t space, hart;
    bool last; /* ends with a branch */
};

/* All zero: empty. */
struct htv_predictions {
    struct htv_prediction *branch;
    struct htv_predicted_range *range;
    uint32_t *member;
    size_t branches, branch_room, ranges, range_room, members, member_room;
    struct htv_table by_pc, by_range;
};

/* A HTV_RANGE event. Returns HTR_OK or HTR_ERR_MEMORY, without a message. */
int htv_predictions_take(struct htv_predictions *p, const struct htv_about *about,
                         const struct htv_event *e) HTR_MUST_CHECK;

/* Wrong predictions of a branch, of all harts. */
uint64_t htv_predictions_wrong(const struct htv_predictions *p, unsigned harts, uint16_t space,
                               uint64_t pc);

void htv_predictions_free(struct htv_predictions *p);

#endif
