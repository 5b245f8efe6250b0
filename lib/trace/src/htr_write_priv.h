/* SPDX-License-Identifier: Apache-2.0 */
/* For htr_write*.c and htr_decode_batch.c: the buffer of a writer, and one element in each format.
 */
#ifndef HTR_WRITE_PRIV_H
#define HTR_WRITE_PRIV_H

#include <string.h>

#include "htr/htr_write.h"

enum {
    HTR_WRITE_RECORD = 24 /* bytes of a binary range */
};

/* Write what is buffered; without an output it is lost, and the writer has failed. */
void htr_write_full(struct htr_writer *w);

/* Make room for n bytes at w->buffer + w->fill. */
static inline void htr_write_reserve(struct htr_writer *w, size_t n)
{
    if (w->fill + n > w->room) {
        htr_write_full(w);
    }
}

/* Write bytes, large ones by themselves, after those that are buffered. */
void htr_write_bytes(struct htr_writer *w, const void *bytes, size_t n);

/* Append a string that is shorter than the buffer. */
static inline void htr_write_string(struct htr_writer *w, const char *s)
{
    size_t n = strlen(s);
    htr_write_reserve(w, n);
    memcpy(w->buffer + w->fill, s, n);
    w->fill += n;
}

/* Write an executed address: a flow_pc_sink whose ctx is the writer. */
void htr_write_pc(void *writer, uint64_t pc);

/* One element in a format. */
void htr_write_text(struct htr_writer *w, const struct flow_elem *e);
void htr_write_pcs(struct htr_writer *w, const struct flow_elem *e);
void htr_write_record(struct htr_writer *w, const struct flow_elem *e);
void htr_write_jsonl(struct htr_writer *w, const struct flow_elem *e);
void htr_write_csv(struct htr_writer *w, const struct flow_elem *e);

#endif
