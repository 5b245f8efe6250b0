/* SPDX-License-Identifier: Apache-2.0 */
/* A trace encoder model by itself, programmed through the driver. */
#include "encoder_io.h"

#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "hts/hts_tree.h"
#include "htt/htt_encoder.h"

enum {
    FIRST_ROOM = 1 << 16,
    POLL_LIMIT = 100000
};

/* ---- collector ---- */

static bool always(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return true;
}

static void collect(void *ctx, const uint8_t *bytes, size_t n)
{
    struct collector *c = ctx;
    if (c->size + n > c->room) {
        size_t room = c->room == 0 ? FIRST_ROOM : c->room * 2;
        uint8_t *bigger = c->failed ? NULL : realloc(c->bytes, room);
        if (bigger == NULL) {
            c->failed = true;
            return;
        }
        c->bytes = bigger;
        c->room = room;
    }
    memcpy(c->bytes + c->size, bytes, n);
    c->size += n;
    c->messages++;
}

struct trm_link collector_link(struct collector *c)
{
    static const struct trm_link_ops ops = {.can_accept = always, .put = collect};
    return (struct trm_link){&ops, c};
}

void collector_free(struct collector *c)
{
    free(c->bytes);
    memset(c, 0, sizeof *c);
}

/* ---- the driver's port ---- */

static enum rvt_status from_model(int status)
{
    return status == TRM_OK ? RVT_OK : RVT_ERR_BUS;
}

static enum rvt_status io_read32(const struct rvt_io *io, uint64_t addr, uint32_t *val)
{
    return from_model(trm_encoder_reg_read(io->ctx, (uint32_t)addr, 4, val));
}

static enum rvt_status io_write32(const struct rvt_io *io, uint64_t addr, uint32_t val)
{
    struct trm_encoder *model = io->ctx;
    enum rvt_status status = from_model(trm_encoder_reg_write(model, (uint32_t)addr, 4, val));
    trm_encoder_tick(model);
    return status;
}

static enum rvt_status io_relax(const struct rvt_io *io)
{
    trm_encoder_tick(io->ctx);
    return RVT_OK;
}

/* ---- bench ---- */

static int make(struct encoder_bench *b, const char *verb, const struct htr_settings *te)
{
    static const struct rvt_io_ops ops = {
        .read32 = io_read32, .write32 = io_write32, .relax = io_relax};
    if (b->model == NULL) {
        return tool_fail(verb, NULL, "not enough memory");
    }
    struct trm_encoder_cfg cfg;
    hts_model_of(te, &cfg);
    if (trm_encoder_init(b->model, &cfg) != TRM_OK) {
        return tool_fail(verb, NULL,
                         "no encoder can have these parameters: %s; see hartrace help params",
                         trm_encoder_cfg_check(&cfg));
    }
    trm_encoder_connect(b->model, collector_link(&b->out));
    b->io = (struct rvt_io){&ops, b->model, POLL_LIMIT};
    enum rvt_status s = rvt_encoder_init(&b->driver, &b->io, 0);
    if (s != RVT_OK) {
        return tool_fail(verb, NULL, "the encoder cannot be opened: %s", rvt_strerror(s));
    }
    return 0;
}

static int start(struct encoder_bench *b, const char *verb, const struct htr_settings *te)
{
    int status = htt_encoder_program(&b->driver, tool_host(verb), te);
    if (status != 0) {
        return status;
    }
    enum rvt_status s = rvt_encoder_enable(&b->driver);
    if (s == RVT_OK) {
        s = rvt_encoder_start(&b->driver);
    }
    return s == RVT_OK ? 0
                       : tool_fail(verb, NULL, "the encoder does not start: %s", rvt_strerror(s));
}

int encoder_bench_open_bare(struct encoder_bench *b, const char *verb,
                            const struct htr_settings *te)
{
    memset(b, 0, sizeof *b);
    b->model = malloc(sizeof *b->model);
    int status = make(b, verb, te);
    if (status != 0) {
        encoder_bench_close(b);
    }
    return status;
}

int encoder_bench_open(struct encoder_bench *b, const char *verb, const struct htr_settings *te)
{
    int status = encoder_bench_open_bare(b, verb, te);
    if (status != 0) {
        return status;
    }
    status = start(b, verb, te);
    if (status != 0) {
        encoder_bench_close(b);
    }
    return status;
}

int encoder_bench_finish(struct encoder_bench *b, const char *verb)
{
    if (b->driver.c.state == RVT_STATE_UNKNOWN) { /* a replay: it has stopped the encoder itself */
        for (unsigned i = 0; i < POLL_LIMIT && !trm_encoder_empty(b->model); i++) {
            trm_encoder_tick(b->model);
        }
        return 0;
    }
    enum rvt_status s = rvt_encoder_stop(&b->driver);
    if (s == RVT_OK) {
        s = rvt_encoder_disable(&b->driver);
    }
    if (s != RVT_OK) {
        return tool_fail(verb, NULL, "the encoder does not stop: %s", rvt_strerror(s));
    }
    return b->out.failed ? tool_fail(verb, NULL, "the trace does not fit in memory") : 0;
}

void encoder_bench_close(struct encoder_bench *b)
{
    free(b->model);
    b->model = NULL;
    collector_free(&b->out);
}
