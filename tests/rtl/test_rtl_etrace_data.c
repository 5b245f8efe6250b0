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
    bool plain; /* no srcID, options or filters: what it sends can be read */
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
        return TR_TE_DATA_TRACING_MASK | COMPRESS;
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

/* Streams in which options do not change: what kinds of packets there are. */
static void tally(const struct trm_encoder_cfg *cfg, const struct rig_result *r)
{
    struct etrace_reader reader;
    struct etrace_frame f;
    begin_read(cfg, r, &reader);
    while (etrace_reader_next(&reader, &f) == ETRACE_OK) {
        unsigned code = f.payload[0] & 7u;
        if (f.kind != ETRACE_KIND_DATA) {
            found.instructions++;
            continue;
        }
        found.formats[code]++;
        found.wide += f.size > 20 ? 1 : 0;
        if (code < ETRACE_DATA_LOAD_DATA && !cfg->data_split) {
            found.ways[f.payload[0] >> 5 & 3u]++;
        }
    }
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

/* Every format, every way to compress, with everything on and no option changed. */
static void every_kind_of_packet(void **state)
{
    (void)state;
    struct rig_script s = {.n = 0};
    struct trm_encoder_cfg cfg;
    for (unsigned n = 0; n < 12; n++) {
        const struct rtl_encoder_kind *kind = kinds[n % 2];
        const struct habits habits = {.access = 1, .tame = true, .plain = true};
        kind->cfg(&cfg);
        script(kind, &cfg, &habits, &s, 7000 + n, 600);
        (void)rig_check(kind, &cfg, &s, 7000 + n);
        tally(&cfg, rig_last());
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

/* --- no room --- */

static struct rig_result r;
static struct trm_encoder_cfg now;

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

static void idle(unsigned clocks, bool ready)
{
    for (unsigned i = 0; i < clocks; i++) {
        rig_clock(NULL, ready);
    }
}

static void begin(uint32_t control, uint32_t data)
{
    rtl_encoder_etdat.cfg(&now);
    rig_begin(&rtl_encoder_etdat, &now, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_DATA_CONTROL_OFFSET, data | TR_TE_DATA_TRACING_MASK | COMPRESS);
    rig_set(TR_TE_CONTROL_OFFSET, ON | TR_TE_INST_TRACING_MASK | control);
    idle(6, true);
    rig_block(true);
}

static bool has(uint32_t offset, uint32_t mask)
{
    return (rig_get_rtl(offset) & mask) != 0;
}

/* The next packet; data: its value. */
struct packet {
    struct etrace_packet inst;
    bool data;
    uint64_t value, address;
};

static struct etrace_reader reader;
static struct etrace_data_state known;

static bool next(struct packet *p)
{
    struct etrace_frame f;
    *p = (struct packet){.data = false};
    if (etrace_reader_next(&reader, &f) != ETRACE_OK) {
        return false;
    }
    p->data = f.kind == ETRACE_KIND_DATA;
    if (!p->data) {
        assert_int_equal(etrace_packet_decode(&reader.cfg, 0, f.payload, f.size, &p->inst),
                         ETRACE_OK);
        if (p->inst.format == ETRACE_FORMAT_SYNC && p->inst.subformat != ETRACE_SYNC_CONTEXT) {
            etrace_data_sync(&known);
        }
        return true;
    }
    struct etrace_data_packet d;
    struct etrace_access a;
    assert_int_equal(etrace_data_decode(&reader.cfg, 0, &known, f.payload, f.size, &d), ETRACE_OK);
    assert_int_equal(etrace_data_apply(&reader.cfg, 0, &known, &d, &a), ETRACE_OK);
    p->value = a.data;
    p->address = a.address;
    return true;
}

static void expect_support(unsigned qual_status, bool dloss)
{
    struct packet p;
    assert_true(next(&p) && !p.data);
    assert_int_equal(p.inst.format, ETRACE_FORMAT_SYNC);
    assert_int_equal(p.inst.subformat, ETRACE_SYNC_SUPPORT);
    assert_int_equal(p.inst.qual_status, qual_status);
    assert_true(p.inst.denable);
    assert_int_equal(p.inst.dloss, dloss);
}

static void expect_start(uint64_t address)
{
    struct packet p;
    assert_true(next(&p) && !p.data);
    assert_int_equal(p.inst.format, ETRACE_FORMAT_SYNC);
    assert_int_equal(p.inst.subformat, ETRACE_SYNC_START);
    assert_int_equal(p.inst.address, address);
}

static void expect_load(unsigned n)
{
    struct packet p;
    assert_true(next(&p) && p.data);
    assert_int_equal(p.address, 0x2000);
    assert_int_equal(p.value, n);
}

/* The link takes nothing until `mask` says that data was lost, at load n - 1 or before; then it
 * does. The first loads are there, the region ends with dloss, and the next load begins another
 * one, in which data goes on. No instruction is lost. */
static void data_alone_is_lost(uint32_t data, uint32_t mask, uint32_t other, unsigned least)
{
    unsigned n = 0, came = 0;
    struct packet p;
    begin(0, data);
    rig_lossy();
    while (n < 200 && !has(TR_TE_DATA_CONTROL_OFFSET, mask)) {
        load(n++, false);
        idle(8, false);
    }
    assert_in_range(n, least, least + 8);
    assert_false(has(TR_TE_DATA_CONTROL_OFFSET, other));
    assert_false(has(TR_TE_CONTROL_OFFSET, TR_TE_INST_STALL_OR_OVERFLOW_MASK));
    load(n++, false); /* not announced yet: its data is lost too */
    idle(8, false);
    assert_false(has(TR_TE_CONTROL_OFFSET, TR_TE_EMPTY_MASK));
    rig_block(false);
    idle(2000, true);
    load(n, true);
    idle(20, true);
    rig_end(false);
    begin_read(&now, &r, &reader);
    known = (struct etrace_data_state){.csr_known = false};
    expect_support(ETRACE_QUAL_NO_CHANGE, false);
    expect_start(0x1000);
    while (next(&p) && p.data) {
        assert_int_equal(p.value, came++);
    }
    assert_in_range(came, least - 4, n - 1);
    assert_int_equal(p.inst.format, ETRACE_FORMAT_ADDR); /* of the last load so far */
    expect_support(ETRACE_QUAL_ENDED_REP, true);
    expect_start(0x1000 + 4 * n);
    expect_load(n);
    expect_support(ETRACE_QUAL_ENDED_REP, false);
}

/* Holds ET-CTL-013 ET-CTL-014 ET-PKT-040 */
static void data_is_dropped_before_instruction_trace_suffers(void **state)
{
    (void)state;
    data_alone_is_lost(TR_TE_DATA_DROP_ENA_MASK, TR_TE_DATA_DROP_MASK,
                       TR_TE_DATA_STALL_OR_OVERFLOW_MASK, 14);
}

/* Holds ET-CTL-009 */
static void a_full_queue_loses_data_alone(void **state)
{
    (void)state;
    data_alone_is_lost(0, TR_TE_DATA_STALL_OR_OVERFLOW_MASK, TR_TE_DATA_DROP_MASK, 30);
}

/* trTeDataStallEna alone: the hart waits, nothing is lost, and the status is that of data.
 * Holds ET-CTL-011 */
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

/* Differential is E-Trace's compression, XOR N-Trace's; a packet has an address or a value.
 * Holds ET-CTL-005 ET-CTL-007 ET-CTL-032..034 */
static void registers(void **state)
{
    (void)state;
    const uint32_t all = TR_TE_DATA_TRACING_MASK | TR_TE_DATA_TRIG_ENABLE_MASK |
                         TR_TE_DATA_STALL_ENA_MASK | TR_TE_DATA_DROP_ENA_MASK |
                         TR_TE_DATA_NO_VALUE_MASK | TR_TE_DATA_NO_ADDR_MASK | COMPRESS;
    rtl_encoder_ntdat.cfg(&now);
    rig_begin(&rtl_encoder_ntdat, &now, &r);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    rig_set(TR_TE_DATA_CONTROL_OFFSET, all);
    uint32_t control = rig_get_rtl(TR_TE_DATA_CONTROL_OFFSET);
    assert_int_equal(control & (TR_TE_DATA_NO_VALUE_MASK | TR_TE_DATA_NO_ADDR_MASK),
                     TR_TE_DATA_NO_VALUE_MASK);
    assert_int_equal(control & TR_TE_DATA_ADDR_COMPRESS_MASK, 2 * COMPRESS);
    assert_int_equal(control & TR_TE_DATA_IMPLEMENTED_MASK, TR_TE_DATA_IMPLEMENTED_MASK);
    rig_set(TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_NO_ADDR_MASK | TR_TE_DATA_TRACING_MASK);
    assert_true(has(TR_TE_DATA_CONTROL_OFFSET, TR_TE_DATA_NO_ADDR_MASK));
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK | NTRACE);
    rig_set(TR_TE_DATA_CONTROL_OFFSET, all);
    control = rig_get_rtl(TR_TE_DATA_CONTROL_OFFSET);
    assert_int_equal(control & TR_TE_DATA_ADDR_COMPRESS_MASK, COMPRESS);
    assert_true((control & TR_TE_DATA_NO_ADDR_MASK) != 0);
    rig_set(TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK); /* E-Trace again */
    control = rig_get_rtl(TR_TE_DATA_CONTROL_OFFSET);
    assert_int_equal(control & TR_TE_DATA_ADDR_COMPRESS_MASK, 2 * COMPRESS);
    assert_false((control & TR_TE_DATA_NO_ADDR_MASK) != 0);
    rig_end(true);
    assert_true(r.equal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers),
        cmocka_unit_test(random_accesses_in_random_programs),
        cmocka_unit_test(every_kind_of_packet),
        cmocka_unit_test(data_is_dropped_before_instruction_trace_suffers),
        cmocka_unit_test(a_full_queue_loses_data_alone),
        cmocka_unit_test(a_stall_for_data_loses_nothing),
    };
    return cmocka_run_group_tests_name("data trace of E-Trace in SystemVerilog", tests, NULL, NULL);
}
