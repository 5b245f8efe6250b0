/* SPDX-License-Identifier: Apache-2.0 */
/* dtmcs and dmi (RISC-V Debug 1.0, "DTM Control and Status", "Debug Module Interface Access"). */
#include "sim/sim_dtm.h"

enum {
    DTMCS_VERSION = 1, /* 0.13 and 1.0 */
    DTMCS_ABITS_SHIFT = 4,
    DTMCS_DMISTAT_SHIFT = 10,
    DTMCS_IDLE_SHIFT = 12,
    DTMCS_DMIRESET = 1 << 16,
    DTMCS_DTMHARDRESET = 1 << 17,
    DTMCS_ERRINFO_SHIFT = 18,
    ERRINFO_DEVICE = 3,
    ERRINFO_NONE = 4,
    OP_READ = 1,
    OP_WRITE = 2,
    OP_FAILED = 2,
    OP_BUSY = 3,
    DMI_DATA_SHIFT = 2,
    DMI_ADDR_SHIFT = 34,
};

void sim_dtm_cfg_init(struct sim_dtm_cfg *cfg)
{
    const struct sim_dtm_cfg defaults = {.v1 = true, .abits = 7};

    *cfg = defaults;
}

void sim_dtm_init(struct sim_dtm *d, const struct sim_dtm_cfg *cfg, const struct sim_dmi_ops *ops,
                  void *ctx)
{
    d->cfg = *cfg;
    if (d->cfg.abits < 7) {
        d->cfg.abits = 7;
    }
    if (d->cfg.abits > 30) {
        d->cfg.abits = 30;
    }
    d->cfg.idle &= 7;
    d->ops = ops;
    d->ctx = ctx;
    sim_dtm_reset(d);
}

void sim_dtm_reset(struct sim_dtm *d)
{
    d->dmi = 0;
    d->sticky = 0;
    d->errinfo = ERRINFO_NONE;
    d->in_flight = false;
    d->wait = 0;
}

unsigned sim_dtm_width(const struct sim_dtm *d, unsigned ir)
{
    if (ir == SIM_DTM_IR_DTMCS) {
        return 32;
    }
    return ir == SIM_DTM_IR_DMI ? (unsigned)DMI_ADDR_SHIFT + d->cfg.abits : 0;
}

static void set_sticky(struct sim_dtm *d, unsigned op, unsigned errinfo)
{
    if (d->sticky != 0) {
        return;
    }
    d->sticky = op;
    d->errinfo = errinfo;
}

/* Perform the access that waits. */
static void perform(struct sim_dtm *d)
{
    const uint32_t addr = (uint32_t)(d->dmi >> DMI_ADDR_SHIFT);
    uint32_t data = (uint32_t)(d->dmi >> DMI_DATA_SHIFT);
    const bool read = (d->dmi & 3) == OP_READ;
    const bool good = read ? d->ops->read(d->ctx, addr, &data) : d->ops->write(d->ctx, addr, data);

    d->in_flight = false;
    if (!good) {
        set_sticky(d, OP_FAILED, ERRINFO_DEVICE);
    }
    d->dmi = (uint64_t)addr << DMI_ADDR_SHIFT | (uint64_t)data << DMI_DATA_SHIFT;
}

void sim_dtm_clock(struct sim_dtm *d)
{
    d->ops->clock(d->ctx);
    if (d->in_flight && d->wait-- == 0) {
        perform(d);
    }
}

static uint32_t dtmcs(const struct sim_dtm *d)
{
    return DTMCS_VERSION | (uint32_t)d->cfg.abits << DTMCS_ABITS_SHIFT |
           d->sticky << DTMCS_DMISTAT_SHIFT | (uint32_t)d->cfg.idle << DTMCS_IDLE_SHIFT |
           (d->cfg.v1 ? d->errinfo << DTMCS_ERRINFO_SHIFT : 0);
}

uint64_t sim_dtm_capture(struct sim_dtm *d, unsigned ir)
{
    if (ir == SIM_DTM_IR_DTMCS) {
        return dtmcs(d);
    }
    if (d->in_flight) {
        set_sticky(d, OP_BUSY, ERRINFO_NONE);
    }
    return (d->dmi & ~UINT64_C(3)) | d->sticky;
}

static void update_dtmcs(struct sim_dtm *d, uint32_t value)
{
    if ((value & DTMCS_DTMHARDRESET) != 0) {
        sim_dtm_reset(d);
    } else if ((value & DTMCS_DMIRESET) != 0) {
        d->sticky = 0;
        d->errinfo = ERRINFO_NONE;
    }
}

void sim_dtm_update(struct sim_dtm *d, unsigned ir, uint64_t value)
{
    const unsigned op = value & 3;

    if (ir == SIM_DTM_IR_DTMCS) {
        update_dtmcs(d, (uint32_t)value);
        return;
    }
    /* A nop, or the reserved operation: never any effect on busy or error. */
    if (d->sticky != 0 || (op != OP_READ && op != OP_WRITE)) {
        return;
    }
    if (d->in_flight) {
        set_sticky(d, OP_BUSY, ERRINFO_NONE);
        return;
    }
    d->dmi = value & ((UINT64_C(1) << (DMI_ADDR_SHIFT + d->cfg.abits)) - 1);
    d->in_flight = true;
    d->wait = d->cfg.latency;
    if (d->cfg.latency == 0) {
        perform(d);
    } else {
        d->wait--;
    }
}
