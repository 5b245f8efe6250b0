/* SPDX-License-Identifier: Apache-2.0 */
/* docs/howto-encoder.md: an encoder that is not ours in the place of encoder-0. Programmed by the
 * driver, fed by the simulated hart, its messages in our RAM sink, decoded and compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hartrace/rvt_fdt.h"
#include "io_sim.h"
#include "own_encoder.h"
#include "pc_check.h"
#include "sim/sim_tree.h"

enum {
    ENCODER = 0,
    SINK = 1,
    COMPONENTS = 2,
    TRACE_BYTES = 1 << 20,
    ELF_BYTES = 1 << 20,
};

/* ---- the fabric: ours, with another encoder in front ---- */

static struct own_fabric {
    struct sim_fabric models;
    struct own_encoder encoder;
    struct trm_link link; /* to the sink */
    uint64_t ticks;
    unsigned every; /* the link takes messages in every so many-th cycle */
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

    if (c != ENCODER)
        return f->models.ops->reg_read(f->models.ctx, c, offset, size, value);
    return own_encoder_read(&f->encoder, offset, size, value) == 0 ? SIM_BUS_OK : SIM_BUS_ERR_FAULT;
}

static int reg_write(void *ctx, unsigned c, uint32_t offset, unsigned size, uint32_t value)
{
    struct own_fabric *f = ctx;

    if (c != ENCODER)
        return f->models.ops->reg_write(f->models.ctx, c, offset, size, value);
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

static bool ingress(void *ctx, unsigned c, const struct trm_ingress *in)
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
    static const struct trm_link_ops link_ops = {can_accept, put};
    const struct sim_fabric_maker models = sim_fabric_c();
    struct own_fabric *f = ctx;
    int status = models.make(models.ctx, env, &f->models, msg);

    if (status != SIM_BUS_OK)
        return status;
    f->link = sim_fabric_c_link(&f->models, ENCODER);
    assert_non_null(f->link.ops);
    assert_null(sim_fabric_c_link(&f->models, SINK).ops);
    f->encoder = (struct own_encoder){.out = {&link_ops, f}};
    *out = (struct sim_fabric){&ops, f};
    return SIM_BUS_OK;
}

/* ---- a run ---- */

static struct rig {
    uint8_t file[ELF_BYTES], trace[TRACE_BYTES];
    struct sim_elf elf;
    struct sim_tree tree;
    struct sim_platform *platform;
    struct io_sim port;
    struct pc_log log;
    struct rvt_fdt fdt;
    struct rvt_fdt_part part[COMPONENTS];
    struct rvt_node node[COMPONENTS];
    struct topology_use use[COMPONENTS];
    struct rvt_link link[1];
} rig;

static void on_retire(void *ctx, unsigned hart, const struct trm_ingress *in, uint32_t opcode)
{
    struct rig *r = ctx;

    (void)hart;
    (void)opcode;
    if (in->nblocks == 1 && in->block[0].iretire != 0)
        assert_true(pc_log_add(&r->log, in->block[0].iaddr));
}

static void load(const char *name, unsigned xlen)
{
    const char *build = getenv("BUILD");
    char path[256];
    size_t n;
    FILE *f;

    snprintf(path, sizeof path, "%s/programs/rv%u/%s.elf", build ? build : "build", xlen, name);
    f = fopen(path, "rb");
    assert_non_null(f);
    n = fread(rig.file, 1, sizeof rig.file, f);
    fclose(f);
    assert_int_equal(sim_elf_parse(&rig.elf, rig.file, n, xlen, NULL), SIM_ELF_OK);
    assert_int_equal(sim_platform_load_elf(rig.platform, rig.file, n, NULL), SIM_PLATFORM_OK);
}

static void create(unsigned xlen)
{
    struct sim_platform_cfg pc;

    memset(&rig, 0, sizeof rig);
    assert_int_equal(sim_tree_ready(&rig.tree, 1, xlen), SIM_PLATFORM_OK);
    rig.tree.component[SINK].extra.sram_bytes = TRACE_BYTES;
    sim_platform_cfg_init(&pc);
    pc.hart.xlen = (uint8_t)xlen;
    pc.tree = &rig.tree.t;
    pc.fabric = (struct sim_fabric_maker){make, &own};
    pc.retire = (struct sim_retire_hook){on_retire, &rig};
    assert_int_equal(sim_platform_create(&pc, &rig.platform, NULL), SIM_PLATFORM_OK);
    io_sim_init(&rig.port, rig.platform, NULL);
}

static void start(void)
{
    const struct rvt_fdt_room room = {rig.part, rig.node, rig.use, rig.link, COMPONENTS, 1};
    struct rvt_fdt_cfg cfg;

    rvt_fdt_cfg_init(&cfg);
    cfg.encoder.inst_mode = 3; /* trTeInstMode BTM, the only one that it has */
    assert_int_equal(rvt_fdt_open(&rig.fdt, &rig.tree.t, &rig.port.io, &room), RVT_OK);
    assert_int_equal(rvt_fdt_identify(&rig.fdt, NULL), RVT_OK);
    assert_int_equal(rvt_fdt_use_all(&rig.fdt, NULL), RVT_OK);
    assert_int_equal(rvt_fdt_configure(&rig.fdt, &cfg, NULL), RVT_OK);
    assert_int_equal(rvt_session_start(&rig.fdt.session), RVT_OK);
}

static uint64_t stop(void)
{
    uint64_t size = 0;

    assert_int_equal(rvt_session_stop(&rig.fdt.session), RVT_OK);
    assert_int_equal(rvt_session_size(&rig.fdt.session, &size), RVT_OK);
    assert_true(size > 0 && size <= sizeof rig.trace);
    assert_int_equal(rvt_session_read(&rig.fdt.session, 0, rig.trace, (size_t)size), RVT_OK);
    return size;
}

/* Returns the cycles in which the hart waited. */
static uint64_t run(const char *program, unsigned xlen, unsigned every)
{
    struct nexus_region code[SIM_ELF_MAX_SEGMENTS];
    struct nexus_stream_cfg cfg;
    struct sim_run_result r;
    uint64_t size;

    own.every = every;
    create(xlen);
    load(program, xlen);
    start();
    sim_platform_run(rig.platform, NULL, &r);
    assert_int_equal(r.reason, SIM_STOP_FINISHER);
    assert_int_equal(r.exit_code, 0);
    size = stop();
    for (unsigned i = 0; i < rig.elf.nsegments; i++) {
        const struct sim_elf_segment *s = &rig.elf.segment[i];

        code[i] = (struct nexus_region){s->vaddr, s->filesz, rig.file + s->offset};
    }
    nexus_cfg_init(&cfg);
    cfg.xlen = (uint8_t)xlen;
    assert_int_equal(rig.log.count, r.instructions);
    pc_check(&cfg, code, rig.elf.nsegments, rig.trace, (size_t)size, &rig.log);
    sim_platform_destroy(rig.platform);
    pc_log_free(&rig.log);
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
