/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware that sends the same messages from many places, so that a message alone does not say
 * where it comes from: functions, an interrupt in the middle of each of them, arguments that trace,
 * a domain that is switched off and on, on several harts. What a message carries is unique: hart <<
 * 20 | number, as data of a word, and as the first argument of a print.
 *
 *   FWT_STIM                         to the stimulus ports of the encoder of each hart
 *   FWT_UART_TEXT, FWT_UART_BINARY   to the UART, which takes every second byte that are offered
 *   none of them                     to a ring, which is sent over the UART at the end
 */
#include "bsp.h"

#include "fwtrace/fwt_ring.h"
#include "fwtrace/fwt_stim.h"
#include "fwtrace/fwt_uart.h"
#include "fwtrace/ti_sysfw.h"

enum {
    ENCODER = 0x3020000, /* of hart 0, on the platform of hartrace run; the next one 4 KiB later */
    ENCODER_BYTES = 0x1000,
    STIM_CONTROL = 0xE08, /* docs/reference/stimulus.md */
    STIM_MASK = 0xE0C,
    STIM_PORT = 0xE80,
    HARTS = 4,
    ROUNDS = 16,
    INTERRUPTS = 50,
};

static struct hart {
    struct fwt own; /* FWT_STIM */
    unsigned number;
    volatile uint32_t interrupts;
} hart_of[HARTS];
static uint32_t done;
static volatile bool go;

/* ---- destinations ---- */

#if defined(FWT_STIM)
static struct fwt *trace_of(unsigned n)
{
    return &hart_of[n].own;
}

static void attach(unsigned n)
{
    volatile uint32_t *const block = (volatile uint32_t *)(uintptr_t)(ENCODER + n * ENCODER_BYTES);
    block[STIM_MASK / 4] = UINT32_MAX;
    block[STIM_CONTROL / 4] |= 1;
    fwt_init(trace_of(n), TI_SYSFW_DOMAINS);
    bsp_check(
        "attach",
        (uintptr_t)fwt_attach(trace_of(n),
                              &(struct fwt_port){.put = fwt_stim_put,
                                                 .ctx = (void *)(uintptr_t)&block[STIM_PORT / 4],
                                                 .sure = true},
                              NULL),
        FWT_OK);
}

static void finish(void)
{
}
#else
static struct fwt shared;
static uint32_t memory[16 + 2 * 256];

static struct fwt *trace_of(unsigned n)
{
    (void)n;
    return &shared;
}

#ifdef FWT_FORM
static struct fwt_uart uart;
static uint32_t offered;

static int put_byte(void *ctx, uint8_t byte)
{
    (void)ctx;
    if (++offered % 2 != 0) {
        return FWT_ERR_FULL;
    }
    *(volatile uint8_t *)BSP_UART = byte;
    return FWT_OK;
}

static void attach(unsigned n)
{
    if (n != 0) {
        return;
    }
    const struct fwt_port port = {
        .put = fwt_uart_put, .put_block = fwt_uart_put_block, .ctx = &uart};
    fwt_init(&shared, TI_SYSFW_DOMAINS);
    bsp_check("uart",
              (uintptr_t)fwt_uart_init(&uart, memory, sizeof memory, FWT_FORM, put_byte, NULL),
              FWT_OK);
    bsp_check("attach", (uintptr_t)fwt_attach(&shared, &port, NULL), FWT_OK);
}

static void finish(void)
{
    while (fwt_flush(&shared) != FWT_OK || !fwt_uart_poll(&uart) ||
           uart.queue.head->rpos != uart.queue.head->wpos) {
        (void)fwt_uart_poll(&uart);
    }
}
#else
static struct fwt_ring ring;

static void attach(unsigned n)
{
    if (n != 0) {
        return;
    }
    const struct fwt_port port = {
        .put = fwt_ring_put, .put_block = fwt_ring_put_block, .ctx = &ring};
    fwt_init(&shared, TI_SYSFW_DOMAINS);
    bsp_check("ring", (uintptr_t)fwt_ring_init(&ring, memory, sizeof memory, FWT_RING_OVERWRITE),
              FWT_OK);
    bsp_check("attach", (uintptr_t)fwt_attach(&shared, &port, NULL), FWT_OK);
}

static void finish(void)
{
    const uint8_t *p = (const uint8_t *)memory;
    for (size_t i = 0; i < sizeof memory; i++) {
        *(volatile uint8_t *)BSP_UART = p[i];
    }
}
#endif
#endif

/* ---- messages ---- */

static unsigned next(unsigned n)
{
    return n << 20 | __atomic_fetch_add(&hart_of[n].number, 1, __ATOMIC_RELAXED);
}

static __attribute__((noinline)) void first(unsigned n)
{
    fwt_debug(trace_of(n), TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, next(n));
    fwt_print(trace_of(n), "n=%u first", next(n));
}

static __attribute__((noinline)) unsigned second(unsigned n)
{
    fwt_debug(trace_of(n), TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, next(n));
    return next(n);
}

static __attribute__((noinline)) void third(unsigned n, bool either)
{
    if (either) {
        fwt_debug(trace_of(n), TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, next(n));
    } else {
        fwt_debug(trace_of(n), TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_OFF, next(n));
    }
    fwt_print(trace_of(n), "n=%u third %llx", next(n), 0x123456789abcull);
}

/* Each interrupt comes one tick later than the one before it did. */
void bsp_trap_m(struct bsp_frame *f)
{
    const unsigned n = bsp_hart();
    struct hart *h = &hart_of[n];
    if (!bsp_is_irq(f)) {
        bsp_exit(126);
    }
    fwt_debug(trace_of(n), TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, next(n));
    if (h->interrupts % 4 == 0) {
        fwt_print(trace_of(n), "n=%u interrupt at %p", next(n), (void *)f->epc);
    }
    bsp_set_timecmp(++h->interrupts < INTERRUPTS ? bsp_time() + 20 + h->interrupts : UINT64_MAX);
}

static void work(unsigned n)
{
    struct fwt *t = trace_of(n);
    csr_write(mie, (uintptr_t)1 << BSP_IRQ_M_TIMER);
    bsp_set_timecmp(bsp_time() + 1);
    csr_set(mstatus, BSP_STATUS_MIE);
    for (unsigned i = 0; i < ROUNDS; i++) {
        first(n);
        fwt_debug(t, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, second(n));
        third(n, i % 3 == 0);
        bsp_check("off", (uintptr_t)fwt_enable(t, 0, TI_SYSFW_SECURITY, i % 2 != 0), FWT_OK);
        fwt_debug(t, TI_SYSFW_SECURITY, TI_SYSFW_SECURITY_FIREWALL_ACTIVE, next(n));
        fwt_debug(t, TI_SYSFW_SECURITY, TI_SYSFW_SECURITY_FIREWALL_ACTIVE, next(n));
        fwt_printf(t, "n=%u made on the target", next(n));
        for (unsigned k = 0; k < i % 5; k++) {
            fwt_debug(t, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, next(n));
        }
    }
    while (hart_of[n].interrupts < INTERRUPTS) {
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
    __atomic_fetch_add(&done, 1, __ATOMIC_RELEASE);
}

void bsp_hart_main(unsigned n)
{
    while (!go) {
    }
    work(n);
}

int main(void)
{
    const unsigned harts = bsp_start_harts();
    for (unsigned n = 0; n < harts; n++) {
        attach(n);
    }
    go = true;
    work(0);
    while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) != harts) {
    }
    finish();
    return 0;
}
