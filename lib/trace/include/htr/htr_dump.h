/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writers of messages: our text, the DUMP of the task group's reference tool, JSON lines, CSV.
 * docs/reference/formats.md has the formats.
 *
 *   struct htr_dump w;
 *   htr_dump_init(&w, HTR_DUMP_TEXT, &trace.cfg, stdout);
 *   htr_dump_trace(&w, &trace, false, &sum);
 *
 * or message by message: htr_dump_message, then htr_dump_end.
 */
#ifndef HTR_DUMP_H
#define HTR_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "htr/htr_out.h"
#include "htr/htr_trace.h"
#include "nexus/nexus_msg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_dump_format {
    HTR_DUMP_TEXT,
    HTR_DUMP_NEXRV, /* DUMP of the task group's reference tool, byte for byte */
    HTR_DUMP_JSONL,
    HTR_DUMP_CSV,
    HTR_DUMP_FORMATS
};

/* "text", "nexrv", ...; format below HTR_DUMP_FORMATS. */
const char *htr_dump_name(enum htr_dump_format format);

/* Made by htr_dump_init. `bytes` and `stat` may be set before the first message. */
struct htr_dump {
    enum htr_dump_format format;
    const struct nexus_stream_cfg *cfg; /* of the messages */
    struct htr_out text;                /* text.failed: the output could not be written */
    bool bytes;                         /* TEXT: byte by byte as well */
    FILE *stat;      /* NEXRV: the stream for its statistics line; NULL: the output */
    uint64_t number; /* read: messages written */
    uint64_t msg_bytes, idles, errors; /* private, as the rest: NEXRV */
    uint8_t last;
};

/* A writer to `out`, which the caller checks and closes. cfg must stay valid. */
void htr_dump_init(struct htr_dump *w, enum htr_dump_format format,
                   const struct nexus_stream_cfg *cfg, FILE *out);

/* Write message number `number`. status is NEXUS_OK, or why it is damaged (NEXUS_ERR_*). */
void htr_dump_message(struct htr_dump *w, uint64_t number, const struct nexus_msg *m, int status);

/* Write n bytes between messages. Only NEXRV shows them. */
void htr_dump_between(struct htr_dump *w, const uint8_t *bytes, size_t n);

/* The end: write the buffer, and the statistics line of NEXRV. */
void htr_dump_end(struct htr_dump *w);

/* The result for a trace. */
struct htr_dump_sum {
    uint64_t messages; /* those of other sources and damaged ones included */
    uint64_t damaged;  /* a last message that is cut off included */
    bool stopped;      /* by the host, before the end */
};

/* Write the messages of a trace that htr_trace_open has opened: all, or those of the source that it
 * was opened for (damaged ones of that SRC too). wrapped: its first message is incomplete and is
 * skipped. NEXRV takes timestamps wherever there are some: it sets t->cfg.timestamps. Remarks to
 * the host report damage, and what to try. htr_progress counts bytes of the trace. Call it once for
 * a writer.
 *
 * Returns HTR_OK, also for a damaged trace: look at *sum, which is always set. After a message
 * HTR_ERR_READ (the file broke off), or what htr_trace_begin returns. Without a message
 * HTR_ERR_WRITE: w->text.failed. */
int htr_dump_trace(struct htr_dump *w, struct htr_trace *t, bool wrapped,
                   struct htr_dump_sum *sum) HTR_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
