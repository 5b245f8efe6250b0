/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware that traces with fwtrace through the stimulus ports of its encoder: each hart to its
 * own, with words and prints of timer interrupts between those of its loop, and in the middle of
 * its prints. At the end each hart sends GENERIC_DEBUG of Baseport with the number of words that it
 * sent before, and hart 0 ends with 1 when an encoder has no ports.
 */
#include "bsp.h"

#include "fwtrace/fwt_stim.h"
#include "fwtrace/ti_sysfw.h"

enum {
    ENCODER = 0x3020000, /* of hart 0, on the platform of hartrace run; the next one 4 KiB later */
    ENCODER_BYTES = 0x1000,
    STIM_ID = 0xE00, /* docs/reference/stimulus.md */
    STIM_CONTROL = 0xE08,
    STIM_MASK = 0xE0C,
    STIM_PORT = 0xE80,
    HARTS = 4,
    ROUNDS = 40,
    INTERRUPTS = 60,
};

extern const char __fwt_note_start[], __fwt_note_end[];

static struct hart {
    struct fwt t;
    uint32_t sent;
    volatile uint32_t interrupts;
} hart_of[HARTS];
static uint32_t done;
static volatile bool go;

static bool attach(unsigned n)
{
    volatile uint32_t *const block = (volatile uint32_t *)(uintptr_t)(ENCODER + n * ENCODER_BYTES);
    if (block[STIM_ID / 4] != 0x4D495453) {
        return false;
    }
    block[STIM_MASK / 4] = UINT32_MAX;
    block[STIM_CONTROL / 4] |= 1;
    struct fwt *t = &hart_of[n].t;
    fwt_init(t, TI_SYSFW_DOMAINS);
    return fwt_attach(t,
                      &(struct fwt_port){.put = fwt_stim_put,
                                         .ctx = (void *)(uintptr_t)&block[STIM_PORT / 4],
                                         .sure = true},
                      NULL) == FWT_OK;
}

static void count(unsigned n, uint32_t words)
{
    __atomic_fetch_add(&hart_of[n].sent, words, __ATOMIC_RELAXED);
}

/* Each interrupt comes one tick later than the one before it did. */
void bsp_trap_m(struct bsp_frame *f)
{
    const unsigned n = bsp_hart();
    struct hart *h = &hart_of[n];
    if (!bsp_is_irq(f)) {
        bsp_exit(126);
    }
    fwt_debug(&h->t, TI_SYSFW_PM, TI_SYSFW_PM_WAKE_HANDLER, n);
    fwt_print(&h->t, "interrupt at %p", (void *)f->epc);
    count(n, 2 + sizeof(void *) / 4);
    bsp_set_timecmp(++h->interrupts < INTERRUPTS ? bsp_time() + 20 + h->interrupts : UINT64_MAX);
}

static void work(unsigned n)
{
    struct fwt *t = &hart_of[n].t;
    bsp_check(
        "hello",
        (uintptr_t)fwt_hello(t, __fwt_note_start, (size_t)(__fwt_note_end - __fwt_note_start)),
        FWT_OK);
    count(n, 7); /* 20 bytes, three per word */
    csr_write(mie, (uintptr_t)1 << BSP_IRQ_M_TIMER);
    bsp_set_timecmp(bsp_time() + 1);
    csr_set(mstatus, BSP_STATUS_MIE);
    for (unsigned i = 0; i < ROUNDS; i++) {
        fwt_debug(t, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, i);
        fwt_debug(t, TI_SYSFW_RM, TI_SYSFW_RM_IRQ_SET_SRC | FWT_FAIL,
                  TI_SYSFW_RM_IRQ_SET_SRC_DATA(n, i));
        fwt_print(t, "round %u of hart %u: %llx", i, n, 0x100000000ull * n + i);
        count(n, 2 + 5);
    }
    while (hart_of[n].interrupts < INTERRUPTS) {
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
    fwt_debug(t, TI_SYSFW_BASEPORT, TI_SYSFW_BASEPORT_GENERIC_DEBUG, hart_of[n].sent);
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
        if (!attach(n)) {
            bsp_puts("no stimulus ports\n");
            return 1;
        }
    }
    go = true;
    work(0);
    while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) != harts) {
    }
    return 0;
}
