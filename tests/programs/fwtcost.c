/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What fwt_debug costs for each destination, in instructions from before the call to after it:
 * minstret, less what reading it twice takes. Prints a line "fwt_debug NAME N" for each.
 */
#include "bsp.h"

#include "fwtrace/fwt_ring.h"
#include "fwtrace/fwt_stim.h"
#include "fwtrace/fwt_uart.h"
#include "fwtrace/ti_sysfw.h"

static uint32_t memory[16 + 2 * 512], stimulus[32];
static struct fwt t;
static struct fwt_ring ring;
static struct fwt_uart uart;

static int take_byte(void *ctx, uint8_t byte)
{
    (void)ctx;
    (void)byte;
    return FWT_OK;
}

static void __attribute__((noinline)) measure(const char *name, const struct fwt_port *port)
{
    uintptr_t least = UINTPTR_MAX;
    fwt_init(&t, TI_SYSFW_DOMAINS);
    if (port != NULL) {
        bsp_check("attach", (uintptr_t)fwt_attach(&t, port, NULL), FWT_OK);
    }
    for (uint32_t i = 0; i < 100; i++) {
        const uintptr_t start = csr_read(minstret);
        const uintptr_t empty = csr_read(minstret);
        fwt_debug(&t, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, i);
        const uintptr_t end = csr_read(minstret);
        const uintptr_t n = end - empty - (empty - start);
        least = n < least ? n : least;
    }
    bsp_puts("fwt_debug ");
    bsp_puts(name);
    bsp_putc(' ');
    bsp_dec(least);
    bsp_putc('\n');
}

int main(void)
{
    measure("off", NULL);
    measure("stimulus", &(struct fwt_port){.put = fwt_stim_put, .ctx = stimulus, .sure = true});
    static struct fwt_stim stim = {.base = stimulus};
    measure("stimulus-counted",
            &(struct fwt_port){.put = fwt_stim_put_counted, .ctx = &stim, .sure = true});
    bsp_check("counted", stim.sent, 100);
    bsp_check("stored", stimulus[1 + TI_SYSFW_PM],
              TI_SYSFW_WORD(TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, 99));
    for (unsigned stop = 0; stop < 2; stop++) {
        bsp_check("ring",
                  (uintptr_t)fwt_ring_init(&ring, memory, sizeof memory,
                                           stop ? FWT_RING_STOP : FWT_RING_OVERWRITE),
                  FWT_OK);
        measure(stop ? "ring-stop" : "ring-overwrite",
                &(struct fwt_port){.put = fwt_ring_put, .ctx = &ring});
        bsp_check("words", ring.head->wpos, 100);
    }
    for (unsigned form = FWT_UART_TEXT; form <= FWT_UART_BINARY; form++) {
        bsp_check("uart",
                  (uintptr_t)fwt_uart_init(&uart, memory, sizeof memory, (enum fwt_uart_form)form,
                                           take_byte, NULL),
                  FWT_OK);
        measure(form == FWT_UART_TEXT ? "uart-text" : "uart-binary",
                &(struct fwt_port){.put = fwt_uart_put, .ctx = &uart});
    }
    return 0;
}
