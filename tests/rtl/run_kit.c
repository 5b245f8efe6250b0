/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hartrace-kit-rtl [KIND]: the encoder in SystemVerilog as a device of the conformance kit
 * (docs/reference/kit-protocol.md), KIND p64, p32, or one of the sets of tests/rtl/module.mk. It
 * waits for what stalls it; an access to a register takes clocks of its own.
 */
#include <stdio.h>
#include <stdlib.h>

#include "htk/hartrace_dut.h"
#include "htk_ingress.h"
#include "htk_params.h"
#include "rtl_encoder.h"

extern const struct rtl_encoder_kind rtl_encoder_p32, rtl_encoder_p64, rtl_encoder_full,
    rtl_encoder_filt, rtl_encoder_dual, rtl_encoder_deep, rtl_encoder_min, rtl_encoder_tiny,
    rtl_encoder_short;

static const struct {
    const char *name;
    const struct rtl_encoder_kind *kind;
} kinds[] = {
    {"p64", &rtl_encoder_p64},   {"p32", &rtl_encoder_p32},   {"full", &rtl_encoder_full},
    {"filt", &rtl_encoder_filt}, {"dual", &rtl_encoder_dual}, {"deep", &rtl_encoder_deep},
    {"min", &rtl_encoder_min},   {"tiny", &rtl_encoder_tiny}, {"short", &rtl_encoder_short},
};

enum {
    STALL_MOST = 1 << 20, /* clocks for one record, one access */
    QUIET = 64,           /* clocks without a byte: nothing more comes */
};

struct device {
    struct hartrace_dut dut;
    const struct rtl_encoder_kind *kind;
    struct rtl_encoder *rtl;
    uint64_t time;
    bool ready;
    unsigned quiet; /* clocks since the last byte */
};

static void step(struct device *d, struct rtl_encoder_in *in, struct rtl_encoder_out *out)
{
    in->link_ready = d->ready;
    in->time = d->time;
    d->kind->cycle(d->rtl, in, out);
    d->quiet++;
    if (out->link_valid && d->ready) {
        hartrace_dut_bytes(&d->dut, out->link_data, d->kind->lanes);
        d->quiet = 0;
    }
}

static void reset(void *ctx)
{
    struct device *d = ctx;
    if (d->rtl != NULL) {
        d->kind->destroy(d->rtl);
    }
    d->rtl = d->kind->create();
    d->time = 0;
    d->ready = true;
}

static uint32_t access_register(struct device *d, bool write, uint32_t offset, uint32_t value)
{
    struct rtl_encoder_in in = {.psel = true, .pwrite = write, .paddr = offset, .pwdata = value};
    struct rtl_encoder_out out;
    step(d, &in, &out);
    in.penable = true;
    step(d, &in, &out);
    for (unsigned n = 0; !out.pready; n++) {
        if (n == STALL_MOST) {
            hartrace_dut_fail(&d->dut, "no PREADY");
            return 0;
        }
        step(d, &in, &out);
    }
    return out.prdata;
}

static uint32_t get(void *ctx, uint32_t offset)
{
    return access_register(ctx, false, offset, 0);
}

static void set(void *ctx, uint32_t offset, uint32_t value)
{
    (void)access_register(ctx, true, offset, value);
}

static void cycle(void *ctx, const struct hartrace_dut_cycle *c)
{
    struct device *d = ctx;
    struct rtl_encoder_in in = {.record = NULL};
    struct rtl_encoder_out out;
    struct ingress_cycle record;
    if (c != NULL) {
        d->time = c->time;
        record = htk_ingress_of(c);
        in.record = &record;
    }
    step(d, &in, &out);
    for (unsigned n = 0; c != NULL && out.stall; n++) {
        if (n == STALL_MOST) {
            hartrace_dut_fail(&d->dut, "a record is stalled without end");
            return;
        }
        step(d, &in, &out);
    }
}

static void link_ready(void *ctx, int ready)
{
    struct device *d = ctx;
    d->ready = ready != 0;
}

static void flush(void *ctx)
{
    struct device *d = ctx;
    d->quiet = 0;
    for (unsigned n = 0; n < STALL_MOST && d->quiet < QUIET; n++) {
        cycle(d, NULL);
    }
}

/* The parameters, but for those of queues: they are the model's own. */
static void state(const struct rtl_encoder_kind *kind, char *text, size_t size)
{
    struct trm_encoder_cfg cfg;
    size_t n = 0;
    kind->cfg(&cfg);
    for (unsigned i = 0; i < htk_param_count(); i++) {
        const char *name = htk_param_name(i);
        if (strncmp(name, "queue_", 6) != 0 && strncmp(name, "link_", 5) != 0 &&
            strcmp(name, "fifo_bytes") != 0 && strcmp(name, "restart_bytes") != 0) {
            n += (size_t)snprintf(text + n, size - n, "%s=%u ", name, htk_param_get(&cfg, i));
        }
    }
}

int main(int argc, char **argv)
{
    static struct device d;
    static char params[HARTRACE_DUT_PAYLOAD];
    struct trm_encoder_cfg cfg;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(argc > 1 ? argv[1] : "p64", kinds[i].name) == 0) {
            d.kind = kinds[i].kind;
        }
    }
    if (d.kind == NULL) {
        (void)fprintf(stderr, "hartrace-kit-rtl: %s: there is no such set of parameters\n",
                      argv[1]);
        return 2;
    }
    d.kind->cfg(&cfg);
    state(d.kind, params, sizeof params);
    d.dut = (struct hartrace_dut){.name = "hartrace tr_encoder (SystemVerilog)",
                                  .params = params,
                                  .xlen = cfg.xlen,
                                  .itype_width = cfg.itype_width,
                                  .blocks = (uint8_t)d.kind->blocks,
                                  .iretire_bits = (uint8_t)d.kind->retire_bits,
                                  .ctx = &d,
                                  .reset = reset,
                                  .read = get,
                                  .write = set,
                                  .cycle = cycle,
                                  .set_link = link_ready,
                                  .flush = flush};
    reset(&d);
    const int status = hartrace_dut_serve(&d.dut, stdin, stdout);
    d.kind->destroy(d.rtl);
    return status;
}
