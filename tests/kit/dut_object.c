/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_encoder.h as a device of the kit, twice: a shared object (hartrace_dut_lib) and a program
 * that speaks the protocol (main). args: xlen=32; icnt, a taken branch counts one half-word too
 * few; or one way to fail: refuse, no-cycle, crash, exit, hang, after a thousand records,
 * early-crash.
 */
#include <stdio.h>
#include <stdlib.h>

#include "htk/hartrace_dut_lib.h"
#include "own_encoder.h"

struct device {
    struct hartrace_dut dut;
    struct own_encoder encoder;
    const char *args;
    unsigned long records;
};

static struct device *self(void)
{
    static struct device d;
    return &d;
}

static bool wants(const char *what)
{
    return strstr(self()->args, what) != NULL;
}

static bool can_accept(void *ctx, size_t n)
{
    (void)ctx;
    (void)n;
    return true;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct device *d = ctx;
    hartrace_dut_bytes(&d->dut, bytes, n);
}

static void reset(void *ctx)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    struct device *d = ctx;
    d->encoder = (struct own_encoder){.out = {&ops, d}};
}

static uint32_t get(void *ctx, uint32_t offset)
{
    struct device *d = ctx;
    uint32_t value = 0;
    (void)own_encoder_read(&d->encoder, offset, 4, &value);
    return value;
}

static void set(void *ctx, uint32_t offset, uint32_t value)
{
    struct device *d = ctx;
    (void)own_encoder_write(&d->encoder, offset, 4, value);
}

/* After a thousand records. */
static void fail(const struct device *d)
{
    if (d->records < 1000) {
        return;
    }
    if (wants("crash")) {
        abort();
    }
    if (wants("exit")) {
        exit(3);
    }
    while (wants("hang")) {
    }
}

static void cycle(void *ctx, const struct hartrace_dut_cycle *c)
{
    struct device *d = ctx;
    own_encoder_tick(&d->encoder);
    if (c == NULL || c->nblocks == 0) {
        return;
    }
    struct ingress_cycle in = {.nblocks = 1,
                               .block[0] = {.iaddr = c->block[0].iaddr,
                                            .iretire = c->block[0].iretire,
                                            .itype = c->block[0].itype}};
    if (wants("icnt") && in.block[0].itype == INGRESS_ITYPE_TAKEN) {
        in.block[0].iretire--;
    }
    d->records++;
    fail(d);
    (void)own_encoder_ingress(&d->encoder, &in); /* the link takes everything: no stall */
}

struct hartrace_dut *hartrace_dut_lib(unsigned version, const char *args)
{
    struct device *d = self();
    d->args = args;
    if (version != HARTRACE_DUT_VERSION || wants("refuse")) {
        return NULL;
    }
    d->dut = (struct hartrace_dut){.name = "small encoder",
                                   .params = "btm=1 htm=0 btype_split=0",
                                   .xlen = wants("xlen=32") ? 32 : 64,
                                   .itype_width = 4,
                                   .blocks = 1,
                                   .iretire_bits = 32,
                                   .ctx = d,
                                   .reset = reset,
                                   .read = get,
                                   .write = set,
                                   .cycle = wants("no-cycle") ? NULL : cycle};
    reset(d);
    if (wants("early-crash")) {
        abort();
    }
    if (!wants("program")) {
        printf("this is no trace\n"); /* to standard error, hartrace sees to that */
    }
    return &d->dut;
}

int main(int argc, char **argv)
{
    char args[80];
    snprintf(args, sizeof args, "program %s", argc > 1 ? argv[1] : "");
    struct hartrace_dut *d = hartrace_dut_lib(HARTRACE_DUT_VERSION, args);
    return d != NULL ? hartrace_dut_serve(d, stdin, stdout) : 2;
}
