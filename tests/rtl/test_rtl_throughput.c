/* SPDX-License-Identifier: Apache-2.0 */
/* A hart that retires in every clock cycle, one instruction or two, each a block of its own, with
 * the link always ready: the encoder in SystemVerilog refuses none, loses none and sends what the
 * model sends. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "load_elf.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_typ, rtl_encoder_p64, rtl_encoder_dual;

enum {
    INSTRUCTIONS = 20000, /* of each program */
    MOST_IDLE = 8,
};

#define HTM (TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT)
#define BTM (TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT)
#define ALL                                                                                        \
    (TR_TE_INST_EN_IMPLICIT_RETURN_MASK |                                                          \
     TR_TE_INST_IMPLICIT_RETURN_MODE_FULL << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT |               \
     TR_TE_INST_EN_REPEATED_HISTORY_MASK)

/* Records of the hart, put together as a port with two blocks does (E-Trace 2.0, Alternative
 * multiple-retirement interface configurations: each instance a single instruction; no more than
 * one change of privilege or context, and a trap in the newest block only). */
struct feed {
    bool two;
    bool has;
    uint64_t cycle;              /* of the instruction before */
    struct ingress_cycle before; /* a record that may get a second block */
};

static bool ends_record(const struct ingress_cycle *in)
{
    unsigned itype = in->block[0].itype;
    return in->nblocks != 1 || itype == INGRESS_ITYPE_EXCEPTION ||
           itype == INGRESS_ITYPE_INTERRUPT || itype == INGRESS_ITYPE_TRAP_RETURN || in->halted ||
           in->reset || in->lowpower || in->trigger != 0;
}

static bool may_join(const struct ingress_cycle *before, const struct ingress_cycle *in)
{
    return in->nblocks == 1 && in->priv == before->priv && in->ctype == 0 && in->trigger == 0 &&
           !in->halted && !in->reset && !in->lowpower;
}

static void retire_two(struct feed *feed, const struct ingress_cycle *in)
{
    if (feed->has) {
        bool joins = may_join(&feed->before, in);
        if (joins) {
            struct ingress_block first = feed->before.block[0];
            feed->before = *in;
            feed->before.block[1] = in->block[0];
            feed->before.block[0] = first;
            feed->before.nblocks = 2;
        }
        rig_clock(&feed->before, true);
        feed->has = false;
        if (joins) {
            return;
        }
    }
    if (ends_record(in) || in->ctype != 0) {
        rig_clock(in, true);
    } else {
        feed->before = *in;
        feed->has = true;
    }
}

static void retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    struct feed *feed = ctx;
    (void)hart;
    (void)opcode;
    uint64_t idle = in->cycle > feed->cycle ? in->cycle - feed->cycle - 1 : 0;
    if (idle != 0 && feed->has) {
        rig_clock(&feed->before, true);
        feed->has = false;
    }
    for (uint64_t i = 0; i < idle && i < MOST_IDLE; i++) {
        rig_clock(NULL, true); /* it waits for an interrupt */
    }
    feed->cycle = in->cycle;
    if (feed->two) {
        retire_two(feed, in);
    } else {
        rig_clock(in, true);
    }
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

/* Returns whether every instruction was taken in its cycle. */
static bool run(const struct rtl_encoder_kind *kind, const char *path, uint32_t control,
                uint32_t features, bool stall)
{
    struct trm_encoder_cfg cfg;
    struct sim_platform_cfg pc;
    struct sim_platform *p;
    struct sim_message why;
    struct rig_result r;
    struct feed feed = {.two = kind->blocks == 2};
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
    if (!stall) {
        rig_set(TR_TE_CONTROL_OFFSET, rig_get(TR_TE_CONTROL_OFFSET) & ~TR_TE_INST_STALL_ENA_MASK);
        for (unsigned i = 0; i < 4; i++) {
            rig_clock(NULL, true);
        }
    }
    struct sim_run_limits limits = {.max_instructions = INSTRUCTIONS};
    struct sim_run_result result;
    sim_platform_run(p, &limits, &result);
    sim_platform_destroy(p);
    rig_end(true);
    if (!r.equal || r.loss || r.stalls != 0) {
        print_message("%s on %s, %s: %s, %llu stalls\n", path, kind->name,
                      stall ? "stall" : "overflow", r.loss ? "lost" : "nothing lost",
                      (unsigned long long)r.stalls);
    }
    if (!r.equal && !r.loss) {
        rig_print(&r);
    }
    return r.equal && !r.loss && r.stalls == 0;
}

/* Programs that are chains of indirect jumps. Without optimizations each jump is a message of its
 * own, and two messages take two cycles (docs/reference/rtl.md, Limits). */
static bool is_chain(const char *name)
{
    return strcmp(name, "coroutine.elf") == 0 || strcmp(name, "sijump.elf") == 0;
}

static void all_programs(const struct rtl_encoder_kind *kind, unsigned xlen)
{
    const char *build = getenv("BUILD");
    char path[512];
    unsigned wrong = 0;
    glob_t found = {0};
    (void)snprintf(path, sizeof path, "%s/programs/rv%u/*.elf", build != NULL ? build : "build",
                   xlen);
    if (glob(path, 0, NULL, &found) != 0) {
        print_message("no programs: make programs\n");
        skip();
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        const bool chain = kind->blocks == 2 && is_chain(name);
        unsigned sum = 0; /* by name: another program changes nothing for the others */
        for (const char *c = name; *c != '\0'; c++) {
            sum += (unsigned char)*c;
        }
        uint32_t mode = sum % 2 == 0 ? HTM : BTM;
        wrong += !run(kind, found.gl_pathv[i], mode | TR_TE_CONTEXT_MASK, ALL, false);
        wrong += run(kind, found.gl_pathv[i], (HTM ^ BTM) ^ mode, 0, true) == chain;
    }
    globfree(&found);
    assert_int_equal(wrong, 0);
}

static void one_instruction_a_cycle(void **state)
{
    (void)state;
    all_programs(&rtl_encoder_typ, 32);
    all_programs(&rtl_encoder_p64, 64);
}

static void two_instructions_a_cycle(void **state)
{
    (void)state;
    all_programs(&rtl_encoder_dual, 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_instruction_a_cycle),
        cmocka_unit_test(two_instructions_a_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
