/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions with a funnel and each kind of sink against the models, with garbage in all that a reset
 * leaves undefined. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "hartrace/rvt_atbbridge.h"
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_pibsink.h"
#include "hartrace/rvt_session.h"
#include "trm/trm_atbbridge.h"
#include "trm/trm_encoder.h"
#include "trm/trm_funnel.h"
#include "trm/trm_pibsink.h"

/* Block n is at n * 4 KiB. */
enum {
    ENC0,
    ENC1,
    FUNNEL,
    SINK,
    NODES
};
#define BASE(i) (0x1000u * (uint32_t)(i))

struct bench {
    struct rvt_io io;
    bool atb;
    struct trm_encoder encoder_model[2];
    struct trm_funnel funnel_model;
    struct trm_pibsink pib_model;
    struct trm_atbbridge atb_model;
    uint64_t atb_bytes; /* what the bus took */
    struct rvt_encoder encoder[2];
    struct rvt_funnel funnel;
    struct rvt_pibsink pib;
    struct rvt_atbbridge bridge;
    struct rvt_node nodes[NODES];
    struct rvt_session session;
};

static enum rvt_status from_model(int status)
{
    return status == TRM_OK ? RVT_OK : RVT_ERR_BUS;
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    struct bench *b = io->ctx;
    uint32_t offset = (uint32_t)addr & 0xFFF;

    switch (addr >> 12) {
    case ENC0:
    case ENC1:
        return from_model(trm_encoder_reg_read(&b->encoder_model[addr >> 12], offset, 4, val));
    case FUNNEL:
        return from_model(trm_funnel_reg_read(&b->funnel_model, offset, 4, val));
    default:
        return from_model(b->atb ? trm_atbbridge_reg_read(&b->atb_model, offset, 4, val)
                                 : trm_pibsink_reg_read(&b->pib_model, offset, 4, val));
    }
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct bench *b = io->ctx;
    uint32_t offset = (uint32_t)addr & 0xFFF;

    switch (addr >> 12) {
    case ENC0:
    case ENC1:
        return from_model(trm_encoder_reg_write(&b->encoder_model[addr >> 12], offset, 4, val));
    case FUNNEL:
        return from_model(trm_funnel_reg_write(&b->funnel_model, offset, 4, val));
    default:
        return from_model(b->atb ? trm_atbbridge_reg_write(&b->atb_model, offset, 4, val)
                                 : trm_pibsink_reg_write(&b->pib_model, offset, 4, val));
    }
}

static enum rvt_status relax(const struct rvt_io *io)
{
    const struct trm_atb_in ready = {.atready = true};
    struct bench *b = io->ctx;

    if (b->atb) {
        const struct trm_atb_out *out = trm_atbbridge_out(&b->atb_model);

        if (out->atvalid) {
            assert_int_equal(out->atid, 0x2A);
            b->atb_bytes += out->atbytes + 1u;
        }
        trm_atbbridge_tick(&b->atb_model, &ready);
    } else {
        trm_pibsink_tick(&b->pib_model);
    }
    trm_funnel_tick(&b->funnel_model);
    trm_encoder_tick(&b->encoder_model[0]);
    trm_encoder_tick(&b->encoder_model[1]);
    return RVT_OK;
}

static void setup_models(struct bench *b, uint32_t seed)
{
    struct trm_encoder_cfg encoder;
    struct trm_funnel_cfg funnel;
    struct trm_pibsink_cfg pib;
    struct trm_atbbridge_cfg atb;

    trm_pibsink_cfg_init(&pib);
    trm_atbbridge_cfg_init(&atb);
    trm_funnel_cfg_init(&funnel);
    trm_encoder_cfg_init(&encoder);
    pib.undef = atb.undef = funnel.undef = encoder.undef = TRM_UNDEF_GARBAGE;
    pib.seed = atb.seed = funnel.seed = encoder.seed = seed;
    pib.power_ticks = atb.power_ticks = seed % 5;
    funnel.power_ticks = encoder.power_ticks = seed % 7;
    assert_int_equal(trm_pibsink_init(&b->pib_model, &pib), TRM_OK);
    assert_int_equal(trm_atbbridge_init(&b->atb_model, &atb), TRM_OK);
    assert_int_equal(trm_funnel_init(&b->funnel_model, &funnel), TRM_OK);
    trm_funnel_connect(&b->funnel_model, b->atb ? trm_atbbridge_link(&b->atb_model)
                                                : trm_pibsink_link(&b->pib_model));
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(trm_encoder_init(&b->encoder_model[i], &encoder), TRM_OK);
        trm_encoder_connect(&b->encoder_model[i], trm_funnel_link(&b->funnel_model, i));
    }
}

static void setup_driver(struct bench *b)
{
    const struct rvt_pibsink_cfg pib = {.mode = RVT_PIB_PARALLEL4, .divider = 1, .exact = true};
    const struct rvt_atbbridge_cfg atb = {.id = 0x2A, .exact = true};
    const struct rvt_funnel_cfg funnel = {.exact = true};
    struct rvt_encoder_cfg cfg;

    rvt_encoder_cfg_init(&cfg);
    cfg.src_bits = 1;
    cfg.exact = true;
    for (uint16_t i = 0; i < 2; i++) {
        assert_int_equal(rvt_encoder_init(&b->encoder[i], &b->io, BASE(i)), RVT_OK);
        assert_int_equal(rvt_encoder_reset(&b->encoder[i]), RVT_OK);
        cfg.src_id = i;
        assert_int_equal(rvt_encoder_configure(&b->encoder[i], &cfg, NULL), RVT_OK);
        b->nodes[i] = (struct rvt_node){.c = &b->encoder[i].c, .use = true};
    }
    assert_int_equal(rvt_funnel_init(&b->funnel, &b->io, BASE(FUNNEL)), RVT_OK);
    assert_int_equal(rvt_funnel_reset(&b->funnel), RVT_OK);
    assert_int_equal(rvt_funnel_configure(&b->funnel, &funnel, NULL), RVT_OK);
    b->nodes[FUNNEL] = (struct rvt_node){.c = &b->funnel.c};
    if (b->atb) {
        assert_int_equal(rvt_atbbridge_init(&b->bridge, &b->io, BASE(SINK)), RVT_OK);
        assert_int_equal(rvt_atbbridge_reset(&b->bridge), RVT_OK);
        assert_int_equal(rvt_atbbridge_configure(&b->bridge, &atb, NULL), RVT_OK);
    } else {
        assert_int_equal(rvt_pibsink_init(&b->pib, &b->io, BASE(SINK)), RVT_OK);
        assert_int_equal(rvt_pibsink_reset(&b->pib), RVT_OK);
        assert_int_equal(rvt_pibsink_configure(&b->pib, &pib, NULL), RVT_OK);
    }
    b->nodes[SINK] = (struct rvt_node){.c = b->atb ? &b->bridge.c : &b->pib.c, .use = true};
}

/* Messages of both inputs all arrive: the stop waits until each component is empty. */
/* Holds TCI-ENA-017 TCI-ENA-018 TCI-RST-045 */
static void test_all_messages_leave_before_the_stop_returns(void **state)
{
    static const struct rvt_io_ops ops = {.read32 = read32, .write32 = write32, .relax = relax};
    static const struct rvt_link links[] = {
        {ENC0, FUNNEL, 0}, {ENC1, FUNNEL, 1}, {FUNNEL, SINK, 0}};
    static struct bench b;

    (void)state;
    for (uint32_t seed = 1; seed < 40; seed++) {
        uint8_t message[8] = {0};
        uint64_t bytes = 0;

        memset(&b, 0, sizeof(b));
        b.atb = seed % 2 != 0;
        b.io = (struct rvt_io){&ops, &b, 5000};
        setup_models(&b, seed);
        setup_driver(&b);
        assert_int_equal(rvt_session_init_graph(&b.session, b.nodes, NODES, links, 3), RVT_OK);
        assert_int_equal(rvt_session_start(&b.session), RVT_OK);
        for (unsigned i = 0; i < 16; i++) {
            struct trm_link link = trm_funnel_link(&b.funnel_model, i % 2);
            size_t n = 1 + i % 8;

            if (!link.ops->can_accept(link.ctx, n))
                break;
            link.ops->put(link.ctx, message, n);
            bytes += n;
        }
        assert_int_equal(rvt_session_stop(&b.session), RVT_OK);
        assert_true(bytes > 50);
        assert_true(trm_funnel_empty(&b.funnel_model));
        assert_int_equal(b.funnel_model.stats.dropped, 0);
        assert_true(b.funnel_model.stats.bytes >= bytes); /* the encoders may say something too */
        if (b.atb) {
            assert_true(trm_atbbridge_empty(&b.atb_model));
            assert_int_equal(b.atb_model.stats.bytes, b.funnel_model.stats.bytes);
            assert_true(b.atb_bytes >= b.atb_model.stats.bytes);
        } else {
            assert_true(trm_pibsink_empty(&b.pib_model));
            assert_int_equal(b.pib_model.stats.bytes, b.funnel_model.stats.bytes);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_messages_leave_before_the_stop_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
