/* SPDX-License-Identifier: Apache-2.0 */
/* Traces some work of this core and sends the trace: 2 bytes of length, low byte first, the bytes
 * that the RAM sink has. Register offsets and bits are those of the generated headers. */
#include <stdint.h>

#include "encoder_regs.h"
#include "ramsink_regs.h"

enum {
    ENCODER = 0x40000000,
    SINK = 0x40001000,
    LINE = (int)0x80000000
};

static volatile uint32_t *reg(uint32_t base, uint32_t offset)
{
    return (volatile uint32_t *)(uintptr_t)(base + offset); /* a register of this example's map */
}

static void send(uint32_t byte)
{
    while (*reg((uint32_t)LINE, 0) != 0) {
    }
    *reg((uint32_t)LINE, 0) = byte & 0xff;
}

static uint32_t numbers[12];

static uint32_t twice(uint32_t x)
{
    return x << 1;
}

static uint32_t half(uint32_t x)
{
    return x >> 1;
}

static uint32_t (*const functions[2])(uint32_t) = {twice, half};

static uint32_t fib(uint32_t n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void sort(uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        for (uint32_t k = i; k > 0 && numbers[k - 1] > numbers[k]; k--) {
            uint32_t x = numbers[k];
            numbers[k] = numbers[k - 1];
            numbers[k - 1] = x;
        }
    }
}

__attribute__((noinline)) uint32_t work(void)
{
    uint32_t x = 0x1234567;
    for (uint32_t i = 0; i < 12; i++) {
        x = x * 33 + functions[i & 1](i);
        numbers[i] = x >> 8;
    }
    sort(12);
    return fib(7) + numbers[0];
}

int main(void)
{
    *reg(SINK, TR_RAM_CONTROL_OFFSET) = TR_RAM_ACTIVE_MASK;
    *reg(SINK, TR_RAM_START_LOW_OFFSET) = 0;
    *reg(SINK, TR_RAM_LIMIT_LOW_OFFSET) = 0x7fc;
    *reg(SINK, TR_RAM_WP_LOW_OFFSET) = 0;
    *reg(SINK, TR_RAM_CONTROL_OFFSET) = TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK;
    uint32_t on = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_STALL_ENA_MASK |
                  TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT;
    *reg(ENCODER, TR_TE_CONTROL_OFFSET) = TR_TE_ACTIVE_MASK;
    *reg(ENCODER, TR_TE_INST_FEATURES_OFFSET) = 0;
    *reg(ENCODER, TR_TE_CONTROL_OFFSET) = on;
    *reg(ENCODER, TR_TE_CONTROL_OFFSET) = on | TR_TE_INST_TRACING_MASK;
    uint32_t result = work();
    *reg(ENCODER, TR_TE_CONTROL_OFFSET) = on;
    *reg(ENCODER, TR_TE_CONTROL_OFFSET) = on & ~TR_TE_ENABLE_MASK;
    while ((*reg(ENCODER, TR_TE_CONTROL_OFFSET) & TR_TE_EMPTY_MASK) == 0) {
    }
    *reg(SINK, TR_RAM_CONTROL_OFFSET) = TR_RAM_ACTIVE_MASK;
    while ((*reg(SINK, TR_RAM_CONTROL_OFFSET) & TR_RAM_EMPTY_MASK) == 0) {
    }
    uint32_t n = *reg(SINK, TR_RAM_WP_LOW_OFFSET);
    send(n);
    send(n >> 8);
    *reg(SINK, TR_RAM_RP_LOW_OFFSET) = 0;
    for (uint32_t at = 0; at < n; at += 4) {
        uint32_t word = *reg(SINK, TR_RAM_DATA_OFFSET);
        for (uint32_t i = 0; i < 4; i++) {
            send(word >> (8 * i));
        }
    }
    while (*reg((uint32_t)LINE, 0) != 0) {
    }
    return (int)result;
}
