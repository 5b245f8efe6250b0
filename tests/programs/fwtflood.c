/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware that sends more through the stimulus ports of its encoder than a slow link takes: FLOOD
 * words of each hart, in bursts, with interrupts that send too. At the end it sends the count of
 * its words until the encoder has not dropped it, and prints it: "hart N sent COUNT".
 */
#include "bsp.h"

#include "fwtrace/fwt_stim.h"
#include "fwtrace/ti_sysfw.h"

#ifndef FLOOD
#define FLOOD 20000
#endif

enum {
    ENCODER = 0x3020000, /* of hart 0, on the platform of hartrace run; the next one 4 KiB later */
    ENCODER_BYTES = 0x1000,
    STIM_CONTROL = 0xE08, /* docs/reference/stimulus.md */
    STIM_MASK = 0xE0C,
    STIM_PORT = 0xE80,
    STIM_DROPPED = 1 << 8, /* of trTeStimControl; write 1 to clear */
    HARTS = 2,
};

static struct hart {
    struct fwt t;
    struct fwt_stim stim;
    volatile uint32_t *control;
} hart_of[HARTS];
static uint32_t done;
static volatile bool go;

static void attach(unsigned n)
{
    const uintptr_t block = ENCODER + (uintptr_t)n * ENCODER_BYTES;
    struct hart *h = &hart_of[n];
    *(volatile uint32_t *)(block + STIM_MASK) = UINT32_MAX;
    h->control = (volatile uint32_t *)(block + STIM_CONTROL);
    *h->control |= 1;
    h->stim.base = (void *)(block + STIM_PORT);
    fwt_init(&h->t, TI_SYSFW_DOMAINS);
    bsp_check("attach",
              (uintptr_t)fwt_attach(
                  &h->t,
                  &(struct fwt_port){.put = fwt_stim_put_counted, .ctx = &h->stim, .sure = true},
                  NULL),
              FWT_OK);
}

void bsp_trap_m(struct bsp_frame *f)
{
    const unsigned n = bsp_hart();
    if (!bsp_is_irq(f)) {
        bsp_exit(126);
    }
    fwt_debug(&hart_of[n].t, TI_SYSFW_PM, TI_SYSFW_PM_WAKE_HANDLER, n);
    fwt_print(&hart_of[n].t, "interrupt of hart %u", n);
    bsp_set_timecmp(bsp_time() + 37);
}

static void work(unsigned n)
{
    struct hart *h = &hart_of[n];
    csr_write(mie, (uintptr_t)1 << BSP_IRQ_M_TIMER);
    bsp_set_timecmp(bsp_time() + 1);
    csr_set(mstatus, BSP_STATUS_MIE);
    for (unsigned i = 0; h->stim.sent < FLOOD; i++) {
        fwt_debug(&h->t, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, i);
        fwt_debug(&h->t, TI_SYSFW_RM, TI_SYSFW_RM_IRQ_SET_SRC, i);
        fwt_debug(&h->t, TI_SYSFW_BASEPORT, TI_SYSFW_BASEPORT_GENERIC_DEBUG, i);
        if (i % 16 == 0) {
            fwt_print(&h->t, "round %u: %u %llx", i, ~i, 0x100000001ull * i);
            for (volatile unsigned k = i % 256 == 0 ? 400 : 0; k > 0;
                 k--) { /* the queue empties in part */
            }
        }
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
    do {
        *h->control |= STIM_DROPPED;
        fwt_stim_announce(&h->stim);
        for (volatile unsigned k = 1000; k > 0;
             k--) { /* a loss is announced before anything else */
        }
    } while ((*h->control & STIM_DROPPED) != 0);
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
    for (unsigned n = 0; n < harts; n++) {
        bsp_puts("hart ");
        bsp_dec(n);
        bsp_puts(" sent ");
        bsp_dec(hart_of[n].stim.sent);
        bsp_puts("\n");
    }
    return 0;
}
