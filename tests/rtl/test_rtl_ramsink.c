/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The RAM sink in SystemVerilog against its model: random settings, random messages, a bus that
 * waits and fails at random. The model writes at once; so memory, the sequence of writes to system
 * memory and all registers are compared whenever the RTL has come to rest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "part_rig.h"
#include "ramsink_bus.h"
#include "ramsink_rate.h"
#include "ramsink_regs.h"
#include "ramsink_tally.h"
#include "random_hart.h"
#include "rtl_ramsink.h"

extern const struct rtl_ramsink_kind rtl_ramsink_min, rtl_ramsink_axi, rtl_ramsink_ahb,
    rtl_ramsink_wide, rtl_ramsink_fixed, rtl_ramsink_bus, rtl_ramsink_hbus, rtl_ramsink_one,
    rtl_ramsink_two, rtl_ramsink_et, rtl_ramsink_etbus, rtl_ramsink_rnd;

static const struct rtl_ramsink_kind *const kinds[] = {
    &rtl_ramsink_min,   &rtl_ramsink_axi, &rtl_ramsink_ahb,  &rtl_ramsink_wide,
    &rtl_ramsink_fixed, &rtl_ramsink_bus, &rtl_ramsink_hbus, &rtl_ramsink_one,
    &rtl_ramsink_two,   &rtl_ramsink_et,  &rtl_ramsink_etbus};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    PLAIN = 9, /* those of N-Trace */
    MESSAGE = 48,
    SRAM_MAX = 1024,
    REST = 400, /* cycles in which everything comes to rest */
    LATENCY = 45,
    LATE = 4, /* cycles from a response until trRamWP shows it, at most */
};

struct run {
    struct part_rig rig;
    const struct rtl_ramsink_kind *kind;
    struct rtl_ramsink *rtl;
    struct trm_ramsink model;
    struct trm_ramsink_cfg cfg;
    struct rh_rng rng;
    uint64_t seed, cycle;
    struct rtl_ramsink_io io;
    uint8_t sram[SRAM_MAX];
    struct bus_log want;
    uint8_t message[MESSAGE];
    unsigned n, at;
    bool offering;
    unsigned busy; /* percent */
    struct ramsink_bus bus;
    unsigned was_answered[LATE]; /* some cycles ago, the last one first */
    uint64_t words;
};

static struct ramsink_tally seen;

static void complain(const void *ctx, const char *what)
{
    const struct run *run = ctx;
    fail_msg("%s: %s, seed %llu, cycle %llu", run->kind->name, what, (unsigned long long)run->seed,
             (unsigned long long)run->cycle);
}

/* --- system memory: some addresses are bad --- */

static bool is_bad(uint64_t address)
{
    return ((address >> 6) & 7) == 5;
}

static int model_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    struct run *run = ctx;
    assert_true(run->want.n < BUS_WRITES);
    run->want.write[run->want.n].address = address;
    memset(run->want.write[run->want.n].bytes, 0, 16);
    memcpy(run->want.write[run->want.n++].bytes, bytes, n);
    return is_bad(address) ? -1 : 0;
}

/* --- messages --- */

static void offer(struct run *run)
{
    struct rtl_link *link = &run->io.in;
    if (!run->offering) {
        run->offering = rh_below(&run->rng, 100) < run->busy || (run->at != 0 && run->busy == 0);
        if (run->offering && run->at == 0) {
            run->n = 1 + rh_below(&run->rng, rh_chance(&run->rng, 4) ? MESSAGE : 8);
            part_rig_message(&run->rng, run->message, run->n, run->cfg.etrace);
        }
    }
    link->valid = run->offering;
    part_rig_beat(link, run->kind->lanes, run->message, run->n, run->at);
}

/* At its first beat a message goes to the model. One that has stopped by itself refuses it: the RTL
 * stops a little later, and discards what it has taken since. */
static void taken(struct run *run)
{
    const struct rtl_link *in = &run->io.in;
    if (!in->valid || !in->ready) {
        return;
    }
    struct trm_link link = trm_ramsink_link(&run->model);
    if (run->at == 0 && link.ops->can_accept(link.ctx, run->n)) {
        link.ops->put(link.ctx, run->message, run->n);
    }
    run->at = in->last ? 0 : run->at + run->kind->lanes;
    run->offering = false;
}

static void clock_both(void *ctx)
{
    struct run *run = ctx;
    run->cycle++;
    offer(run);
    ramsink_bus_inputs(&run->bus, &run->io);
    memmove(&run->was_answered[1], run->was_answered, sizeof run->was_answered[0] * (LATE - 1));
    run->was_answered[0] = run->bus.answered;
    run->kind->cycle(run->rtl, &run->io);
    trm_ramsink_tick(&run->model);
    taken(run);
    ramsink_bus_clocked(&run->bus, &run->io);
}

/* --- registers --- */

static void write_model(void *ctx, uint32_t offset, uint32_t value)
{
    struct run *run = ctx;
    assert_int_equal(trm_ramsink_reg_write(&run->model, offset, 4, value), TRM_OK);
}

static uint32_t access(struct run *run, bool write, uint32_t offset, uint32_t value)
{
    return part_rig_access(&run->rig, write, offset, value);
}

static void compare_register(struct run *run, uint32_t offset)
{
    uint32_t got = access(run, false, offset, 0), want;
    assert_int_equal(trm_ramsink_reg_read(&run->model, offset, 4, &want), TRM_OK);
    if (got != want) {
        char what[80];
        (void)snprintf(what, sizeof what, "register 0x%03x reads 0x%08x, in the model 0x%08x",
                       offset, got, want);
        complain(run, what);
    }
}

static void rest(struct run *run)
{
    unsigned busy = run->busy;
    run->busy = 0;
    for (unsigned i = 0; i < REST + 24 * run->bus.latency; i++) {
        clock_both(run);
    }
    run->busy = busy;
}

static uint64_t model_pointer(struct run *run, uint32_t offset)
{
    uint32_t low = 0, high = 0;
    assert_int_equal(trm_ramsink_reg_read(&run->model, offset, 4, &low), TRM_OK);
    assert_int_equal(trm_ramsink_reg_read(&run->model, offset + 4, 4, &high), TRM_OK);
    return (uint64_t)high << 32 | low;
}

/* trRamWP after the first n writes of the capture, of which there is one at least. */
static uint64_t pointer_after(struct run *run, unsigned n)
{
    uint64_t next = run->bus.got.write[n - 1].address + run->cfg.width;
    bool wraps = next > model_pointer(run, TR_RAM_LIMIT_LOW_OFFSET);
    return wraps ? model_pointer(run, TR_RAM_START_LOW_OFFSET) : next;
}

/* In the middle of a capture trRamWP is after the last word whose write has been answered: not
 * one further, and LATE cycles later at most. */
static void compare_pointer(struct run *run)
{
    uint32_t wp = access(run, false, TR_RAM_WP_LOW_OFFSET, 0) & ~TR_RAM_WRAP_MASK;
    unsigned first = run->was_answered[LATE - 1], last = run->was_answered[0];
    for (unsigned n = first; n <= last; n++) {
        if (n == 0 || wp == (uint32_t)pointer_after(run, n)) {
            seen.in[run->kind->ahb ? BY_AHB : BY_AXI].pointers += n != 0;
            return;
        }
    }
    complain(run, "trRamWP is not where the responses are");
}

static void forget_writes(struct run *run)
{
    run->want.n = 0;
    ramsink_bus_forget(&run->bus);
    memset(run->was_answered, 0, sizeof run->was_answered);
}

static void compare_writes(struct run *run)
{
    if (run->bus.answered != run->bus.got.n || run->bus.addresses != run->bus.datas) {
        complain(run, "a write to system memory is not complete");
    }
    if (run->bus.got.n != run->want.n) {
        complain(run, "not as many writes to system memory");
    }
    for (unsigned i = 0; i < run->bus.got.n; i++) {
        if (run->bus.got.write[i].address != run->want.write[i].address ||
            memcmp(run->bus.got.write[i].bytes, run->want.write[i].bytes, 16) != 0) {
            complain(run, "a write to system memory differs");
        }
    }
    run->words += run->bus.got.n;
    forget_writes(run);
}

/* One that has stopped refuses a message, a disabled one swallows it; senders to both see it. */
static void compare_refusal(struct run *run)
{
    struct trm_link link = trm_ramsink_link(&run->model);
    bool refuses = run->at == 0 && run->io.in.ready != link.ops->can_accept(link.ctx, 1);
    if (refuses || run->io.in.stopped != trm_link_stopped(&link)) {
        complain(run, refuses ? "a message is refused, or is not" : "the level `stopped` differs");
    }
}

/* All registers, or those that are there; trRamData moves trRamRP, in both. */
static void compare(struct run *run, bool all)
{
    static const uint32_t there[] = {
        TR_RAM_CONTROL_OFFSET,      TR_RAM_START_LOW_OFFSET,  TR_RAM_START_HIGH_OFFSET,
        TR_RAM_LIMIT_LOW_OFFSET,    TR_RAM_LIMIT_HIGH_OFFSET, TR_RAM_WP_LOW_OFFSET,
        TR_RAM_WP_HIGH_OFFSET,      TR_RAM_RP_LOW_OFFSET,     TR_RAM_RP_HIGH_OFFSET,
        TR_RAM_DATA_OFFSET,         TR_RAM_DATA_OFFSET,       TR_RAM_RP_LOW_OFFSET,
        TR_RAM_VENDOR_STATUS_OFFSET};
    rest(run);
    compare_refusal(run);
    if (run->cfg.has_sram &&
        memcmp(run->sram, run->kind->sram(run->rtl), run->cfg.sram_bytes) != 0) {
        complain(run, "the SRAM differs");
    }
    compare_writes(run);
    unsigned busy = run->busy;
    run->busy = 0;
    for (unsigned i = 0; i < sizeof there / sizeof there[0]; i++) {
        compare_register(run, there[i]);
    }
    for (uint32_t offset = 0; all && offset < 0x1000; offset += 4) {
        compare_register(run, offset);
    }
    run->busy = busy;
}

/* --- runs --- */

static void random_settings(struct run *run, bool active)
{
    for (unsigned i = rh_below(&run->rng, 12); i > 0; i--) {
        uint32_t offset = TR_RAM_START_LOW_OFFSET + 4 * rh_below(&run->rng, 8);
        uint32_t value = rh_next(&run->rng) & (rh_chance(&run->rng, 2) ? 0x3FF : UINT32_MAX);
        if ((offset & 4) != 0) {
            value = rh_chance(&run->rng, 4) ? value : 0;
        }
        if (!active && rh_chance(&run->rng, 6)) {
            offset = rh_chance(&run->rng, 2) ? TR_RAM_VENDOR_STATUS_OFFSET : TR_RAM_DATA_OFFSET;
        }
        (void)access(run, true, offset, value);
    }
}

static uint32_t random_control(struct run *run)
{
    uint32_t value = rh_next(&run->rng) & ~TR_RAM_STOP_ON_WRAP_MASK;
    value |= rh_chance(&run->rng, 3) ? TR_RAM_STOP_ON_WRAP_MASK : 0;
    return (value & ~TR_RAM_ENABLE_MASK) | TR_RAM_ACTIVE_MASK;
}

/* A reset in the middle drops what is not in memory: how much that is, is not the model's. */
static void reset(struct run *run)
{
    (void)access(run, true, TR_RAM_CONTROL_OFFSET, 0);
    rest(run);
    forget_writes(run);
    memcpy(run->sram, run->kind->sram(run->rtl), run->cfg.sram_bytes);
    compare(run, false);
    (void)access(run, true, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    compare(run, false);
}

static void one_capture(struct run *run)
{
    uint32_t control = random_control(run), granted = 0;
    run->busy = 0;
    (void)access(run, true, TR_RAM_CONTROL_OFFSET, control);
    random_settings(run, false);
    compare(run, false);
    const struct trm_ramsink_stats before = run->model.stats;
    (void)access(run, true, TR_RAM_CONTROL_OFFSET, control | TR_RAM_ENABLE_MASK);
    assert_int_equal(trm_ramsink_reg_read(&run->model, TR_RAM_CONTROL_OFFSET, 4, &granted), TRM_OK);
    run->busy = 20 + rh_below(&run->rng, 80);
    run->bus.wait = rh_below(&run->rng, 90);
    run->bus.latency = rh_chance(&run->rng, 2) ? rh_below(&run->rng, LATENCY) : 0;
    for (unsigned i = 100 + rh_below(&run->rng, 600); i > 0; i--) {
        clock_both(run);
        if ((control & TR_RAM_STOP_ON_WRAP_MASK) == 0 && rh_chance(&run->rng, 200)) {
            random_settings(run, true); /* ignored, all but trRamRP with ReadActive */
        } else if (rh_chance(&run->rng, 20) && (granted & TR_RAM_MODE_MASK) != 0) {
            compare_pointer(run);
        } else if (rh_chance(&run->rng, 20)) {
            (void)access(run, true, TR_RAM_IMPL_OFFSET, rh_next(&run->rng)); /* read-only */
        }
    }
    if (rh_chance(&run->rng, 8)) {
        reset(run);
        return;
    }
    if ((control & TR_RAM_STOP_ON_WRAP_MASK) != 0 || rh_chance(&run->rng, 2)) {
        compare(run, false);
    }
    if ((control & TR_RAM_STOP_ON_WRAP_MASK) != 0) {
        run->busy =
            0; /* a message at the disabling write stops the model before it, the RTL after */
    }
    enum ramsink_memory memory = run->kind->ahb ? BY_AHB : BY_AXI;
    memory = (granted & TR_RAM_MODE_MASK) == 0 ? IN_SRAM : memory;
    ramsink_tally_capture(&seen, memory, &before, &run->model,
                          (granted & TR_RAM_ASYNC_FREQ_MASK) != 0, run->bus.answered < run->want.n);
    uint64_t padding = run->model.stats.padding;
    (void)access(run, true, TR_RAM_CONTROL_OFFSET, control);
    compare(run, false);
    seen.in[memory].filled += run->model.stats.padding - padding;
    uint64_t swallowed = run->model.stats.swallowed;
    run->busy = 50; /* disabled: messages come all the same */
    part_rig_clocks(&run->rig, 60);
    seen.swallowed += run->model.stats.swallowed - swallowed;
    compare(run, false);
}

static void begin(struct run *run, const struct rtl_ramsink_kind *kind, uint64_t seed)
{
    memset(run, 0, sizeof *run);
    run->rig = (struct part_rig){
        .apb = &run->io.apb, .run = run, .clock = clock_both, .write = write_model};
    run->kind = kind;
    run->seed = seed;
    rh_seed(&run->rng, seed);
    kind->cfg(&run->cfg);
    assert_true(run->cfg.sram_bytes <= SRAM_MAX);
    run->cfg.sram = run->sram;
    run->bus.kind = kind;
    run->bus.width = run->cfg.width;
    run->bus.is_bad = is_bad;
    run->bus.complain = complain;
    run->bus.ctx = run;
    run->bus.rng = &run->rng;
    run->cfg.bus = (struct trm_ramsink_bus){.write = model_write, .ctx = run};
    assert_int_equal(trm_ramsink_init(&run->model, &run->cfg), TRM_OK);
    run->rtl = kind->create();
    compare(run, false);
}

static uint64_t random_run(unsigned kind, uint64_t seed)
{
    static struct run run;
    begin(&run, kind < KINDS ? kinds[kind] : &rtl_ramsink_rnd, seed);
    (void)access(&run, true, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    compare(&run, seed < PLAIN);
    for (unsigned i = 0; i < 8; i++) {
        one_capture(&run);
    }
    run.busy = 0;
    compare(&run, seed < PLAIN);
    if (kind < KINDS) {
        ramsink_tally_run(&seen, kind, &run.bus);
    }
    run.kind->destroy(run.rtl);
    return run.words + run.model.stats.wraps;
}

/* Holds TCI-RAM-007 TCI-RAM-011 TCI-RAM-037 TCI-RAM-045 TCI-RAM-046 TCI-REG-144 TCI-MAP-039
 * TCI-MIN-006 TCI-MIN-013..022 */
/* Holds TCI-RAM-003 TCI-RAM-005 TCI-RAM-006 TCI-RAM-008..010 TCI-RAM-012..029 TCI-RAM-031
 * TCI-RAM-034..036 TCI-RAM-038 TCI-RAM-042 TCI-RAM-043 TCI-RAM-056 TCI-RAM-058 TCI-RAM-060 */
static void memory_and_registers_as_in_the_model(void **state)
{
    (void)state;
    uint64_t words = 0;
    for (uint64_t seed = 0; seed < rig_seeds(144); seed++) {
        words += random_run((unsigned)(seed % PLAIN), seed);
    }
    for (uint64_t seed = 0; seed < rig_seeds(32); seed++) {
        words += random_run((unsigned)(PLAIN + seed % (KINDS - PLAIN)), seed);
    }
    assert_true(words > 5000);
    ramsink_tally_check(&seen, kinds, KINDS);
}

/* The same with a random legal set of parameters, in which not every situation need occur. */
static void random_parameters(void **state)
{
    const struct ramsink_tally kept = seen;
    (void)state;
    for (uint64_t seed = 0; seed < rig_seeds(16); seed++) {
        (void)random_run(KINDS, seed);
    }
    seen = kept;
}

/* A write that waits on the bus when the sink is reset, and released again before it ends, is not
 * one of the new capture: trRamWP stays at the start. */
static void a_write_of_before_a_reset(void **state)
{
    static struct run run;
    static const struct rtl_ramsink_kind *const smem[] = {&rtl_ramsink_axi, &rtl_ramsink_ahb};
    const uint32_t on =
        TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK | TR_RAM_MODE_SMEM << TR_RAM_MODE_SHIFT;
    (void)state;
    for (unsigned k = 0; k < sizeof smem / sizeof smem[0]; k++) {
        begin(&run, smem[k], k);
        (void)access(&run, true, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        (void)access(&run, true, TR_RAM_CONTROL_OFFSET, on & ~(uint32_t)TR_RAM_ENABLE_MASK);
        (void)access(&run, true, TR_RAM_LIMIT_LOW_OFFSET, 0x100);
        (void)access(&run, true, TR_RAM_CONTROL_OFFSET, on);
        run.bus.wait = 100;
        run.busy = 100;
        for (unsigned i = 0; i < 200 && !run.io.awvalid && !run.io.htrans; i++) {
            clock_both(&run);
        }
        run.busy = 0;
        (void)access(&run, true, TR_RAM_CONTROL_OFFSET, 0);
        (void)access(&run, true, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
        uint32_t start = access(&run, false, TR_RAM_WP_LOW_OFFSET, 0);
        run.bus.wait = 0;
        rest(&run);
        assert_int_equal(run.bus.got.n, 1); /* it ends */
        assert_int_equal(access(&run, false, TR_RAM_WP_LOW_OFFSET, 0), start);
        compare_register(&run, TR_RAM_WP_LOW_OFFSET);
        run.kind->destroy(run.rtl);
    }
}

/* trRamData is read and written while trace goes to another part of the SRAM: both come to where
 * they belong. */
static void the_data_register_while_tracing(void **state)
{
    static struct run run;
    (void)state;
    begin(&run, &rtl_ramsink_wide, 1);
    (void)access(&run, true, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK);
    (void)access(&run, true, TR_RAM_WP_LOW_OFFSET, 0);
    (void)access(&run, true, TR_RAM_CONTROL_OFFSET, TR_RAM_ACTIVE_MASK | TR_RAM_ENABLE_MASK);
    run.busy = 100;
    while (run.model.stats.bytes < 300) {
        (void)access(&run, true, TR_RAM_RP_LOW_OFFSET, 512 + 4 * rh_below(&run.rng, 64));
        (void)access(&run, true, TR_RAM_DATA_OFFSET, rh_next(&run.rng));
        compare_register(&run, TR_RAM_DATA_OFFSET);
        assert_true(run.cycle < 5000);
    }
    compare(&run, false);
    run.kind->destroy(run.rtl);
}

/* A link that is never idle into a bus that is never busy, but answers late: AXI4 moves a whole
 * word in each cycle, whatever the latency. AHB-Lite has a transfer in one cycle and its wait
 * states. */
static void full_width(void **state)
{
    static const unsigned latencies[] = {0, 1, 10, 40};
    (void)state;
    for (unsigned i = 0; i < sizeof latencies / sizeof latencies[0]; i++) {
        unsigned latency = latencies[i];
        assert_true(ramsink_rate(&rtl_ramsink_bus, latency) > 0.99 * 8);
        assert_true(ramsink_rate(&rtl_ramsink_hbus, latency) > 0.98 * 4 / (1 + latency));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_of_before_a_reset),
        cmocka_unit_test(the_data_register_while_tracing),
        cmocka_unit_test(full_width),
        cmocka_unit_test(memory_and_registers_as_in_the_model),
        cmocka_unit_test(random_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
