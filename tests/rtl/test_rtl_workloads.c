/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of HARTRACE_WORKLOADS, a block in every cycle: the encoder in SystemVerilog sends
 * what the model sends. Small ones, or with HARTRACE_SOAK all. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "blocks.h"
#include "code.h"
#include "encoder_regs.h"
#include "pcs.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_min, rtl_encoder_typ, rtl_encoder_full,
    rtl_encoder_p64, rtl_encoder_short;

#define HTM  (TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT)
#define BTM  (TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT)
#define SYNC (TR_TE_INST_SYNC_MODE_MESSAGES << TR_TE_INST_SYNC_MODE_SHIFT)
#define STACK                                                                                      \
    (TR_TE_INST_EN_IMPLICIT_RETURN_MASK | TR_TE_INST_IMPLICIT_RETURN_MODE_FULL                     \
                                              << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT)

static const struct setting {
    const struct rtl_encoder_kind *kind;
    uint32_t control, features;
} settings[] = {
    {&rtl_encoder_typ, HTM, STACK | TR_TE_INST_EN_REPEATED_HISTORY_MASK},
    {&rtl_encoder_min, BTM, 0},
    {&rtl_encoder_p64, HTM | SYNC, 0},
    {&rtl_encoder_full, BTM | SYNC, STACK | TR_TE_INST_EN_REPEATED_HISTORY_MASK},
    {&rtl_encoder_short, HTM, STACK | TR_TE_INST_EN_REPEATED_HISTORY_MASK},
};

/* Feed the executed PCs. Returns the number of instructions, 0 after a message. */
static uint64_t feed(const char *base, struct code_source *source, const struct setting *t,
                     const struct nexus_stream_cfg *cfg)
{
    static struct blocks blocks;
    static uint64_t pc[4096];
    struct trm_encoder_cfg model;
    struct pcs pcs;
    struct trm_ingress in = {.priv = TRM_PRIV_M};
    char path[512];
    size_t n;
    (void)snprintf(path, sizeof path, "%s.pcs.gz", base);
    if (pcs_open_text(&pcs, "test", path) != 0) {
        return 0;
    }
    t->kind->cfg(&model);
    code_start(source, cfg);
    blocks_init(&blocks, &source->code, model.xlen, model.itype_width, false);
    while ((n = pcs_read(&pcs, pc, sizeof pc / sizeof pc[0])) != 0) {
        for (size_t i = 0; i < n; i++) {
            enum blocks_result r = blocks_add(&blocks, pc[i], &in);
            assert_int_not_equal(r, BLOCKS_BAD);
            if (r == BLOCKS_READY) {
                rig_clock(&in, true);
            }
        }
    }
    bool failed = pcs.failed;
    pcs_close(&pcs);
    assert_int_equal(blocks_end(&blocks, &in), BLOCKS_READY);
    rig_clock(&in, true);
    return failed ? 0 : blocks.instructions;
}

static void run(const char *base, const struct setting *t)
{
    static struct code_source source;
    static struct rig_result r;
    struct code_options options = {.pcinfo = NULL};
    static struct te_options te;
    struct nexus_stream_cfg cfg;
    struct trm_encoder_cfg model;
    char path[512];
    (void)snprintf(path, sizeof path, "%s.pcinfo.gz", base);
    options.pcinfo = path;
    assert_int_equal(code_open(&source, "test", &options, &te), 0);
    t->kind->cfg(&model);
    nexus_cfg_init(&cfg);
    cfg.xlen = model.xlen;
    clock_t begin = clock();
    rig_trace(t->kind, t->control, t->features, &r);
    uint64_t instructions = feed(base, &source, t, &cfg);
    rig_end(true);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    code_close(&source);
    print_message("%-24s %-5s %9llu instructions, %8llu blocks in %8llu cycles, %7llu stalls, "
                  "%8llu bytes, %.2f million cycles/s\n",
                  strrchr(base, '/') + 1, t->kind->name, (unsigned long long)instructions,
                  (unsigned long long)r.records, (unsigned long long)r.cycles,
                  (unsigned long long)r.stalls, (unsigned long long)(r.left_out + r.rtl_n),
                  (double)r.cycles / seconds / 1e6);
    if (!r.equal) {
        rig_print(&r);
    }
    assert_true(r.equal);
    assert_true(instructions > 1000 && r.left_out + r.rtl_n > 40);
}

static void workloads(void **state)
{
    (void)state;
    static const char *const small[] = {"median", "vvadd", "towers", "dhrystone"};
    const char *folder = getenv("HARTRACE_WORKLOADS");
    bool all = getenv("HARTRACE_SOAK") != NULL;
    char path[400];
    glob_t found = {0};
    if (folder == NULL) {
        skip();
    }
    for (unsigned i = 0; i < (all ? 1 : sizeof small / sizeof small[0]); i++) {
        (void)snprintf(path, sizeof path, "%s/%s.pcs.gz", folder, all ? "*" : small[i]);
        if (glob(path, i == 0 ? 0 : GLOB_APPEND, NULL, &found) != 0) {
            skip();
        }
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        *strstr(found.gl_pathv[i], ".pcs.gz") = '\0';
        for (unsigned k = 0; k < sizeof settings / sizeof settings[0]; k++) {
            run(found.gl_pathv[i], &settings[k]);
        }
    }
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workloads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
