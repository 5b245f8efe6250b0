/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of random_calls.h. */
#include "random_calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "rv_asm.h"
#include "trm/trm_encoder.h"

enum {
    MTVEC = 0x305,
    RAM_BYTES = 1 << 18,
    DATA = 0x10000, /* offsets in RAM */
    STACK_TOP = 1 << 18,
    MAX_STEPS = 200000,
    MAX_TRAPS = 200,
};

void rc_choose(struct rc_cfg *cfg, uint64_t seed)
{
    struct rh_rng rng;

    rh_seed(&rng, seed ^ UINT64_C(0xC0FF));
    cfg->xlen = rh_chance(&rng, 2) ? 32 : 64;
    cfg->htm = rh_chance(&rng, 2);
    cfg->implicit = rh_chance(&rng, 2);
    cfg->longjmps = rh_chance(&rng, 2);
    cfg->irq_one_in = rh_chance(&rng, 2) ? 0 : 20 + rh_below(&rng, 100);
    cfg->fuel = 5 + rh_below(&rng, 60);
}

/* ---- the run ---- */

struct machine {
    struct sim_bus bus;
    struct sim_ram ram;
    struct sim_hart *h;
    struct trm_encoder enc;
    unsigned traps;           /* open, at most MAX_TRAPS - 1 */
    uint64_t skew[MAX_TRAPS]; /* missing() when each began; of 0: 0 */
};

static bool can_accept(void *ctx, size_t n)
{
    const struct rc_run *run = ctx;

    return n <= RC_TRACE_BYTES - run->size;
}

static void put(void *ctx, const uint8_t *bytes, size_t n)
{
    struct rc_run *run = ctx;

    memcpy(run->trace + run->size, bytes, n);
    run->size += n;
}

static void write_reg(struct machine *m, uint32_t offset, uint32_t value)
{
    assert_int_equal(trm_encoder_reg_write(&m->enc, offset, 4, value), TRM_OK);
}

static uint32_t control(const struct rc_cfg *cfg)
{
    const uint32_t mode = cfg->htm ? TR_TE_INST_MODE_HTM : TR_TE_INST_MODE_BTM;

    return TR_TE_ACTIVE_MASK | TR_TE_ENABLE_MASK | mode << TR_TE_INST_MODE_SHIFT |
           (uint32_t)TR_TE_FORMAT_NTRACE << TR_TE_FORMAT_SHIFT;
}

static void start_trace(struct machine *m, struct rc_run *run, const struct rc_cfg *cfg)
{
    static const struct trm_link_ops ops = {.can_accept = can_accept, .put = put};
    struct trm_encoder_cfg enc;

    trm_encoder_cfg_init(&enc);
    enc.xlen = (uint8_t)cfg->xlen;
    enc.implicit_return = true;
    assert_int_equal(trm_encoder_init(&m->enc, &enc), TRM_OK);
    trm_encoder_connect(&m->enc, (struct trm_link){&ops, run});
    write_reg(m, TR_TE_CONTROL_OFFSET, TR_TE_ACTIVE_MASK);
    trm_encoder_tick(&m->enc);
    if (cfg->implicit) {
        write_reg(m, TR_TE_INST_FEATURES_OFFSET,
                  TR_TE_INST_EN_IMPLICIT_RETURN_MASK | 2u << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT);
    }
    write_reg(m, TR_TE_CONTROL_OFFSET, control(cfg));
    trm_encoder_tick(&m->enc);
    write_reg(m, TR_TE_CONTROL_OFFSET, control(cfg) | TR_TE_INST_TRACING_MASK);
    trm_encoder_stream_cfg(&m->enc, &run->stream);
}

static void stop_trace(struct machine *m, const struct rc_cfg *cfg)
{
    write_reg(m, TR_TE_CONTROL_OFFSET, control(cfg) & ~(uint32_t)TR_TE_ENABLE_MASK);
    for (unsigned i = 0; i < 1000 && (i < 4 || !trm_encoder_empty(&m->enc)); i++) {
        trm_encoder_tick(&m->enc);
    }
    assert_true(trm_encoder_empty(&m->enc));
    assert_int_equal(m->enc.stats.dropped, 0);
}

static void create(struct machine *m, struct rc_run *run, const struct rc_cfg *cfg)
{
    struct sim_hart_cfg hart;

    memset(m, 0, sizeof *m);
    sim_hart_cfg_init(&hart);
    hart.xlen = (uint8_t)cfg->xlen;
    hart.replay = true;
    hart.reset_pc = RC_BASE;
    sim_bus_init(&m->bus);
    assert_int_equal(sim_ram_init(&m->ram, RAM_BYTES), SIM_BUS_OK);
    assert_int_equal(sim_bus_map_ram(&m->bus, RC_BASE, &m->ram), SIM_BUS_OK);
    for (unsigned i = 0; i < RC_CODE_BYTES; i += 4) {
        const uint8_t *b = &run->code[i];
        const uint32_t word =
            b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;

        assert_int_equal(sim_bus_write(&m->bus, RC_BASE + i, 4, word), SIM_BUS_OK);
    }
    m->h = sim_hart_create(&hart, &m->bus);
    assert_non_null(m->h);
    sim_hart_set_reg(m->h, RC_SP, RC_BASE + STACK_TOP);
    sim_hart_set_reg(m->h, RC_PLACE, RC_BASE + DATA);
    sim_hart_set_reg(m->h, RC_FUEL, cfg->fuel);
    assert_int_equal(sim_hart_csr_write(m->h, MTVEC, run->start[RC_HANDLER]), SIM_HART_OK);
}

/* Frames of the log beyond those of the program's own account. */
static uint64_t missing(const struct machine *m, const struct rc_run *run)
{
    return run->calls.stack[0].n - 1 - sim_hart_reg(m->h, RC_DEPTH);
}

/* When the first instruction of a function has retired the two are equal, but for functions that
 * were interrupted between the change of their account and the jump. */
static void compare_account(const struct machine *m, const struct rc_run *run, uint64_t pc,
                            uint64_t seed)
{
    const uint64_t offset = pc - RC_BASE;

    if (offset < RC_SLOT || offset % RC_SLOT != 0) {
        return;
    }
    if (missing(m, run) != m->skew[m->traps]) {
        fail_msg("seed %llu: instruction %llu at 0x%llx: the program has %llu frames, the log %zu",
                 (unsigned long long)seed, (unsigned long long)run->calls.number,
                 (unsigned long long)pc, (unsigned long long)sim_hart_reg(m->h, RC_DEPTH),
                 run->calls.stack[0].n - 1);
    }
}

static void one_step(struct machine *m, struct rc_run *run, uint64_t seed)
{
    struct sim_retire r;
    const uint64_t skew = run->calls.stacks != 0 ? missing(m, run) : 0;
    const unsigned did = sim_hart_step(m->h, &r);

    assert_true((did & (SIM_STEP_RETIRED | SIM_STEP_TRAPPED)) != 0);
    trm_encoder_tick(&m->enc);
    assert_false(trm_encoder_ingress(&m->enc, &r.in));
    call_log_observe(&run->calls, &r.in, r.opcode, m->h);
    if ((did & SIM_STEP_TRAPPED) != 0) {
        assert_true(m->traps + 1 < MAX_TRAPS);
        assert_true((int64_t)(skew - m->skew[m->traps]) >= 0);
        m->skew[++m->traps] = skew;
        return;
    }
    assert_true(htr_pc_log_add(&run->pcs, r.in.block[0].iaddr));
    m->traps -= r.opcode == RV_MRET;
    compare_account(m, run, r.in.block[0].iaddr, seed);
}

void rc_execute(struct rc_run *run, const struct rc_cfg *cfg, uint64_t seed)
{
    static struct machine m;
    struct rh_rng rng;
    unsigned steps = 0;

    memset(run, 0, sizeof *run);
    rh_seed(&rng, seed ^ UINT64_C(0x1337));
    rc_make(run, cfg, seed);
    create(&m, run, cfg);
    call_log_init(&run->calls, cfg->xlen, run->start, RC_STARTS);
    start_trace(&m, run, cfg);
    while (sim_hart_pc(m.h) != RC_BASE + 12) {
        const uint64_t pc = sim_hart_pc(m.h);

        assert_true(steps++ < MAX_STEPS);
        if (pc >= run->start[RC_FIRST] && pc < run->start[RC_LONGJMP] &&
            rh_chance(&rng, cfg->irq_one_in)) {
            assert_int_equal(sim_hart_force_interrupt(m.h, SIM_IRQ_MTI), SIM_HART_OK);
        }
        one_step(&m, run, seed);
    }
    stop_trace(&m, cfg);
    sim_hart_destroy(m.h);
    sim_ram_free(&m.ram);
    assert_int_equal(run->calls.stack[0].n, 1);
}

void rc_free(struct rc_run *run)
{
    call_log_free(&run->calls);
    htr_pc_log_free(&run->pcs);
}
