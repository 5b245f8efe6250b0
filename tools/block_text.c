/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks recognized by their text. */
#include "block_text.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_pcs_text.h"
#include "progress.h"

enum {
    ENTRIES = 1 << 14,
    TEXT = 1 << 22,
    LONGEST = 1000, /* bytes of text of one block */
    FREE = 1,       /* no address */
};

struct entry {
    uint64_t start;
    uint64_t behind, target;
    uint32_t text; /* where it begins: the lines behind the first, without the tail of the last */
    uint16_t length;
    uint8_t instructions, halfwords;
    uint8_t itype[HTR_BLOCKS_WAYS];
    uint8_t ilastsize;
};

struct block_text {
    struct entry entry[ENTRIES];
    size_t used; /* of text */
    char text[TEXT];
};

static void forget(struct block_text *t)
{
    t->used = 0;
    for (size_t i = 0; i < ENTRIES; i++) {
        t->entry[i].start = FREE;
    }
}

struct block_text *block_text_new(void)
{
    struct block_text *t = malloc(sizeof *t);
    if (t != NULL) {
        forget(t);
    }
    return t;
}

void block_text_free(struct block_text *t)
{
    free(t);
}

static struct entry *find(struct block_text *t, uint64_t start)
{
    return &t->entry[(start >> 1 ^ start >> 15) % ENTRIES];
}

void block_text_learn(struct block_text *t, const struct block_text_lesson *lesson)
{
    size_t length = htr_pcs_without_tail(lesson->text, lesson->length);
    if (lesson->length > LONGEST || (length == 0 && lesson->length != 0) ||
        lesson->instructions > UINT8_MAX || lesson->halfwords > UINT8_MAX) {
        return;
    }
    if (length > sizeof t->text - t->used) {
        forget(t); /* entries that were replaced left their text behind */
    }
    struct entry *e = find(t, lesson->start);
    *e = (struct entry){.start = lesson->start,
                        .behind = lesson->end.behind,
                        .target = lesson->end.target,
                        .text = (uint32_t)t->used,
                        .length = (uint16_t)length,
                        .instructions = (uint8_t)lesson->instructions,
                        .halfwords = (uint8_t)lesson->halfwords,
                        .ilastsize = lesson->end.ilastsize};
    memcpy(e->itype, lesson->end.itype, sizeof e->itype);
    memcpy(t->text + t->used, lesson->text, length);
    t->used += length;
}

static uint8_t itype_of(const struct entry *e, uint64_t next)
{
    return e->itype[next == e->behind   ? HTR_BLOCKS_BEHIND
                    : next == e->target ? HTR_BLOCKS_TARGET
                                        : HTR_BLOCKS_ELSEWHERE];
}

bool block_text_run(struct block_text *t, struct htr_lines *l, struct htr_blocks *b,
                    struct ingress_cycle *in, struct encoder_bench *bench)
{
    uint64_t start = b->start, instructions = 0, halfwords = 0;
    while (true) {
        const struct entry *e = find(t, start);
        if (e->start != start) {
            break;
        }
        if (l->fill - l->pos < LONGEST + HTR_PCS_LOOK_AHEAD && !l->eof) {
            htr_lines_refill(l);
            progress_at(htr_file_at(&l->stream));
        }
        uint64_t next;
        const char *s = l->buffer + l->pos;
        if (e->length > l->fill - l->pos || memcmp(s, t->text + e->text, e->length) != 0) {
            break;
        }
        s += e->length;
        size_t tail = e->length == 0 ? 0 : htr_pcs_usual_tail(s);
        size_t line = htr_pcs_usual_line(s + tail, &next);
        if ((tail == 0 && e->length != 0) || line == 0 || itype_of(e, next) == HTR_BLOCKS_REFUSED) {
            break;
        }
        instructions += e->instructions;
        halfwords += e->halfwords;
        l->pos += e->length + tail + line;
        l->number += e->instructions;
        in->cycle = in->time = b->instructions + instructions - 1;
        in->nblocks = 1;
        in->block[0] = (struct ingress_block){.iaddr = start,
                                              .iretire = e->halfwords,
                                              .itype = itype_of(e, next),
                                              .ilastsize = e->ilastsize};
        encoder_bench_feed(bench, in);
        start = next;
    }
    return instructions == 0 || htr_blocks_skip(b, start, instructions, halfwords);
}
