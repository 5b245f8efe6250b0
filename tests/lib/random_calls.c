/* SPDX-License-Identifier: Apache-2.0 */
#include "random_calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "encoder_regs.h"
#include "rv_asm.h"
#include "trm/trm_encoder.h"

/* Registers: the program's account and fuel, where to jump over frames to, a value to decide by. */
enum {
    X0 = 0,
    RA = 1,
    SP = 2,
    T0 = 5,
    T1 = 6,
    T2 = 7,
    S0 = 8,
    A0 = 10,
    PLACE = 25, /* address of: pc (0: none), sp, DEPTH, S0 */
    DEPTH = 26,
    FUEL = 27,
    MSTATUS = 0x300,
    MTVEC = 0x305,
    MEPC = 0x341,
    MCAUSE = 0x342,
    RAM_BYTES = 1 << 18,
    DATA = 0x10000, /* offsets in RAM */
    STACK_TOP = 1 << 18,
    MAX_STEPS = 200000,
    MAX_TRAPS = 200,
};

/* ---- the program ---- */

struct maker {
    const struct rc_cfg *cfg;
    struct rh_rng rng;
    uint8_t *code;
    unsigned at;    /* offset */
    unsigned frame; /* bytes of the function's frame */
    bool places;    /* the function sets a place, in this frame */
};

static void emit(struct maker *m, uint32_t op)
{
    const unsigned size = (op & 3) == 3 ? 4 : 2;

    for (unsigned i = 0; i < size; i++)
        m->code[m->at++] = (uint8_t)(op >> (8 * i));
}

static void load(struct maker *m, unsigned rd, unsigned base, unsigned word)
{
    emit(m, rv_load(m->cfg->xlen == 64 ? 3 : 2, rd, base, (int32_t)(8 * word)));
}

static void store(struct maker *m, unsigned rs, unsigned base, unsigned word)
{
    emit(m, rv_store(m->cfg->xlen == 64 ? 3 : 2, rs, base, (int32_t)(8 * word)));
}

static int32_t to_slot(const struct maker *m, unsigned slot)
{
    return (int32_t)(slot * RC_SLOT) - (int32_t)m->at;
}

/* rd = address of a function: two instructions. */
static void address(struct maker *m, unsigned rd, unsigned slot)
{
    const int32_t d = to_slot(m, slot);

    emit(m, rv_auipc(rd, (uint32_t)(d + 0x800) >> 12));
    emit(m, rv_addi(rd, rd, (int32_t)((uint32_t)d << 20) >> 20));
}

static unsigned any_function(struct maker *m)
{
    return RC_FIRST + rh_below(&m->rng, RC_FUNCTIONS);
}

/* A forward branch to what comes next, to be completed by land(). */
static unsigned take_off(struct maker *m)
{
    const unsigned at = m->at;

    emit(m, RV_NOP);
    return at;
}

static void land(struct maker *m, unsigned at, uint32_t f3, unsigned rs1, unsigned rs2)
{
    const unsigned end = m->at;

    m->at = at;
    emit(m, rv_branch(f3, rs1, rs2, (int32_t)(end - at)));
    m->at = end;
}

static void call(struct maker *m)
{
    const unsigned f = any_function(m);

    switch (rh_below(&m->rng, 4)) {
    case 0:
        address(m, T1, f);
        emit(m, rh_chance(&m->rng, 2) ? 0x9302u : rv_jalr(RA, T1, 0)); /* c.jalr t1 */
        break;
    case 1: /* from one link register into the other, and no swap */
        address(m, T0, f);
        emit(m, rv_jalr(RA, T0, 0));
        break;
    default:
        emit(m, rv_jal(RA, to_slot(m, f)));
        break;
    }
}

/* Two entries of two 32-bit instructions. */
static void jump_table(struct maker *m)
{
    emit(m, rv_i(0x13, 7, T1, A0, 1)); /* andi */
    emit(m, rv_i(0x13, 1, T1, T1, 3)); /* slli */
    emit(m, rv_auipc(T2, 0));
    emit(m, rv_r(0x33, 0, 0, T2, T2, T1));
    emit(m, rv_jalr(X0, T2, 12));
    emit(m, rv_addi(A0, A0, 3));
    emit(m, rv_jal(X0, 8));
    emit(m, rv_addi(A0, A0, 5));
    emit(m, RV_NOP);
}

/* Over frames, once in four times, when there is a place. Functions that set one call longjmp. */
static void jump_over(struct maker *m)
{
    unsigned none, other;

    emit(m, rv_i(0x13, 7, T2, A0, 3));
    other = take_off(m);
    load(m, T1, PLACE, 0);
    none = take_off(m);
    if (m->places || rh_chance(&m->rng, 2)) {
        emit(m, rv_jal(RA, to_slot(m, RC_LONGJMP)));
    } else {
        load(m, SP, PLACE, 1);
        load(m, DEPTH, PLACE, 2);
        load(m, S0, PLACE, 3);
        emit(m, rv_jalr(X0, T1, 0));
    }
    land(m, none, 0, T1, X0);
    land(m, other, 1, T2, X0);
}

static void operation(struct maker *m, bool loops)
{
    const unsigned kind = rh_below(&m->rng, loops ? 12 : 10);
    unsigned at;

    emit(m, rv_addi(A0, A0, (int32_t)rh_below(&m->rng, 7)));
    switch (kind) {
    case 0:
    case 1:
    case 2:
    case 3:
        call(m);
        break;
    case 4:
        emit(m, rv_jal(T0, to_slot(m, RC_LEAF + rh_below(&m->rng, RC_LEAVES))));
        break;
    case 5:
        jump_table(m);
        break;
    case 6:
        emit(m, RV_ECALL);
        break;
    case 7:
        if (m->cfg->longjmps)
            jump_over(m);
        break;
    case 8:
        emit(m, rv_i(0x13, 7, T1, A0, 1));
        at = take_off(m);
        call(m);
        land(m, at, rh_below(&m->rng, 2), T1, X0);
        break;
    case 9:
        emit(m, 0x0505); /* c.addi a0, 1 */
        break;
    default:
        emit(m, rv_addi(S0, X0, 1 + (int32_t)rh_below(&m->rng, 3)));
        at = m->at;
        operation(m, false);
        emit(m, rv_addi(S0, S0, -1));
        emit(m, rv_branch(1, S0, X0, (int32_t)at - (int32_t)m->at));
        break;
    }
}

static void epilogue(struct maker *m)
{
    load(m, RA, SP, 0);
    load(m, S0, SP, 1);
    emit(m, rv_addi(SP, SP, (int32_t)m->frame));
    emit(m, rv_addi(DEPTH, DEPTH, -1));
}

/* Save the place in the frame and set another: where *label will be. Returns where to write it. */
static unsigned set_place(struct maker *m)
{
    unsigned at;

    for (unsigned i = 0; i < 4; i++) {
        load(m, T1, PLACE, i);
        store(m, T1, SP, 2 + i);
    }
    at = m->at;
    emit(m, rv_auipc(T1, 0));
    emit(m, RV_NOP); /* addi t1, t1, label - at */
    store(m, T1, PLACE, 0);
    store(m, SP, PLACE, 1);
    store(m, DEPTH, PLACE, 2);
    store(m, S0, PLACE, 3);
    return at;
}

static void drop_place(struct maker *m, unsigned set)
{
    const unsigned label = m->at;

    m->at = set + 4;
    emit(m, rv_addi(T1, T1, (int32_t)(label - set)));
    m->at = label;
    for (unsigned i = 0; i < 4; i++) {
        load(m, T1, SP, 2 + i);
        store(m, T1, PLACE, i);
    }
}

static void make_function(struct maker *m, unsigned slot)
{
    const unsigned operations = 1 + rh_below(&m->rng, 4);
    unsigned empty, set = 0;

    m->at = slot * RC_SLOT;
    m->places = m->cfg->longjmps && rh_chance(&m->rng, 3);
    m->frame = 64 + 16 * rh_below(&m->rng, 3);
    emit(m, rv_addi(DEPTH, DEPTH, 1));
    emit(m, rv_addi(SP, SP, -(int32_t)m->frame));
    store(m, RA, SP, 0);
    store(m, S0, SP, 1);
    emit(m, rv_addi(FUEL, FUEL, -1));
    empty = take_off(m);
    if (m->places)
        set = set_place(m);
    for (unsigned i = 0; i < operations; i++)
        operation(m, true);
    if (m->places)
        drop_place(m, set);
    if (rh_chance(&m->rng, 3)) { /* a tail call */
        const bool direct = rh_chance(&m->rng, 2);

        epilogue(m);
        if (direct) {
            emit(m, rv_jal(X0, to_slot(m, any_function(m))));
        } else {
            address(m, T1, any_function(m));
            emit(m, rv_jalr(X0, T1, 0));
        }
    }
    land(m, empty, 5, X0, FUEL); /* bge */
    epilogue(m);
    emit(m, rh_chance(&m->rng, 2) ? 0x8082u : rv_jalr(X0, RA, 0));
    assert_true(m->at <= (slot + 1) * RC_SLOT);
}

/* Called with link in x5. */
static void make_leaf(struct maker *m, unsigned slot)
{
    m->at = slot * RC_SLOT;
    emit(m, rv_addi(DEPTH, DEPTH, 1));
    emit(m, rv_addi(A0, A0, (int32_t)slot));
    emit(m, rv_addi(DEPTH, DEPTH, -1));
    emit(m, rh_chance(&m->rng, 2) ? 0x8282u : rv_jalr(X0, T0, 0)); /* c.jr t0 */
}

static void make_longjmp(struct maker *m)
{
    m->at = RC_LONGJMP * RC_SLOT;
    emit(m, rv_addi(DEPTH, DEPTH, 1));
    load(m, SP, PLACE, 1);
    load(m, DEPTH, PLACE, 2);
    load(m, S0, PLACE, 3);
    emit(m, rv_jalr(X0, T1, 0));
}

/* The interrupted registers and place are kept; a function is called; there is no place in it that
 * is outside of the handler. */
static void make_handler(struct maker *m)
{
    static const uint8_t reg[] = {RA, T0, T1, T2, S0};
    unsigned at;

    m->at = RC_HANDLER * RC_SLOT;
    emit(m, rv_addi(DEPTH, DEPTH, 1));
    emit(m, rv_addi(SP, SP, -64));
    for (unsigned i = 0; i < sizeof reg; i++)
        store(m, reg[i], SP, i);
    emit(m, rv_csr(2, T1, MSTATUS, X0));
    store(m, T1, SP, 5);
    emit(m, rv_csr(2, T1, MEPC, X0));
    emit(m, rv_csr(2, T2, MCAUSE, X0));
    at = take_off(m);
    emit(m, rv_addi(T1, T1, 4));
    land(m, at, 4, T2, X0); /* blt: an interrupt */
    store(m, T1, SP, 6);
    load(m, T1, PLACE, 0);
    store(m, T1, SP, 7);
    store(m, X0, PLACE, 0);
    if (rh_chance(&m->rng, 2))
        emit(m, rv_jal(RA, to_slot(m, any_function(m))));
    if (rh_chance(&m->rng, 2))
        emit(m, rv_jal(T0, to_slot(m, RC_LEAF)));
    load(m, T1, SP, 7);
    store(m, T1, PLACE, 0);
    load(m, T1, SP, 5);
    emit(m, rv_csr(1, X0, MSTATUS, T1));
    load(m, T1, SP, 6);
    emit(m, rv_csr(1, X0, MEPC, T1));
    for (unsigned i = 0; i < sizeof reg; i++)
        load(m, reg[i], SP, i);
    emit(m, rv_addi(SP, SP, 64));
    emit(m, rv_addi(DEPTH, DEPTH, -1));
    emit(m, RV_MRET);
}

static void make(struct rc_run *run, const struct rc_cfg *cfg, uint64_t seed)
{
    struct maker m = {.cfg = cfg, .code = run->code};

    rh_seed(&m.rng, seed ^ UINT64_C(0xCA11));
    for (unsigned i = 0; i < RC_STARTS; i++)
        run->start[i] = RC_BASE + i * RC_SLOT;
    for (unsigned i = 0; i < RC_CODE_BYTES; i += 2)
        run->code[i] = RV_C_NOP;
    emit(&m, rv_jal(RA, to_slot(&m, RC_FIRST)));
    emit(&m, rv_jal(RA, to_slot(&m, any_function(&m))));
    emit(&m, RV_NOP); /* the end of the run */
    for (unsigned i = 0; i < RC_FUNCTIONS; i++)
        make_function(&m, RC_FIRST + i);
    for (unsigned i = 0; i < RC_LEAVES; i++)
        make_leaf(&m, RC_LEAF + i);
    make_longjmp(&m);
    make_handler(&m);
}

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
    if (cfg->implicit)
        write_reg(m, TR_TE_INST_FEATURES_OFFSET,
                  TR_TE_INST_EN_IMPLICIT_RETURN_MASK | 2u << TR_TE_INST_IMPLICIT_RETURN_MODE_SHIFT);
    write_reg(m, TR_TE_CONTROL_OFFSET, control(cfg));
    trm_encoder_tick(&m->enc);
    write_reg(m, TR_TE_CONTROL_OFFSET, control(cfg) | TR_TE_INST_TRACING_MASK);
    trm_encoder_stream_cfg(&m->enc, &run->stream);
}

static void stop_trace(struct machine *m, const struct rc_cfg *cfg)
{
    write_reg(m, TR_TE_CONTROL_OFFSET, control(cfg) & ~(uint32_t)TR_TE_ENABLE_MASK);
    for (unsigned i = 0; i < 1000 && (i < 4 || !trm_encoder_empty(&m->enc)); i++)
        trm_encoder_tick(&m->enc);
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
    sim_hart_set_reg(m->h, SP, RC_BASE + STACK_TOP);
    sim_hart_set_reg(m->h, PLACE, RC_BASE + DATA);
    sim_hart_set_reg(m->h, FUEL, cfg->fuel);
    assert_int_equal(sim_hart_csr_write(m->h, MTVEC, run->start[RC_HANDLER]), SIM_HART_OK);
}

/* Frames of the log beyond those of the program's own account. */
static uint64_t missing(const struct machine *m, const struct rc_run *run)
{
    return run->calls.stack[0].n - 1 - sim_hart_reg(m->h, DEPTH);
}

/* When the first instruction of a function has retired the two are equal, but for functions that
 * were interrupted between the change of their account and the jump. */
static void compare_account(const struct machine *m, const struct rc_run *run, uint64_t pc,
                            uint64_t seed)
{
    const uint64_t offset = pc - RC_BASE;

    if (offset < RC_SLOT || offset % RC_SLOT != 0)
        return;
    if (missing(m, run) != m->skew[m->traps])
        fail_msg("seed %llu: instruction %llu at 0x%llx: the program has %llu frames, the log %zu",
                 (unsigned long long)seed, (unsigned long long)run->calls.number,
                 (unsigned long long)pc, (unsigned long long)sim_hart_reg(m->h, DEPTH),
                 run->calls.stack[0].n - 1);
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
    make(run, cfg, seed);
    create(&m, run, cfg);
    call_log_init(&run->calls, cfg->xlen, run->start, RC_STARTS);
    start_trace(&m, run, cfg);
    while (sim_hart_pc(m.h) != RC_BASE + 8) {
        const uint64_t pc = sim_hart_pc(m.h);

        assert_true(steps++ < MAX_STEPS);
        if (pc >= run->start[RC_FIRST] && pc < run->start[RC_LONGJMP] &&
            rh_chance(&rng, cfg->irq_one_in))
            assert_int_equal(sim_hart_force_interrupt(m.h, SIM_IRQ_MTI), SIM_HART_OK);
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
