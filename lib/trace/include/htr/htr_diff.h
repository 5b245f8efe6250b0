/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two traces compared by meaning, or byte by byte.
 *
 *   struct htr_diff *d;
 *   struct htr_diff_report r;
 *   if (htr_diff_open(&d, &host, &a, &b, &(struct htr_diff_options){0}) == HTR_OK) {
 *       if (htr_diff_run(d, &r) == HTR_OK) {
 *           htr_diff_print(&r, &host, stdout);
 *       }
 *       htr_diff_close(d);
 *   }
 *
 * By meaning, choices that an encoder may make freely are no difference: how I-CNT and HIST are
 * cut, whether repetitions are spelled out, where synchronizing messages are (N-Trace 1.0, chapters
 * on the messages). With code, the executed instructions are compared: modes and optimizations may
 * differ.
 */
#ifndef HTR_DIFF_H
#define HTR_DIFF_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_host.h"
#include "htr/htr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is compared. */
enum htr_diff_by {
    HTR_DIFF_BY_MESSAGES,
    HTR_DIFF_BY_EXECUTION, /* with code */
    HTR_DIFF_BY_BYTES,
};

struct htr_diff_options {
    bool bytes; /* compare bytes; code is not used */
    bool times; /* timestamps have to be equal, too; not with bytes */

    /* Called when the traces are about to be read from their start, which happens once per source;
     * progress (htr_host.h) counts bytes of the first trace. NULL: not called. */
    void (*pass)(void *ctx, const struct htr_trace *first);
    void *ctx;
};

enum {
    HTR_DIFF_TEXT = 200 /* bytes of an item in words, with its NUL */
};

/* The place where a trace differs from the other. */
struct htr_diff_place {
    uint64_t msg, offset;     /* of the item: message from 0, byte; by bytes: of the byte */
    char text[HTR_DIFF_TEXT]; /* the item in words; empty by bytes */
    uint64_t time;            /* absolute, when timed */
    bool timed;
    int byte; /* by bytes: 0 to 255, or -1 for the end of the trace */
};

/* The result; [0] is the first trace, [1] the second. */
struct htr_diff_report {
    enum htr_diff_by by;
    const char *path[2]; /* of the traces; valid until htr_diff_close */
    bool differs;        /* only then: in_time, place, and one_source */
    bool in_time;        /* equal but for the times */
    bool one_source;     /* the difference is in the messages of src */
    uint16_t src;
    uint64_t items;   /* equal ones; by bytes: bytes */
    uint64_t size[2]; /* bytes of the traces; 0 when they differ */
    struct htr_diff_place place[2];
};

struct htr_diff; /* private */

/* Open two traces, with code when the options of the first one name any. Strings of a and b are the
 * caller's and must live until htr_diff_close. Returns HTR_OK, HTR_ERR_MEMORY, or what
 * htr_trace_open_decoder returns, after a message; then nothing is held. */
int htr_diff_open(struct htr_diff **d, struct htr_host *host, const struct htr_trace_options *a,
                  const struct htr_trace_options *b,
                  const struct htr_diff_options *o) HTR_MUST_CHECK;

/* Compare, once, up to the first difference; each source by itself when both traces have SRC and
 * none was chosen. Returns HTR_OK, whether they differ or not; or after a message HTR_ERR_OPEN,
 * _READ (a trace cannot be read to its end), _ARG (no decoder can have these settings). */
int htr_diff_run(struct htr_diff *d, struct htr_diff_report *r) HTR_MUST_CHECK;

/* Free it; d may be NULL. */
void htr_diff_close(struct htr_diff *d);

/* Write equality as a line of text to out, and a difference as remarks to the host. */
void htr_diff_print(const struct htr_diff_report *r, struct htr_host *host, FILE *out);

/* One object of JSON (docs/reference/formats.md, hartrace-diff-1). Returns HTR_OK, or HTR_ERR_WRITE
 * without a message. */
int htr_diff_json(const struct htr_diff_report *r, FILE *out) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
