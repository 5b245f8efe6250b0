/* SPDX-License-Identifier: Apache-2.0 */
#include "enc_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool can_accept(void *ctx, size_t n)
{
    const struct bench *b = ctx;
    return !b->refuse && b->n + n <= sizeof b->bytes;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct bench *b = ctx;
    memcpy(b->bytes + b->n, bytes, n);
    b->n += n;
}

static bool stopped(void *ctx)
{
    const struct bench *b = ctx;
    return b->stopped;
}

static const struct trm_link_ops ops = {can_accept, put, stopped};

uint32_t bench_read(struct bench *b, uint32_t offset)
{
    uint32_t value;
    assert_int_equal(trm_encoder_reg_read(&b->enc, offset, 4, &value), TRM_OK);
    return value;
}

void bench_write(struct bench *b, uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_encoder_reg_write(&b->enc, offset, 4, value), TRM_OK);
}

void bench_control(struct bench *b, uint32_t bits)
{
    bench_write(b, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | bits);
    trm_encoder_tick(&b->enc);
}

void bench_init(struct bench *b, const struct trm_encoder_cfg *cfg)
{
    struct trm_encoder_cfg defaults;
    trm_encoder_cfg_init(&defaults);
    memset(b, 0, sizeof *b);
    b->priv = INGRESS_PRIV_M;
    b->cycle = 1000;
    assert_int_equal(trm_encoder_init(&b->enc, cfg != NULL ? cfg : &defaults), TRM_OK);
    trm_encoder_connect(&b->enc, (struct trm_link){&ops, b});
    bench_control(b, 0);
}

struct ingress_cycle bench_record(struct bench *b, uint64_t iaddr, uint32_t halfwords,
                                  uint8_t itype)
{
    struct ingress_cycle in = {
        .cycle = ++b->cycle,
        .time = 10 * b->cycle,
        .nblocks = 1,
        .priv = b->priv,
        .context = b->context,
        .hcontext = b->hcontext,
    };
    in.block[0] = (struct ingress_block){
        .iaddr = iaddr,
        .iretire = halfwords,
        .itype = itype,
        .ilastsize = (uint8_t)(halfwords % 2 == 0),
    };
    return in;
}

void bench_give(struct bench *b, const struct ingress_cycle *in)
{
    trm_encoder_tick(&b->enc);
    b->stalled = trm_encoder_ingress(&b->enc, in);
}

void bench_run(struct bench *b, uint64_t iaddr, uint32_t halfwords, uint8_t itype)
{
    struct ingress_cycle in = bench_record(b, iaddr, halfwords, itype);
    bench_give(b, &in);
    assert_false(b->stalled);
}

void bench_halted(struct bench *b)
{
    struct ingress_cycle in = bench_record(b, 0, 0, INGRESS_ITYPE_NONE);
    in.nblocks = 0;
    in.halted = true;
    bench_give(b, &in);
}

void bench_ticks(struct bench *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        b->cycle++;
        trm_encoder_tick(&b->enc);
    }
}

size_t bench_line(const struct nexus_stream_cfg *cfg, const struct nexus_msg *m, char *text,
                  size_t size)
{
    enum nexus_field order[NEXUS_FIELDS];
    unsigned fields = nexus_msg_fields(cfg, m, order);
    size_t at = (size_t)snprintf(text, size, "%s", nexus_tcode_name(m->tcode));
    if (cfg->src_bits > 0) {
        at += (size_t)snprintf(text + at, size - at, " SRC=%u", m->src);
    }
    for (unsigned i = 0; i < fields; i++) {
        unsigned long long v = m->value[order[i]];
        at += (size_t)snprintf(text + at, size - at, v < 10 ? " %s=%llu" : " %s=0x%llX",
                               nexus_field_name(m->tcode, order[i]), v);
    }
    at += (size_t)snprintf(text + at, size - at, "\n");
    assert_true(at < size);
    return at;
}

void bench_lines(const struct nexus_stream_cfg *cfg, const uint8_t *bytes, size_t n, char *text,
                 size_t size)
{
    struct nexus_msg_decoder d;
    struct nexus_msg m;
    size_t at = 0;
    text[0] = '\0';
    assert_int_equal(nexus_msg_decoder_init(&d, cfg, bytes, n), NEXUS_OK);
    int status;
    while ((status = nexus_msg_next(&d, &m)) == NEXUS_OK) {
        at += bench_line(cfg, &m, text + at, size - at);
    }
    assert_int_equal(status, NEXUS_ERR_END);
    assert_int_equal(d.pos, n);
}

void bench_expect(struct bench *b, const char *lines)
{
    struct nexus_stream_cfg cfg;
    trm_encoder_stream_cfg(&b->enc, &cfg);
    bench_lines(&cfg, b->bytes + b->read, b->n - b->read, b->text, sizeof b->text);
    b->read = b->n;
    assert_string_equal(b->text, lines);
}
