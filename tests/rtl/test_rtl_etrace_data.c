/* SPDX-License-Identifier: Apache-2.0 */
/* Data trace of the encoder in SystemVerilog with E-Trace, alone and beside N-Trace: the packets
 * are those of the model, byte for byte (docs/reference/etrace.md, docs/reference/data-trace.md).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "etrace/etrace_data.h"
#include "etrace/etrace_frame.h"
#include "part_rig.h"
#include "random_hart.h"
#include "rtl_rig.h"

extern const struct rtl_encoder_kind rtl_encoder_etdat, rtl_encoder_etspl, rtl_encoder_ntdat;

static const struct rtl_encoder_kind *const kinds[] = {&rtl_encoder_etdat, &rtl_encoder_etspl,
                                                       &rtl_encoder_ntdat};

enum {
    KINDS = sizeof kinds / sizeof kinds[0],
    ON = TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK,
    NTRACE = 1 << TR_TE_FORMAT_SHIFT,
    COMPRESS = 1 << TR_TE_DATA_ADDR_COMPRESS_SHIFT,
};

/* What a run does now and then: one record in this many. */
struct habits {
    unsigned access, trigger, change;
    bool filters;
    bool data_stalls; /* trTeDataStallEna, and not trTeInstStallEna: data trace stays on */
    bool tame;        /* only what packets can report */
    bool ntrace;
    bool plain;   /* no srcID, options or filters: what it sends can be read */
    uint32_t how; /* trTeDataControl then */
};

/* Addresses in a few pages or anywhere, values of all lengths, often near the one before. */
static void add_access(struct ingress_cycle *in, struct rh_rng *rng, const struct habits *habits,
                       unsigned xlen)
{
    static uint64_t value;
    struct ingress_access *a = &in->access[in->naccess++];
    uint64_t mask = xlen == 32 ? UINT32_MAX : UINT64_MAX;
    *a = (struct ingress_access){.dtype = (uint8_t)rh_below(rng, 16),
                                 .dsize = (uint8_t)(rh_chance(rng, 40) ? 4 : rh_below(rng, 4)),
                                 .block = (uint8_t)rh_below(rng, in->nblocks)};
    if (rh_chance(rng, 2)) {
        a->dtype = (uint8_t)rh_below(rng, 2);
    }
    if (habits->tame) {
        a->dsize &= 3u;
        a->dtype = a->dtype == INGRESS_DTYPE_SC_FAILED ? INGRESS_DTYPE_MIN : a->dtype;
    }
    const struct ingress_block *b = &in->block[a->block];
    a->insn = (uint8_t)rh_below(rng, b->iretire == 0 ? 1 : b->iretire);
    a->daddr = ((uint64_t)rh_next(rng) << 32 | rh_next(rng)) & mask;
    a->daddr = rh_chance(rng, 3) ? a->daddr : 0x20000000u | (a->daddr & 0xFF);
    if (rh_chance(rng, 8)) {
        a->daddr = rh_below(rng, 2) != 0 ? 0 : mask - 7;
    }
    if (!rh_chance(rng, 4) || (habits->tame && a->dtype > INGRESS_DTYPE_STORE)) {
        a->daddr &= ~(uint64_t)7;
    }
    uint64_t bits = a->dsize >= 3 ? UINT64_MAX : (UINT64_C(1) << (8u << a->dsize)) - 1u;
    switch (rh_below(rng, 5)) {
    case 0:
        value += rh_below(rng, 300);
        break;
    case 1:
        value ^= UINT64_C(1) << rh_below(rng, 64);
        break;
    case 2:
        value = (uint64_t)0 - rh_below(rng, 2);
        break;
    default:
        value = ((uint64_t)rh_next(rng) << 32 | rh_next(rng)) >> rh_below(rng, 64);
    }
    a->load = a->dtype != INGRESS_DTYPE_STORE ? value & bits : 0;
    a->store = a->dtype == INGRESS_DTYPE_STORE ? value & bits : 0;
    if (a->dtype > INGRESS_DTYPE_STORE) {
        a->store = (rh_chance(rng, 3) ? value : value * 3 + rh_below(rng, 3)) & bits;
    }
}

static uint32_t data_control(struct rh_rng *rng, const struct habits *habits)
{
    if (habits->plain) {
        return TR_TE_DATA_TRACING_MASK | habits->how;
    }
    uint32_t control = rh_next(rng) & (TR_TE_DATA_TRIG_ENABLE_MASK | TR_TE_DATA_ADDR_COMPRESS_MASK |
                                       (rh_chance(rng, 4) ? TR_TE_DATA_NO_VALUE_MASK : 0) |
                                       (rh_chance(rng, 4) ? TR_TE_DATA_NO_ADDR_MASK : 0));
    if (habits->data_stalls) {
        return (control & ~(uint32_t)TR_TE_DATA_TRIG_ENABLE_MASK) | TR_TE_DATA_STALL_ENA_MASK |
               TR_TE_DATA_TRACING_MASK;
    }
    return control | (rh_chance(rng, 5) ? 0 : TR_TE_DATA_TRACING_MASK) |
           (rh_chance(rng, 2) ? TR_TE_DATA_STALL_ENA_MASK : 0);
}

/* Filters of what occurs: types, sizes, and addresses of code and data. */
static void add_filters(struct rig_script *s, struct rh_rng *rng, const struct trm_encoder_cfg *cfg)
{
    for (unsigned j = 0; j < cfg->comparators; j++) {
        rig_write(s, TR_TE_COMP_CONTROL_OFFSET(j), rh_next(rng));
        rig_write(s, TR_TE_COMP_P_MATCH_LOW_OFFSET(j),
                  rh_below(rng, 2) != 0 ? 0x20000000u + rh_below(rng, 256) : 0x80000100u);
        rig_write(s, TR_TE_COMP_S_MATCH_LOW_OFFSET(j), 0x80000400u);
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
                         const struct trm_encoder_cfg *cfg, const struct habits *habits,
                         uint32_t control)
{
    const uint32_t ts = TR_TS_ACTIVE_MASK | TR_TS_ENABLE_MASK | TR_TS_COUNT_MASK |
                        rh_below(rng, 5) << TR_TS_MODE_SHIFT;
    rig_script_clear(s);
    rig_write(s, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_write(s, TR_TE_CONTROL_OFFSET, control & (TR_TE_ACTIVE_MASK | TR_TE_FORMAT_MASK));
    rig_write(s, TR_TE_INST_FEATURES_OFFSET,
              habits->plain
                  ? 0
                  : (rh_next(rng) & 0x0FFF0FFFu) | rh_below(rng, 13) << TR_TE_SRC_BITS_SHIFT);
    rig_write(s, TR_TS_CONTROL_OFFSET, rh_chance(rng, 3) ? 0 : ts);
    rig_idle(s, 4);
    if (habits->filters) {
        add_filters(s, rng, cfg);
    }
    rig_write(s, TR_TE_DATA_CONTROL_OFFSET, data_control(rng, habits));
    rig_idle(s, 4);
    rig_write(s, TR_TE_CONTROL_OFFSET, control);
    rig_idle(s, 6);
}

/* trTeControl, trTeDataControl: while the hart runs. Returns whether tracing goes off. */
static bool add_change(struct rig_step *step, struct rh_rng *rng, const struct habits *habits,
                       uint32_t *control)
{
    step->has_write = true;
    if (habits->data_stalls || rh_chance(rng, 2)) {
        step->offset = TR_TE_DATA_CONTROL_OFFSET;
        step->value = data_control(rng, habits);
        return false;
    }
    uint32_t was = *control;
    *control ^= rh_chance(rng, 3) ? TR_TE_ENABLE_MASK : TR_TE_INST_TRACING_MASK;
    step->offset = TR_TE_CONTROL_OFFSET;
    step->value = *control;
    return (was & ~*control & TR_TE_ENABLE_MASK) != 0;
}

static void add_to_record(struct ingress_cycle *in, struct rh_rng *rng,
                          const struct trm_encoder_cfg *cfg, const struct habits *habits,
                          unsigned ports, unsigned *side)
{
    while (in->nblocks != 0 && in->naccess < ports && rh_chance(rng, habits->access)) {
        add_access(in, rng, habits, cfg->xlen);
    }
    if (habits->trigger == 0) {
        return;
    }
    if (rh_chance(rng, habits->trigger)) {
        in->trigger = (uint16_t)(1u << rh_below(rng, 2 + in->nblocks));
    }
    if (*side == 0 && rh_chance(rng, 60)) {
        *side = 1u << rh_below(rng, 3);
    } else if (*side != 0 && rh_chance(rng, 3)) {
        *side = 0;
    }
    in->halted = *side == 1;
    in->reset = *side == 2;
    in->lowpower = *side == 4;
}

static uint32_t random_control(struct rh_rng *rng, const struct habits *habits)
{
    return ON | (habits->data_stalls ? 0 : TR_TE_INST_STALL_ENA_MASK) |
           (habits->ntrace ? NTRACE | TR_TE_INST_MODE_HTM << TR_TE_INST_MODE_SHIFT : 0) |
           TR_TE_INST_TRACING_MASK | (rh_chance(rng, 2) ? TR_TE_INST_TRIG_ENABLE_MASK : 0u) |
           (rh_chance(rng, 4) ? TR_TE_INHIBIT_SRC_MASK : 0u) |
           rh_below(rng, 4) << TR_TE_INST_SYNC_MODE_SHIFT |
           rh_below(rng, 4) << TR_TE_INST_SYNC_MAX_SHIFT;
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
                              .branch_bias = 2 + rh_below(&rng, 30),
                              .context_one_in = rh_chance(&rng, 2) ? 0 : 6,
                              .indirect_bias = 1 + rh_below(&rng, 10),
                              .max_blocks = kind->blocks,
                              .well_behaved = rh_chance(&rng, 2)};
    const unsigned most = kind->blocks;
    const unsigned refuse = rh_chance(&rng, 2) ? 0 : rh_below(&rng, 95);
    unsigned side = 0;
    uint32_t control = random_control(&rng, habits);
    rh_init(&hart, &rc, seed);
    begin_script(s, &rng, cfg, habits, control);
    while (s->n < steps) {
        const bool idle = rh_chance(&rng, 4);
        struct rh_step hs = {.in = {.nblocks = 0}};
        unsigned at = 0;
        if (!idle) {
            rh_step(&hart, &hs);
        }
        do { /* the port takes fewer blocks */
            struct rig_step *step = rig_add(s);
            bool off = false;
            step->refuse = rh_below(&rng, 100) < refuse;
            if (!idle) {
                unsigned n = hs.in.nblocks - at;
                step->has_record = true;
                step->record = hs.in;
                step->record.nblocks = (uint8_t)(n < most ? n : most);
                step->record.ctype = at == 0 ? hs.in.ctype : 0;
                memmove(step->record.block, hs.in.block + at, most * sizeof hs.in.block[0]);
                add_to_record(&step->record, &rng, cfg, habits, kind->accesses, &side);
            }
            if (habits->change != 0 && rh_chance(&rng, habits->change)) {
                off = add_change(step, &rng, habits, &control);
            }
            /* No record is refused while trTeEnable is 0. */
            rig_idle(s, off ? 150 : (control & TR_TE_ENABLE_MASK) == 0 ? 3 : 0);
            at += most;
        } while (at < hs.in.nblocks);
    }
}

/* --- what was sent --- */

/* Packets of the RTL, as the codec reads them. */
struct found {
    unsigned long formats[8], ways[4], instructions, wide;
};
static struct found found;

static void begin_read(const struct trm_encoder_cfg *cfg, const struct rig_result *r,
                       struct etrace_reader *reader)
{
    static struct trm_encoder enc;
    struct etrace_cfg ec;
    assert_int_equal(trm_encoder_init(&enc, cfg), TRM_OK);
    trm_encoder_etrace_cfg(&enc, &ec); /* without srcID: runs that are read have none */
    assert_int_equal(etrace_reader_init(reader, &ec, r->rtl, r->rtl_n), ETRACE_OK);
}

/* What the accesses of a script should become, in their order. */
static struct ingress_access told[20000];
static unsigned ntold;

static void expect_accesses(const struct rig_script *s)
{
    ntold = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct ingress_cycle *in = &s->step[i].record;
        for (unsigned k = 0; s->step[i].has_record && k < in->nblocks; k++) {
            const struct ingress_block *b = &in->block[k];
            const unsigned last = 1u << (b->ilastsize & 3u);
            const unsigned ahead = b->iretire > last ? b->iretire - last : 0;
            for (unsigned part = 0; part < 2; part++) { /* the last instruction comes last */
                for (unsigned a = 0; a < in->naccess; a++) {
                    const struct ingress_access *x = &in->access[a];
                    const bool codes = x->dtype < 2 || x->dtype >= INGRESS_DTYPE_SWAP;
                    if (x->block == k && codes && x->insn < b->iretire &&
                        (x->insn >= ahead) == (part == 1)) {
                        told[ntold++] = *x;
                    }
                }
            }
        }
    }
}

static void expect_values(const struct etrace_access *got, const struct ingress_access *want)
{
    const uint64_t bits = want->dsize == 3 ? UINT64_MAX : (UINT64_C(1) << (8u << want->dsize)) - 1u;
    if (got->has_data) {
        assert_int_equal(got->data, want->dtype == INGRESS_DTYPE_STORE ? want->store : want->load);
    }
    if (got->has_operand && want->dtype == INGRESS_DTYPE_ADD) {
        assert_int_equal((want->load + got->operand) & bits, want->store);
    } else if (got->has_operand && want->dtype == INGRESS_DTYPE_XOR) {
        assert_int_equal(want->load ^ got->operand, want->store);
    } else if (got->has_operand) {
        assert_int_equal(got->operand, want->store);
    }
}

/* Every access of the script is in what the RTL sent, once, in order and complete. */
static void expect_told(const struct trm_encoder_cfg *cfg, const struct rig_result *r,
                        uint32_t options)
{
    struct etrace_reader reader;
    struct etrace_frame f;
    struct etrace_data_state known = {.csr_known = false};
    unsigned n = 0;
    begin_read(cfg, r, &reader);
    while (etrace_reader_next(&reader, &f) == ETRACE_OK) {
        struct etrace_packet inst;
        struct etrace_data_packet d;
        struct etrace_access a;
        if (f.kind != ETRACE_KIND_DATA) {
            assert_int_equal(etrace_packet_decode(&reader.cfg, 0, f.payload, f.size, &inst),
                             ETRACE_OK);
            found.instructions++;
            if (inst.format == ETRACE_FORMAT_SYNC && inst.subformat != ETRACE_SYNC_CONTEXT) {
                etrace_data_sync(&known);
            }
            if (inst.format == ETRACE_FORMAT_SYNC && inst.subformat == ETRACE_SYNC_SUPPORT) {
                assert_false(inst.dloss);
                assert_int_equal(inst.doptions, inst.denable ? options : 0);
            }
            continue;
        }
        assert_int_equal(etrace_data_decode(&reader.cfg, options, &known, f.payload, f.size, &d),
                         ETRACE_OK);
        assert_int_equal(etrace_data_apply(&reader.cfg, options, &known, &d, &a), ETRACE_OK);
        found.formats[d.format]++;
        found.ways[d.diff] += d.format < ETRACE_DATA_LOAD_DATA && options == 0 ? 1 : 0;
        found.wide += f.size > 20 ? 1 : 0;
        assert_true(n < ntold);
        assert_int_equal(a.dtype, told[n].dtype);
        assert_int_equal(a.size, told[n].dsize);
        if (a.has_address) {
            assert_int_equal(a.address, told[n].daddr);
        }
        expect_values(&a, &told[n]);
        assert_true(a.has_address || a.has_data);
        n += a.request ? 0 : 1; /* the response follows */
    }
    assert_int_equal(n, ntold);
}

static struct habits habits_of(unsigned n)
{
    return (struct habits){.access = 1 + n / 3 % 3,
                           .trigger = n / 4 % 3 * 10,
                           .change = n / 8 % 3 * (1 + n % 5 * 8),
                           .filters = n / 5 % 2 == 1,
                           .data_stalls = n / 16 % 4 == 3,
                           .tame = n / 2 % 4 != 0,
                           .ntrace = n % KINDS == 2 && n / 7 % 3 == 2};
}

static void random_accesses_in_random_programs(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    uint64_t bytes = 0;
    for (uint64_t seed = 0; seed < rig_seeds(240); seed++) {
        const unsigned n = (unsigned)seed;
        const struct rtl_encoder_kind *kind = kinds[n % KINDS];
        const struct habits habits = habits_of(n);
        kind->cfg(&cfg);
        script(kind, &cfg, &habits, &s, seed, 800);
        (void)rig_check(kind, &cfg, &s, seed);
        bytes += rig_last()->rtl_n;
    }
    rig_script_free(&s);
    assert_true(bytes > 100000);
}

/* Everything that the hart did to memory, in every format, in every way to compress; with addresses
 * and values, addresses alone, values alone. Holds ET-DAT-001..043 ET-PKT-039 ET-PKT-041
 * ET-DIS-029 ET-DIS-031 ET-DIS-035 ET-CTL-005 ET-CTL-032..034 */
static void what_the_hart_did(void **state)
{
    (void)state;
    static const uint32_t how[] = {COMPRESS,
                                   COMPRESS,
                                   COMPRESS,
                                   0,
                                   TR_TE_DATA_NO_VALUE_MASK | COMPRESS,
                                   TR_TE_DATA_NO_ADDR_MASK};
    static const uint32_t options[] = {0,
                                       0,
                                       0,
                                       1u << ETRACE_DOPT_FULL_ADDRESS,
                                       1u << ETRACE_DOPT_NO_DATA,
                                       1u << ETRACE_DOPT_NO_ADDRESS |
                                           1u << ETRACE_DOPT_FULL_ADDRESS};
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    for (unsigned n = 0; n < 24; n++) {
        const struct rtl_encoder_kind *kind = kinds[n % KINDS];
        const struct habits habits = {
            .access = 1, .tame = true, .plain = true, .how = how[n / KINDS % 6]};
        kind->cfg(&cfg);
        script(kind, &cfg, &habits, &s, 7000 + n, 600);
        (void)rig_check(kind, &cfg, &s, 7000 + n);
        expect_accesses(&s);
        assert_true(ntold > 200);
        expect_told(&cfg, rig_last(), options[n / KINDS % 6]);
    }
    rig_script_free(&s);
    for (unsigned i = 0; i < 8; i++) {
        assert_true(i == ETRACE_DATA_CSR || found.formats[i] > 50);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_true(found.ways[i] > 5);
    }
    assert_true(found.instructions > 500 && found.wide > 0);
    assert_int_equal(found.formats[ETRACE_DATA_CSR], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_accesses_in_random_programs),
        cmocka_unit_test(what_the_hart_did),
    };
    return cmocka_run_group_tests_name("data trace of E-Trace in SystemVerilog", tests, NULL, NULL);
}
