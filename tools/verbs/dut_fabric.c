/* SPDX-License-Identifier: Apache-2.0 */
#include "dut_fabric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoder_regs.h"
#include "host.h"
#include "htk/htk_dut.h"
#include "htr/htr_text.h"
#include "tool.h"

enum {
    TIMEOUT_MS = 10000,
    TICK_MOST = 1 << 30,
};

/* An encoder of the tree. */
struct own {
    struct htk_dut dut;
    struct trm_link link;
    const struct trm_encoder_cfg *cfg; /* what the platform knows of it */
    size_t taken;                      /* bytes of dut.bytes that went to the network */
    uint64_t idle;                     /* clocks that the device was not given yet */
    uint64_t since;                    /* clocks since its bytes were asked for */
    bool active, said;
};

struct dut_fabric {
    const char *verb, *command;
    struct sim_fabric models;
    struct own *own[TOPOLOGY_MAX_COMPONENTS]; /* NULL: a model */
    unsigned n;
    bool failed;
};

/* A device failed: say so, once. Returns false. */
static bool failed(struct dut_fabric *f, struct own *own)
{
    if (!own->said) {
        (void)tool_fail(f->verb, NULL, "--encoder %s: the device %s: %s", f->command,
                        htk_dut_end_name(own->dut.end), htr_plain(own->dut.why));
    }
    own->said = true;
    f->failed = true;
    return false;
}

/* The device has had all clocks. */
static bool catch_up(struct dut_fabric *f, struct own *own)
{
    bool good = own->dut.end == HTK_DUT_RUNS;
    while (good && own->idle > 0) {
        const uint32_t n = own->idle < TICK_MOST ? (uint32_t)own->idle : TICK_MOST;
        good = htk_dut_tick(&own->dut, n);
        own->idle -= n;
    }
    return good || failed(f, own);
}

/* ---- bytes to the network ---- */

/* Bytes of the next whole message; idle bytes before it are left out. 0: there is none. */
static size_t next_message(struct own *own)
{
    const struct htk_dut *d = &own->dut;
    while (own->taken < d->n && d->bytes[own->taken] == 0xFF) {
        own->taken++;
    }
    for (size_t i = own->taken; i < d->n; i++) {
        if ((d->bytes[i] & 3) == 3) {
            return i + 1 - own->taken;
        }
    }
    return 0;
}

static void drain(struct own *own)
{
    size_t n = next_message(own);
    while (n > 0 && own->link.ops->can_accept(own->link.ctx, n)) {
        own->link.ops->put(own->link.ctx, own->dut.bytes + own->taken, n);
        own->taken += n;
        n = next_message(own);
    }
}

/* Make room: what went to the network is not needed any more. */
static void compact(struct own *own)
{
    struct htk_dut *d = &own->dut;
    if (own->taken > d->n / 2) {
        memmove(d->bytes, d->bytes + own->taken, d->n - own->taken);
        d->n -= own->taken;
        own->taken = 0;
    }
}

/* The answer to a read comes after all bytes of before. */
static bool read_device(struct dut_fabric *f, struct own *own, uint32_t offset, uint32_t *value)
{
    *value = 0;
    own->since = 0;
    if (!catch_up(f, own) || (!htk_dut_read(&own->dut, offset, value) && !failed(f, own))) {
        return false;
    }
    compact(own);
    return true;
}

/* ---- operations ---- */

static int reg_read(void *ctx, unsigned c, uint32_t offset, unsigned size, uint32_t *value)
{
    struct dut_fabric *f = ctx;
    struct own *own = c < f->n ? f->own[c] : NULL;
    if (own == NULL) {
        return f->models.ops->reg_read(f->models.ctx, c, offset, size, value);
    }
    if (size != 4 || offset % 4 != 0) {
        return SIM_BUS_ERR_FAULT;
    }
    if (read_device(f, own, offset, value) && offset == TR_TE_CONTROL_OFFSET &&
        next_message(own) > 0) {
        *value &= ~(uint32_t)TR_TE_EMPTY_MASK;
    }
    return SIM_BUS_OK;
}

static int reg_write(void *ctx, unsigned c, uint32_t offset, unsigned size, uint32_t value)
{
    struct dut_fabric *f = ctx;
    struct own *own = c < f->n ? f->own[c] : NULL;
    if (own == NULL) {
        return f->models.ops->reg_write(f->models.ctx, c, offset, size, value);
    }
    if (size != 4 || offset % 4 != 0) {
        return SIM_BUS_ERR_FAULT;
    }
    if (offset == TR_TE_CONTROL_OFFSET) {
        own->active = (value & TR_TE_ACTIVE_MASK) != 0;
    }
    if (catch_up(f, own) && !htk_dut_write(&own->dut, offset, value)) {
        (void)failed(f, own);
    }
    return SIM_BUS_OK;
}

static void begin_cycle(struct dut_fabric *f, struct own *own, uint64_t n)
{
    uint32_t value;
    own->idle += n;
    own->since += n;
    if (own->active && own->since >= DUT_FABRIC_SYNC) {
        (void)read_device(f, own, TR_TE_CONTROL_OFFSET, &value);
    }
}

static void tick(void *ctx, uint64_t n)
{
    struct dut_fabric *f = ctx;
    for (unsigned i = 0; i < f->n; i++) {
        if (f->own[i] != NULL) {
            begin_cycle(f, f->own[i], n);
        }
    }
    for (; n > 0; n--) {
        f->models.ops->tick(f->models.ctx, 1);
        for (unsigned i = 0; i < f->n; i++) {
            if (f->own[i] != NULL) {
                drain(f->own[i]);
            }
        }
    }
}

static bool ingress(void *ctx, unsigned c, const struct ingress_cycle *in)
{
    struct dut_fabric *f = ctx;
    struct own *own = f->own[c];
    if (own->idle > 0) {
        own->idle--; /* the record has the clock that began last */
    }
    if (catch_up(f, own) && !htk_dut_cycle(&own->dut, in)) {
        (void)failed(f, own);
    }
    return false;
}

static bool busy(const void *ctx)
{
    const struct dut_fabric *f = ctx;
    for (unsigned i = 0; i < f->n; i++) {
        if (f->own[i] != NULL && (f->own[i]->active || next_message(f->own[i]) > 0)) {
            return true;
        }
    }
    return f->models.ops->busy(f->models.ctx);
}

/* A model with the same registers knows. */
static void stream(const void *ctx, unsigned c, struct nexus_stream_cfg *out)
{
    static const uint32_t offset[] = {TR_TS_CONTROL_OFFSET, TR_TE_INST_FEATURES_OFFSET,
                                      TR_TE_CONTROL_OFFSET};
    const union {
        const void *read;
        void *ctx;
    } self = {.read = ctx};
    struct dut_fabric *f = self.ctx;
    struct own *own = f->own[c];
    struct trm_encoder *model = malloc(sizeof *model);
    nexus_cfg_init(out);
    if (model != NULL && trm_encoder_init(model, own->cfg) == TRM_OK) {
        (void)trm_encoder_reg_write(model, TR_TE_CONTROL_OFFSET, 4, TR_TE_ACTIVE_MASK);
        (void)trm_encoder_reg_write(model, TR_TS_CONTROL_OFFSET, 4, TR_TS_ACTIVE_MASK);
        for (unsigned i = 0; i < sizeof offset / sizeof offset[0]; i++) {
            uint32_t value;
            (void)read_device(f, own, offset[i], &value);
            (void)trm_encoder_reg_write(model, offset[i], 4, value);
        }
        trm_encoder_stream_cfg(model, out);
    }
    free(model);
}

static void capture_start(void *ctx, unsigned c)
{
    const struct dut_fabric *f = ctx;
    f->models.ops->capture_start(f->models.ctx, c);
}

static void capture_flush(void *ctx, unsigned c)
{
    const struct dut_fabric *f = ctx;
    f->models.ops->capture_flush(f->models.ctx, c);
}

static bool capture_flushed(void *ctx, unsigned c)
{
    const struct dut_fabric *f = ctx;
    return f->models.ops->capture_flushed(f->models.ctx, c);
}

static void capture_stop(void *ctx, unsigned c)
{
    const struct dut_fabric *f = ctx;
    f->models.ops->capture_stop(f->models.ctx, c);
}

static uint32_t capture_read(const void *ctx, unsigned c, uint8_t *dst, uint32_t n)
{
    const struct dut_fabric *f = ctx;
    return f->models.ops->capture_read(f->models.ctx, c, dst, n);
}

static uint64_t capture_total(const void *ctx, unsigned c)
{
    const struct dut_fabric *f = ctx;
    return f->models.ops->capture_total(f->models.ctx, c);
}

static void destroy(void *ctx)
{
    struct dut_fabric *f = ctx;
    for (unsigned i = 0; i < f->n; i++) {
        struct own *own = f->own[i];
        if (own != NULL && !htk_dut_close(&own->dut)) {
            (void)failed(f, own);
        }
        free(own);
        f->own[i] = NULL;
    }
    f->n = 0;
    f->models.ops->destroy(f->models.ctx);
}

/* ---- making it ---- */

static int refuse(struct sim_message *msg, const struct dut_fabric *f, const char *what)
{
    snprintf(msg->text, sizeof msg->text, "--encoder %.50s: %.130s", f->command, what);
    return SIM_BUS_ERR_FAULT;
}

/* Does the port fit the hart's? */
static int check_port(const struct dut_fabric *f, const struct own *own, struct sim_message *msg)
{
    const struct htk_dut *d = &own->dut;
    char why[160];
    if (d->xlen != own->cfg->xlen) {
        snprintf(why, sizeof why, "an encoder for RV%u; the program is RV%u", d->xlen,
                 own->cfg->xlen);
        return refuse(msg, f, why);
    }
    if (d->itype_width != own->cfg->itype_width) {
        snprintf(why, sizeof why,
                 "its itype has %u bits, that of the hart %u: add --param itype_width=%u",
                 d->itype_width, own->cfg->itype_width, d->itype_width);
        return refuse(msg, f, why);
    }
    return SIM_BUS_OK;
}

static int add_encoder(struct dut_fabric *f, const struct sim_fabric_env *env, unsigned c,
                       struct sim_message *msg)
{
    struct own *own = calloc(1, sizeof *own);
    if (own == NULL) {
        return refuse(msg, f, "not enough memory");
    }
    f->own[c] = own;
    own->cfg = &env->cfg[c].u.encoder;
    own->link = sim_fabric_c_link(&f->models, c);
    own->dut.timeout_ms = TIMEOUT_MS;
    if (!htk_dut_open(&own->dut, f->command, NULL, NULL) || !htk_dut_reset(&own->dut)) {
        char why[300];
        snprintf(why, sizeof why, "the device %s: %s", htk_dut_end_name(own->dut.end),
                 htr_plain(own->dut.why));
        own->said = true;
        return refuse(msg, f, why);
    }
    return check_port(f, own, msg);
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
                                              .capture_start = capture_start,
                                              .capture_flush = capture_flush,
                                              .capture_flushed = capture_flushed,
                                              .capture_stop = capture_stop,
                                              .capture_read = capture_read,
                                              .capture_total = capture_total,
                                              .destroy = destroy};
    const struct sim_fabric_maker models = sim_fabric_c();
    struct dut_fabric *f = ctx;
    int status = models.make(models.ctx, env, &f->models, msg);
    if (status != SIM_BUS_OK) {
        return status;
    }
    f->n = env->tree->ncomponents;
    for (unsigned c = 0; status == SIM_BUS_OK && c < f->n; c++) {
        if (env->tree->component[c].kind == TOPOLOGY_ENCODER) {
            status = add_encoder(f, env, c, msg);
        }
    }
    if (status != SIM_BUS_OK) {
        destroy(f);
        return status;
    }
    *out = (struct sim_fabric){&ops, f};
    return SIM_BUS_OK;
}

int dut_fabric_open(struct dut_fabric **f, const char *verb, const char *command)
{
    *f = calloc(1, sizeof **f);
    if (*f == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    (*f)->verb = verb;
    (*f)->command = command;
    return HTR_OK;
}

struct sim_fabric_maker dut_fabric_maker(struct dut_fabric *f)
{
    return (struct sim_fabric_maker){make, f};
}

int dut_fabric_close(struct dut_fabric *f)
{
    const bool bad = f != NULL && f->failed;
    free(f);
    return bad ? HTR_ERR_TARGET : HTR_OK;
}
