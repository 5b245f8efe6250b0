/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A JTAG test access port: the state machine of IEEE 1149.1 with an instruction register of 5 bits,
 * IDCODE and BYPASS. The operations implement all other data registers.
 *
 * Sources: IEEE 1149.1, "Test logic architecture" and "TAP controller"; RISC-V Debug 1.0, chapter
 * "JTAG DTM Registers" (IR width, codes, IDCODE after reset, unknown instructions select BYPASS).
 */
#ifndef SIM_TAP_H
#define SIM_TAP_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SIM_TAP_IR_BITS = 5,
    SIM_TAP_MAX_DR_BITS = 64,
    SIM_TAP_IR_IDCODE = 0x01,
    SIM_TAP_IR_BYPASS = 0x1f,
};

/* The 16 states of the controller. */
enum sim_tap_state {
    SIM_TAP_TEST_LOGIC_RESET,
    SIM_TAP_RUN_TEST_IDLE,
    SIM_TAP_SELECT_DR,
    SIM_TAP_CAPTURE_DR,
    SIM_TAP_SHIFT_DR,
    SIM_TAP_EXIT1_DR,
    SIM_TAP_PAUSE_DR,
    SIM_TAP_EXIT2_DR,
    SIM_TAP_UPDATE_DR,
    SIM_TAP_SELECT_IR,
    SIM_TAP_CAPTURE_IR,
    SIM_TAP_SHIFT_IR,
    SIM_TAP_EXIT1_IR,
    SIM_TAP_PAUSE_IR,
    SIM_TAP_EXIT2_IR,
    SIM_TAP_UPDATE_IR,
};

/* The data registers, selected by instruction. */
struct sim_tap_ops {
    /* Bits of the register that ir selects, 1..64; 0: there is none, and BYPASS is selected. */
    unsigned (*width)(void *ctx, unsigned ir);
    /* Capture-DR: the value to shift out. */
    uint64_t (*capture)(void *ctx, unsigned ir);
    /* Update-DR: the value that was shifted in. */
    void (*update)(void *ctx, unsigned ir, uint64_t value);
    /* One cycle of TCK has begun, in whatever state. */
    void (*clock)(void *ctx);
    /* The controller is in Test-Logic-Reset. */
    void (*reset)(void *ctx);
};

struct sim_tap {
    const struct sim_tap_ops *ops;
    void *ctx;
    uint32_t idcode;
    enum sim_tap_state state;
    bool tck, tdo;
    unsigned ir;    /* instruction in force */
    uint64_t shift; /* the register between TDI and TDO */
    unsigned bits;  /* its width */
};

/* After power-on: Test-Logic-Reset. Bit 0 of idcode must be 1. ops and ctx outlive the port. */
void sim_tap_init(struct sim_tap *t, uint32_t idcode, const struct sim_tap_ops *ops, void *ctx);

/* Drive the pins. A rising edge of TCK samples TMS and TDI, captures and shifts; a falling edge
 * moves TDO, updates, and loads the instruction. */
void sim_tap_pins(struct sim_tap *t, bool tck, bool tms, bool tdi);

/* The level of TDO. */
bool sim_tap_tdo(const struct sim_tap *t);

/* TRST: to Test-Logic-Reset, whatever the clock does. */
void sim_tap_trst(struct sim_tap *t);

#ifdef __cplusplus
}
#endif

#endif
