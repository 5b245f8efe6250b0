/* SPDX-License-Identifier: Apache-2.0 */
/* A 16550 as far as polled output needs it. */
#include "platform/devices.h"

#include <string.h>

enum {
    RBR_THR_DLL = 0,
    IER_DLM = 1,
    IIR_FCR = 2,
    LCR = 3,
    MCR = 4,
    LSR = 5,
    MSR = 6,
    SCR = 7,
    LCR_DLAB = 0x80,
    LSR_READY = 0x60, /* transmitter empty, holding register empty */
    IIR_NONE = 0x01,
    MSR_CONNECTED = 0xb0,
    UART_SIZE = 0x100,
};

static int uart_read(void *ctx, uint64_t offset, unsigned size, uint64_t *value)
{
    const struct sim_uart *u = ctx;
    const bool dlab = (u->lcr & LCR_DLAB) != 0;

    if (size != 1) {
        return SIM_BUS_ERR_FAULT;
    }
    switch (offset) {
    case RBR_THR_DLL:
        *value = dlab ? u->divisor[0] : 0;
        break;
    case IER_DLM:
        *value = dlab ? u->divisor[1] : u->ier;
        break;
    case IIR_FCR:
        *value = IIR_NONE;
        break;
    case LCR:
        *value = u->lcr;
        break;
    case MCR:
        *value = u->mcr;
        break;
    case LSR:
        *value = LSR_READY;
        break;
    case MSR:
        *value = MSR_CONNECTED;
        break;
    case SCR:
        *value = u->scr;
        break;
    default:
        *value = 0;
        break;
    }
    return SIM_BUS_OK;
}

static int uart_write(void *ctx, uint64_t offset, unsigned size, uint64_t value)
{
    struct sim_uart *u = ctx;
    const bool dlab = (u->lcr & LCR_DLAB) != 0;
    const uint8_t byte = (uint8_t)value;

    if (size != 1) {
        return SIM_BUS_ERR_FAULT;
    }
    switch (offset) {
    case RBR_THR_DLL:
        if (dlab) {
            u->divisor[0] = byte;
        } else if (u->hook.fn != NULL) {
            u->hook.fn(u->hook.ctx, byte);
        }
        break;
    case IER_DLM:
        if (dlab) {
            u->divisor[1] = byte;
        } else {
            u->ier = byte & 15;
        }
        break;
    case LCR:
        u->lcr = byte;
        break;
    case MCR:
        u->mcr = byte & 31;
        break;
    case SCR:
        u->scr = byte;
        break;
    default:
        break;
    }
    return SIM_BUS_OK;
}

int sim_uart_map(struct sim_uart *uart, struct sim_bus *bus, struct sim_uart_hook hook)
{
    static const struct sim_device_ops ops = {uart_read, uart_write};

    memset(uart, 0, sizeof *uart);
    uart->hook = hook;
    return sim_bus_map_device(bus, SIM_UART_BASE, UART_SIZE, &ops, uart);
}
