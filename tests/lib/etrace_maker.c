/* SPDX-License-Identifier: Apache-2.0 */
#include "etrace_maker.h"

#include <assert.h>
#include <string.h>

static bool put(void *ctx, const struct etrace_packet *p)
{
    struct em_hart *h = ctx;
    struct etrace_maker *m = h->maker;
    struct etrace_frame f = {.kind = ETRACE_KIND_INST,
                             .src = h->src,
                             .stamped = m->cfg.ts_bytes != 0,
                             .stamp = m->ticks & etrace_mask(8u * m->cfg.ts_bytes)};
    unsigned n = 0;
    bool good = etrace_packet_encode(&m->cfg, h->enc.options, p, f.payload, &f.size) == ETRACE_OK &&
                m->n + ETRACE_FRAME_MAX < EM_BYTES &&
                etrace_frame_write(&m->cfg, &f, m->byte + m->n, &n) == ETRACE_OK;
    assert(good);
    m->n += good ? n : 0;
    return good;
}

/* Does the instruction go where the code alone says? */
static bool inferable(const struct em_hart *h, uint64_t pc)
{
    unsigned kind = h->hart.kind[(pc - h->hart.cfg.base) / 2];
    return kind == RH_LINEAR || kind == RH_JUMP || kind == RH_CALL || kind == RH_CONST ||
           kind == RH_CONST_JUMP || kind == RH_SWAP;
}

/* A loop in which nothing but the code says where it goes. */
static bool runs_in_circles(const struct em_hart *h)
{
    uint64_t pc = h->pc[h->n - 1];
    for (unsigned i = h->n - 1; i-- > 0 && inferable(h, h->pc[i]);) {
        if (h->pc[i] == pc) {
            return true;
        }
    }
    return false;
}

static void one_record(struct em_hart *h)
{
    struct rh_step step;
    const unsigned before = h->n;
    rh_step(&h->hart, &step);
    for (unsigned k = 0; k < step.count && !h->stopped; k++) {
        h->stopped = h->n == EM_PCS;
        if (!h->stopped) {
            h->pc[h->n++] = step.pc[k];
            h->stopped = runs_in_circles(h);
        }
    }
    if (h->stopped) {
        h->n = before;
        return;
    }
    trm_etrace_blocks(&h->enc, &step.in, 15, 0);
}

static void put_sync(struct etrace_maker *m)
{
    const unsigned n = etrace_sync_run(&m->cfg);
    assert(m->n + n + 1 < EM_BYTES && m->syncs < EM_SYNCS);
    memset(m->byte + m->n, ETRACE_NULL_IDLE, n);
    m->byte[m->n + n] = ETRACE_NULL_ALIGNMENT;
    m->n += n + 1;
    m->sync[m->syncs++] = m->n;
}

static void start(struct etrace_maker *m, unsigned i, uint64_t seed)
{
    struct em_hart *h = &m->source[i];
    const struct rh_cfg rc = {.base = UINT64_C(0x80000000) + 0x100000u * i,
                              .xlen = 64,
                              .itype_width = 4,
                              .max_block = 8,
                              .trap_one_in = 20,
                              .branch_bias = 8,
                              .indirect_bias = 4};
    rh_init(&h->hart, &rc, seed * EM_SOURCES + i);
    h->maker = m;
    h->src = (uint16_t)(m->sources == 1 ? 0 : i + 1);
    h->n = 0;
    h->stopped = false;
    h->region = (struct flow_region){rc.base, sizeof h->hart.code, h->hart.code};
    (void)trm_etrace_init(&h->enc, &m->cfg, put, h);
    trm_etrace_support(&h->enc, true);
}

void em_make(struct etrace_maker *m, uint64_t seed, unsigned sources, unsigned steps,
             unsigned interval)
{
    etrace_cfg_init(&m->cfg);
    m->cfg.src_bits = sources == 1 ? 0 : (uint8_t)(2 + seed % 7);
    m->cfg.ts_bytes = (uint8_t)(seed % 4);
    m->cfg.ioptions_width = 0; /* a damaged support packet changes no option */
    m->cfg.return_stack_size = 2;
    m->cfg.options = seed % 2 != 0 ? 1u << ETRACE_OPT_IMPLICIT_RETURN : 0u;
    m->sources = sources;
    m->n = 0;
    m->ticks = 0;
    m->syncs = 0;
    for (unsigned i = 0; i < sources; i++) {
        start(m, i, seed);
    }
    for (unsigned s = 1; s <= steps; s++) {
        m->ticks += 5;
        if (interval != 0 && s % interval == 0) {
            put_sync(m);
        }
        for (unsigned i = 0; i < sources; i++) {
            if (interval != 0 && s % interval == 0) {
                trm_etrace_resync(&m->source[i].enc);
            }
            if (!m->source[i].stopped) {
                one_record(&m->source[i]);
            }
        }
    }
    for (unsigned i = 0; i < sources; i++) {
        trm_etrace_end(&m->source[i].enc);
        trm_etrace_support(&m->source[i].enc, false);
    }
}
