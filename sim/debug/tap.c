/* SPDX-License-Identifier: Apache-2.0 */
/* The TAP controller. */
#include "sim/sim_tap.h"

#include <stddef.h>

/* IEEE 1149.1, "TAP controller state diagram": the next state for TMS = 0 and TMS = 1. */
static const uint8_t next_state[16][2] = {
    [SIM_TAP_TEST_LOGIC_RESET] = {SIM_TAP_RUN_TEST_IDLE, SIM_TAP_TEST_LOGIC_RESET},
    [SIM_TAP_RUN_TEST_IDLE] = {SIM_TAP_RUN_TEST_IDLE, SIM_TAP_SELECT_DR},
    [SIM_TAP_SELECT_DR] = {SIM_TAP_CAPTURE_DR, SIM_TAP_SELECT_IR},
    [SIM_TAP_CAPTURE_DR] = {SIM_TAP_SHIFT_DR, SIM_TAP_EXIT1_DR},
    [SIM_TAP_SHIFT_DR] = {SIM_TAP_SHIFT_DR, SIM_TAP_EXIT1_DR},
    [SIM_TAP_EXIT1_DR] = {SIM_TAP_PAUSE_DR, SIM_TAP_UPDATE_DR},
    [SIM_TAP_PAUSE_DR] = {SIM_TAP_PAUSE_DR, SIM_TAP_EXIT2_DR},
    [SIM_TAP_EXIT2_DR] = {SIM_TAP_SHIFT_DR, SIM_TAP_UPDATE_DR},
    [SIM_TAP_UPDATE_DR] = {SIM_TAP_RUN_TEST_IDLE, SIM_TAP_SELECT_DR},
    [SIM_TAP_SELECT_IR] = {SIM_TAP_CAPTURE_IR, SIM_TAP_TEST_LOGIC_RESET},
    [SIM_TAP_CAPTURE_IR] = {SIM_TAP_SHIFT_IR, SIM_TAP_EXIT1_IR},
    [SIM_TAP_SHIFT_IR] = {SIM_TAP_SHIFT_IR, SIM_TAP_EXIT1_IR},
    [SIM_TAP_EXIT1_IR] = {SIM_TAP_PAUSE_IR, SIM_TAP_UPDATE_IR},
    [SIM_TAP_PAUSE_IR] = {SIM_TAP_PAUSE_IR, SIM_TAP_EXIT2_IR},
    [SIM_TAP_EXIT2_IR] = {SIM_TAP_SHIFT_IR, SIM_TAP_UPDATE_IR},
    [SIM_TAP_UPDATE_IR] = {SIM_TAP_RUN_TEST_IDLE, SIM_TAP_SELECT_DR},
};

static void enter_reset(struct sim_tap *t)
{
    t->state = SIM_TAP_TEST_LOGIC_RESET;
    t->ir = SIM_TAP_IR_IDCODE;
    t->ops->reset(t->ctx);
}

void sim_tap_init(struct sim_tap *t, uint32_t idcode, const struct sim_tap_ops *ops, void *ctx)
{
    const struct sim_tap zero = {0};

    *t = zero;
    t->ops = ops;
    t->ctx = ctx;
    t->idcode = idcode | 1;
    t->bits = 1;
    enter_reset(t);
}

void sim_tap_trst(struct sim_tap *t)
{
    enter_reset(t);
}

bool sim_tap_tdo(const struct sim_tap *t)
{
    return t->tdo;
}

/* Width of the register that the operations implement, or 0. */
static unsigned foreign_width(const struct sim_tap *t)
{
    const unsigned bits =
        t->ir == SIM_TAP_IR_IDCODE || t->ir == SIM_TAP_IR_BYPASS ? 0 : t->ops->width(t->ctx, t->ir);

    return bits <= SIM_TAP_MAX_DR_BITS ? bits : 0;
}

static void capture_dr(struct sim_tap *t)
{
    const unsigned bits = foreign_width(t);

    t->bits = bits != 0 ? bits : t->ir == SIM_TAP_IR_IDCODE ? 32 : 1;
    t->shift = bits != 0                    ? t->ops->capture(t->ctx, t->ir)
               : t->ir == SIM_TAP_IR_IDCODE ? t->idcode
                                            : 0;
}

static void shift_in(struct sim_tap *t, bool tdi)
{
    t->shift = t->shift >> 1 | (uint64_t)tdi << (t->bits - 1);
}

static void rising(struct sim_tap *t, bool tms, bool tdi)
{
    t->ops->clock(t->ctx);
    switch (t->state) {
    case SIM_TAP_CAPTURE_DR:
        capture_dr(t);
        break;
    case SIM_TAP_CAPTURE_IR:
        t->bits = SIM_TAP_IR_BITS;
        t->shift = 1; /* the two low bits are 01 */
        break;
    case SIM_TAP_SHIFT_DR:
    case SIM_TAP_SHIFT_IR:
        shift_in(t, tdi);
        break;
    default:
        break;
    }
    t->state = (enum sim_tap_state)next_state[t->state][tms];
    if (t->state == SIM_TAP_TEST_LOGIC_RESET) {
        enter_reset(t);
    }
}

static void falling(struct sim_tap *t)
{
    switch (t->state) {
    case SIM_TAP_SHIFT_DR:
    case SIM_TAP_SHIFT_IR:
        t->tdo = (t->shift & 1) != 0;
        break;
    case SIM_TAP_UPDATE_IR:
        t->ir = t->shift & ((1u << SIM_TAP_IR_BITS) - 1);
        break;
    case SIM_TAP_UPDATE_DR:
        if (foreign_width(t) != 0) {
            t->ops->update(t->ctx, t->ir, t->shift);
        }
        break;
    default:
        break;
    }
}

void sim_tap_pins(struct sim_tap *t, bool tck, bool tms, bool tdi)
{
    if (tck && !t->tck) {
        rising(t, tms, tdi);
    } else if (!tck && t->tck) {
        falling(t);
    }
    t->tck = tck;
}
