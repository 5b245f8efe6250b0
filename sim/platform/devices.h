/* SPDX-License-Identifier: Apache-2.0 */
/* The small devices: CLINT, UART, test finisher. Each is a struct of the caller and a function that
 * maps it. */
#ifndef SIM_DEVICES_H
#define SIM_DEVICES_H

#include "sim/sim_platform.h"

/* SiFive CLINT for one hart: msip at 0x0000, mtimecmp at 0x4000, mtime at 0xBFF8; accesses of 4 and
 * 8 bytes. */
struct sim_clint {
    struct sim_hart *hart;
    uint64_t mtimecmp; /* all ones after reset: QEMU raises nothing before the first write either */
    uint64_t next;     /* cycle at which MTIP may change */
};

int sim_clint_map(struct sim_clint *clint, struct sim_bus *bus, struct sim_hart *hart);

/* Set MTIP from the present time, and compute `next`. */
void sim_clint_update(struct sim_clint *clint);

/* 16550 with an empty receiver and a transmitter that is always ready. Bytes go to the hook. */
struct sim_uart {
    struct sim_uart_hook hook;
    uint8_t ier, lcr, mcr, scr, divisor[2];
};

int sim_uart_map(struct sim_uart *uart, struct sim_bus *bus, struct sim_uart_hook hook);

/* SiFive test device: 0x5555 = pass, (code << 16) | 0x3333 = fail with code. Ends the run. */
struct sim_finisher {
    struct sim_hart *hart;
    bool done;
    uint32_t code;
};

int sim_finisher_map(struct sim_finisher *f, struct sim_bus *bus, struct sim_hart *hart);

#endif
