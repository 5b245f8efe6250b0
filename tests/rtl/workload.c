/* SPDX-License-Identifier: Apache-2.0 */
#include "workload.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "htr/htr_blocks.h"
#include "code.h"
#include "htr/htr_pcs.h"
#include "host.h"

static struct htr_host host;

static uint64_t feed(const char *base, struct htr_code *source, const struct trm_encoder_cfg *model,
                     bool (*block)(void *ctx, const struct ingress_cycle *in), void *ctx)
{
    static struct htr_blocks blocks;
    static uint64_t pc[4096];
    struct htr_pcs pcs;
    struct ingress_cycle in = {.priv = INGRESS_PRIV_M};
    char path[512];
    size_t n;
    bool more = true;
    (void)snprintf(path, sizeof path, "%s.pcs.gz", base);
    if (htr_pcs_open_text(&pcs, &host, path) != 0) {
        return 0;
    }
    htr_blocks_init(&blocks, &source->code, model->xlen, model->itype_width, false);
    while (more && (n = htr_pcs_read(&pcs, pc, sizeof pc / sizeof pc[0])) != 0) {
        for (size_t i = 0; more && i < n; i++) {
            enum htr_blocks_result r = htr_blocks_add(&blocks, pc[i], &in);
            assert_int_not_equal(r, HTR_BLOCKS_BAD);
            more = r != HTR_BLOCKS_READY || block(ctx, &in);
        }
    }
    bool failed = pcs.failed;
    htr_pcs_close(&pcs);
    if (more) {
        assert_int_equal(htr_blocks_end(&blocks, &in), HTR_BLOCKS_READY);
        (void)block(ctx, &in);
    }
    return failed ? 0 : blocks.instructions;
}

uint64_t workload_feed(const char *base, const struct rtl_encoder_kind *kind,
                       bool (*block)(void *ctx, const struct ingress_cycle *in), void *ctx)
{
    static struct htr_code source;
    static struct htr_settings te;
    struct htr_code_choice options = {.pcinfo = NULL};
    struct nexus_stream_cfg cfg;
    struct trm_encoder_cfg model;
    char path[512];
    (void)snprintf(path, sizeof path, "%s.pcinfo.gz", base);
    options.pcinfo = path;
    assert_int_equal(htr_code_choose(&source, tool_host("test"), &options, &te), 0);
    kind->cfg(&model);
    nexus_cfg_init(&cfg);
    cfg.xlen = model.xlen;
    htr_code_start(&source, nexus_cfg_isa(&cfg));
    uint64_t instructions = feed(base, &source, &model, block, ctx);
    htr_code_close(&source);
    return instructions;
}
