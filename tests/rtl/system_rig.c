/* SPDX-License-Identifier: Apache-2.0 */
#include "system_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "atbbridge_regs.h"
#include "encoder_regs.h"
#include "funnel_regs.h"
#include "pibsink_regs.h"
#include "ramsink_regs.h"
#include "timestamp_regs.h"
#include "trm/trm_encoder_upstream.h"

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

static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};

void system_rig_target(struct run *run)
{
    struct trm_atb_in *target = &run->io.target;
    bool ended = run->io.atb.afready;
    target->atready = !rh_chance(&run->rng, 4);
    if (target->afvalid) {
        target->afvalid = !ended;
    } else if (run->flushing && rh_chance(&run->rng, 30)) {
        target->afvalid = true;
        for (unsigned k = 0; k < run->kind->harts; k++) {
            run->source[k].mark = run->source[k].n;
        }
    }
}

/* Of the message at bytes. */
static size_t message_length(const uint8_t *bytes, size_t n)
{
    size_t end = 0;
    while (end < n && (bytes[end] & 3) != 3) {
        end++;
    }
    assert_true(end < n);
    return end + 1;
}

/* Bytes before TSTAMP, the last field: it begins after a variable one, which ends with MSEO 01. */
static size_t before_time(const uint8_t *bytes, size_t n)
{
    size_t at = n - 1;
    while (at > 0 && (bytes[at - 1] & 3) != 1) {
        at--;
    }
    assert_true(at > 0);
    return at;
}

/* TSTAMP is the time in a synchronizing message, and the difference to the message before it in
 * others (N-Trace 1.0, Timestamping). */
static void time_of(uint64_t *time, const uint8_t *bytes, size_t from, size_t n)
{
    uint64_t value = 0;
    for (size_t i = n; i > from; i--) {
        value = value << 6 | bytes[i - 1] >> 2;
    }
    unsigned tcode = bytes[0] >> 2;
    bool sync = tcode == 9 || tcode == 11 || tcode == 12 || tcode == 29;
    *time = sync ? value : *time + value;
}

/* A message belongs to the source that its SRC says, and is its next one. */
static void found(struct run *run, unsigned sink, const uint8_t *bytes, size_t n)
{
    assert_true(n >= 2);
    unsigned src = (unsigned)(bytes[1] >> 2) & ((1u << SRC_BITS) - 1u);
    assert_in_range(src, 1, run->kind->harts);
    struct source *s = &run->source[src - 1];
    const uint8_t *model = s->bytes + s->seen[sink];
    size_t m = message_length(model, s->n - s->seen[sink]);
    size_t head[2] = {run->stamps ? before_time(bytes, n) : n,
                      run->stamps ? before_time(model, m) : m};
    assert_int_equal(head[0], head[1]);
    assert_memory_equal(bytes, model, head[0]);
    if (run->stamps) {
        time_of(&s->time[sink][0], bytes, head[0], n);
        time_of(&s->time[sink][1], model, head[1], m);
        if (!s->any_time[s->seen[sink]]) {
            assert_in_range(s->time[sink][1] - s->time[sink][0], 0, run->late);
        }
    }
    s->seen[sink] += m;
    run->messages++;
}

/* Whole messages and idle bytes. Returns how many of n bytes these are. */
static size_t split(struct run *run, unsigned sink, const uint8_t *bytes, size_t n)
{
    size_t at = 0;
    for (size_t end = 0; end < n; end++) {
        if ((bytes[end] & 3) == 3) {
            if (bytes[at] != 0xFF) {
                found(run, sink, bytes + at, end + 1 - at);
            }
            at = end + 1;
        }
    }
    return at;
}

/* What the target sees. When the flush ends, all that the models had sent at its beginning is
 * there. */
void system_rig_target_takes(struct run *run)
{
    const struct trm_atb_out *out = &run->io.atb;
    if (out->atvalid && run->io.target.atready) {
        assert_int_equal(out->atid, ATB_ID);
        assert_true(run->atb_n + out->atbytes + 1u <= BYTES);
        memcpy(run->atb + run->atb_n, out->atdata, out->atbytes + 1u);
        run->atb_n += out->atbytes + 1u;
    }
    if (out->afready && run->io.target.afvalid) {
        run->atb_at += split(run, ATB, run->atb + run->atb_at, run->atb_n - run->atb_at);
        for (unsigned k = 0; k < run->kind->harts; k++) {
            assert_true(run->source[k].seen[ATB] >= run->source[k].mark);
        }
        run->flushes++;
    }
}

void system_rig_models_sync(struct run *run)
{
    run->syncs++;
    for (unsigned k = 0; k < run->kind->harts; k++) {
        struct trm_encoder_upstream up;
        struct trm_upstream to = trm_encoder_upstream(&up, &run->source[k].model);
        to.ops->sync(to.ctx);
    }
}

/* Component n's registers; encoders' models take writes at the same cycle. */
uint32_t system_rig_access(struct run *run, bool write, unsigned n, uint32_t offset, uint32_t value)
{
    run->io.apb = (struct rtl_apb){
        .psel = true, .pwrite = write, .paddr = n * BLOCK + offset, .pwdata = value};
    run->clock(run);
    run->io.apb.penable = true;
    unsigned cycles = 0;
    do {
        run->clock(run);
        assert_true(++cycles < 1000);
    } while (!run->io.apb.pready);
    assert_false(run->io.apb.pslverr);
    uint32_t got = run->io.apb.prdata;
    run->io.apb = (struct rtl_apb){.psel = false};
    if (write && n < run->kind->harts) {
        (void)trm_encoder_reg_write(&run->source[n].model, offset, 4, value);
    }
    return got;
}

/* The component that is a sink. */
unsigned system_rig_sink(const struct run *run, unsigned sink)
{
    unsigned n = run->kind->harts + (run->kind->harts > 1 ? 1 : 0);
    n += sink > RAM && run->kind->ram ? 1 : 0;
    return n + (sink > PIB && run->kind->pib ? 1 : 0);
}

/* trXxEnable = 0, and wait for trXxEmpty: the same bits in every component. */
void system_rig_stop(struct run *run, unsigned n, uint32_t control)
{
    (void)system_rig_access(run, true, n, 0, control);
    for (unsigned i = 0; (system_rig_access(run, false, n, 0, 0) & TR_TE_EMPTY_MASK) == 0; i++) {
        assert_true(i < 20000); /* a serial pin takes long for full queues */
    }
}

/* One of the modes of the pins, and a probe for it. */
static uint32_t random_pins(struct run *run)
{
    static const uint32_t modes[] = {4, 5, 8, 9, 10, 11, 12};
    uint32_t mode = modes[rh_below(&run->rng, 7)];
    bool parallel = mode >= TR_PIB_MODE_PARALLEL1;
    unsigned divider = rh_below(&run->rng, 2), center = parallel ? rh_below(&run->rng, 2) : 0;
    run->probe =
        (struct htr_pib_setting){.protocol = parallel                       ? HTR_PIB_PARALLEL
                                             : mode == TR_PIB_MODE_SWT_UART ? HTR_PIB_UART
                                                                            : HTR_PIB_MANCHESTER,
                                 .width = parallel ? 1u << (mode - TR_PIB_MODE_PARALLEL1) : 1,
                                 .center = center != 0,
                                 .ticks = divider + 1,
                                 .messages = true};
    return TR_PIB_ACTIVE_MASK | mode << TR_PIB_MODE_SHIFT | center << TR_PIB_CLK_CENTER_SHIFT |
           divider << TR_PIB_DIVIDER_SHIFT;
}

/* From the sinks on: activate, settings, enable. */
void system_rig_start_sinks(struct run *run)
{
    uint32_t settings[SINKS] = {TR_RAM_ACTIVE_MASK, random_pins(run),
                                TR_ATB_BRIDGE_ACTIVE_MASK | ATB_ID << TR_ATB_BRIDGE_ID_SHIFT};
    bool there[SINKS] = {run->kind->ram, run->kind->pib, run->kind->atb};
    for (unsigned sink = 0; sink < SINKS; sink++) {
        if (there[sink]) {
            unsigned n = system_rig_sink(run, sink);
            (void)system_rig_access(run, true, n, 0, TR_RAM_ACTIVE_MASK);
            (void)system_rig_access(run, true, n, 0, settings[sink]);
            (void)system_rig_access(run, true, n, 0, settings[sink] | TR_RAM_ENABLE_MASK);
        }
    }
    if (run->kind->harts > 1) {
        (void)system_rig_access(run, true, run->kind->harts, 0, TR_FUNNEL_ACTIVE_MASK);
        (void)system_rig_access(run, true, run->kind->harts, 0,
                                TR_FUNNEL_ACTIVE_MASK | TR_FUNNEL_ENABLE_MASK);
    }
}

void system_rig_start_encoders(struct run *run, uint32_t features, uint32_t ts)
{
    for (unsigned n = 0; n < run->kind->harts; n++) {
        (void)system_rig_access(run, true, n, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
        (void)system_rig_access(run, true, n, TR_TE_INST_FEATURES_OFFSET,
                                SRC_BITS << TR_TE_SRC_BITS_SHIFT | (n + 1) << TR_TE_SRC_ID_SHIFT |
                                    TR_TE_INST_EN_REPEATED_HISTORY_MASK | features);
        if (ts != 0) {
            (void)system_rig_access(run, true, n, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK);
            (void)system_rig_access(run, true, n, TR_TS_CONTROL_OFFSET, TR_TS_ACTIVE_MASK | ts);
            run->stamps = true;
        }
        (void)system_rig_access(run, true, n, TR_TE_CONTROL_OFFSET,
                                TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | TR_TE_INST_TRACING_MASK |
                                    TR_TE_INST_STALL_ENA_MASK |
                                    TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT);
    }
}

void system_rig_create(struct run *run, const struct rtl_system_kind *kind, uint64_t seed,
                       void (*clock)(struct run *run))
{
    memset(run, 0, sizeof *run);
    run->kind = kind;
    run->clock = clock;
    rh_seed(&run->rng, seed);
    run->rtl = run->kind->create();
    for (unsigned k = 0; k < run->kind->harts; k++) {
        struct source *s = &run->source[k];
        struct trm_encoder_cfg cfg;
        run->kind->cfg(&cfg);
        assert_int_equal(trm_encoder_init(&s->model, &cfg), TRM_OK);
        trm_encoder_connect(&s->model, (struct trm_link){&ops, s});
        struct rh_cfg rc = {.base = 0x80000000u,
                            .xlen = cfg.xlen,
                            .itype_width = cfg.itype_width,
                            .max_block = 8,
                            .trap_one_in = 30,
                            .branch_bias = 8,
                            .indirect_bias = 4,
                            .max_blocks = 1};
        rh_init(&s->hart, &rc, seed * HARTS_MAX + k);
    }
}

static void read_out(struct run *run)
{
    static uint8_t memory[BYTES];
    unsigned sink = system_rig_sink(run, RAM);
    uint32_t wp = system_rig_access(run, false, sink, TR_RAM_WP_LOW_OFFSET, 0);
    assert_int_equal(wp & TR_RAM_WRAP_MASK, 0);
    assert_true(wp > 100 && wp < run->kind->sram_bytes && wp <= BYTES);
    (void)system_rig_access(run, true, sink, TR_RAM_RP_LOW_OFFSET, 0);
    for (uint32_t at = 0; at < wp; at += 4) {
        uint32_t word = system_rig_access(run, false, sink, TR_RAM_DATA_OFFSET, 0);
        for (unsigned i = 0; i < 4; i++) {
            memory[at + i] = (uint8_t)(word >> (8 * i));
        }
    }
    assert_int_equal(split(run, RAM, memory, wp), wp);
}

static void read_pins(struct run *run)
{
    static uint8_t bytes[BYTES];
    struct htr_pib_result r = {.bytes = bytes, .cap = sizeof bytes};
    htr_pib_decode(&run->probe, run->wave, run->cycle + 1, &r);
    assert_int_equal(r.errors, 0);
    assert_int_equal(split(run, PIB, bytes, r.n), r.n);
}

void system_rig_stop_encoders(struct run *run)
{
    for (unsigned n = 0; n < run->kind->harts; n++) {
        system_rig_stop(run, n, TR_TE_ACTIVE_MASK | TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT);
    }
}

void system_rig_stop_others(struct run *run)
{
    unsigned end = system_rig_sink(run, ATB) + (run->kind->atb ? 1 : 0);
    for (unsigned n = run->kind->harts; n < end; n++) {
        uint32_t control = system_rig_access(run, false, n, 0, 0);
        system_rig_stop(run, n, control & ~TR_RAM_ENABLE_MASK);
    }
}

void system_rig_read_all(struct run *run)
{
    if (run->kind->ram) {
        read_out(run);
    }
    if (run->kind->pib) {
        read_pins(run);
    }
    if (run->kind->atb) {
        run->atb_at += split(run, ATB, run->atb + run->atb_at, run->atb_n - run->atb_at);
        assert_int_equal(run->atb_at, run->atb_n);
    }
    for (unsigned k = 0; k < run->kind->harts; k++) {
        const struct source *s = &run->source[k];
        assert_true(s->n > 50);
        assert_true(s->seen[RAM] == (run->kind->ram ? s->n : 0));
        assert_true(s->seen[PIB] == (run->kind->pib ? s->n : 0));
        assert_true(s->seen[ATB] == (run->kind->atb ? s->n : 0));
    }
}
