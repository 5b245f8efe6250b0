/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of decoded traces: text listing, PC list, binary ranges, JSON lines, CSV. */
#ifndef TOOLS_DECODE_H
#define TOOLS_DECODE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_tree_pull.h"
#include "nexus/nexus_flow.h"
#include "trace_options.h"

enum decode_format {
    DECODE_TEXT,
    DECODE_PCS,
    DECODE_RANGES,
    DECODE_NEXRV, /* PCOUT of the task group's reference tool */
    DECODE_JSONL,
    DECODE_CSV
};

enum {
    DECODE_BUFFER = 1 << 16,
    DECODE_LINE = 512,
    DECODE_RECORD = 24
};

struct decode_writer {
    enum decode_format format;
    const char *path; /* of the output */
    FILE *out;        /* NULL: the output stays in the buffer; failed when that is full */
    struct htr_code *code;
    bool failed;  /* the output cannot be written */
    bool headed;  /* CSV: the heading is written */
    bool sources; /* of several sources: tell of which one each element is: */
    uint16_t src;
    uint64_t instructions;
    uint8_t *buffer;   /* of the caller: */
    size_t room, fill; /* DECODE_BUFFER bytes or more */
};

/* A trace being decoded, and what is to be said about it at the end. */
struct decode_run {
    struct htr_trace *t;
    struct htr_tree *tree; /* it decodes through this, */
    int32_t decoder;       /* by this component, which is t's decoder */
    struct decode_writer *w;
    struct htr_gap_meter gaps;
    uint64_t left;    /* bytes behind the last complete message */
    uint64_t told;    /* troubles */
    bool allow_other; /* messages that are not of N-Trace are expected; */
    uint64_t others;  /* how many there were */
    uint16_t src;     /* SRC of the first element; told when another comes */
    bool begun, mixed;
};

/* Fetch and write what comes next. Returns 0, or a negative number: nothing does. */
int decode_step(struct decode_run *r);

/* Write an element and keep account. */
void decode_take(struct decode_run *r, const struct flow_elem *e);

/* Add t to the tree as a branch of its own, with t's decoder; then begin to decode. Return 0, or
 * TOOL_CANNOT after a message. */
int decode_plant(struct decode_run *r);
int decode_begin(struct decode_run *r);

/* Is it a message with a TCODE that is reserved, a vendor's, for data, or else not of N-Trace? It
 * may have been another one before it was damaged. */
bool decode_is_other(const struct flow_elem *e);

/* Say what could not be decoded. Returns the exit status. */
int decode_sum_up(struct decode_run *r);

/* Open w->path; then flush and close it. Return 0, or the status, or TOOL_CANNOT after a message.
 */
int decode_open_output(struct decode_writer *w);
int decode_close_output(const struct decode_writer *w, int status);

/* Decode all sources of a trace, each by itself, with o->src ignored: in the order of time or of
 * the stream (order "time", "stream"; NULL: time where messages have it). Text, JSON lines and CSV
 * only. Returns the exit status. */
int decode_sources(const struct htr_trace_options *o, const char *order, struct decode_writer *w);

/* Decode bytes as they come: from a pipe until its writer closes it, from a file while it grows,
 * until an interruption, or until nothing has come for `timeout` seconds (0: no limit). What is
 * decoded is written at once. all: each source by itself, in the order of the stream. Returns the
 * exit status. */
struct decode_follow {
    uint64_t timeout;
    bool all, allow_other;
};
int decode_follow(const struct htr_trace_options *o, const struct decode_follow *f,
                  struct decode_writer *w);

/* Can `decode_parallel` do it: ranges alone are written, and the code does not depend on how much
 * was executed before? */
bool decode_parallel_fits(const struct decode_run *r);

/* Decode all but the last element with so many threads; the output is that of decode_step. Returns
 * 0, or TOOL_CANNOT after a message. */
int decode_parallel(struct decode_run *r, unsigned threads);

/* Write one element in the writer's format. */
void decode_write(struct decode_writer *w, const struct flow_elem *e);

/* For decode_write.c: one element as a line. */
void decode_write_jsonl(struct decode_writer *w, const struct flow_elem *e);
void decode_write_csv(struct decode_writer *w, const struct flow_elem *e);

/* Can the format be written from ranges alone, by the batch? */
bool decode_takes_ranges(const struct decode_writer *w);

/* Fetch and write a batch of ranges, from d itself, or (r not NULL) through r's tree, where d is.
 * Returns as nexus_decoder_next_ranges: 0 leaves an element in e that is still to be written. */
int decode_batch(struct decode_writer *w, struct nexus_decoder *d, const struct decode_run *r,
                 struct flow_elem *e);

/* Write an executed address: a flow_pc_sink whose ctx is the writer. */
void decode_put_pc(void *writer, uint64_t pc);

/* Write bytes, large ones by themselves, behind those that are buffered. */
void decode_output(struct decode_writer *w, const void *bytes, size_t n);

/* Write what is buffered. */
void decode_flush(struct decode_writer *w);

/* An event (any element but RANGE) as a line of text without newline, into DECODE_LINE bytes. */
void decode_event_text(const struct flow_elem *e, char *text);

#endif
