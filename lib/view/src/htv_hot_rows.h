/* SPDX-License-Identifier: Apache-2.0 */
/* Private: the rows of htv_hot.h, made and printed. */
#ifndef HTV_HOT_ROWS_H
#define HTV_HOT_ROWS_H

#include "htv/htv_calltree.h"
#include "htv/htv_hot.h"
#include "htv_predictor.h"

/* Texts live as long as the pass. */
struct htv_hot_row {
    const char *function;
    const char *file; /* or "" */
    uint32_t line;    /* 0: not known; function: of the declaration */
    uint32_t file_id; /* line: htv_file, or 0 */
    uint64_t pc;      /* function: its first instruction; line: the lowest one executed */
    uint64_t function_pc;
    uint64_t cost;  /* what rows are sorted by */
    uint64_t count; /* instructions; of a branch: times it was executed */
    uint64_t time, inclusive, inclusive_time, entered; /* function */
    uint64_t taken, wrong, target;                     /* branch */
    uint16_t space;
};

struct htv_hot_collected {
    const struct htv_about *about;
    struct htv_calltree tree;
    struct htv_predictions predictions;
    struct htv_hot_row *row; /* sorted: highest cost first, then by address */
    size_t rows, room;
};

/* Make all rows. Returns HTR_OK, or HTR_ERR_MEMORY after a message. */
int htv_hot_rows(const struct htv_hot *hot) HTR_MUST_CHECK;

/* Write the rows, at most hot->limit. */
void htv_hot_text(const struct htv_hot *hot, const struct htv_totals *totals, FILE *out);
int htv_hot_json(const struct htv_hot *hot, const struct htv_totals *totals,
                 FILE *out) HTR_MUST_CHECK;

#endif
