/* SPDX-License-Identifier: Apache-2.0 */
/* What joins the results of spans. */
#include "htr/htr_shard.h"

#include <string.h>

bool htr_seam_fits(const struct htr_seam *end, const struct htr_seam *begin)
{
    return end->word[HTR_SEAM_READY] == 1 && memcmp(end, begin, sizeof *end) == 0;
}

bool htr_piece_join(struct htr_piece *a, const struct htr_piece *b)
{
    struct htr_shard_sum *s = &a->sum;
    const struct htr_shard_sum *t = &b->sum;
    if (!htr_seam_fits(&a->end, &b->begin)) {
        return false;
    }
    s->mixed = s->mixed | t->mixed | (s->begun & t->begun & (s->src != t->src));
    s->src = s->begun == 1 ? s->src : t->src;
    s->begun |= t->begun;
    s->instructions += t->instructions;
    s->skipped += t->skipped;
    s->gaps += t->gaps;
    s->lost += t->lost;
    s->others += t->others;
    s->reported += t->reported;
    s->messages = t->messages;
    s->left += t->left;
    s->ended |= t->ended;
    a->end = b->end;
    return true;
}

void htr_piece_decoded(const struct htr_piece *whole, struct htr_decoded *sum)
{
    const struct htr_shard_sum *s = &whole->sum;
    *sum = (struct htr_decoded){.instructions = s->instructions,
                                .skipped = s->skipped + s->left,
                                .gaps = s->gaps,
                                .lost = s->lost,
                                .others = s->others,
                                .mixed = s->mixed == 1};
    sum->whole = sum->skipped == 0 && s->gaps == 0 && s->others == 0 && s->mixed == 0;
}
