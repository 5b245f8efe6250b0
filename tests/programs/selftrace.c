/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that traces itself: the capture scenario through loads and stores of the hart. The
 * trace of the first round goes out on the console as hexadecimal digits, that of the second stays
 * in memory; selftrace_result says where.
 */
#include "bsp.h"
#include "hartrace/rvt_io_mmio.h"
#include "ramsink_regs.h"
#include "scenario.h"

enum {
    ENCODER = 0x3020000,
    RAMSINK = 0x6000000,
    BUFFER = 0x84000000, /* hartrace,smem-window of the tree; nothing else uses it */
    BUFFER_SIZE = 0x10000,
    ROOM = 0x8000,
};

/* For whoever looks at the memory afterwards. */
struct {
    uint32_t magic; /* 0x7ACE when the program has ended */
    int32_t status;
    uint32_t step;
    uint32_t size[SCENARIO_ROUNDS];
    uint64_t buffer;
} selftrace_result;

static struct scenario scenario;
static uint8_t trace[SCENARIO_ROUNDS][ROOM];
static volatile uint32_t sink_of_work;

static uint32_t collatz(uint32_t n)
{
    uint32_t steps = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}

static uint32_t fibonacci(uint32_t n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* Branches, calls, indirect calls, and something else in each round. */
static void work(void *ctx, unsigned round)
{
    static uint32_t (*const f[])(uint32_t) = {collatz, fibonacci};
    (void)ctx;
    for (uint32_t i = 1; i < 24; i++) {
        sink_of_work = f[i % 2](i / 2 + 1 + round);
    }
}

static void print_trace(const uint8_t *bytes, size_t n)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        bsp_putc(digit[bytes[i] >> 4]);
        bsp_putc(digit[bytes[i] & 15]);
        if (i % 32 == 31 || i + 1 == n) {
            bsp_putc('\n');
        }
    }
}

/* Did system memory refuse trace? The vendor register of this platform's RAM sink reports it. */
static bool memory_refused(const struct rvt_io *io)
{
    struct rvt_ramsink sink;
    uint32_t status = 0;
    return rvt_ramsink_init(&sink, io, RAMSINK) == RVT_OK &&
           rvt_reg_read(&sink.c, TR_RAM_VENDOR_STATUS_OFFSET, &status) == RVT_OK &&
           (status & TR_RAM_BUS_ERROR_MASK) != 0;
}

int main(void)
{
    struct rvt_io io;
    const struct scenario_cfg cfg = {
        .encoder = ENCODER,
        .ramsink = RAMSINK,
        .smem = true,
        .start = BUFFER,
        .size = BUFFER_SIZE,
        .inst_mode = SELFTRACE_MODE,
        .work = work,
        .trace = {trace[0], trace[1]},
        .room = ROOM,
    };
    rvt_io_mmio_init(&io, 100000);
    selftrace_result.status = scenario_run(&scenario, &io, &cfg);
    selftrace_result.step = scenario.step;
    selftrace_result.buffer = BUFFER;
    for (unsigned i = 0; i < SCENARIO_ROUNDS; i++) {
        selftrace_result.size[i] = (uint32_t)scenario.size[i];
    }
    selftrace_result.magic = 0x7ACE;
    if (memory_refused(&io)) {
        bsp_puts("selftrace: the sink cannot write to its buffer\n");
        return 99;
    }
    print_trace(trace[0], scenario.size[0]);
    return selftrace_result.status == RVT_OK ? 0 : (int)scenario.step + 1;
}
