/* SPDX-License-Identifier: Apache-2.0 */
/* What GDB sends, or something else at its place: no answer is longer than was announced, and each
 * has the right sum. Input: one byte that chooses the target, then packets without their frame,
 * each ended by a newline; a zero byte stands for bytes that are sent as they are up to the next
 * newline. */
#include <string.h>

#include "fuzz.h"
#include "htv/htv_gdb.h"

enum {
    STEPS = 300
};

struct fake {
    unsigned at;
    bool xlen32;
};

static bool reg(void *ctx, unsigned hart, unsigned number, uint64_t *value)
{
    const struct fake *f = ctx;
    FUZZ_CHECK(hart < 3 && number <= HTV_GDB_CSR + 1);
    *value = number == HTV_GDB_PC ? 0x1000 + 4 * (uint64_t)(f->at % 40) : f->at;
    return number != 3;
}

static size_t memory(void *ctx, unsigned hart, uint64_t addr, uint8_t *bytes, size_t n)
{
    (void)ctx;
    FUZZ_CHECK(hart < 3);
    const size_t known = addr < 0x2000 ? n : 0;
    for (size_t i = 0; i < known; i++) {
        bytes[i] = (uint8_t)((addr + i) * 0x67);
    }
    return known;
}

static unsigned step(void *ctx, unsigned hart, bool back)
{
    struct fake *f = ctx;
    FUZZ_CHECK(hart < 3 || hart == HTV_GDB_HARTS);
    if (back ? f->at == 0 : f->at == STEPS) {
        return HTV_GDB_HARTS;
    }
    f->at = back ? f->at - 1 : f->at + 1;
    return hart < 3 ? hart : f->at % 3;
}

static uint64_t position(void *ctx, unsigned hart)
{
    FUZZ_CHECK(hart < 3);
    return ((struct fake *)ctx)->at;
}

static bool go(void *ctx, unsigned hart, uint64_t to)
{
    FUZZ_CHECK(hart < 3);
    ((struct fake *)ctx)->at = to <= STEPS ? (unsigned)to : ((struct fake *)ctx)->at;
    return to <= STEPS;
}

static bool changed(void *ctx, unsigned n, uint64_t *addr, unsigned *size)
{
    *addr = 0x1800 + ((struct fake *)ctx)->at;
    *size = 1u << n;
    return n < 4;
}

static uint64_t blocks(void *ctx, unsigned hart)
{
    (void)ctx;
    FUZZ_CHECK(hart < 3);
    return STEPS;
}

static struct htv_gdb_block block(void *ctx, unsigned hart, uint64_t n)
{
    (void)ctx;
    FUZZ_CHECK(hart < 3 && n < STEPS);
    return (struct htv_gdb_block){n, ~n};
}

static const char *name(void *ctx, unsigned hart)
{
    (void)ctx;
    return hart == 0 ? "a name" : "";
}

static bool send_bytes(void *ctx, const void *bytes, size_t n)
{
    const char *p = bytes;
    uint8_t sum = 0;
    char end[4];
    (void)ctx;
    if (n == 1) {
        FUZZ_CHECK(*p == '+' || *p == '-');
        return true;
    }
    FUZZ_CHECK(n >= 4 && p[0] == '$' && p[n - 3] == '#');
    FUZZ_CHECK(n - 4 <= 2 * (size_t)HTV_GDB_PACKET);
    for (size_t i = 1; i < n - 3; i++) {
        FUZZ_CHECK(p[i] != '$' && p[i] != '#');
        sum = (uint8_t)(sum + (uint8_t)p[i]);
    }
    snprintf(end, sizeof end, "%02x", sum);
    FUZZ_CHECK(memcmp(end, p + n - 2, 2) == 0);
    return true;
}

/* A line of the input: as a packet with its sum, or as it is. */
static enum htv_gdb_state take(struct htv_gdb *g, const uint8_t *line, size_t n)
{
    char end[8];
    uint8_t sum = 0;
    if (n > 0 && line[0] == 0) {
        return htv_gdb_take(g, line + 1, n - 1);
    }
    for (size_t i = 0; i < n; i++) {
        sum = (uint8_t)(sum + line[i]);
    }
    snprintf(end, sizeof end, "#%02x", sum);
    enum htv_gdb_state s = htv_gdb_take(g, "$", 1);
    s = s == HTV_GDB_GOES_ON ? htv_gdb_take(g, line, n) : s;
    return s == HTV_GDB_GOES_ON ? htv_gdb_take(g, end, 3) : s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct htv_gdb_csr csrs[] = {{"mstatus", "csr"}, {"priv", "virtual"}};
    struct htv_gdb_ops ops = {
        .reg = reg, .memory = memory, .step = step, .position = position, .go = go, .name = name};
    struct fuzz_bytes in = {data, size};
    struct fake fake = {.at = STEPS};
    struct htr_host host = {0};
    struct htv_gdb *g;
    const uint8_t kind = fuzz_byte(&in);
    if ((kind & 1) != 0) {
        ops.blocks = blocks;
        ops.block = block;
    } else {
        ops.changed = changed;
    }
    const struct htv_gdb_target target = {.ops = &ops,
                                          .ctx = &fake,
                                          .harts = 3,
                                          .xlen = (kind & 2) != 0 ? 32 : 64,
                                          .isa = 1,
                                          .ordered = (kind & 1) == 0,
                                          .fpu = (kind & 4) != 0,
                                          .csr = csrs,
                                          .ncsrs = 2};
    const struct htv_gdb_link link = {.ctx = &fake, .send = send_bytes};
    enum htv_gdb_state s = HTV_GDB_GOES_ON;
    FUZZ_CHECK(htv_gdb_open(&g, &host, &target, &link) == HTR_OK);
    for (unsigned lines = 0; in.left > 0 && s == HTV_GDB_GOES_ON && lines < 200; lines++) {
        const uint8_t *end = memchr(in.at, '\n', in.left);
        const size_t n = end != NULL ? (size_t)(end - in.at) : in.left;
        s = take(g, in.at, n);
        in.at += end != NULL ? n + 1 : n;
        in.left -= end != NULL ? n + 1 : n;
    }
    htv_gdb_close(g);
    return 0;
}
