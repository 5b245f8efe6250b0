/* SPDX-License-Identifier: Apache-2.0 */
/* Guessing the width of SRC with the code that ran: only the right one makes paths through it. */
#include "info.h"

enum {
    SAMPLE = 1 << 16, /* bytes decoded */
    TRIED = 16,       /* sources decoded, at most */
    FAULT = 8,        /* messages that an error counts as */
    LEAST = 16,       /* messages by which the best width must lead */
};

/* Messages of one source that make a path, less its errors. */
static int64_t follow(const struct info_code *c, const struct nexus_stream_cfg *cfg, uint16_t src,
                      uint64_t *errors)
{
    struct nexus_decoder d = {0};
    struct flow_elem e;
    int64_t good = 0;
    uint64_t last = UINT64_MAX;
    if (nexus_decoder_init(&d, cfg, c->code, c->bytes, c->size < SAMPLE ? c->size : SAMPLE) !=
        NEXUS_OK) {
        return 0;
    }
    d.all_sources = false;
    d.src = src;
    while (nexus_decoder_next(&d, &e) == NEXUS_OK) {
        bool error = e.type == FLOW_ELEM_ERROR || e.type == FLOW_ELEM_ADDR_NACC;
        good += e.type == FLOW_ELEM_RANGE && e.msg != last;
        good -= error ? FAULT : 0;
        *errors += error;
        last = e.type == FLOW_ELEM_RANGE ? e.msg : last;
    }
    return good;
}

/* The same of all sources that have a synchronizing message. */
static int64_t try(const struct info_code *c, unsigned width, uint64_t *errors)
{
    bool synced[1 << NEXUS_MAX_SRC_BITS] = {0};
    struct nexus_stream_cfg cfg = *c->cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    int64_t good = 0;
    int status;
    unsigned tried = 0;
    cfg.src_bits = (uint8_t)width;
    cfg.timestamps = true;
    for (unsigned i = 0; i < 1u << NEXUS_MAX_SRC_BITS; i++) {
        synced[i] = false;
    }
    (void)nexus_msg_decoder_init(&d, &cfg, c->bytes, c->size < SAMPLE ? c->size : SAMPLE);
    while ((status = nexus_decode_next(&d, &m)) != NEXUS_ERR_END) {
        if (status == NEXUS_OK && nexus_tcode_is_sync(m.tcode) && !synced[m.src] &&
            tried++ < TRIED) {
            synced[m.src] = true;
            good += follow(c, &cfg, m.src, errors);
        }
    }
    return good;
}

void info_guess_by_code(const struct info_code *c, struct info_guess *g)
{
    int64_t good[NEXUS_MAX_SRC_BITS + 1], second = INT64_MIN;
    uint64_t errors[NEXUS_MAX_SRC_BITS + 1] = {0};
    unsigned best = g->src_bits;
    for (unsigned w = 0; w <= NEXUS_MAX_SRC_BITS; w++) {
        good[w] = try(c, w, &errors[w]);
    }
    for (unsigned w = 0; w <= NEXUS_MAX_SRC_BITS; w++) {
        best = good[w] > good[best] ? w : best;
    }
    for (unsigned w = 0; w <= NEXUS_MAX_SRC_BITS; w++) {
        second = w != best && good[w] > second ? good[w] : second;
    }
    bool sure = good[best] > 0 && good[best] - LEAST >= (second > 0 ? 2 * second : 0);
    if (best != g->src_bits && (sure || !g->confident) && good[best] > 0) {
        g->src_bits = best;
        g->confident = sure;
    } else if (best == g->src_bits) {
        g->confident = g->confident || sure;
    } else {
        g->confident = false; /* the code says otherwise, if not clearly */
    }
    g->decoded = good[best] > 0;
    g->errors = errors[best];
}
