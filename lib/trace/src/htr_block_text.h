/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks recognized by their text. Programs execute the same blocks again and again, and a PC list
 * then has the same lines again: they are compared with what was there the first time, all lines
 * of a block at once, instead of being read and followed one by one.
 */
#ifndef HTR_BLOCK_TEXT_H
#define HTR_BLOCK_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "htr/htr_blocks.h"
#include "htr/htr_pcs_feed.h"

struct htr_block_text; /* htr_block_text.c */

/* Returns NULL when there is no memory. */
struct htr_block_text *htr_block_text_new(void);
void htr_block_text_free(struct htr_block_text *t);

/* A block that was followed line by line. */
struct htr_block_text_lesson {
    uint64_t start;   /* address */
    const char *text; /* the lines after its first, up to the first line of the next block */
    size_t length;
    uint64_t instructions;
    uint32_t halfwords;
    struct htr_blocks_forecast end;
};

/* Remember it, unless it is too long. */
void htr_block_text_learn(struct htr_block_text *t, const struct htr_block_text_lesson *lesson);

/* b has just closed a block, and taken the first PC of the next. Take the blocks from there on as
 * long as they are known, and give them to the sink: moves from->text, and b with it. Returns false
 * when there is no code for the PC that was taken last; b->message says so, and from->text.number
 * is its line. */
bool htr_block_text_run(struct htr_block_text *t, struct htr_pcs *from, struct htr_blocks *b,
                        struct ingress_cycle *in, const struct htr_ingress_sink *to);

#endif
