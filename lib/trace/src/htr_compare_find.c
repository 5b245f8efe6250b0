/* SPDX-License-Identifier: Apache-2.0 */
/* A sequence of PCs in a longer one: Knuth, Morris, Pratt. */
#include "htr_compare_find.h"

enum {
    REALIGN = 64,    /* instructions that either side may lack at a difference */
    SURE_LEAST = 16, /* instructions after them that must agree */
    SURE = 64,       /* the most that are compared: more prove nothing */
};

/* ---- one place ---- */

static struct htr_pc_span after(struct htr_pc_span s, size_t n)
{
    n = n < s.n ? n : s.n;
    return (struct htr_pc_span){s.pc + n, s.n - n};
}

size_t htr_compare_agreement(struct htr_pc_span a, struct htr_pc_span b)
{
    size_t n = 0, most = a.n < b.n ? a.n : b.n;
    while (n < most && a.pc[n] == b.pc[n]) {
        n++;
    }
    return n;
}

bool htr_compare_realign(struct htr_pc_span piece, struct htr_pc_span list, size_t *skip_piece,
                         size_t *skip_list)
{
    size_t best = 0;
    for (size_t apart = 1; apart <= REALIGN && best < 2 * SURE - apart; apart++) {
        for (size_t skip = 0; skip <= apart; skip++) {
            struct htr_pc_span p = after(piece, skip), l = after(list, apart - skip);
            p.n = p.n < SURE ? p.n : SURE;
            size_t n = htr_compare_agreement(p, l);
            if (n >= SURE_LEAST && 2 * n - (apart < n ? apart : n) > best) {
                best = 2 * n - (apart < n ? apart : n);
                *skip_piece = skip;
                *skip_list = apart - skip;
            }
        }
    }
    return best != 0;
}

/* ---- any place ---- */

/* PCs one after the other, forward (step 1) or backward (-1). */
struct walk {
    const uint64_t *first;
    ptrdiff_t step;
    size_t n;
};

static inline uint64_t at(const struct walk *w, size_t i)
{
    return w->first[(ptrdiff_t)i * w->step];
}

/* table[i]: the longest proper prefix of needle that ends at i. */
static void prepare(const struct walk *needle, size_t *table)
{
    size_t k = 0;
    table[0] = 0;
    for (size_t i = 1; i < needle->n; i++) {
        while (k > 0 && at(needle, i) != at(needle, k)) {
            k = table[k - 1];
        }
        k += at(needle, i) == at(needle, k);
        table[i] = k;
    }
}

/* The longest prefix of needle in hay. Returns its length; *begin: where, the earliest place. */
static size_t longest(const struct walk *hay, const struct walk *needle, size_t *table,
                      size_t *begin)
{
    size_t k = 0, length = 0;
    *begin = 0;
    prepare(needle, table);
    for (size_t i = 0; i < hay->n && length != needle->n; i++) {
        while (k > 0 && at(hay, i) != at(needle, k)) {
            k = table[k - 1];
        }
        k += at(hay, i) == at(needle, k);
        if (k > length) {
            length = k;
            *begin = i + 1 - k;
        }
    }
    return length;
}

/* How much of piece agrees where it is put, before and after one difference. */
static size_t score(struct htr_pc_span piece, struct htr_pc_span list)
{
    size_t n = htr_compare_agreement(piece, list), skip_piece, skip_list;
    piece = after(piece, n);
    list = after(list, n);
    if (piece.n != 0 && htr_compare_realign(piece, list, &skip_piece, &skip_list)) {
        n += htr_compare_agreement(after(piece, skip_piece), after(list, skip_list));
    }
    return n;
}

/* Where the longest end of piece is in list, the latest place; its length is length. Returns where
 * piece then begins: of the places near it the one where most agrees. */
static size_t by_end(struct htr_pc_span list, struct htr_pc_span piece, size_t end, size_t *best)
{
    size_t begin = end > piece.n ? end - piece.n : 0, place = begin;
    size_t low = begin > REALIGN ? begin - REALIGN : 0;
    for (size_t i = low; i <= begin + REALIGN && i < end; i++) {
        size_t n = list.pc[i] == piece.pc[0] ? score(piece, after(list, i)) : 0;
        if (n > *best) {
            *best = n;
            place = i;
        }
    }
    return place;
}

size_t htr_compare_find(struct htr_pc_span list, struct htr_pc_span piece, size_t *table,
                        size_t *place)
{
    if (list.n == 0) {
        return 0;
    }
    const struct walk hay = {list.pc, 1, list.n}, needle = {piece.pc, 1, piece.n};
    size_t begin, length = longest(&hay, &needle, table, &begin);
    *place = begin;
    if (length == 0 || length == piece.n) {
        return length;
    }
    const struct walk back = {list.pc + list.n - 1, -1, list.n};
    const struct walk tail = {piece.pc + piece.n - 1, -1, piece.n};
    size_t from_end, best = score(piece, after(list, begin)), better = best;
    if (longest(&back, &tail, table, &from_end) != 0) {
        size_t other = by_end(list, piece, list.n - from_end, &better);
        *place = better > best ? other : begin;
    }
    return htr_compare_agreement(piece, after(list, *place));
}
