/* SPDX-License-Identifier: Apache-2.0 */
/* Platforms from trees: components at their addresses, parameters, what is refused; a fabric of
 * another make in the place of the C models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "funnel_regs.h"
#include "ramsink_regs.h"
#include "rv_asm.h"
#include "sim/sim_tree.h"

enum {
    IMPL = 4,
};

/* ---- ready-made trees ---- */

static void ready_trees_have_what_their_header_says(void **state)
{
    static struct sim_tree tree;

    (void)state;
    for (unsigned n = 1; n <= SIM_MAX_HARTS; n++) {
        const struct topology *t = &tree.t;

        assert_int_equal(sim_tree_ready(&tree, n, 64), SIM_PLATFORM_OK);
        assert_int_equal(t->ncomponents, n == 1 ? 2 : n + 2);
        assert_int_equal(t->nlinks, n == 1 ? 1 : n + 1);
        assert_int_equal(t->nharts, n);
        for (unsigned i = 0; i < n; i++) {
            assert_int_equal(t->component[i].kind, TOPOLOGY_ENCODER);
            assert_int_equal(t->component[i].block.base, 0x03020000 + 0x1000 * i);
            assert_int_equal(t->component[i].hart.index, i);
            assert_int_equal(t->component[i].extra.has_src_id, n > 1);
            assert_int_equal(t->component[i].extra.src_id, i);
        }
        assert_int_equal(t->component[t->ncomponents - 1].kind, TOPOLOGY_RAMSINK);
    }
    assert_int_equal(sim_tree_ready(&tree, 0, 64), SIM_PLATFORM_ERR_ARG);
    assert_int_equal(sim_tree_ready(&tree, SIM_MAX_HARTS + 1, 64), SIM_PLATFORM_ERR_ARG);
    assert_int_equal(sim_tree_ready(&tree, 1, 16), SIM_PLATFORM_ERR_ARG);
}

/* ---- parameters ---- */

static void a_tree_tells_parameters(void **state)
{
    static const char params[] = "fifo_bytes=200\0link_bytes=3";
    static struct sim_tree tree;
    struct sim_component_cfg cfg;
    struct trm_encoder_cfg base;
    struct topology_component *funnel = &tree.component[3], *sink = &tree.component[4];

    (void)state;
    assert_int_equal(sim_tree_ready(&tree, 3, 32), SIM_PLATFORM_OK);
    funnel->extra.params = params;
    funnel->extra.params_size = sizeof params;
    assert_int_equal(sim_tree_component(&tree.t, 3, NULL, &cfg, NULL), SIM_PLATFORM_OK);
    assert_int_equal(cfg.u.funnel.inputs, 3);
    assert_int_equal(cfg.u.funnel.ts_modes, 1 << 2); /* system */
    assert_int_equal(cfg.u.funnel.fifo_bytes, 200);
    assert_int_equal(cfg.u.funnel.link_bytes, 3);
    trm_encoder_cfg_init(&base);
    base.return_stack = 5;
    assert_int_equal(sim_tree_component(&tree.t, 1, &base, &cfg, NULL), SIM_PLATFORM_OK);
    assert_int_equal(cfg.u.encoder.xlen, 32);
    assert_int_equal(cfg.u.encoder.return_stack, 5);
    assert_int_equal(cfg.u.encoder.ts_modes, 1 << 4); /* shared */
    assert_int_equal(sim_tree_component(&tree.t, 4, NULL, &cfg, NULL), SIM_PLATFORM_OK);
    assert_true(cfg.u.ramsink.has_sram && cfg.u.ramsink.has_smem);
    sink->extra.sram_bytes = 4096;
    assert_int_equal(sim_tree_component(&tree.t, 4, NULL, &cfg, NULL), SIM_PLATFORM_OK);
    assert_true(cfg.u.ramsink.has_sram && !cfg.u.ramsink.has_smem);
    assert_int_equal(cfg.u.ramsink.sram_bytes, 4096);
    sink->extra.sram_bytes = 0;
    sink->extra.smem = (struct topology_range){SIM_RAM_BASE, 4096};
    assert_int_equal(sim_tree_component(&tree.t, 4, NULL, &cfg, NULL), SIM_PLATFORM_OK);
    assert_true(!cfg.u.ramsink.has_sram && cfg.u.ramsink.has_smem);
}

static void wrong_parameters_are_refused_with_the_place(void **state)
{
    static const struct {
        const char *param, *why;
    } cases[] = {
        {"fifo_byte=200", "no such parameter"},
        {"fifo_bytes=99999", "out of range"},
        {"fifo_bytes", "not a number"},
        {"fifo_bytes=", "not a number"},
        {"fifo_bytes=2x", "not a number"},
        {"fifo_bytes=-1", "not a number"},
        {"fifo_bytes=99999999999999999999", "not a number"},
        {"", "no such parameter"},
        {"=5", "no such parameter"},
        {"width=4", "no such parameter"}, /* another kind's */
    };
    static struct sim_tree tree;
    struct sim_component_cfg cfg;
    struct sim_message msg;

    (void)state;
    assert_int_equal(sim_tree_ready(&tree, 2, 64), SIM_PLATFORM_OK);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tree.component[2].extra.params = cases[i].param;
        tree.component[2].extra.params_size = (uint32_t)strlen(cases[i].param) + 1;
        assert_int_equal(sim_tree_component(&tree.t, 2, NULL, &cfg, &msg), SIM_PLATFORM_ERR_ARG);
        assert_non_null(strstr(msg.text, cases[i].why));
        assert_non_null(strstr(msg.text, "funnel-0: hartrace,params"));
    }
    tree.component[3].kind = TOPOLOGY_SINK;
    assert_int_equal(sim_tree_component(&tree.t, 3, NULL, &cfg, &msg), SIM_PLATFORM_ERR_ARG);
    assert_non_null(strstr(msg.text, "add hartrace,kind"));
}

/* ---- on the bus ---- */

static struct sim_platform *create(const struct sim_platform_cfg *from, int want, const char *why)
{
    struct sim_platform_cfg cfg = *from;
    struct sim_platform *p = NULL;
    struct sim_message msg;

    cfg.ram_size = 1 << 20;
    assert_int_equal(sim_platform_create(&cfg, &p, &msg), want);
    if (why != NULL) {
        assert_non_null(strstr(msg.text, why));
    }
    return p;
}

/* Holds TCI-COMP-011 TCI-RST-001 */
static void components_answer_at_the_addresses_of_the_tree(void **state)
{
    static struct sim_tree tree;
    struct sim_platform_cfg cfg;
    uint32_t v;

    (void)state;
    assert_int_equal(sim_tree_ready(&tree, 2, 64), SIM_PLATFORM_OK);
    tree.component[0].block.base = 0x40000000;
    tree.component[2].block.base = 0x50000000;
    tree.component[1].hart.id = 7;
    sim_platform_cfg_init(&cfg);
    cfg.tree = &tree.t;
    struct sim_platform *p = create(&cfg, SIM_PLATFORM_OK, NULL);
    for (unsigned i = 0; i < 4; i++) {
        static const uint32_t type[] = {1, 1, 8, 9}; /* trCompType */

        assert_int_equal(sim_platform_write32(p, tree.component[i].block.base, 1), SIM_BUS_OK);
        sim_platform_idle(p, 1);
        assert_int_equal(sim_platform_read32(p, tree.component[i].block.base + IMPL, &v),
                         SIM_BUS_OK);
        assert_int_equal(v >> 8 & 0xF, type[i]);
    }
    assert_int_equal(sim_platform_read32(p, SIM_ENCODER_BASE, &v), SIM_BUS_ERR_FAULT);
    assert_int_equal(sim_hart_config(sim_platform_hart_n(p, 0))->hartid, 0);
    assert_int_equal(sim_hart_config(sim_platform_hart_n(p, 1))->hartid, 7);
    /* The CLINT goes by the id. */
    assert_int_equal(sim_platform_write32(p, SIM_CLINT_BASE + 4 * 7, 1), SIM_BUS_OK);
    assert_int_equal(sim_platform_read32(p, SIM_CLINT_BASE + 4 * 7, &v), SIM_BUS_OK);
    assert_int_equal(v, 1);
    assert_int_equal(sim_platform_read32(p, SIM_CLINT_BASE + 4, &v), SIM_BUS_OK);
    assert_int_equal(v, 0);
    sim_platform_destroy(p);
}

static void trees_that_do_not_fit_are_refused(void **state)
{
    static struct sim_tree tree;
    struct sim_platform_cfg cfg;

    (void)state;
    sim_platform_cfg_init(&cfg);
    cfg.tree = &tree.t;
    assert_int_equal(sim_tree_ready(&tree, 2, 64), SIM_PLATFORM_OK);
    tree.component[2].block.base = SIM_UART_BASE;
    create(&cfg, SIM_PLATFORM_ERR_ARG, "funnel-0: its registers at 0x10000000 do not fit");
    assert_int_equal(sim_tree_ready(&tree, 2, 64), SIM_PLATFORM_OK);
    tree.component[1].hart.index = 0;
    create(&cfg, SIM_PLATFORM_ERR_ARG, "encoder-1: is a second encoder for its hart");
    assert_int_equal(sim_tree_ready(&tree, 2, 64), SIM_PLATFORM_OK);
    tree.t.nharts = 1;
    create(&cfg, SIM_PLATFORM_ERR_ARG, "encoder-1: is for a hart that the tree does not have");
    assert_int_equal(sim_tree_ready(&tree, 2, 32), SIM_PLATFORM_OK);
    create(&cfg, SIM_PLATFORM_ERR_ARG, "encoder-0: has an RV32 hart, but the platform is RV64");
    assert_int_equal(sim_tree_ready(&tree, 2, 64), SIM_PLATFORM_OK);
    tree.t.nharts = SIM_MAX_HARTS + 1;
    create(&cfg, SIM_PLATFORM_ERR_ARG, "1 to 16 harts");
    assert_int_equal(sim_tree_ready(&tree, 2, 64), SIM_PLATFORM_OK);
    tree.component[0].hart.id = 5000;
    create(&cfg, SIM_PLATFORM_ERR_ARG, "0 to 4094");
}

/* The sink's window is RAM_BASE + 0x8000, 0x1000 bytes. */
static void a_ram_sink_writes_inside_its_window_only(void **state)
{
    static struct sim_tree tree;
    struct sim_platform_cfg cfg;

    (void)state;
    assert_int_equal(sim_tree_ready(&tree, 1, 64), SIM_PLATFORM_OK);
    tree.component[1].extra.smem = (struct topology_range){SIM_RAM_BASE + 0x8000, 0x1000};
    sim_platform_cfg_init(&cfg);
    cfg.tree = &tree.t;
    struct sim_platform *p = create(&cfg, SIM_PLATFORM_OK, NULL);
    const struct sim_fabric *f = sim_platform_fabric(p);
    assert_non_null(f);
    struct trm_ramsink *sink = sim_platform_ramsink(p);
    for (unsigned i = 0; i < 4; i++) {
        static const struct {
            uint64_t at;
            int good;
        } cases[] = {{0x8000, 1}, {0x8FFC, 1}, {0x9000, 0}, {0x7FFC, 0}};
        static const uint8_t bytes[4] = {0x11, 0x22, 0x33, 0x44};
        uint32_t v = 0;

        assert_int_equal(
            sink->cfg.bus.write(sink->cfg.bus.ctx, SIM_RAM_BASE + cases[i].at, bytes, 4) == 0,
            cases[i].good);
        assert_int_equal(sim_platform_read32(p, SIM_RAM_BASE + cases[i].at, &v), SIM_BUS_OK);
        assert_int_equal(v, cases[i].good ? 0x44332211 : 0);
    }
    sim_platform_destroy(p);
}

/* ---- another fabric ---- */

/* Notes what it is asked; its encoder refuses every third record. */
static struct fake {
    const struct sim_fabric_env *env;
    uint64_t ticks, records, refused, destroyed;
    uint32_t last_write;
    unsigned last_component;
    bool is_busy, order_wrong, ticked;
    uint64_t last_cycle;
} fake;

static int fake_read(void *ctx, unsigned component, uint32_t offset, unsigned size, uint32_t *value)
{
    assert_ptr_equal(ctx, &fake);
    *value = component << 16 | offset;
    return size == 4 ? SIM_BUS_OK : SIM_BUS_ERR_FAULT;
}

static int fake_write(void *ctx, unsigned component, uint32_t offset, unsigned size, uint32_t value)
{
    (void)ctx, (void)offset;
    if (size != 4) {
        return SIM_BUS_ERR_FAULT;
    }
    fake.last_component = component;
    fake.last_write = value;
    fake.is_busy = value != 0;
    return SIM_BUS_OK;
}

static void fake_tick(void *ctx, uint64_t n)
{
    (void)ctx;
    assert_true(n >= 1 && n <= SIM_FABRIC_SETTLE);
    fake.ticks += n;
    fake.ticked = true;
}

static bool fake_ingress(void *ctx, unsigned component, const struct ingress_cycle *in)
{
    (void)ctx;
    assert_int_equal(component, 0);
    fake.order_wrong |= !fake.ticked || (fake.records != 0 && in->cycle != fake.last_cycle + 1);
    fake.ticked = false;
    fake.last_cycle = in->cycle;
    fake.records++;
    if (fake.records % 3 == 0) {
        fake.refused++;
    }
    return fake.records % 3 == 0;
}

static bool fake_busy(const void *ctx)
{
    (void)ctx;
    return fake.is_busy;
}

static void fake_stream(const void *ctx, unsigned component, struct nexus_stream_cfg *out)
{
    (void)ctx, (void)component;
    nexus_cfg_init(out);
}

static void fake_destroy(void *ctx)
{
    (void)ctx;
    fake.destroyed++;
}

static int fake_make(void *ctx, const struct sim_fabric_env *env, struct sim_fabric *out,
                     struct sim_message *msg)
{
    static const struct sim_fabric_ops ops = {.reg_read = fake_read,
                                              .reg_write = fake_write,
                                              .tick = fake_tick,
                                              .ingress = fake_ingress,
                                              .busy = fake_busy,
                                              .stream = fake_stream,
                                              .destroy = fake_destroy};
    if (ctx != NULL) {
        strcpy(msg->text, "out of clay");
        return -1;
    }
    fake.env = env;
    *out = (struct sim_fabric){&ops, &fake};
    return 0;
}

static void another_fabric_takes_the_place_of_the_models(void **state)
{
    struct sim_run_limits limits = {.max_cycles = 300};
    struct sim_platform_cfg cfg;
    struct sim_run_result r;
    uint32_t v = 0;

    (void)state;
    memset(&fake, 0, sizeof fake);
    sim_platform_cfg_init(&cfg);
    cfg.fabric.make = fake_make;
    struct sim_platform *p = create(&cfg, SIM_PLATFORM_OK, NULL);
    assert_null(sim_platform_encoder(p));
    assert_null(sim_platform_ramsink(p));
    assert_int_equal(sim_platform_read32(p, SIM_RAMSINK_BASE + 0x10, &v), SIM_BUS_OK);
    assert_int_equal(v, 0x10010);
    assert_int_equal(sim_platform_write32(p, SIM_RAM_BASE, rv_jal(0, 0)), SIM_BUS_OK);
    sim_platform_run(p, &limits, &r);
    assert_int_equal(fake.ticks, 0); /* not busy: it need not know of cycles ... */
    assert_int_equal(sim_platform_read32(p, SIM_ENCODER_BASE, &v), SIM_BUS_OK);
    assert_int_equal(fake.ticks, 300); /* ... before the next access */
    assert_int_equal(sim_platform_write32(p, SIM_ENCODER_BASE, 5), SIM_BUS_OK);
    assert_int_equal(fake.last_write, 5);
    assert_int_equal(fake.last_component, 0);
    limits.max_cycles = 301; /* the record of the last one is taken */
    sim_platform_run(p, &limits, &r);
    assert_int_equal(r.cycles, 301);
    assert_int_equal(fake.ticks, 601);
    assert_int_equal(fake.records, 301);
    assert_int_equal(fake.refused, 100);
    assert_int_equal(r.stalled, 100);
    assert_int_equal(r.instructions, 201);
    assert_false(fake.order_wrong); /* a tick before each record, one record per cycle */
    sim_platform_destroy(p);
    assert_int_equal(fake.destroyed, 1);
    cfg.fabric.ctx = &fake;
    create(&cfg, SIM_PLATFORM_ERR_ARG, "out of clay");
    assert_int_equal(fake.destroyed, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ready_trees_have_what_their_header_says),
        cmocka_unit_test(a_tree_tells_parameters),
        cmocka_unit_test(wrong_parameters_are_refused_with_the_place),
        cmocka_unit_test(components_answer_at_the_addresses_of_the_tree),
        cmocka_unit_test(trees_that_do_not_fit_are_refused),
        cmocka_unit_test(a_ram_sink_writes_inside_its_window_only),
        cmocka_unit_test(another_fabric_takes_the_place_of_the_models),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
