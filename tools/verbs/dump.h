/* SPDX-License-Identifier: Apache-2.0 */
/* Writers of messages: our text, the reference tool's DUMP, JSON lines, CSV. docs/formats.md. */
#ifndef TOOLS_DUMP_H
#define TOOLS_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "nexus/nexus_msg.h"
#include "htr/htr_out.h"

enum dump_format {
    DUMP_TEXT,
    DUMP_NEXRV,
    DUMP_JSONL,
    DUMP_CSV,
};

struct dump_writer {
    enum dump_format format;
    const struct nexus_stream_cfg *cfg;
    struct htr_out text;
    bool bytes;      /* TEXT: byte by byte as well */
    uint64_t number; /* messages written: CSV wants a heading before the first */
    /* NEXRV: where its statistics line goes, what it says, and the byte before */
    FILE *stat;
    uint64_t msg_bytes, idles, errors;
    uint8_t last;
};

/* Write message number `number`. status is NEXUS_OK, or why it is damaged. */
void dump_message(struct dump_writer *w, uint64_t number, const struct nexus_msg *m, int status);

/* Write n bytes that lie between messages. Only NEXRV shows them. */
void dump_between(struct dump_writer *w, const uint8_t *bytes, size_t n);

/* The end of the dump: what is buffered, and the statistics line of NEXRV on w->stat. */
void dump_end(struct dump_writer *w);

/* For dump_write.c: one message in the reference tool's form. */
void dump_nexrv_message(struct dump_writer *w, const struct nexus_msg *m);

#endif
