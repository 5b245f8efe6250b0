/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stores to the stimulus ports of the hart's encoder, in all sizes and from several functions; what
 * it sends goes out on the console too, one line "PORT BYTES DATA" per store, in hexadecimal. On an
 * encoder without the ports it ends with 1 after it has said so.
 */
#include "bsp.h"

enum {
    ENCODER = 0x3020000, /* of hart 0, on the platform of hartrace run */
    STIM_ID = 0xE00,
    STIM_CONTROL = 0xE08,
    STIM_MASK = 0xE0C,
    STIM_PORT = 0xE80,
    SENT = 1000,
    BURST = 64,
};

static struct {
    uint8_t port, bytes;
    uint32_t data;
} sent[SENT];
static unsigned n;

static uintptr_t port_of(unsigned port)
{
    return ENCODER + STIM_PORT + 4u * port;
}

static void put(unsigned port, unsigned bytes, uint32_t data)
{
    const uintptr_t at = port_of(port);

    if (bytes == 1) {
        *(volatile uint8_t *)at = (uint8_t)data;
    } else if (bytes == 2) {
        *(volatile uint16_t *)at = (uint16_t)data;
    } else {
        *(volatile uint32_t *)at = data;
    }
    sent[n].port = (uint8_t)port;
    sent[n].bytes = (uint8_t)bytes;
    sent[n++].data = bytes == 4 ? data : data & ((1u << 8 * bytes) - 1u);
}

/* Stores one after the other, faster than a narrow link takes their messages; all different. */
static void burst(uint32_t first)
{
    volatile uint32_t *const at = (volatile uint32_t *)port_of(2);

    for (uint32_t i = 0; i < BURST; i += 4) {
        at[0] = first + i;
        at[0] = first + i + 1;
        at[0] = first + i + 2;
        at[0] = first + i + 3;
    }
    for (uint32_t i = 0; i < BURST; i++) {
        sent[n].port = 2;
        sent[n].bytes = 4;
        sent[n++].data = first + i;
    }
}

static void text(unsigned port, const char *s)
{
    for (; *s != '\0'; s++) {
        put(port, 1, (uint8_t)*s);
    }
}

static uint32_t collatz(uint32_t x)
{
    uint32_t steps = 0;

    for (; x != 1; steps++) {
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        if (x > 300) {
            put(7, 2, x);
        }
    }
    return steps;
}

static void hex(uint32_t v)
{
    static const char digit[] = "0123456789abcdef";
    unsigned shift = 28;

    while (shift > 0 && v >> shift == 0) {
        shift -= 4;
    }
    for (;; shift -= 4) {
        bsp_putc(digit[v >> shift & 15]);
        if (shift == 0) {
            return;
        }
    }
}

int main(void)
{
    volatile uint32_t *const block = (volatile uint32_t *)(uintptr_t)ENCODER;

    if (block[STIM_ID / 4] != 0x4D495453) {
        bsp_puts("no stimulus ports\n");
        return 1;
    }
    if ((block[STIM_CONTROL / 4] & 1u) == 0) { /* unless somebody has chosen */
        block[STIM_MASK / 4] = ~(1u << 30);
        block[STIM_CONTROL / 4] = 1;
    }
    text(0, "stimulus\n");
    for (unsigned port = 0; port < 32; port++) {
        uint32_t seed = port + 1;

        if (port == 30) {
            *(volatile uint32_t *)port_of(port) = 0xDEAD; /* not enabled: not sent */
            continue;
        }
        put(port, 4, bsp_random(&seed));
        put(port, 2, bsp_random(&seed));
        put(port, 1, bsp_random(&seed));
        put(port, 4, 0);
    }
    for (uint32_t x = 1; x < 40; x++) {
        put(1, 4, collatz(x));
    }
    for (uint32_t i = 0; i < 8; i++) {
        burst(0x12345000 + 0x100 * i);
        put(3, 4, collatz(3 + i));
    }
    for (unsigned i = 0; i < n; i++) {
        hex(sent[i].port);
        bsp_putc(' ');
        hex(sent[i].bytes);
        bsp_putc(' ');
        hex(sent[i].data);
        bsp_putc('\n');
    }
    return 0;
}
