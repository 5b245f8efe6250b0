/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace and Watchpoint messages of the encoder in SystemVerilog
 * (docs/reference/data-trace.md): they are those of the model, byte for byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "enc_bench.h"
#include "part_rig.h"
#include "random_hart.h"
#include "rig_tally.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_data, rtl_encoder_dduo;

static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_data, &rtl_encoder_dduo};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK,
    DATA_STALL = TR_TE_DATA_STALL_ENA_MASK,
};

/* What a run does now and then: one record in this many. */
struct habits {
    unsigned access, trigger, change;
    bool filters;
    bool branches;    /* in place of jumps, so that HIST and I-CNT are full now and then */
    bool data_stalls; /* trTeDataStallEna, and not trTeInstStallEna: data trace stays on */
};

/* Addresses in a few pages, values of all lengths. */
static void add_access(struct ingress_cycle *in, struct rh_rng *rng, unsigned xlen)
{
    struct ingress_access *a = &in->access[in->naccess++];
    uint64_t mask = xlen == 32 ? UINT32_MAX : UINT64_MAX;
    *a = (struct ingress_access){.dtype = (uint8_t)rh_below(rng, 16),
                                 .dsize = (uint8_t)(rh_chance(rng, 20) ? 4 : rh_below(rng, 4)),
                                 .block = (uint8_t)rh_below(rng, in->nblocks)};
    if (rh_chance(rng, 2)) {
        a->dtype = (uint8_t)rh_below(rng, 2);
    }
    const struct ingress_block *b = &in->block[a->block];
    a->insn = (uint8_t)rh_below(rng, b->iretire == 0 ? 1 : b->iretire);
    a->daddr = ((uint64_t)rh_next(rng) << 32 | rh_next(rng)) & mask;
    a->daddr = rh_chance(rng, 3) ? a->daddr : 0x20000000u | (a->daddr & 0xFFF);
    uint64_t bits = a->dsize >= 3 ? UINT64_MAX : (UINT64_C(1) << (8u << a->dsize)) - 1u;
    uint64_t value = ((uint64_t)rh_next(rng) << 32 | rh_next(rng)) >> rh_below(rng, 64);
    a->load = a->dtype != INGRESS_DTYPE_STORE ? value & bits : 0;
    a->store = a->dtype != INGRESS_DTYPE_LOAD ? (value * 3) & bits : 0;
}

static uint32_t data_control(struct rh_rng *rng, const struct habits *habits)
{
    uint32_t control = rh_next(rng) & (TR_TE_DATA_TRIG_ENABLE_MASK | TR_TE_DATA_ADDR_COMPRESS_MASK |
                                       (rh_chance(rng, 4) ? TR_TE_DATA_NO_VALUE_MASK : 0) |
                                       (rh_chance(rng, 4) ? TR_TE_DATA_NO_ADDR_MASK : 0));
    if (habits->data_stalls) {
        return (control & ~(uint32_t)TR_TE_DATA_TRIG_ENABLE_MASK) | DATA_STALL |
               TR_TE_DATA_TRACING_MASK;
    }
    return control | (rh_chance(rng, 5) ? 0 : TR_TE_DATA_TRACING_MASK) |
           (rh_chance(rng, 2) ? DATA_STALL : 0);
}

/* Comparators of what occurs: code, data addresses, contexts; filters that use them, and dtype and
 * dsize. */
static void add_filters(struct rig_script *s, struct rh_rng *rng, const struct trm_encoder_cfg *cfg)
{
    for (unsigned j = 0; j < cfg->comparators; j++) {
        uint32_t control = rh_next(rng);
        uint32_t code = 0x80000000u + rh_below(rng, 0x800) * 2;
        uint32_t data = 0x20000000u + rh_below(rng, 0x1000);
        uint32_t p = (control & TR_TE_COMP_P_INPUT_MASK) >> TR_TE_COMP_P_INPUT_SHIFT;
        uint32_t second = (control & TR_TE_COMP_S_INPUT_MASK) >> TR_TE_COMP_S_INPUT_SHIFT;
        const uint32_t near[] = {code, rh_below(rng, 1000), code, data};
        rig_write(s, TR_TE_COMP_CONTROL_OFFSET(j), control);
        rig_write(s, TR_TE_COMP_P_MATCH_LOW_OFFSET(j), near[p]);
        rig_write(s, TR_TE_COMP_S_MATCH_LOW_OFFSET(j),
                  rh_chance(rng, 4) ? UINT32_MAX << rh_below(rng, 12) : near[second]);
        rig_idle(s, 8);
    }
    for (unsigned i = 0; i < cfg->filters; i++) {
        uint32_t control = rh_next(rng) & rh_next(rng);
        control &= ~(uint32_t)TR_TE_FILTER_MATCH_IMPDEF_MASK;
        rig_write(s, TR_TE_FILTER_CONTROL_OFFSET(i), control | TR_TE_FILTER_ENABLE_MASK);
        rig_write(s, TR_TE_FILTER_MATCH_INST_OFFSET(i), rh_next(rng) | rh_next(rng));
        rig_write(s, TR_TE_FILTER_MATCH_DATA_OFFSET(i), rh_next(rng));
        rig_idle(s, 8);
    }
    rig_write(s, TR_TE_DATA_FILTERS_OFFSET, rh_next(rng));
    rig_write(s, TR_TE_INST_FILTERS_OFFSET, rh_chance(rng, 2) ? 0 : rh_next(rng));
    rig_idle(s, 8);
}

static void begin_script(struct rig_script *s, struct rh_rng *rng,
                         const struct trm_encoder_cfg *cfg, bool filters, uint32_t control,
                         uint32_t data)
{
    const uint32_t features =
        rh_next(rng) & (TR_TE_INST_EN_REPEATED_HISTORY_MASK | TR_TE_INST_EN_IMPLICIT_RETURN_MASK |
                        TR_TE_INST_IMPLICIT_RETURN_MODE_MASK | TR_TE_INST_EXTEND_ADDR_MSB_MASK |
                        TR_TE_INST_EN_SEQUENTIAL_JUMP_MASK | TR_TE_SRC_ID_MASK);
    const uint32_t ts = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                        rh_below(rng, 5) << TR_TS_MODE_SHIFT;
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_idle(s, 4);
    rig_write(s, TR_TE_INST_FEATURES_OFFSET, features | rh_below(rng, 13) << TR_TE_SRC_BITS_SHIFT);
    rig_idle(s, 4);
    rig_write(s, TR_TS_CONTROL_OFFSET, rh_chance(rng, 4) ? 0 : ts);
    rig_idle(s, 4);
    rig_write(s, TR_TE_TRIG_EXT_IN_CONTROL_OFFSET, 2 + rh_below(rng, 3));
    rig_idle(s, 4);
    if (filters) {
        add_filters(s, rng, cfg);
    }
    rig_write(s, TR_TE_DATA_CONTROL_OFFSET, data);
    rig_idle(s, 4);
    rig_write(s, TR_TE_CONTROL_OFFSET, control);
    rig_idle(s, 6);
}

/* trTeControl, trTeDataControl, repeated history: while the hart runs. */
static void add_change(struct rig_step *step, struct rh_rng *rng, const struct habits *habits,
                       uint32_t *control)
{
    step->has_write = true;
    if (habits->filters && rh_chance(rng, 3)) {
        step->offset = TR_TE_DATA_FILTERS_OFFSET;
        step->value = rh_next(rng) & rh_next(rng);
    } else if (habits->data_stalls || rh_chance(rng, 2)) {
        step->offset = TR_TE_DATA_CONTROL_OFFSET;
        step->value = data_control(rng, habits);
    } else {
        *control ^= rh_chance(rng, 3)   ? TR_TE_ENABLE_MASK
                    : rh_chance(rng, 2) ? TR_TE_INST_TRACING_MASK
                                        : TR_TE_INST_TRIG_ENABLE_MASK;
        step->offset = TR_TE_CONTROL_OFFSET;
        step->value = *control;
    }
}

static void add_to_record(struct ingress_cycle *in, struct rh_rng *rng,
                          const struct trm_encoder_cfg *cfg, const struct habits *habits,
                          unsigned ports)
{
    for (unsigned k = 0; habits->branches && k < in->nblocks; k++) {
        if (in->block[k].itype > INGRESS_ITYPE_TRAP_RETURN) {
            in->block[k].itype = (uint8_t)(INGRESS_ITYPE_NOT_TAKEN + rh_below(rng, 2));
        }
    }
    while (in->nblocks != 0 && in->naccess < ports && rh_chance(rng, habits->access)) {
        add_access(in, rng, cfg->xlen);
    }
    if (habits->trigger != 0 && rh_chance(rng, habits->trigger)) {
        in->trigger = (uint16_t)(1u << rh_below(rng, 2 + in->nblocks));
        in->ext_trig = cfg->ext_triggers != 0 ? rh_next(rng) & 1u : 0;
    }
}

/* Debug mode, reset, low power: for a few records. */
static void add_sideband(struct ingress_cycle *in, struct rh_rng *rng, unsigned *side)
{
    if (*side == 0 && rh_chance(rng, 60)) {
        *side = 1u << rh_below(rng, 3);
    } else if (*side != 0 && rh_chance(rng, 3)) {
        *side = 0;
    }
    in->halted = *side == 1;
    in->reset = *side == 2;
    in->lowpower = *side == 4;
}

static void script(const struct rtl_encoder_kind *kind, const struct trm_encoder_cfg *cfg,
                   const struct habits *habits, struct rig_script *s, uint64_t seed, unsigned steps)
{
    static struct rh_hart hart;
    struct rh_rng rng;
    rh_seed(&rng, seed);
    const struct rh_cfg rc = {.base = 0x80000000u,
                              .xlen = cfg->xlen,
                              .itype_width = cfg->itype_width,
                              .max_block = 1 + rh_below(&rng, 12),
                              .trap_one_in = 10 + rh_below(&rng, 40),
                              .branch_bias = rh_chance(&rng, 3) ? 200 : 2 + rh_below(&rng, 30),
                              .context_one_in = rh_chance(&rng, 2) ? 0 : 6,
                              .indirect_bias = 1 + rh_below(&rng, 10),
                              .max_blocks = kind->blocks,
                              .well_behaved = rh_chance(&rng, 2)};
    const unsigned most = kind->blocks;
    unsigned side = 0;
    const unsigned refuse = rh_chance(&rng, 2) ? 0 : rh_below(&rng, 100);
    uint32_t mode = rh_chance(&rng, 2) ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;
    uint32_t control = ON | (habits->data_stalls ? 0 : TR_TE_INST_STALL_ENA_MASK) |
                       mode << TR_TE_INST_MODE_SHIFT | TR_TE_INST_TRACING_MASK |
                       (rh_chance(&rng, 2) ? TR_TE_INST_TRIG_ENABLE_MASK : 0u) |
                       (rh_chance(&rng, 2) ? TR_TE_CONTEXT_MASK : 0u) |
                       rh_below(&rng, 4) << TR_TE_INST_SYNC_MODE_SHIFT;
    rh_init(&hart, &rc, seed);
    begin_script(s, &rng, cfg, habits->filters, control, data_control(&rng, habits));
    while (s->n < steps) {
        const bool idle = rh_chance(&rng, 4);
        struct rh_step hs = {.in = {.nblocks = 0}};
        unsigned at = 0;
        if (!idle) {
            rh_step(&hart, &hs);
        }
        do { /* the port takes fewer blocks */
            struct rig_step *step = rig_add(s);
            step->refuse = rh_below(&rng, 100) < refuse;
            if (!idle) {
                unsigned n = hs.in.nblocks - at;
                step->has_record = true;
                step->record = hs.in;
                step->record.nblocks = (uint8_t)(n < most ? n : most);
                memmove(step->record.block, hs.in.block + at, most * sizeof hs.in.block[0]);
                if (habits->trigger != 0) {
                    add_sideband(&step->record, &rng, &side);
                }
                add_to_record(&step->record, &rng, cfg, habits, kind->accesses);
            }
            if (habits->change != 0 && rh_chance(&rng, habits->change)) {
                add_change(step, &rng, habits, &control);
            }
            at += most;
        } while (at < hs.in.nblocks);
    }
}

/* Both modes, all compressions, triggers, settings that change, Watchpoint messages; what waits
 * for a link that refuses. Holds HT-DATA-003..021 HT-DATA-028 HT-DATA-030 HT-WATCH-002..005 */
static void random_accesses_in_random_programs(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    static struct rig_tally tally;
    for (uint64_t seed = 0; seed < rig_seeds(120); seed++) {
        const unsigned n = (unsigned)seed;
        const struct rtl_encoder_kind *kind = kinds[n % KINDS];
        const struct habits habits = {.access = 1 + n / 2 % 3,
                                      .trigger = n / 4 % 3 * 10,
                                      .change = n / 8 % 3 * (1 + n % 5 * 8),
                                      .filters = n / 3 % 2 == 1,
                                      .branches = n / 5 % 2 == 1,
                                      .data_stalls = n / 16 % 4 == 3};
        kind->cfg(&cfg);
        script(kind, &cfg, &habits, &s, seed, 1000);
        (void)rig_check(kind, &cfg, &s, seed);
        rig_tally_add(&tally, &s, rig_last());
    }
    rig_script_free(&s);
    rig_tally_least("TCODE", tally.tcode, 1u << 5 | 1u << 6 | 1u << 13 | 1u << 14 | 1u << 15, 100);
    rig_tally_least("SYNC", tally.sync, 0x26Eu, 20);
}

/* --- no room --- */

static struct rig_result r;
static char text[1 << 16];

static struct ingress_cycle one(uint64_t pc, uint8_t itype)
{
    return (struct ingress_cycle){
        .nblocks = 1,
        .priv = INGRESS_PRIV_M,
        .block = {{.iaddr = pc, .iretire = 2, .itype = itype, .ilastsize = 1}}};
}

/* Loads of 4 bytes by instructions of 4 bytes: number n is at 0x1000 + 4 n and reads n. */
static void load(unsigned n, bool ready)
{
    struct ingress_cycle in = one(0x1000 + 4 * n, INGRESS_ITYPE_NONE);
    in.naccess = 1;
    in.access[0] = (struct ingress_access){.daddr = 0x2000, .dsize = 2, .load = n};
    rig_clock(&in, ready);
}

static void begin(uint32_t control, uint32_t data)
{
    struct trm_encoder_cfg cfg;
    rtl_encoder_data.cfg(&cfg);
    rig_begin(&rtl_encoder_data, &cfg, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_DATA_CONTROL_OFFSET,
            data | TR_TE_DATA_TRACING_MASK |
                TR_TE_DATA_ADDR_COMPRESS_XOR << TR_TE_DATA_ADDR_COMPRESS_SHIFT);
    rig_set(TR_TE_CONTROL_OFFSET,
            ON | TR_TE_INST_TRACING_MASK | control | TR_TE_INST_MODE_BTM << TR_TE_INST_MODE_SHIFT);
    for (unsigned i = 0; i < 6; i++) {
        rig_clock(NULL, true);
    }
    rig_block(true);
}

static void idle(unsigned clocks, bool ready)
{
    for (unsigned i = 0; i < clocks; i++) {
        rig_clock(NULL, ready);
    }
}

static bool has(uint32_t offset, uint32_t mask)
{
    return (rig_get_rtl(offset) & mask) != 0;
}

static const char *told(void)
{
    const size_t n = r.rtl_n;
    rig_end(false);
    text[0] = '\n';
    bench_lines(&r.stream, r.rtl, n, text + 1, sizeof text - 1);
    return text;
}

/* The link takes nothing until `mask` says that data was lost, at load n - 1 or before; then it
 * does, and a branch, a load and a jump follow. All instructions are there, those loads whose
 * messages found room, one Error message with bit 1 of ECODE, and the load after the branch, with
 * SYNC 7. */
static void data_alone_is_lost(uint32_t data, uint32_t mask, uint32_t other, unsigned least)
{
    char line[128];
    unsigned n = 0, came = 0;
    begin(0, data);
    rig_lossy();
    while (n < 200 && !has(TR_TE_DATA_CONTROL_OFFSET, mask)) {
        load(n++, false);
        idle(8, false);
    }
    assert_in_range(n, least, least + 8);
    assert_false(has(TR_TE_DATA_CONTROL_OFFSET, other));
    assert_false(has(TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    load(n++, false); /* not announced yet */
    idle(8, false);
    rig_block(false);
    idle(2000, true);
    load(n++, true); /* announced, but no place to go on */
    struct ingress_cycle branch = one(0x1000 + 4 * n, INGRESS_ITYPE_TAKEN);
    rig_clock(&branch, true);
    load(n + 1, true);
    idle(200, true);
    const char *all = told();
    for (unsigned i = 0; i < n; i++) {
        (void)snprintf(line, sizeof line, " DATA=%s%X\n", i > 9 ? "0x" : "", i);
        came += strstr(all, line) != NULL;
        assert_true((strstr(all, line) != NULL) == (came == i + 1)); /* the first ones */
    }
    assert_int_equal(came, n - 3);
    (void)snprintf(line, sizeof line,
                   "\nError ETYPE=0 ECODE=2\nDirectBranch ICNT=0x%X\nDataReadSync SYNC=7 DSZ=4 "
                   "FADDR=0x2000 DATA=0x%X\n",
                   2 * (n + 1), n + 1);
    assert_non_null(strstr(all, line));
}

/* Holds HT-DATA-022 HT-DATA-024 HT-DATA-025 */
static void data_is_dropped_before_instruction_trace_suffers(void **state)
{
    (void)state;
    data_alone_is_lost(TR_TE_DATA_DROP_ENA_MASK, TR_TE_DATA_DROP_MASK,
                       TR_TE_DATA_STALL_OR_OVERFLOW_MASK, 24);
}

/* Holds HT-DATA-023..025 */
static void a_full_queue_loses_data_alone(void **state)
{
    (void)state;
    data_alone_is_lost(0, TR_TE_DATA_STALL_OR_OVERFLOW_MASK, TR_TE_DATA_DROP_MASK, 48);
}

/* Bits 1 and 2 of ECODE; data goes on with the restart. Holds HT-DATA-027 */
static void a_loss_of_program_trace_is_one_of_data(void **state)
{
    (void)state;
    begin(0, 0);
    rig_lossy();
    load(0, false);
    for (unsigned i = 0; i < 200; i++) {
        struct ingress_cycle in = one(0x1004 + 16 * i, INGRESS_ITYPE_UNINFERABLE_TAIL);
        rig_clock(&in, false);
    }
    assert_true(has(TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    rig_block(false);
    idle(2000, true);
    load(5, true);
    idle(200, true);
    const char *all = told();
    assert_non_null(strstr(all, "\nDataReadSync SYNC=5 DSZ=4 FADDR=0x2000 DATA=0\n"));
    assert_non_null(strstr(all, "\nError ETYPE=0 ECODE=6\nProgTraceSync SYNC=7 ICNT=0 FADDR=0x80A\n"
                                "DataReadSync SYNC=7 DSZ=4 FADDR=0x2000 DATA=5\n"));
}

/* trTeDataStallEna alone: the hart waits, nothing is lost, and the status is that of data.
 * Holds HT-DATA-026 */
static void a_stall_for_data_loses_nothing(void **state)
{
    (void)state;
    begin(0, TR_TE_DATA_STALL_ENA_MASK);
    rig_block(false);
    for (unsigned i = 0; i < 300; i++) {
        load(i, i % 16 == 0);
    }
    assert_true(r.stalls > 100);
    assert_true(has(TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_STALL_OR_OVERFLOW_MASK));
    assert_false(has(TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    rig_end(true);
    if (!r.equal) {
        rig_print(&r);
    }
    assert_true(r.equal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_accesses_in_random_programs),
        cmocka_unit_test(data_is_dropped_before_instruction_trace_suffers),
        cmocka_unit_test(a_full_queue_loses_data_alone),
        cmocka_unit_test(a_loss_of_program_trace_is_one_of_data),
        cmocka_unit_test(a_stall_for_data_loses_nothing),
    };
    return cmocka_run_group_tests_name("data trace in SystemVerilog", tests, NULL, NULL);
}
