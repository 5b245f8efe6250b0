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

#include "encoder_regs.h"
#include "rtl_rig.h"
#include "workload.h"

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

static bool block(void *ctx, const struct ingress_cycle *in)
{
    (void)ctx;
    rig_clock(in, true);
    return true;
}

static void run(const char *base, const struct setting *t)
{
    static struct rig_result r;
    clock_t begin = clock();
    rig_trace(t->kind, t->control, t->features, &r);
    uint64_t instructions = workload_feed(base, t->kind, block, NULL);
    rig_end(true);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
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
