/* SPDX-License-Identifier: Apache-2.0 */
#include "info_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "nexus/nexus_msg.h"
#include "trace_maker.h"
#include "trm/trm_encoder.h"

enum {
    MESSAGES = 1 << 16,
};

/* Where messages end, while a stream is made. */
struct maker {
    struct info_stream *s;
    struct rh_rng rng;
    size_t end[MESSAGES];
};

/* What all encoders of a stream have in common. */
struct choice {
    struct trm_encoder_cfg enc;
    struct rh_cfg hart;
    uint32_t control, features, timestamps;
};

static uint32_t field(uint32_t mask, unsigned shift, uint32_t value)
{
    return (value << shift) & mask;
}

static bool room(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return true;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct maker *m = ctx;
    struct info_stream *s = m->s;
    if (s->messages < MESSAGES && s->size + n <= IS_BYTES / 2) {
        memcpy(s->byte + s->size, bytes, n);
        s->size += n;
        m->end[s->messages++] = s->size;
    }
}

/* ---- encoders ---- */

static void choose_hart(struct choice *c, struct rh_rng *rng)
{
    c->hart.xlen = c->enc.xlen;
    c->hart.base = c->enc.xlen == 32 ? UINT64_C(0x80000000) : UINT64_C(0xFFFFFFFF80000000);
    c->hart.itype_width = 4;
    c->hart.max_block = 1 + rh_below(rng, 8);
    c->hart.trap_one_in = rh_chance(rng, 2) ? 0 : 5 + rh_below(rng, 60);
    c->hart.branch_bias = rh_chance(rng, 2) ? 0 : 2 + rh_below(rng, 40);
    c->hart.context_one_in = rh_chance(rng, 2) ? 0 : 10 + rh_below(rng, 60);
    c->hart.indirect_bias = rh_chance(rng, 2) ? 0 : 2 + rh_below(rng, 20);
}

static void choose(struct choice *c, struct rh_rng *rng, unsigned src_bits, unsigned xlen)
{
    bool htm = rh_chance(rng, 2);
    unsigned sync_mode = rh_below(rng, 4);
    memset(c, 0, sizeof *c);
    trm_encoder_cfg_init(&c->enc);
    c->enc.xlen = (uint8_t)xlen;
    c->enc.hist_bits = (uint8_t)(rh_chance(rng, 2) ? 32 : 8 + rh_below(rng, 25));
    c->enc.icnt_bits = (uint8_t)(rh_chance(rng, 2) ? 22 : 8 + rh_below(rng, 15));
    c->enc.btype_split = rh_chance(rng, 2);
    c->enc.hist_always = rh_chance(rng, 4);
    c->enc.repeat_branch_htm = rh_chance(rng, 2);
    c->enc.icnt_sync = rh_chance(rng, 4);
    c->enc.ts_modes = 0xA;
    c->enc.ts_messages = (uint8_t)(rh_chance(rng, 2) ? TRM_TS_ALL : rh_below(rng, 64));
    choose_hart(c, rng);
    c->control = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                 field(TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT,
                       htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM) |
                 field(TR_TE_CONTEXT_MASK, TR_TE_CONTEXT_SHIFT, rh_below(rng, 2)) |
                 field(TR_TE_INST_SYNC_MODE_MASK, TR_TE_INST_SYNC_MODE_SHIFT, sync_mode) |
                 field(TR_TE_INST_SYNC_MAX_MASK, TR_TE_INST_SYNC_MAX_SHIFT, rh_below(rng, 6)) |
                 field(TR_TE_FORMAT_MASK, TR_TE_FORMAT_SHIFT, TR_TE_FORMAT_NTRACE);
    c->features =
        field(TR_TE_INST_EXTEND_ADDR_MSB_MASK, TR_TE_INST_EXTEND_ADDR_MSB_SHIFT, rh_below(rng, 2)) |
        field(TR_TE_SRC_BITS_MASK, TR_TE_SRC_BITS_SHIFT, src_bits) |
        field(TR_TE_INST_EN_REPEATED_HISTORY_MASK, TR_TE_INST_EN_REPEATED_HISTORY_SHIFT,
              rh_below(rng, 2)) |
        field(TR_TE_INST_EN_IMPLICIT_RETURN_MASK, TR_TE_INST_EN_IMPLICIT_RETURN_SHIFT,
              rh_below(rng, 2)) |
        field(TR_TE_INST_IMPLICIT_RETURN_MODE_MASK, TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT,
              2 + rh_below(rng, 2));
    if (rh_chance(rng, 3)) {
        c->timestamps = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                        field(TR_TS_MODE_MASK, TR_TS_MODE_SHIFT,
                              rh_chance(rng, 2) ? TR_TS_MODE_EXTERNAL : TR_TS_MODE_INTERNAL_CORE);
    }
}

static void write_reg(struct trm_encoder *enc, uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_encoder_reg_write(enc, offset, 4, value), TRM_OK);
}

static void start(struct trm_encoder *enc, const struct choice *c, unsigned src, struct maker *m)
{
    static const struct trm_link_ops ops = {.can_accept = room, .put = put};
    assert_int_equal(trm_encoder_init(enc, &c->enc), TRM_OK);
    trm_encoder_connect(enc, (struct trm_link){&ops, m});
    write_reg(enc, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(enc);
    write_reg(enc, TR_TE_INST_FEATURES_OFFSET,
              c->features | field(TR_TE_SRC_ID_MASK, TR_TE_SRC_ID_SHIFT, src));
    write_reg(enc, TR_TS_CONTROL_OFFSET, c->timestamps & TR_TS_ACTIVE_MASK);
    write_reg(enc, TR_TS_CONTROL_OFFSET, c->timestamps);
    write_reg(enc, TR_TE_CONTROL_OFFSET, c->control & ~(uint32_t)TR_TE_INST_TRACING_MASK);
    trm_encoder_tick(enc);
    write_reg(enc, TR_TE_CONTROL_OFFSET, c->control);
}

static void stop(struct trm_encoder *enc, const struct choice *c)
{
    write_reg(enc, TR_TE_CONTROL_OFFSET,
              c->control & ~(uint32_t)(TR_TE_INST_TRACING_MASK | TR_TE_ENABLE_MASK));
    for (unsigned i = 0; i < 10000 && (i < 4 || !trm_encoder_empty(enc)); i++) {
        trm_encoder_tick(enc);
    }
}

static void feed(struct trm_encoder *enc, const struct ingress_cycle *in)
{
    do {
        trm_encoder_tick(enc);
    } while (trm_encoder_ingress(enc, in));
}

/* Hart and encoder of each source. */
struct core {
    struct trm_encoder enc;
    struct rh_hart hart;
    const struct info_program *p; /* NULL: the random hart */
    size_t at, records;
};

static void step(struct core *c)
{
    static struct rh_step step;
    if (c->p != NULL) {
        feed(&c->enc, &c->p->record[c->at++]);
    } else {
        rh_step(&c->hart, &step);
        feed(&c->enc, &step.in);
    }
    c->records--;
}

static void run_cores(struct maker *m, struct core *core, unsigned n)
{
    unsigned left = n;
    while (left > 0) {
        struct core *c = &core[rh_below(&m->rng, n)];
        bool had = c->records > 0;
        for (unsigned k = 1 + rh_below(&m->rng, 40); k > 0 && c->records > 0; k--) {
            step(c);
        }
        left -= had && c->records == 0;
    }
}

static void encode(struct maker *m, const struct info_programs *p)
{
    static struct core core[IS_SOURCES];
    struct info_stream *s = m->s;
    struct rh_rng *rng = &m->rng;
    struct choice c;
    bool random = p->n == 0 || rh_chance(rng, 4);
    const struct info_program *first = random ? NULL : &p->program[rh_below(rng, p->n)];
    choose(&c, rng, s->src_bits, random ? (rh_chance(rng, 2) ? 32 : 64) : first->xlen);
    unsigned src = rh_chance(rng, 3) ? 0 : rh_below(rng, 1u << s->src_bits);
    for (unsigned i = 0; i < s->sources; i++) {
        struct core *k = &core[i];
        k->p = random ? NULL : first;
        while (i > 0 && k->p != NULL) { /* another program, of the same XLEN */
            k->p = &p->program[rh_below(rng, p->n)];
            if (k->p->xlen == first->xlen) {
                break;
            }
        }
        start(&k->enc, &c, (src + i) & ((1u << s->src_bits) - 1), m);
        rh_init(&k->hart, &c.hart, rh_next(rng));
        k->records = rh_chance(rng, 2) ? 500 + rh_below(rng, 3000) : 12000;
        if (k->p != NULL) {
            k->records = k->records < k->p->records ? k->records : k->p->records;
            k->at = rh_below(rng, (uint32_t)(k->p->records - k->records + 1));
        }
    }
    run_cores(m, core, s->sources);
    for (unsigned i = 0; i < s->sources; i++) {
        stop(&core[i].enc, &c);
    }
    (void)snprintf(
        s->text, sizeof s->text, "%s %u, %s, %u sources from %u, sync %u/%u, ts %u",
        random ? "random" : "program", random ? 0 : (unsigned)(first - p->program),
        (c.control & TR_TE_INST_MODE_MASK) ==
                field(TR_TE_INST_MODE_MASK, TR_TE_INST_MODE_SHIFT, TR_TE_INST_MODE_HTM)
            ? "HTM"
            : "BTM",
        s->sources, src, (c.control & TR_TE_INST_SYNC_MODE_MASK) >> TR_TE_INST_SYNC_MODE_SHIFT,
        (c.control & TR_TE_INST_SYNC_MAX_MASK) >> TR_TE_INST_SYNC_MAX_SHIFT, c.timestamps != 0);
}

/* ---- messages of others ---- */

/* Random flow, written by the rules of N-Trace and not by our encoder. */
static void make_messages(struct maker *m)
{
    static struct trace_maker t;
    static struct tm_bytes bytes;
    struct info_stream *s = m->s;
    struct nexus_stream_cfg cfg;
    nexus_cfg_init(&cfg);
    if (rh_chance(&m->rng, 3)) {
        nexus_cfg_set_profile(&cfg, NEXUS_PROFILE_SIFIVE_0X);
    }
    cfg.src_bits = (uint8_t)s->src_bits;
    cfg.timestamps = rh_chance(&m->rng, 2);
    unsigned src = rh_chance(&m->rng, 2) ? 0 : rh_below(&m->rng, 1u << s->src_bits);
    s->sources = 1;
    bytes.n = 0;
    memset(&t, 0, sizeof t);
    t.quiet = rh_chance(&m->rng, 2);
    tm_init(&t, &cfg, (uint16_t)src, 1 + rh_next(&m->rng), &bytes);
    for (unsigned i = 0, n = 200 + rh_below(&m->rng, 1000); i < n; i++) {
        size_t from = bytes.n;
        tm_step(&t);
        put(m, bytes.byte + from, bytes.n - from);
    }
    size_t from = bytes.n;
    tm_finish(&t);
    put(m, bytes.byte + from, bytes.n - from);
    (void)snprintf(s->text, sizeof s->text, "messages, profile %u, source %u, quiet %d, ts %d",
                   (unsigned)cfg.profile, src, t.quiet, cfg.timestamps);
}

/* ---- what happens to streams ---- */

static void say(struct info_stream *s, const char *what)
{
    size_t n = strlen(s->text);
    (void)snprintf(s->text + n, sizeof s->text - n, ", %s", what);
}

/* Bytes between messages: idle ones, or one stray byte with MSEO 11 as some encoders send. */
static void insert(struct maker *m, bool stray)
{
    static uint8_t copy[IS_BYTES];
    struct info_stream *s = m->s;
    size_t n = 0, from = 0;
    unsigned one_in = stray ? 20 : 1 + rh_below(&m->rng, 20);
    for (size_t i = 0; i < s->messages; i++) {
        memcpy(copy + n, s->byte + from, m->end[i] - from);
        n += m->end[i] - from;
        from = m->end[i];
        for (unsigned k = stray ? 1 : 1 + rh_below(&m->rng, 7);
             rh_chance(&m->rng, one_in) && k > 0 && n + s->size - from < IS_BYTES - 8; k--) {
            copy[n++] = stray ? 0x03 : 0xFF;
        }
    }
    memcpy(s->byte, copy, n);
    s->size = n;
    say(s, stray ? "stray" : "idle");
}

static void flip(struct maker *m)
{
    struct info_stream *s = m->s;
    size_t n = rh_chance(&m->rng, 2) ? 1 + rh_below(&m->rng, 3) : 1 + s->size / 100;
    for (; n > 0 && s->size > 0; n--) {
        s->byte[rh_below(&m->rng, (uint32_t)s->size)] ^= (uint8_t)(1u << rh_below(&m->rng, 8));
    }
    say(s, "damaged");
}

/* A ring buffer, or what is left when its beginning is lost. */
static void wrap(struct maker *m, bool ring)
{
    static uint8_t copy[IS_BYTES];
    struct info_stream *s = m->s;
    size_t cut = rh_below(&m->rng, (uint32_t)s->size / 2 + 1);
    memcpy(copy, s->byte, s->size);
    memcpy(s->byte, copy + cut, s->size - cut);
    memcpy(s->byte + s->size - cut, copy, cut);
    s->size -= ring ? 0 : cut;
    say(s, ring ? "ring" : "beginning lost");
}

static void change(struct maker *m)
{
    struct info_stream *s = m->s;
    size_t cut;
    switch (rh_below(&m->rng, 16)) {
    case 0:
    case 1:
        insert(m, false);
        break;
    case 2:
        insert(m, true);
        break;
    case 3:
    case 4:
        flip(m);
        break;
    case 5:
    case 6:
        wrap(m, true);
        break;
    case 7:
        wrap(m, false);
        break;
    case 8:
        cut = 16 + rh_below(&m->rng, 500);
        s->size = cut < s->size ? cut : s->size;
        say(s, "short");
        break;
    case 9:
        memset(s->byte + s->size, rh_chance(&m->rng, 2) ? 0 : 0xFF, 4096);
        s->size += 4096;
        say(s, "filled up");
        break;
    default:
        break;
    }
}

void info_stream_make(struct info_stream *s, const struct info_programs *p, uint64_t seed)
{
    static struct maker m;
    s->messages = s->size = 0;
    m.s = s;
    rh_seed(&m.rng, seed * UINT64_C(0x9E3779B97F4A7C15) + 1);
    s->src_bits = rh_chance(&m.rng, 4) ? 0 : rh_below(&m.rng, NEXUS_MAX_SRC_BITS + 1);
    s->sources = s->src_bits == 0 || rh_chance(&m.rng, 2) ? 1 : 2;
    if (s->sources > 1 && s->src_bits > 1) {
        s->sources += rh_below(&m.rng, 3);
    }
    if (rh_chance(&m.rng, 8)) {
        make_messages(&m);
    } else {
        encode(&m, p);
    }
    change(&m);
}
