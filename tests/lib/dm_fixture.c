/* SPDX-License-Identifier: Apache-2.0 */
#include "dm_fixture.h"

#include <string.h>

static enum sim_dm_hart_state state(void *ctx)
{
    return ((struct dmf_hart *)ctx)->state;
}

static void halt(void *ctx, enum sim_dm_halt why)
{
    struct dmf_hart *h = ctx;

    h->misuse += why == SIM_DM_HALT_NOT;
    if (h->state != SIM_DM_HALTED) {
        h->halt_request = true;
    }
}

static void cancel_halt(void *ctx)
{
    struct dmf_hart *h = ctx;

    h->halt_request = false;
    h->cancels++;
}

static void resume(void *ctx)
{
    struct dmf_hart *h = ctx;

    h->misuse += h->state != SIM_DM_HALTED;
    h->state = SIM_DM_RUNNING;
    h->resumes++;
}

static void reset(void *ctx, bool hold, enum sim_dm_halt why)
{
    struct dmf_hart *h = ctx;

    if (hold) {
        h->state = SIM_DM_UNAVAILABLE;
        h->halt_request = false;
        h->resets++;
    } else {
        h->state = why != SIM_DM_HALT_NOT ? SIM_DM_HALTED : SIM_DM_RUNNING;
    }
}

static uint32_t resets(void *ctx)
{
    return ((struct dmf_hart *)ctx)->resets;
}

static enum sim_dm_cmderr reg_read(void *ctx, unsigned regno, uint64_t *value)
{
    struct dmf_hart *h = ctx;

    h->misuse += h->state != SIM_DM_HALTED;
    if (regno >= 0x1000 && regno < 0x1020) {
        *value = h->gpr[regno - 0x1000];
    } else if (regno == DMF_CSR) {
        *value = h->csr;
    } else {
        return SIM_DM_CMD_EXCEPTION;
    }
    return SIM_DM_CMD_OK;
}

static enum sim_dm_cmderr reg_write(void *ctx, unsigned regno, uint64_t value)
{
    struct dmf_hart *h = ctx;

    h->misuse += h->state != SIM_DM_HALTED;
    if (regno >= 0x1000 && regno < 0x1020) {
        h->gpr[regno - 0x1000] = value;
    } else if (regno == DMF_CSR) {
        h->csr = value;
    } else {
        return SIM_DM_CMD_EXCEPTION;
    }
    return SIM_DM_CMD_OK;
}

/* The hart's memory: address 8 * i is x[i], so that it differs from the bus. */
static enum sim_dm_cmderr mem_read(void *ctx, uint64_t addr, unsigned size, uint64_t *value)
{
    struct dmf_hart *h = ctx;

    h->misuse += h->state != SIM_DM_HALTED;
    if (addr % size != 0 || addr >= sizeof h->gpr) {
        return SIM_DM_CMD_BUS;
    }
    *value = 0;
    memcpy(value, (const uint8_t *)h->gpr + addr, size);
    return SIM_DM_CMD_OK;
}

static enum sim_dm_cmderr mem_write(void *ctx, uint64_t addr, unsigned size, uint64_t value)
{
    struct dmf_hart *h = ctx;

    h->misuse += h->state != SIM_DM_HALTED;
    if (addr % size != 0 || addr >= sizeof h->gpr) {
        return SIM_DM_CMD_BUS;
    }
    memcpy((uint8_t *)h->gpr + addr, &value, size);
    return SIM_DM_CMD_OK;
}

static enum sim_dm_cmderr exec(void *ctx, const uint32_t *program, unsigned n)
{
    struct dmf_hart *h = ctx;

    h->misuse += h->state != SIM_DM_HALTED;
    memcpy(h->program, program, n * sizeof *program);
    h->words = n;
    h->execs++;
    return program[0] == DMF_ILLEGAL ? SIM_DM_CMD_EXCEPTION : SIM_DM_CMD_OK;
}

static const struct sim_dm_hart_ops hart_ops = {
    .state = state,
    .halt = halt,
    .cancel_halt = cancel_halt,
    .resume = resume,
    .reset = reset,
    .resets = resets,
    .reg_read = reg_read,
    .reg_write = reg_write,
    .mem_read = mem_read,
    .mem_write = mem_write,
    .exec = exec,
};

static bool odd(uint64_t addr, unsigned size)
{
    return (size != 1 && size != 2 && size != 4 && size != 8) || addr % size != 0;
}

static enum sim_dm_sberror bus_read(void *ctx, uint64_t addr, unsigned size, uint64_t *value)
{
    struct dmf *f = ctx;

    f->misuse += odd(addr, size);
    f->reads++;
    if (addr - DMF_MEMORY >= DMF_BYTES) {
        return SIM_DM_SB_ADDRESS;
    }
    *value = 0;
    memcpy(value, f->memory + (addr - DMF_MEMORY), size);
    return SIM_DM_SB_OK;
}

static enum sim_dm_sberror bus_write(void *ctx, uint64_t addr, unsigned size, uint64_t value)
{
    struct dmf *f = ctx;

    f->misuse += odd(addr, size) || (size < 8 && value >> (8 * size) != 0);
    f->writes++;
    if (addr - DMF_MEMORY >= DMF_BYTES) {
        return SIM_DM_SB_ADDRESS;
    }
    memcpy(f->memory + (addr - DMF_MEMORY), &value, size);
    return SIM_DM_SB_OK;
}

static void bus_reset(void *ctx, bool hold)
{
    struct dmf *f = ctx;

    f->misuse += f->in_reset == hold;
    f->in_reset = hold;
}

static const struct sim_dm_bus_ops bus_ops = {bus_read, bus_write, bus_reset};

void dmf_cfg(struct dmf *f)
{
    memset(f, 0, sizeof *f);
    sim_dm_cfg_init(&f->cfg);
}

bool dmf_init(struct dmf *f, unsigned nharts, uint8_t xlen)
{
    struct sim_dm_hart h[SIM_DM_MAX_HARTS];

    for (unsigned i = 0; i < nharts && i < SIM_DM_MAX_HARTS; i++) {
        h[i].ops = &hart_ops;
        h[i].ctx = &f->hart[i % DMF_HARTS];
        h[i].xlen = xlen;
        f->hart[i % DMF_HARTS].resets = 1;
    }
    return sim_dm_init(&f->dm, &f->cfg, h, nharts, &bus_ops, f);
}

void dmf_start(struct dmf *f)
{
    dmf_cfg(f);
    (void)dmf_init(f, DMF_HARTS, 64);
    dmf_write(f, SIM_DM_DMCONTROL, DMF_DMACTIVE);
}

void dmf_run(struct dmf *f)
{
    for (unsigned i = 0; i < DMF_HARTS; i++) {
        struct dmf_hart *h = &f->hart[i];

        if (h->halt_request && h->state == SIM_DM_RUNNING) {
            h->state = SIM_DM_HALTED;
            h->halt_request = false;
        }
    }
    sim_dm_watch(&f->dm);
}

uint32_t dmf_read(struct dmf *f, uint32_t addr)
{
    return sim_dm_read(&f->dm, addr);
}

void dmf_write(struct dmf *f, uint32_t addr, uint32_t value)
{
    sim_dm_write(&f->dm, addr, value);
}

void dmf_control(struct dmf *f, unsigned i, uint32_t bits)
{
    dmf_write(f, SIM_DM_DMCONTROL,
              bits | (i & 0x3ff) << 16 | (i >> 10 & 0x3ff) << 6 | DMF_DMACTIVE);
}

void dmf_halt(struct dmf *f, unsigned i)
{
    dmf_control(f, i, DMF_HALTREQ);
    dmf_run(f);
    dmf_control(f, i, 0);
}

unsigned dmf_command(struct dmf *f, uint32_t command)
{
    dmf_write(f, SIM_DM_COMMAND, command);
    unsigned err = dmf_read(f, SIM_DM_ABSTRACTCS) >> 8 & 7;
    dmf_write(f, SIM_DM_ABSTRACTCS, 7 << 8);
    return err;
}
