/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that are reconstructed from a trace against the log of what the hart did (call_log.h),
 * entry by entry: programs of tests/programs and random ones, in HTM and BTM, with the return stack
 * of the encoder and without. What a trace does not have is not compared: the cause of a trap.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "htv/htv_calls.h"
#include "nexus/nexus_flow.h"
#include "platform_rig.h"
#include "random_calls.h"
#include "random_setup.h"
#include "trm/trm_encoder.h"

enum {
    ENTRIES = 1 << 16,
    DEPTH = 4096,
    STACKS = 16,
    TRACE_BYTES = 1 << 20,
};

/* ---- events to entries ---- */

static struct rebuilt {
    struct htv_calls calls;
    const struct call_log *truth; /* its functions only */
    struct call_entry entry[ENTRIES];
    size_t n;
    bool trap[STACKS][DEPTH]; /* frames that are of a trap */
    uint64_t left;            /* by the LEAVE of a tail call or swap, whose ENTER comes next */
    uint64_t context[STACKS];
} made;

static struct htv_place locate(void *ctx, const struct flow_context *context, uint64_t pc,
                               bool entry)
{
    const struct rebuilt *r = ctx;
    const struct call_log *log = r->truth;
    const uint64_t low = call_log_function(log, pc);
    uint64_t high = UINT64_MAX;
    uint32_t id = 0;

    (void)context;
    (void)entry;
    for (size_t i = 0; i < log->functions; i++) {
        if (log->function[i] == low) {
            id = (uint32_t)i;
        }
        if (log->function[i] > low) {
            high = log->function[i];
            break;
        }
    }
    return (struct htv_place){.function = id, .low = low, .length = high - low, .named = true};
}

static enum call_kind kind_of(const struct htv_event *e, bool trap)
{
    static const uint8_t entered[HTV_HOWS] = {[HTV_CALL] = CALL_ENTER,
                                              [HTV_TAIL] = CALL_TAIL,
                                              [HTV_SWAP] = CALL_SWAP,
                                              [HTV_TRAP] = CALL_TRAP,
                                              [HTV_SYNTHETIC] = CALL_START};

    if (e->kind == HTV_ENTER) {
        return (enum call_kind)entered[e->how];
    }
    if (e->how == HTV_UNWOUND) {
        return CALL_UNWIND;
    }
    return trap ? CALL_TRAP_RETURN : CALL_RETURN;
}

static void take(void *ctx, const struct htv_event *e)
{
    struct rebuilt *r = ctx;
    struct call_entry *to = &r->entry[r->n];

    assert_true(e->stack < STACKS && e->depth < DEPTH && r->n < ENTRIES);
    if (e->kind == HTV_SWITCH) {
        r->context[e->stack] = e->value;
    }
    if ((e->kind != HTV_ENTER && e->kind != HTV_LEAVE) ||
        (e->kind == HTV_LEAVE && e->how == HTV_CLOSED)) {
        return;
    }
    if (e->kind == HTV_LEAVE && (e->how == HTV_TAIL || e->how == HTV_SWAP)) {
        r->left = r->truth->function[e->function];
        return;
    }
    bool *trap = &r->trap[e->stack][e->depth];
    *to = (struct call_entry){.kind = kind_of(e, *trap),
                              .depth = e->depth,
                              .number = e->insns,
                              .from = e->from,
                              .to = e->pc,
                              .function = r->truth->function[e->function],
                              .context = r->context[e->stack]};
    if (to->kind == CALL_TAIL || to->kind == CALL_SWAP) {
        to->left = r->left;
    } else if (e->kind == HTV_ENTER) {
        *trap = e->how == HTV_TRAP;
    }
    r->n++;
}

/* Decode it into made. */
static void rebuild(const struct call_log *truth, const struct nexus_stream_cfg *cfg,
                    const struct flow_region *code, size_t regions, const uint8_t *bytes, size_t n)
{
    struct flow_code_image image = {.region = code, .count = regions};
    struct flow_code reader;
    struct nexus_decoder d;
    struct flow_range range[100];
    struct flow_elem e;
    int got;

    memset(&made, 0, sizeof made);
    made.truth = truth;
    htv_calls_init(&made.calls, 0, 0, 1, locate, take, &made);
    flow_code_init_image(&reader, nexus_cfg_isa(cfg), &image);
    assert_int_equal(nexus_decoder_init(&d, cfg, &reader, bytes, n), NEXUS_OK);
    while ((got = nexus_decoder_next_ranges(&d, range, 100, &e)) >= 0) {
        for (int i = 0; i < got; i++) {
            htv_calls_range(&made.calls, &range[i]);
        }
        if (got > 0) {
            continue;
        }
        assert_true(e.type != FLOW_ELEM_ERROR && e.type != FLOW_ELEM_ADDR_NACC);
        if (e.type == FLOW_ELEM_TRACE_ON) {
            htv_calls_on(&made.calls, e.start);
        } else if (e.type == FLOW_ELEM_TRACE_OFF) {
            htv_calls_off(&made.calls);
        } else if (e.type == FLOW_ELEM_EXCEPTION) {
            htv_calls_trap(&made.calls, e.code, e.known, e.start, e.end);
        } else if (e.type == FLOW_ELEM_CONTEXT) {
            htv_calls_context(&made.calls, &e.context);
        }
    }
    htv_calls_end(&made.calls);
    assert_int_equal(made.calls.status, HTR_OK);
    htv_calls_free(&made.calls);
}

/* ---- comparison ---- */

static void print(const char *what, const struct call_entry *e, size_t i, size_t n)
{
    if (i >= n) {
        print_message("  %s: at its end\n", what);
        return;
    }
    e += i;
    print_message(
        "  %s: %llu depth %u %s of 0x%llx (left 0x%llx), 0x%llx -> 0x%llx, context %llu\n", what,
        (unsigned long long)e->number, e->depth, call_kind_name(e->kind),
        (unsigned long long)e->function, (unsigned long long)e->left, (unsigned long long)e->from,
        (unsigned long long)e->to, (unsigned long long)e->context);
}

/* Returns whether the log and what was made are the same. */
static bool equal(struct call_log *truth, const char *what)
{

    for (size_t i = 0; i < truth->count; i++) {
        truth->entry[i].cause = 0;
        truth->entry[i].interrupt = false;
    }
    size_t at = call_log_compare(truth->entry, truth->count, made.entry, made.n);
    if (at == truth->count && at == made.n) {
        return true;
    }
    print_message("%s: entry %zu of %zu differs\n", what, at, truth->count);
    for (size_t i = at > 3 ? at - 3 : 0; i < at + 3; i++) {
        print("truth", truth->entry, i, truth->count);
        print("made ", made.entry, i, made.n);
    }
    return false;
}

/* ---- random programs ---- */

static struct rc_run run;

static void random_programs(void **state)
{
    const char *one = getenv("HARTRACE_SEED");
    const uint64_t first = one != NULL ? strtoull(one, NULL, 0) : 1;
    unsigned different = 0;

    (void)state;
    const uint64_t seeds = random_seeds(getenv("SANITIZED") != NULL ? 1000 : 10000);
    for (uint64_t seed = first; seed < first + (one != NULL ? 1 : seeds); seed++) {
        const struct flow_region code = {RC_BASE, RC_CODE_BYTES, run.code};
        struct rc_cfg cfg;
        char what[80];

        rc_choose(&cfg, seed);
        rc_execute(&run, &cfg, seed);
        rebuild(&run.calls, &run.stream, &code, 1, run.trace, run.size);
        snprintf(what, sizeof what, "seed %llu, %s%s%s, %zu entries", (unsigned long long)seed,
                 cfg.htm ? "HTM" : "BTM", cfg.implicit ? ", return stack" : "",
                 cfg.longjmps ? ", longjmp" : "", run.calls.count);
        different += !equal(&run.calls, what);
        rc_free(&run);
    }
    assert_int_equal(different, 0);
}

/* ---- programs ---- */

/* Where an Ownership message takes effect is not exact (N-Trace 1.0, "Ownership Message"): only the
 * functions of tasks are compared, which are not near a switch, and not
 * their depth: what the scheduler called just before may be below them. */
static size_t keep(struct call_entry *entry, size_t n, const uint64_t function[2])
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        if (entry[i].function == function[0] || entry[i].function == function[1]) {
            entry[kept++] = entry[i];
        }
    }
    for (size_t i = 0; i < kept; i++) {
        entry[i].depth = 0;
    }
    return kept;
}

static struct platform_rig rig;
static struct call_log calls;
static uint8_t trace[TRACE_BYTES];

static void on_retire(void *ctx, unsigned hart, const struct ingress_cycle *in, uint32_t opcode)
{
    (void)ctx;
    call_log_observe(&calls, in, opcode, sim_platform_hart_n(rig.platform, hart));
}

static bool program_equal(const char *program, unsigned xlen, uint8_t mode)
{
    struct flow_region code[HTR_ELF_MAX_SEGMENTS];
    struct sim_platform_cfg cfg;
    struct nexus_stream_cfg stream;
    struct rvt_fdt_cfg driver;
    struct sim_run_result r;
    char what[80];

    sim_platform_cfg_init(&cfg);
    cfg.hart.xlen = (uint8_t)xlen;
    cfg.retire = (struct sim_retire_hook){on_retire, NULL};
    rig_ready(&rig, 1, xlen, TRACE_BYTES);
    rig_create(&rig, &cfg, program);
    call_log_init_elf(&calls, &rig.elf);
    rvt_fdt_cfg_init(&driver);
    driver.encoder.inst_mode = mode;
    driver.encoder.context = true; /* Ownership messages */
    rig_start(&rig, &driver);
    trm_encoder_stream_cfg(sim_platform_encoder(rig.platform), &stream);
    sim_platform_run(rig.platform, NULL, &r);
    assert_int_equal(r.reason, SIM_STOP_FINISHER);
    size_t size = rig_stop(&rig, trace, sizeof trace);
    rebuild(&calls, &stream, code, rig_code(&rig, code), trace, size);
    sim_platform_destroy(rig.platform);
    if (strcmp(program, "tasks") == 0) {
        struct htr_elf_symbol work, yield;

        assert_true(htr_elf_find_symbol(&rig.elf, "work", &work));
        assert_true(htr_elf_find_symbol(&rig.elf, "yield", &yield));
        const uint64_t of_tasks[2] = {work.value, yield.value};
        calls.count = keep(calls.entry, calls.count, of_tasks);
        made.n = keep(made.entry, made.n, of_tasks);
        assert_int_equal(calls.count, 2 * (12 + 12)); /* as tasks.S counts */
    }
    snprintf(what, sizeof what, "%s, RV%u, mode %u", program, xlen, (unsigned)mode);
    bool same = equal(&calls, what);
    call_log_free(&calls);
    return same;
}

static void programs(void **state)
{
    static const char *const program[] = {"calls", "calls-O0", "calls-save", "tails", "coroutine",
                                          "deep",  "nested",   "irqnest",    "ticks", "tasks"};
    unsigned different = 0;

    (void)state;
    for (size_t i = 0; i < sizeof program / sizeof program[0]; i++) {
        for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
            different += !program_equal(program[i], xlen, 3); /* trTeInstMode: BTM, HTM */
            different += !program_equal(program[i], xlen, 6);
        }
    }
    assert_int_equal(different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs),
        cmocka_unit_test(programs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
