/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decode tree, pushed: bytes come in pieces of any size, elements go to sinks. For trace that is
 * still being recorded, and for consumers that must pause.
 *
 * Where the bytes are cut makes no difference to the elements. Those of one decoder are those that
 * htr_tree_pull.h gives; those of several come in the order of their messages in the buffer.
 * Element offsets count the bytes of the buffer, or, with a deformatter, those of the trace ID.
 */
#ifndef HTR_TREE_PUSH_H
#define HTR_TREE_PUSH_H

#include "htr/htr_tree.h"

#ifdef __cplusplus
extern "C" {
#endif

enum htr_answer {
    HTR_CONT = NEXUS_CONT,   /* go on */
    HTR_WAIT = NEXUS_WAIT,   /* a sink wants a pause: flush until CONT, then go on */
    HTR_FATAL = NEXUS_FATAL, /* only a reset helps */
};

/* Take an element, valid during the call. decoder: its index; or that of the packets for an element
 * without a source: UNKNOWN with status SOURCE, and messages that have no SRC. It must not call the
 * tree, except htr_tree_code_changed. With several sinks the strongest answer counts. */
typedef enum htr_answer htr_take(void *ctx, int32_t decoder, const struct flow_elem *e);

/* Attach it to decoders; to packets for the elements that have no source. */
int32_t htr_tree_sink(struct htr_tree *t, const char *name, htr_take *take, void *ctx);

enum {
    HTR_ALL = -1, /* instead of a buffer: all buffers that bytes are pushed into */
};

/* DATA: bytes of a buffer. *consumed is the number of bytes taken: all with CONT; with WAIT offer
 * the rest again after the flush. While a flush is due nothing is taken, and the answer is WAIT.
 * After EOT, after FATAL, and for a buffer that has its bytes by htr_tree_bytes, it is FATAL. */
enum htr_answer htr_tree_data(struct htr_tree *t, int32_t buffer, const uint8_t *bytes, size_t size,
                              size_t *consumed);

/* EOT: the buffer is complete. Each decoder gets its END element. Answers as DATA. */
enum htr_answer htr_tree_eot(struct htr_tree *t, int32_t buffer);

/* FLUSH: deliver what waits. Without a WAIT before it does nothing and answers CONT. */
enum htr_answer htr_tree_flush(struct htr_tree *t, int32_t buffer);

/* RESET: the whole tree as after htr_tree_begin; nothing that waits is delivered. Answers CONT; or
 * FATAL after a message: not enough memory, or the tree has not begun. */
enum htr_answer htr_tree_reset(struct htr_tree *t);

#ifdef __cplusplus
}
#endif

#endif
