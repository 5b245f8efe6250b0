/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole way from the socket to the harts: any bytes to the server, and any mixture of bytes,
 * scans and running harts to TAP, DTM and debug module of a platform. Afterwards a debugger that
 * starts from the beginning finds everything working: IDCODE, dmactive, a halt, the pc, a word of
 * memory.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "sim/sim_debug.h"

enum {
    RAM = 1 << 16,
    IR_IDCODE = 1,
};

/* ---- the server: what it drives is what the bytes say ---- */

struct count {
    uint64_t pins, questions, resets;
};

static void count_pins(void *ctx, bool tck, bool tms, bool tdi)
{
    (void)tck, (void)tms, (void)tdi;
    ((struct count *)ctx)->pins++;
}

static bool count_tdo(void *ctx)
{
    ((struct count *)ctx)->questions++;
    return true;
}

static void count_reset(void *ctx, bool trst, bool srst)
{
    (void)trst, (void)srst;
    ((struct count *)ctx)->resets++;
}

static const struct sim_bitbang_ops counting = {count_pins, count_tdo, count_reset};

static void count_bytes(const uint8_t *data, size_t size, struct count *c)
{
    for (size_t i = 0; i < size && data[i] != 'Q'; i++) {
        c->pins += data[i] >= '0' && data[i] <= '7';
        c->questions += data[i] == 'R';
        c->resets += data[i] >= 'r' && data[i] <= 'u';
    }
}

static void fuzz_server(const uint8_t *data, size_t size)
{
    static struct sim_bitbang_server s;
    static bool open;
    struct count want = {0}, got = {0};
    int end[2];

    if (!open) {
        FUZZ_CHECK(sim_bitbang_server_open(&s, "0", &counting, &got, NULL) == SIM_BITBANG_OK);
    }
    open = true;
    sim_bitbang_init(&s.protocol, &counting, &got);
    FUZZ_CHECK(s.client < 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, end) == 0);
    s.client = end[0];
    FUZZ_CHECK(size == 0 || write(end[1], data, size) == (ssize_t)size);
    shutdown(end[1], SHUT_WR);
    for (unsigned i = 0; s.client >= 0; i++) {
        FUZZ_CHECK(i < 1000);
        (void)sim_bitbang_server_poll(&s, 0);
    }
    close(end[1]);
    count_bytes(data, size, &want);
    want.resets++; /* released when the client is gone */
    FUZZ_CHECK(memcmp(&want, &got, sizeof want) == 0);
}

/* ---- the parts that the port leads to ---- */

static struct sim_debug debug;
static struct sim_platform *platform;

static void pins(bool tck, bool tms, bool tdi)
{
    sim_tap_pins(&debug.tap, tck, tms, tdi);
}

static void walk(const char *tms)
{
    for (; *tms; tms++) {
        pins(false, *tms == '1', false);
        pins(true, *tms == '1', false);
    }
}

/* A scan from Run-Test/Idle to Run-Test/Idle. */
static uint64_t scan(bool ir, uint64_t value, unsigned bits)
{
    uint64_t out = 0;

    walk(ir ? "1100" : "100");
    for (unsigned i = 0; i < bits; i++) {
        const bool tdi = (value >> i & 1) != 0;

        pins(false, i + 1 == bits, tdi);
        out |= (uint64_t)sim_tap_tdo(&debug.tap) << i;
        pins(true, i + 1 == bits, tdi);
    }
    walk("10");
    pins(false, false, false);
    return out;
}

static uint32_t dmi(unsigned op, uint32_t addr, uint32_t data)
{
    scan(true, SIM_DTM_IR_DMI, 5);
    scan(false, (uint64_t)addr << 34 | (uint64_t)data << 2 | op, 41);
    for (unsigned i = 0; i < 35; i++) {
        walk("0");
    }
    return (uint32_t)(scan(false, 0, 41) >> 2);
}

static void run(unsigned cycles)
{
    const struct sim_run_limits limits = {.max_cycles = cycles};
    struct sim_run_result result;

    sim_platform_run(platform, &limits, &result);
    sim_dm_watch(&debug.dm);
}

static void start(struct fuzz_bytes *in)
{
    const uint8_t a = fuzz_byte(in);
    struct sim_platform_cfg cfg;
    struct sim_debug_cfg d;

    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = (a & 1) != 0 ? 32 : 64;
    cfg.harts = 1 + (a >> 1 & 1);
    cfg.ram_size = RAM;
    FUZZ_CHECK(sim_platform_create(&cfg, &platform, NULL) == SIM_PLATFORM_OK);
    /* A loop that stores: sw x0, 64(x2); j -4. */
    (void)sim_platform_write32(platform, SIM_RAM_BASE, 0x04012023);
    (void)sim_platform_write32(platform, SIM_RAM_BASE + 4, 0xffdff06f);
    for (unsigned i = 0; i < sim_platform_hart_count(platform); i++) {
        sim_hart_set_reg(sim_platform_hart_n(platform, i), 2, SIM_RAM_BASE + 0x1000);
    }
    sim_debug_cfg_init(&d);
    d.dtm.latency = (a & 4) != 0 ? 30 : 0;
    d.dm.sba_latency = (a & 8) != 0 ? 20 : 0;
    d.dm.command_latency = (a & 16) != 0 ? 20 : 0;
    d.dm.progbuf = (a & 32) != 0 ? 0 : 8;
    d.dm.v1 = (a & 64) != 0;
    FUZZ_CHECK(sim_debug_open(&debug, &d, platform, NULL) == SIM_BITBANG_OK);
}

/* What a debugger does first, in whatever state it finds the target. */
static void examine(void)
{
    walk("111110");
    pins(false, false, false);
    FUZZ_CHECK((uint32_t)scan(false, 0, 32) == SIM_DEBUG_IDCODE);
    scan(true, SIM_DTM_IR_DTMCS, 5);
    scan(false, 1 << 17, 32);
    FUZZ_CHECK((scan(false, 0, 32) & 0xfff) == 0x071); /* version 1, 7 address bits, no error */
    sim_dm_system_reset(&debug.dm, false);
    dmi(2, SIM_DM_DMCONTROL, 0);
    dmi(2, SIM_DM_DMCONTROL, 1);
    FUZZ_CHECK(dmi(1, SIM_DM_DMCONTROL, 0) == 1);
    dmi(2, SIM_DM_DMCONTROL, 0x80000001);
    run(100);
    FUZZ_CHECK((dmi(1, SIM_DM_DMSTATUS, 0) & 0x300) == 0x300);
    dmi(2, SIM_DM_COMMAND, 0x002207b1); /* dpc */
    FUZZ_CHECK((dmi(1, SIM_DM_ABSTRACTCS, 0) & 0x1700) == 0);
    FUZZ_CHECK((dmi(1, SIM_DM_DATA0, 0) & 1) == 0);
    dmi(2, SIM_DM_SBADDRESS1, 0);
    dmi(2, SIM_DM_SBADDRESS0, (uint32_t)SIM_RAM_BASE + 0x2000);
    dmi(2, SIM_DM_SBDATA0, 0x12345678);
    dmi(2, SIM_DM_SBCS, 1 << 20 | 2 << 17);
    dmi(2, SIM_DM_SBADDRESS0, (uint32_t)SIM_RAM_BASE + 0x2000);
    FUZZ_CHECK(dmi(1, SIM_DM_SBDATA0, 0) == 0x12345678);
    FUZZ_CHECK((dmi(1, SIM_DM_SBCS, 0) & 0x607000) == 0);
}

static void act(struct fuzz_bytes *in, uint8_t op)
{
    uint8_t bytes[64], answers[64];
    size_t n;

    switch (op & 7) {
    case 0: /* raw */
        n = fuzz_byte(in) % sizeof bytes;
        for (size_t i = 0; i < n; i++) {
            bytes[i] = fuzz_byte(in);
            bytes[i] = (op & 8) != 0 ? (uint8_t)('0' + (bytes[i] & 7)) : bytes[i];
        }
        debug.server.protocol.quit = false;
        FUZZ_CHECK(sim_bitbang_feed(&debug.server.protocol, bytes, n, answers) <= n);
        break;
    case 1: /* somewhere in the diagram, to Run-Test/Idle */
        walk("111110");
        scan(true, op >> 3, 5);
        break;
    case 2:
        scan(false, fuzz_word(in), 1 + fuzz_byte(in) % 64u);
        break;
    case 3:
    case 4: /* a register of the module, most likely one that exists */
        (void)dmi(1 + (op & 1u), SIM_DM_DATA0 + (fuzz_byte(in) & 63u), (uint32_t)fuzz_word(in));
        break;
    case 5:
        (void)dmi(2, SIM_DM_DMCONTROL, (uint32_t)fuzz_byte(in) << 24 | (op >> 3 & 15u) | 1);
        break;
    case 6: /* memory of the platform */
        dmi(2, SIM_DM_SBADDRESS0, (uint32_t)SIM_RAM_BASE + fuzz_byte(in) * 4u);
        dmi(2, SIM_DM_SBDATA0, (uint32_t)fuzz_word(in));
        break;
    default:
        run(1 + (op >> 3) * 8u);
        break;
    }
}

static bool drive_pin(void *ctx)
{
    return sim_tap_tdo(&((struct sim_debug *)ctx)->tap);
}

static void drive(void *ctx, bool tck, bool tms, bool tdi)
{
    sim_tap_pins(&((struct sim_debug *)ctx)->tap, tck, tms, tdi);
}

static void drive_reset(void *ctx, bool trst, bool srst)
{
    if (trst) {
        sim_tap_trst(&((struct sim_debug *)ctx)->tap);
    }
    sim_dm_system_reset(&((struct sim_debug *)ctx)->dm, srst);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct sim_bitbang_ops ops = {drive, drive_pin, drive_reset};
    struct fuzz_bytes in = {data, size};

    fuzz_server(data, size);
    start(&in);
    sim_bitbang_init(&debug.server.protocol, &ops, &debug);
    for (unsigned i = 0; in.left > 0 && i < 200; i++) {
        act(&in, fuzz_byte(&in));
    }
    examine();
    sim_debug_close(&debug);
    sim_platform_destroy(platform);
    return 0;
}
