/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of the debug module, carried out on a hart of the platform. */
#include "sim/sim_debug.h"

enum {
    REGNO_GPR = 0x1000,
    REGNO_FPR = 0x1020,
};

static enum sim_dm_hart_state state(void *ctx)
{
    const struct sim_debug_hart *h = ctx;

    if (h->in_reset) {
        return SIM_DM_UNAVAILABLE;
    }
    return sim_hart_halted(h->hart) ? SIM_DM_HALTED : SIM_DM_RUNNING;
}

/* Between two cycles a hart can halt at once: also one that its trace holds back, and one asleep.
 */
static void halt(void *ctx, enum sim_dm_halt why)
{
    struct sim_debug_hart *h = ctx;

    sim_hart_halt_now(h->hart, (enum sim_debug_cause)why);
}

static void cancel_halt(void *ctx)
{
    struct sim_debug_hart *h = ctx;

    sim_hart_cancel_halt(h->hart);
}

static void resume(void *ctx)
{
    struct sim_debug_hart *h = ctx;

    sim_hart_resume(h->hart);
}

static void reset(void *ctx, bool hold, enum sim_dm_halt why)
{
    struct sim_debug_hart *h = ctx;

    sim_hart_hold_reset(h->hart, hold);
    if (hold) {
        sim_hart_set_pc(h->hart, h->reset_pc);
    }
    if (why != SIM_DM_HALT_NOT) {
        sim_hart_halt_now(h->hart, (enum sim_debug_cause)why);
    }
    h->in_reset = hold;
}

static uint32_t resets(void *ctx)
{
    const struct sim_debug_hart *h = ctx;

    return sim_hart_resets(h->hart);
}

/* There are no floating-point registers (misa.F is 0): like any register that is not there, an
 * exception (Debug 1.0, "Access Register"). */
static enum sim_dm_cmderr reg_read(void *ctx, unsigned regno, uint64_t *value)
{
    struct sim_debug_hart *h = ctx;

    if (regno >= REGNO_FPR) {
        return SIM_DM_CMD_EXCEPTION;
    }
    if (regno >= REGNO_GPR) {
        *value = sim_hart_reg(h->hart, regno - REGNO_GPR);
        return SIM_DM_CMD_OK;
    }
    return sim_hart_csr_read(h->hart, regno, value) == SIM_HART_OK ? SIM_DM_CMD_OK
                                                                   : SIM_DM_CMD_EXCEPTION;
}

static enum sim_dm_cmderr reg_write(void *ctx, unsigned regno, uint64_t value)
{
    struct sim_debug_hart *h = ctx;

    if (regno >= REGNO_FPR) {
        return SIM_DM_CMD_EXCEPTION;
    }
    if (regno >= REGNO_GPR) {
        sim_hart_set_reg(h->hart, regno - REGNO_GPR, value);
        return SIM_DM_CMD_OK;
    }
    return sim_hart_csr_write(h->hart, regno, value) == SIM_HART_OK ? SIM_DM_CMD_OK
                                                                    : SIM_DM_CMD_EXCEPTION;
}

static enum sim_dm_cmderr mem_read(void *ctx, uint64_t addr, unsigned size, uint64_t *value)
{
    struct sim_debug_hart *h = ctx;

    return sim_hart_load(h->hart, addr, size, value) == SIM_HART_OK ? SIM_DM_CMD_OK
                                                                    : SIM_DM_CMD_BUS;
}

static enum sim_dm_cmderr mem_write(void *ctx, uint64_t addr, unsigned size, uint64_t value)
{
    struct sim_debug_hart *h = ctx;

    return sim_hart_store(h->hart, addr, size, value) == SIM_HART_OK ? SIM_DM_CMD_OK
                                                                     : SIM_DM_CMD_BUS;
}

static enum sim_dm_cmderr exec(void *ctx, const uint32_t *program, unsigned n)
{
    struct sim_debug_hart *h = ctx;

    return sim_hart_debug_exec(h->hart, program, n) == SIM_HART_OK ? SIM_DM_CMD_OK
                                                                   : SIM_DM_CMD_EXCEPTION;
}

const struct sim_dm_hart_ops sim_debug_hart_ops = {
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
