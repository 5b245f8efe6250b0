/* SPDX-License-Identifier: Apache-2.0 */
#include "random_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "trm/trm_encoder.h"

struct choice {
    struct trm_encoder_cfg enc;
    struct rh_cfg hart;
    uint32_t control, features, timestamps;
};

static uint32_t field(uint32_t mask, unsigned shift, uint32_t value)
{
    return (value << shift) & mask;
}

static void choose_features(struct choice *c, struct rh_rng *rng)
{
    c->features =
        field(TR_TE_INST_EXTEND_ADDR_MSB_MASK, TR_TE_INST_EXTEND_ADDR_MSB_SHIFT, rh_below(rng, 2));
    if (rh_chance(rng, 2)) {
        c->features |= field(TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT, rh_below(rng, 13)) |
                       field(TR_TE_SRC_ID_MASK, TR_TE_SRC_ID_SHIFT, rh_below(rng, 4096));
    }
    if (rh_chance(rng, 2)) {
        c->features |= TR_TE_INST_EN_REPEATED_HISTORY_MASK;
    }
    if (c->enc.implicit_return && rh_chance(rng, 2)) {
        c->features |= TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                       field(TR_TE_INST_IMPLICIT_RETURN_MODE_MASK,
                             TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT, 2 + rh_below(rng, 2));
    }
    if (rh_chance(rng, 2)) {
        c->timestamps = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                        field(TR_TS_MODE_MASK, TR_TS_MODE_SHIFT, TR_TS_MODE_EXTERNAL);
    }
}

static void choose(struct choice *c, uint64_t seed)
{
    struct rh_rng rng;
    bool htm = (seed & 1u) != 0;

    memset(c, 0, sizeof *c);
    rh_seed(&rng, seed ^ UINT64_C(0xC0FFEE));
    trm_encoder_cfg_init(&c->enc);
    c->enc.xlen = rh_chance(&rng, 2) ? 32 : 64;
    c->enc.itype_width = rh_chance(&rng, 2) ? 3 : 4;
    c->enc.hist_bits = (uint8_t)(2 + rh_below(&rng, 31));
    c->enc.icnt_bits = (uint8_t)(rh_chance(&rng, 2) ? 22 : 6 + rh_below(&rng, 17));
    c->enc.btype_split = rh_chance(&rng, 2);
    c->enc.implicit_return = c->enc.itype_width == 4;
    c->enc.repeated_history = true;
    c->enc.return_stack = (uint8_t)(1 + rh_below(&rng, 32));
    c->enc.ts_modes = 0xA;
    c->enc.ts_width = 40;
    c->hart.xlen = c->enc.xlen;
    c->hart.base = c->enc.xlen == 32 ? UINT64_C(0x80000000) : UINT64_C(0xFFFFFFFF80000000);
    c->hart.itype_width = c->enc.itype_width;
    c->hart.max_block = 1 + rh_below(&rng, 8);
    c->hart.trap_one_in = rh_chance(&rng, 2) ? 0 : 20 + rh_below(&rng, 60);
    c->hart.branch_bias = rh_chance(&rng, 2) ? 0 : 2 + rh_below(&rng, 40);
    c->hart.context_one_in = rh_chance(&rng, 2) ? 0 : 10 + rh_below(&rng, 60);
    c->control =
        TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
        field(TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT,
              htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM) |
        field(TR_TE_CONTEXT_MASK, TR_TE_CONTEXT_SHIFT, rh_below(&rng, 2)) |
        field(TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT, 1 + rh_below(&rng, 3)) |
        field(TR_TE_INST_SYNC_MAX_MASK, TR_TE_INST_SYNC_MAX_SHIFT, rh_below(&rng, 3)) |
        field(TR_TE_FORMAT_MASK, TR_TE_FORMAT_SHIFT, TR_TE_FORMAT_NTRACE);
    choose_features(c, &rng);
}

static bool always(void *ctx, size_t n)
{
    const struct random_stream *s = ctx;
    assert_true(n <= RS_MAX_BYTES - s->size);
    return true;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct random_stream *s = ctx;
    memcpy(s->byte + s->size, bytes, n);
    s->size += n;
}

static void write_reg(struct trm_encoder *enc, uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_encoder_reg_write(enc, offset, 4, value), TRM_OK);
}

static void start(struct trm_encoder *enc, const struct choice *c, struct random_stream *s)
{
    static const struct trm_link_ops ops = {.can_accept = always, .put = put};

    assert_int_equal(trm_encoder_init(enc, &c->enc), TRM_OK);
    trm_encoder_connect(enc, (struct trm_link){&ops, s});
    write_reg(enc, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(enc);
    write_reg(enc, TR_TE_INST_FEATURES_OFFSET, c->features);
    write_reg(enc, TR_TS_CONTROL_OFFSET, c->timestamps & TR_TS_ACTIVE_MASK);
    write_reg(enc, TR_TS_CONTROL_OFFSET, c->timestamps);
    write_reg(enc, TR_TE_CONTROL_OFFSET, c->control & ~(uint32_t)TR_TE_INST_TRACING_MASK);
    trm_encoder_tick(enc);
    write_reg(enc, TR_TE_CONTROL_OFFSET, c->control);
}

/* Encode; keep the PCs and, for each, the half-words retired before it. */
static void encode(struct random_stream *s, const struct choice *c, uint64_t seed, unsigned steps,
                   uint64_t *before)
{
    static struct trm_encoder enc;
    static struct rh_hart hart;
    static struct rh_step step;
    uint64_t halfwords = 0;

    start(&enc, c, s);
    rh_init(&hart, &c->hart, seed);
    for (unsigned i = 0; i < steps; i++) {
        rh_step(&hart, &step);
        do {
            trm_encoder_tick(&enc);
        } while (trm_encoder_ingress(&enc, &step.in));
        for (unsigned k = 0; k < step.count; k++) {
            assert_true(s->npcs < RS_MAX_PCS - 1);
            before[s->npcs] = halfwords;
            halfwords += hart.size[(step.pc[k] - c->hart.base) / 2] / 2u;
            s->pc[s->npcs++] = step.pc[k];
        }
    }
    before[s->npcs] = halfwords;
    write_reg(&enc, TR_TE_CONTROL_OFFSET,
              c->control & ~(uint32_t)(TR_TE_INST_TRACING_MASK | TR_TE_ENABLE_MASK));
    for (unsigned i = 0; i < 100000 && (i < 4 || !trm_encoder_empty(&enc)); i++) {
        trm_encoder_tick(&enc);
    }
    assert_true(trm_encoder_empty(&enc));
    assert_int_equal(enc.stats.overflows, 0);
    trm_encoder_stream_cfg(&enc, &s->cfg);
    s->base = c->hart.base;
    memcpy(s->code, hart.code, sizeof s->code);
}

/* Half-words that a message counts; RepeatBranch counts the block of the message before again. */
static uint64_t counted(const struct nexus_msg *m, uint64_t *last)
{
    if (m->tcode == NEXUS_REPEAT_BRANCH) {
        return m->value[NEXUS_F_BCNT] * *last;
    }
    *last = 0;
    if (nexus_msg_has(m, NEXUS_F_ICNT)) {
        *last = m->value[NEXUS_F_ICNT];
    } else if (m->tcode == NEXUS_RESOURCE_FULL && m->value[NEXUS_F_RCODE] == NEXUS_RCODE_ICNT) {
        *last = m->value[NEXUS_F_RDATA];
    }
    return *last;
}

/* Split the stream into messages and count. */
static void mark(struct random_stream *s, const uint64_t *before)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    uint64_t halfwords = 0, last = 0;
    size_t done = 0;

    assert_int_equal(nexus_msg_decoder_init(&d, &s->cfg, s->byte, s->size), NEXUS_OK);
    while (nexus_msg_next(&d, &m) == NEXUS_OK) {
        halfwords += counted(&m, &last);
        while (done < s->npcs && before[done] < halfwords) {
            done++;
        }
        assert_true(before[done] >= halfwords);
        if (nexus_tcode_is_sync(m.tcode)) {
            assert_int_equal(before[done], halfwords); /* between two instructions */
            s->sync[s->nsyncs++] = s->nmsgs;
        }
        assert_true(s->nmsgs < RS_MAX_MARKS);
        s->msg[s->nmsgs++] = (struct rs_mark){m.offset, m.offset + m.length, m.tcode, done};
    }
    assert_int_equal(d.pos, s->size);
    assert_int_equal(halfwords, before[s->npcs]); /* every half-word is counted once */
}

void random_stream_make(struct random_stream *s, uint64_t seed, unsigned steps)
{
    static uint64_t before[RS_MAX_PCS];
    struct choice c;

    memset(s, 0, sizeof *s);
    choose(&c, seed);
    encode(s, &c, seed, steps, before);
    mark(s, before);
}
