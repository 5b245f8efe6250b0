/* SPDX-License-Identifier: Apache-2.0 */
/* Joins the parts: pins to TAP, TAP to DTM, DTM to debug module, debug module to harts and bus. */
#include "sim/sim_debug.h"

#include <stdio.h>
#include <string.h>

void sim_debug_cfg_init(struct sim_debug_cfg *cfg)
{
    memset(cfg, 0, sizeof *cfg);
    cfg->idcode = SIM_DEBUG_IDCODE;
    sim_dtm_cfg_init(&cfg->dtm);
    sim_dm_cfg_init(&cfg->dm);
}

/* ---- pins ---- */

static void drive_pins(void *ctx, bool tck, bool tms, bool tdi)
{
    struct sim_debug *d = ctx;

    sim_tap_pins(&d->tap, tck, tms, tdi);
}

static bool read_tdo(void *ctx)
{
    const struct sim_debug *d = ctx;

    return sim_tap_tdo(&d->tap);
}

static void drive_resets(void *ctx, bool trst, bool srst)
{
    struct sim_debug *d = ctx;

    if (trst) {
        sim_tap_trst(&d->tap);
    }
    sim_dm_system_reset(&d->dm, srst);
}

static const struct sim_bitbang_ops pin_ops = {drive_pins, read_tdo, drive_resets};

/* ---- TAP to DTM ---- */

static unsigned dr_width(void *ctx, unsigned ir)
{
    return sim_dtm_width(ctx, ir);
}

static uint64_t dr_capture(void *ctx, unsigned ir)
{
    return sim_dtm_capture(ctx, ir);
}

static void dr_update(void *ctx, unsigned ir, uint64_t value)
{
    sim_dtm_update(ctx, ir, value);
}

static void tap_clock(void *ctx)
{
    sim_dtm_clock(ctx);
}

static void tap_reset(void *ctx)
{
    sim_dtm_reset(ctx);
}

static const struct sim_tap_ops dr_ops = {dr_width, dr_capture, dr_update, tap_clock, tap_reset};

/* ---- DTM to debug module ---- */

static bool dmi_read(void *ctx, uint32_t addr, uint32_t *value)
{
    *value = sim_dm_read(ctx, addr);
    return true;
}

static bool dmi_write(void *ctx, uint32_t addr, uint32_t value)
{
    sim_dm_write(ctx, addr, value);
    return true;
}

static void dmi_clock(void *ctx)
{
    sim_dm_clock(ctx);
}

static const struct sim_dmi_ops dmi_ops = {dmi_read, dmi_write, dmi_clock};

/* ---- debug module to bus ---- */

static enum sim_dm_sberror sberror(int status)
{
    switch (status) {
    case SIM_BUS_OK:
        return SIM_DM_SB_OK;
    case SIM_BUS_ERR_FAULT:
        return SIM_DM_SB_ADDRESS;
    case SIM_BUS_ERR_MISALIGNED:
        return SIM_DM_SB_ALIGNMENT;
    default:
        return SIM_DM_SB_OTHER;
    }
}

static enum sim_dm_sberror bus_read(void *ctx, uint64_t addr, unsigned size, uint64_t *value)
{
    struct sim_debug *d = ctx;

    return sberror(sim_bus_read(sim_platform_bus(d->platform), addr, size, value));
}

static enum sim_dm_sberror bus_write(void *ctx, uint64_t addr, unsigned size, uint64_t value)
{
    struct sim_debug *d = ctx;

    return sberror(sim_bus_write(sim_platform_bus(d->platform), addr, size, value));
}

/* Interrupts go away. Memory and the trace components keep their contents: the trace domain
 * survives a reset of the harts, and can show it. */
static void bus_reset(void *ctx, bool hold)
{
    enum {
        MTIMECMP = 0x4000,
    };
    struct sim_debug *d = ctx;
    struct sim_bus *bus = sim_platform_bus(d->platform);

    for (unsigned i = 0; hold && i < d->nharts; i++) {
        if (sim_bus_write(bus, SIM_CLINT_BASE + 4 * i, 4, 0) != SIM_BUS_OK ||
            sim_bus_write(bus, SIM_CLINT_BASE + MTIMECMP + 8 * i, 8, UINT64_MAX) != SIM_BUS_OK) {
            return; /* this hart has no CLINT, and no interrupt from one */
        }
    }
}

static const struct sim_dm_bus_ops bus_ops = {bus_read, bus_write, bus_reset};

/* ---- all of it ---- */

static int refuse(struct sim_message *msg, const char *text)
{
    if (msg != NULL) {
        snprintf(msg->text, sizeof msg->text, "%s", text);
    }
    return SIM_BITBANG_ERR_ARG;
}

enum sim_bitbang_status sim_debug_open(struct sim_debug *d, const struct sim_debug_cfg *cfg,
                                       struct sim_platform *p, struct sim_message *msg)
{
    struct sim_dm_hart harts[SIM_MAX_HARTS];

    memset(d, 0, sizeof *d);
    d->server.listener = -1;
    d->server.client = -1;
    d->platform = p;
    d->nharts = sim_platform_hart_count(p);
    for (unsigned i = 0; i < d->nharts; i++) {
        struct sim_hart *h = sim_platform_hart_n(p, i);

        d->hart[i] = (struct sim_debug_hart){.hart = h, .reset_pc = sim_hart_pc(h)};
        harts[i].ops = &sim_debug_hart_ops;
        harts[i].ctx = &d->hart[i];
        harts[i].xlen = sim_hart_config(h)->xlen;
    }
    if (!sim_dm_init(&d->dm, &cfg->dm, harts, d->nharts, &bus_ops, d)) {
        return refuse(msg, "the configuration of the debug module is out of range");
    }
    sim_dtm_init(&d->dtm, &cfg->dtm, &dmi_ops, &d->dm);
    sim_tap_init(&d->tap, cfg->idcode, &dr_ops, &d->dtm);
    if (cfg->where == NULL) {
        return SIM_BITBANG_OK;
    }
    const int status = sim_bitbang_server_open(&d->server, cfg->where, &pin_ops, d, msg);
    d->server.idle_ms = cfg->idle_ms;
    return status;
}

void sim_debug_close(struct sim_debug *d)
{
    sim_bitbang_server_close(&d->server);
}

unsigned sim_debug_poll(struct sim_debug *d, unsigned wait_ms)
{
    const unsigned events = sim_bitbang_server_poll(&d->server, wait_ms);

    sim_dm_watch(&d->dm);
    return events;
}

void sim_debug_halt_all(struct sim_debug *d)
{
    for (unsigned i = 0; i < d->nharts; i++) {
        sim_hart_halt_now(d->hart[i].hart, SIM_DEBUG_HALTREQ);
    }
}

static bool quiet(const struct sim_debug_hart *h)
{
    return h->in_reset || sim_hart_halted(h->hart) ||
           (sim_hart_sleeping(h->hart) && !sim_hart_wakes_on(h->hart, SIM_IRQ_MTI));
}

bool sim_debug_quiet(const struct sim_debug *d)
{
    for (unsigned i = 0; i < d->nharts; i++) {
        if (!quiet(&d->hart[i])) {
            return false;
        }
    }
    return true;
}
