/* SPDX-License-Identifier: Apache-2.0 */
/* The encoder model as a device of the kit. */
#include <stdio.h>
#include <stdlib.h>

#include "htk/hartrace_dut.h"
#include "htk/htk_encoder.h"
#include "htk_ingress.h"
#include "htk_params.h"

enum {
    STALL_MOST = 1 << 20, /* clocks for one record */
    FLUSH_MOST = 1 << 16,
};

struct model {
    struct hartrace_dut dut;
    struct trm_encoder_cfg cfg;
    struct trm_encoder enc;
    uint64_t clock;
    bool refuse;
};

static bool can_accept(void *ctx, size_t n)
{
    const struct model *m = ctx;
    (void)n;
    return !m->refuse;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct model *m = ctx;
    hartrace_dut_bytes(&m->dut, bytes, n);
}

static void reset(void *ctx)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    struct model *m = ctx;
    m->clock = 0;
    m->refuse = false;
    if (trm_encoder_init(&m->enc, &m->cfg) == TRM_OK) { /* as it was before */
        trm_encoder_connect(&m->enc, (struct trm_link){&ops, m});
    }
}

static uint32_t get(void *ctx, uint32_t offset)
{
    struct model *m = ctx;
    uint32_t value = 0;
    return trm_encoder_reg_read(&m->enc, offset, 4, &value) == TRM_OK ? value : 0;
}

static void set(void *ctx, uint32_t offset, uint32_t value)
{
    struct model *m = ctx;
    (void)trm_encoder_reg_write(&m->enc, offset, 4, value);
}

static void tick(struct model *m)
{
    m->clock++;
    trm_encoder_tick(&m->enc);
}

static void cycle(void *ctx, const struct hartrace_dut_cycle *c)
{
    struct model *m = ctx;
    tick(m);
    if (c == NULL) {
        return;
    }
    struct ingress_cycle in = htk_ingress_of(c);
    in.cycle = m->clock;
    for (unsigned n = 0; trm_encoder_ingress(&m->enc, &in); n++) {
        if (n == STALL_MOST) {
            hartrace_dut_fail(&m->dut, "a record is stalled without end");
            return;
        }
        tick(m);
        in.cycle = m->clock;
    }
}

static void link_ready(void *ctx, int ready)
{
    struct model *m = ctx;
    m->refuse = !ready;
}

static void flush(void *ctx)
{
    struct model *m = ctx;
    for (unsigned n = 0; n < FLUSH_MOST && !m->refuse && !trm_encoder_empty(&m->enc); n++) {
        tick(m);
    }
}

int htk_encoder_model_serve(const char *params, FILE *in, FILE *out)
{
    static const char all[] = "filters=4 comparators=2 ext_triggers=4 ext_outputs=2 ts_modes=10 ";
    struct model *m = calloc(1, sizeof *m);
    char stated[HARTRACE_DUT_PAYLOAD] = "";
    int status = 1;
    if (m == NULL) {
        return status;
    }
    trm_encoder_cfg_init(&m->cfg);
    (void)htk_params_parse(all, &m->cfg, NULL);
    const char *wrong = htk_params_parse(params != NULL ? params : "", &m->cfg, NULL);
    m->cfg.implicit_return = m->cfg.implicit_return && m->cfg.itype_width == 4;
    const char *refused = wrong == NULL ? trm_encoder_cfg_check(&m->cfg) : NULL;
    if (wrong != NULL || refused != NULL) {
        /* Instead of the answer to HELLO. */
        snprintf(stated, sizeof stated, "no encoder can have these parameters: %.200s",
                 wrong != NULL ? wrong : refused);
        m->dut.out = out;
        hartrace_dut_fail(&m->dut, stated);
    } else if (trm_encoder_init(&m->enc, &m->cfg) == TRM_OK) {
        for (unsigned i = 0; i < htk_param_count(); i++) {
            const size_t n = strlen(stated);
            snprintf(stated + n, sizeof stated - n, "%s=%u ", htk_param_name(i),
                     htk_param_get(&m->cfg, i));
        }
        m->dut = (struct hartrace_dut){.name = "hartrace encoder model",
                                       .params = stated,
                                       .xlen = m->cfg.xlen,
                                       .itype_width = m->cfg.itype_width,
                                       .blocks = HARTRACE_DUT_BLOCKS,
                                       .iretire_bits = 32,
                                       .ctx = m,
                                       .reset = reset,
                                       .read = get,
                                       .write = set,
                                       .cycle = cycle,
                                       .set_link = link_ready,
                                       .flush = flush};
        reset(m);
        status = hartrace_dut_serve(&m->dut, in, out);
    }
    free(m);
    return status;
}
