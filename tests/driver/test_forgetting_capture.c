/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A whole capture, programmed by the driver on models whose undefined fields hold noise: what comes
 * out is byte for byte what comes out of models that begin with zeros, whatever the noise. A driver
 * that forgets any single field gets something else for some noise, or an error. Fields are those
 * of the register map that a reset leaves undefined (TCI 1.0, Reset and Discovery); the exceptions
 * are listed, with the reason, and the list is exact.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hartrace/rvt_filter.h"
#include "hartrace/rvt_funnel.h"
#include "hartrace/rvt_session.h"
#include "hartrace/rvt_timestamp.h"
#include "hartrace/rvt_trigger.h"
#include "random_hart.h"
#include "regmap_all.h"
#include "trm/trm_encoder.h"
#include "trm/trm_funnel.h"
#include "trm/trm_ramsink.h"

enum {
    SEEDS = 120,
    RECORDS = 3000,
    BASE = 0x1000, /* of component n: (n + 1) * BASE */
    BUFFER = 4096, /* wraps */
    LOG = 16384,
    REFUSALS = 2000,
};
#define MEMORY_AT UINT64_C(0x90000000)

enum component {
    ENCODER,
    FUNNEL,
    SINK,
    COMPONENTS,
};

static const struct regmap_component *const maps[COMPONENTS] = {&regmap_encoder, &regmap_funnel,
                                                                &regmap_ramsink};

/* ---- the hardware ---- */

static struct trm_encoder enc;
static struct trm_funnel fun;
static struct trm_ramsink ram;
static uint8_t memory[BUFFER], sram[BUFFER];
static uint64_t ticks;

/* What can be seen from outside: trigger outputs, timestamps, trace. */
struct outcome {
    enum rvt_status status;
    size_t n;
    uint8_t log[LOG];
};
static struct outcome *out;

static void note(uint64_t v)
{
    for (unsigned i = 0; i < 8 && out->n < LOG; i++) {
        out->log[out->n++] = (uint8_t)(v >> (8 * i));
    }
}

static void tick(void)
{
    ticks++;
    trm_ramsink_tick(&ram);
    trm_funnel_timestamp_in(&fun, ticks);
    trm_funnel_tick(&fun);
    trm_encoder_timestamp_in(&enc, ticks);
    trm_encoder_tick(&enc);
    if (trm_encoder_trigger_out(&enc) != 0) {
        note(ticks << 8 | trm_encoder_trigger_out(&enc));
    }
}

static int bus_write(void *ctx, uint64_t address, const uint8_t *bytes, size_t n)
{
    (void)ctx;
    if (address < MEMORY_AT || address + n > MEMORY_AT + BUFFER) {
        return -1;
    }
    memcpy(memory + (address - MEMORY_AT), bytes, n);
    return 0;
}

static void power_on(enum trm_undef undef, uint64_t seed, bool smem)
{
    struct trm_encoder_cfg e;
    struct trm_funnel_cfg f;
    struct trm_ramsink_cfg r;
    trm_encoder_cfg_init(&e);
    e.filters = 1;
    e.comparators = 1;
    e.ext_triggers = 8;
    e.ext_outputs = 8;
    e.dbg_control = true;
    e.ts_modes = TRM_TS_MODES_ENCODER;
    e.ts_select = true;
    e.fifo_bytes = TRM_ENCODER_FIFO_MIN;
    e.undef = undef;
    e.seed = seed;
    trm_funnel_cfg_init(&f);
    f.link_bytes =
        smem ? 0 : 2; /* 2: slower than the encoder, some trace is lost unless it stalls */
    f.ts_modes = TRM_TS_MODES_FUNNEL;
    f.undef = undef;
    f.seed = seed + 100;
    trm_ramsink_cfg_init(&r);
    r.has_smem = true;
    r.has_sram = !smem;
    r.sram = sram;
    r.sram_bytes = BUFFER;
    r.bus = (struct trm_ramsink_bus){.write = bus_write, .ctx = NULL};
    r.async = r.read_active = true;
    r.undef = undef;
    r.seed = seed + 200;
    assert_int_equal(trm_encoder_init(&enc, &e), TRM_OK);
    assert_int_equal(trm_funnel_init(&fun, &f), TRM_OK);
    assert_int_equal(trm_ramsink_init(&ram, &r), TRM_OK);
    trm_encoder_connect(&enc, trm_funnel_link(&fun, 3));
    trm_funnel_connect(&fun, trm_ramsink_link(&ram));
    memset(memory, 0, sizeof memory);
    memset(sram, 0, sizeof sram);
    ticks = 0;
}

/* ---- the driver's port, which forgets the bits of one field ---- */

static struct {
    enum component component;
    uint32_t offset, mask; /* mask 0: forgets nothing */
    unsigned controls[COMPONENTS];
} forget;

static int reg_read(enum component c, uint32_t offset, uint32_t *v)
{
    return c == ENCODER  ? trm_encoder_reg_read(&enc, offset, 4, v)
           : c == FUNNEL ? trm_funnel_reg_read(&fun, offset, 4, v)
                         : trm_ramsink_reg_read(&ram, offset, 4, v);
}

static enum rvt_status read32(const struct rvt_io *io, uint64_t addr, uint32_t *v)
{
    (void)io;
    if (addr >= MEMORY_AT && addr <= MEMORY_AT + BUFFER - 4) {
        const uint8_t *p = memory + (addr - MEMORY_AT);
        *v = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        return RVT_OK;
    }
    if (addr < BASE || addr >= BASE * (COMPONENTS + 1)) {
        return RVT_ERR_BUS;
    }
    int status = reg_read((enum component)(addr / BASE - 1), (uint32_t)(addr % BASE), v);
    return status == TRM_OK ? RVT_OK : RVT_ERR_BUS;
}

static enum rvt_status write32(const struct rvt_io *io, uint64_t addr, uint32_t v)
{
    (void)io;
    if (addr < BASE || addr >= BASE * (COMPONENTS + 1)) {
        return RVT_ERR_BUS;
    }
    enum component c = (enum component)(addr / BASE - 1);
    uint32_t offset = (uint32_t)(addr % BASE), held = 0;
    if (offset == 0 && forget.controls[c] < 2) {
        forget.controls[c]++; /* the reset itself */
    } else if (c == forget.component && offset == forget.offset) {
        assert_int_equal(reg_read(c, offset, &held), TRM_OK);
        v = (v & ~forget.mask) | (held & forget.mask);
    }
    int status = c == ENCODER  ? trm_encoder_reg_write(&enc, offset, 4, v)
                 : c == FUNNEL ? trm_funnel_reg_write(&fun, offset, 4, v)
                               : trm_ramsink_reg_write(&ram, offset, 4, v);
    return status == TRM_OK ? RVT_OK : RVT_ERR_BUS;
}

static enum rvt_status relax(const struct rvt_io *io)
{
    (void)io;
    tick();
    return RVT_OK;
}

/* ---- a capture ---- */

static struct rvt_encoder encoder;
static struct rvt_funnel funnel;
static struct rvt_ramsink sink;

#define TRY(call)                                                                                  \
    do {                                                                                           \
        enum rvt_status s_ = (call);                                                               \
        if (s_ != RVT_OK) {                                                                        \
            return s_;                                                                             \
        }                                                                                          \
    } while (0)

static enum rvt_status program_encoder(const struct rvt_io *io, bool htm)
{
    const struct rvt_timestamp_cfg ts = {.mode = RVT_TS_EXTERNAL, .enable = true, .vendor = 0x3F};
    const struct rvt_comparator_cfg comp = {.p = {RVT_COMP_IADDR, RVT_COMP_GE, false, 0x40000010},
                                            .s = {RVT_COMP_IADDR, RVT_COMP_LT, false, 0x40000FF0},
                                            .match = RVT_COMP_BOTH};
    const struct rvt_filter_cfg filter = {.match_privilege = true,
                                          .privileges = 1u << 3 | 1u << 0,
                                          .ncomps = 1,
                                          .match_impdef = true,
                                          .impdef_value = 5,
                                          .impdef_mask = 0xFF};
    struct rvt_encoder_cfg cfg;
    rvt_encoder_cfg_init(&cfg);
    cfg.inst_mode = htm ? 6 : 3;
    cfg.src_bits = 4;
    cfg.src_id = 9;
    TRY(rvt_encoder_init(&encoder, io, BASE * (ENCODER + 1)));
    TRY(rvt_encoder_reset(&encoder));
    TRY(rvt_encoder_configure(&encoder, &cfg, NULL));
    TRY(rvt_timestamp_configure(&encoder.c, &ts, NULL));
    TRY(rvt_comparator_set(&encoder, 0, &comp));
    TRY(rvt_filter_set(&encoder, 0, &filter));
    TRY(rvt_filter_select(&encoder, 1, 0));
    TRY(rvt_trigger_set_input(&encoder, 0, RVT_TRIGGER_NOTIFY));
    return rvt_trigger_set_output(&encoder, 0, RVT_TRIGGER_START | RVT_TRIGGER_STOP);
}

static enum rvt_status program(const struct rvt_io *io, bool smem)
{
    const struct rvt_timestamp_cfg ts = {.mode = RVT_TS_INTERNAL_SYSTEM, .count = true};
    const struct rvt_ramsink_cfg in_memory = {
        .mode = RVT_RAMSINK_SMEM, .start = MEMORY_AT, .size = BUFFER};
    const struct rvt_ramsink_cfg inside = {.mode = RVT_RAMSINK_SRAM};
    TRY(rvt_ramsink_init(&sink, io, BASE * (SINK + 1)));
    TRY(rvt_ramsink_reset(&sink));
    TRY(rvt_ramsink_configure(&sink, smem ? &in_memory : &inside, NULL));
    TRY(rvt_funnel_init(&funnel, io, BASE * (FUNNEL + 1)));
    TRY(rvt_funnel_reset(&funnel));
    TRY(rvt_funnel_configure(&funnel, &(struct rvt_funnel_cfg){.exact = true}, NULL));
    TRY(rvt_timestamp_configure(&funnel.c, &ts, NULL));
    TRY(rvt_timestamp_reset_counter(&funnel.c));
    return program_encoder(io, !smem);
}

static bool give(const struct ingress_cycle *in)
{
    unsigned refused = 0;
    do {
        tick();
    } while (trm_encoder_ingress(&enc, in) && ++refused < REFUSALS);
    return refused < REFUSALS;
}

/* A hart with everything that fields can react to: debug and external triggers, contexts, and at
 * the end a loop. */
static bool run_hart(void)
{
    struct ingress_cycle loop = {.nblocks = 1, .priv = INGRESS_PRIV_M, .impdef = 5};
    const struct rh_cfg cfg = {.base = 0x40000000,
                               .xlen = 64,
                               .itype_width = 4,
                               .max_block = 3,
                               .trap_one_in = 20,
                               .branch_bias = 30,
                               .indirect_bias = 20,
                               .context_one_in = 15};
    static struct rh_hart hart;
    struct rh_step step;
    rh_init(&hart, &cfg, 5);
    for (unsigned i = 0; i < RECORDS; i++) {
        rh_step(&hart, &step);
        step.in.impdef = i % 50 == 0 ? 6 : 0x105;
        step.in.ext_trig = (uint8_t)(i % 5 == 0 ? 1u << (i / 5 % 8) : 0);
        step.in.trigger = i % 23 == 0   ? INGRESS_TRIGGER_NOTIFY
                          : i % 31 == 0 ? INGRESS_TRIGGER_OFF
                                        : 0;
        if (!give(&step.in)) {
            return false;
        }
    }
    loop.cycle = loop.time = hart.cycle;
    loop.block[0] = (struct ingress_block){
        .iaddr = 0x40000100, .iretire = 2, .itype = INGRESS_ITYPE_TAKEN, .ilastsize = 1};
    for (unsigned i = 0; i < 40; i++) {
        loop.cycle = ++loop.time;
        if (!give(&loop)) {
            return false;
        }
    }
    return true;
}

static enum rvt_status capture(const struct rvt_io *io, bool smem)
{
    struct rvt_encoder *encoders[] = {&encoder};
    struct rvt_session session;
    uint64_t size;
    TRY(program(io, smem));
    TRY(rvt_funnel_enable(&funnel));
    TRY(rvt_session_init(&session, encoders, 1, &sink));
    TRY(rvt_session_start(&session));
    if (!run_hart()) {
        return RVT_ERR_TIMEOUT;
    }
    note(trm_funnel_timestamp(&fun));
    TRY(rvt_session_stop(&session));
    TRY(rvt_session_size(&session, &size));
    note(size);
    assert_true(size <= BUFFER && out->n + size <= LOG);
    TRY(rvt_session_read(&session, 0, out->log + out->n, (size_t)size));
    out->n += (size_t)size;
    return RVT_OK;
}

static void run(struct outcome *o, enum trm_undef undef, uint64_t seed, bool smem)
{
    static const struct rvt_io_ops ops = {.read32 = read32, .write32 = write32, .relax = relax};
    static const struct rvt_io io = {.ops = &ops, .poll_limit = 300};
    out = o;
    memset(o, 0, sizeof *o);
    memset(forget.controls, 0, sizeof forget.controls);
    power_on(undef, seed, smem);
    o->status = capture(&io, smem);
}

static struct outcome reference[2]; /* models that begin with zeros: SRAM, SMEM */

static void make_references(void)
{
    forget.mask = 0;
    for (unsigned smem = 0; smem < 2; smem++) {
        run(&reference[smem], TRM_UNDEF_ZERO, 0, smem != 0);
        assert_int_equal(reference[smem].status, RVT_OK);
        assert_true(reference[smem].n > BUFFER && ram.stats.wraps > 0);
        assert_true((enc.stats.overflows > 0) == (smem == 0));
    }
}

static bool same(const struct outcome *a, const struct outcome *b)
{
    return a->status == b->status && a->n == b->n && memcmp(a->log, b->log, a->n) == 0;
}

/* ---- tests ---- */

static void noise_makes_no_difference(void **state)
{
    static struct outcome o;
    (void)state;
    make_references();
    for (uint64_t seed = 1; seed < 200; seed++) {
        run(&o, TRM_UNDEF_GARBAGE, seed, seed % 2 != 0);
        if (!same(&o, &reference[seed % 2])) {
            fail_msg("seed %u: status %d, %zu bytes", (unsigned)seed, (int)o.status, o.n);
        }
    }
}

/* Fields whose noise cannot be seen in this capture, and why. */
static const struct {
    const char *name, *why;
} exceptions[] = {
    {"trTeInstSyncMax", "means nothing with trTeInstSyncMode 0"},
    {"trTeInstEnImplicitReturn", "means nothing with trTeInstImplicitReturnMode 0"},
    {"trTeInstImplicitReturnMode", "means nothing with trTeInstEnImplicitReturn 0"},
    {"trTeInstEnAllJumps", "the hart reports direct jumps or not, the encoder takes what comes"},
    {"trTeFilterMatchValueInterrupt", "means nothing with trTeFilterMatchInterrupt 0"},
    {"trTeFilterMatchChoiceEcauseLow", "means nothing with trTeFilterMatchEcause 0"},
    {"trTeFilterMatchChoiceEcauseHigh", "means nothing with trTeFilterMatchEcause 0"},
};

static bool is_exception(const char *name)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++) {
        if (strcmp(exceptions[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Does the model hold noise there? */
static bool is_noisy(enum component c, uint32_t offset, uint32_t mask)
{
    uint32_t first = 0, v = 0;
    for (uint64_t seed = 0; seed < 16; seed++) {
        power_on(TRM_UNDEF_GARBAGE, seed, seed % 2 != 0);
        forget.controls[c] = 0;
        assert_int_equal(write32(NULL, BASE * (c + 1u), 1), RVT_OK);
        out = &reference[0]; /* nothing is noted before anything is enabled */
        tick();
        assert_int_equal(reg_read(c, offset, &v), TRM_OK);
        first = seed == 0 ? v & mask : first;
        if ((v & mask) != first) {
            return true;
        }
    }
    return false;
}

static bool found_out(enum component c, uint32_t offset, uint32_t mask)
{
    static struct outcome o;
    forget.component = c;
    forget.offset = offset;
    forget.mask = mask;
    bool found = false;
    for (uint64_t seed = 1; seed < SEEDS && !found; seed++) {
        run(&o, TRM_UNDEF_GARBAGE, seed, seed % 2 != 0);
        found = !same(&o, &reference[seed % 2]);
    }
    forget.mask = 0;
    return found;
}

static void a_forgotten_field_is_found_out(void **state)
{
    unsigned found = 0, wrong = 0;
    (void)state;
    make_references();
    for (unsigned c = 0; c < COMPONENTS; c++) {
        for (unsigned r = 0; r < maps[c]->nregs; r++) {
            const struct regmap_reg *reg = &maps[c]->regs[r];
            for (unsigned i = 0; i < reg->nfields; i++) {
                const struct regmap_field *f = &reg->fields[i];
                uint32_t mask = regmap_field_mask(f);
                if (f->reset_kind != REGMAP_RESET_UNDEF ||
                    !is_noisy((enum component)c, reg->offset, mask)) {
                    continue;
                }
                bool seen = found_out((enum component)c, reg->offset, mask);
                found += seen;
                if (seen == is_exception(f->name)) {
                    print_message("%s: %s\n", f->name,
                                  seen ? "is found out, and listed as an exception"
                                       : "is forgotten, and nobody notices");
                    wrong++;
                }
            }
        }
    }
    print_message("%u fields are found out\n", found);
    assert_int_equal(wrong, 0);
    assert_true(found > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_makes_no_difference),
        cmocka_unit_test(a_forgotten_field_is_found_out),
    };
    return cmocka_run_group_tests_name("a driver that forgets", tests, NULL, NULL);
}
