/* SPDX-License-Identifier: Apache-2.0 */
/* Guessing with the code that ran: only the right settings make paths through it. */
#include "htr/htr_guess.h"

#include "nexus/nexus_flow.h"

enum {
    TRIED = 16, /* sources decoded, at most */
    FAULT = 8,  /* messages that an error counts as */
    LEAST = 16, /* messages by which the best candidate must lead */
};

static size_t sample(const struct htr_guess_input *in)
{
    return in->size < HTR_GUESS_CODE_SAMPLE ? in->size : HTR_GUESS_CODE_SAMPLE;
}

/* Messages of one source that make a path, less its errors. */
static void follow(const struct htr_guess_input *in, const struct nexus_stream_cfg *cfg,
                   uint16_t src, struct htr_guess_path *path)
{
    struct nexus_decoder d = {0};
    struct flow_elem e;
    uint64_t last = UINT64_MAX;
    if (nexus_decoder_init(&d, cfg, in->code, in->bytes, sample(in)) != NEXUS_OK) {
        return;
    }
    d.all_sources = false;
    d.src = src;
    while (nexus_decoder_next(&d, &e) == NEXUS_OK) {
        bool error = e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC;
        path->score += e.type == FLOW_ELEM_RANGE && e.msg != last;
        path->score -= error ? FAULT : 0;
        path->errors += error;
        last = e.type == FLOW_ELEM_RANGE ? e.msg : last;
    }
}

struct htr_guess_path htr_guess_follow(const struct htr_guess_input *in,
                                       const struct nexus_stream_cfg *cfg)
{
    bool synced[1 << NEXUS_MAX_SRC_BITS] = {false};
    struct htr_guess_path path = {0};
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int status;
    unsigned tried = 0;
    if (nexus_msg_decoder_init(&d, cfg, in->bytes, sample(in)) != NEXUS_OK) {
        return path;
    }
    while ((status = nexus_msg_next(&d, &m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK && nexus_tcode_is_sync(m.tcode) && !synced[m.src] &&
            tried++ < TRIED) {
            synced[m.src] = true;
            follow(in, cfg, m.src, &path);
        }
    }
    return path;
}

static bool leads(int64_t best, int64_t other)
{
    return best > 0 && best - LEAST >= (other > 0 ? 2 * other : 0);
}

/* The widths that messages and code leave possible: with a confident guess the best one alone,
 * otherwise those that either of them allows. */
static void mark_possible(struct htr_guess *g, unsigned by_code)
{
    int64_t best = g->candidate[by_code].path.score;
    for (unsigned i = 0; i < g->n; i++) {
        struct htr_guess_candidate *c = &g->candidate[i];
        bool fits = i == by_code || !leads(best, c->path.score);
        c->possible = i == g->best || (!g->confident && (c->possible || fits));
    }
}

void htr_guess_code(struct htr_guess *g, const struct htr_guess_input *in)
{
    const unsigned before = g->best;
    unsigned best = before;
    bool sure = true;
    for (unsigned i = 0; i < g->n; i++) {
        struct htr_guess_candidate *c = &g->candidate[i];
        if (in->cfg != NULL) { /* the code may have changed XLEN and ISA since */
            uint8_t src_bits = c->cfg.src_bits;
            c->cfg = *in->cfg;
            c->cfg.src_bits = src_bits;
            c->cfg.timestamps = true;
        }
        c->path = htr_guess_follow(in, &c->cfg);
    }
    for (unsigned i = 0; i < g->n; i++) {
        best = g->candidate[i].path.score > g->candidate[best].path.score ? i : best;
    }
    const int64_t score = g->candidate[best].path.score;
    for (unsigned i = 0; i < g->n; i++) {
        sure = sure && (i == best || leads(score, g->candidate[i].path.score));
    }
    if (best != before && (sure || !g->confident) && score > 0) {
        g->best = best;
        g->confident = sure;
    } else if (best == before) {
        g->confident = g->confident || sure;
    } else {
        g->confident = false; /* the code contradicts, but not clearly */
    }
    g->decoded = score > 0;
    mark_possible(g, best);
}
