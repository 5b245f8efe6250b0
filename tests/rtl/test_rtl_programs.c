/* SPDX-License-Identifier: Apache-2.0 */
/* Programs on the simulated hart: the encoder in SystemVerilog sends what the model sends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "rtl_rig.h"
#include "sim/sim_platform.h"

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_typ, rtl_encoder_full;

enum {
    INSTRUCTIONS = 60000, /* of each program */
    MOST_IDLE = 40,       /* clocks without a record in a row; the hart may sleep for longer */
};

struct feed {
    uint64_t cycle; /* of the record before */
};

static void retire(void *ctx, unsigned hart, const struct trm_ingress *in, uint32_t opcode)
{
    struct feed *feed = ctx;
    (void)hart;
    (void)opcode;
    uint64_t idle = in->cycle > feed->cycle ? in->cycle - feed->cycle - 1 : 0;
    for (uint64_t i = 0; i < idle && i < MOST_IDLE; i++) {
        rig_clock(NULL, true);
    }
    feed->cycle = in->cycle;
    rig_clock(in, true);
}

static uint8_t image[1 << 20];

static size_t load(const char *name, unsigned xlen)
{
    const char *build = getenv("BUILD");
    char path[512];
    (void)snprintf(path, sizeof path, "%s/programs/rv%u/%s.elf", build != NULL ? build : "build",
                   xlen, name);
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        print_message("no %s: make programs\n", path);
        return 0;
    }
    size_t n = fread(image, 1, sizeof image, f);
    (void)fclose(f);
    return n;
}

static void run(const struct rtl_encoder_kind *kind, const char *name, uint32_t control,
                uint32_t features)
{
    struct trm_encoder_cfg cfg;
    struct sim_platform_cfg pc;
    struct sim_platform *p;
    struct sim_message why;
    struct rig_result r;
    struct feed feed = {0};
    kind->cfg(&cfg);
    sim_platform_cfg_init(&pc);
    pc.hart.xlen = cfg.xlen;
    pc.hart.itype4 = cfg.itype_width == 4;
    pc.trace = false;
    pc.retire.fn = retire;
    pc.retire.ctx = &feed;
    size_t n = load(name, cfg.xlen);
    if (n == 0) {
        skip();
    }
    assert_int_equal(sim_platform_create(&pc, &p, &why), SIM_PLATFORM_OK);
    assert_int_equal(sim_platform_load_elf(p, image, n, &why), SIM_PLATFORM_OK);
    rig_begin(kind, &cfg, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_INST_FEATURES_OFFSET, features);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                                      TR_TE_INST_STALL_ENA_MASK | control);
    for (unsigned i = 0; i < 4; i++) {
        rig_clock(NULL, true);
    }
    struct sim_run_limits limits = {.max_instructions = INSTRUCTIONS};
    struct sim_run_result result;
    sim_platform_run(p, &limits, &result);
    sim_platform_destroy(p);
    rig_end(true);
    if (!r.equal || r.model_n < 40) {
        print_message("%s on %s:\n", name, kind->name);
        rig_print(&r);
    }
    assert_true(r.equal);
    assert_true(r.model_n >= 40);
}

static void programs(void **state)
{
    (void)state;
    static const char *const names[] = {"recursion", "sort",    "sha256", "coroutine", "ecalls",
                                        "timer",     "irqnest", "sijump", "vm"};
    const uint32_t htm = TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT;
    const uint32_t btm = TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT;
    const uint32_t all = TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK | TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                         TR_TE_INST_IMPLICIT_RETURN_MODE_FULL
                             << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT |
                         TR_TE_INST_EN_REPEATED_HISTORY_MASK | TR_TE_INST_EXTEND_ADDR_MSB_MASK;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        run(&rtl_encoder_min, names[i], btm, 0);
        run(&rtl_encoder_typ, names[i], htm | TR_TE_CONTEXT_MASK, all);
        run(&rtl_encoder_full, names[i], i % 2 == 0 ? htm : btm, i % 3 == 0 ? 0 : all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
