/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A crash that traces itself, an example for firmware: M mode traces user code into system memory,
 * and keeps trace registers and buffer from it by PMP. The user code goes wrong, a stray store hits
 * the encoder: the trap handler stops the trace and reports it on the console, and the host decodes
 * how the hart came there: `hartrace decode`, docs/reference/driver.md.
 */
#include "bsp.h"
#include "hartrace/rvt_io_mmio.h"
#include "hartrace/rvt_session.h"

enum {
    ENCODER = 0x3020000,
    RAMSINK = 0x6000000,
    BUFFER = 0x84000000, /* hartrace,smem-window of the tree */
    BUFFER_SIZE = 0x1000,
};

static struct {
    struct rvt_io io;
    struct rvt_encoder encoder;
    struct rvt_ramsink sink;
    struct rvt_session session;
} trace;

/* Leave with the status of the first call that fails. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum rvt_status st_ = (call);                                                              \
        if (st_ != RVT_OK) {                                                                       \
            return st_;                                                                            \
        }                                                                                          \
    } while (0)

static enum rvt_status start_trace(void)
{
    struct rvt_encoder *encoders[] = {&trace.encoder};
    const struct rvt_ramsink_cfg ram = {
        .mode = RVT_RAMSINK_SMEM, .start = BUFFER, .size = BUFFER_SIZE};
    struct rvt_encoder_cfg cfg;
    rvt_io_mmio_init(&trace.io, 100000);
    rvt_encoder_cfg_init(&cfg);
    cfg.sync_mode = 1; /* the buffer wraps: a synchronizing message every 64 messages */
    cfg.sync_max = 2;
    cfg.stall = true;
    TRY(rvt_ramsink_init(&trace.sink, &trace.io, RAMSINK));
    TRY(rvt_ramsink_reset(&trace.sink));
    TRY(rvt_ramsink_configure(&trace.sink, &ram, NULL));
    TRY(rvt_encoder_init(&trace.encoder, &trace.io, ENCODER));
    TRY(rvt_encoder_reset(&trace.encoder));
    TRY(rvt_encoder_configure(&trace.encoder, &cfg, NULL));
    TRY(rvt_session_init(&trace.session, encoders, 1, &trace.sink));
    return rvt_session_start(&trace.session);
}

/* PMP entries 0 to 2: nothing for U at the encoder, the sink and the buffer; 3: all the rest. The
 * lowest entry that matches decides. M mode goes on. */
static void protect_trace(void)
{
    csr_write(pmpaddr0, (uintptr_t)ENCODER >> 2 | (0x1000 / 8 - 1));
    csr_write(pmpaddr1, (uintptr_t)RAMSINK >> 2 | (0x1000 / 8 - 1));
    csr_write(pmpaddr2, (uintptr_t)BUFFER >> 2 | (BUFFER_SIZE / 8 - 1));
    csr_write(pmpaddr3, ~(uintptr_t)0);
    csr_write(pmpcfg0, 0x1f181818);
}

/* The trace as hexadecimal digits, oldest byte first. */
static void print_trace(void)
{
    static const char digit[] = "0123456789abcdef";
    uint64_t size = 0;
    uint8_t piece[32];
    enum rvt_status s = rvt_session_size(&trace.session, &size);
    for (uint64_t at = 0; s == RVT_OK && at < size; at += sizeof piece) {
        const size_t n = size - at < sizeof piece ? (size_t)(size - at) : sizeof piece;
        s = rvt_session_read(&trace.session, at, piece, n);
        bsp_puts("trace ");
        for (size_t i = 0; i < n; i++) {
            bsp_putc(digit[piece[i] >> 4]);
            bsp_putc(digit[piece[i] & 15]);
        }
        bsp_putc('\n');
    }
    bsp_check("trace is read", (uintptr_t)s, RVT_OK);
}

void bsp_trap_m(struct bsp_frame *f)
{
    const enum rvt_status s = rvt_session_stop(&trace.session);
    bsp_puts("crash cause ");
    bsp_dec(f->cause);
    bsp_puts(" at ");
    bsp_hex(f->epc);
    bsp_puts(" address ");
    bsp_hex(f->tval);
    bsp_putc('\n');
    bsp_check("trace stops", (uintptr_t)s, RVT_OK);
    bsp_check("from U", f->status & BSP_STATUS_MPP, 0);
    print_trace();
    bsp_exit(0);
}

static volatile uint32_t log_of[64];

/* Writes where a number that it was given points to: the last one is wrong. */
static __attribute__((noinline)) void store(volatile uint32_t *at, uint32_t value)
{
    *at = value;
}

static __attribute__((noinline)) uint32_t mix(uint32_t x)
{
    for (unsigned i = 0; i < 5; i++) {
        x = (x & 1u) != 0 ? x * 3u + 1u : x >> 1;
    }
    return x;
}

static uintptr_t user(uintptr_t rounds)
{
    uint32_t x = 27;
    for (uintptr_t i = 0; i < rounds; i++) {
        x = mix(x + (uint32_t)i);
        store(&log_of[x % 64], x);
    }
    store((volatile uint32_t *)(uintptr_t)ENCODER, 0); /* would end the trace */
    return x;
}

int main(void)
{
    bsp_check("trace starts", (uintptr_t)start_trace(), RVT_OK);
    protect_trace();
    bsp_call_in_mode(BSP_MODE_U, user, 3000);
    bsp_puts("it did not crash\n");
    return 1;
}
