/* SPDX-License-Identifier: Apache-2.0 */
/* docs/howto/encoder.md: an encoder that is not ours in the place of encoder-0. Programmed by the
 * driver, fed by the simulated hart, its messages in our RAM sink, decoded and compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "own_encoder.h"
#include "pc_check.h"
#include "platform_rig.h"

enum {
    ENCODER = 0,
    SINK = 1,
    TRACE_BYTES = 1 << 20,
};

/* ---- the fabric: ours, with another encoder in front ---- */

static struct own_fabric {
    struct sim_fabric models;
    struct own_encoder encoder;
    struct trm_link link; /* to the sink */
    uint64_t ticks;
    unsigned every; /* cycles between two in which the link takes messages */
} own;

static bool can_accept(void *ctx, size_t n)
{
    const struct own_fabric *f = ctx;

    return f->ticks % f->every == 0 && f->link.ops->can_accept(f->link.ctx, n);
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    const struct own_fabric *f = ctx;

    f->link.ops->put(f->link.ctx, bytes, n);
}

static int reg_read(void *ctx, unsigned c, uint32_t offset, unsigned size, uint32_t *value)
{
    const struct own_fabric *f = ctx;

    if (c != ENCODER) {
        return f->models.ops->reg_read(f->models.ctx, c, offset, size, value);
    }
    return own_encoder_read(&f->encoder, offset, size, value) == 0 ? SIM_BUS_OK : SIM_BUS_ERR_FAULT;
}

static int reg_write(void *ctx, unsigned c, uint32_t offset, unsigned size, uint32_t value)
{
    struct own_fabric *f = ctx;

    if (c != ENCODER) {
        return f->models.ops->reg_write(f->models.ctx, c, offset, size, value);
    }
    return own_encoder_write(&f->encoder, offset, size, value) == 0 ? SIM_BUS_OK
                                                                    : SIM_BUS_ERR_FAULT;
}

static void tick(void *ctx, uint64_t n)
{
    struct own_fabric *f = ctx;

    for (; n > 0; n--) {
        f->models.ops->tick(f->models.ctx, 1);
        own_encoder_tick(&f->encoder);
        f->ticks++;
    }
}

static bool ingress(void *ctx, unsigned c, const struct ingress_cycle *in)
{
    struct own_fabric *f = ctx;

    (void)c; /* there is one hart */
    return own_encoder_ingress(&f->encoder, in);
}

static bool busy(const void *ctx)
{
    const struct own_fabric *f = ctx;

    return own_encoder_busy(&f->encoder) || f->models.ops->busy(f->models.ctx);
}

static void stream(const void *ctx, unsigned c, struct nexus_stream_cfg *out)
{
    (void)ctx;
    (void)c;
    nexus_cfg_init(out);
}

static void destroy(void *ctx)
{
    struct own_fabric *f = ctx;

    f->models.ops->destroy(f->models.ctx);
}

static int make(void *ctx, const struct sim_fabric_env *env, struct sim_fabric *out,
                struct sim_message *msg)
{
    static const struct sim_fabric_ops ops = {.reg_read = reg_read,
                                              .reg_write = reg_write,
                                              .tick = tick,
                                              .ingress = ingress,
                                              .busy = busy,
                                              .stream = stream,
                                              .destroy = destroy};
    static const struct trm_link_ops link_ops = {.can_accept = can_accept, .put = put};
    const struct sim_fabric_maker models = sim_fabric_c();
    struct own_fabric *f = ctx;
    int status = models.make(models.ctx, env, &f->models, msg);

    if (status != SIM_BUS_OK) {
        return status;
    }
    f->link = sim_fabric_c_link(&f->models, ENCODER);
    assert_non_null(f->link.ops);
    assert_null(sim_fabric_c_link(&f->models, SINK).ops);
    f->encoder = (struct own_encoder){.out = {&link_ops, f}};
    *out = (struct sim_fabric){&ops, f};
    return SIM_BUS_OK;
}

/* ---- a run ---- */

static struct platform_rig rig;
static uint8_t trace[TRACE_BYTES];
static struct htr_pc_log pcs;

static void on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)ctx;
    (void)hart;
    (void)opcode;
    if (in->nblocks == 1 && in->block[0].iretire != 0) {
        assert_true(htr_pc_log_add(&pcs, in->block[0].iaddr));
    }
}

static void start(const char *program, unsigned xlen)
{
    struct sim_platform_cfg platform;
    struct rvt_fdt_cfg driver;

    sim_platform_cfg_init(&platform);
    platform.hart.xlen = (uint8_t)xlen;
    platform.fabric = (struct sim_fabric_maker){make, &own};
    platform.retire = (struct sim_retire_hook){on_retire, NULL};
    rig_ready(&rig, 1, xlen, TRACE_BYTES);
    rig_create(&rig, &platform, program);
    rvt_fdt_cfg_init(&driver);
    driver.encoder.inst_mode = 3; /* trTeInstMode BTM, the only one that it has */
    rig_start(&rig, &driver);
}

/* Returns the cycles in which the hart waited. */
static uint64_t run(const char *program, unsigned xlen, unsigned every)
{
    struct flow_region code[HTR_ELF_MAX_SEGMENTS];
    struct nexus_stream_cfg cfg;
    struct sim_run_result r;

    memset(&pcs, 0, sizeof pcs);
    own.every = every;
    start(program, xlen);
    sim_platform_run(rig.platform, NULL, &r);
    assert_int_equal(r.reason, SIM_STOP_FINISHER);
    assert_int_equal(r.exit_code, 0);
    size_t size = rig_stop(&rig, trace, sizeof trace);
    nexus_cfg_init(&cfg);
    cfg.xlen = (uint8_t)xlen;
    assert_int_equal(pcs.count, r.instructions);
    pc_check(&cfg, code, rig_code(&rig, code), trace, size, &pcs);
    sim_platform_destroy(rig.platform);
    htr_pc_log_free(&pcs);
    return r.stalled;
}

static void programs_decode_to_what_was_executed(void **state)
{
    static const char *const program[] = {"crc", "nested", "timer", "corners", "ecalls"};

    (void)state;
    for (unsigned i = 0; i < sizeof program / sizeof program[0]; i++) {
        assert_int_equal(run(program[i], 32, 1), 0);
        assert_int_equal(run(program[i], 64, 1), 0);
    }
}

static void a_slow_link_makes_the_hart_wait_and_loses_nothing(void **state)
{
    (void)state;
    assert_true(run("coroutine", 64, 7) > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_decode_to_what_was_executed),
        cmocka_unit_test(a_slow_link_makes_the_hart_wait_and_loses_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
