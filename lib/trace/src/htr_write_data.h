/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace in a listing: accesses below their instructions. */
#ifndef HTR_WRITE_DATA_H
#define HTR_WRITE_DATA_H

#include "htr/htr_data.h"
#include "htr/htr_write.h"

/* Of one source. */
struct htr_write_data {
    struct htr_data ties;
    struct htr_data_access *list; /* of the range at hand */
    size_t n, room, next;
    uint64_t index; /* of the instruction to be written */
};

/* Before each element of a source is written. Nothing is allocated before the first data message;
 * what was executed before it is not looked at. Returns false without memory. */
bool htr_write_data_take(struct htr_write_data **data, const struct nexus_stream_cfg *cfg,
                         struct flow_code *code, const struct flow_elem *e) HTR_MUST_CHECK;

/* The same as if a data message had come, long ago: for a part of a trace that begins after one.
 * Returns false without memory. */
bool htr_write_data_begin(struct htr_write_data **data, const struct nexus_stream_cfg *cfg,
                          struct flow_code *code) HTR_MUST_CHECK;

/* Is what comes next all that its lines depend on? False while messages wait for their
 * instructions, and after a loss. Also true before the first data message. */
bool htr_write_data_idle(const struct htr_write_data *data);

void htr_write_data_free(struct htr_write_data **data);

/* A DATA element as a line of text without newline. */
void htr_write_data_text(const struct flow_elem *e, char text[HTR_WRITE_LINE]);

/* The accesses of the next instruction of the range, one line each. */
void htr_write_data_accesses(struct htr_writer *w, struct htr_write_data *d);

#endif
