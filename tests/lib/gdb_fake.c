/* SPDX-License-Identifier: Apache-2.0 */
#include "gdb_fake.h"

/* Hart 0 executes code[0] to code[9] in straight lines; at code[6] it writes a word. Hart 1 stays
 * at one place. */
static const uint64_t code[GDB_FAKE_STEPS] = {0x100, 0x104, 0x108, 0x200, 0x204,
                                              0x10c, 0x110, 0x104, 0x108, 0x200};
const struct htv_gdb_block gdb_fake_block[GDB_FAKE_BLOCKS] = {
    {0x200, 0x200}, {0x104, 0x108}, {0x10c, 0x110}, {0x200, 0x1ff}, {0x200, 0x204}, {0x100, 0x108}};

static bool reg(void *ctx, unsigned hart, unsigned number, uint64_t *value)
{
    const struct gdb_fake *f = ctx;
    *value = number == HTV_GDB_PC    ? (hart == 0 ? code[f->at] : 0x300)
             : number == HTV_GDB_CSR ? 0x1800
                                     : 0x0102030405060708;
    return number == HTV_GDB_PC || number == 2 || number == HTV_GDB_CSR;
}

/* 16 bytes at 0x1000. */
static size_t memory(void *ctx, unsigned hart, uint64_t addr, uint8_t *bytes, size_t n)
{
    size_t fill = 0;
    (void)ctx;
    (void)hart;
    for (; fill < n && addr >= 0x1000 && addr < 0x1010; fill++, addr++) {
        bytes[fill] = (uint8_t)addr;
    }
    return fill;
}

static unsigned step(void *ctx, unsigned hart, bool back)
{
    struct gdb_fake *f = ctx;
    if (f->endless) {
        f->at = (f->at + 1) % GDB_FAKE_STEPS;
        return 0;
    }
    if (hart == 1 || (back ? f->at == 0 : f->at == GDB_FAKE_STEPS - 1)) {
        return HTV_GDB_HARTS;
    }
    f->at = back ? f->at - 1 : f->at + 1;
    return 0;
}

static uint64_t position(void *ctx, unsigned hart)
{
    (void)hart;
    return ((struct gdb_fake *)ctx)->at;
}

static bool go(void *ctx, unsigned hart, uint64_t to)
{
    (void)hart;
    ((struct gdb_fake *)ctx)->at =
        to < GDB_FAKE_STEPS ? (unsigned)to : ((struct gdb_fake *)ctx)->at;
    return to < GDB_FAKE_STEPS;
}

static bool changed(void *ctx, unsigned n, uint64_t *addr, unsigned *size)
{
    *addr = 0x1004;
    *size = 4;
    return n == 0 && ((struct gdb_fake *)ctx)->at == 6;
}

static uint64_t blocks(void *ctx, unsigned hart)
{
    (void)ctx;
    return hart == 0 ? GDB_FAKE_BLOCKS : 1;
}

static struct htv_gdb_block one_block(void *ctx, unsigned hart, uint64_t n)
{
    (void)ctx;
    assert_true(n < GDB_FAKE_BLOCKS);
    return hart == 0 ? gdb_fake_block[n] : (struct htv_gdb_block){0x300, 0x300};
}

static const char *name(void *ctx, unsigned hart)
{
    (void)ctx;
    return hart == 0 ? "hart \"0\" <&>" : "other *";
}

static bool send_bytes(void *ctx, const void *bytes, size_t n)
{
    struct gdb_fake *f = ctx;
    assert_true(f->n + n < GDB_FAKE_OUT);
    memcpy(f->out + f->n, bytes, n);
    f->n += n;
    f->out[f->n] = '\0';
    return !f->gone;
}

static bool stop(void *ctx)
{
    struct gdb_fake *f = ctx;
    return ++f->asked > f->stop_after;
}

const struct htv_gdb_ops *gdb_fake_ops(void)
{
    static const struct htv_gdb_ops ops = {.reg = reg,
                                           .memory = memory,
                                           .step = step,
                                           .position = position,
                                           .go = go,
                                           .changed = changed,
                                           .blocks = blocks,
                                           .block = one_block,
                                           .name = name};
    return &ops;
}

struct htv_gdb *gdb_fake_open(struct gdb_fake *f, bool branches)
{
    static const struct htv_gdb_ops plain = {.reg = reg,
                                             .memory = memory,
                                             .step = step,
                                             .position = position,
                                             .go = go,
                                             .changed = changed,
                                             .name = name};
    static const struct htv_gdb_csr csrs[] = {{"mstatus", "csr"}};
    struct htr_host host = {0};
    struct htv_gdb *g;
    const struct htv_gdb_target target = {.ops = branches ? gdb_fake_ops() : &plain,
                                          .ctx = f,
                                          .harts = 2,
                                          .xlen = 64,
                                          .ordered = !branches,
                                          .csr = csrs,
                                          .ncsrs = 1};
    const struct htv_gdb_link link = {.ctx = f, .send = send_bytes, .stop = stop};
    *f = (struct gdb_fake){.at = GDB_FAKE_STEPS - 1, .stop_after = 100};
    assert_int_equal(htv_gdb_open(&g, &host, &target, &link), HTR_OK);
    return g;
}

const char *gdb_fake_ask(struct htv_gdb *g, struct gdb_fake *f, const char *text)
{
    char packet[1024];
    unsigned sum = 0, expected = 0;
    for (const char *p = text; *p != '\0'; p++) {
        sum += (unsigned char)*p;
    }
    const int n = snprintf(packet, sizeof packet, "$%s#%02x", text, sum & 255);
    f->n = 0;
    assert_int_equal(htv_gdb_take(g, packet, (size_t)n), HTV_GDB_GOES_ON);
    assert_true(f->n >= 5);
    assert_int_equal(f->out[0], '+');
    assert_int_equal(f->out[1], '$');
    assert_int_equal(f->out[f->n - 3], '#');
    char *body = strrchr(f->out, '$') + 1;
    for (const char *p = body; p < f->out + f->n - 3; p++) {
        expected += (unsigned char)*p;
    }
    assert_int_equal(strtoul(f->out + f->n - 2, NULL, 16), expected & 255);
    f->out[f->n - 3] = '\0';
    return body;
}
