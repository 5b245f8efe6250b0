/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writers of elements: a listing, executed PCs, binary ranges, JSON lines, CSV.
 * docs/reference/formats.md has the formats.
 *
 *   uint8_t buffer[HTR_WRITE_BUFFER];
 *   struct htr_writer w;
 *   htr_writer_init(&w, HTR_WRITE_TEXT, stdout, &trace.code, buffer, sizeof buffer);
 *   htr_write(&w, &e);                        for each element
 *   htr_write_flush(&w);
 */
#ifndef HTR_WRITE_H
#define HTR_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "flow/flow_elem.h"
#include "htr/htr_code.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_write_format {
    HTR_WRITE_TEXT,
    HTR_WRITE_PCS,
    HTR_WRITE_RANGES,
    HTR_WRITE_NEXRV, /* PCOUT of the task group's reference tool */
    HTR_WRITE_JSONL,
    HTR_WRITE_CSV,
    HTR_WRITE_FORMATS
};

struct htr_write_about {
    const char *name; /* "text", "pcs", ... */
    bool ranges;      /* made of ranges alone: several threads can do it (htr_decode.h) */
    bool source;      /* has a place for the source of an element */
};

/* Facts about a format; format is below HTR_WRITE_FORMATS. */
const struct htr_write_about *htr_write_about(enum htr_write_format format);

enum {
    HTR_WRITE_BUFFER = 1 << 16, /* bytes of a buffer, at least */
    HTR_WRITE_LINE = 512,       /* bytes of an event as text, at most, with its NUL */
};

struct htr_writer;
struct htr_write_data;

/* Writes an instruction of a TEXT listing in its own way, with htr_write_part, lines before it too.
 * Returns false when the line of the instruction is still to be written as usual. */
typedef bool htr_write_instruction(void *ctx, struct htr_writer *w, const struct flow_where *where,
                                   const struct flow_insn *insn);

/* Made by htr_writer_init. `code`, `sources` and `src` may be set before each element,
 * `instruction` before the first one. */
struct htr_writer {
    enum htr_write_format format;
    FILE *out;             /* of the caller, who closes and checks it */
    struct htr_code *code; /* of the elements to come: TEXT, PCS and NEXRV walk through ranges */
    bool sources;          /* write the source, src, of each element */
    uint16_t src;
    htr_write_instruction *instruction; /* TEXT; NULL: all as usual */
    void *instruction_ctx;
    bool failed;           /* read: the output could not be written; later output may be lost */
    uint64_t instructions; /* read: how many were in ranges */
    struct htr_write_data *data; /* private, as the rest: of the source of the elements to come */
    uint8_t *buffer;
    size_t room, fill;
    bool headed;
};

/* A writer to `out`, which should have a buffer of its own only for JSONL and CSV
 * (htr_write_buffers); these two use it. out NULL: PCS, NEXRV and RANGES stay in buffer[0..fill),
 * and `failed` says that it was too small. buffer: room bytes of the caller, at least
 * HTR_WRITE_BUFFER, aligned for uint64_t. */
void htr_writer_init(struct htr_writer *w, enum htr_write_format format, FILE *out,
                     struct htr_code *code, void *buffer, size_t room);

/* Set the buffer of `out`, right after it was opened, as suits the format. */
void htr_write_buffers(FILE *out, enum htr_write_format format);

/* Write one element. Elements that the format has no place for are left out. */
void htr_write(struct htr_writer *w, const struct flow_elem *e);

/* Text in a listing. */
void htr_write_part(struct htr_writer *w, const char *text, size_t n);

/* Write the buffer to `out`, if there is one. */
void htr_write_flush(struct htr_writer *w);

/* An event (any element but RANGE) as a line of text without newline. */
void htr_write_event_text(const struct flow_elem *e, char text[HTR_WRITE_LINE]);

#ifdef __cplusplus
}
#endif

#endif
