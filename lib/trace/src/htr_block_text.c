/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks recognized by their text. */
#include "htr_block_text.h"

#include <stdlib.h>
#include <string.h>

#include "htr/htr_pcs_text.h"

enum {
    ENTRIES = 1 << 14,
    TEXT = 1 << 22,
    LONGEST = 1000, /* bytes of text of one block */
    FREE = 1,       /* no address */
};

struct entry {
    uint64_t start;
    uint64_t behind, target;
    uint32_t text; /* where it begins: all lines but the first, without the tail of the last */
    uint16_t length;
    uint8_t instructions, halfwords;
    uint8_t itype[HTR_BLOCKS_WAYS];
    uint8_t ilastsize;
};

struct htr_block_text {
    struct entry entry[ENTRIES];
    size_t used; /* of text */
    char text[TEXT];
};

static void forget(struct htr_block_text *t)
{
    t->used = 0;
    for (size_t i = 0; i < ENTRIES; i++) {
        t->entry[i].start = FREE;
    }
}

struct htr_block_text *htr_block_text_new(void)
{
    struct htr_block_text *t = malloc(sizeof *t);
    if (t != NULL) {
        forget(t);
    }
    return t;
}

void htr_block_text_free(struct htr_block_text *t)
{
    free(t);
}

static struct entry *find(struct htr_block_text *t, uint64_t start)
{
    return &t->entry[(start >> 1 ^ start >> 15) % ENTRIES];
}

void htr_block_text_learn(struct htr_block_text *t, const struct htr_block_text_lesson *lesson)
{
    size_t length = htr_pcs_without_tail(lesson->text, lesson->length);
    if (lesson->length > LONGEST || (length == 0 && lesson->length != 0) ||
        lesson->instructions > UINT8_MAX || lesson->halfwords > UINT8_MAX) {
        return;
    }
    if (length > sizeof t->text - t->used) {
        forget(t); /* replaced entries left their text behind */
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

bool htr_block_text_run(struct htr_block_text *t, struct htr_pcs *from, struct htr_blocks *b,
                        struct ingress_cycle *in, const struct htr_ingress_sink *to)
{
    struct htr_lines *l = &from->text;
    uint64_t start = b->start, instructions = 0, halfwords = 0;
    while (true) {
        const struct entry *e = find(t, start);
        if (e->start != start) {
            break;
        }
        if (l->fill - l->pos < LONGEST + HTR_PCS_LOOK_AHEAD && !l->eof) {
            htr_lines_refill(l);
            htr_progress(from->host, htr_file_at(&l->stream));
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
        to->take(to->ctx, in);
        start = next;
    }
    return instructions == 0 || htr_blocks_skip(b, start, instructions, halfwords);
}
