/* SPDX-License-Identifier: Apache-2.0 */
/* Programs on the simulated hart: the encoder in SystemVerilog sends what the model sends. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "load_elf.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_typ, rtl_encoder_full,
    rtl_encoder_etone, rtl_encoder_ntet;

enum {
    INSTRUCTIONS = 60000, /* of each program */
    MOST_IDLE = 40,       /* clocks without a record in a row; the hart may sleep for longer */
};

static uint64_t clocks;

struct feed {
    uint64_t cycle; /* of the record before */
};

static void retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
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

static size_t load(const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(image, 1, sizeof image, f);
    (void)fclose(f);
    return n;
}

static void run(const struct rtl_encoder_kind *kind, const char *path, uint32_t control,
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
    size_t n = load(path);
    assert_int_equal(sim_platform_create(&pc, &p, &why), SIM_PLATFORM_OK);
    assert_true(load_elf(p, image, n, pc.hart.xlen, &why));
    rig_trace(kind, control, features, &r);
    struct sim_run_limits limits = {.max_instructions = INSTRUCTIONS};
    struct sim_run_result result;
    sim_platform_run(p, &limits, &result);
    sim_platform_destroy(p);
    rig_end(true);
    if (!r.equal || r.model_n < 15) {
        print_message("%s on %s:\n", path, kind->name);
        rig_print(&r);
    }
    assert_true(r.equal);
    assert_true(r.model_n >= 15); /* those for a second hart end soon */
    clocks += r.cycles;
}

/* All programs of one XLEN; returns how many. */
static size_t each(unsigned xlen, void (*fn)(const char *path, size_t i))
{
    const char *build = getenv("BUILD");
    char path[512];
    glob_t found = {0};
    (void)snprintf(path, sizeof path, "%s/programs/rv%u/*.elf", build != NULL ? build : "build",
                   xlen);
    (void)glob(path, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        fn(found.gl_pathv[i], i);
    }
    size_t n = found.gl_pathc;
    globfree(&found);
    return n;
}

#define HTM (TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT)
#define BTM (TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT)
#define ALL                                                                                        \
    (TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK | TR_TE_INST_EN_IMPLICIT_RETURN_MASK |                     \
     TR_TE_INST_IMPLICIT_RETURN_MODE_FULL << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT |               \
     TR_TE_INST_EN_REPEATED_HISTORY_MASK | TR_TE_INST_EXTEND_ADDR_MSB_MASK)

static void small(const char *path, size_t i)
{
    (void)i;
    run(&rtl_encoder_min, path, BTM, 0);
}

static void typical(const char *path, size_t i)
{
    run(&rtl_encoder_typ, path, (i % 3 == 1 ? BTM : HTM) | TR_TE_CONTEXT_MASK, ALL);
}

static void large(const char *path, size_t i)
{
    run(&rtl_encoder_full, path, i % 2 == 0 ? HTM : BTM, i % 3 == 0 ? 0 : ALL);
}

/* E-Trace. */
static void packets(const char *path, size_t i)
{
    run(&rtl_encoder_etone, path, 0, i % 3 == 0 ? 0 : ALL);
}

static void packets_of_both(const char *path, size_t i)
{
    run(&rtl_encoder_ntet, path, i % 2 == 0 ? 0 : 1u << TR_TE_FORMAT_SHIFT | HTM, ALL);
}

static void programs(void **state)
{
    (void)state;
    clock_t begin = clock();
    size_t n = each(32, small) + each(32, typical) + each(64, large) + each(32, packets) +
               each(64, packets_of_both);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (n == 0) {
        print_message("no programs: make programs\n");
        skip();
    }
    assert_true(n > 200);
    print_message("%zu runs, %.2f million cycles/s with model and hart\n", n,
                  (double)clocks / seconds / 1e6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
