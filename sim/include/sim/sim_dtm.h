/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The JTAG debug transport module: the registers dtmcs and dmi that a TAP selects, and the debug
 * module interface that they lead to.
 *
 * Source: RISC-V Debug 0.13.2 and 1.0, chapter "JTAG Debug Transport Module".
 */
#ifndef SIM_DTM_H
#define SIM_DTM_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SIM_DTM_IR_DTMCS = 0x10,
    SIM_DTM_IR_DMI = 0x11,
};

/* The debug module interface: 32-bit registers at word addresses of `abits` bits. Each returns
 * false when the access fails (dmi.op becomes 2); the module of the spec never does. */
struct sim_dmi_ops {
    bool (*read)(void *ctx, uint32_t addr, uint32_t *value);
    bool (*write)(void *ctx, uint32_t addr, uint32_t value);
    /* A cycle of TCK, the clock of the debug module. */
    void (*clock)(void *ctx);
};

struct sim_dtm_cfg {
    bool v1;          /* Debug 1.0: dtmcs.errinfo is there */
    uint8_t abits;    /* 7..30 */
    uint8_t idle;     /* hint in dtmcs.idle, 0..7 */
    uint32_t latency; /* cycles of TCK that an access takes */
};

/* Defaults: 1.0, 7 address bits, no idle cycles, no latency. */
void sim_dtm_cfg_init(struct sim_dtm_cfg *cfg);

struct sim_dtm {
    struct sim_dtm_cfg cfg;
    const struct sim_dmi_ops *ops;
    void *ctx;
    uint64_t dmi;    /* address, data and op of the last access */
    unsigned sticky; /* dmi.op: 0, 2 failed or 3 busy */
    unsigned errinfo;
    bool in_flight; /* an access waits for its latency */
    uint32_t wait;
};

/* ops and ctx outlive the module. abits and idle are cut to their ranges. */
void sim_dtm_init(struct sim_dtm *d, const struct sim_dtm_cfg *cfg, const struct sim_dmi_ops *ops,
                  void *ctx);

/* For a TAP (struct sim_tap_ops, taken apart so that neither knows the other): width of the
 * register that ir selects or 0, Capture-DR, Update-DR, a cycle of TCK, Test-Logic-Reset. A reset
 * forgets an access in flight and the sticky state. */
unsigned sim_dtm_width(const struct sim_dtm *d, unsigned ir);
uint64_t sim_dtm_capture(struct sim_dtm *d, unsigned ir);
void sim_dtm_update(struct sim_dtm *d, unsigned ir, uint64_t value);
void sim_dtm_clock(struct sim_dtm *d);
void sim_dtm_reset(struct sim_dtm *d);

#ifdef __cplusplus
}
#endif

#endif
