/* SPDX-License-Identifier: Apache-2.0 */
/* Guessing the width of SRC: minimum description length. */
#include <string.h>

#include "info.h"

enum {
    WIDTHS = NEXUS_MAX_SRC_BITS + 1,
    WINDOW = 12 /* bits of SRC and I-CNT together that are learned; the same for every width, or the
                   widest would explain most */
};

/* Log2, good to 0.01. */
static double lg(double x)
{
    int n = 0;
    for (; x < 1; n--) {
        x *= 2;
    }
    for (; x >= 2; n++) {
        x /= 2;
    }
    return n + (x - 1) * (5 - x) / 3;
}

/* Bits that a symbol costs when its probability is learned from those before it. */
static double learned(uint32_t *count, uint32_t total, unsigned symbols, unsigned symbol)
{
    double p = ((double)count[symbol] + 1.0 / symbols) / ((double)total + 1);
    count[symbol]++;
    return -lg(p);
}

struct model {
    uint32_t src[1 << NEXUS_MAX_SRC_BITS];
    uint32_t low[NEXUS_TCODES][1 << WINDOW];
    uint32_t seen, low_seen[NEXUS_TCODES];
    uint32_t syncs, src_syncs[1 << NEXUS_MAX_SRC_BITS];
    struct {
        uint32_t n;        /* messages with the I-CNT of a block, by TCODE; */
        uint64_t all, any; /* bits that all of their I-CNT have, and that any has */
    } block[NEXUS_TCODES];
    uint32_t btype[4], btypes; /* B-TYPEs, with a few that count as seen before */
    uint32_t hist, sync_icnt;  /* messages with HIST, and with SYNC 4 */
    uint32_t odd;              /* messages that no encoder sends */
    unsigned width;
};

/* With the right width no message is odd but damaged ones: a few count more than all statistics. */
static double cost_of_odd(struct model *k)
{
    return k->odd++ < 4 ? 500 : 60;
}

/* Costs of the codes in a message, in bits; *fixed becomes the bits that they take. */
static double cost_of_codes(struct model *k, const struct nexus_msg *m, unsigned *fixed)
{
    static const struct {
        enum nexus_field field;
        unsigned bits;
        uint32_t usual; /* bit n: value n is in use */
        double cost, surprise;
    } code[] = {
        {NEXUS_F_SYNC, 4, 0x2FF, 3.2, 60},  {NEXUS_F_RCODE, 4, 0x307, 1.6, 60},
        {NEXUS_F_EVCODE, 4, 0x13, 1.6, 60}, {NEXUS_F_CDF, 2, 0x3, 1, 60},
        {NEXUS_F_ETYPE, 4, 0x1, 0.1, 8},
    };
    double cost = 0;
    *fixed = 0;
    for (unsigned i = 0; i < sizeof code / sizeof code[0]; i++) {
        if (nexus_msg_has(m, code[i].field)) {
            bool usual = (code[i].usual >> m->value[code[i].field] & 1) != 0;
            cost += usual                    ? code[i].cost
                    : code[i].surprise >= 60 ? cost_of_odd(k)
                                             : code[i].surprise;
            *fixed += code[i].bits;
        }
    }
    if (nexus_msg_has(m, NEXUS_F_BTYPE)) { /* of traps a program has many or none */
        cost += learned(k->btype, k->btypes++, 4, (unsigned)m->value[NEXUS_F_BTYPE] & 3);
        *fixed += 2;
    }
    return cost;
}

/* Messages that instruction trace is made of. */
static bool is_trace(unsigned tcode)
{
    return tcode == NEXUS_OWNERSHIP || tcode == NEXUS_DIRECT_BRANCH ||
           tcode == NEXUS_INDIRECT_BRANCH || tcode == NEXUS_ERROR || tcode == NEXUS_RESOURCE_FULL ||
           tcode == NEXUS_INDIRECT_BRANCH_HIST || tcode == NEXUS_REPEAT_BRANCH ||
           tcode == NEXUS_PROG_TRACE_CORRELATION || nexus_tcode_is_sync(tcode);
}

/* A sync that no encoder sends: trace begins without I-CNT, and a source not with an event (a
 * wrapped buffer may begin with a periodic sync). */
static bool is_odd(const struct nexus_msg *m, bool first)
{
    uint64_t sync = m->value[NEXUS_F_SYNC];
    bool begins = sync == NEXUS_SYNC_EXIT_DEBUG || sync == NEXUS_SYNC_TRACE_ENABLE ||
                  sync == NEXUS_SYNC_FIFO_OVERRUN || sync == NEXUS_SYNC_EXIT_POWER_DOWN;
    if (m->tcode == NEXUS_PROG_TRACE_SYNC && begins) {
        return m->value[NEXUS_F_ICNT] != 0;
    }
    return first && (sync == NEXUS_SYNC_EXTERNAL_TRIGGER || sync == NEXUS_SYNC_ICNT ||
                     sync == NEXUS_SYNC_TRACE_EVENT);
}

static double cost_of(struct model *k, const struct nexus_msg *m, int status)
{
    double bits = 6.0 * (double)m->raw_length;
    unsigned fixed;
    if (status != NEXUS_OK && status != NEXUS_ERR_OVERSIZE) {
        return bits + (status == NEXUS_ERR_MSEO ? 30 : cost_of_odd(k)); /* fields do not fit */
    }
    if (!is_trace(m->tcode)) {
        return bits + 20;
    }
    bool first = k->src[m->src] == 0;
    double cost = learned(k->src, k->seen++, 1u << k->width, m->src);
    cost += first && !nexus_tcode_is_sync(m->tcode) ? 24 : 0;
    cost += cost_of_codes(k, m, &fixed);
    cost += nexus_tcode_is_sync(m->tcode) && is_odd(m, first) ? cost_of_odd(k) : 0;
    k->hist += nexus_msg_has(m, NEXUS_F_HIST) && m->tcode != NEXUS_PROG_TRACE_CORRELATION;
    k->sync_icnt += nexus_tcode_is_sync(m->tcode) && m->value[NEXUS_F_SYNC] == NEXUS_SYNC_ICNT;
    bits -= 6 + fixed + k->width;
    k->syncs += nexus_tcode_is_sync(m->tcode);
    k->src_syncs[m->src] += nexus_tcode_is_sync(m->tcode);
    if (m->tcode == NEXUS_DIRECT_BRANCH || m->tcode == NEXUS_INDIRECT_BRANCH ||
        m->tcode == NEXUS_INDIRECT_BRANCH_HIST) {
        k->block[m->tcode].all &= m->value[NEXUS_F_ICNT];
        k->block[m->tcode].any |= m->value[NEXUS_F_ICNT];
        k->block[m->tcode].n++;
    }
    if (nexus_msg_has(m, NEXUS_F_ICNT) && bits > 0) {
        unsigned n = WINDOW - k->width, low = (unsigned)m->value[NEXUS_F_ICNT] & ((1u << n) - 1);
        cost += learned(k->low[m->tcode], k->low_seen[m->tcode]++, 1u << n, low);
        bits -= bits < n ? bits : n;
    }
    cost += status == NEXUS_ERR_OVERSIZE ? 8 : 0;
    return cost + (bits > 0 ? bits : 0);
}

/* What is hard to believe of the whole: SYNC 4 beside history, sources that never synchronize
 * beside some that do, and low bits of I-CNT that are always set, or both always clear (one: code
 * without compressed instructions). They rather belong to SRC. */
static double cost_of_oddities(struct model *k)
{
    double cost = 0;
    for (unsigned i = 0; i < k->sync_icnt && k->hist > 0; i++) {
        cost += cost_of_odd(k); /* SYNC 4: branch trace only */
    }
    for (unsigned s = 0; s < (1u << k->width) && k->syncs > 0; s++) {
        cost += k->src_syncs[s] == 0 ? 10.0 * k->src[s] : 0;
    }
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        if (k->block[t].n >= 8 && ((k->block[t].all & 7) != 0 || (k->block[t].any & 3) == 0)) {
            cost += 3.0 * k->block[t].n;
        }
    }
    return cost;
}

static double describe(const uint8_t *bytes, size_t size, unsigned width, struct info_guess *g)
{
    static struct model k; /* large */
    struct nexus_stream_cfg cfg;
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    double cost = 0;
    int status;
    memset(&k, 0, sizeof k);
    k.width = width;
    k.btype[0] = 12;
    k.btypes = 12;
    for (unsigned t = 0; t < NEXUS_TCODES; t++) {
        k.block[t].all = UINT64_MAX;
    }
    nexus_cfg_init(&cfg);
    cfg.src_bits = (uint8_t)width;
    cfg.timestamps = true;
    (void)nexus_msg_decoder_init(&d, &cfg, bytes, size);
    while ((status = nexus_decode_next(&d, &m)) != NEXUS_ERR_END) {
        cost += cost_of(&k, &m, status);
        g->messages++;
        g->damaged += status != NEXUS_OK && status != NEXUS_ERR_OVERSIZE;
    }
    return cost + cost_of_oddities(&k);
}

void info_guess_src(const uint8_t *bytes, size_t size, struct info_guess *guess)
{
    double best = 0, second = 0;
    size = size < INFO_SAMPLE ? size : INFO_SAMPLE;
    for (unsigned w = 0; w < WIDTHS; w++) {
        struct info_guess g = {.src_bits = w};
        double cost = describe(bytes, size, w, &g);
        if (w == 0 || cost < best) {
            second = best;
            best = cost;
            *guess = g;
        } else if (w == 1 || cost < second) {
            second = cost;
        }
    }
    guess->margin = (uint64_t)(second - best);
    guess->confident = guess->margin >= INFO_MARGIN;
}
