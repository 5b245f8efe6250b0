/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements in a file: what a decoder gave, to be read as often as wanted without code. Neither
 * positions nor the bytes of messages are kept. A range takes about 8 bytes. The format is private
 * to one version.
 */
#ifndef HTR_ELEM_LOG_H
#define HTR_ELEM_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "flow/flow_elem.h"
#include "flow/flow_path.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTR_LOG_HINTS = 64 /* different phrases in flow_elem.hint that are kept */
};

/* The last element; the next one is stored by its differences. Private. */
struct htr_elem_last {
    uint64_t msg, offset, end;
    uint16_t src;
    struct flow_context context;
};

struct htr_elem_writer {
    FILE *to;
    struct htr_elem_last last;
};

/* Begin. `to` is the caller's, who looks for its errors. */
void htr_elem_writer_init(struct htr_elem_writer *w, FILE *to);

/* An element; or a range without a message of its own. */
void htr_elem_write(struct htr_elem_writer *w, const struct flow_elem *e);
void htr_elem_write_range(struct htr_elem_writer *w, const struct flow_range *r);

/* A range, and how far the trace was read; 0: as before it. */
void htr_elem_write_range_at(struct htr_elem_writer *w, const struct flow_range *r,
                             uint64_t offset);

struct htr_elem_reader {
    FILE *from;
    struct htr_elem_last last;
    char *hint[HTR_LOG_HINTS];
    unsigned hints;
    bool damaged; /* read: the file broke off, or is none of these */
};

/* Begin at the place where `from` is; a file of several logs is read by init for each. */
void htr_elem_reader_init(struct htr_elem_reader *r, FILE *from);

/* Begin another log; hints of elements stay. */
void htr_elem_reader_next_log(struct htr_elem_reader *r, FILE *from);

/* The next element, a range with type FLOW_ELEM_RANGE. Returns false at the end of the file, or
 * when it is damaged. */
bool htr_elem_read(struct htr_elem_reader *r, struct flow_elem *e);

void htr_elem_reader_close(struct htr_elem_reader *r);

#ifdef __cplusplus
}
#endif

#endif
