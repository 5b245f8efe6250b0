/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run_fabric TREE.dtb IMPL: random programs on all harts of a tree that ends in an ATB
 * bridge, whose components are RTL or models as IMPL says (sim_fabric_rtl.h; c: without SystemC).
 * The component downstream of the bridge asks for flushes. Beside each encoder runs a model of its
 * own, whose link takes everything: when a flush ends, all that these had sent at its beginning
 * must have arrived, unchanged; at the end everything. A RAM sink, if there is one, writes to
 * system memory that fails now and then. Prints what was seen; ends with status 1 at the first
 * difference. One fabric a process.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atbbridge_regs.h"
#include "htr/htr_coresight.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "ramsink_regs.h"
#include "random_hart.h"
#include "sim/sim_fabric_rtl.h"
#include "sim/sim_tree.h"
#include "timestamp_regs.h"
#include "topology/topology_fdt.h"

enum {
    COMPONENTS = 16,
    HARTS_MAX = 4,
    BYTES = 1 << 17,
    RECORDS = 4000, /* of each hart */
    PATIENCE = 20000,
    SRC_BITS = 3,
    ID = 0x33,
    BAD = 0x400, /* offset into the window of system memory that fails */
};

static const uint32_t WINDOW = 0x84000000u;

int sc_main(int argc, char **argv); /* libsystemc wants one */

int sc_main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return 1;
}

struct source {
    unsigned component;
    struct rh_hart hart;
    struct trm_encoder model;
    struct ingress_cycle record;
    bool offering;
    unsigned records;
    uint8_t bytes[BYTES];
    size_t n, mark, seen;
};

static struct topology tree;
static struct topology_component component[COMPONENTS];
static struct topology_link tree_link[COMPONENTS];
static struct sim_component_cfg cfg[COMPONENTS];
static struct sim_fabric fabric;
static struct source source[HARTS_MAX];
static unsigned harts, bridge;
static uint64_t now, asked; /* cycles; asked: for the flush that goes on, 0 = none does */
static uint64_t writes;
static struct rh_rng rng;
static uint64_t flushes, waited;

static void __attribute__((noreturn, format(printf, 1, 2))) fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "cycle %llu: ", (unsigned long long)now);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

static void check(int status, const struct sim_message *msg)
{
    if (status < 0) {
        fail("%s", msg->text);
    }
}

/* --- the models beside --- */

static bool can_accept(void *ctx, size_t n)
{
    const struct source *s = ctx;
    return s->n + n <= BYTES;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct source *s = ctx;
    memcpy(s->bytes + s->n, bytes, n);
    s->n += n;
}

static const struct trm_link_ops link_ops = {.can_accept = can_accept, .put = put};

/* The same parameters; it never stalls. */
static void init_source(struct source *s, unsigned hart)
{
    struct trm_encoder_cfg model = cfg[s->component].u.encoder;
    const struct rh_cfg rc = {.base = 0x80000000u + 0x10000u * hart,
                              .xlen = model.xlen,
                              .itype_width = model.itype_width,
                              .max_block = 2,
                              .trap_one_in = 20,
                              .branch_bias = 4,
                              .indirect_bias = 3,
                              .max_blocks = 1};
    model.fifo_bytes = TRM_ENCODER_FIFO_MAX;
    if (trm_encoder_init(&s->model, &model) != TRM_OK) {
        fail("the model is refused");
    }
    trm_encoder_connect(&s->model, (struct trm_link){&link_ops, s});
    rh_init(&s->hart, &rc, hart + 7);
}

/* --- what came --- */

static void found(const uint8_t *bytes, size_t n)
{
    unsigned src = n < 2 ? 0 : (bytes[1] >> 2) & ((1u << SRC_BITS) - 1u);
    if (src < 1 || src > harts) {
        fail("a message of %zu bytes with SRC %u", n, src);
    }
    struct source *s = &source[src - 1];
    if (s->seen + n > s->n || memcmp(bytes, s->bytes + s->seen, n) != 0) {
        fail("hart %u: a message that the model has not sent, after %zu bytes", src - 1, s->seen);
    }
    s->seen += n;
}

/* From the beginning: whole messages and idle bytes. */
static void look_at_all(void)
{
    static uint8_t frames[1 << 20];
    uint32_t n = fabric.ops->capture_read(fabric.ctx, bridge, frames, sizeof frames);
    size_t size = htr_coresight_unframe(frames, n, ID, frames), at = 0;
    for (unsigned k = 0; k < harts; k++) {
        source[k].seen = 0;
    }
    for (size_t end = 0; end < size; end++) {
        if ((frames[end] & 3) == 3) {
            if (frames[at] != 0xFF) {
                found(frames + at, end + 1 - at);
            }
            at = end + 1;
        }
    }
}

/* --- a cycle --- */

static void ask(void)
{
    fabric.ops->capture_flush(fabric.ctx, bridge);
    asked = now;
    for (unsigned k = 0; k < harts; k++) {
        source[k].mark = source[k].n;
    }
}

static void answer(void)
{
    if (!fabric.ops->capture_flushed(fabric.ctx, bridge)) {
        if (now - asked > PATIENCE) {
            fail("the flush does not end");
        }
        return;
    }
    look_at_all();
    for (unsigned k = 0; k < harts; k++) {
        if (source[k].seen < source[k].mark) {
            fail("hart %u: at the end of the flush %zu bytes of %zu are there", k, source[k].seen,
                 source[k].mark);
        }
    }
    flushes++;
    waited += now - asked;
    asked = 0;
}

static bool feed(struct source *s)
{
    if (!s->offering && s->records < RECORDS) {
        struct rh_step step;
        rh_step(&s->hart, &step);
        s->record = step.in;
        s->offering = true;
    }
    trm_encoder_tick(&s->model);
    if (!s->offering) {
        return false;
    }
    s->record.cycle = now;
    if (!fabric.ops->ingress(fabric.ctx, s->component, &s->record)) {
        if (trm_encoder_ingress(&s->model, &s->record)) {
            fail("the model stalls");
        }
        s->offering = false;
        s->records++;
    }
    return true;
}

/* Returns whether a hart goes on. */
static bool clock_all(void)
{
    bool goes_on = false;
    now++;
    fabric.ops->tick(fabric.ctx, 1);
    for (unsigned k = 0; k < harts; k++) {
        goes_on |= feed(&source[k]);
    }
    if (asked != 0) {
        answer();
    } else if (goes_on && rh_chance(&rng, 50)) {
        ask();
    }
    return goes_on;
}

/* --- registers --- */

static uint32_t get(unsigned i, uint32_t offset)
{
    uint32_t value = 0;
    if (fabric.ops->reg_read(fabric.ctx, i, offset, 4, &value) != SIM_BUS_OK) {
        fail("component %u: register 0x%x", i, offset);
    }
    return value;
}

static void set(unsigned i, uint32_t offset, uint32_t value)
{
    if (fabric.ops->reg_write(fabric.ctx, i, offset, 4, value) != SIM_BUS_OK) {
        fail("component %u: register 0x%x", i, offset);
    }
    for (unsigned k = 0; k < harts; k++) {
        if (source[k].component == i) {
            (void)trm_encoder_reg_write(&source[k].model, offset, 4, value);
        }
    }
}

static void enable(unsigned i, uint32_t with)
{
    set(i, 0, TR_TE_ACTIVE_MASK);
    set(i, 0, TR_TE_ACTIVE_MASK | with);
    set(i, 0, TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | with);
}

static void start_ramsink(unsigned i)
{
    set(i, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    set(i, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK); /* system memory */
    set(i, TR_RAM_START_HIGH_OFFSET, 0);
    set(i, TR_RAM_START_LOW_OFFSET, WINDOW);
    set(i, TR_RAM_LIMIT_HIGH_OFFSET, 0);
    set(i, TR_RAM_LIMIT_LOW_OFFSET, WINDOW + 0xFFFF0);
    set(i, TR_RAM_WP_HIGH_OFFSET, 0);
    set(i, TR_RAM_WP_LOW_OFFSET, WINDOW);
    set(i, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_MODE_MASK | TR_RAM_ENABLE_MASK);
}

static void start(void)
{
    for (unsigned i = 0; i < tree.ncomponents; i++) {
        if (component[i].kind == TOPOLOGY_RAMSINK) {
            start_ramsink(i);
        } else if (component[i].kind == TOPOLOGY_FUNNEL) {
            enable(i, 0);
            set(i, TR_FUNNEL_DIS_INPUT_OFFSET, 0);
        }
    }
    enable(bridge, ID << TR_ATB_BRIDGE_ID_SHIFT);
    fabric.ops->capture_start(fabric.ctx, bridge);
    for (unsigned k = 0; k < harts; k++) {
        const uint32_t with = TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT |
                              TR_TE_INST_TRACING_MASK | TR_TE_INST_STALL_ENA_MASK;
        set(source[k].component, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        set(source[k].component, TR_TE_INST_FEATURES_OFFSET,
            SRC_BITS << TR_TE_SRC_BITS_SHIFT | (k + 1) << TR_TE_SRC_ID_SHIFT);
        enable(source[k].component, with);
    }
}

static void stop(unsigned i)
{
    set(i, 0, get(i, 0) & ~TR_TE_ENABLE_MASK);
    for (unsigned waits = 0;
         (get(i, 0) & (TR_TE_EMPTY_MASK | TR_TE_ENABLE_MASK)) != TR_TE_EMPTY_MASK; waits++) {
        (void)clock_all();
        if (waits > PATIENCE) {
            fail("component %u does not become empty", i);
        }
    }
}

static void stop_all(enum topology_kind kind)
{
    for (unsigned i = 0; i < tree.ncomponents; i++) {
        if (component[i].kind == kind) {
            stop(i);
        }
    }
}

/* --- the whole --- */

static int smem_write(void *ctx, unsigned i, uint64_t address, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    (void)i;
    (void)bytes;
    (void)n;
    writes++;
    return address == WINDOW + BAD ? -1 : 0;
}

static uint64_t time_of(void *ctx)
{
    (void)ctx;
    return now;
}

static void read_tree(const char *path)
{
    static uint64_t dtb[8192];
    struct sim_message msg = {""};
    struct trm_encoder_cfg encoder; /* as hartrace run has it */
    trm_encoder_cfg_init(&encoder);
    encoder.ts_modes = 1u << TR_TS_MODE_EXTERNAL | 1u << TR_TS_MODE_INTERNAL_CORE;
    FILE *f = fopen(path, "rb");
    size_t n = f == NULL ? 0 : fread(dtb, 1, sizeof dtb, f);
    if (f != NULL) {
        fclose(f);
    }
    topology_init(&tree, component, COMPONENTS, tree_link, COMPONENTS);
    if (n == 0 || topology_read_fdt(&tree, dtb, n, NULL) != TOPOLOGY_OK) {
        fail("%s: no such tree", path);
    }
    for (unsigned i = 0; i < tree.ncomponents; i++) {
        check(sim_tree_component(&tree, i, &encoder, &cfg[i], &msg), &msg);
        if (component[i].kind == TOPOLOGY_ENCODER && harts < HARTS_MAX) {
            source[component[i].hart.index].component = i;
            harts++;
        }
        bridge = component[i].kind == TOPOLOGY_ATBBRIDGE ? i : bridge;
    }
}

static void finish(void)
{
    for (unsigned k = 0; k < harts; k++) {
        stop(source[k].component);
    }
    stop_all(TOPOLOGY_FUNNEL);
    stop_all(TOPOLOGY_RAMSINK);
    ask();
    while (asked != 0) {
        (void)clock_all();
    }
    stop(bridge);
    fabric.ops->capture_stop(fabric.ctx, bridge);
    look_at_all();
    for (unsigned k = 0; k < harts; k++) {
        if (source[k].seen != source[k].n) {
            fail("hart %u: %zu bytes of %zu", k, source[k].seen, source[k].n);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fail("run_fabric TREE.dtb IMPL");
    }
    struct sim_message msg = {""};
    const struct sim_fabric_rtl_cfg rtl = {.impl = argv[2]};
    read_tree(argv[1]);
    const struct sim_fabric_env env = {
        .tree = &tree, .cfg = cfg, .smem_write = smem_write, .time = time_of};
    struct sim_fabric_maker maker =
        strcmp(argv[2], "c") == 0 ? sim_fabric_c() : sim_fabric_rtl(&rtl);
    check(maker.make(maker.ctx, &env, &fabric, &msg), &msg);
    for (unsigned k = 0; k < harts; k++) {
        init_source(&source[k], k);
    }
    rh_seed(&rng, 1);
    start();
    for (unsigned i = 0; i < 8; i++) { /* a write may wait for the one before it */
        now++;
        fabric.ops->tick(fabric.ctx, 1);
    }
    while (clock_all()) {
    }
    finish();
    for (unsigned k = 0; k < harts; k++) {
        printf("hart %u: %zu bytes\n", k, source[k].n);
    }
    for (unsigned i = 0; i < tree.ncomponents; i++) {
        if (component[i].kind == TOPOLOGY_RAMSINK) {
            printf("system memory: %llu writes, trRamWP 0x%08x, trRamVendorStatus 0x%08x\n",
                   (unsigned long long)writes, get(i, TR_RAM_WP_LOW_OFFSET),
                   get(i, TR_RAM_VENDOR_STATUS_OFFSET));
        }
    }
    fprintf(stderr, "%llu flushes, %llu cycles each\n", (unsigned long long)flushes,
            (unsigned long long)(waited / flushes));
    fabric.ops->destroy(fabric.ctx);
    return flushes > 20 ? 0 : 1;
}
