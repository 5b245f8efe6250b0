/* SPDX-License-Identifier: Apache-2.0 */
/* The small devices: CLINT, UART, test finisher. Each is a struct of the caller and a function that
 * maps it. */
#ifndef SIM_DEVICES_H
#define SIM_DEVICES_H

#include "sim/sim_platform.h"

enum {
    SIM_CLINT_HARTS = 4095, /* the largest hart id and 1 */
};

/* SiFive CLINT: msip of hart n at 4 * n, mtimecmp at 0x4000 + 8 * n, n its mhartid; mtime at
 * 0xBFF8; accesses of 4 and 8 bytes. Registers of no hart read 0. */
struct sim_clint {
    unsigned harts;
    struct sim_hart *hart[SIM_MAX_HARTS];
    uint64_t mtimecmp[SIM_MAX_HARTS]; /* all ones after reset: QEMU raises nothing before the first
                                         write either */
    uint64_t next;                    /* cycle at which an MTIP may change */
};

void sim_clint_init(struct sim_clint *clint);
void sim_clint_add(struct sim_clint *clint, struct sim_hart *hart);
int sim_clint_map(struct sim_clint *clint, struct sim_bus *bus);

/* Set MTIP of all harts from the present time, and compute `next`. */
void sim_clint_update(struct sim_clint *clint);

/* 16550 with an empty receiver and a transmitter that is always ready. Bytes go to the hook. */
struct sim_uart {
    struct sim_uart_hook hook;
    uint8_t ier, lcr, mcr, scr, divisor[2];
};

int sim_uart_map(struct sim_uart *uart, struct sim_bus *bus, struct sim_uart_hook hook);

/* SiFive test device: 0x5555 = pass, (code << 16) | 0x3333 = fail with code. Ends the run. */
struct sim_finisher {
    struct sim_platform *platform;
    bool done;
    uint32_t code;
};

int sim_finisher_map(struct sim_finisher *f, struct sim_bus *bus, struct sim_platform *platform);

#endif
