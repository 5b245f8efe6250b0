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
#include "htr/htr_pib.h"
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
    NODES,
    BYTES = 4096,
    SAMPLES = 20000,
    MESSAGES = 16
};
#define BASE(i) (0x1000u * (uint32_t)(i))

struct bench {
    struct rvt_io io;
    bool atb;
    struct trm_encoder encoder_model[2];
    struct trm_funnel funnel_model;
    struct trm_pibsink pib_model;
    struct trm_atbbridge atb_model;
    uint8_t bytes[BYTES]; /* what the bus, or a probe at the pins, took */
    size_t nbytes;
    struct htr_pib_sample pins[SAMPLES];
    size_t npins;
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
            for (unsigned i = 0; i <= out->atbytes; i++) {
                assert_true(b->nbytes < BYTES);
                b->bytes[b->nbytes++] = out->atdata[i];
            }
        }
        trm_atbbridge_tick(&b->atb_model, &ready);
    } else {
        trm_pibsink_tick(&b->pib_model);
        struct trm_pib_pins pins = trm_pibsink_pins(&b->pib_model);
        assert_true(b->npins < SAMPLES);
        b->pins[b->npins++] = (struct htr_pib_sample){pins.clk, pins.data};
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

/* Message `number` of encoder `from`, 2 to 9 bytes: MSEO 00 until the last byte, which has 11. */
static size_t make(uint8_t *m, unsigned from, unsigned number)
{
    size_t n = 2 + number % 8;

    for (size_t i = 0; i < n; i++) {
        m[i] = (uint8_t)((1 + from + 2 * number + 5 * i) << 2);
    }
    m[0] = (uint8_t)(from << 7 | number << 2);
    m[n - 1] |= 3;
    return n;
}

/* What was caught is an interleave of whole messages, those of each encoder in order; returns their
 * number. */
static unsigned check_messages(const struct bench *b)
{
    unsigned next[2] = {0, 0}, found = 0;

    for (size_t at = 0; at < b->nbytes; found++) {
        uint8_t want[16];
        unsigned from = b->bytes[at] >> 7;
        size_t n = make(want, from, next[from]++);

        assert_true(at + n <= b->nbytes);
        assert_memory_equal(b->bytes + at, want, n);
        at += n;
    }
    return found;
}

/* Messages of both inputs all arrive, unchanged: the stop waits until each component is empty. */
/* Holds TCI-ENA-017 TCI-ENA-018 TCI-RST-045 */
static void test_all_messages_leave_before_the_stop_returns(void **state)
{
    static const struct rvt_io_ops ops = {.read32 = read32, .write32 = write32, .relax = relax};
    static const struct rvt_link links[] = {
        {ENC0, FUNNEL, 0}, {ENC1, FUNNEL, 1}, {FUNNEL, SINK, 0}};
    static struct bench b;

    (void)state;
    for (uint32_t seed = 1; seed < 40; seed++) {
        unsigned sent[2] = {0, 0};

        memset(&b, 0, sizeof(b));
        b.atb = seed % 2 != 0;
        b.io = (struct rvt_io){&ops, &b, 5000};
        setup_models(&b, seed);
        setup_driver(&b);
        b.npins = 0; /* the probe starts when the mode is set, and sees idle pins */
        for (unsigned i = 0; i < 40; i++) {
            assert_int_equal(relax(&b.io), RVT_OK);
        }
        assert_int_equal(rvt_session_init_graph(&b.session, b.nodes, NODES, links, 3), RVT_OK);
        assert_int_equal(rvt_session_start(&b.session), RVT_OK);
        for (unsigned i = 0; i < MESSAGES; i++) {
            struct trm_link link = trm_funnel_link(&b.funnel_model, i % 2);
            uint8_t message[16];
            size_t n = make(message, i % 2, sent[i % 2]);

            assert_true(link.ops->can_accept(link.ctx, n));
            link.ops->put(link.ctx, message, n);
            sent[i % 2]++;
        }
        assert_int_equal(rvt_session_stop(&b.session), RVT_OK);
        assert_true(trm_funnel_empty(&b.funnel_model));
        assert_int_equal(b.funnel_model.stats.dropped, 0);
        if (!b.atb) {
            const struct htr_pib_setting set = {
                .protocol = HTR_PIB_PARALLEL, .width = 4, .ticks = 2, .messages = true};
            struct htr_pib_result probe = {.bytes = b.bytes, .cap = BYTES};

            for (unsigned i = 0; i < 40; i++) { /* the end of the last message is an edge later */
                assert_int_equal(relax(&b.io), RVT_OK);
            }
            htr_pib_decode(&set, b.pins, b.npins, &probe);
            assert_int_equal(probe.errors, 0);
            b.nbytes = probe.n;
        }
        assert_int_equal(check_messages(&b), MESSAGES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_messages_leave_before_the_stop_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
