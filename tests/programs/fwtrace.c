/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Firmware that traces with fwtrace: the four domains of TI's table, each of its actions with all
 * bits of the data set and clear, timer interrupts in the middle of every message, and two harts at
 * once.
 *
 *   FWT_UART_TEXT, FWT_UART_BINARY   to the UART, which takes one byte of sixteen that are offered
 *   neither                          to a ring, which is sent over the UART as it is in memory at
 * the end
 *
 * The last message is GENERIC_DEBUG of Baseport with the number of words sent before it, modulo
 * 2^22.
 */
#include "bsp.h"

#include "fwtrace/fwt_ring.h"
#include "fwtrace/fwt_uart.h"
#include "fwtrace/ti_sysfw.h"
#include "fwtrace/ti_sysfw_table.h"

enum {
    ROUNDS = 150,
    DELAY_MAX = 400, /* ticks of mtime to an interrupt */
    INTERRUPTS = 1200,
    TICK = 10,        /* cycles of a tick of mtime, in the simulator */
    SWEEP = 1200,     /* cycles: longer than a message takes */
    SWEEP_RING = 200, /* the same, to a ring */
};

extern const char __fwt_note_start[], __fwt_note_end[];

static struct fwt t, *traced = &t; /* what interrupts use */
static uint32_t memory[16 + 2 * 1024];
static uint32_t sent, others; /* words; harts that are done */
static volatile bool go, sweeping;
static volatile unsigned swept; /* interrupts of the sweep */

static void count(uint32_t words)
{
    __atomic_fetch_add(&sent, words, __ATOMIC_RELAXED);
}

/* ---- destinations ---- */

#ifdef FWT_FORM
static struct fwt_uart uart;
static uint32_t offered;

static int put_byte(void *ctx, uint8_t byte)
{
    (void)ctx;
    if (!sweeping && ++offered % 16 != 0) {
        return FWT_ERR_FULL;
    }
    *(volatile uint8_t *)BSP_UART = byte;
    return FWT_OK;
}

static void attach(void)
{
    bsp_check("uart",
              (uintptr_t)fwt_uart_init(&uart, memory, sizeof memory, FWT_FORM, put_byte, NULL),
              FWT_OK);
    bsp_check(
        "attach",
        (uintptr_t)fwt_attach(
            &t,
            &(struct fwt_port){.put = fwt_uart_put, .put_block = fwt_uart_put_block, .ctx = &uart},
            NULL),
        FWT_OK);
}

static void finish(void)
{
    while (fwt_flush(&t) != FWT_OK || !fwt_uart_poll(&uart) ||
           uart.queue.head->rpos != uart.queue.head->wpos) {
        (void)fwt_uart_poll(&uart);
    }
}
#else
static struct fwt_ring ring;

static void attach(void)
{
    bsp_check("ring", (uintptr_t)fwt_ring_init(&ring, memory, sizeof memory, FWT_RING_OVERWRITE),
              FWT_OK);
    bsp_check("identify",
              (uintptr_t)fwt_ring_identify(&ring, __fwt_note_start,
                                           (size_t)(__fwt_note_end - __fwt_note_start)),
              FWT_OK);
    bsp_check(
        "attach",
        (uintptr_t)fwt_attach(
            &t,
            &(struct fwt_port){.put = fwt_ring_put, .put_block = fwt_ring_put_block, .ctx = &ring},
            NULL),
        FWT_OK);
}

static void finish(void)
{
    const uint8_t *p = (const uint8_t *)memory;
    for (size_t i = 0; i < sizeof memory; i++) {
        *(volatile uint8_t *)BSP_UART = p[i];
    }
}
#endif

/* ---- every action of the table ---- */

#define NO_DOMAIN(name, title, value, channel, fail) {true, value},
#define AN_ACTION(name, value, doc)                  {false, value},
#define NO_FIELD(name, msb, lsb, doc)

static const struct {
    bool domain;
    uint8_t value;
} table[] = {TI_SYSFW_TABLE(NO_DOMAIN, AN_ACTION, NO_FIELD)};

static void every_action(void)
{
    unsigned domain = 0;
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].domain) {
            domain = table[i].value;
            continue;
        }
        fwt_debug(&t, domain, table[i].value, 0);
        fwt_debug(&t, domain, table[i].value, 0x3fffff);
        fwt_debug(&t, domain, table[i].value | FWT_FAIL, i);
        count(3);
    }
    for (unsigned d = 4; d < 8; d++) { /* reserved: ignored and counted */
        fwt_debug(&t, d, 0, 0);
    }
    bsp_check("ignored", t.ignored, 4);
}

/* ---- load ---- */

/* Each interrupt comes one tick later than the one before it did: at every instruction of what is
 * traced. */
void bsp_trap_m(struct bsp_frame *f)
{
    static uint32_t interrupts[2];
    const unsigned hart = bsp_hart();
    if (!bsp_is_irq(f)) {
        bsp_exit(126);
    }
    fwt_debug(traced, TI_SYSFW_PM, TI_SYSFW_PM_WAKE_HANDLER, hart);
    if (sweeping) {
        swept++;
        bsp_set_timecmp(UINT64_MAX);
        return;
    }
    fwt_print(&t, "interrupt of hart %u at %p", hart, (void *)f->epc);
    count(1 + 2 + sizeof(void *) / 4);
    const uint32_t n = ++interrupts[hart & 1];
    bsp_set_timecmp(n < INTERRUPTS ? bsp_time() + 1 + n % DELAY_MAX : UINT64_MAX);
}

/* Wait until the cycles after a tick of mtime are `phase`, plus a constant: a round of the loop has
 * three cycles, and 3 * 7 is 1 modulo 10. */
static void __attribute__((noinline)) wait_phase(unsigned phase)
{
    uintptr_t n = (phase + TICK - csr_read(mcycle) % TICK) % TICK * 7 % TICK + 1;
    __asm__ volatile("0: addi %0, %0, -1\n"
                     "nop\n"
                     "bnez %0, 0b"
                     : "+r"(n));
}

/* One message, and an interrupt with another one in it, a cycle later with each `after`. Returns
 * false: not both were taken. */
static bool interrupted(unsigned after)
{
    const unsigned before = swept;
    const uint32_t lost = fwt_lost(traced, 0);
    wait_phase(TICK - 1 - after % TICK);
    bsp_set_timecmp(bsp_time() + 1 + after / TICK);
    csr_set(mstatus, BSP_STATUS_MIE);
    fwt_debug(traced, TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, after);
    while (swept == before) {
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
    return fwt_lost(traced, 0) == lost;
}

#ifdef FWT_FORM
/* While the UART takes everything: whoever comes when the other is about to stop sending is not
 * forgotten, and whoever finds an empty queue finds room. */
static void sweep(void)
{
    sweeping = true;
    csr_write(mie, (uintptr_t)1 << BSP_IRQ_M_TIMER);
    for (unsigned after = 0; after < SWEEP; after++) {
        bsp_check("taken", interrupted(after), true);
        count(2);
        bsp_check("left in the queue", uart.queue.head->wpos - uart.queue.head->rpos, 0);
    }
    sweeping = false;
}
#else
/* A ring of each mode, which is emptied after each message: both words are complete. */
static void sweep(void)
{
    static uint32_t small[16 + 2 * 16];
    static struct fwt other;
    static struct fwt_ring r;
    sweeping = true;
    traced = &other;
    csr_write(mie, (uintptr_t)1 << BSP_IRQ_M_TIMER);
    for (unsigned mode = FWT_RING_OVERWRITE; mode <= FWT_RING_STOP; mode++) {
        fwt_init(&other, TI_SYSFW_DOMAINS);
        bsp_check("ring",
                  (uintptr_t)fwt_ring_init(&r, small, sizeof small, (enum fwt_ring_mode)mode),
                  FWT_OK);
        bsp_check(
            "attach",
            (uintptr_t)fwt_attach(&other, &(struct fwt_port){.put = fwt_ring_put, .ctx = &r}, NULL),
            FWT_OK);
        for (unsigned after = 0; after < SWEEP_RING; after++) {
            unsigned channel;
            uint32_t first, second;
            bsp_check("taken", interrupted(after), true);
            bsp_check("words", r.head->wpos - r.head->rpos, 2);
            bsp_check("first", fwt_ring_peek(&r, 0, &channel, &first), true);
            bsp_check("second", fwt_ring_peek(&r, 1, &channel, &second), true);
            bsp_check("both", first + second,
                      TI_SYSFW_WORD(TI_SYSFW_PM, TI_SYSFW_PM_DEVICE_ON, after) +
                          TI_SYSFW_WORD(TI_SYSFW_PM, TI_SYSFW_PM_WAKE_HANDLER, 0));
            fwt_ring_done(&r, 2);
        }
    }
    traced = &t;
    sweeping = false;
}
#endif

static void work(unsigned hart)
{
    static const char *const names[] = {"main", "other"};
    csr_write(mie, (uintptr_t)1 << BSP_IRQ_M_TIMER);
    bsp_set_timecmp(bsp_time() + 1);
    csr_set(mstatus, BSP_STATUS_MIE);
    for (unsigned i = 0; i < ROUNDS; i++) {
        fwt_debug(&t, TI_SYSFW_RM, TI_SYSFW_RM_IRQ_SET_SRC, TI_SYSFW_RM_IRQ_SET_SRC_DATA(hart, i));
        fwt_debug(&t, TI_SYSFW_SECURITY, TI_SYSFW_SECURITY_FIREWALL_ACTIVE, i);
        fwt_print(&t, "round %u of %s: %llx", i, names[hart & 1], 0x100000000ull * hart + i);
        count(2 + 4 + sizeof(void *) / 4);
    }
    csr_clear(mstatus, BSP_STATUS_MIE);
    __atomic_fetch_add(&others, 1, __ATOMIC_RELEASE);
}

void bsp_hart_main(unsigned hart)
{
    while (!go) {
    }
    work(hart);
}

int main(void)
{
    fwt_init(&t, TI_SYSFW_DOMAINS);
    attach();
    bsp_check(
        "hello",
        (uintptr_t)fwt_hello(&t, __fwt_note_start, (size_t)(__fwt_note_end - __fwt_note_start)),
        FWT_OK);
    count(7); /* 20 bytes, three per word */
    sweep();
    const unsigned harts = bsp_start_harts();
    go = true;
    work(0);
    while (__atomic_load_n(&others, __ATOMIC_ACQUIRE) != harts) {
    }
    every_action();
    fwt_print(&t, "harts %u, %s", harts, "done");
    count(3 + sizeof(void *) / 4);
    finish();
    fwt_debug(&t, TI_SYSFW_BASEPORT, TI_SYSFW_BASEPORT_GENERIC_DEBUG, sent);
    finish();
    return 0;
}
